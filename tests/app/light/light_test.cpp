// Tests the light window on a separate display, with mouse and keys from xdotool.
#include "app/light/keys.hpp"
#include "app/light/light.hpp"
#include "gpu/error.hpp"
#include "tests/patience.hpp"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <thread>
#include <unistd.h>

namespace neighborscope {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

/// Sends input from another thread while the window runs in this one. Each step waits until a file or the saved session shows its effect,
/// not for a fixed time.
class Person {
public:
    Person() : folder_(fs::temp_directory_path() / ("neighborscope_light_" + std::to_string(getpid()))) {
        fs::create_directories(folder_);
        setenv("XDG_CONFIG_HOME", (folder_ / "config").c_str(), 1);  // what windows keep
        setenv("XDG_DATA_HOME", (folder_ / "share").c_str(), 1);
    }
    ~Person() { fs::remove_all(folder_); }

    static bool can_act() {
        return std::getenv("DISPLAY") && *std::getenv("DISPLAY") && std::system("command -v xdotool >/dev/null 2>&1") == 0;
    }
    static void act(const std::string& command) {
        EXPECT_EQ(std::system(("timeout 300 xdotool " + command + " >/dev/null 2>&1").c_str()), 0) << command;
    }
    /// Opens a line with `keys` and types a path; repeats until the file exists.
    static void write_to(const std::string& path, const std::string& keys) {
        for (int attempt = 0; attempt < 3; ++attempt) {
            act("key " + keys);
            act("key ctrl+a");
            act("type --delay 5 '" + path + "'");
            act("key Return");
            if (neighborscope::until([&] { return fs::exists(path) && fs::file_size(path) > 0; }, one_try)) return;
            act("key Escape");
        }
        ADD_FAILURE() << path << " was not written";
    }
    /// Saves the session through the window and reads it. Keys are handled in order, so that it includes earlier input.
    SessionState saved() {
        const std::string path = (folder_ / ("s" + std::to_string(++count_) + ".json")).string();
        write_to(path, "ctrl+s");
        return load_session(path);
    }
    /// Runs a command and repeats it until the session is as expected.
    SessionState until(const std::function<bool(const SessionState&)>& good, const std::string& command) {
        const SessionState before = saved();
        SessionState now = before;
        for (int attempt = 0; attempt < 5; ++attempt) {
            if (now == before) act(command);
            now = saved();
            if (good(now)) return now;
        }
        ADD_FAILURE() << "nothing good came of " << command;
        return now;
    }
    fs::path folder() const { return folder_; }

