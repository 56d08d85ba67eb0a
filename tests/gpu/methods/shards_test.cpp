// Points that several devices share: lists equal those of one device. Without a second GPU, parts of the host share them, or shares of one GPU.
#include "gpu/device/on_device.hpp"
#include "gpu/inverted_lists.hpp"
#include "gpu/kernels/shards.hpp"
#include "gpu/row_filter.hpp"
#include "gpu/shards/rank_workers.hpp"
#include "gpu/shards/sharded_search.hpp"
#include "tests/gpu/support.hpp"

#include <atomic>
#include <cstring>
#include <numeric>

namespace neighborscope::test {
namespace {

/// So many devices share points until the end of the scope: all GPUs in turn, or parts of the host.
class SharedPoints {
public:
    SharedPoints(DeviceKind kind, int ranks) : kind_(kind) {
        const int devices = kind == DeviceKind::cuda ? int(cuda_devices().size()) : ranks;
        std::vector<int> numbers;
        for (int rank = 0; rank < ranks; ++rank) numbers.push_back(rank % devices);
        share_points(kind, numbers);
    }
    ~SharedPoints() { share_points(kind_, {}); }

private:
    DeviceKind kind_;
};

std::vector<std::string_view> sharing_methods() {
    if (watches_races) return {"flat", "leaf-warp"};  // rows and regions; the threads are the same for all
    std::vector<std::string_view> names;
    for (const Method& method : methods())
        if (method.info.supports.sharding != Sharding::none) names.push_back(method.info.name);
    names.push_back("auto");
    return names;
}

int highest_dimension(const Method& method) { return std::min(method.info.supports.dimension_to, 20); }

class ShardsTest : public MethodsTest {
protected:
    void SetUp() override {
        if (!runs_on(method(), device())) GTEST_SKIP() << "not on this device";
        if (device() == DeviceKind::cuda && !method().info.supports.missing_on_cuda().empty()) GTEST_SKIP() << "needs a library";
    }
    /// Lists of several devices equal those of one, and are right.
    void expect_equal(const Data& data, int k, Metric metric, int ranks, const std::map<std::string, std::string>& options = {}) const {
        const Found one = [&] {
            const OneDevice alone(device());
            return search(method(), device(), data, k, metric, options);
        }();
        const SharedPoints shared(device(), ranks);
        const Found several = search(method(), device(), data, k, metric, options);
        EXPECT_EQ(several.index, one.index) << ranks << " devices, k = " << k << ", " << name(metric);
        EXPECT_EQ(std::memcmp(several.distance.data(), one.distance.data(), one.distance.size() * sizeof(float)), 0)
            << ranks << " devices, k = " << k << ", " << name(metric);
        if (method().info.name == "auto" || data.query_count() == 0) return;  // auto may choose a method that one device searches
        ASSERT_EQ(several.report.devices.size(), std::size_t(ranks));
        std::int64_t points = 0;
        for (const DeviceTime& each : several.report.devices) points += each.points;
        EXPECT_EQ(points, data.count());
        EXPECT_TRUE(one.report.devices.empty());
    }
};

TEST_P(ShardsTest, ListsEqualThoseOfOneDevice) {
    for (const int ranks : one_for_races({2, 3, 5})) {
        for (const int dimension : {2, highest_dimension(method())}) {
            expect_equal(integers(700, 90, dimension, 1), 10, Metric::euclidean, ranks);
            expect_equal(uniform_data(700, 90, dimension, 2), 10, Metric::euclidean, ranks);
            if (sanitized) break;
        }
    }
}

TEST_P(ShardsTest, EqualDistancesKeepTheSmallerRow) {
    Data data;
    data.dimension = 2;
    data.exact = true;
    data.points.assign(2 * 400, 3.0f);  // all at one place
    data.queries = {3, 3, 1, 7};
    expect_equal(data, 7, Metric::euclidean, 3);
}

TEST_P(ShardsTest, KMayExceedAShardAndAShardMayBeEmpty) {
    expect_equal(integers(40, 9, 2, 3), 25, Metric::euclidean, 4);
    expect_equal(integers(40, 9, 2, 3), 60, Metric::euclidean, 3);
    expect_equal(integers(3, 9, 2, 4), 2, Metric::euclidean, 5);  // parts begin at multiples of four rows
    expect_equal(integers(0, 4, 2, 5), 3, Metric::euclidean, 2);
    expect_equal(integers(100, 0, 2, 5), 3, Metric::euclidean, 2);
}

TEST_P(ShardsTest, ExcludesRowsOfTheWholeSet) {
    Data data = integers(500, 60, 2, 6, 9);
    for (int query = 0; query < 60; ++query) {
        data.exclude.push_back(query % 3 == 0 ? -1 : query * 8);
        if (query % 3) std::copy_n(data.points.begin() + query * 16, 2, data.queries.begin() + query * 2);
    }
    expect_equal(data, 8, Metric::euclidean, 3);
}

TEST_P(ShardsTest, DevicesWithAllPointsDivideManyQueries) {
    const std::string_view name = method().info.name;
    if (name == "auto" || method().info.supports.sharding == Sharding::regions) GTEST_SKIP() << "it divides no queries";
    if (sanitized && name != "flat") GTEST_SKIP() << "the devices do the same with each method";
    Data data = integers(300, 2003, 2, 17);
    data.exclude.assign(2003, -1);
    data.exclude[1999] = 5;
    const Found one = [&] {
        const OneDevice alone(device());
        return search(method(), device(), data, 4, Metric::euclidean);
    }();
    const SharedPoints shared(device(), 2);
    PointSet points(device(), data.points, 2);
    Searcher searcher(method(), points, Options(method().info.options));
    const auto several = [&](std::int64_t count) {
        const auto asked = std::size_t(count);
        ListSet lists(device(), count, 4);
        const QuerySet queries(device(), std::span(data.queries).first(2 * asked), 2, std::span(data.exclude).first(asked));
        const Report report = searcher.search(queries, 4, Metric::euclidean, lists);
        std::vector<std::int32_t> index;
        std::vector<float> distance;
        lists.fetch(index, distance);
        EXPECT_TRUE(std::equal(index.begin(), index.end(), one.index.begin())) << count;
        EXPECT_TRUE(std::equal(distance.begin(), distance.end(), one.distance.begin())) << count;
        return report;
    };
    const Report divided = several(2003), few = several(20);
    ASSERT_EQ(divided.devices.size(), 2U);
    EXPECT_EQ(divided.devices[0].points, 300);
    EXPECT_EQ(divided.devices[0].queries + divided.devices[1].queries, 2003);
    EXPECT_NE(divided.communication.find("answers a part of the queries"), std::string::npos) << divided.communication;
    EXPECT_EQ(few.devices[0].points + few.devices[1].points, 300);
    EXPECT_EQ(few.devices[1].queries, 20);
    if (name == "ivf") return;  // it learns anew, and is prepared anew
    points.move(data.points);
    searcher.points_moved();
    EXPECT_EQ(several(2003).devices[0].queries, 2003) << "points that move are not copied again and again";
}

TEST_P(ShardsTest, OtherMetricsAndMagnitudes) {
    for (const Metric metric : all_metrics) {
        const Problem problem{.count = 500, .queries = 40, .dimension = 3, .k = 6, .metric = metric};
        if (method().info.unsupported_reason(problem, device())) continue;
        expect_equal(integers(500, 40, 3, 7), 6, metric, 2);
    }
    Data enormous = uniform_data(300, 20, 2, 8);
    for (float& x : enormous.points) x *= 1e20f;
    for (float& x : enormous.queries) x *= 1e20f;
    expect_equal(enormous, 6, Metric::euclidean, 2);
}

TEST_P(ShardsTest, SelfJoinEqualsThatOfOneDevice) {
    for (const bool exclude_self : {true, false}) {
        const Data data = integers(600, 0, 2, 9, 40);
        const auto lists_of = [&](std::vector<std::int32_t>& index, std::vector<float>& distance) {
            const PointSet points(device(), data.points, 2);
            Searcher searcher(method(), points, Options(method().info.options));
            ListSet lists(device(), 600, 7);
            const Report report = searcher.search(QuerySet::self_join(points, exclude_self), 7, Metric::euclidean, lists);
            lists.fetch(index, distance);
            return report;
        };
        std::vector<std::int32_t> one, several;
        std::vector<float> distance, other;
        lists_of(one, distance);
        const SharedPoints shared(device(), 3);
        const Report report = lists_of(several, other);
        EXPECT_EQ(several, one);
        EXPECT_EQ(other, distance);
        // Devices with a region answer their own points and those near their borders, not all.
        if (method().info.supports.sharding == Sharding::regions) {
            std::int64_t answered = 0;
            for (const DeviceTime& each : report.devices) answered += each.queries;
            EXPECT_GE(answered, 600);
            EXPECT_LT(answered, 2 * 600);
        }
    }
}

TEST_P(ShardsTest, MovedPointsAreThoseOfOneDevice) {
    const Data before = integers(400, 30, 2, 10), after = integers(400, 30, 2, 11);
    const auto lists_of = [&] {
        PointSet points(device(), before.points, 2);
        std::vector<std::int32_t> index;
        std::vector<float> distance;
        const QuerySet queries(device(), before.queries, 2);
        // An approximate method that searches one list shows whether its lists are those of the new positions.
        const bool lists_matter = method().info.supports.approximate;
        const std::map<std::string, std::string> one_list{{"probes", "1"}};
        Searcher searcher(method(), points, lists_matter ? Options(method().info.options, one_list) : Options(method().info.options));
        ListSet lists(device(), 30, 5);
        searcher.search(queries, 5, Metric::euclidean, lists);
        points.move(after.points);
        searcher.points_moved();
        searcher.search(queries, 5, Metric::euclidean, lists);
        lists.fetch(index, distance);
        return index;
    };
    const std::vector<std::int32_t> one = lists_of();
    const SharedPoints shared(device(), 2);
    EXPECT_EQ(lists_of(), one);
}

TEST_P(ShardsTest, AFilterAllowsTheSameRows) {
    const Data data = integers(400, 30, 2, 13);
    const auto lists_of = [&] {
        PointSet points(device(), data.points, 2);
        std::vector<bool> allowed(400);
        for (std::size_t row = 3; row < 400; row += 7) allowed[row] = true;
        points.set_filter(std::make_shared<const RowFilter>(allowed));
        Searcher searcher(method(), points, Options(method().info.options));
        ListSet lists(device(), 30, 5);
        searcher.search(QuerySet(device(), data.queries, 2), 5, Metric::euclidean, lists);
        std::vector<std::int32_t> index;
        std::vector<float> distance;
        lists.fetch(index, distance);
        return index;
    };
    const std::vector<std::int32_t> one = [&] {
        const OneDevice alone(device());
        return lists_of();
    }();
    const SharedPoints shared(device(), 3);
    EXPECT_EQ(lists_of(), one);
}

/// Searches 3 queries among the points, rows divisible by 7 alone with `filtered`.
std::shared_ptr<const DevicesOfRows> devices_of_rows(
    const Method& method, DeviceKind device, const Data& data, bool filtered, Metric metric, Report& report) {
    PointSet points(device, data.points, data.dimension);
    std::vector<bool> allowed(std::size_t(data.count()));
    for (std::size_t row = 0; row < allowed.size(); row += 7) allowed[row] = true;
    if (filtered) points.set_filter(std::make_shared<const RowFilter>(allowed));
    Searcher searcher(method, points, Options(method.info.options));
    ListSet lists(device, 3, 5);
    report = searcher.search(QuerySet(device, data.queries, data.dimension), 5, metric, lists);
    return searcher.devices_of_rows();
}

TEST_P(ShardsTest, TellsWhichDeviceHoldsEachRow) {
    if (method().info.name == "auto") GTEST_SKIP() << "it may choose a method that one device searches";
    const Data data = integers(500, 3, 2, 15, 200);
    Report report;
    {
        const OneDevice alone(device());
        EXPECT_EQ(devices_of_rows(method(), device(), data, false, Metric::euclidean, report), nullptr);
    }
    const SharedPoints shared(device(), 3);
    const Problem cosine{.count = 500, .queries = 3, .dimension = 2, .k = 5, .metric = Metric::cosine};
    for (const Metric metric : {Metric::euclidean, Metric::cosine}) {
        if (metric == Metric::cosine && method().info.unsupported_reason(cosine, device())) continue;
        for (const bool filtered : {false, true}) {
            const auto devices = devices_of_rows(method(), device(), data, filtered, metric, report);
            ASSERT_TRUE(devices) << name(metric);
            ASSERT_EQ(devices->of_row.size(), 500U);
            ASSERT_EQ(report.devices.size(), 3U);
            for (std::size_t rank = 0; rank < 3; ++rank) {
                EXPECT_EQ(devices->names[rank], report.devices[rank].device);
                EXPECT_EQ(std::count(devices->of_row.begin(), devices->of_row.end(), rank), report.devices[rank].points);
            }
            for (std::size_t row = 0; row < 500; ++row)
                EXPECT_EQ(devices->of_row[row] == DevicesOfRows::none, filtered && row % 7 != 0) << row;
        }
    }
}

// Runs of the curve: each device's points lie in a region of their own.
TEST(Shards, RegionsAreWhatTheRowsSay) {
    const Method& method = find_method("leaf-warp");
    if (!runs_on(method, DeviceKind::host)) GTEST_SKIP() << "not in this build";
    Data data;  // two clusters, whose rows alternate
    data.dimension = 2;
    for (int i = 0; i < 200; ++i) data.points.insert(data.points.end(), {float(i % 20) + (i % 2 ? 1000.0f : 0.0f), float(i % 14)});
    data.queries = {0, 0, 1, 1, 1000, 0};
    const SharedPoints shared(DeviceKind::host, 2);
    Report report;
    const auto devices = devices_of_rows(method, DeviceKind::host, data, false, Metric::euclidean, report);
    ASSERT_TRUE(devices);
    for (std::size_t row = 0; row < 200; ++row) EXPECT_EQ(devices->of_row[row], devices->of_row[row % 2]) << row;
    EXPECT_NE(devices->of_row[0], devices->of_row[1]);
}

TEST_P(ShardsTest, InvertedListsAreThoseOfOneDevice) {
    if (!method().info.supports.approximate) GTEST_SKIP() << "it has none";
    const Data data = integers(500, 3, 2, 14, 200);
    const auto lists_of = [&] {
        const PointSet points(device(), data.points, 2);
        Searcher searcher(method(), points, Options(method().info.options));
        ListSet lists(device(), 3, 5);
        searcher.search(QuerySet(device(), data.queries, 2), 5, Metric::euclidean, lists);
        return searcher.inverted_lists();
    };
    const auto one = [&] {
        const OneDevice alone(device());
        return lists_of();
    }();
    const SharedPoints shared(device(), 3);
    const auto several = lists_of();
    ASSERT_TRUE(one && several);
    EXPECT_EQ(several->centroids, one->centroids);
    EXPECT_EQ(several->begin, one->begin);
    EXPECT_EQ(several->rows, one->rows);
    ASSERT_EQ(several->boxes.size(), one->boxes.size());
    for (std::size_t list = 0; list < one->boxes.size(); ++list) {
        EXPECT_EQ(several->boxes[list].low, one->boxes[list].low) << list;
        EXPECT_EQ(several->boxes[list].high, one->boxes[list].high) << list;
    }
}

TEST_P(ShardsTest, CancelledWithinASearch) {
    const SharedPoints shared(device(), 2);
    const std::atomic<bool> stop = true;
    Progress progress;
    progress.stop = &stop;
    const Data data = integers(4000, 400, 2, 12);
    EXPECT_THROW(search(method(), device(), data, 5, Metric::euclidean, {}, Measure::total, progress), Cancelled);
}

INSTANTIATE_TEST_SUITE_P(Methods, ShardsTest, testing::Combine(testing::ValuesIn(sharing_methods()), each_device()), method_and_device);

/// Finds nothing on the devices that are told to fail.
class FailingSearch final : public Search {
public:
    explicit FailingSearch(std::int64_t points) : points_(points) {}
    std::size_t bytes_needed(const Problem&) const override { return 0; }
    Report answer(const Queries&, const Lists& lists, const Problem& problem, const Progress&, Measure) override {
        if (points_ != 12) throw Error(Failure::device, "this device fell off the bus");
        std::fill_n(lists.index, problem.queries * problem.k, -1);
        return {};
    }

private:
    std::int64_t points_;
};

TEST(Shards, ADeviceThatFailsInTheMiddleEndsTheSearchWithItsReason) {
    const SharedPoints shared(DeviceKind::host, 2);
    Method method;
    method.info.name = "failing";
    method.info.supports.sharding = Sharding::rows;
    method.on_host = [](const Points& points, const Options&, const Progress&) -> std::unique_ptr<Search> {
        return std::make_unique<FailingSearch>(points.count);
    };
    const std::vector<float> rows(2 * 22, 1.0f);
    const PointSet points(DeviceKind::host, rows, 2);  // 12 and 10
    Searcher searcher(method, points, Options());
    const QuerySet queries(DeviceKind::host, std::vector<float>{0, 0}, 2);
    ListSet lists(DeviceKind::host, 1, 1);
    for (int twice = 0; twice < 2; ++twice)
        EXPECT_EQ(
            error_of([&] { searcher.search(queries, 1, Metric::euclidean, lists); }).what(), std::string("this device fell off the bus"));
}

TEST(Shards, RowsAreDividedByTheMemoryOfDevices) {
    using Free = std::vector<std::size_t>;
    using Begin = std::vector<std::int64_t>;
    EXPECT_EQ(shards::divide_rows(100, 8, Free{4000, 4000}), (Begin{0, 52, 100}));
    EXPECT_EQ(shards::divide_rows(99, 8, Free{4000, 4000, 4000}), (Begin{0, 32, 68, 99}));
    EXPECT_EQ(shards::divide_rows(100, 8, Free{160, 4000}), (Begin{0, 20, 100}));
    EXPECT_EQ(shards::divide_rows(100, 8, Free{160, 4000, 160}), (Begin{0, 20, 80, 100}));
    EXPECT_EQ(shards::divide_rows(0, 8, Free{0, 0}), (Begin{0, 0, 0}));
    const Error none = error_of([] { shards::divide_rows(100, 8, Free{160, 160}); });
    EXPECT_EQ(none.kind, Failure::memory);
    EXPECT_EQ(none.what(), std::string("100 points need 800 bytes, all devices together have 320 free"));
}

TEST(Shards, WorkersRunOnTheirThreadsAndPassTheFirstError) {
    shards::RankWorkers workers(DeviceKind::host, {0, 1, 2});
    std::vector<std::thread::id> threads(3), again(3);
    workers.each([&](int rank) { threads[std::size_t(rank)] = std::this_thread::get_id(); });
    workers.each([&](int rank) { again[std::size_t(rank)] = std::this_thread::get_id(); });
    EXPECT_EQ(threads, again);
    EXPECT_NE(threads[0], threads[1]);
    const Error failed = error_of([&] {
        workers.each([](int rank) {
            if (rank == 0) throw Cancelled{};
            if (rank > 0) throw Error(Failure::device, "rank " + std::to_string(rank));
        });
    });
    EXPECT_EQ(failed.what(), std::string("rank 1"));
    int ran = 0;
    workers.on(2, [&] { ++ran; });
    EXPECT_EQ(ran, 1);
}

TEST(Shards, DevicesByName) {
    device_named("host,host,host");
    EXPECT_EQ(sharing_devices(DeviceKind::host), (std::vector<int>{0, 1, 2}));
    device_named("host");  // names the kind, and changes nothing
    EXPECT_EQ(sharing_devices(DeviceKind::host).size(), 3U);
    share_points(DeviceKind::host, {});
    EXPECT_EQ(sharing_devices(DeviceKind::host), std::vector<int>{0});
    EXPECT_EQ(name_of_device(DeviceKind::host, 1), "host:1");
    for (const char* const wrong : {"host,", ",host", "host,cuda", "cuda:", "cuda:0,", "cuda:0,x", "cuda:-1"})
        EXPECT_EQ(error_of([&] { device_named(wrong); }).kind, Failure::usage) << wrong;
}

}  // namespace
}  // namespace neighborscope::test
