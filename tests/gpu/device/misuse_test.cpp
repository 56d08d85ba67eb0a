// Misuse in a kernel ends its launch with a message that names kernel, block, thread and line.
#include "gpu/device/simt.hpp"
#include "tests/gpu/device/executor_settings.hpp"
#include "tests/patience.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <stdexcept>
#include <thread>

#include <sys/stat.h>
#include <unistd.h>

namespace neighborscope::host {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;

// ---- Kernels that misbehave ------------------------------------------------------------------------------------------------------

constexpr int line_of_barrier = __LINE__ + 2;
__global__ void divergent_barrier() {
    if (threadIdx.x < 40) __syncthreads();
    else __shfl_sync(~0u, 1, 0);
}

__global__ void two_barriers() {
    if (threadIdx.x < 32) __syncthreads();
    else __syncthreads();
}

__global__ void not_in_own_mask(int* out) { *out = __shfl_sync(0xfffffffeu, 1, 3); }

__global__ void reads_lane_outside_mask(int* out) {
    int value = 1;
    if (threadIdx.x % 32 < 16) value = __shfl_sync(0x0000ffffu, value, 20);
    atomicExch(out, value);
}

__global__ void reads_lane_that_block_lacks(int* out) { *out = __shfl_sync(~0u, 1, 20); }

__global__ void lane_ended_before(int* out) {
    if (threadIdx.x == 0) return;
    atomicExch(out, int(__ballot_sync(~0u, true)));
}

__global__ void lane_ends_later(int* out) {
    if (threadIdx.x == 31) return;
    atomicExch(out, int(__ballot_sync(~0u, true)));
}

__global__ void different_words(int* out) {
    if (threadIdx.x < 16) atomicExch(out, __shfl_sync(~0u, 1, 0));
    else atomicExch(out, int(__ballot_sync(~0u, true)));
}

__global__ void overlapping_masks(int* out) {
    if (threadIdx.x < 16) atomicExch(out, __shfl_sync(0x0001ffffu, 1, 0));
    else atomicExch(out, __shfl_sync(0xffffffffu, 1, 16));
}

__global__ void waits_for_nobody(int* out) {
    if (threadIdx.x < 16) atomicExch(out, __shfl_sync(0x0000ffffu, 1, 0));
    else atomicExch(out, __shfl_sync(0xffff0000u, 1, 16));
    if (threadIdx.x == 3) __syncwarp(0x0000001fu);
    else __syncthreads();
}

__global__ void throws(unsigned at_block) {
    if (blockIdx.x >= at_block && threadIdx.x == 5) throw std::runtime_error("went wrong");
}

__global__ void overruns_shared_memory() {
    NEIGHBORSCOPE_DYNAMIC_SHARED(int, tile);
    tile[threadIdx.x + 1] = 1;
}

__global__ void sleeps_for_ever(int* flag) {
    while (std::atomic_ref<int>(*flag).load(std::memory_order_relaxed) == 0) __nanosleep(100);
}

__global__ void spins_until(int* flag) {
    while (std::atomic_ref<int>(*flag).load(std::memory_order_relaxed) == 0) {}
}

__global__ void deep_stack(int* out) {
    volatile char large[400000];
    for (std::size_t i = 0; i < sizeof large; i += 512) large[sizeof large - 1 - i] = char(i);
    atomicExch(out, large[123]);
}

__global__ void ends_early(int* out) {
    if (threadIdx.x >= 50) return;
    __syncthreads();
    if (threadIdx.x == 0) atomicExch(out, 1);
}

__global__ void launches(int* out) {
    Stream stream;
    launch(stream, {1, 1}, KERNEL(ends_early), out);
}

// ---- Tests: each message under several orders and numbers of workers -----------------------------------------------------------------

template <class... P, class... A>
std::string message_of(Shape shape, NamedKernel<P...> kernel, A... arguments) {
    Stream stream;
    try {
        launch(stream, shape, kernel, arguments...);
    } catch (const Error& error) {
        EXPECT_EQ(error.kind, Failure::device);
        return error.what();
    }
    return "no error";
}

class Misuse : public ::testing::TestWithParam<std::tuple<unsigned, std::uint64_t>> {
protected:
    ExecutorSettings settings{std::get<0>(GetParam()), std::get<1>(GetParam())};
    int out = 0;
};
INSTANTIATE_TEST_SUITE_P(OrdersAndWorkers, Misuse, ::testing::Combine(::testing::Values(1u, 2u, 5u), ::testing::Values(0u, 1u, 2u, 77u)));

TEST_P(Misuse, BarrierThatSomeThreadsNeverReach) {
    const std::string message = message_of({3, 64}, KERNEL(divergent_barrier));
    EXPECT_THAT(message, HasSubstr("kernel divergent_barrier, block (0,0,0): no thread can go on: "));
    EXPECT_THAT(message, HasSubstr("waits in __syncthreads at misuse_test.cpp:" + std::to_string(line_of_barrier)));
    EXPECT_THAT(message, HasSubstr("waits in __shfl_sync at misuse_test.cpp:" + std::to_string(line_of_barrier + 1)));
    EXPECT_THAT(message, HasSubstr("64 waiting, 0 ended, of 64"));
}

TEST_P(Misuse, TwoBarriers) {
    EXPECT_THAT(message_of({3, 64}, KERNEL(two_barriers)),
        MatchesRegex(
            "kernel two_barriers, block \\(0,0,0\\), thread .*: __syncthreads at misuse_test.cpp:[0-9]+: thread \\(0,0,0\\) is at another "
            "barrier, misuse_test.cpp:[0-9]+"));
}

TEST_P(Misuse, LaneNotInItsMask) {
    EXPECT_THAT(message_of({3, 32}, KERNEL(not_in_own_mask), &out),
        MatchesRegex("kernel not_in_own_mask, block \\(0,0,0\\), thread \\(0,0,0\\): __shfl_sync at misuse_test.cpp:[0-9]+: the calling "
                     "lane 0 is not in "
                     "its own mask"));
}

TEST_P(Misuse, ShuffleFromLaneOutsideTheMask) {
    EXPECT_THAT(message_of({3, 64}, KERNEL(reads_lane_outside_mask), &out),
        MatchesRegex("kernel reads_lane_outside_mask, block \\(0,0,0\\), thread \\([0-9]+,0,0\\): __shfl_sync at misuse_test.cpp:[0-9]+: "
                     "lane [0-9]+ reads "
                     "lane 20, which is not in the mask"));
}

TEST_P(Misuse, ShuffleFromLaneThatTheBlockLacks) {
    EXPECT_THAT(message_of({3, 16}, KERNEL(reads_lane_that_block_lacks), &out), HasSubstr("reads lane 20, which the block does not have"));
}

TEST_P(Misuse, EndedLane) {
    EXPECT_THAT(message_of({3, 32}, KERNEL(lane_ended_before), &out),
        AllOf(HasSubstr("kernel lane_ended_before, block (0,0,0)"), HasSubstr("__ballot_sync at misuse_test.cpp:"),
            HasSubstr("lane 0 of its mask has ended")));
    EXPECT_THAT(message_of({3, 32}, KERNEL(lane_ends_later), &out), HasSubstr("lane 31 of its mask has ended"));
}

TEST_P(Misuse, DifferentWordsUnderOneMask) {
    EXPECT_THAT(message_of({3, 32}, KERNEL(different_words), &out), HasSubstr(": other lanes of the mask wait in __"));
}

TEST_P(Misuse, OverlappingMasks) {
    const std::string message = message_of({3, 32}, KERNEL(overlapping_masks), &out);
    EXPECT_THAT(message, HasSubstr("kernel overlapping_masks, block (0,0,0)"));
}

TEST_P(Misuse, Deadlock) {
    EXPECT_THAT(message_of({3, 32}, KERNEL(waits_for_nobody), &out),
        AllOf(HasSubstr("block (0,0,0): no thread can go on: "), HasSubstr("thread (3,0,0) waits in __syncwarp at misuse_test.cpp:"),
            HasSubstr("thread (0,0,0) waits in __syncthreads at misuse_test.cpp:"), HasSubstr("32 waiting, 0 ended, of 32")));
}

TEST_P(Misuse, ExceptionAndLowestFailingBlock) {
    EXPECT_EQ(message_of({40, 32}, KERNEL(throws), 0u), "kernel throws, block (0,0,0), thread (5,0,0): went wrong");
    EXPECT_EQ(message_of({40, 32}, KERNEL(throws), 23u), "kernel throws, block (23,0,0), thread (5,0,0): went wrong");
    EXPECT_EQ(message_of({40, 32}, KERNEL(throws), 40u), "no error");
}

TEST_P(Misuse, PhaseInTheMessage) {
    Stream stream;
    stream.phase = "distances";
    try {
        launch(stream, {1, 32}, KERNEL(throws), 0u);
        FAIL() << "no error";
    } catch (const Error& error) {
        EXPECT_STREQ(error.what(), "kernel throws (phase distances), block (0,0,0), thread (5,0,0): went wrong");
    }
}

TEST_P(Misuse, NamesAsPeopleSayThem) {
    Stream stream;
    stream.phase = "phase 1";
    try {
        launch(stream, {1, 32}, named_kernel("throws<Euclidean, 2>", throws), 0u);
        FAIL() << "no error";
    } catch (const Error& error) { EXPECT_STREQ(error.what(), "kernel throws (phase 1), block (0,0,0), thread (5,0,0): went wrong"); }
}

TEST_P(Misuse, TooMuchAskedFor) {
    EXPECT_EQ(message_of({1, 1025}, KERNEL(ends_early), &out), "kernel ends_early: 1025 threads a block, at most 1024");
    EXPECT_EQ(message_of({1, dim3(32, 33)}, KERNEL(ends_early), &out), "kernel ends_early: 1056 threads a block, at most 1024");
    EXPECT_EQ(message_of({1, 64, 232449}, KERNEL(ends_early), &out),
        "kernel ends_early needs 232449 bytes of shared memory a block (232449 dynamic, 0 declared), at most 232448");
    EXPECT_EQ(message_of({dim3(1, 65536), 1}, KERNEL(ends_early), &out),
        "kernel ends_early: a grid of (1,65536,1) blocks, at most (2147483647,65535,65535)");
    EXPECT_EQ(message_of({1, 64, 232448}, KERNEL(ends_early), &out), "no error");
}

TEST_P(Misuse, KernelThatLaunches) {
    EXPECT_THAT(message_of({1, 1}, KERNEL(launches), &out), HasSubstr("kernel ends_early: launched by a kernel"));
}

TEST_P(Misuse, WorksAgainAfterwards) {
    for (int round = 0; round < 20; ++round) {
        EXPECT_NE(message_of({3, 64}, KERNEL(divergent_barrier)), "no error");
        out = 0;
        EXPECT_EQ(message_of({3, 64}, KERNEL(ends_early), &out), "no error");
        EXPECT_EQ(out, 1);
    }
}

#if defined(__SANITIZE_ADDRESS__)
using MisuseDeath = Misuse;
INSTANTIATE_TEST_SUITE_P(OneOrder, MisuseDeath, ::testing::Values(std::tuple(1u, std::uint64_t(0))));
TEST_P(MisuseDeath, DynamicSharedMemoryOverrun) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_DEATH(message_of({1, 32, 128}, KERNEL(overruns_shared_memory)), "use-after-poison");
}
#else
TEST_P(Misuse, DynamicSharedMemoryOverrun) {
    EXPECT_EQ(message_of({3, 32, 128}, KERNEL(overruns_shared_memory)),
        "kernel overruns_shared_memory, block (0,0,0): wrote past its 128 bytes of dynamic shared memory");
}
#endif

