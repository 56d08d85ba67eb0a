// Tests that a panel is described again exactly when something that it reads has changed.
#include "app/panels/panel.hpp"
#include "app/session/workbench/class_controls.hpp"
#include "app/session/workbench/comparing_controls.hpp"
#include "app/session/workbench/curve_controls.hpp"
#include "app/session/workbench/edit_controls.hpp"
#include "app/session/workbench/lesson_controls.hpp"
#include "app/session/workbench/moving_controls.hpp"
#include "app/session/workbench/query_controls.hpp"
#include "app/session/workbench/race_controls.hpp"
#include "app/session/workbench/stepping_controls.hpp"
#include "app/session/workbench/timing_controls.hpp"
#include "tests/patience.hpp"
#include "tests/settings_folder.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <sstream>

namespace neighborscope::panels {
namespace {

/// All texts of a described panel.
class Words {
public:
    explicit Words(const Panel& panel) {
        say(panel.id, panel.title, panel.fact, panel.shown);
        if (!panel.shown) return;
        for (const Button& action : panel.actions) say(action);
        for (const Row& row : panel.rows) {
            say("\n", row.id, row.label, row.help, row.beside);
            std::visit([this](const auto& what) { say(what); }, row.what);
        }
    }
    std::string text() const { return text_.str(); }

private:
    template <class First, class... Others>
    requires(sizeof...(Others) > 0) void say(const First& first, const Others&... others) {
        say(first);
        (say(others), ...);
    }
    void say(const std::string& text) { text_ << text << " | "; }
    void say(double number) { text_ << number << " | "; }
    void say(const Button& one) {
        say(one.id, one.label, one.help, one.refusal.value_or(""), one.checked.value_or(false));
        for (const Button& other : one.menu) say(other);
    }
    void say(const Text& one) { say(one.text, double(one.tone), double(one.mark), one.beside); }
    void say(const Facts& one) {
        for (const auto& [name, value] : one.facts) say(name, value);
    }
    void say(const Number& one) { say(one.value, one.words); }
    void say(const Slider& one) { say(one.text, double(one.from), double(one.to), double(one.value)); }
    void say(const Choice& one) {
        say(one.chosen, one.note);
        for (const Choice::Item& item : one.items) say(item.text, item.help, item.group, item.refusal.value_or(""));
    }
    void say(const Check& one) { say(double(one.on)); }
    void say(const Buttons& all) {
        for (const Button& one : all.buttons) say(one);
    }
    void say(const Share& one) { say(one.text, one.part); }
    void say(const StackedBar& all) {
        for (const StackedBar::Item& one : all.parts) say(one.part, one.help);
    }
    void say(const Code& one) {
        for (const std::string& line : one.lines) say(line);
        for (const int line : one.marked) say(line);
    }
    void say(const Picture& one) { say(one.title, one.text, double(one.picture != nullptr)); }
    void say(const Pictures& all) {
        for (const Pictures::Item& one : all.pictures) say(one.caption, one.help, one.marked);
    }
    void say(const CropEditor& one) { say(one.crop.x, one.crop.y, one.crop.width); }
    void say(const Chart& one) {
        say(one.caption, one.value.value_or(-1), one.limit.value_or(-1));
        for (const Chart::Line& line : one.lines)
            for (const auto& point : line.points) say(point[0], point[1]);
        for (const Chart::Box& box : one.boxes) say(box.from, box.high, double(box.shade));
        for (const double bar : one.bars) say(bar);
    }
    void say(const Table& one) {
        say(double(one.count), double(one.selected), double(one.pressed_row), one.empty);
        for (std::int64_t row = 0; row < std::min<std::int64_t>(one.count, 40); ++row) {
            for (std::size_t column = 0; column < one.columns.size(); ++column) {
                const Table::Cell cell = one.cell(row, int(column));
                say(cell.text, double(cell.tone), double(cell.mark));
            }
            if (one.help) say(one.help(row));
        }
    }
    void say(const Figure& one) { say(one.text, double(one.picture->size.width), double(one.picture->size.height), one.large); }
    void say(const Prose& one) { say(one.text(), double(one.tone), double(one.mark), one.large, one.refusal.value_or("")); }
    std::ostringstream text_;
};

/// A workbench whose panels are compared after each poll.
class Watched {
public:
    explicit Watched(const std::string& data) : workbench(session_of(data), [] {}) { add_standard_commands(commands, workbench, {}); }

