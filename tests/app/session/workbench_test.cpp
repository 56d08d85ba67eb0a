// Tests a workbench: loading, searching, following the mouse, measuring and checking in idle time.
#include "app/session/sentences/search_texts.hpp"
#include "app/session/workbench/query_controls.hpp"
#include "app/session/workbench/timing_controls.hpp"
#include "gpu/oracle/oracle.hpp"
#include "small_window.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <utility>
#include <unistd.h>

namespace neighborscope {
namespace {

using ::testing::HasSubstr;

TEST(Workbench, SaysWhyTheHostTakesOverFromADevice) {
    pretend_no_cuda("no usable CUDA device: Tesla K80 (sm_37) runs no kernel");
    Window window(hotspots("heap"));
    ASSERT_TRUE(window.settled());
    EXPECT_THAT(window.workbench.view().status.device, HasSubstr(" (no usable CUDA device: Tesla K80 (sm_37) runs no kernel)"));
    pretend_no_cuda("");
}

TEST(Workbench, LoadsAndAnswers) {
    Window window(hotspots("heap"));
    ASSERT_TRUE(window.settled());
    const ViewModel& view = window.workbench.view();
    EXPECT_FALSE(view.error) << view.error->title;
    EXPECT_TRUE(view.data.loaded);
    EXPECT_EQ(view.data.summary, "500 points, 2-D");
    EXPECT_EQ(view.axes.size(), 2u);
    EXPECT_EQ(view.neighbours.size(), 16u);
    EXPECT_EQ(window.rows(), window.truth());
    EXPECT_EQ(view.neighbours[0].distance, 0) << "the first query stands on the point nearest the middle";
    EXPECT_EQ(view.neighbours[15].distance, view.kth_distance);
    EXPECT_EQ(view.neighbours[3].rank, 4);
    EXPECT_THAT(view.status.device, HasSubstr("host, "));
    EXPECT_EQ(view.status.bytes_to_host, 0u) << "nothing crosses on the host device";
    const Drawable drawable = window.workbench.drawable();
    ASSERT_NE(drawable.points, nullptr);
    EXPECT_EQ(drawable.points->count, 500);
    ASSERT_NE(drawable.lists, nullptr);
    EXPECT_EQ(drawable.lists->k(), 16);
    EXPECT_EQ(drawable.lists->lists().index[0], view.neighbours[0].row);
    EXPECT_EQ(drawable.query.size(), 2u);
}

TEST(Workbench, EveryChangeOfTheQuestionIsAnswered) {
    Window window(hotspots("heap"));
    ASSERT_TRUE(window.settled());
    const auto drawn = window.workbench.drawable();
    for (const int k : {1, 40, 7}) {
        window.set([&](SessionState& state) { state.k = k; });
        ASSERT_TRUE(window.settled());
        EXPECT_EQ(window.rows().size(), std::size_t(k));
        EXPECT_EQ(window.rows(), window.truth());
    }
    EXPECT_GT(window.workbench.drawable().list_generation, drawn.list_generation);
    EXPECT_EQ(window.workbench.drawable().data_generation, drawn.data_generation) << "the points stayed where they were";
    window.workbench.query().move_to({100, 22000});
    ASSERT_TRUE(window.settled());
    EXPECT_EQ(window.workbench.view().query, (std::vector<double>{100, 22000}));
    for (const Metric metric : {Metric::manhattan, Metric::chebyshev}) {
        window.set([&](SessionState& state) { state.metric = metric; });
        ASSERT_TRUE(window.settled());
        EXPECT_EQ(window.rows(), window.truth());
    }
    window.set([&](SessionState& state) { state.method = "ppw"; });
    ASSERT_TRUE(window.settled());
    EXPECT_EQ(window.rows(), window.truth());
}

TEST(Workbench, ExcludesThePointTheQueryStandsOn) {
    Window window(hotspots("heap"));
    ASSERT_TRUE(window.settled());
    window.workbench.query().pin_at_row(123);
    window.set([](SessionState& state) { state.exclude_self = true; });
    ASSERT_TRUE(window.settled());
    EXPECT_EQ(window.workbench.session().query_row, 123);
    EXPECT_EQ(window.workbench.session().query_mode, QueryMode::pinned);
    EXPECT_EQ(window.rows(), window.truth(123));
    EXPECT_THAT(window.rows(), ::testing::Not(::testing::Contains(123)));
    // A query beside all points excludes none.
    window.workbench.query().move_to({1.5, 2.5});
    ASSERT_TRUE(window.settled());
    EXPECT_EQ(window.rows(), window.truth());
    EXPECT_FALSE(window.workbench.session().query_row);
}

TEST(Workbench, ChecksItselfWhenIdle) {
    Window window(hotspots());
    ASSERT_TRUE(window.checked());
    EXPECT_EQ(window.workbench.view().exactness.right, 16);
    EXPECT_EQ(window.workbench.view().exactness.of, 16);
    SlowMethod::lies = true;
    window.workbench.query().move_to({3000, 3000});
    ASSERT_TRUE(window.settled());
    ASSERT_TRUE(window.checked());
    EXPECT_EQ(window.workbench.view().exactness.right, 15);
}

TEST(Workbench, OracleInBlocksIsTheOracle) {
    Window window(hotspots("heap"));
    ASSERT_TRUE(window.settled());
    // More than a million coordinates: several blocks, with equal distances in different blocks.
    std::vector<float> rows;
    for (int i = 0; i < 1500000; ++i) rows.push_back(float(i % 1000));
    const HostRows points{rows, 1};
    const float query = 500;
    const auto whole = exhaustive_search(points, &query, 3000, Metric::euclidean, 1400500);
    const auto blocks = exhaustive_search_in_blocks(points, &query, 3000, Metric::euclidean, 1400500, {});
    ASSERT_EQ(whole.size(), blocks.size());
    for (std::size_t i = 0; i < whole.size(); ++i) ASSERT_EQ(whole[i].index, blocks[i].index) << i;
}

TEST(Workbench, MouseMovesCoalesce) {
    Window window(hotspots());
    ASSERT_TRUE(window.wait_until_measured());
    SlowMethod::reset();
    SlowMethod::held = true;
    for (int i = 0; i < 1000; ++i) window.workbench.query().move_to({double(i), 5000});
    ASSERT_TRUE(window.until([] { return SlowMethod::began == 1; }));
    SlowMethod::held = false;
    ASSERT_TRUE(window.settled());
    EXPECT_EQ(window.workbench.view().query, (std::vector<double>{999, 5000}));
    EXPECT_EQ(window.rows(), window.truth());
    EXPECT_LE(SlowMethod::began, 20) << "a thousand moves do not make a thousand searches";
    EXPECT_FALSE(window.workbench.can_undo()) << "moves are no steps";
}

TEST(Workbench, ShortSearchesFinishWhileTheMouseMoves) {
    const TestClock time;  // short searches end within a tenth of a second
    Window window(hotspots());
    ASSERT_TRUE(window.wait_until_measured());
    SlowMethod::reset();
    SlowMethod::tiles = 10;
    std::uint64_t seen = window.workbench.drawable().list_generation;
    int moves = 0, answers = 0;
    EXPECT_TRUE(until([&] {
        window.workbench.query().move_to({double(moves++ % 20000), 5000});
        window.workbench.poll();
        const auto before = std::exchange(seen, window.workbench.drawable().list_generation);
        answers += seen != before;
        return answers == 4;
    })) << "the picture follows while the mouse never rests";
}

TEST(Workbench, LongSearchesMakeWay) {
    Window window(hotspots());
    ASSERT_TRUE(window.wait_until_measured());
    SlowMethod::reset();
    SlowMethod::tiles = 15000;
    window.workbench.query().move_to({1, 1});
    ASSERT_TRUE(window.until([] { return SlowMethod::began == 1; }));
    ASSERT_TRUE(window.until([&] { return window.workbench.view().progress.has_value(); })) << "a long search shows how far it is";
    EXPECT_GT(window.workbench.view().progress->total, 0);
    SlowMethod::tiles = 0;
    window.set([](SessionState& state) { state.k = 3; });
    ASSERT_TRUE(window.settled());
    EXPECT_EQ(SlowMethod::stopped, 1);
    EXPECT_EQ(window.rows(), window.truth());
    EXPECT_FALSE(window.workbench.view().progress);
}

TEST(Workbench, ASearchIsNotCutTwiceForTheMouse) {
    const TestClock time;
    Window window(hotspots());
    ASSERT_TRUE(window.wait_until_measured());
    SlowMethod::reset();
    SlowMethod::tiles = 150;
    const std::uint64_t before = window.workbench.drawable().list_generation;
    int moves = 0;
    EXPECT_TRUE(until([&] {
        window.workbench.query().move_to({double(moves++ % 20000), 5000});
        window.workbench.poll();
        return window.workbench.drawable().list_generation > before;
    }));
}

TEST(Workbench, CancelStopsASearchAndKeepsThePicture) {
    Window window(hotspots());
    ASSERT_TRUE(window.wait_until_measured());
    const auto rows = window.rows();
    SlowMethod::reset();
    SlowMethod::tiles = 15000;
    window.workbench.query().move_to({1, 1});
    ASSERT_TRUE(window.until([] { return SlowMethod::began == 1; }));
    window.workbench.cancel();
    ASSERT_TRUE(window.until([&] { return !window.workbench.busy(); }));
    EXPECT_EQ(SlowMethod::stopped, 1);
    EXPECT_EQ(window.rows(), rows);
    EXPECT_FALSE(window.workbench.view().error) << "cancelling is not an error";
    SlowMethod::tiles = 0;
    window.workbench.query().move_to({1, 2});
    ASSERT_TRUE(window.settled());
    EXPECT_EQ(window.workbench.view().query, (std::vector<double>{1, 2}));
}

TEST(Workbench, EndsPromptlyInTheMiddleOfASearch) {
    {
        const SessionState first = hotspots();
        SlowMethod::tiles = 15000;
        Window window(first);
        ASSERT_TRUE(window.until([] { return SlowMethod::began == 1; }));
    }
    EXPECT_EQ(SlowMethod::ended, 0);
    EXPECT_EQ(SlowMethod::stopped, 1) << "the search would take 15 s";
    for (int i = 0; i < 10; ++i) Window at_once(hotspots());  // closed before anything began
}

TEST(Workbench, ARefusalIsACardAndThePictureStays) {
    Window window(hotspots());
    ASSERT_TRUE(window.checked());
    window.set([](SessionState& state) { state.k = 65; });
    window.workbench.poll();
    ASSERT_TRUE(window.workbench.view().error);
    EXPECT_THAT(window.workbench.view().error->title, HasSubstr("slow cannot answer this"));
    EXPECT_THAT(window.workbench.view().error->remedy, HasSubstr("ask for k up to 64, or choose "));
    EXPECT_EQ(window.workbench.view().error->kind, Failure::usage);
    EXPECT_EQ(window.rows().size(), 16u);
    for (const MethodEntry& entry : window.workbench.view().methods) {
        const Supports& supports = entry.method->info.supports;
        const bool is_refused = !supports.missing_package.empty() || supports.k_to < 65 || supports.own_index;
        EXPECT_EQ(entry.refusal.has_value(), is_refused) << entry.method->info.name;
    }
    window.workbench.dismiss_error();
    window.workbench.query().move_to({1, 2});
    EXPECT_FALSE(window.workbench.view().error) << "an error is shown once";
    window.workbench.undo();
    EXPECT_FALSE(window.workbench.view().error);
    window.set([](SessionState& state) { state.options["slow"]["size"] = "9"; });
    ASSERT_TRUE(window.workbench.view().error);
    EXPECT_THAT(window.workbench.view().error->title, HasSubstr("size"));
    window.set([](SessionState& state) { state.method = "sloww"; });
    ASSERT_TRUE(window.workbench.view().error);
    EXPECT_THAT(window.workbench.view().error->title, HasSubstr("sloww"));
}

TEST(Workbench, AFailedSearchIsACardAndThePictureStays) {
    Window window(hotspots());
    ASSERT_TRUE(window.checked());
    const auto rows = window.rows();
    SlowMethod::fails = true;
    window.workbench.query().move_to({5, 5});
    ASSERT_TRUE(window.until([&] { return window.workbench.view().error.has_value(); }));
    EXPECT_THAT(window.workbench.view().error->title, HasSubstr("planted"));
    EXPECT_EQ(window.workbench.view().error->remedy, "plant nothing");
    EXPECT_EQ(window.workbench.view().error->kind, Failure::device);
    EXPECT_EQ(window.rows(), rows);
    SlowMethod::fails = false;
    window.workbench.query().move_to({6, 5});
    ASSERT_TRUE(window.until([&] { return !window.workbench.busy(); }));
    EXPECT_FALSE(window.workbench.view().error);
    EXPECT_EQ(window.rows(), window.truth());
}

TEST(Workbench, TheFailureOfAnOlderQuestionIsNotSaid) {
    Window window(hotspots());
    ASSERT_TRUE(window.wait_until_measured());
    SlowMethod::reset();
    SlowMethod::held = true;
    SlowMethod::fails = true;
    window.workbench.query().move_to({1, 1});
    ASSERT_TRUE(window.until([] { return SlowMethod::began == 1; }));
    SlowMethod::tiles = 15000;  // of the next search
    window.workbench.query().move_to({2, 2});
    SlowMethod::held = false;
    ASSERT_TRUE(window.until([] { return SlowMethod::began == 2; }));
    window.workbench.poll();
    EXPECT_FALSE(window.workbench.view().error);
    SlowMethod::fails = false;
    window.workbench.cancel();
}

TEST(Workbench, APlaceThatIsNoneIsNoQuery) {
    Window window(hotspots());
    ASSERT_TRUE(window.settled());
    const auto before = window.workbench.session().query;
    window.workbench.query().move_to({std::nan(""), 1});
    window.workbench.query().move_to({1, std::numeric_limits<double>::infinity()});
    EXPECT_EQ(window.workbench.session().query, before);
}

TEST(Workbench, AChangeOfTheQuestionSaysWhoEnteredAndWhoLeft) {
    Window window(hotspots("heap", 4));
    ASSERT_TRUE(window.checked());
    const auto& changes = window.workbench.view().changes;
    EXPECT_FALSE(changes);
    const auto answered = [&](const std::function<void(SessionState&)>& change) {
        const std::uint64_t before = window.workbench.drawable().list_generation;
        window.set(change);
        return window.until([&] { return window.workbench.drawable().list_generation != before && !window.workbench.busy(); });
    };
    ASSERT_TRUE(answered([](SessionState& state) { state.k = 6; }));
    ASSERT_TRUE(changes);
    EXPECT_EQ(changes->text(), "k changed from 4 to 6: 2 entered, none left");
    EXPECT_EQ(changes->entered, (std::vector<int>{5, 6}));
    const NeighbourRow last = window.workbench.view().neighbours.back();
    ASSERT_TRUE(answered([](SessionState& state) { state.k = 5; }));
    EXPECT_EQ(changes->text(), "k changed from 6 to 5: none entered, 1 left");
    ASSERT_EQ(changes->left.size(), 1u);
    EXPECT_EQ(changes->left.front().row, last.row);
    EXPECT_EQ(changes->left.front().rank, 6);
    ASSERT_TRUE(answered([](SessionState& state) { state.method = "bulk-heap"; }));
    EXPECT_EQ(changes->text(), "the method changed from heap to bulk-heap: the neighbours are the same");
    ASSERT_TRUE(answered([](SessionState& state) { state.options["bulk-heap"]["threads"] = "128"; }));
    EXPECT_EQ(changes->text(), "an option changed: the neighbours are the same");
    ASSERT_TRUE(answered([](SessionState& state) { state.metric = Metric::chebyshev; }));
    EXPECT_EQ(changes->by, "the metric changed from Euclidean to Chebyshev");
    EXPECT_EQ(changes->entered.size(), changes->left.size());
    window.workbench.query().pin_at_row(17);
    ASSERT_TRUE(window.until([&] { return window.workbench.view().query_row == 17; }));
    EXPECT_FALSE(changes) << "of another query";
    ASSERT_TRUE(answered([](SessionState& state) { state.exclude_self = true; }));
    EXPECT_EQ(changes->text(), "the point itself was excluded: 1 entered, 1 left");
}

TEST(Workbench, BuildsOfAnIndexAreTimedWarm) {
    Window window(hotspots("quadtree-cached", 4));
    const auto& timings = window.workbench.view().timings;
    const auto told = [&] { return !timings.build.again.empty() || timings.build.first >= 150; };  // or the machine is too slow
    ASSERT_TRUE(window.until(told));
    const double first = timings.build.first;
    EXPECT_GT(first, 0);
    window.workbench.change([](SessionState& state) { state.k = 5; });
    ASSERT_TRUE(window.until([&] { return !window.workbench.busy() && timings.runs > 0 && !timings.previous && told(); }));
    EXPECT_EQ(timings.build.first, first) << "the index stands";
    window.workbench.change([](SessionState& state) { state.method = "heap"; });
    ASSERT_TRUE(window.until([&] { return !window.workbench.busy() && timings.runs > 0 && !timings.previous; }));
    EXPECT_EQ(timings.build.first, 0) << "nothing is built";
}

TEST(Workbench, FrozenTimingsStayWhileOthersAreMeasured) {
    Window window(hotspots("heap", 4));
    ASSERT_TRUE(window.until([&] { return window.workbench.view().timings.runs >= 3; }));
    window.workbench.timings().freeze(true);
    const auto& frozen = window.workbench.view().frozen;
    ASSERT_TRUE(frozen);
    EXPECT_THAT(window.workbench.view().message, testing::HasSubstr("runs; Ctrl+3 shows the comparison"));
    EXPECT_EQ(frozen->asked, "heap, k = 4, 500 points, host");
    EXPECT_EQ(frozen->timings.totals.size(), std::size_t(frozen->timings.runs));
    const double kept = frozen->timings.total_median;
    window.set([](SessionState& state) { state.method = "bulk-heap"; });
    ASSERT_TRUE(window.until([&] {
        const Timings& timings = window.workbench.view().timings;
        return !timings.previous && timings.runs > 8;  // more than without a comparison
    }));
    EXPECT_EQ(frozen->timings.total_median, kept);
    EXPECT_EQ(search_settings_text(window.workbench.session(), window.workbench.view()), "bulk-heap, k = 4, 500 points, host");
    window.workbench.timings().freeze(false);
    EXPECT_FALSE(frozen);
}

TEST(Workbench, ARefusedQuestionLeavesTheTimingsToTheOneBefore) {
    Window window(hotspots("heap", 4));
    const Timings& timings = window.workbench.view().timings;
    ASSERT_TRUE(window.until([&] { return timings.runs >= 3 && !timings.phases.empty(); }));
    window.workbench.timings().freeze(true);
    window.set([](SessionState& state) { state.options["heap"]["threads"] = "none"; });
    ASSERT_TRUE(window.workbench.view().error);
    EXPECT_TRUE(timings.previous) << "nothing was measured that could be B";
    const int before = timings.runs;
    ASSERT_TRUE(window.until([&] { return timings.runs > before + 8; })) << "for the comparison the question before is measured on";
    EXPECT_TRUE(timings.previous);
    window.workbench.undo();
    EXPECT_FALSE(window.workbench.view().error);
    EXPECT_FALSE(timings.previous) << "they are of this question";
    EXPECT_GT(timings.runs, before);
}

TEST(Workbench, AQueryThatWasPutElsewhereIsMeasuredAnew) {
    Window window(hotspots("heap", 4));
    const Timings& timings = window.workbench.view().timings;
    const auto rests = [&] {
        return window.until([&] { return !window.workbench.busy() && !timings.previous && timings.runs >= 7 && timings.queries == 1; });
    };
    ASSERT_TRUE(rests());
    const std::uint64_t first = timings.newest_query;
    window.workbench.query().pin_at_row(17);
    EXPECT_TRUE(timings.previous) << "what is left are the numbers of the query before, said so";
    ASSERT_TRUE(rests());
    EXPECT_GT(timings.newest_query, first) << "none of its runs is of the query before";
    window.workbench.change([](SessionState& state) { state.query_mode = QueryMode::follow; });
    ASSERT_TRUE(rests());
    const std::uint64_t second = timings.newest_query;
    const std::vector<double> from = window.workbench.view().query;
    for (int i = 1; i <= 5; ++i) {
        window.workbench.query().move_to({from[0] + i, from[1]});
        EXPECT_FALSE(timings.previous) << "on its way it goes on";
        ASSERT_TRUE(window.until([&] { return window.workbench.view().query[0] == from[0] + i; }));
    }
    ASSERT_TRUE(window.until([&] { return timings.newest_query == second + 5; }));
    ASSERT_TRUE(rests());
    EXPECT_GE(timings.phase_runs, 2);
}

TEST(Workbench, MeasuresWhenIdleAndStartsAgainForAnotherQuestion) {
    Window window(hotspots());
    const auto measured = [&] {
        return window.until([&] { return window.workbench.view().timings.runs >= 1 && !window.workbench.view().timings.phases.empty(); });
    };
    ASSERT_TRUE(measured());
    SlowMethod::tiles = 20;
    window.set([](SessionState& state) { state.k = 5; });
    EXPECT_TRUE(window.workbench.view().timings.previous) << "the numbers of the question before, said so";
    ASSERT_TRUE(window.until([&] { return !window.workbench.view().timings.previous; }));
    ASSERT_TRUE(measured());
    const Timings& timings = window.workbench.view().timings;
    EXPECT_GE(timings.total_median, 15) << "no run of the question before is among them";
    EXPECT_LE(timings.total_p5, timings.total_median);
    EXPECT_GE(timings.total_p95, timings.total_median);
    ASSERT_EQ(timings.phases.size(), 1u);
    EXPECT_EQ(timings.phases[0].phase, "waiting");
    EXPECT_GE(timings.phases[0].median, 15);
    EXPECT_GE(window.workbench.view().status.search_milliseconds, 15);
}

TEST(Workbench, PhasesAndTotalsAreLiveWhileTheQueryMoves) {
    Window window(hotspots());
    ASSERT_TRUE(window.wait_until_measured());
    const Timings& timings = window.workbench.view().timings;
    const Timings before = timings;
    SlowMethod::tiles = 1;
    for (int move = 0; move < 60; ++move) {
        window.workbench.query().move_to({double(move % 10), double(move / 10)});
        ASSERT_TRUE(window.until([&] { return !window.workbench.busy(); }));
    }
    EXPECT_GE(timings.phase_runs, before.phase_runs + 15);
    EXPECT_GE(timings.runs, before.runs + 15);
    EXPECT_LE(std::abs(timings.runs - timings.phase_runs), 3);
    EXPECT_EQ(timings.total_median, 1.25);
    EXPECT_EQ(timings.phases.at(0).median, 1.25) << "of the same answers";
    EXPECT_EQ(window.rows(), window.truth()) << "an answer that is measured in phases is an answer";
}

TEST(Workbench, PhasesFollowWhatTheTotalsFollow) {
    Window window(hotspots());
    ASSERT_TRUE(window.wait_until_measured());
    EXPECT_LT(window.workbench.view().timings.phases.at(0).median, 4);
    SlowMethod::tiles = 8;  // the machine becomes slower, the request stays
    for (int move = 0; move < 40; ++move) {
        window.workbench.query().move_to({double(move), 5});
        ASSERT_TRUE(window.until([&] { return !window.workbench.busy(); }));
    }
    const Timings& timings = window.workbench.view().timings;
    EXPECT_GE(timings.total_median, 8);
    EXPECT_GE(timings.phases.at(0).median, 8);
    EXPECT_GE(window.workbench.view().status.search_milliseconds, 8);
    SlowMethod::tiles = 25;  // too long for every second answer
    const int phase_runs = timings.phase_runs;
    for (int move = 0; move < 18; ++move) {
        window.workbench.query().move_to({double(move), 6});
        ASSERT_TRUE(window.until([&] { return !window.workbench.busy(); }));
    }
    EXPECT_GT(timings.phase_runs, phase_runs);
}

TEST(Workbench, UndoKeepsTheQueryThatFollowsTheMouse) {
    Window window(hotspots());
    ASSERT_TRUE(window.settled());
    for (int k = 17; k < 30; ++k) window.set([&](SessionState& state) { state.k = k; }, true);
    window.workbench.query().move_to({9, 9});
    EXPECT_EQ(window.workbench.undo_kind(), "change k");
    window.workbench.undo();
    EXPECT_EQ(window.workbench.session().k, 16) << "a drag is one step";
    EXPECT_EQ(window.workbench.session().query, (std::vector<double>{9, 9}));
    EXPECT_FALSE(window.workbench.can_undo());
    EXPECT_EQ(window.workbench.redo_kind(), "change k");
    window.workbench.redo();
    EXPECT_EQ(window.workbench.session().k, 29);
    ASSERT_TRUE(window.settled());
    EXPECT_EQ(window.rows().size(), 29u);
    window.workbench.end_drag();
    window.set([](SessionState& state) { state.k = 30; }, true);
    window.workbench.undo();
    EXPECT_EQ(window.workbench.session().k, 29);
}

}  // namespace
}  // namespace neighborscope