TEST(Watchdog, EndsThreadsThatSleepForEver) {
    ExecutorSettings settings{1, 0};
    executor_options().watchdog_seconds = 0.2;
    int flag = 0;
    EXPECT_THAT(message_of({1, 32}, KERNEL(sleeps_for_ever), &flag),
        AllOf(HasSubstr("kernel sleeps_for_ever, block (0,0,0), thread ("), HasSubstr("__nanosleep at misuse_test.cpp:"),
            HasSubstr("it waits for something that never comes")));
}

TEST(Watchdog, SpeaksOfSpinning) {
    ExecutorSettings settings{1, 0};
    executor_options().watchdog_seconds = 0.2;
    int flag = 0;
    std::FILE* const heard = std::tmpfile();
    ASSERT_TRUE(heard);
    const int error_before = ::dup(2);
    ::dup2(::fileno(heard), 2);
    std::thread releases([&flag, heard] {  // after a message
        struct stat now {};
        until([&] { return ::fstat(::fileno(heard), &now) != 0 || now.st_size > 0; });
        std::atomic_ref<int>(flag).store(1);
    });
    const std::string ended = message_of({1, 32}, KERNEL(spins_until), &flag);
    releases.join();
    ::dup2(error_before, 2);
    ::close(error_before);
    std::string said(1000, '\0');
    std::rewind(heard);
    said.resize(std::fread(said.data(), 1, said.size(), heard));
    std::fclose(heard);
    EXPECT_EQ(ended, "no error");
    EXPECT_THAT(said, HasSubstr("neighborscope: kernel spins_until, block (0,0,0): nothing has happened for 0.2 s; a loop that waits for "
                                "other threads needs __nanosleep"));
}

TEST(GuardPageDeathTest, StackOverflowNamesTheKernel) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    int out = 0;
    EXPECT_DEATH(message_of({8, 32}, KERNEL(deep_stack), &out),
        "neighborscope: kernel deep_stack, block \\([0-9],0,0\\), thread \\([0-9]+,0,0\\): stack overflow: its local variables need more "
        "than");
}

}  // namespace
}  // namespace neighborscope::host
