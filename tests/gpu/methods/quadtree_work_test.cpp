// The work of single queries, counted by kernels: compared with counters and with single searches, and its use for pictures.
#include "gpu/cells.hpp"
#include "gpu/query_work.hpp"
#include "tests/gpu/support.hpp"

#include <algorithm>
#include <numeric>

namespace neighborscope::test {
namespace {

class QuadtreeWork : public MethodsTest {
protected:
    std::unique_ptr<Searcher> searcher(const PointSet& points, int capacity) const {
        return std::make_unique<Searcher>(
            method(), points, Options(method().info.options, {{"leaf-capacity", std::to_string(capacity)}, {"threads", "32"}}));
    }
    static std::vector<QueryWork> on_host(const DeviceMemory& memory) {
        std::vector<QueryWork> work(memory.bytes() / sizeof(QueryWork));
        memory.to_host(work.data(), memory.bytes());
        return work;
    }
};

INSTANTIATE_TEST_SUITE_P(All, QuadtreeWork, both_quadtrees(), method_and_device);

/// Dense in one corner, so that the work of queries differs.
std::vector<float> crowd(int count, int dimension, unsigned seed) {
    std::mt19937 random(seed);
    std::vector<float> coordinates;
    for (int i = 0; i < count * dimension; ++i) {
        const float a = float(random() >> 8) * 0x1p-24f, b = float(random() >> 8) * 0x1p-24f;
        coordinates.push_back(100 * a * a * b);
    }
    return coordinates;
}

TEST_P(QuadtreeWork, SumsToTheCountersAndChangesNoList) {
    for (const int dimension : {2, 3})
        for (const Metric metric : {Metric::euclidean, Metric::chebyshev}) {
            const int count = sanitized ? 200 : 700, k = 9;
            const PointSet points(device(), crowd(count, dimension, 5), dimension);
            const auto search = searcher(points, 12);
            const QuerySet all = QuerySet::self_join(points, true);
            ListSet plain_lists(device(), count, k), lists(device(), count, k);
            const Report plain = search->search(all, k, metric, plain_lists, {}, Measure::counters);
            const DeviceMemory memory(device(), std::size_t(count) * sizeof(QueryWork), "work");
            const Report told = search->search(all, k, metric, lists, {}, Measure::total, static_cast<QueryWork*>(memory.data()));
            std::int64_t leaves = 0, distances = 0;
            for (const QueryWork& one : on_host(memory)) {
                EXPECT_GE(one.leaves, 1u);
                leaves += one.leaves;
                distances += one.distances;
            }
            EXPECT_EQ(leaves, counter(plain, "leaves visited")) << dimension;
            EXPECT_EQ(distances, counter(plain, "distances")) << dimension;
            std::int64_t visits = 0;
            for (const Iteration& one : told.iterations) visits += one.queries;
            EXPECT_EQ(visits, leaves) << "an active query visits a leaf in an iteration";
            ASSERT_TRUE(told.balance);
            EXPECT_EQ(told.balance->tasks, counter(plain, "tasks"));
            EXPECT_EQ(told.balance->weight, double(distances)) << "a task computes as many distances as it weighs";
            EXPECT_LE(told.balance->heaviest, told.balance->weight);
            EXPECT_GE(told.balance->heaviest, told.balance->mean());
            EXPECT_EQ(told.balance->queries_of_task, 32) << "threads of a block";
            ASSERT_EQ(told.balance->tasks_by_weight.size(), std::size_t(TaskBalance::bins));
            double at_least = 0, below = 0;
            int last = 0;
            for (int bin = 0; bin < TaskBalance::bins; ++bin) {
                const double tasks = double(told.balance->tasks_by_weight[std::size_t(bin)]);
                at_least += tasks * double(TaskBalance::begin(bin));
                below += tasks * double(TaskBalance::begin(bin + 1));
                if (tasks > 0) last = bin;
            }
            EXPECT_LE(at_least, told.balance->weight);
            EXPECT_GT(below, told.balance->weight);
            EXPECT_LE(double(TaskBalance::begin(last)), told.balance->heaviest);
            EXPECT_GT(double(TaskBalance::begin(last + 1)), told.balance->heaviest) << "the heaviest is in the last bin";
            EXPECT_FALSE(plain.balance);
            std::vector<std::int32_t> index, plain_index;
            std::vector<float> distance, plain_distance;
            lists.fetch(index, distance);
            plain_lists.fetch(plain_index, plain_distance);
            EXPECT_EQ(index, plain_index);
            EXPECT_EQ(distance, plain_distance);
        }
}

TEST_P(QuadtreeWork, OfAQueryIsWhatItTakesAlone) {
    const int count = 300, k = 5;
    const std::vector<float> coordinates = crowd(count, 2, 8);
    const PointSet points(device(), coordinates, 2);
    const auto search = searcher(points, 8);
    SelfJoin self_join;
    const std::vector<QueryWork> work = on_host(self_join.run(*search, points, k, Metric::euclidean, false, {}).work);
    ASSERT_EQ(work.size(), std::size_t(count));
    ListSet list(device(), 1, k);
    for (const int row : {0, 17, 123, 299}) {
        const QuerySet one(device(), std::span(coordinates).subspan(2 * std::size_t(row), 2), 2);
        const Report report = search->search(one, k, Metric::euclidean, list, {}, Measure::counters);
        EXPECT_EQ(work[std::size_t(row)].leaves, counter(report, "leaves visited")) << row;
        EXPECT_EQ(work[std::size_t(row)].distances, counter(report, "distances")) << row;
    }
}

TEST_P(QuadtreeWork, IsAddedToTheLeafWhereTheQueryLies) {
    for (const int dimension : {2, 3}) {
        const int count = 500;
        const PointSet points(device(), crowd(count, dimension, 3), dimension);
        const auto search = searcher(points, 10);
        SelfJoin self_join;
        const DeviceMemory memory = self_join.run(*search, points, 4, Metric::euclidean, false, {}).work;
        const Tree tree = *search->tree();
        DeviceMemory cells = cells_of(tree, device());
        add_work(tree, points.points(), static_cast<const QueryWork*>(memory.data()), device(), static_cast<Cell*>(cells.data()));
        std::vector<Cell> found(std::size_t(tree.leaves));
        cells.to_host(found.data(), cells.bytes());
        std::vector<int> begin(found.size()), object(std::size_t(count), 0);
        copy_to_host(device(), begin.data(), tree.grid()->leaf_begin, begin.size() * sizeof(int));
        copy_to_host(device(), object.data(), tree.grid()->object, object.size() * sizeof(int));
        const std::vector<QueryWork> work = on_host(memory);
        for (std::size_t leaf = 0; leaf < found.size(); ++leaf) {
            const Cell& cell = found[leaf];
            EXPECT_EQ(cell.queries, cell.objects) << "every object asks";
            double distances = 0, visited = 0;
            for (int place = begin[leaf]; place < begin[leaf] + cell.objects; ++place) {
                distances += work[std::size_t(object[std::size_t(place)])].distances;
                visited += work[std::size_t(object[std::size_t(place)])].leaves;
            }
            const double queries = std::max(1, cell.objects);
            EXPECT_NEAR(cell.distances, distances / queries, 0.5);
            EXPECT_NEAR(cell.visited, visited / queries, 0.5);
        }
    }
}

TEST_P(QuadtreeWork, SomePointsAskAsAllDo) {
    const PointSet points(device(), crowd(120, 2, 4), 2);
    const auto search = searcher(points, 8);
    ListSet all(device(), 120, 3), some(device(), 50, 3);
    search->search(QuerySet::self_join(points, true), 3, Metric::euclidean, all);
    search->search(QuerySet::point_range(points, 40, 50, true), 3, Metric::euclidean, some);
    std::vector<std::int32_t> index, part;
    std::vector<float> distance;
    all.fetch(index, distance);
    some.fetch(part, distance);
    EXPECT_EQ(part, std::vector<std::int32_t>(index.begin() + 120, index.begin() + 270));
}

TEST(QueryWork, IsNotToldByOthers) {
    const Method& method = find_method("serial");
    const PointSet points(DeviceKind::host, crowd(20, 2, 1), 2);
    Searcher searcher(method, points, {});
    ListSet lists(DeviceKind::host, 20, 2);
    std::vector<QueryWork> work(20);
    EXPECT_THROW(searcher.search(QuerySet::self_join(points, false), 2, Metric::euclidean, lists, {}, Measure::total, work.data()), Error);
}

class SpreadOfNumbers : public testing::TestWithParam<DeviceKind> {
protected:
    static DeviceMemory memory(const std::vector<unsigned>& words) {
        DeviceMemory memory(GetParam(), words.size() * sizeof(unsigned), "numbers");
        memory.from_host(words.data(), memory.bytes());
        return memory;
    }
    static StridedNumbers plain(const DeviceMemory& memory) {
        return {static_cast<const unsigned*>(memory.data()), std::int64_t(memory.bytes() / sizeof(unsigned)), 1, 0};
    }
};
INSTANTIATE_TEST_SUITE_P(Devices, SpreadOfNumbers, each_device(), device_name);

TEST_P(SpreadOfNumbers, IsThatOfSortedOnes) {
    std::mt19937 random(11);
    for (const unsigned most : {0u, 7u, 16383u, 16384u, 1000000u, 0xffffffffu}) {
        std::vector<unsigned> numbers;
        for (int i = 0; i < 3001; ++i) numbers.push_back(unsigned(double(random()) * 0x1p-32 * double(most)));
        numbers[2000] = numbers[2100] = most;
        std::vector<unsigned> sorted = numbers;
        std::sort(sorted.begin(), sorted.end());
        const DeviceMemory on_device = memory(numbers);
        const Distribution spread = distribution_of(plain(on_device), GetParam());
        EXPECT_EQ(spread.count, 3001);
        EXPECT_EQ(spread.least, sorted.front());
        EXPECT_EQ(spread.most, most);
        EXPECT_EQ(spread.place_of_maximum, std::max_element(numbers.begin(), numbers.end()) - numbers.begin()) << "the first of equals";
        EXPECT_EQ(spread.sum, std::accumulate(numbers.begin(), numbers.end(), std::uint64_t(0)));
        const unsigned step = unsigned(spread.bin_width);
        EXPECT_EQ(step > 1, most >= unsigned(Distribution::binned));
        EXPECT_EQ(spread.median / step, sorted[1500] / step);
        EXPECT_EQ(spread.low / step, sorted[30] / step);
        EXPECT_EQ(spread.high / step, sorted[2970] / step);
        EXPECT_EQ(std::accumulate(spread.bins.begin(), spread.bins.end(), std::int64_t(0)), 3001);
    }
}

TEST_P(SpreadOfNumbers, LeavesOutWhoWasNotAsked) {
    const DeviceMemory pairs = memory({1, 10, 0, 99, 1, 4, 0, 0, 1, 30});
    const StridedNumbers numbers{static_cast<const unsigned*>(pairs.data()), 5, 2, 1, 0};
    const Distribution spread = distribution_of(numbers, GetParam());
    EXPECT_EQ(spread.count, 3);
    EXPECT_EQ(spread.least, 4u);
    EXPECT_EQ(spread.median, 10u);
    EXPECT_EQ(spread.most, 30u);
    EXPECT_EQ(spread.place_of_maximum, 4);
    const std::vector<std::uint32_t> ramp{100, 101, 102};
    const DeviceMemory colours = colours_of(numbers, 4, 24, ramp, 7, GetParam());
    std::vector<std::uint32_t> found(5);
    colours.to_host(found.data(), colours.bytes());
    EXPECT_EQ(found, (std::vector<std::uint32_t>{101, 7, 100, 7, 102})) << "beyond the ramp's ends its last colours go on";
    const DeviceMemory nobody = memory({0, 1, 0, 2});
    EXPECT_EQ(distribution_of({static_cast<const unsigned*>(nobody.data()), 2, 2, 1, 0}, GetParam()).count, 0);
}

}  // namespace
}  // namespace neighborscope::test
