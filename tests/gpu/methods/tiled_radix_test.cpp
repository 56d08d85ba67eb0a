// `tiled-radix`: the errors of Kuang & Zhao's Algorithm 1, tiles of both shapes, and its counts on cases worked by hand.
#include "tests/gpu/support.hpp"

namespace neighborscope::test {
namespace {

class TiledRadix : public MethodTest {
protected:
    TiledRadix() : MethodTest("tiled-radix") {}
};

// Algorithm 1 adds its running sum to the result at every step and never resets it: along 48 dimensions, three steps of 16, it would
// give 16 + 32 + 48 instead of 48, and 48 dimensions of which only the last ones differ would win over those where the first do.
TEST_P(TiledRadix, AddsEveryTermOnce) {
    for (const char* tile : {"16x16", "8x32"}) {
        Data data;
        data.dimension = 48;
        data.exact = true;
        data.queries.assign(48, 0.0f);
        data.points.assign(3 * 48, 0.0f);
        for (int d = 0; d < 48; ++d) data.points[std::size_t(d)] = 1;                // distance 48
        for (int d = 0; d < 16; ++d) data.points[std::size_t(48 + d)] = 1.5f;        // 36 by its first step, which would count three times
        for (int d = 32; d < 48; ++d) data.points[std::size_t(2 * 48 + d)] = 1.75f;  // 49 by its last, which would count once
        const Found found = expect_right(data, 3, Metric::euclidean, {{"tile", tile}});
        EXPECT_EQ(found.index, (std::vector<std::int32_t>{1, 0, 2}));
        EXPECT_FLOAT_EQ(found.distance[0], 6);
        EXPECT_FLOAT_EQ(found.distance[2], 7);
    }
}

// Edges: values beyond are zero and not written. All shapes of both tiles, whether or not they divide points, queries and dimensions.
TEST_P(TiledRadix, FillsTilesOfBothShapesToTheirEdges) {
    for (const char* tile : {"16x16", "8x32", "auto"})
        for (const auto& [points, queries, dimension] :
            {std::array{16, 16, 16}, {32, 32, 8}, {17, watches_races ? 5 : 33, 17}, {7, 31, 7}, {1, 1, 1}, {65, 3, 9}})
            if ((!sanitized || points == 17) && !(watches_races && std::string_view(tile) == "auto"))
                for (const Metric metric : one_for_races({Metric::euclidean, Metric::manhattan, Metric::chebyshev}))
                    expect_right(integers(points, queries, dimension, unsigned(points)), 9, metric, {{"tile", tile}});
}

// 100 points and 40 queries are 7 x 3 square tiles, or 13 x 2 tall ones, which suit fewer than 16 dimensions.
TEST_P(TiledRadix, CountsTilesAsByHand) {
    if (watches_races) GTEST_SKIP() << "counts, not threads";
    const Data few = integers(100, 40, 15, 1), many = integers(100, 40, 16, 1);
    expect_counts(counted(few, 3, Metric::euclidean), {{"distances", 4000}, {"tiles", 26}});
    expect_counts(counted(many, 3, Metric::euclidean), {{"distances", 4000}, {"tiles", 21}});
    expect_counts(counted(few, 3, Metric::euclidean, {{"tile", "16x16"}}), {{"tiles", 21}});
    expect_counts(counted(many, 3, Metric::euclidean, {{"tile", "8x32"}}), {{"tiles", 26}});
}

// 1500 keys are two tiles of the sort, the second not full. 8 passes of 4 splits each.
TEST_P(TiledRadix, CountsPassesAsByHand) {
    if (watches_races) GTEST_SKIP() << "counts, not threads";
    const Data data = integers(1500, 2, 3, 2, 1000);
    expect_counts(counted(data, 3, Metric::euclidean),
        {{"radix passes", 2 * 8}, {"splits of a tile", 2 * 8 * 4 * 2}, {"keys scattered", 2 * 8 * 1500}});
    const Report library = counted(data, 3, Metric::euclidean, {{"sort", "cub"}});
    expect_counts(library, {{"distances", 3000}, {"tiles", 188}});
    EXPECT_EQ(library.counters.size(), 2u) << "what a library does inside is not known";
}

// A pass that is not stable would lose the order of the previous pass, and the order of indices.
TEST_P(TiledRadix, KeepsTheSmallerOfEqualDistances) {
    const int count = watches_races ? 1100 : 2500;  // two tiles of the sort, or three
    for (const char* sort : {"radix", "cub"}) {
        const Found found = expect_right(line(std::vector<float>(std::size_t(count), 2.0f)), count, Metric::manhattan, {{"sort", sort}});
        for (int i = 0; i < count; ++i) ASSERT_EQ(found.index[std::size_t(i)], i);
        if (!watches_races) expect_right(integers(sanitized ? 1100 : 5000, 3, 2, 3, 9), 600, Metric::euclidean, {{"sort", sort}});
    }
}

// Digits from the lowest to the highest: adjacent floats, and magnitudes from 2^-40 to 2^40.
TEST_P(TiledRadix, SortsByEveryDigit) {
    if (watches_races) GTEST_SKIP() << "arithmetic, not threads";
    std::vector<float> near, far;
    for (int i = 0; i < 700; ++i) near.push_back(1.0f + float(i * 389 % 700) * 0x1p-23f);
    for (int i = 0; i < 700; ++i) far.push_back(std::ldexp(1.0f + float(i % 3) / 4, i * 7 % 81 - 40));
    for (const char* sort : {"radix", "cub"}) {
        const Found found = expect_right(line(near), 700, Metric::manhattan, {{"sort", sort}});
        EXPECT_EQ(found.index[1] * 389 % 700, 1);
        expect_right(line(far), 700, Metric::chebyshev, {{"sort", sort}});
    }
}

TEST_P(TiledRadix, LeavesOutTheExcludedPoint) {
    for (const char* sort : {"radix", "cub"}) {
        const int queries = watches_races ? 4 : 40;
        Data data = integers(50, queries, 3, 4);
        for (int i = 0; i < queries; ++i) data.exclude.push_back(i % 3 ? i : -1);
        for (const int k : one_for_races({49, 1, 50, 60})) expect_right(data, k, Metric::euclidean, {{"sort", sort}});
        Data one = line({5});
        one.exclude = {0};
        expect_right(one, 1, Metric::euclidean, {{"sort", sort}});
        expect_right(line({}), 2, Metric::euclidean, {{"sort", sort}});
    }
}

TEST(TiledRadixMemory, CutsQueriesIntoBatches) {
    if (watches_races) GTEST_SKIP() << "what is counted does not depend on threads";
    const Method& tiled_radix = find_method("tiled-radix");
    const Data data = integers(1000, 40, 2, 6);
    for (const char* sort : {"radix", "cub"}) {
        host::set_memory_limit(std::size_t(1) << 50);
        const std::size_t used = (std::size_t(1) << 50) - host::free_bytes();
        host::set_memory_limit(used + 150000);
        expect_right(tiled_radix, DeviceKind::host, data, 7, Metric::euclidean, {{"sort", sort}});
        host::set_memory_limit(used + 18000);  // points and queries are allocated, a row of 12 or 16 bytes per point does not fit
        EXPECT_NE(refused(Failure::memory,
                      [&] {
                          search(tiled_radix, DeviceKind::host, data, 7, Metric::euclidean, {{"sort", sort}});
                      }),
            "");
        host::set_memory_limit(0);
    }
}

INSTANTIATE_TEST_SUITE_P(Devices, TiledRadix, each_device(), device_name);

}  // namespace
}  // namespace neighborscope::test
