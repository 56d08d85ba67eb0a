// `heap`: the errors of Barrientos's Algorithm 1, and its counters on cases worked by hand.
#include "tests/gpu/support.hpp"

#include <algorithm>

namespace neighborscope::test {
namespace {

class Heap : public MethodTest {
protected:
    Heap() : MethodTest("heap") {}
};

// Error 1: `tid`, unique over all blocks, strides by one block's size. One thread must read every element of D once.
TEST_P(Heap, StridesByTheBlockOverTheQuerysOwnDistances) {
    Data data;
    data.dimension = 1;
    data.exact = true;
    for (int i = 0; i < 333; ++i) data.points.push_back(float(i * 7 % 333));
    data.queries = {0, 100, 332, 5};
    const Found found = expect_right(data, 12, Metric::euclidean, {{"threads", "64"}});
    EXPECT_EQ(found.distance[0], 0);
    // With room for all nothing is removed: each query's D is pushed completely, no element twice.
    expect_counts(counted(data, 333, Metric::euclidean, {{"threads", "64"}}),
        {{"distances", 4 * 333}, {"heap pushes, phase 1", 4 * 333}, {"heap evictions, phase 1", 0}});
}

// Error 2: only the top of each heap is popped. Here one thread's column holds all nearest neighbours, so all its entries must be read.
TEST_P(Heap, LooksAtEveryEntryOfEveryHeap) {
    for (int threads : {32, 64, 256}) {
        std::vector<float> positions(std::size_t(threads) * 20, 1000.0f);
        for (int i = 0; i < 20; ++i) positions[std::size_t(i * threads + 5)] = float(20 - i);  // all in thread 5
        const Found found = expect_right(line(positions), 20, Metric::euclidean, {{"threads", std::to_string(threads)}});
        for (int i = 0; i < 20; ++i) EXPECT_EQ(found.index[std::size_t(i)], (19 - i) * threads + 5);
    }
}

// Error 3: distances are kept without their indices. Equal distances need them: the smaller index wins.
TEST_P(Heap, KeepsIndicesWithDistances) {
    const Found found = expect_right(line(std::vector<float>(500, 2.0f)), 40, Metric::manhattan, {{"threads", "32"}});
    for (int i = 0; i < 40; ++i) EXPECT_EQ(found.index[std::size_t(i)], i);
}

// Point i at 64 - i, 32 threads, k = 1. Phase 1: thread t pushes point t and removes it for t + 32. Phase 2: 32 heaps of one into
// 32 heaps. Phase 3: heaps hold 32, 31, ... 1: each evicts the previous one.
TEST_P(Heap, CountsDescendingDistancesAsByHand) {
    expect_counts(counted(descending(64), 1, Metric::euclidean, {{"threads", "32"}}),
        {{"distances", 64}, {"heap pushes, phase 1", 64}, {"heap evictions, phase 1", 32}, {"heap pushes, phase 2", 32},
            {"heap evictions, phase 2", 0}, {"heap pushes, phase 3", 32}, {"heap evictions, phase 3", 31}});
}

// Point i at i + 1: the first point of a thread is its nearest, and the first heap holds the nearest of all.
TEST_P(Heap, CountsAscendingDistancesAsByHand) {
    Data data = descending(64);
    std::reverse(data.points.begin(), data.points.end());
    expect_counts(counted(data, 1, Metric::euclidean, {{"threads", "32"}}),
        {{"heap pushes, phase 1", 32}, {"heap evictions, phase 1", 0}, {"heap pushes, phase 2", 32}, {"heap pushes, phase 3", 1},
            {"heap evictions, phase 3", 0}});
}

// Point i at 96 - i, k = 2: thread t ends with 64 - t (at the top) and 32 - t. Phase 3 offers 64, 32 | 63, 31 | 62, 30 | ...: 63 replaces
// 64, 31 replaces 63; from the third heap on only the lower one enters.
TEST_P(Heap, CountsWithTwoNeighboursAsByHand) {
    expect_counts(counted(descending(96), 2, Metric::chebyshev, {{"threads", "32"}}),
        {{"heap pushes, phase 1", 96}, {"heap evictions, phase 1", 32}, {"heap pushes, phase 2", 64}, {"heap evictions, phase 2", 0},
            {"heap pushes, phase 3", 34}, {"heap evictions, phase 3", 32}});
}

// Heaps all in shared memory, partly, or none.
TEST_P(Heap, GivesTheSameWhereverItsHeapsLie) {
    Data data = line({}, 17);
    for (int i = 0; i < 3000; ++i) data.points.push_back(float(i * 12347ll % 3001));
    for (int k : {8, 100, 700, 2000})
        for (const char* threads : {"32", "1024"}) expect_right(data, k, Metric::euclidean, {{"threads", threads}});
}

INSTANTIATE_TEST_SUITE_P(Devices, Heap, each_device(), device_name);

}  // namespace
}  // namespace neighborscope::test