    static SessionState session_of(const std::string& data) {
        SessionState state;
        state.data = data;
        state.device = "host";
        return state;
    }
    Context context() { return {workbench, commands, state, workbench.view(), workbench.session()}; }
    void look() {
        changes += workbench.poll();
        const auto all = all_panels();
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (described.refresh(i, context())) {
                said[i] = Words(described.of(i)).text();
                continue;
            }
            Panel again = all[i].describe(context());
            explain_terms(again);
            const std::string now = Words(again).text();
            EXPECT_EQ(now, said[i]) << "the panel " << all[i].id << " reads something that its line in panels.cpp does not name";
            said[i] = now;  // once is enough
        }
    }
    bool until(const std::function<bool()>& done) {
        return neighborscope::until([&] { return look(), done(); });
    }
    bool checked() {
        return until([this] { return !workbench.busy() && (workbench.view().exactness.known || workbench.view().error); });
    }
    bool measured() {
        return until([this] { return !workbench.busy() && workbench.view().timings.runs >= 3 && !workbench.view().timings.previous; });
    }
    void change(const std::function<void(SessionState&)>& edit) {
        workbench.change(edit);
        EXPECT_TRUE(checked());
    }
    /// Number of descriptions of panels during `work`.
    std::uint64_t count_of(const std::function<void()>& work) {
        const std::uint64_t before = described.count();
        work();
        return described.count() - before;
    }