    /// Opens the window, runs `script` when it shows its data, and closes it. Returns the exit status.
    static int use(const SessionState& session, const std::function<void()>& script) {
        std::atomic<bool> closed{false};
        std::thread hands([&] {
            // The title has the name of the data when they are loaded. Without a window manager the window has to be focused here.
            EXPECT_EQ(std::system("timeout 300 xdotool search --sync --onlyvisible --name '. Neighborscope$' windowfocus --sync "
                                  ">/dev/null 2>&1"),
                0)
                << "no window with data";
            try {
                script();
            } catch (const std::exception& error) { ADD_FAILURE() << error.what(); }
            for (int attempt = 0; attempt < 5 && !closed; ++attempt) {
                act("key ctrl+q");
                neighborscope::until([&] { return closed.load(); }, one_try);
            }
        });
        int status = -1;
        try {
            WindowOptions start;
            start.width = 1280, start.height = 800;
            status = run_light(session, start);
        } catch (const Error& error) { ADD_FAILURE() << error.one_line(); }
        closed = true;
        hands.join();
        return status;
    }

private:
    fs::path folder_;
    int count_ = 0;
};

SessionState hotspots() {
    SessionState state;
    state.data = "hotspots:n=400";
    state.device = "host";
    return state;
}

TEST(LightWindow, FollowsTheMousePinsAndSaves) {
    if (!Person::can_act()) GTEST_SKIP() << "no display or no xdotool";
    Person person;
    SessionState left, right, pinned, fewer;
    const int status = Person::use(hotspots(), [&] {
        person.act("mousemove 480 350 mousemove 500 350");
        left = person.until([](const SessionState& s) { return s.query.has_value(); }, "mousemove 490 350 mousemove 500 350");
        person.act("mousemove 600 350");
        right = person.saved();
        person.act("click 1");
        person.act("mousemove 300 450");
        pinned = person.saved();
        person.act("key bracketleft");
        person.act("key alt+3");
        person.act("key t");
        fewer = person.saved();
        Person::write_to((person.folder() / "view.png").string(), "F12");
    });
    EXPECT_EQ(status, 0);
    ASSERT_TRUE(left.query && right.query && pinned.query);
    EXPECT_LT((*left.query)[0] + 100, (*right.query)[0]) << "further right is a larger x";
    EXPECT_EQ(left.query_mode, QueryMode::follow);
    EXPECT_EQ(pinned.query_mode, QueryMode::pinned);
    EXPECT_NEAR((*pinned.query)[0], (*right.query)[0], 1000) << "it stays where it was clicked";
    EXPECT_EQ(fewer.k, 8);
    EXPECT_EQ(fewer.theme, render::Theme::dark);
}

TEST(LightWindow, MethodsStandSideBySideAndFollowTheMouseInAnyPicture) {
    if (!Person::can_act()) GTEST_SKIP() << "no display or no xdotool";
    Person person;
    SessionState raced, left, right, swapped;
    const int status = Person::use(hotspots(), [&] {
        raced = person.until([](const SessionState& s) { return s.compared.size() == 1; }, "key ctrl+b");
        // Both in the second picture.
        left = person.until([](const SessionState& s) { return s.query.has_value(); }, "mousemove 660 300 mousemove 670 300");
        person.act("mousemove 760 300");
        right = person.until([&](const SessionState& s) { return s.query != left.query; }, "mousemove 755 300 mousemove 760 300");
        swapped = person.until([](const SessionState& s) { return s.method == "quadtree-cached"; }, "key x");
        Person::write_to((person.folder() / "race.png").string(), "F12");
    });
    EXPECT_EQ(status, 0);
    EXPECT_EQ(raced.method, "heap");
    ASSERT_EQ(raced.compared, std::vector<std::string>{"quadtree-cached"});
    ASSERT_TRUE(left.query && right.query);
    EXPECT_LT((*left.query)[0], (*right.query)[0]) << "further right is a larger x";
    EXPECT_NEAR((*left.query)[1], (*right.query)[1], 1e-3) << "and as high";
    EXPECT_EQ(swapped.compared, std::vector<std::string>{"heap"});
}

TEST(LightWindow, PointsAreAddedMovedAndErasedByHand) {
    if (!Person::can_act()) GTEST_SKIP() << "no display or no xdotool";
    Person person;
    SessionState first = hotspots(), added, moved, erased, undone;
    first.data = "grid:n=9,d=2";  // few points, far apart
    first.query_mode = QueryMode::pinned;
    const auto edits = [](const SessionState& session) { return session.edits.count(); };
    EXPECT_EQ(
        Person::use(first,
            [&] {
                person.act("key h");
                person.act("mousemove 590 300 mousemove 600 300");
                added = person.until([&](const SessionState& s) { return edits(s) == 1; }, "mousemove 601 300 click 1");
                // A frame with the new point under the mouse comes before the press.
                person.act("mousemove 602 301 mousemove 601 300");
                moved = person.until([&](const SessionState& s) { return s.edits != added.edits; },
                    "mousemove 602 300 mousemove 601 300 sleep 0.5 mousedown 1 mousemove 620 310 sleep 0.3 mousemove 641 320 mouseup 1");
                erased = person.until(
                    [&](const SessionState& s) { return edits(s) == 0; }, "mousemove 642 320 mousemove 641 320 sleep 0.5 click 3");
                person.act("key ctrl+z sleep 0.5 key ctrl+z");  // undoes two steps
                undone = person.until([&](const SessionState& s) { return s.edits == added.edits; }, "sleep 0.1");
            }),
        0);
    ASSERT_EQ(added.edits.added.size(), 1u);
    ASSERT_EQ(moved.edits.added.size(), 1u) << "the same point";
    EXPECT_GT(moved.edits.added[0].at[0], added.edits.added[0].at[0]);
    EXPECT_LT(moved.edits.added[0].at[1], added.edits.added[0].at[1]);
    EXPECT_TRUE(erased.edits.empty());
    EXPECT_EQ(undone.edits, added.edits) << "a drag is one step";
}

TEST(LightWindow, ThePaletteOpensData) {
    if (!Person::can_act()) GTEST_SKIP() << "no display or no xdotool";
    Person person;
    SessionState after;
    // All at once: letters wait until their line is open.
    EXPECT_EQ(Person::use(hotspots(),
                  [&] { after = (person.act("key ctrl+k type --delay 0 'make grid'"), person.act("key Return"), person.saved()); }),
        0);
    EXPECT_EQ(after.data, "grid:n=4096,d=2");
    EXPECT_EQ(after.theme, hotspots().theme) << "letters were taken for commands";
}

TEST(LightWindow, KeysStepThroughTheSearch) {
    if (!Person::can_act()) GTEST_SKIP() << "no display or no xdotool";
    Person person;
    SessionState eviction, back, closed;
    EXPECT_EQ(Person::use(hotspots(),
                  [&] {
                      person.act("mousemove 480 200 mousemove 500 200");
                      person.until([](const SessionState& s) { return s.stepping; }, "key s");
                      // When the search is recorded.
                      eviction = person.until([](const SessionState& s) { return s.step > 1; }, "key shift+Right");
                      person.act("key Left");
                      person.act("mousemove 540 220");  // the query stays
                      back = person.saved();
                      person.act("key s");
                      closed = person.saved();
                  }),
        0);
    EXPECT_TRUE(eviction.stepping);
    EXPECT_GT(eviction.step, 1);
    EXPECT_EQ(back.step, eviction.step - 1);
    EXPECT_EQ(back.query, eviction.query);
    EXPECT_FALSE(closed.stepping);
}

TEST(LightWindow, GGoesThroughTheWaysToDrawCellsAndJToTheCostliestQuery) {
    if (!Person::can_act()) GTEST_SKIP() << "no display or no xdotool";
    Person person;
    SessionState session = hotspots(), depth, queries, costliest;
    session.method = "quadtree-cached";
    EXPECT_EQ(Person::use(session,
                  [&] {
                      depth = person.until([](const SessionState& s) { return s.cells == CellsShown::depth; }, "key g");
                      queries = person.until([](const SessionState& s) { return s.cells == CellsShown::queries; }, "key g");
                      costliest = person.until([](const SessionState& s) { return s.query_row.has_value(); }, "key j");
                  }),
        0);
    EXPECT_EQ(depth.cells, CellsShown::depth);
    EXPECT_EQ(queries.cells, CellsShown::queries);
    EXPECT_EQ(costliest.query_mode, QueryMode::pinned);
    EXPECT_TRUE(costliest.query_row);
}

TEST(LightWindow, OHidesThePolarViewAndShiftOLooksAlongAxes) {
    if (!Person::can_act()) GTEST_SKIP() << "no display or no xdotool";
    Person person;
    SessionState session = hotspots(), hidden, axes;
    session.data = "vectors:n=600,d=12";
    session.method = "heap";
    EXPECT_EQ(Person::use(session,
                  [&] {
                      hidden = person.until([](const SessionState& s) { return s.polar == false; }, "key o");
                      axes = person.until([](const SessionState& s) { return s.projection == "axes"; }, "key shift+o");
                  }),
        0);
    EXPECT_EQ(hidden.polar, false);
    EXPECT_EQ(axes.projection, "axes");
}

TEST(LightWindow, F5PresentsAndEscapeEndsIt) {
    if (!Person::can_act()) GTEST_SKIP() << "no display or no xdotool";
    Person person;
    SessionState session = hotspots(), stepped, back, ended, form;
    session.method = "quadtree-cached";
    session.query_mode = QueryMode::pinned;
    EXPECT_EQ(Person::use(session,
                  [&] {
                      // Keys of steps open them; the picture extends to where the form was.
                      person.until([](const SessionState& s) { return s.presenting; }, "key F5");
                      stepped = person.until([](const SessionState& s) { return s.stepping && s.step > 0; }, "key shift+v");
                      back = person.until([&](const SessionState& s) { return s.step < stepped.step; }, "key shift+v");
                      form = person.until(
                          [&](const SessionState& s) { return s.query != stepped.query || s.query_row; }, "mousemove 100 300 click 1");
                      person.until([](const SessionState& s) { return !s.presenting; }, "key Escape");
                      ended = person.until([](const SessionState& s) { return !s.stepping; }, "key Escape");
                  }),
        0);
    EXPECT_TRUE(stepped.stepping);
    EXPECT_LT(back.step, stepped.step);
    EXPECT_NE(form, back);
    EXPECT_FALSE(ended.stepping);
}

TEST(LightWindow, CurvesAreMeasuredStoppedAndGoneOnWith) {
    if (!Person::can_act()) GTEST_SKIP() << "no display or no xdotool";
    Person person;
    SessionState session = hotspots(), shown;
    session.curve_methods = {"heap"};
    session.curve_along = "n=1000:400000:33";  // not measured completely
    session.curve_queries = 10;
    int files = 0;
    const auto exported = [&] {
        const std::string path = (person.folder() / ("curve" + std::to_string(++files) + ".csv")).string();
        Person::write_to(path, "ctrl+shift+m");
        std::ifstream in(path);
        return std::string(std::istreambuf_iterator<char>(in), {});
    };
    const auto points = [](const std::string& csv) {
        std::size_t count = 0;
        for (std::size_t at = csv.find(",distances,"); at != std::string::npos; at = csv.find(",distances,", at + 1)) ++count;
        return count;
    };
    std::size_t begun = 0, stopped = 0, later = 0, gone_on = 0;
    EXPECT_EQ(Person::use(session,
                  [&] {
                      shown = person.until([](const SessionState& s) { return s.chart == ChartShown::curves; }, "key u");
                      person.act("key ctrl+m");
                      for (int attempt = 0; attempt < 50 && begun == 0; ++attempt) begun = points(exported());
                      person.act("key Escape");
                      stopped = points(exported());
                      later = points(exported());
                      person.act("key ctrl+m");
                      for (int attempt = 0; attempt < 50 && gone_on <= later; ++attempt) gone_on = points(exported());
                      person.act("key Escape");
                  }),
        0);
    EXPECT_EQ(shown.chart, ChartShown::curves);
    EXPECT_GT(begun, 0u);
    EXPECT_GE(stopped, begun);
    EXPECT_EQ(later, stopped) << "nothing is measured any more";
    EXPECT_GT(gone_on, later) << "what was measured stays, and more comes";
}

TEST(LightWindow, F3GoesToWrongLists) {
    if (!Person::can_act()) GTEST_SKIP() << "no display or no xdotool";
    Person person;
    SessionState session = hotspots(), first, second;
    const std::string lists = (person.folder() / "theirs.csv").string();
    std::ofstream out(lists);
    for (int row = 0; row < 400; ++row) out << (row == 20 || row == 70 ? row + 1 : row) << '\n';
    out.close();
    EXPECT_EQ(Person::use(session,
                  [&] {
                      person.act("key ctrl+l");
                      person.act("type --delay 5 '" + lists + "'");
                      person.act("key Return");
                      first = person.until([](const SessionState& s) { return s.query_row == 20; }, "key F3");
                      person.act("key F3");
                      second = person.saved();
                  }),
        0);
    EXPECT_EQ(first.lists, lists);
    EXPECT_EQ(first.query_row, 20);
    EXPECT_EQ(second.query_row, 70);
}

TEST(LightWindow, ColoursColumnsAndPointsWritten) {
    if (!Person::can_act()) GTEST_SKIP() << "no display or no xdotool";
    Person person;
    const std::string file = (person.folder() / "trees.csv").string(), written = (person.folder() / "out.csv").string();
    {
        std::ofstream out(file);
        out << "x,y,height,kind\n";
        for (int i = 0; i < 40; ++i) out << i << ',' << i * i % 7 << ',' << 2.5 * i << ',' << (i % 3 ? "oak" : "elm") << '\n';
    }
    SessionState session = hotspots(), next, back, chosen;
    session.data = file;
    session.columns = "y,x";
    EXPECT_EQ(Person::use(session,
                  [&] {
                      person.act("key c");
                      next = person.saved();
                      person.act("key shift+c");
                      back = person.saved();
                      Person::write_to(written, "ctrl+shift+e");
                      // The form opens when the columns are read; Return loads its choice, which is the same in other words.
                      chosen = person.until([](const SessionState& s) { return s.columns != "y,x"; }, "key ctrl+i sleep 0.5 key Return");
                  }),
        0);
    EXPECT_EQ(next.colour_by, "plain") << "after the label, the last way, comes the first";
    EXPECT_EQ(back.colour_by, "label");
    EXPECT_EQ(chosen.data, file);
    EXPECT_EQ(chosen.columns, "2,1");
    std::ifstream in(written);
    std::string header;
    std::getline(in, header);
    EXPECT_THAT(header, HasSubstr("y,x,"));
    EXPECT_THAT(header, HasSubstr("rank,distance"));
}

TEST(LightWindow, ASessionIsReplacedOnlyAfterAQuestion) {
    if (!Person::can_act()) GTEST_SKIP() << "no display or no xdotool";
    Person person;
    const std::string old = (person.folder() / "old.json").string();
    std::ofstream(old) << "{}";
    SessionState kept;
    std::uintmax_t size_kept = 0;
    EXPECT_EQ(Person::use(hotspots(),
                  [&] {
                      const auto answer = [&](const std::string& keys) {
                          person.act("key ctrl+s sleep 0.3 key ctrl+a");
                          person.act("type --delay 5 '" + old + "'");
                          person.act("key Return sleep 1 key " + keys);
                      };
                      answer("t Escape Escape");  // the question gets the T
                      kept = person.saved();
                      size_kept = fs::file_size(old);
                      for (int attempt = 0; attempt < 3 && fs::file_size(old) == size_kept; ++attempt) {
                          answer("Return");
                          neighborscope::until([&] { return fs::file_size(old) > size_kept; }, one_try);
                          person.act("key Escape sleep 0.3 key Escape");
                      }
                  }),
        0);
    EXPECT_EQ(size_kept, 2u);
    EXPECT_EQ(kept.theme, hotspots().theme);
    EXPECT_EQ(load_session(old).data, hotspots().data);
}

TEST(LightWindow, RequireInteropRefusesACopy) {
    if (!Person::can_act()) GTEST_SKIP() << "no display or no xdotool";
    WindowOptions start;
    start.require_interop = true;
    try {
        run_light(hotspots(), start);
        ADD_FAILURE() << "the host device has no interop";
    } catch (const Error& error) {
        EXPECT_EQ(error.kind, Failure::device);
        EXPECT_THAT(error.what(), HasSubstr("copy (host device), not interop"));
    }
}

TEST(LightWindow, WithoutADisplayItSaysSo) {
    std::optional<std::string> display;
    if (const char* set = std::getenv("DISPLAY")) display = set;
    unsetenv("DISPLAY");
    try {
        run_light(hotspots(), {});
        ADD_FAILURE() << "there is no display";
    } catch (const Error& error) {
        EXPECT_EQ(error.kind, Failure::device);
        EXPECT_THAT(error.what(), HasSubstr("no window can be opened"));
        EXPECT_FALSE(error.remedy.empty());
    }
    if (display) setenv("DISPLAY", display->c_str(), 1);
}

TEST(LightKeys, AreWrittenAsCommandsWriteThem) {
    EXPECT_EQ(command_keys(GLFW_KEY_C, GLFW_MOD_CONTROL | GLFW_MOD_SHIFT, "c"), "Ctrl+Shift+C");
    EXPECT_EQ(command_keys(GLFW_KEY_Q, GLFW_MOD_CONTROL, "a"), "Ctrl+A") << "the layout's letter";
    EXPECT_EQ(command_keys(GLFW_KEY_3, GLFW_MOD_ALT, "3"), "Alt+3");
    EXPECT_EQ(command_keys(GLFW_KEY_LEFT, GLFW_MOD_CONTROL, nullptr), "Ctrl+Left");
    EXPECT_EQ(command_keys(GLFW_KEY_RIGHT, GLFW_MOD_SHIFT, nullptr), "Shift+Right");
    EXPECT_EQ(command_keys(GLFW_KEY_SPACE, 0, nullptr), "Space");
    EXPECT_EQ(command_keys(GLFW_KEY_F12, 0, nullptr), "F12");
    EXPECT_EQ(command_keys(GLFW_KEY_ESCAPE, 0, nullptr), "Esc");
    EXPECT_EQ(command_keys(GLFW_KEY_P, 0, "p"), "") << "comes as text";
    EXPECT_EQ(command_keys(GLFW_KEY_LEFT_CONTROL, GLFW_MOD_CONTROL, nullptr), "");
    EXPECT_EQ(command_keys_of_text('p'), "P");
    EXPECT_EQ(command_keys_of_text('['), "[");
    EXPECT_EQ(command_keys_of_text('?'), "?");
    EXPECT_EQ(command_keys_of_text(0xe4), "");
    EXPECT_EQ(command_keys_of_text(' '), "");
}

}  // namespace
}  // namespace neighborscope
