// `quadtree-cached` and `quadtree-coalesced`: cases worked by hand, properties of every tree, and positions where rounding could lose an
// object.
#include "tests/gpu/support.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

namespace neighborscope::test {
namespace {

class Quadtree : public MethodsTest {};

INSTANTIATE_TEST_SUITE_P(All, Quadtree, both_quadtrees(), method_and_device);

/// Four corners of a square of side 8 and one object beside the first; a capacity of two makes four leaves of it.
Data corners() {
    Data data;
    data.dimension = 2;
    data.points = {0, 0, 8, 0, 0, 8, 8, 8, 1, 1};
    data.queries = {1, 0};
    data.exact = true;
    return data;
}
const std::map<std::string, std::string> pairs_in_leaves = {{"leaf-capacity", "2"}, {"max-level", "5"}};

struct Expected {
    std::int64_t distances, tested, skipped, visited, passes, iterations, tasks;
};

void expect_counted(const Report& report, const Expected& expected) {
    EXPECT_EQ(counter(report, "distances"), expected.distances);
    EXPECT_EQ(counter(report, "quadrants tested"), expected.tested);
    EXPECT_EQ(counter(report, "quadrants skipped"), expected.skipped);
    EXPECT_EQ(counter(report, "leaves visited"), expected.visited);
    EXPECT_EQ(counter(report, "selection passes"), expected.passes);
    EXPECT_EQ(counter(report, "iterations"), expected.iterations);
    EXPECT_EQ(counter(report, "tasks"), expected.tasks);
    EXPECT_EQ(counter(report, "leaves"), 4);
}

TEST_P(Quadtree, StaysInItsLeafWhenOthersAreTooFar) {
    // Both of the leaf are at distance 1; the other leaves begin at 3, 4 and 5.
    const Found found = search(method(), device(), corners(), 2, Metric::euclidean, pairs_in_leaves, Measure::counters);
    EXPECT_EQ(found.index, (std::vector<std::int32_t>{0, 4}));
    expect_counted(found.report, {.distances = 2, .tested = 3, .skipped = 3, .visited = 1, .passes = 0, .iterations = 1, .tasks = 1});
}

TEST_P(Quadtree, LooksFurtherWhileTheListIsShort) {
    // The third, at distance 7, is in the second leaf; then the others begin nearer than that, but contain nothing nearer.
    const Found found = search(method(), device(), corners(), 3, Metric::euclidean, pairs_in_leaves, Measure::counters);
    EXPECT_EQ(found.index, (std::vector<std::int32_t>{0, 4, 1}));
    EXPECT_EQ(found.distance, (std::vector<float>{1, 1, 7}));
    expect_counted(found.report, {.distances = 5, .tested = 3, .skipped = 0, .visited = 4, .passes = 0, .iterations = 4, .tasks = 4});
}

TEST_P(Quadtree, OfEqualDistancesTheSmallerIndexWins) {
    // Two candidates at distance 1: one pass over distances finds one value, eight over indices (31 bits, 4 a pass) separate 0 from 4.
    const Found found = search(method(), device(), corners(), 1, Metric::euclidean, pairs_in_leaves, Measure::counters);
    EXPECT_EQ(found.index, (std::vector<std::int32_t>{0}));
    expect_counted(found.report, {.distances = 2, .tested = 3, .skipped = 3, .visited = 1, .passes = 9, .iterations = 1, .tasks = 1});
}

TEST_P(Quadtree, GoesLeftAndRightInTurn) {
    // From the third leaf, with room for all: left to the second and the first, right to the fourth, in the order left, right, left.
    Data data = corners();
    data.queries = {0, 7};
    const Found found = search(method(), device(), data, 5, Metric::euclidean, pairs_in_leaves, Measure::counters);
    EXPECT_EQ(found.index, (std::vector<std::int32_t>{2, 4, 0, 3, 1}));
    expect_counted(found.report, {.distances = 5, .tested = 3, .skipped = 0, .visited = 4, .passes = 0, .iterations = 4, .tasks = 4});
}

// ---- What holds of every tree ----------------------------------------------------------------------------------------------

struct HostTree {
    Tree tree;
    std::vector<unsigned> code;
    std::vector<unsigned char> level;
    std::vector<int> begin, end, leaf_of_cell, object;
};

template <class T>
std::vector<T> fetched(DeviceKind device, const T* from, std::size_t count) {
    std::vector<T> values(count);
    copy_to_host(device, values.data(), from, count * sizeof(T));
    return values;
}

HostTree tree_of(const Searcher& searcher, DeviceKind device, std::int64_t points) {
    HostTree host;
    const auto tree = searcher.tree();
    EXPECT_TRUE(tree);
    if (!tree) return host;
    host.tree = *tree;
    const MortonGrid& grid = *tree->grid();
    const std::size_t leaves = std::size_t(tree->leaves), cells = std::size_t(1) << tree->dimension * tree->level;
    host.code = fetched(device, grid.leaf_code, leaves + 1);
    host.level = fetched(device, grid.leaf_level, leaves);
    host.begin = fetched(device, grid.leaf_begin, leaves);
    host.end = fetched(device, grid.leaf_end, leaves);
    host.leaf_of_cell = fetched(device, grid.leaf_of_cell, cells);
    host.object = fetched(device, grid.object, std::size_t(points));
    return host;
}

/// The cell of a grid of 2^level along one axis, in double precision.
int cell_of(double x, double low, double side, int level) {
    return int(std::clamp(std::floor((x - low) / side * double(1 << level)), 0.0, double((1 << level) - 1)));
}

void expect_sound(const HostTree& host, const Data& data, int capacity, int max_level) {
    const Tree& tree = host.tree;
    const int dimension = tree.dimension, leaves = tree.leaves;
    const unsigned cells = 1u << dimension * tree.level;
    ASSERT_GE(leaves, 1);
    EXPECT_EQ(host.code.front(), 0u);
    EXPECT_EQ(host.code.back(), cells);
    int deepest = 0;
    std::int64_t objects = 0;
    for (int leaf = 0; leaf < leaves; ++leaf) {
        const std::size_t i = std::size_t(leaf);
        const unsigned width = 1u << dimension * (tree.level - host.level[i]);
        ASSERT_EQ(host.code[i + 1] - host.code[i], width) << "leaves follow each other without a gap";
        EXPECT_EQ(host.code[i] % width, 0u) << "and are aligned";
        for (unsigned cell = host.code[i]; cell < host.code[i + 1]; ++cell) EXPECT_EQ(host.leaf_of_cell[cell], leaf);
        deepest = std::max(deepest, int(host.level[i]));
        const int held = host.end[i] - host.begin[i];
        EXPECT_LE(held, host.level[i] < max_level ? capacity : int(data.count()));
        ASSERT_GE(held, 0);
        objects += held;
        for (int place = host.begin[i]; place < host.end[i]; ++place) {
            unsigned first = 0;  // the leaf's corner along each axis
            for (int d = 0; d < dimension; ++d) {
                unsigned corner = 0;
                for (int bit = 0; bit < tree.level; ++bit) corner |= (host.code[i] >> (dimension * bit + d) & 1u) << bit;
                const double x = double(data.points[std::size_t(host.object[std::size_t(place)] * dimension + d)]);
                const int cell = cell_of(x, double(tree.grid()->low[d]), double(tree.grid()->side), tree.level),
                          wide = 1 << (tree.level - host.level[i]);
                EXPECT_GE(cell, int(corner) - 1) << "but for a rounding at its edge";
                EXPECT_LE(cell, int(corner) + wide);
                first += corner;
            }
        }
    }
    EXPECT_EQ(deepest, tree.level);
    EXPECT_EQ(objects, data.count());
    std::vector<int> every = host.object;
    std::sort(every.begin(), every.end());
    for (std::size_t i = 0; i < every.size(); ++i) ASSERT_EQ(every[i], int(i));
}

struct Cloud {
    std::string name;
    int dimension;
    std::int64_t count;
    std::function<float(std::mt19937&, std::int64_t, int)> coordinate;
};

std::vector<Cloud> clouds() {
    const auto hotspots = [](int spots) {
        return [spots](std::mt19937& r, std::int64_t point, int d) {
            std::mt19937 spot(std::uint32_t(point % spots * 3 + d));
            return unit(spot) * 1000 + (unit(r) + unit(r) + unit(r) + unit(r) - 2);
        };
    };
    const auto constant = [](std::mt19937&, std::int64_t, int) { return 3.25f; };
    return {
        {"uniform", 2, 700, [](std::mt19937& r, std::int64_t, int) { return unit(r) * 22500; }},
        {"uniform3", 3, 700, [](std::mt19937& r, std::int64_t, int) { return unit(r) * 22500; }},
        {"one_hotspot", 2, 500, hotspots(1)},
        {"hotspots", 2, 700, hotspots(25)},
        {"hotspots3", 3, 700, hotspots(25)},
        {"all_equal", 2, 300, constant},
        {"all_equal3", 3, 200, constant},
        {"collinear", 2, 400, [](std::mt19937&, std::int64_t point, int d) { return float(d ? 7 : point); }},
        {"diagonal3", 3, 300, [](std::mt19937&, std::int64_t point, int) { return float(point); }},
        {"cell_borders", 2, 625, [](std::mt19937&, std::int64_t point, int d) { return float(d ? point / 25 : point % 25) / 8; }},
        {"grid3", 3, 512,
            [](std::mt19937&, std::int64_t point, int d) {
                return float(d == 0 ? point % 8 : d == 1 ? point / 8 % 8 : point / 64);
            }},
        {"far_from_origin", 2, 400, [](std::mt19937& r, std::int64_t, int) { return 8e6f + float(r() % 64) / 2; }},
        {"a_far_one", 2, 300, [](std::mt19937& r, std::int64_t point, int) { return point ? unit(r) : 1e6f; }},
        {"minute_square", 2, 200, [](std::mt19937& r, std::int64_t, int) { return 1 + unit(r) * 0x1p-20f; }},
    };
}

Data made(const Cloud& cloud) {
    std::mt19937 random(20261121);
    Data data;
    data.dimension = cloud.dimension;
    const std::int64_t count = sanitized ? std::min<std::int64_t>(cloud.count, 150) : cloud.count;
    for (std::int64_t p = 0; p < count; ++p)
        for (int d = 0; d < cloud.dimension; ++d) data.points.push_back(cloud.coordinate(random, p, d));
    // A few objects that exclude themselves, objects that do not, positions between, and positions outside the square on every side.
    for (int q = 0; q < 12; ++q)
        for (int d = 0; d < cloud.dimension; ++d) {
            const std::int64_t row = q * 37 % count;
            float x = data.points[std::size_t(row * cloud.dimension + d)];
            if (q >= 6) x = (x + data.points[std::size_t(d)]) / 2;
            if (q >= 8) x += (q % 2 ? 1 : -1) * float(1 << (2 * (q - 7)) * (d + 1));
            data.queries.push_back(x);
        }
    for (int q = 0; q < 12; ++q) data.exclude.push_back(q < 3 ? std::int32_t(q * 37 % count) : -1);
    return data;
}

TEST_P(Quadtree, TreesAreSoundAndListsRightOnEveryCloud) {
    for (const Cloud& cloud : clouds()) {
        if (watches_races && cloud.name != "uniform3" && cloud.name != "all_equal") continue;  // threads synchronise alike
        const Data data = made(cloud);
        const int n = int(data.count());
        for (const auto& [capacity, max_level] : {std::pair{1, 12}, {5, 4}, {64, 12}, {64, 0}}) {
            if (watches_races && capacity != 5) continue;
            SCOPED_TRACE(cloud.name + ", capacity " + std::to_string(capacity) + ", max-level " + std::to_string(max_level));
            const std::map<std::string, std::string> options{
                {"leaf-capacity", std::to_string(capacity)}, {"max-level", std::to_string(max_level)}};
            const PointSet points(device(), data.points, data.dimension);
            const Searcher searcher(method(), points, Options(method().info.options, options));
            expect_sound(tree_of(searcher, device(), n), data, capacity, std::min(max_level, data.dimension == 2 ? 12 : 8));
            for (const int k : {1, 17, std::min(1024, n + 3)}) {
                if (k > 17 && (sanitized || capacity != 5)) continue;
                for (const Metric metric : {Metric::euclidean, Metric::manhattan, Metric::chebyshev}) {
                    if (metric != Metric::euclidean && (sanitized || k != 17)) continue;
                    expect_right(method(), device(), data, k, metric, options);
                }
            }
            if (HasFailure()) return;
        }
    }
}

// An object one float before the edge of a cell into which rounding puts it, and a query one float before the object: in plain arithmetic
// the cell is two floats away and the object one, so that another object with a distance between the two would be taken for the nearest.
TEST_P(Quadtree, RoundingAtAnEdgeLosesNothing) {
    if (watches_races) GTEST_SKIP() << "arithmetic, not threads";
    std::mt19937 random(11);
    int found = 0;
    for (int attempt = 0; attempt < 200000 && found < (sanitized ? 3 : 20); ++attempt) {
        const float side = 0.5f + unit(random), cells_per_unit = 4096 / side;
        const int cell = 1 + 2 * int(random() % 2047);
        const float edge = float(cell) * (side / 4096), object = std::nextafter(edge, 0.0f);
        if (object * cells_per_unit < float(cell)) continue;
        const float query = std::nextafter(object, 0.0f), step = object - query;
        if (query * cells_per_unit >= float(cell)) continue;
        ++found;
        Data data;
        data.dimension = 2;
        const float y = query * 0.4f;  // where floats are finer
        data.points = {0, 0, side, side, query, y + 1.5f * step, object, y};
        data.queries = {query, y};
        expect_right(method(), device(), data, 1, Metric::euclidean, {{"leaf-capacity", "1"}});
        if (HasFailure()) return;
    }
    EXPECT_GE(found, 3) << "the test has lost its cases";
}

TEST_P(Quadtree, OptionsDoNotChangeLists) {
    const Data data = made(clouds()[3]);
    const Found first = expect_right(method(), device(), data, 40, Metric::euclidean);
    for (const auto& [option, value] :
        {std::pair{"bins", "2"}, {"bins", "32"}, {"threads", "32"}, {"threads", "256"}, {"leaf-capacity", "7"}}) {
        const Found other = search(method(), device(), data, 40, Metric::euclidean, {{option, value}});
        EXPECT_EQ(other.index, first.index) << option << "=" << value;
        EXPECT_EQ(other.distance, first.distance) << option << "=" << value;
    }
}

TEST(QuadtreeWays, CountAlike) {
    const Data data = made(clouds()[0]);
    for (const DeviceKind device : devices_under_test()) {
        const Found cached = search(find_method("quadtree-cached"), device, data, 20, Metric::euclidean, {}, Measure::counters);
        const Found coalesced = search(find_method("quadtree-coalesced"), device, data, 20, Metric::euclidean, {}, Measure::counters);
        EXPECT_EQ(cached.index, coalesced.index);
        for (std::size_t i = 0; i < cached.report.counters.size(); ++i)
            EXPECT_EQ(cached.report.counters[i].value, coalesced.report.counters[i].value) << cached.report.counters[i].name;
    }
}

TEST_P(Quadtree, EveryObjectAsks) {
    const std::int64_t count = watches_races ? 60 : sanitized ? 300 : 5000;
    std::mt19937 random(3);
    std::vector<float> coordinates(std::size_t(2 * count));
    for (float& x : coordinates) x = float(random() % 97);  // many ties
    const PointSet points(device(), coordinates, 2);
    Searcher searcher(method(), points, Options(method().info.options));
    const QuerySet queries = QuerySet::self_join(points, true);
    std::vector<std::int32_t> exclude(coordinates.size() / 2);
    std::iota(exclude.begin(), exclude.end(), 0);
    for (const int k : {1, 16, 70}) {
        ListSet lists(device(), count, k);
        searcher.search(queries, k, Metric::euclidean, lists);
        Found found;
        lists.fetch(found.index, found.distance);
        const Tally tally = verify({coordinates, 2}, {coordinates, 2}, exclude, found.index, found.distance, k, Metric::euclidean);
        EXPECT_EQ(tally.exact, count) << "k = " << k << ": " << tally.first_reason;
    }
}

TEST_P(Quadtree, CanBeCancelled) {
    const Data data = made(clouds()[0]);
    std::atomic<bool> stop{true};
    EXPECT_THROW(search(method(), device(), data, 16, Metric::euclidean, {}, Measure::total, Progress{{}, &stop}), Cancelled);
}

TEST_P(Quadtree, SaysWhatItCannotTake) {
    for (const int dimension : {1, 4}) {
        const Problem problem{.count = 10, .queries = 1, .dimension = dimension, .k = 1};
        EXPECT_TRUE(method().info.unsupported_reason(problem, device()));
    }
    EXPECT_EQ(method().info.unsupported_reason({.count = 2000, .queries = 1, .dimension = 2, .k = 1025}, device()), "k at most 1024");
    EXPECT_FALSE(method().info.unsupported_reason({.count = 2000, .queries = 1, .dimension = 3, .k = 1024}, device()));
}

}  // namespace
}  // namespace neighborscope::test
