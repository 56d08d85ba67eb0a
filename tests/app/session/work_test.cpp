// Tests the work of a self-join: it is of the request shown, and the costliest query is found.
#include "app/session/search/search_worker.hpp"
#include "app/session/workbench/moving_controls.hpp"
#include "app/session/workbench/query_controls.hpp"
#include "small_window.hpp"

#include <gmock/gmock.h>

#include <numeric>

namespace neighborscope {
namespace {

SessionState tree_session(const std::string& data = "hotspots:n=800") {
    SessionState state;
    state.data = data;
    state.method = "quadtree-cached";
    state.options["quadtree-cached"]["leaf-capacity"] = "16";
    state.device = "host";
    state.k = 8;
    state.query_mode = QueryMode::pinned;
    return state;
}

const TreeWork* work_of(const Window& window) {
    const std::optional<TreeFacts>& tree = window.workbench.view().tree;
    return tree && tree->work ? &*tree->work : nullptr;
}

/// The work of each point's query, from the engine directly.
std::vector<QueryWork> directly(const Window& window) {
    const Drawable drawable = window.workbench.drawable();
    const SessionState& session = window.workbench.session();
    PointSet points(DeviceKind::host, drawable.data->coordinates, drawable.data->dimension);
    if (drawable.data->motion) points.set_extent(drawable.data->motion->extent({}));
    const Method& method = find_method(session.method);
    Searcher searcher(method, points, Options(method.info.options, session.options.at(session.method)));
    SelfJoin self_join;
    const auto answer = self_join.run(searcher, points, session.k, session.metric, session.exclude_self, {});
    std::vector<QueryWork> work(std::size_t(drawable.data->count()));
    answer.work.to_host(work.data(), answer.work.bytes());
    return work;
}

void expect_same(const Window& window) {
    const TreeWork* work = work_of(window);
    ASSERT_TRUE(work);
    std::uint64_t leaves = 0, distances = 0;
    for (const QueryWork& one : directly(window)) leaves += one.leaves, distances += one.distances;
    EXPECT_EQ(work->leaves.sum, leaves);
    EXPECT_EQ(work->distances.sum, distances);
    EXPECT_EQ(work->leaves.count, window.workbench.view().data.count);
    EXPECT_EQ(work->balance.weight, double(distances));
    EXPECT_EQ(work->iterations.front().queries, window.workbench.view().data.count);
    const std::vector<LeafBar> bars = spread_bars(work->cell_queries, 24);
    EXPECT_EQ(std::accumulate(bars.begin(), bars.end(), 0, [](int sum, const LeafBar& bar) { return sum + bar.leaves; }),
        work->cell_queries.count)
        << "each leaf with queries is in one bar";
}

TEST(Work, IsKnownWhenItIsShown) {
    Window window(tree_session());
    ASSERT_TRUE(window.settled());
    EXPECT_FALSE(work_of(window)) << "it costs a search of all points: nobody has asked for it";
    window.set([](SessionState& state) { state.cells = CellsShown::work; });
    ASSERT_TRUE(window.until([&] { return !window.workbench.busy() && work_of(window); }));
    expect_same(window);
    const std::uint64_t before = work_of(window)->leaves.sum;
    window.set([](SessionState& state) { state.k = 40; });
    ASSERT_TRUE(window.until([&] { return !window.workbench.busy() && work_of(window) && work_of(window)->leaves.sum != before; }));
    expect_same(window);
    window.set([](SessionState& state) { state.method = "heap"; });
    ASSERT_TRUE(window.until([&] { return !window.workbench.busy() && !window.workbench.view().tree; }));
    window.workbench.undo();
    ASSERT_TRUE(window.until([&] { return !window.workbench.busy() && work_of(window); }));
    expect_same(window);
}

TEST(Work, IsAmongTheWaysToColourOfMethodsThatTellIt) {
    Window window(tree_session());
    ASSERT_TRUE(window.settled());
    const auto ways = [&] {
        std::vector<std::string> values;
        for (const ColourWay& way : window.workbench.view().colouring.ways) values.push_back(way.value);
        return values;
    };
    EXPECT_THAT(ways(), testing::ElementsAre("plain", "query-leaves", "query-distances"));
    window.set([](SessionState& state) { state.colour_by = "query-leaves"; });
    ASSERT_TRUE(window.until([&] { return !window.workbench.busy() && work_of(window); }));
    expect_same(window);
    window.set([](SessionState& state) { state.method = "heap"; });
    EXPECT_THAT(ways(), testing::ElementsAre("plain"));
    EXPECT_EQ(window.workbench.view().colouring.shown, 0u);
}

TEST(Work, FollowsPointsThatMove) {
    SessionState session = tree_session("uniform:n=600");
    session.cells = CellsShown::queries;
    session.options["quadtree-cached"]["rebuild"] = "always";  // a kept tree would differ from a rebuilt one
    Window window(session);
    ASSERT_TRUE(window.until([&] { return !window.workbench.busy() && work_of(window); }));
    for (const int tick : {1, 2}) {
        window.workbench.moving().go_to_tick(tick);
        ASSERT_TRUE(
            window.until([&] { return !window.workbench.busy() && window.workbench.view().moving.tick == tick && work_of(window); }));
        expect_same(window);
    }
}

TEST(Work, GoesOnWhileTheQueryMoves) {
    SessionState session = tree_session("hotspots:n=30000");  // for long enough to be seen: cards show after 200 ms
    session.k = 64;
    session.query_mode = QueryMode::follow;
    Window window(session);
    ASSERT_TRUE(window.settled());
    window.set([](SessionState& state) { state.cells = CellsShown::work; });
    double last = 0;    // seconds of the progress card
    int fell_back = 0;  // a new index also has a progress card, before that of the queries
    const auto went_on = [&] {
        const std::optional<ProgressCard>& card = window.workbench.view().progress;
        if (!card || card->title != "Every point is a query") return false;
        if (card->seconds < last) ++fell_back, last = 0;
        return card->seconds > last + 0.1;
    };
    for (int move = 0; !work_of(window); ++move) {
        ASSERT_TRUE(window.until([&] { return (went_on() && window.workbench.view().progress->seconds > 0.4) || work_of(window); }));
        if (work_of(window)) break;
        last = window.workbench.view().progress->seconds;
        const std::vector<double> place{1000.0 + move % 100, 2000};
        window.workbench.query().move_to(place);
        ASSERT_TRUE(window.until([&] {
            went_on();
            return window.workbench.view().query == place;
        }));
    }
    EXPECT_LE(fell_back, 1) << "it is not begun anew";
    ASSERT_TRUE(window.until([&] { return !window.workbench.busy(); }));
    expect_same(window);
}

TEST(Work, IsNotBegunAgainOnceItWasCancelled) {
    Window window(tree_session());
    ASSERT_TRUE(window.settled());
    window.set([](SessionState& state) { state.cells = CellsShown::work; });
    window.workbench.cancel();
    window.workbench.query().pin_at_row(7);
    ASSERT_TRUE(window.until([&] { return !window.workbench.busy() && window.rows().front() == 7; }));
    EXPECT_FALSE(work_of(window));
    window.set([](SessionState& state) { state.cells = CellsShown::none; });
    window.set([](SessionState& state) { state.cells = CellsShown::work; });
    ASSERT_TRUE(window.until([&] { return !window.workbench.busy() && work_of(window); }));
}

TEST(Work, EndsWhenNothingShowsItAnyLonger) {
    for (const bool moves : {false, true}) {                      // after points have moved, the present index is used
        SessionState session = tree_session("hotspots:n=30000");  // for long enough to be seen
        session.k = 512;
        Window window(session);
        ASSERT_TRUE(window.settled());
        if (moves) {
            window.workbench.moving().go_to_tick(1);
            ASSERT_TRUE(window.until([&] { return !window.workbench.busy() && window.workbench.view().moving.tick == 1; }));
        }
        window.set([](SessionState& state) { state.cells = CellsShown::queries; });
        const auto asks = [&] {
            const std::optional<ProgressCard>& card = window.workbench.view().progress;
            return card && card->title == "Every point is a query";
        };
        ASSERT_TRUE(window.until([&] { return asks() || work_of(window); }));
        ASSERT_FALSE(work_of(window)) << "else this shows nothing";
        window.set([](SessionState& state) { state.cells = CellsShown::outlines; });
        ASSERT_TRUE(window.until([&] { return !window.workbench.busy(); }));
        EXPECT_FALSE(work_of(window));
        EXPECT_FALSE(window.workbench.view().error);
        const int runs = window.workbench.view().timings.runs;
        EXPECT_TRUE(window.until([&] { return window.workbench.view().timings.runs > runs || window.workbench.view().timings.runs > 6; }))
            << "other idle work goes on";
        if (moves) continue;
        window.set([](SessionState& state) { state.k = 8, state.cells = CellsShown::queries; });
        EXPECT_TRUE(window.until([&] { return !window.workbench.busy() && work_of(window); })) << "and it is begun again when it is wanted";
    }
}

TEST(Work, TheCostliestQueryIsGoneTo) {
    Window window(tree_session());
    ASSERT_TRUE(window.settled());
    window.workbench.query().find_costliest();
    ASSERT_TRUE(window.until([&] { return !window.workbench.busy() && window.workbench.view().why; }));
    const std::vector<QueryWork> work = directly(window);
    const auto most = std::max_element(work.begin(), work.end(), [](QueryWork a, QueryWork b) { return a.distances < b.distances; });
    EXPECT_EQ(window.workbench.session().query_row, most - work.begin());
    EXPECT_EQ(window.workbench.session().query_mode, QueryMode::pinned);
    const std::string& text = window.workbench.view().why->text;
    std::vector<unsigned> distances;
    for (const QueryWork& one : work) distances.push_back(one.distances);
    std::sort(distances.begin(), distances.end());
    EXPECT_THAT(text, testing::HasSubstr("row " + text_of_count(most - work.begin())));
    EXPECT_THAT(text, testing::HasSubstr(text_of_count(most->distances) + " distances"));
    EXPECT_THAT(text, testing::HasSubstr("median is " + text_of_count(distances[399])));
    ASSERT_TRUE(window.until([&] { return window.workbench.view().why->text.find("its own leaf holds") != std::string::npos; }))
        << "and why: " << window.workbench.view().why->text;
    EXPECT_THAT(window.workbench.view().why->text, testing::HasSubstr("median"));
    window.workbench.undo();
    EXPECT_FALSE(window.workbench.session().query_row);
    window.set([](SessionState& state) { state.colour_by = "query-leaves"; });
    window.workbench.query().find_costliest();
    ASSERT_TRUE(window.until([&] { return !window.workbench.busy() && window.workbench.session().query_row; }));
    const auto widest = std::max_element(work.begin(), work.end(), [](QueryWork a, QueryWork b) { return a.leaves < b.leaves; });
    EXPECT_EQ(window.workbench.session().query_row, widest - work.begin()) << "by what the points are coloured by";
}

TEST(Work, BarsOfTasksAndIterationsHoldAllOfThem) {
    TaskBalance balance;
    EXPECT_TRUE(task_bars(balance, 24).empty());
    balance.tasks_by_weight.assign(TaskBalance::bins, 0);
    std::fill(balance.tasks_by_weight.begin() + 5, balance.tasks_by_weight.begin() + 60, 2);
    balance.heaviest = 60000;
    const std::vector<LeafBar> tasks = task_bars(balance, 24);
    EXPECT_LE(tasks.size(), 24u);
    EXPECT_EQ(std::accumulate(tasks.begin(), tasks.end(), 0, [](int sum, const LeafBar& bar) { return sum + bar.leaves; }), 110);
    EXPECT_EQ(tasks.front().from, 5);
    EXPECT_EQ(tasks.back().to, 60000) << "no heavier than the heaviest";
    for (std::size_t i = 1; i < tasks.size(); ++i) EXPECT_EQ(tasks[i].from, tasks[i - 1].to + 1);
    for (int bin = 1; bin < TaskBalance::bins; ++bin) ASSERT_GT(TaskBalance::begin(bin), TaskBalance::begin(bin - 1));
    const std::vector<Iteration> three{{"own leaf", 90, 3}, {"left", 50, 2}, {"right", 7, 1}};
    const std::vector<LeafBar> each = iteration_bars(three, 24), together = iteration_bars(three, 2);
    ASSERT_EQ(each.size(), 3u);
    EXPECT_EQ(each[1].leaves, 50);
    ASSERT_EQ(together.size(), 2u);
    EXPECT_EQ(together[0].leaves, 70) << "the mean of two";
    EXPECT_TRUE(iteration_bars({}, 24).empty());
}

TEST(Work, BarsOfASpreadHoldAllOfIt) {
    Distribution spread{.count = 100,
        .least = 37,
        .most = 900,
        .place_of_maximum = 0,
        .sum = 0,
        .low = 37,
        .median = 50,
        .high = 80,
        .bin_width = 1,
        .bins = {}};
    spread.bins.assign(901, 0);
    spread.bins[37] = 60;
    spread.bins[80] = 39;
    spread.bins[900] = 1;
    const std::vector<LeafBar> bars = spread_bars(spread, 12);
    EXPECT_LE(bars.size(), 12u);
    EXPECT_EQ(bars.front().from, 37);
    EXPECT_EQ(bars.front().leaves, 60);
    EXPECT_EQ(bars.back().to, 900);
    EXPECT_EQ(bars.back().leaves, 1);
    for (std::size_t i = 1; i < bars.size(); ++i) EXPECT_EQ(bars[i].from, bars[i - 1].to + 1);
    EXPECT_TRUE(spread_bars({}, 12).empty());
}

}  // namespace
}  // namespace neighborscope
