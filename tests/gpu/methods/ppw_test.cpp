// `ppw`: the five errors of Cordeiro & Zola's Algorithm 2, and its counters on cases worked by hand.
#include "tests/gpu/support.hpp"

namespace neighborscope::test {
namespace {

class Ppw : public MethodTest {
protected:
    Ppw() : MethodTest("ppw") {}
};

// 1: several warps share one query's list. Different warps find all nearest neighbours at about the same time.
TEST_P(Ppw, GivesEachWarpAListOfItsOwn) {
    std::vector<float> positions(24 * 8 * 4, 1000.0f);
    for (int w = 0; w < 24; ++w)
        for (int i = 0; i < 2; ++i) positions[std::size_t(24 * 8 * 2 + w * 8 + i)] = float(48 - (2 * w + i));  // two for every warp
    for (std::uint64_t seed : {0, 1, 2, 3}) {
        const ExecutorOrder order(seed, 2);
        const Found found = expect_right(line(positions), 48, Metric::euclidean, {{"threads", "768"}, {"blocks", "1"}});
        EXPECT_EQ(found.distance.front(), 1);
        EXPECT_EQ(found.distance.back(), 48);
    }
}

// 2: |Q| does not divide the warps of a block (24): an integer stride visits points twice.
TEST_P(Ppw, MeetsEveryPointOnceWhateverTheNumberOfQueries) {
    for (int queries : {5, 7, 9, 10, 11}) {
        const Data data = integers(700, queries, 3, unsigned(queries));
        expect_right(data, 20, Metric::euclidean, {{"threads", "768"}, {"blocks", "2"}});
        expect_counts(counted(data, 20, Metric::euclidean, {{"threads", "768"}, {"blocks", "2"}}), {{"distances", 700 * queries}});
    }
}

// 3: |Q| exceeds the warps: the stride becomes 0 and queries are not searched.
TEST_P(Ppw, ServesMoreQueriesThanThereAreWarps) {
    for (int queries : {2, 3, 25, 31}) {
        const Data data = integers(200, queries, 2, 99);
        expect_right(data, 6, Metric::manhattan, {{"threads", "32"}, {"blocks", "2"}});
        expect_right(data, 6, Metric::manhattan, {{"threads", "96"}, {"blocks", "7"}});
    }
}

// 4: |P| is not divisible by the blocks: the tail is dropped. Here the nearest is the last point.
TEST_P(Ppw, ScansTheTailOfThePoints) {
    for (int count : {97, 130, 385, 1001}) {
        std::vector<float> positions(std::size_t(count), 9.0f);
        positions.back() = 1;
        const Found found = expect_right(line(positions), 3, Metric::euclidean, {{"threads", "64"}, {"blocks", "4"}});
        EXPECT_EQ(found.index.front(), count - 1);
    }
}

// 5: a partition is shorter than k: initialisation reads past it.
TEST_P(Ppw, TakesPartitionsShorterThanK) {
    for (int count : {1, 3, 33, 100, 129}) {
        const Data data = integers(count, 2, 3, unsigned(count));
        expect_right(data, 64, Metric::chebyshev, {{"threads", "128"}, {"blocks", "4"}});
    }
}

// One warp, k = 2, distances 5 3 4 1 2 9: the list fills with 5 and 3 (a reduction), then 4, 1 and 2 each replace the farthest.
TEST_P(Ppw, CountsOneWarpAsByHand) {
    expect_counts(counted(line({5, 3, 4, 1, 2, 9}), 2, Metric::euclidean, {{"threads", "32"}, {"blocks", "1"}}),
        {{"distances", 6}, {"list replacements", 3}, {"warp reductions", 4}});
}

// Two warps take eight points in turn, k = 2, point i at 32 - i. Each list fills with two and is replaced six times in the initial
// phase; then each of the remaining 16 points is nearer than all before.
TEST_P(Ppw, CountsTwoWarpsAsByHand) {
    expect_counts(counted(descending(32), 2, Metric::euclidean, {{"threads", "64"}, {"blocks", "1"}}),
        {{"distances", 32}, {"list replacements", 6 + 6 + 8 + 8}, {"warp reductions", 2 + 28}});
}

// The lists of a query bound each other once they are full: warp 0 holds 1 and 2, warp 1 holds 101 and 102, so together they hold
// two points up to 101. The next point of warp 1, 101.5, is nearer than its farthest, but cannot be among the two nearest.
TEST_P(Ppw, BoundsOneWarpsListByAnothers) {
    std::vector<float> positions(32, 200.0f);
    for (int i = 0; i < 8; ++i) {
        positions[std::size_t(i)] = float(1 + i);
        positions[std::size_t(8 + i)] = float(101 + i);
    }
    positions[24] = 101.5f;
    expect_counts(counted(line(positions), 2, Metric::manhattan, {{"threads", "64"}, {"blocks", "1"}}),
        {{"list replacements", 0}, {"warp reductions", 2}});
}

// Every way rows are read (16 bytes or one float per lane; 8, 2 or 1 points at once), with remainders.
TEST_P(Ppw, ReadsRowsOfEveryShape) {
    for (int dimension : {4, 31, 33, 64, 124, 127, 128, 132, 255, 256, 500, 512, 516, 1021, 1028}) {
        const Data data = integers(70, 3, dimension, unsigned(dimension));
        expect_right(data, 5, Metric::euclidean, {{"threads", "96"}, {"blocks", "3"}});
    }
}

// All nearest neighbours in one block, and candidates that no bound reduces: the slow code of merge and k-selection.
TEST_P(Ppw, SelectsByDigitsWhereCountingWouldNotDo) {
    if (watches_races) GTEST_SKIP() << "values, not threads";
    std::vector<float> positions;
    for (int i = 0; i < 6000; ++i) positions.push_back(float(i));
    for (int k : {64, 300, 1500})
        for (const char* blocks : {"1", "5", "80"})
            expect_right(line(positions, -1), k, Metric::euclidean, {{"threads", "256"}, {"blocks", blocks}});
    for (float& position : positions) position = 6000 - position;
    for (int k : {64, 300}) expect_right(line(positions, -1), k, Metric::euclidean, {{"threads", "256"}, {"blocks", "80"}});
}

// Numbers of threads that are not whole warps are rounded down.
TEST_P(Ppw, RoundsThreadsToWholeWarps) {
    expect_right(integers(100, 2, 2, 1), 4, Metric::euclidean, {{"threads", "100"}});
    expect_right(integers(100, 2, 2, 1), 4, Metric::euclidean, {{"threads", "33"}});
}

INSTANTIATE_TEST_SUITE_P(Devices, Ppw, each_device(), device_name);

}  // namespace
}  // namespace neighborscope::test
