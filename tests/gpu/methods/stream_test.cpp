// `stream`: rows of every shape, tiles of queries, candidates in the worst order, bounds that blocks share.
#include "tests/gpu/support.hpp"

#include <thread>

namespace neighborscope::test {
namespace {

class Stream : public MethodTest {
protected:
    Stream() : MethodTest("stream") {}
};

// Every way rows are read, with remainders of pieces, stretches, rows and tiles.
TEST_P(Stream, ReadsRowsOfEveryShape) {
    for (int dimension : one_for_races({129, 1, 2, 3, 4, 5, 8, 31, 32, 33, 36, 60, 64, 68, 96, 100, 127, 128, 160, 300, 784, 1030})) {
        const Data data = integers(70, 3, dimension, unsigned(dimension));
        expect_right(data, 5, Metric::euclidean, {{"threads", "96"}, {"blocks", "3"}});
        if (HasFailure()) return;
    }
}

// Tiles of 1, 2, 4, 8 and 12 queries, whole and partial, and several groups of them.
TEST_P(Stream, ServesAnyNumberOfQueries) {
    for (int queries = 1; queries <= (sanitized ? 3 : 17); ++queries)
        for (int dimension : one_for_races({33, 3, 20}))
            expect_right(integers(150, queries, dimension, unsigned(queries)), 7, Metric::manhattan, {{"threads", "64"}, {"blocks", "6"}});
    expect_right(integers(150, 40, 4, 40), 7, Metric::euclidean, {{"threads", "64"}, {"blocks", "6"}});
    expect_right(integers(150, 40, 4, 41), 7, Metric::euclidean, {{"threads", "64"}, {"blocks", "2"}, {"tile", "3"}});
}

// Short and long lists: from one to more than there are points, in shared and in device memory.
TEST_P(Stream, TakesListsOfEveryLength) {
    for (int k : one_for_races({1025, 1, 2, 31, 33, 64, 128, 129, 257, 513, 1000, 2500})) {
        expect_right(integers(sanitized ? 600 : 2000, 2, 3, unsigned(k), 60), k, Metric::euclidean, {{"threads", "64"}, {"blocks", "4"}});
        if (HasFailure()) return;
    }
}

// Every point is nearer than all before it, so that no bound of the block itself removes candidates: their memory fills
// round after round. And in reverse order, and all equal.
TEST_P(Stream, KeepsItsBuffersUnderTheWorstOrder) {
    const int count = sanitized ? 3000 : 20000;
    for (int k : one_for_races({700, 1, 64})) {
        std::vector<float> positions(static_cast<std::size_t>(count));
        for (int i = 0; i < count; ++i) positions[std::size_t(i)] = float(count - i);
        for (const char* blocks : {"1", "3"}) expect_right(line(positions), k, Metric::euclidean, {{"threads", "32"}, {"blocks", blocks}});
        std::reverse(positions.begin(), positions.end());
        expect_right(line(positions), k, Metric::euclidean, {{"threads", "32"}, {"blocks", "3"}});
        std::fill(positions.begin(), positions.end(), 7.0f);
        expect_right(line(positions), k, Metric::euclidean, {{"threads", "64"}, {"blocks", "5"}});
        if (HasFailure()) return;
    }
}

// Blocks publish while others read, in any order: lists do not depend on it. All nearest points are in one block, at its end, so that
// every bound published before is far too wide; and equal distances everywhere, of which the smallest indices must be kept.
TEST_P(Stream, GivesTheSameListsInAnyOrderOfBlocks) {
    std::vector<float> positions(4000);
    for (int i = 0; i < 4000; ++i) positions[std::size_t(i)] = i >= 2000 && i < 2100 ? float(i - 2000) : float(1000 + i % 50);
    for (std::uint64_t seed : {0, 1, 2, 3, 4, 5}) {
        const ExecutorOrder order(seed, seed % 2 ? 1 : 2);
        for (int k : {16, 100, 160}) expect_right(line(positions), k, Metric::euclidean, {{"threads", "64"}, {"blocks", "40"}});
        if (sanitized && seed > 1) break;
    }
}

// One Searcher after another request: bounds of the last one are cleared, also if it was cancelled.
TEST_P(Stream, ForgetsTheBoundsOfTheLastSearch) {
    std::vector<float> near_points(3000), queries = {0, 5000};
    for (int i = 0; i < 3000; ++i) near_points[std::size_t(i)] = float(i);
    const PointSet points(GetParam(), near_points, 1);
    Searcher searcher(method, points, Options(method.info.options, {{"threads", "64"}, {"blocks", "30"}}));
    ListSet lists(GetParam(), 1, 9);
    const auto expect_exact = [&](float query) {
        searcher.search(QuerySet(GetParam(), std::span(&query, 1), 1), 9, Metric::euclidean, lists);
        Found found;
        lists.fetch(found.index, found.distance);
        EXPECT_EQ(verify_found(line(near_points, query), found, 9, Metric::euclidean).exact, 1) << query;
    };
    expect_exact(0);
    expect_exact(5000);                  // now everything is farther than what was published for 0
    const std::atomic<bool> stop{true};  // read after the first launch, when bounds have been published
    const float query = 1;
    EXPECT_THROW(
        searcher.search(QuerySet(GetParam(), std::span(&query, 1), 1), 9, Metric::euclidean, lists, Progress{{}, &stop}), Cancelled);
    expect_exact(-7000);
}

// Excluded rows do not count towards a bound either.
TEST_P(Stream, LeavesExcludedRowsOut) {
    if (watches_races) GTEST_SKIP() << "arithmetic, not threads";
    Data data = integers(500, 5, 2, 3, 9);
    for (int q = 0; q < 5; ++q) {
        data.exclude.push_back(q == 4 ? -1 : q * 100);
        for (int d = 0; d < 2; ++d) data.queries[std::size_t(2 * q + d)] = data.points[std::size_t(200 * q + d)];
    }
    for (int k : {1, 8, 499, 500}) expect_right(data, k, Metric::chebyshev, {{"threads", "64"}, {"blocks", "7"}});
}

// Several blocks share the exact distances of one query, and the last block sorts them.
TEST_P(Stream, SharesExactDistancesAmongBlocks) {
    for (std::uint64_t seed : {0, 1, 2}) {
        const ExecutorOrder order(seed, 2);
        for (int k : {16, 64, 130}) expect_right(integers(300, 1, 260, 7, 5), k, Metric::euclidean);
    }
}

// 1024 tiles of one query are scanned at once, by one block each; for the remaining one many blocks have a list.
TEST_P(Stream, HasRoomForALastTileOfFewQueries) {
    if (GetParam() == DeviceKind::host) GTEST_SKIP() << "takes minutes there";
    expect_right(integers(48100, 1025, 1, 3), 2, Metric::manhattan, {{"threads", "32"}, {"tile", "1"}, {"blocks", "1500"}});
}

TEST_P(Stream, CountsDistances) { expect_counts(counted(integers(321, 14, 3, 1), 20, Metric::euclidean), {{"distances", 321 * 14}}); }

INSTANTIATE_TEST_SUITE_P(Devices, Stream, each_device(), device_name);

}  // namespace
}  // namespace neighborscope::test
