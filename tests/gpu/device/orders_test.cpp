// Correct kernels give the same result under every order of threads and blocks; kernels that lack a barrier do not.
#include "gpu/device/simt.hpp"
#include "tests/gpu/device/executor_settings.hpp"
#include "tests/gpu/device/races/kernels.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <set>
#include <thread>

namespace neighborscope::host {
namespace {

__global__ void places(uint3* thread, uint3* block, unsigned* times) {
    const unsigned in_block = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    const unsigned number = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
    const unsigned i = number * blockDim.x * blockDim.y * blockDim.z + in_block;
    __syncthreads();
    thread[i] = threadIdx;
    block[i] = blockIdx;
    atomicAdd(&times[i], 1u);
}

__global__ void order_of_arrival(unsigned* next, unsigned* order) { order[atomicAdd(next, 1u)] = blockIdx.x * blockDim.x + threadIdx.x; }

/// A producer and a consumer in one block that wait for each other by sleeping.
__global__ void hand_over(int* box, int* sum, int items) {
    if (threadIdx.x == 0) {
        for (int i = 1; i <= items; ++i) {
            while (atomicCAS(box, 0, i) != 0) __nanosleep(20);
        }
    } else if (threadIdx.x == 1) {
        for (int taken = 0; taken < items;) {
            const int item = atomicExch(box, 0);
            if (item == 0) {
                __nanosleep(20);
                continue;
            }
            *sum += item;
            ++taken;
        }
    }
}

/// The last block to finish sums what the others wrote: a fence and an atomic, as in the CUDA Programming Guide.
__global__ void last_block_sums(int* partial, unsigned* done, int* sum) {
    __shared__ bool last;
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = int(blockIdx.x) + 1;
        __threadfence();
        last = atomicAdd(done, 1u) == gridDim.x - 1;
        __threadfence();
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        int total = 0;
        for (unsigned i = 0; i < gridDim.x; ++i) total += partial[i];
        *sum = total;
    }
}

using Settings = std::tuple<unsigned, std::uint64_t>;
class Orders : public ::testing::TestWithParam<Settings> {
protected:
    ExecutorSettings settings{std::get<0>(GetParam()), std::get<1>(GetParam())};
    Stream stream;
};
INSTANTIATE_TEST_SUITE_P(OrdersAndWorkers, Orders, ::testing::Combine(::testing::Values(1u, 2u, 7u), ::testing::Values(0u, 1u, 2u, 3u)));

TEST_P(Orders, EveryThreadRunsOnceAtItsPlace) {
    const Shape shape{dim3(3, 2, 2), dim3(5, 7, 2)};
    const unsigned n = 12 * 70;
    std::vector<uint3> thread(n), block(n);
    std::vector<unsigned> times(n, 0);
    launch(stream, shape, KERNEL(places), thread.data(), block.data(), times.data());
    EXPECT_EQ(times, std::vector<unsigned>(n, 1));
    EXPECT_EQ(thread[69].x, 4u);
    EXPECT_EQ(thread[69].y, 6u);
    EXPECT_EQ(thread[69].z, 1u);
    EXPECT_EQ(block[n - 1].x, 2u);
    EXPECT_EQ(block[n - 1].y, 1u);
    EXPECT_EQ(block[n - 1].z, 1u);
}

TEST_P(Orders, EmptyLaunchRunsNothing) {
    unsigned next = 0, order = 0;
    launch(stream, {0, 32}, KERNEL(order_of_arrival), &next, &order);
    EXPECT_EQ(next, 0u);
}

TEST_P(Orders, CorrectKernelsAreRight) {
    for (int round = 0; round < 3; ++round) {
        EXPECT_EQ(wrong_rotations(stream, true), 0);
        EXPECT_EQ(wrong_warp_sums(stream, true), 0);
    }
}

TEST_P(Orders, SleepingThreadsLetOthersGo) {
    int box = 0, sum = 0;
    launch(stream, {1, 64}, KERNEL(hand_over), &box, &sum, 100);
    EXPECT_EQ(sum, 5050);
}

TEST_P(Orders, LastBlockSeesTheOthers) {
    std::vector<int> partial(50);
    unsigned done = 0;
    int sum = 0;
    launch(stream, {50, 32}, KERNEL(last_block_sums), partial.data(), &done, &sum);
    EXPECT_EQ(sum, 50 * 51 / 2);
}

std::vector<unsigned> order_of(std::uint64_t seed) {
    const ExecutorSettings settings{1, seed};
    Stream stream;
    std::vector<unsigned> order(8 * 16);
    unsigned next = 0;
    launch(stream, {8, 16}, KERNEL(order_of_arrival), &next, order.data());
    return order;
}

TEST(Seeds, AscendingWithoutRandomWithAndRepeatable) {
    std::vector<unsigned> ascending(8 * 16);
    std::iota(ascending.begin(), ascending.end(), 0u);
    EXPECT_EQ(order_of(0), ascending);
    std::set<std::vector<unsigned>> different;
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        EXPECT_EQ(order_of(seed), order_of(seed));
        different.insert(order_of(seed));
    }
    EXPECT_EQ(different.size(), 5u);
}