    Workbench workbench;
    Commands commands;
    PanelState state;
    DescribedPanels described;
    std::vector<std::string> said = std::vector<std::string>(all_panels().size());
    std::uint64_t changes = 0;  ///< number of polls after which a panel differed
};

TEST(DescribedPanels, NoneMissesAChangeOfTheQuestion) {
    Watched window("hotspots:n=300");
    ASSERT_TRUE(window.measured());
    for (const int k : {3, 16, 400}) window.change([&](SessionState& state) { state.k = k; });
    for (const char* method : {"quadtree-cached", "leaf-warp", "ivf", "heap", "serial"})
        window.change([&](SessionState& state) { state.method = method; });
    window.change([](SessionState& state) { state.metric = Metric::manhattan; });
    window.change([](SessionState& state) { state.exclude_self = true; });
    window.workbench.query().pin_at_row(7);
    EXPECT_TRUE(window.checked());
    window.workbench.query().move_to({0.25, 0.5});
    EXPECT_TRUE(window.checked());
    window.change(
        [](SessionState& state) { state.method = "quadtree-cached", state.cells = CellsShown::work, state.colour_by = "query-leaves"; });
    window.change([](SessionState& state) { state.polar = true, state.three_d = true; });
    window.workbench.timings().freeze(true);
    window.change([](SessionState& state) { state.k = 5; });
    EXPECT_TRUE(window.measured());
    window.workbench.timings().freeze(false);
    window.workbench.undo();
    EXPECT_TRUE(window.checked());
    window.workbench.redo();
    EXPECT_TRUE(window.checked());
    window.workbench.query().find_costliest();
    EXPECT_TRUE(window.until([&] { return window.workbench.view().why.has_value(); }));
    window.workbench.stepping().close_why();
    window.look();
}

TEST(DescribedPanels, NoneMissesAnotherFileOrOneThatIsNotThere) {
    Watched window("hotspots:n=300");
    ASSERT_TRUE(window.checked());
    window.workbench.open_data("hotspots:n=200,d=5");
    EXPECT_TRUE(window.checked());
    window.change([](SessionState& state) { state.projection = "2,4"; });
    window.workbench.open_data("nowhere.csv");
    EXPECT_TRUE(window.until([&] { return window.workbench.view().error.has_value(); }));
    window.workbench.dismiss_error();
    window.look();
    window.workbench.change_data_parameter("n", "250");
    EXPECT_TRUE(window.until([&] { return window.workbench.view().data.count == 250; }));
    EXPECT_TRUE(window.checked());
}

TEST(DescribedPanels, NoneMissesAStepOrATickOrARace) {
    Watched window("hotspots:n=300,speed=400");
    ASSERT_TRUE(window.checked());
    window.workbench.stepping().open(true);
    ASSERT_TRUE(window.until([&] { return window.workbench.view().stepping.ready; }));
    for (int step = 0; step < 5; ++step) window.workbench.stepping().go_to(step), window.look();
    window.workbench.race().add("ppw");
    window.workbench.race().add("quadtree-cached");
    EXPECT_TRUE(window.until([&] { return window.workbench.view().race.ready; }));
    window.workbench.race().go_to(0.5 * window.workbench.view().race.total);
    window.look();
    window.workbench.race().set_by(RaceBy::work);
    EXPECT_TRUE(window.until([&] { return window.workbench.view().race.ready; }));
    window.workbench.stepping().open(false);
    EXPECT_TRUE(window.measured());
    window.workbench.race().remove(1);
    EXPECT_TRUE(window.checked());
    window.workbench.race().end();
    EXPECT_TRUE(window.checked());
    window.change([](SessionState& state) { state.method = "quadtree-cached"; });
    for (int tick = 1; tick < 4; ++tick) {
        window.workbench.moving().go_to_tick(tick);
        EXPECT_TRUE(window.until([&] { return window.workbench.view().moving.tick == tick; }));
        EXPECT_TRUE(window.checked());
    }
}

TEST(DescribedPanels, NoneMissesClassesCurvesOrPointsChangedByHand) {
    Watched window("sample:two-moons");
    ASSERT_TRUE(window.checked());
    window.change([](SessionState& state) { state.misclassified = true; });
    EXPECT_TRUE(
        window.until([&] { return window.workbench.view().classes.leave_one_out && !window.workbench.view().classes.is_classifying; }));
    window.change([](SessionState& state) { state.vote = Voting::rank; });
    window.workbench.classes().pin_at_next_ringed(1);
    EXPECT_TRUE(window.checked());
    window.change([](SessionState& state) { state.misclassified = false; });
    window.workbench.edits().use_mouse(true);
    window.look();
    window.workbench.edits().add({0.1, 0.2});
    EXPECT_TRUE(window.checked());
    window.workbench.point_at(3, {});
    window.look();
    window.workbench.edits().erase(3);
    EXPECT_TRUE(window.checked());
    window.workbench.edits().erase_all_edits();
    EXPECT_TRUE(window.checked());
    window.workbench.edits().use_mouse(false);
    window.change([](SessionState& state) { state.chart = ChartShown::curves, state.curve_along = "k=1:4"; });
    window.workbench.curves().measure();
    EXPECT_TRUE(window.until([&] { return !window.workbench.view().curves.running; }));
    window.workbench.curves().apply_curve_point(0, 1);
    EXPECT_TRUE(window.checked());
    window.change([](SessionState& state) { state.chart = ChartShown::roofline; });
    EXPECT_TRUE(window.measured());
}

TEST(DescribedPanels, NoneMissesALesson) {
    const test::SettingsFolder folder;
    Watched window("hotspots:n=300");
    ASSERT_TRUE(window.checked());
    LessonControls& lessons = window.workbench.lessons();
    lessons.open(folder.write("a.md",
        "# T\n```page\ndata: hotspots:n=60\n```\n## A\n{points}\n```task\ndo: More.\nuntil: k >= 20\nsolution: k: 20\n```\n"
        "```hint\nMore.\n```\n```page\ndata: hotspots:n=70\n```\n## B\n"));
    window.look();
    EXPECT_TRUE(window.until([&] { return lessons.facts() != nullptr; }));
    lessons.open_hint(2);
    window.look();
    window.change([](SessionState& state) { state.k = 20; });
    EXPECT_TRUE(window.until([&] { return lessons.progress().of(0, 2).done; }));
    lessons.next();
    EXPECT_TRUE(window.until([&] { return lessons.facts() != nullptr; }));
    lessons.close();
    window.look();
}

TEST(DescribedPanels, NoneMissesListsOfAnotherProgram) {
    const test::TemporaryFolder folder;
    const std::string lists = folder.write("lists.csv", "query,rank,index,distance\n0,1,1,0.5\n0,2,2,0.75\n");
    Watched window("hotspots:n=300");
    ASSERT_TRUE(window.checked());
    window.workbench.comparing().compare(lists);
    EXPECT_TRUE(window.until([&] { return window.workbench.view().comparing.lists || window.workbench.view().error; }));
    window.workbench.comparing().go_to_next_list(1);
    EXPECT_TRUE(window.checked());
    window.workbench.comparing().compare("");
    EXPECT_TRUE(window.checked());
}

TEST(DescribedPanels, AChangedKDescribesWhatReadsItAndTimingsDescribeTheirs) {
    Watched window("hotspots:n=300");
    ASSERT_TRUE(window.until([&] { return window.workbench.view().timings.runs >= 7 && window.workbench.view().exactness.known; }));
    const std::uint64_t changes = window.changes;
    const std::uint64_t count = window.count_of([&] {
        window.workbench.change([](SessionState& state) { state.k = 8; });
        EXPECT_TRUE(window.until([&] {
            const ViewModel& view = window.workbench.view();
            return view.timings.runs >= 7 && !view.timings.previous && view.exactness.known && !window.workbench.busy();
        }));
    });
    const std::uint64_t all = all_panels().size(), each_time = (window.changes - changes) * all;
    RecordProperty("described", int(count));
    RecordProperty("if all were described at each change", int(each_time));
    EXPECT_LT(count, each_time);
    EXPECT_TRUE(window.until([&] { return window.count_of([&] { window.look(); }) == 0; })) << "it comes to rest";
    EXPECT_LT(window.count_of([&] { window.workbench.timings().freeze(true), window.look(); }), all)
        << "the data, for one, have no timings";
}

}  // namespace
}  // namespace neighborscope::panels
