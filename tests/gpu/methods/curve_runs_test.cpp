// A self-join by runs of a curve: lists equal those of points in memory, whatever the memory allows.
#include "gpu/shards/curve_grid.hpp"
#include "gpu/shards/curve_runs.hpp"
#include "tests/gpu/support.hpp"

#include <atomic>
#include <cstring>
#include <set>

namespace neighborscope::test {
namespace {

using shards::RunPlan;

shards::RowSource source_of(const std::vector<float>& points, int dimension) {
    return {std::int64_t(points.size()) / dimension, dimension, 0, [&points, dimension](std::int64_t first, std::int64_t count, float* to) {
                std::copy_n(points.begin() + std::ptrdiff_t(first * dimension), count * dimension, to);
                return magnitudes_of({to, std::size_t(count * dimension)});
            }};
}

/// Half of the points in a quarter of the width, a few far from all others.
std::vector<float> uneven(int count, int dimension, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> place(0, 1);
    std::vector<float> points;
    for (int i = 0; i < count; ++i)
        for (int axis = 0; axis < dimension; ++axis) {
            const float at = place(random);
            points.push_back(i % 2000 == 7 ? 1 + 40 * at : i % 2 == 0 ? at / 4 : at);
        }
    return points;
}

struct Lists {
    std::vector<std::int32_t> index;
    std::vector<float> distance;
};

class CurveRunsTest : public ::testing::TestWithParam<DeviceKind> {
protected:
    Lists in_memory(const std::vector<float>& points, int dimension, int k, Metric metric, bool exclude_self) {
        const PointSet set(GetParam(), points, dimension);
        ListSet lists;
        lists.ensure_capacity(GetParam(), set.points().count, k);
        Searcher searcher(method, set, options);
        searcher.search(QuerySet::self_join(set, exclude_self), k, metric, lists);
        Lists all;
        lists.fetch(all.index, all.distance);
        return all;
    }
    RunPlan plan_of(std::int64_t count, int dimension, int k, std::int64_t rows, int ranks = 1) {
        RunPlan plan = shards::plan_runs(count, dimension, k, GetParam(), ranks, {}, 0);
        plan.rows = rows;
        return plan;
    }
    bool join(const shards::RowSource& source, const RunPlan& plan, int k, Metric metric, bool exclude_self, Lists& to,
        const Progress& progress = {}) {
        to.index.assign(std::size_t(source.count * k), -7);
        to.distance.assign(to.index.size(), 0);
        times_taken = std::vector<std::atomic<int>>(std::size_t(source.count));
        const shards::TakeLists take = [&](std::span<const std::int32_t> rows, const std::int32_t* index, const float* distance) {
            for (std::size_t i = 0; i < rows.size(); ++i) {
                ++times_taken[std::size_t(rows[i])];
                std::copy_n(index + i * std::size_t(k), k, to.index.begin() + std::ptrdiff_t(rows[i]) * k);
                std::copy_n(distance + i * std::size_t(k), k, to.distance.begin() + std::ptrdiff_t(rows[i]) * k);
            }
        };
        return shards::join_by_runs({method, options, GetParam(), source, exclude_self, k, metric}, plan, {}, take, report, progress);
    }
    void expect_equal(const std::vector<float>& points, int dimension, int k, Metric metric, std::int64_t rows, bool exclude_self = true) {
        const Lists all = in_memory(points, dimension, k, metric, exclude_self);
        const shards::RowSource source = source_of(points, dimension);
        Lists found;
        ASSERT_TRUE(join(source, plan_of(source.count, dimension, k, rows), k, metric, exclude_self, found));
        EXPECT_EQ(found.index, all.index) << name(metric) << ", " << report.tiles << " runs, " << report.uncertain << " uncertain";
        EXPECT_EQ(std::memcmp(found.distance.data(), all.distance.data(), all.distance.size() * sizeof(float)), 0);
        for (const std::atomic<int>& times : times_taken) ASSERT_EQ(times, 1);
        EXPECT_GE(report.tiles, source.count / rows);
    }
    const Method& method = find_method("leaf-warp");
    Options options{method.info.options};
    shards::RunReport report;
    std::vector<std::atomic<int>> times_taken;
};

TEST_P(CurveRunsTest, ListsEqualThoseOfPointsInMemory) {
    const Data plane = uniform_data(12000, 1, 2, 1), space = uniform_data(9000, 1, 3, 2);
    for (const Metric metric : one_for_races({Metric::euclidean, Metric::manhattan, Metric::chebyshev})) {
        expect_equal(plane.points, 2, 5, metric, 4000);
        expect_equal(space.points, 3, 3, metric, 7000, false);
    }
    EXPECT_GT(report.around, 0);
}

TEST_P(CurveRunsTest, QueriesThatReachFurtherAreAskedOverAllPoints) {
    expect_equal(uneven(15000, 2, 3), 2, 6, Metric::euclidean, 9000);
    EXPECT_GT(report.uncertain, 0);
    EXPECT_LT(report.uncertain, 15000 / 20);
    expect_equal(uneven(15000, 3, 4), 3, 2, Metric::manhattan, 14000, false);
    EXPECT_GT(report.uncertain, 0);
}

TEST_P(CurveRunsTest, EqualDistancesKeepTheSmallerRow) {
    const Data data = integers(20000, 1, 2, 5, 60);  // five points at each of 3600 places
    expect_equal(data.points, 2, 8, Metric::euclidean, 9000);
    expect_equal(data.points, 2, 8, Metric::chebyshev, 9000, false);
}

TEST_P(CurveRunsTest, PointsThatCannotBeDividedAreLeftToTiles) {
    const std::vector<float> one_place(2 * 5000, 1.5f);
    Lists none;
    EXPECT_FALSE(join(source_of(one_place, 2), plan_of(5000, 2, 3, 1000), 3, Metric::euclidean, true, none));
    EXPECT_EQ(std::set<std::int32_t>(none.index.begin(), none.index.end()), std::set<std::int32_t>{-7});
    expect_equal(one_place, 2, 3, Metric::euclidean, 5000);
}

TEST_P(CurveRunsTest, FewPointsAndNone) {
    expect_equal({3, 4}, 2, 1, Metric::euclidean, 1);
    expect_equal({3, 4, 5, 6, 3, 4}, 2, 3, Metric::manhattan, 3);
    const std::vector<float> nothing;
    Lists none;
    EXPECT_TRUE(join(source_of(nothing, 2), plan_of(0, 2, 3, 1000), 3, Metric::euclidean, true, none));
    EXPECT_EQ(report.tiles, 0);
}

TEST_P(CurveRunsTest, AnErrorOfReadingEndsTheJoinWithItsReason) {
    const Data data = uniform_data(12000, 1, 2, 6);
    shards::RowSource source = source_of(data.points, 2);
    std::atomic<int> reads = 0;
    source.read = [&, read = source.read](std::int64_t first, std::int64_t count, float* to) {
        if (first == 0 && ++reads > 3) throw Error(Failure::input, "the file was cut while it was read", "copy the file again");
        return read(first, count, to);
    };
    Lists found;
    const Error error = error_of([&] { join(source, plan_of(12000, 2, 4, 4000), 4, Metric::euclidean, true, found); });
    EXPECT_EQ(error.what(), std::string("the file was cut while it was read"));
}

TEST_P(CurveRunsTest, CancelsWithinARun) {
    const Data data = uniform_data(12000, 1, 2, 7);
    std::atomic<bool> stop = false;
    Progress progress;
    progress.stop = &stop;
    shards::RowSource source = source_of(data.points, 2);
    std::atomic<int> reads = 0;
    source.read = [&, read = source.read](std::int64_t first, std::int64_t count, float* to) {
        if (++reads > 80) stop = true;
        return read(first, count, to);
    };
    RunPlan plan = plan_of(12000, 2, 4, 4000);
    plan.piece_rows = 500;
    Lists found;
    EXPECT_THROW(join(source, plan, 4, Metric::euclidean, true, found, progress), Cancelled);
}

INSTANTIATE_TEST_SUITE_P(
    Devices, CurveRunsTest, ::testing::ValuesIn(devices_under_test()), [](const auto& info) { return std::string(name(info.param)); });

TEST(CurveRuns, DevicesTakeRunsInTurn) {
    const Data data = uniform_data(12000, 1, 2, 8);
    const Method& method = find_method("leaf-warp");
    const Options options(method.info.options);
    const auto index_with = [&](int ranks) {
        share_points(DeviceKind::host, ranks > 1 ? std::vector{0, 1} : std::vector<int>{});
        RunPlan plan = shards::plan_runs(12000, 2, 3, DeviceKind::host, ranks, {}, 0);
        plan.rows = 2000;
        std::vector<std::int32_t> all(std::size_t(12000) * 3);
        shards::RunReport report;
        const shards::RowSource source = source_of(data.points, 2);
        EXPECT_TRUE(shards::join_by_runs({method, options, DeviceKind::host, source, true, 3, Metric::euclidean}, plan, {},
            [&](std::span<const std::int32_t> rows, const std::int32_t* index, const float*) {
                for (std::size_t i = 0; i < rows.size(); ++i) std::copy_n(index + 3 * i, 3, all.begin() + std::ptrdiff_t(rows[i]) * 3);
            },
            report, {}));
        share_points(DeviceKind::host, {});
        EXPECT_EQ(report.devices.size(), std::size_t(ranks));
        std::int64_t queries = 0;
        for (const DeviceTime& one : report.devices) queries += one.queries;
        EXPECT_EQ(queries, 12000);
        return all;
    };
    EXPECT_EQ(index_with(1), index_with(2));
}

TEST(CurveRuns, PlansStayWithinTheMemoryThatIsAllowed) {
    for (const std::size_t bytes : {std::size_t(64) << 20, std::size_t(1) << 30, std::size_t(8) << 30}) {
        const RunPlan plan = shards::plan_runs(1000000000, 2, 2, DeviceKind::host, 1, {0, bytes}, 0);
        EXPECT_LE(plan.host_bytes, bytes);
        EXPECT_GE(plan.runs * plan.rows, 1000000000);
        EXPECT_GE(plan.level, 10);
    }
    EXPECT_EQ(error_of([] {
        shards::plan_runs(1000000000, 2, 2, DeviceKind::host, 1, {0, std::size_t(1) << 30}, std::size_t(1) << 30);
    }).kind,
        Failure::memory);
}

TEST(CurveRuns, OnlyDistancesThatCoordinatesBoundAndMethodsWithRegions) {
    EXPECT_TRUE(shards::can_join_by_runs(find_method("leaf-warp").info, 3, Metric::chebyshev));
    EXPECT_FALSE(shards::can_join_by_runs(find_method("leaf-warp").info, 2, Metric::inner_product));
    EXPECT_FALSE(shards::can_join_by_runs(find_method("leaf-warp").info, 2, Metric::cosine));
    EXPECT_FALSE(shards::can_join_by_runs(find_method("flat").info, 2, Metric::euclidean));
}

TEST(CurveGrid, WhatIsAroundAPartOfTheCurveTouchesIt) {
    for (const int dimension : {2, 3}) {
        const int level = dimension == 2 ? 4 : 2;
        const shards::CurveGrid grid(dimension, level, {0, 0, 0}, {16, 16, 16});
        const double width = 16.0 / (1 << level);
        std::vector<std::array<int, 3>> place(std::size_t(grid.cells()));
        for (int x = 0; x < 1 << level; ++x)
            for (int y = 0; y < 1 << level; ++y)
                for (int z = 0; z < (dimension == 3 ? 1 << level : 1); ++z) {
                    const float at[] = {float((x + 0.5) * width), float((y + 0.5) * width), float((z + 0.5) * width)};
                    place[std::size_t(grid.cell_of(at))] = {x, y, z};
                }
        for (const auto& [begin, end] : {std::pair<std::int64_t, std::int64_t>{0, 1}, {3, 29}, {16, 32}, {5, 6}, {0, grid.cells()}}) {
            std::set<std::int64_t> expected, found;
            for (std::int64_t out = 0; out < grid.cells(); ++out)
                for (std::int64_t in = begin; in < end && (out < begin || out >= end); ++in) {
                    int far = 0;
                    for (std::size_t axis = 0; axis < 3; ++axis)
                        far = std::max(far, std::abs(place[std::size_t(out)][axis] - place[std::size_t(in)][axis]));
                    if (far == 1) expected.insert(out);
                }
            grid.each_around(begin, end, [&](std::int64_t cell) { found.insert(cell); });
            EXPECT_EQ(found, expected) << dimension << "-D, cells " << begin << " to " << end;
        }
    }
}

}  // namespace
}  // namespace neighborscope::test
