// Measure::steps of the two quadtree methods: a record counts what the plain run counts, its arithmetic can be recomputed from the
// coordinates, and it ends in the plain run's list.
#include "tests/gpu/methods/recorded.hpp"

#include <cmath>

namespace neighborscope::test {
namespace {

using OptionValues = std::map<std::string, std::string>;

struct Shape {
    std::string name;
    OptionValues options;
};

class QuadtreeRecorded : public testing::TestWithParam<std::tuple<std::string, Shape, DeviceKind>> {
protected:
    const Method& method = find_method(std::get<0>(GetParam()));
    const OptionValues options = std::get<1>(GetParam()).options;
    const DeviceKind device = std::get<2>(GetParam());

    Found recorded(const Data& data, int k, Metric metric) const {
        return search(method, device, data, k, metric, options, Measure::steps);
    }
    void expect_recorded(const Data& data, int k, Metric metric) const;
};

double distance(const Data& data, int row, Metric metric) {
    double sum = 0;
    for (int d = 0; d < data.dimension; ++d) {
        const double gap = std::abs(double(data.points[std::size_t(row * data.dimension + d)]) - double(data.queries[std::size_t(d)]));
        if (metric == Metric::euclidean) sum += gap * gap;
        else if (metric == Metric::manhattan) sum += gap;
        else sum = std::max(sum, gap);
    }
    return metric == Metric::euclidean ? std::sqrt(sum) : sum;
}

/// From the query to the nearest position in a box.
double distance_to(const RecordedTree& tree, const StepQuadrant& quadrant, const Data& data, Metric metric) {
    const RecordedTree::Box box = tree.box(quadrant);
    Data nearest = data;
    nearest.points.clear();
    for (int d = 0; d < data.dimension; ++d)
        nearest.points.push_back(
            std::clamp(data.queries[std::size_t(d)], box.low[std::size_t(d)], box.low[std::size_t(d)] + box.size[std::size_t(d)]));
    return distance(nearest, 0, metric);
}

void QuadtreeRecorded::expect_recorded(const Data& data, int k, Metric metric) const {
    SCOPED_TRACE(std::to_string(data.count()) + " x " + std::to_string(data.dimension) + ", k = " + std::to_string(k) + ", " +
                 std::string(name(metric)));
    const Found plain = search(method, device, data, k, metric, options);
    const Report counted = search(method, device, data, k, metric, options, Measure::counters).report;
    EXPECT_TRUE(counted.steps.empty());
    EXPECT_EQ(counted.tree, nullptr);
    const Found found = recorded(data, k, metric);
    const Steps& steps = found.report.steps;
    expect_same_lists(plain, found, "recorded");
    expect_same_lists(plain, list_of(method, steps, k), "list of the steps");
    play(method, steps, list_width(data, k));
    ASSERT_EQ(counted.counters.size(), found.report.counters.size());
    for (const Counter& one : counted.counters) EXPECT_EQ(one.value, counter(found.report, one.name)) << one.name;
    if (data.count() == 0) {
        EXPECT_TRUE(steps.empty());
        return;
    }

    // What the plain run counts.
    const auto count = [&](std::initializer_list<std::string_view> kinds) { return count_steps(method, steps, -1, kinds); };
    EXPECT_EQ(count({"skip", "descent", "leaf", "empty leaf"}), counter(counted, "quadrants tested"));
    EXPECT_EQ(count({"skip"}), counter(counted, "quadrants skipped"));
    EXPECT_EQ(count({"visit"}), counter(counted, "leaves visited"));
    EXPECT_EQ(count({"pass", "index pass"}), counter(counted, "selection passes"));
    std::int64_t distances = 0;
    for (const Step& step : steps)
        if (kind_of(method, step) == "visit") distances += step.size;
    EXPECT_EQ(distances, counter(counted, "distances"));
    EXPECT_EQ(count({"own leaf"}), 1);
    EXPECT_EQ(count({"end"}), 2);
    EXPECT_EQ(count({"bound", "room", "nothing"}), counter(counted, "leaves visited"));

    // The tree of the record: its leaves are consecutive and hold all points.
    ASSERT_NE(found.report.tree, nullptr);
    const RecordedTree& tree = *found.report.tree;
    EXPECT_EQ(tree.leaves(), counter(counted, "leaves"));
    EXPECT_EQ(tree.first_cell.front(), 0u);
    EXPECT_EQ(tree.first_cell.back(), 1u << tree.dimension * tree.level);
    EXPECT_EQ(std::accumulate(tree.objects.begin(), tree.objects.end(), std::int64_t(0)), data.count());

    // Recomputes every decision from coordinates: exactly what is farther than the k-th distance at that time is skipped.
    std::set<int> visited;
    float kth = std::numeric_limits<float>::quiet_NaN();
    int next_visit = 1, leaf_reached = -1;
    constexpr double rounding = 1e-5;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const Step& step = steps[i];
        const std::string_view kind = kind_of(method, step);
        SCOPED_TRACE("step " + std::to_string(i) + ", " + std::string(kind));
        if (kind == "own leaf" || kind == "visit") {
            const int leaf = tree.leaf_of(step.quadrant.cell);
            EXPECT_EQ(step.quadrant, tree.quadrant_of(leaf));
            EXPECT_EQ(step.size, tree.objects[std::size_t(leaf)]);
        }
        if (kind == "skip" || kind == "descent" || kind == "leaf" || kind == "empty leaf") {
            EXPECT_TRUE(step.way == 0 || step.way == 1);
            const double true_nearest = distance_to(tree, step.quadrant, data, metric), scale = double(tree.side);
            EXPECT_LE(double(step.nearest), true_nearest + 1e-6 * scale);
            EXPECT_NEAR(double(step.nearest), true_nearest, rounding * (scale + true_nearest));
            EXPECT_EQ(std::isnan(step.bound), std::isnan(kth));
            if (!std::isnan(kth)) { EXPECT_EQ(step.bound, kth); }
            if (kind == "skip") {
                ASSERT_FALSE(std::isnan(step.bound));
                EXPECT_GE(step.nearest, step.bound);
            } else if (!std::isnan(step.bound)) {
                EXPECT_LE(step.nearest, step.bound);
            }
        }
        if (kind == "leaf") leaf_reached = tree.leaf_of(step.quadrant.cell);
        if (kind == "empty leaf") { EXPECT_EQ(tree.objects[std::size_t(tree.leaf_of(step.quadrant.cell))], 0); }
        if (kind == "visit") {
            const int leaf = tree.leaf_of(step.quadrant.cell);
            EXPECT_EQ(step.visit, next_visit++);
            EXPECT_TRUE(visited.insert(leaf).second) << "visited twice";
            if (step.way >= 0) { EXPECT_EQ(leaf, leaf_reached); }
            if (step.way == 0) { EXPECT_LT(leaf, tree.leaf_of(steps[0].quadrant.cell)); }
            if (step.way == 1) { EXPECT_GT(leaf, tree.leaf_of(steps[0].quadrant.cell)); }
        }
        if (kind == "bound") {
            kth = step.bound;
            EXPECT_EQ(step.size, list_width(data, k));
        }
        if (kind == "room") { EXPECT_LT(step.size, k); }
        if (kind == "entry" || kind == "replacement") {
            EXPECT_NEAR(double(step.entered.distance), distance(data, step.entered.index, metric), 100 * rounding);
        }
    }
    EXPECT_EQ(next_visit - 1, counter(counted, "leaves visited"));
}

TEST_P(QuadtreeRecorded, CountsAndEndsAsThePlainRun) {
    for (const int dimension : one_for_races({2, 3}))
        for (const Metric metric : one_for_races({Metric::euclidean, Metric::manhattan, Metric::chebyshev}))
            for (const int k : one_for_races({16, 1, 100}))
                expect_recorded(cloud(sanitized ? 300 : 900, dimension, unsigned(k)), k, metric);
}

TEST_P(QuadtreeRecorded, CountsAndEndsAsThePlainRunWhereLittleIsToBeHad) {
    if (watches_races) GTEST_SKIP() << "counts, not threads";
    expect_recorded(cloud(300, 3, 1, true), 10, Metric::euclidean);
    expect_recorded(cloud(60, 2, 3), 300, Metric::euclidean);  // full with all points: every leaf is visited
    expect_recorded(cloud(1, 2, 5), 3, Metric::euclidean);
    expect_recorded(cloud(0, 2, 5), 3, Metric::euclidean);
    expect_recorded(cloud(1, 2, 5, true), 3, Metric::euclidean);
    Data far = cloud(400, 2, 6);
    far.queries = {-70, 55};  // outside the square
    expect_recorded(far, 7, Metric::euclidean);
    Data alike = cloud(200, 2, 7);
    std::fill(alike.points.begin(), alike.points.end(), 3.0f);
    expect_recorded(alike, 9, Metric::manhattan);
}

TEST_P(QuadtreeRecorded, DependsOnTheDataAlone) {
    const Data data = cloud(sanitized ? 200 : 500, 2, 9);
    const Steps ascending = recorded(data, 12, Metric::euclidean).report.steps;
    ASSERT_FALSE(ascending.empty());
    for (const int seed : one_for_races({1, 2, 3, 4})) {
        const ExecutorOrder order(std::uint64_t(seed), unsigned(1 + seed % 3));
        expect_same(ascending, recorded(data, 12, Metric::euclidean).report.steps, "order " + std::to_string(seed));
    }
}

TEST_P(QuadtreeRecorded, IsTheSameOnEveryDeviceAndByEitherMethod) {
    if (watches_races) GTEST_SKIP() << "counts, not threads";
    const Data data = cloud(700, 3, 4);
    std::vector<Steps> all;
    for (const DeviceKind kind : devices_under_test())
        for (const char* named : {"quadtree-cached", "quadtree-coalesced"})
            all.push_back(search(find_method(named), kind, data, 20, Metric::manhattan, options, Measure::steps).report.steps);
    for (const Steps& one : all) expect_same(all[0], one, "both");
}

// Far outside the range of float32's squares: the same steps and leaves, with true distances.
TEST_P(QuadtreeRecorded, HasTrueDistancesWhateverTheScale) {
    if (watches_races) GTEST_SKIP() << "arithmetic, not threads";
    Data data = cloud(100, 2, 6);
    const Report here = recorded(data, 5, Metric::euclidean).report;
    for (float& x : data.points) x = std::ldexp(x, 90);
    for (float& x : data.queries) x = std::ldexp(x, 90);
    Report there = recorded(data, 5, Metric::euclidean).report;
    for (Step& step : there.steps)
        for (float* const one : {&step.entered.distance, &step.left.distance, &step.bound, &step.nearest}) *one = std::ldexp(*one, -90);
    expect_same(here.steps, there.steps, "scaled");
    EXPECT_EQ(std::ldexp(here.tree->side, 90), there.tree->side);
    EXPECT_EQ(std::ldexp(here.tree->low[1], 90), there.tree->low[1]);
    EXPECT_EQ(here.tree->first_cell, there.tree->first_cell);
}

std::vector<Shape> shapes() {
    return {
        {"", {}},
        {"small_leaves", {{"leaf-capacity", "4"}, {"threads", "32"}}},
        {"shallow", {{"leaf-capacity", "1"}, {"max-level", "2"}, {"bins", "2"}}},
        {"one_leaf", {{"max-level", "0"}, {"bins", "32"}, {"threads", "256"}}},
    };
}

INSTANTIATE_TEST_SUITE_P(Methods, QuadtreeRecorded,
    testing::Combine(
        testing::Values("quadtree-cached", "quadtree-coalesced"), testing::ValuesIn(shapes()), testing::ValuesIn(devices_under_test())),
    [](const auto& info) {
        std::string text = std::get<0>(info.param) + "_" + std::get<1>(info.param).name;
        std::replace(text.begin(), text.end(), '-', '_');
        return text + "_" + std::string(name(std::get<2>(info.param)));
    });

class QuadtreeSteps : public testing::TestWithParam<DeviceKind> {};

TEST_P(QuadtreeSteps, AreAsByHand) {
    // The square is from (0, 0) and 4 wide. Capacity 1: points (0,0), (4,0), (0,4), (4,4) are the four quadrants: level 1, 4 leaves of
    // side 2, in Morton order: low left, low right, high left, high right.
    Data data;
    data.dimension = 2;
    data.points = {0, 0, 4, 0, 0, 4, 4, 4};
    data.queries = {1.5f, 1};
    const Method& method = find_method("quadtree-cached");
    const Report report = search(method, GetParam(), data, 1, Metric::manhattan, {{"leaf-capacity", "1"}}, Measure::steps).report;
    ASSERT_NE(report.tree, nullptr);
    EXPECT_EQ(report.tree->level, 1);
    EXPECT_EQ(report.tree->leaves(), 4);
    EXPECT_EQ(report.tree->side, 4);
    struct Line {
        std::string_view kind;
        int way;
        std::uint32_t cell;
        float nearest, bound;
        int size;
        std::int32_t entered, left;
    };
    const float none = std::numeric_limits<float>::quiet_NaN();
    // Point 0 is 2.5 away. To the left there is nothing. To the right cell 1 begins 0.5 away: point 1 is 3.5 away, too far. Cell 2
    // begins 1 away: point 2 is 4.5 away. Cell 3 begins 1.5 away: 5.5.
    const std::vector<Line> expected = {
        {"own leaf", -1, 0, none, none, 1, -1, -1},
        {"visit", -1, 0, none, none, 1, -1, -1},
        {"entry", -1, 0, none, none, 1, 0, -1},
        {"bound", -1, 0, none, 2.5f, 1, -1, -1},
        {"end", 0, 0, none, 2.5f, 0, -1, -1},
        {"leaf", 1, 1, 0.5f, 2.5f, 1, -1, -1},
        {"visit", 1, 1, none, 2.5f, 1, -1, -1},
        {"nothing", 1, 1, none, 2.5f, 1, -1, -1},
        {"leaf", 1, 2, 1, 2.5f, 1, -1, -1},
        {"visit", 1, 2, none, 2.5f, 1, -1, -1},
        {"nothing", 1, 2, none, 2.5f, 1, -1, -1},
        {"leaf", 1, 3, 1.5f, 2.5f, 1, -1, -1},
        {"visit", 1, 3, none, 2.5f, 1, -1, -1},
        {"nothing", 1, 3, none, 2.5f, 1, -1, -1},
        {"end", 1, 0, none, 2.5f, 0, -1, -1},
    };
    ASSERT_EQ(report.steps.size(), expected.size() + 2);
    for (std::size_t i = 0; i < expected.size(); ++i) {
        SCOPED_TRACE("step " + std::to_string(i));
        const Step& step = report.steps[i];
        EXPECT_EQ(kind_of(method, step), expected[i].kind);
        EXPECT_EQ(step.way, expected[i].way);
        EXPECT_EQ(step.quadrant.cell, expected[i].cell);
        EXPECT_EQ(step.size, expected[i].size);
        EXPECT_EQ(step.entered.index, expected[i].entered);
        EXPECT_EQ(step.left.index, expected[i].left);
        if (std::isnan(expected[i].nearest)) EXPECT_TRUE(std::isnan(step.nearest));
        else EXPECT_NEAR(step.nearest, expected[i].nearest, 1e-4);
        if (std::isnan(expected[i].bound)) EXPECT_TRUE(std::isnan(step.bound));
        else EXPECT_EQ(step.bound, expected[i].bound);
    }
}

// The same points, with the query nearer to the first: the three others are skipped, the first of the two on the right as its own cell.
TEST_P(QuadtreeSteps, OfWhatIsSkippedAreAsByHand) {
    Data data;
    data.dimension = 2;
    data.points = {0, 0, 4, 0, 0, 4, 4, 4};
    data.queries = {0.5f, 0.25f};
    const Method& method = find_method("quadtree-coalesced");
    const Report report = search(method, GetParam(), data, 1, Metric::chebyshev, {{"leaf-capacity", "1"}}, Measure::steps).report;
    std::vector<std::tuple<std::uint32_t, int>> skipped;
    for (const Step& step : report.steps)
        if (kind_of(method, step) == "skip") {
            skipped.emplace_back(step.quadrant.cell, step.quadrant.up);
            EXPECT_EQ(step.bound, 0.5f);
            EXPECT_NEAR(step.nearest, step.quadrant.cell == 1 ? 1.5f : 1.75f, 1e-4);
        }
    const std::vector<std::tuple<std::uint32_t, int>> expected = {{1, 0}, {2, 0}, {3, 0}};
    EXPECT_EQ(skipped, expected);
}

INSTANTIATE_TEST_SUITE_P(Devices, QuadtreeSteps, each_device(), device_name);

}  // namespace
}  // namespace neighborscope::test
