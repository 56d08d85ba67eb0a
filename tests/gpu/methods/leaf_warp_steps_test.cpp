// What `leaf-warp` reports: its leaves, and the steps of a query in its warp. Steps of single queries
// are tested with those of all methods (steps_test.cpp).
#include "gpu/cells.hpp"
#include "gpu/query_work.hpp"
#include "tests/gpu/methods/recorded.hpp"

#include <numeric>

namespace neighborscope::test {
namespace {

const Method& looked_into() { return find_method("leaf-warp"); }

class LeafWarpSeen : public testing::TestWithParam<DeviceKind> {
protected:
    static Searcher searcher(const PointSet& points) {
        return {looked_into(), points, Options(looked_into().info.options, {{"together", "1"}})};
    }
    /// One point's query in a self-join.
    static Found recorded(const PointSet& points, std::int64_t row, int k, Metric metric, bool exclude_self) {
        Searcher search = searcher(points);
        ListSet lists(GetParam(), 1, k);
        Found found;
        found.report = search.search(QuerySet::point_of_self_join(points, row, exclude_self), k, metric, lists, {}, Measure::steps);
        lists.fetch(found.index, found.distance);
        return found;
    }
    void expect_recorded(const std::vector<float>& coordinates, int dimension, std::int64_t row, int k, Metric metric, bool exclude_self);
};

INSTANTIATE_TEST_SUITE_P(Devices, LeafWarpSeen, each_device(), device_name);

std::vector<float> crowded(int count, int dimension, unsigned seed) {
    std::mt19937 random(seed);
    std::vector<float> coordinates;
    for (int i = 0; i < count * dimension; ++i) coordinates.push_back(100 * unit(random) * unit(random));
    return coordinates;
}

/// 96 points in a row: three leaves, in either direction of the curve.
std::vector<float> row_of_points() {
    std::vector<float> coordinates;
    for (int i = 0; i < 96; ++i) coordinates.insert(coordinates.end(), {float(i), 0});
    return coordinates;
}

TEST_P(LeafWarpSeen, LeavesAreAsByHand) {
    const OneDevice alone(GetParam());
    const PointSet points(GetParam(), row_of_points(), 2);
    const Searcher search = searcher(points);
    const std::optional<Tree> tree = search.tree();
    ASSERT_TRUE(tree && tree->boxes());
    EXPECT_EQ(tree->leaves, 3);
    EXPECT_EQ(tree->level, 1);
    std::vector<Cell> cells(3);
    cells_of(*tree, GetParam(), {1, 0, 2}).to_host(cells.data(), 3 * sizeof(Cell));
    for (int leaf = 0; leaf < 3; ++leaf) {
        const Cell& cell = cells[std::size_t(leaf)];
        EXPECT_EQ(cell.low[1], float(32 * leaf)) << "axes of the picture, here exchanged";
        EXPECT_EQ(cell.high[1], float(32 * leaf + 31)) << "as tight as can be";
        EXPECT_EQ(cell.low[0], 0);
        EXPECT_EQ(cell.high[0], 0);
        EXPECT_EQ(cell.objects, 32);
        EXPECT_EQ(cell.level, 1);
    }
    const CellCounts counts = count_cells(*tree, GetParam());
    EXPECT_EQ(counts.leaves_with[32], 3);
    EXPECT_EQ(counts.most, 32);
    EXPECT_EQ(counts.leaves_at, (std::vector<int>{0, 3}));
}

TEST_P(LeafWarpSeen, LeavesHoldTheirPointsAndTheirWork) {
    for (const int dimension : {2, 3}) {
        const int count = sanitized ? 200 : 1500;
        const std::vector<float> coordinates = crowded(count, dimension, 3);
        const PointSet points(GetParam(), coordinates, dimension);
        Searcher search = searcher(points);
        SelfJoin self_join;
        const DeviceMemory memory = self_join.run(search, points, 4, Metric::euclidean, false, {}).work;
        const Tree tree = *search.tree();
        DeviceMemory on_device = cells_of(tree, GetParam());
        add_work(tree, points.points(), static_cast<const QueryWork*>(memory.data()), GetParam(), static_cast<Cell*>(on_device.data()));
        std::vector<Cell> cells(std::size_t(tree.leaves));
        on_device.to_host(cells.data(), on_device.bytes());
        std::vector<QueryWork> work(memory.bytes() / sizeof(QueryWork));
        memory.to_host(work.data(), memory.bytes());
        std::vector<int> rows(work.size());
        copy_to_host(GetParam(), rows.data(), tree.boxes()->row, rows.size() * sizeof(int));
        std::vector<bool> seen(std::size_t(count), false);
        for (std::size_t leaf = 0; leaf < cells.size(); ++leaf) {
            const Cell& cell = cells[leaf];
            EXPECT_EQ(cell.objects, std::min(32, count - 32 * int(leaf)));
            EXPECT_EQ(cell.queries, cell.objects) << "every object asks";
            double distances = 0, visited = 0;
            for (int place = 0; place < cell.objects; ++place) {
                const auto row = std::size_t(rows[32 * leaf + std::size_t(place)]);
                EXPECT_FALSE(seen[row]);
                seen[row] = true;
                distances += work[row].distances;
                visited += work[row].leaves;
                for (int axis = 0; axis < dimension; ++axis) {
                    const float at = coordinates[row * std::size_t(dimension) + std::size_t(axis)];
                    EXPECT_GE(at, cell.low[axis]);
                    EXPECT_LE(at, cell.high[axis]);
                }
            }
            EXPECT_NEAR(cell.distances, distances / cell.objects, 0.5);
            EXPECT_NEAR(cell.visited, visited / cell.objects, 0.5);
        }
        EXPECT_EQ(std::count(seen.begin(), seen.end(), true), count);
    }
}

// The 40th of 96 points in a row and its two nearest, including itself. Its leaf is from 32 to 63: the farthest corner is 23 away. All 32
// points enter, 29 leave, and the bound is 1. The points at both ends of the leaf need their neighbours in the next leaves, this one does
// not: the warp visits three leaves, the nearer half of each that is not its own; this query alone needs only its own.
TEST_P(LeafWarpSeen, StepsAreAsByHand) {
    const PointSet points(GetParam(), row_of_points(), 2);
    const Report report = recorded(points, 40, 2, Metric::euclidean, false).report;
    ASSERT_NE(report.tree, nullptr);
    const RecordedTree& tree = *report.tree;
    EXPECT_EQ(tree.leaves(), 3);
    EXPECT_EQ(tree.leaf_of_row(40), 1);
    EXPECT_EQ(tree.box({0, 1}).size[0], 95) << "of the root";
    EXPECT_EQ(tree.leaves_of({0, 1}), (std::array<int, 2>{0, 3}));
    const std::vector<double> place{70, 0}, nowhere{31.5, 0};
    EXPECT_EQ(tree.cell_at(place), 2u);
    EXPECT_EQ(tree.cell_at(nowhere), std::nullopt) << "between two boxes";

    struct Line {
        std::string_view kind;
        int leaf, size, visit;
        float nearest, bound, reach;
        int half = -1;
    };
    const float none = std::numeric_limits<float>::quiet_NaN();
    const std::vector<Line> expected = {
        {"own leaf", 1, 32, 0, none, none, none},
        {"first bound", -1, 1, 0, none, 23, none},
        {"scan first", 1, 16, 1, 0, 23, none, 0},
        {"scan first", 1, 16, 1, 8, 23, none, 1},  // its other half
        {"bound", -1, 3, 1, none, 1, none},        // both at distance 1: the end tells which of them stays
        {"walk", -1, 2, 0, none, 1, 1},
        {"candidate", 0, 1, 0, 1, 1, 1},
        {"candidate", 2, 2, 0, 1, 1, 1},
        {"scan for others", 0, 16, 2, 9, 1, none, 1},
        {"scan for others", 2, 16, 3, 24, 1, none, 0},
        {"paid", -1, 1, 3, none, 1, none},
        {"place", -1, 1, 0, none, none, none},
        {"place", -1, 2, 0, none, none, none},
    };
    std::vector<Step> told;
    int came = 0, left = 0;
    for (const Step& step : report.steps) {
        const std::string_view kind = kind_of(looked_into(), step);
        came += kind == "entry", left += kind == "leave";
        if (kind != "entry" && kind != "leave") told.push_back(step);
    }
    EXPECT_EQ(came, 32);
    EXPECT_EQ(left, 29);
    ASSERT_EQ(told.size(), expected.size());
    for (std::size_t i = 0; i < told.size(); ++i) {
        SCOPED_TRACE("step " + std::to_string(i) + ", " + std::string(expected[i].kind));
        EXPECT_EQ(kind_of(looked_into(), told[i]), expected[i].kind);
        EXPECT_EQ(
            told[i].quadrant, expected[i].leaf < 0 ? StepQuadrant() : (StepQuadrant{std::uint32_t(expected[i].leaf), 0, expected[i].half}));
        EXPECT_EQ(told[i].size, expected[i].size);
        EXPECT_EQ(told[i].visit, expected[i].visit);
        const auto expect_number = [&](float number, float wanted) {
            if (std::isnan(wanted)) EXPECT_TRUE(std::isnan(number));
            else EXPECT_EQ(number, wanted);
        };
        expect_number(told[i].nearest, expected[i].nearest);
        expect_number(told[i].bound, expected[i].bound);
        expect_number(told[i].reach, expected[i].reach);
    }
    EXPECT_EQ(told[11].entered.index, 40);
    EXPECT_EQ(told[12].entered.index, 39) << "of equal ones the smaller index";
}

double apart_along(double low, double high, double other_low, double other_high) {
    return std::max({low - other_high, other_low - high, 0.0});
}

void LeafWarpSeen::expect_recorded(
    const std::vector<float>& coordinates, int dimension, std::int64_t row, int k, Metric metric, bool exclude_self) {
    SCOPED_TRACE("row " + std::to_string(row) + " of " + std::to_string(dimension) + " dimensions, k = " + std::to_string(k) + ", " +
                 std::string(name(metric)));
    const PointSet points(GetParam(), coordinates, dimension);
    const std::int64_t count = points.points().count;
    Searcher search = searcher(points);
    ListSet all(GetParam(), count, k);
    const DeviceMemory memory(GetParam(), std::size_t(count) * sizeof(QueryWork), "work");
    search.search(QuerySet::self_join(points, exclude_self), k, metric, all, {}, Measure::total, static_cast<QueryWork*>(memory.data()));
    std::vector<QueryWork> work(memory.bytes() / sizeof(QueryWork));
    memory.to_host(work.data(), memory.bytes());
    Found plain;
    all.fetch(plain.index, plain.distance);
    const auto own = [&](auto& values) {
        values.erase(values.begin(), values.begin() + std::ptrdiff_t(row * k));
        values.resize(std::size_t(k));
    };
    own(plain.index), own(plain.distance);

    const Found found = recorded(points, row, k, metric, exclude_self);
    const Steps& steps = found.report.steps;
    expect_same_lists(plain, found, "recorded");
    expect_same_lists(plain, list_of(looked_into(), steps, k), "list of the steps");
    ASSERT_NE(found.report.tree, nullptr);
    const RecordedTree& tree = *found.report.tree;
    EXPECT_EQ(std::accumulate(tree.objects.begin(), tree.objects.end(), std::int64_t(0)), count);
    play(looked_into(), steps, int(std::min<std::int64_t>(k, count)), 1e-3f);

    // The outcome of each leaf, and every decision, recomputed.
    enum LeafOutcome { unknown, passed, listed, skipped, scanned };
    std::vector<LeafOutcome> outcome(std::size_t(tree.leaves()), unknown);
    const auto gap = [&](const RecordedTree::Box& box, const RecordedTree::Box& from) {
        double sum = 0;
        for (std::size_t d = 0; d < std::size_t(dimension); ++d) {
            const double low = double(box.low[d]), other = double(from.low[d]);
            const double apart = apart_along(low, low + double(box.size[d]), other, other + double(from.size[d]));
            sum = metric == Metric::euclidean ? sum + apart * apart : metric == Metric::manhattan ? sum + apart : std::max(sum, apart);
        }
        return metric == Metric::euclidean ? std::sqrt(sum) : sum;
    };
    RecordedTree::Box query;
    for (std::size_t d = 0; d < std::size_t(dimension); ++d) query.low[d] = coordinates[std::size_t(row) * std::size_t(dimension) + d];
    const int own_leaf = tree.leaf_of_row(std::int32_t(row));
    const RecordedTree::Box warp = tree.box(tree.quadrant_of(own_leaf));
    unsigned visited = 0, needed = 0, distances = 0;
    int last_scanned = -1, last_needed = -1;
    constexpr double rounding = 2e-3;
    bool again = false;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const Step& step = steps[i];
        const std::string_view kind = kind_of(looked_into(), step);
        SCOPED_TRACE("step " + std::to_string(i) + ", " + std::string(kind));
        if (kind == "own leaf") { EXPECT_EQ(step.quadrant, tree.quadrant_of(own_leaf)); }
        again = again || kind == "again";
        if (kind == "once more") std::fill(outcome.begin(), outcome.end(), unknown), last_scanned = -1;
        if (step.phase != 1 || step.quadrant.up < 0) continue;
        const auto [first, end] = tree.leaves_of(step.quadrant);
        LeafOutcome& one = outcome[std::size_t(first)];
        if (kind == "pass") {
            EXPECT_NEAR(double(step.nearest), gap(tree.box(step.quadrant), warp), rounding);
            EXPECT_GE(double(step.nearest), double(step.reach) - rounding);
            for (int leaf = first; leaf < end; ++leaf) {
                EXPECT_EQ(outcome[std::size_t(leaf)] == unknown || outcome[std::size_t(leaf)] == scanned, true) << "looked at twice";
                if (outcome[std::size_t(leaf)] == unknown) outcome[std::size_t(leaf)] = passed;
            }
        } else if (kind == "candidate") {
            EXPECT_EQ(one, unknown);
            one = listed;
            EXPECT_NEAR(double(step.nearest), gap(tree.box(step.quadrant), warp), rounding);
            EXPECT_LE(double(step.nearest), double(step.reach) + rounding);
        } else if (kind == "skip") {
            EXPECT_EQ(one, listed);
            one = skipped;
            EXPECT_GE(double(step.nearest), gap(tree.box(step.quadrant), query) - rounding) << "to the nearer half";
            EXPECT_GE(double(step.nearest), double(step.bound) - rounding);
        } else if (kind == "scan first" || kind == "scan" || kind == "scan for others") {
            // A leaf is scanned in halves, one after the other; the first leaves are scanned without a test.
            const bool its_second_half = one == scanned && first == last_scanned;
            EXPECT_TRUE(one == listed || one == unknown || its_second_half);
            one = scanned, last_scanned = first;
            visited += !its_second_half;
            if (!its_second_half) last_needed = -1;
            needed += kind != "scan for others" && last_needed != first;
            if (kind != "scan for others") last_needed = first;
            distances += unsigned(step.size);
            EXPECT_EQ(step.visit, int(visited));
            EXPECT_GT(step.size, 0);
            EXPECT_LE(step.size, 16);
            EXPECT_EQ(step.way, first == own_leaf ? -1 : first > own_leaf);
            EXPECT_NEAR(double(step.nearest), gap(tree.box(step.quadrant), query), rounding) << "to the box that is drawn";
            if (kind == "scan") { EXPECT_LE(double(step.nearest), double(step.bound) + rounding); }
            if (kind == "scan for others") { EXPECT_GE(double(step.nearest), double(step.bound) - rounding); }
        }
    }
    EXPECT_EQ(count_steps(looked_into(), steps, 1, {"own leaf"}), 1);
    for (const Step& step : steps)
        if (kind_of(looked_into(), step) == "paid") {
            EXPECT_EQ(step.visit, int(visited));
            EXPECT_EQ(step.size, int(needed));
        }
    const QueryWork& its = work[std::size_t(row)];
    if (again) {
        EXPECT_GE(its.leaves, visited);
    } else {
        for (std::size_t leaf = 0; leaf < outcome.size(); ++leaf)
            EXPECT_TRUE(outcome[leaf] == passed || outcome[leaf] == skipped || outcome[leaf] == scanned) << "leaf " << leaf;
        EXPECT_EQ(its.leaves, visited) << "as the kernel tells of every query";
        EXPECT_EQ(its.distances, distances);
    }
}

TEST_P(LeafWarpSeen, StepsTellWhatTheWarpDoes) {
    for (const int dimension : {2, 3}) {
        const std::vector<float> coordinates = crowded(sanitized ? 300 : 2500, dimension, unsigned(dimension));
        const std::vector<int> lengths = watches_races ? std::vector{8} : std::vector{1, 7, 10, 31, 64, 200};
        for (const int k : lengths)
            for (const Metric metric : {Metric::euclidean, Metric::manhattan, Metric::chebyshev})
                expect_recorded(coordinates, dimension, 7 * k % (sanitized ? 300 : 2500), k, metric, k % 2 == 0);
    }
}

// Thousands of equal distances: lists cannot tell which is last, and queries are searched singly.
TEST_P(LeafWarpSeen, StepsOfDoubtfulQueriesGoOnAlone) {
    if (watches_races) GTEST_SKIP() << "counts, not threads";
    std::mt19937 random(2);
    std::vector<float> coordinates;
    for (int i = 0; i < 2 * 900; ++i) coordinates.push_back(float(random() % 6));
    for (const int k : {3, 30}) expect_recorded(coordinates, 2, 5, k, Metric::euclidean, k == 30);
    const PointSet points(GetParam(), coordinates, 2);
    const Steps steps = recorded(points, 5, 3, Metric::euclidean, false).report.steps;
    EXPECT_EQ(count_steps(looked_into(), steps, 1, {"again"}), 1);
    EXPECT_EQ(count_steps(looked_into(), steps, 2, {"begin alone"}), 1);
    EXPECT_EQ(count_steps(looked_into(), steps, 2, {"place"}), 3);
}

TEST_P(LeafWarpSeen, StepsDependOnTheDataAlone) {
    const PointSet points(GetParam(), crowded(sanitized ? 150 : 900, 2, 9), 2);
    const Steps ascending = recorded(points, 77, 12, Metric::euclidean, true).report.steps;
    ASSERT_FALSE(ascending.empty());
    for (const std::uint64_t seed : {1, 2, 3, 4}) {
        const ExecutorOrder order(seed, unsigned(1 + seed % 3));
        expect_same(ascending, recorded(points, 77, 12, Metric::euclidean, true).report.steps, "order " + std::to_string(seed));
    }
}

TEST_P(LeafWarpSeen, StepsAreTheSameOnEveryDevice) {
    if (devices_under_test().size() < 2) GTEST_SKIP() << "one device";
    std::vector<Steps> all;
    for (const DeviceKind kind : devices_under_test()) {
        const PointSet points(kind, crowded(1500, 3, 4), 3);
        Searcher search = searcher(points);
        ListSet lists(kind, 1, 20);
        all.push_back(
            search.search(QuerySet::point_of_self_join(points, 99, true), 20, Metric::manhattan, lists, {}, Measure::steps).steps);
    }
    expect_same(all[0], all[1], "both devices");
}

// 96 points in a row, each with its two nearest. On the host one thread scans the own leaf for each query, and for the four at a border
// between leaves the next one, too; the counts are of the code that is timed. A warp scans what any of its lanes needs for all of them: the
// own leaf and the nearer half of each next one, and the last warp both halves, because it has not merged its own leaf's candidates yet
// when it comes to the farther half.
TEST_P(LeafWarpSeen, CountsWhatIsTimed) {
    const OneDevice alone(GetParam());
    const PointSet points(GetParam(), row_of_points(), 2);
    for (const std::string lanes : {"off", "on"}) {
        Searcher search(looked_into(), points, Options(looked_into().info.options, {{"together", "1"}, {"lanes", lanes}}));
        ListSet lists(GetParam(), 96, 2);
        const Report report = search.search(QuerySet::self_join(points, false), 2, Metric::euclidean, lists, {}, Measure::counters);
        const bool one_thread = GetParam() == DeviceKind::host && lanes == "off";
        EXPECT_EQ(counter(report, "distances"), one_thread ? 96 * 32 + 4 * 32 : 32 * (48 + 64 + 64)) << lanes;
        EXPECT_EQ(counter(report, "queries searched alone"), 0);
        const Report timed = search.search(QuerySet::self_join(points, false), 2, Metric::euclidean, lists, {}, Measure::phases);
        const LowerBound lower_bound = with_traversal(timed.phases[1].lower_bound, report.counters);
        EXPECT_EQ(lower_bound.operations, 6.0 * double(counter(report, "distances") + counter(report, "nodes tested")));
    }
}

// The lower bound of single queries is in that of their phase, and of no other.
TEST_P(LeafWarpSeen, QueriesAloneHaveALeast) {
    std::mt19937 random(2);
    std::vector<float> coordinates;
    for (int i = 0; i < 2 * 900; ++i) coordinates.push_back(float(random() % 6));
    const PointSet points(GetParam(), coordinates, 2);
    Searcher search(looked_into(), points, Options(looked_into().info.options, {{"together", "1"}, {"lanes", "on"}}));
    ListSet lists(GetParam(), 900, 3);
    const auto asked = [&](Measure what) {
        return search.search(QuerySet::self_join(points, false), 3, Metric::euclidean, lists, {}, what);
    };
    const Report counted = asked(Measure::counters), timed = asked(Measure::phases);
    ASSERT_GT(counter(counted, "queries searched alone"), 0);
    ASSERT_EQ(timed.phases.size(), 3u);
    const LowerBound together = with_traversal(timed.phases[1].lower_bound, counted.counters),
                     alone = with_traversal(timed.phases[2].lower_bound, counted.counters);
    EXPECT_TRUE(together.is_complete() && alone.is_complete());
    EXPECT_GE(alone.bytes, (8 + 8 * 3) * double(counter(counted, "queries searched alone")));
    EXPECT_GT(alone.operations, 0);
    EXPECT_EQ(together.operations + alone.operations, 6.0 * double(counter(counted, "distances") + counter(counted, "nodes tested")));
}

// Few points are searched singly, and so is a query that is not one of them.
TEST_P(LeafWarpSeen, FewAreRecordedAlone) {
    const PointSet points(GetParam(), crowded(200, 2, 1), 2);
    Searcher search(looked_into(), points, Options(looked_into().info.options, {{"together", "1024"}}));
    ListSet lists(GetParam(), 1, 5);
    const Report report = search.search(QuerySet::point_of_self_join(points, 3, false), 5, Metric::euclidean, lists, {}, Measure::steps);
    EXPECT_EQ(count_steps(looked_into(), report.steps, 2, {"begin alone"}), 1);
    EXPECT_EQ(count_steps(looked_into(), report.steps, 1, {"own leaf"}), 0);
    EXPECT_NE(report.tree, nullptr);
}

}  // namespace
}  // namespace neighborscope::test
