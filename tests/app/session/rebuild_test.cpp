// Tests seeking the next tick at which a method rebuilds its index.
#include "app/commands/commands.hpp"
#include "app/session/sentences/explain_search.hpp"
#include "app/session/sentences/search_texts.hpp"
#include "app/session/workbench/moving_controls.hpp"
#include "small_window.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace neighborscope {
namespace {

using ::testing::HasSubstr;

/// Small leaves and a low threshold, so that the work of one query triggers a rebuild within a few ticks.
const std::map<std::string, std::string> impatient = {{"leaf-capacity", "16"}, {"rebuild-factor", "1.1"}};
const std::string wandering = "uniform:n=2000,speed=300";

SessionState seeking_session(const std::string& data, const std::string& method = "quadtree-cached") {
    SessionState state = host_session(data, method, 5);
    state.options["quadtree-cached"] = impatient;
    state.query_mode = QueryMode::pinned;
    state.query = {11000, 11000};
    return state;
}

struct SeekingWindow : Window {
    explicit SeekingWindow(const SessionState& first) : Window(first) {
        EXPECT_TRUE(settled());
        add_standard_commands(commands, workbench, {});
    }
    const Moving& moving() const { return workbench.view().moving; }
    std::string message() const { return workbench.view().message; }
    std::string refusal() const { return commands.find("ticks.next_rebuild")->refuses().value_or(""); }
    bool draws_until(const std::function<bool()>& done, std::chrono::milliseconds limit = patience) {
        return until([&] { return workbench.report_frame("", 1), done(); }, limit);
    }
    bool ended() {
        return draws_until([this] { return !moving().seeking && !workbench.busy(); });
    }
    Commands commands;
};

/// The first tick at which a separate search rebuilds its index, and why.
Moving::Rebuild first_rebuild(std::int64_t after = 0) {
    const DataSet data = load_data(wandering);
    PointSet points(DeviceKind::host, data.coordinates, data.dimension);
    points.set_extent(data.motion->extent());
    const Method& method = find_method("quadtree-cached");
    Searcher searcher(method, points, Options(method.info.options, impatient));
    const std::unique_ptr<TickCursor> tick_cursor = data.motion->tick_cursor();
    std::vector<float> positions = data.coordinates;
    const std::vector<float> query{11000, 11000};
    for (std::int64_t tick = 0; tick < 1000; ++tick) {
        if (tick > 0) tick_cursor->next(positions);
        if (tick > 0) {
            points.move(positions);
            searcher.points_moved();
        }
        ListSet lists(DeviceKind::host, 1, 5);
        const QuerySet queries(DeviceKind::host, query, 2);
        const Report report = searcher.search(queries, 5, Metric::euclidean, lists);
        if (report.index_update->created && tick > after && tick > 0) return {tick, report.index_update->why};
    }
    return {};
}

TEST(NextRebuild, StopsWhereTheIndexIsMadeAnew) {
    const Moving::Rebuild first = first_rebuild();
    ASSERT_GT(first.tick, 1) << "the data keep their index for a while";
    SeekingWindow window(seeking_session(wandering));
    ASSERT_TRUE(window.commands.run("ticks.next_rebuild"));
    EXPECT_TRUE(window.moving().seeking);
    EXPECT_TRUE(window.workbench.busy());
    ASSERT_TRUE(window.ended());
    EXPECT_EQ(window.moving().tick, first.tick);
    EXPECT_FALSE(window.moving().playing);
    EXPECT_EQ(window.message(), "tick " + std::to_string(first.tick) + ": index rebuilt: " + first.why);
    EXPECT_EQ(window.moving().seen_rebuilds, (std::vector<Moving::Rebuild>{first}));
    EXPECT_EQ(window.rows(), window.truth());

    ASSERT_TRUE(window.commands.run("ticks.next_rebuild"));
    ASSERT_TRUE(window.ended());
    const Moving::Rebuild second = first_rebuild(first.tick);
    EXPECT_EQ(window.moving().seen_rebuilds, (std::vector<Moving::Rebuild>{first, second}));
    EXPECT_EQ(window.moving().tick, second.tick);
    EXPECT_FALSE(window.workbench.can_undo()) << "no change of the question";
}

TEST(NextRebuild, TheDefaultDataShowOneWithinTwentyTicksAndWhyNotOneTickBefore) {
    SessionState first = default_session();
    first.device = "host";
    SeekingWindow window(first);
    window.workbench.moving().seek_rebuild(true, 20);
    ASSERT_TRUE(window.ended());
    EXPECT_THAT(window.message(), HasSubstr("index rebuilt"));
    const std::string said = explain_index_update(window.moving(), window.workbench.session());
    EXPECT_EQ(presented_sentence(window.workbench.view(), window.workbench.session()), said);
    EXPECT_THAT(said, HasSubstr("At tick " + std::to_string(window.moving().tick) + " the index was rebuilt: a query of tick "));
    EXPECT_THAT(said, HasSubstr("At tick " + std::to_string(window.moving().tick - 1) + " it was kept: a query of tick "));
}

TEST(NextRebuild, IsNotBoundByTheSpeedOfTicks) {
    const TestClock time;  // it stands still, so that no tick is due
    SeekingWindow window(seeking_session(wandering));
    window.workbench.moving().set_speed(slowest_ticks);
    ASSERT_TRUE(window.commands.run("ticks.next_rebuild"));
    ASSERT_TRUE(window.ended());
    EXPECT_GT(window.moving().tick, 2);
}

TEST(NextRebuild, EscapeStopsIt) {
    SeekingWindow window(seeking_session("uniform:n=100,speed=0"));
    ASSERT_TRUE(window.commands.run("ticks.next_rebuild"));
    ASSERT_TRUE(window.draws_until([&] { return window.moving().tick > 20 && window.workbench.view().progress; }));
    EXPECT_EQ(window.workbench.view().progress->total, max_seek_ticks);
    EXPECT_GT(window.workbench.view().progress->done, 10);
    ASSERT_TRUE(window.commands.run("work.cancel"));
    ASSERT_TRUE(window.ended());
    EXPECT_LT(window.moving().tick, max_seek_ticks);
    EXPECT_THAT(window.message(), HasSubstr("stopped at tick"));
    const std::int64_t tick = window.moving().tick;
    EXPECT_FALSE(window.draws_until([&] { return window.moving().tick != tick; }, a_while)) << "it stands";
    EXPECT_FALSE(window.workbench.view().progress);
}

TEST(NextRebuild, EndsWithASentenceWhereThereIsNone) {
    SeekingWindow window(seeking_session("uniform:n=60,speed=0"));
    window.workbench.moving().seek_rebuild(true, 40);
    ASSERT_TRUE(window.ended());
    EXPECT_EQ(window.moving().tick, 40);
    EXPECT_THAT(window.message(), HasSubstr("40 ticks without a rebuild"));
    EXPECT_TRUE(window.moving().seen_rebuilds.empty());
}

TEST(NextRebuild, EndsAtTheLastTick) {
    const test::TemporaryFolder folder;
    std::ostringstream rows("tick,id,x,y\n", std::ios::ate);
    for (int tick = 0; tick < 4; ++tick)
        for (int id = 0; id < 50; ++id) rows << tick << ',' << id << ',' << id % 7 << ',' << id / 7 << '\n';
    SeekingWindow window(seeking_session(folder.write("a.csv", rows.str())));
    ASSERT_TRUE(window.commands.run("ticks.next_rebuild"));
    ASSERT_TRUE(window.ended());
    EXPECT_EQ(window.moving().tick, 3);
    EXPECT_THAT(window.message(), HasSubstr("no rebuild up to the last tick, 4"));
    EXPECT_EQ(window.refusal(), "this is the last tick");
}

TEST(NextRebuild, RefusesWithAReason) {
    SeekingWindow heap(seeking_session("uniform:n=100", "heap"));
    EXPECT_THAT(heap.refusal(), HasSubstr("does not keep its index"));
    EXPECT_FALSE(heap.commands.run("ticks.next_rebuild"));
    SeekingWindow still(seeking_session("grid:n=100"));
    EXPECT_THAT(still.refusal(), HasSubstr("do not move"));
}

TEST(NextRebuild, MarksAreOfOneIndex) {
    SeekingWindow window(seeking_session(wandering));
    ASSERT_TRUE(window.commands.run("ticks.next_rebuild"));
    ASSERT_TRUE(window.ended());
    ASSERT_EQ(window.moving().seen_rebuilds.size(), 1u);
    window.set([](SessionState& state) { state.k = 9; });
    ASSERT_TRUE(window.settled());
    EXPECT_EQ(window.moving().seen_rebuilds.size(), 1u) << "k is no matter of the index";
    window.set([](SessionState& state) { state.options["quadtree-cached"]["leaf-capacity"] = "32"; });
    ASSERT_TRUE(window.draws_until([&] { return !window.workbench.busy(); }));
    EXPECT_TRUE(window.moving().seen_rebuilds.empty());
}

}  // namespace
}  // namespace neighborscope
