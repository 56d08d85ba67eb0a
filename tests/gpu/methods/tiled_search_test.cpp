// Points that are read in tiles: lists equal those of points in memory, whatever the memory allows.
#include "gpu/shards/tiled_search.hpp"
#include "tests/gpu/support.hpp"

#include <atomic>
#include <cstring>

namespace neighborscope::test {
namespace {

shards::RowSource rows_of(const Data& data) {
    return {data.count(), data.dimension, 0, [&data](std::int64_t first, std::int64_t count, float* to) {
                const auto from = data.points.begin() + std::ptrdiff_t(first * data.dimension);
                std::copy(from, from + std::ptrdiff_t(count * data.dimension), to);
                return magnitudes_of({to, std::size_t(count) * std::size_t(data.dimension)});
            }};
}

shards::TilePlan plan_for(const Data& data, DeviceKind device, int k, std::size_t bytes, int ranks = 1) {
    return shards::plan_tiles(data.count(), data.dimension, data.query_count(), k, device, ranks,
        {device == DeviceKind::host ? 0 : bytes, device == DeviceKind::host ? bytes * std::size_t(ranks) : 0});
}

struct Written {
    std::vector<std::int32_t> index;
    std::vector<float> distance;
};
Written written(const std::vector<ListEntry>& entries, Metric metric) {
    Written lists{std::vector<std::int32_t>(entries.size()), std::vector<float>(entries.size())};
    shards::write_lists(entries, metric, lists.index.data(), lists.distance.data());
    return lists;
}

class TiledSearchTest : public MethodsTest {
protected:
    void SetUp() override {
        if (!runs_on(method(), device())) GTEST_SKIP() << "not on this device";
        if (device() == DeviceKind::cuda && !method().info.supports.missing_on_cuda().empty()) GTEST_SKIP() << "needs a library";
    }
    std::vector<ListEntry> search_tiles(
        const Data& data, int k, Metric metric, const shards::TilePlan& plan, const Progress& progress = {}) {
        return shards::search_tiles(method(), Options(method().info.options), device(), rows_of(data), data.queries, data.exclude, k,
            metric, plan, report, progress);
    }
    void expect_equal(const Data& data, int k, Metric metric, std::size_t bytes, std::int64_t least_tiles, int ranks = 1) {
        const Found all = search(method(), device(), data, k, metric);
        const shards::TilePlan plan = plan_for(data, device(), k, bytes, ranks);
        EXPECT_GE(plan.tiles, least_tiles);
        EXPECT_LE(plan.device_bytes, bytes);
        const auto [index, distance] = written(search_tiles(data, k, metric, plan), metric);
        EXPECT_EQ(index, all.index) << name(metric) << ", " << plan.tiles << " tiles";
        EXPECT_EQ(std::memcmp(distance.data(), all.distance.data(), distance.size() * sizeof(float)), 0);
        std::int64_t points = 0;
        for (const DeviceTime& one : report.devices) points += one.points;
        EXPECT_EQ(points, data.count());
        EXPECT_EQ(report.tiles, plan.tiles);
    }
    shards::TiledReport report;
};

TEST_P(TiledSearchTest, ListsEqualThoseOfPointsInMemory) {
    const int dimension = std::min(method().info.supports.dimension_to, 8);
    expect_equal(integers(6000, 20, dimension, 1), 7, Metric::euclidean, 200000, dimension > 3 ? 3 : 1);
    expect_equal(integers(6000, 20, 2, 2), 7, Metric::euclidean, 100000, 2);
    expect_equal(uniform_data(6000, 20, 2, 3), 7, Metric::euclidean, 100000, 2);
    if (method().info.supports.no_inner_product.empty()) expect_equal(integers(6000, 20, 3, 4), 7, Metric::inner_product, 100000, 2);
}

TEST_P(TiledSearchTest, EqualDistancesKeepTheSmallerRowOfTheFile) {
    Data data = integers(5000, 4, 2, 5, 2);  // four places
    expect_equal(data, 30, Metric::euclidean, 100000, 2);
}

TEST_P(TiledSearchTest, ExcludedRowsAndShortLists) {
    Data data = integers(5000, 10, 2, 6);
    for (int query = 0; query < 10; ++query) {
        data.exclude.push_back(query * 499);
        std::copy_n(data.points.begin() + query * 499 * 2, 2, data.queries.begin() + query * 2);
    }
    expect_equal(data, 5, Metric::euclidean, 100000, 2);
    Data few = integers(6, 3, 2, 7);
    few.exclude = {0, -1, 5};
    expect_equal(few, 6, Metric::euclidean, 100000, 1);
}

TEST_P(TiledSearchTest, CosineDistancesWithRowsOfZeros) {
    if (method().info.unsupported_reason({.count = 5000, .queries = 6, .dimension = 3, .k = 9, .metric = Metric::cosine}, device()))
        GTEST_SKIP() << "no cosine distance";
    Data data = integers(5000, 6, 3, 12, 2);  // coordinates 0 and 1: rows of zeros among them
    std::fill_n(data.queries.begin(), 3, 0.0f);
    data.exclude = {1, -1, -1, -1, -1, -1};
    expect_equal(data, 9, Metric::cosine, 100000, 2);
}

TEST_P(TiledSearchTest, AnErrorOfReadingEndsTheSearchWithItsReason) {
    const Data data = integers(6000, 3, 2, 8);
    shards::RowSource source = rows_of(data);
    source.read = [read = source.read](std::int64_t first, std::int64_t count, float* to) {
        if (first + count > 4000) throw Error(Failure::input, "the file was cut while it was read", "copy the file again");
        return read(first, count, to);
    };
    const shards::TilePlan plan = plan_for(data, device(), 5, 60000);
    const Error error = error_of([&] {
        shards::search_tiles(
            method(), Options(method().info.options), device(), source, data.queries, {}, 5, Metric::euclidean, plan, report, {});
    });
    EXPECT_EQ(error.what(), std::string("the file was cut while it was read"));
}

TEST_P(TiledSearchTest, CancelsWithinATile) {
    const Data data = integers(6000, 3, 2, 9);
    const std::atomic<bool> stop = true;
    Progress progress;
    progress.stop = &stop;
    EXPECT_THROW(search_tiles(data, 5, Metric::euclidean, plan_for(data, device(), 5, 60000), progress), Cancelled);
}

std::vector<std::string_view> tiled_methods() {
    if (watches_races) return {"flat"};  // the threads are the same for all
    return {"stream", "flat", "fused", "leaf-warp", "heap"};
}

INSTANTIATE_TEST_SUITE_P(Methods, TiledSearchTest, testing::Combine(testing::ValuesIn(tiled_methods()), each_device()), method_and_device);

TEST(TiledSearch, DevicesTakeTilesInTurn) {
    const Data data = integers(9000, 12, 4, 10);
    const Method& method = find_method("stream");
    const Found all = search(method, DeviceKind::host, data, 6, Metric::euclidean);
    share_points(DeviceKind::host, {0, 1});
    const shards::TilePlan plan = plan_for(data, DeviceKind::host, 6, 100000, 2);
    shards::TiledReport report;
    const std::vector<ListEntry> entries = shards::search_tiles(
        method, Options(method.info.options), DeviceKind::host, rows_of(data), data.queries, {}, 6, Metric::euclidean, plan, report, {});
    share_points(DeviceKind::host, {});
    EXPECT_EQ(written(entries, Metric::euclidean).index, all.index);
    ASSERT_EQ(report.devices.size(), 2U);
    EXPECT_GT(report.devices[0].points, 0);
    EXPECT_GT(report.devices[1].points, 0);
}

TEST(TiledSearch, PartsOfALargerSetKeepItsRows) {
    const Data data = integers(3000, 8, 3, 11);
    const Method& method = find_method("flat");
    const Found all = search(method, DeviceKind::host, data, 9, Metric::euclidean);
    std::vector<ListEntry> merged;
    for (const std::int64_t begin : {0, 1000, 2000}) {
        shards::RowSource part = rows_of(data);
        part.first_row = begin;
        part.count = 1000;
        part.read = [read = part.read, begin](std::int64_t first, std::int64_t count, float* to) { return read(begin + first, count, to); };
        shards::TiledReport report;
        const shards::TilePlan plan = shards::plan_tiles(1000, 3, 8, 9, DeviceKind::host, 1, {0, 1000000});
        const std::vector<ListEntry> found = shards::search_tiles(
            method, Options(method.info.options), DeviceKind::host, part, data.queries, {}, 9, Metric::euclidean, plan, report, {});
        if (merged.empty()) merged = found;
        else shards::merge_lists(merged, found, 9);
    }
    const auto [index, distance] = written(merged, Metric::euclidean);
    EXPECT_EQ(index, all.index);
    EXPECT_EQ(distance, all.distance);
}

TEST(TiledSearch, PlansStayWithinTheMemoryThatIsAllowed) {
    for (const std::size_t bytes : {std::size_t(4) << 20, std::size_t(64) << 20, std::size_t(1) << 32}) {
        const shards::TilePlan plan = shards::plan_tiles(100000000, 96, 100, 10, DeviceKind::host, 1, {0, bytes});
        EXPECT_LE(plan.host_bytes, bytes);
        EXPECT_GE(plan.tiles * plan.rows, 100000000);
        EXPECT_LT((plan.tiles - 1) * plan.rows, 100000000);
        EXPECT_EQ(plan.rows % 4, 0);
    }
    const Error none = error_of([] { shards::plan_tiles(100000000, 96, 10000, 100, DeviceKind::host, 1, {0, 1 << 20}); });
    EXPECT_EQ(none.kind, Failure::memory);
    const shards::TilePlan few = shards::plan_tiles(100000000, 96, 100000, 1, DeviceKind::host, 1, {0, 4 << 20});
    EXPECT_GT(few.batches, 1);
    EXPECT_GE(few.batches * few.queries, 100000);
    EXPECT_LT((few.batches - 1) * few.queries, 100000);
    EXPECT_LE(few.host_bytes, std::size_t(4) << 20);
    const shards::TilePlan empty = shards::plan_tiles(0, 96, 10, 10, DeviceKind::host, 1, {0, 1 << 24});
    EXPECT_EQ(empty.tiles, 0);
}

TEST(TiledSearch, RefusesWhatTilesCannotGive) {
    const Data data = integers(100, 2, 2, 12);
    const shards::TilePlan plan = plan_for(data, DeviceKind::host, 3, 1000000);
    shards::TiledReport report;
    const Method& ivf = find_method("ivf");
    const Error refused = error_of([&] {
        shards::search_tiles(
            ivf, Options(ivf.info.options), DeviceKind::host, rows_of(data), data.queries, {}, 3, Metric::euclidean, plan, report, {});
    });
    EXPECT_EQ(refused.kind, Failure::usage);
}

}  // namespace
}  // namespace neighborscope::test