// ThreadSanitizer finds these races itself: see races_test.cpp.
#ifndef NEIGHBORSCOPE_TSAN
TEST(PlantedRaces, SomeOrderShowsTheMissingBarrier) {
    Stream stream;
    int wrong_with_barrier = 0, wrong_without = 0, wrong_with_warp_barrier = 0, wrong_without_warp = 0;
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
        const ExecutorSettings settings{2, seed};
        wrong_with_barrier += wrong_rotations(stream, true);
        wrong_without += wrong_rotations(stream, false);
        wrong_with_warp_barrier += wrong_warp_sums(stream, true);
        wrong_without_warp += wrong_warp_sums(stream, false);
    }
    EXPECT_EQ(wrong_with_barrier, 0);
    EXPECT_GT(wrong_without, 0);
    EXPECT_EQ(wrong_with_warp_barrier, 0);
    EXPECT_GT(wrong_without_warp, 0);
}
#endif

__global__ void slow_threads(unsigned* done) {
    const unsigned long long end = global_nanoseconds() + 2'000'000;
    while (global_nanoseconds() < end) {}
    atomicAdd(done, 1u);
}

__global__ void slow_warps(unsigned* done) {
    for (int i = 0; i < 100000; ++i) {
        if (threadIdx.x == 0) {
            const unsigned long long end = global_nanoseconds() + 1'000'000;
            while (global_nanoseconds() < end) {}
        }
        __syncwarp();
    }
    atomicAdd(done, 1u);
}

void expect_cancelled_soon(Shape shape, NamedKernel<unsigned*> kernel, unsigned* done) {
    Stream stream;
    std::atomic<bool> stop{false};
    stream.stop = &stop;
    CountedTime time;
    time.stop_in(20, stop);
    EXPECT_THROW(launch(stream, shape, kernel, done), Cancelled);
    EXPECT_GE(time.since_stop(), 0) << "it was cancelled while it ran";
    EXPECT_LE(time.since_stop(), 50);
}

TEST(Cancel, BetweenBlocksThreadsAndWarpWords) {
    for (const std::uint64_t seed : {0, 1}) {
        const ExecutorSettings settings{2, seed};
        unsigned done = 0;
        expect_cancelled_soon({100000, 1}, KERNEL(slow_threads), &done);
        EXPECT_LT(done, 1000u);
        expect_cancelled_soon({1, 1024}, KERNEL(slow_threads), &done);
        expect_cancelled_soon({1, 64}, KERNEL(slow_warps), &done);
        Stream stream;
        EXPECT_EQ(wrong_rotations(stream, true), 0);  // abandoned stacks are reused
    }
}

}  // namespace
}  // namespace neighborscope::host
