#include "app/data/files/parallel.hpp"

#include "app/data/files/memory.hpp"
#include "tests/patience.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <malloc.h>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace neighborscope::test {
namespace {

TEST(ParallelPieces, EachPieceIsDoneOnce) {
    for (const std::size_t count : {0u, 1u, 2u, 1000u}) {
        std::vector<std::atomic<int>> times(count);
        parallel_pieces(count, 1, {}, [&](std::size_t piece) { ++times[piece]; });
        for (const auto& time : times) EXPECT_EQ(time, 1);
    }
}

TEST(ParallelPieces, TheFailureOfTheEarliestPieceIsThrown) {
    if (std::thread::hardware_concurrency() < 2) GTEST_SKIP() << "one core: pieces fail in order anyway";
    for (const std::size_t slow : {0u, 1u}) {
        std::atomic<int> begun{0}, failed{0};
        try {
            parallel_pieces(2, 1, {}, [&](std::size_t piece) {
                ++begun;
                until([&] { return begun == 2 && (piece != slow || failed > 0); });
                if (piece == slow) std::this_thread::sleep_for(std::chrono::milliseconds(5));
                ++failed;
                throw std::runtime_error(std::to_string(piece));
            });
            FAIL() << "nothing was thrown";
        } catch (const std::runtime_error& error) { EXPECT_STREQ(error.what(), "0"); }
    }
}

TEST(ParallelPieces, OnlyTheCallingThreadReports) {
    const auto caller = std::this_thread::get_id();
    double last = -1;
    const Progress progress{[&](double done, double total) {
        EXPECT_EQ(std::this_thread::get_id(), caller);
        EXPECT_EQ(total, 200 * 2.5);
        EXPECT_GE(done, last);
        last = done;
    }};
    parallel_pieces(200, 2.5, progress, [](std::size_t) { std::this_thread::sleep_for(std::chrono::microseconds(20)); });
    EXPECT_EQ(last, 500);
}

TEST(ParallelPieces, StopsWithinThePiecesThatHaveBegun) {
    std::atomic<bool> stop{false};
    std::atomic<std::size_t> begun{0};
    const Progress progress{{}, &stop};
    EXPECT_THROW(parallel_pieces(1000, 1, progress,
                     [&](std::size_t piece) {
                         ++begun;
                         if (piece == 9) stop = true;
                         if (piece > 9) until([&] { return stop.load(); });
                     }),
        Cancelled);
    EXPECT_GE(begun, 10u);
    EXPECT_LE(begun, 9 + std::max(1u, std::thread::hardware_concurrency())) << "the first nine, and one a thread";
}

TEST(PieceSequencer, ComeInOrderWhateverTheRestTakes) {
    for (int time = 0; time < 2; ++time) {
        PieceSequencer sequencer(nullptr);
        std::vector<std::size_t> order;
        sequencer.restart();
        parallel_pieces(200, 0, {}, [&](std::size_t piece) {
            if (piece % 3 == 0) std::this_thread::sleep_for(std::chrono::microseconds(200));
            sequencer.take(piece, [&] { order.push_back(piece); });
        });
        std::vector<std::size_t> expected(200);
        std::iota(expected.begin(), expected.end(), std::size_t(0));
        EXPECT_EQ(order, expected);
    }
}

TEST(PieceSequencer, EndWhenOneFailsAndTellOfThatOne) {
    PieceSequencer sequencer(nullptr);
    std::atomic<int> done{0};
    try {
        parallel_pieces(1000, 0, {}, [&](std::size_t piece) {
            sequencer.take(piece, [&] {
                if (piece == 20) throw std::runtime_error("piece 20");
                ++done;
            });
        });
        ADD_FAILURE() << "nothing was thrown";
    } catch (const std::runtime_error& error) { EXPECT_STREQ(error.what(), "piece 20"); }
    EXPECT_EQ(done, 20);
}

TEST(PieceSequencer, DoNotWaitForPiecesThatNeverBegan) {
    const std::atomic<bool> stop{true};
    PieceSequencer sequencer(&stop);
    EXPECT_THROW(sequencer.take(1, [] { ADD_FAILURE() << "it is not its turn"; }), Cancelled);
}

TEST(BufferPool, AreUsedAgain) {
    BufferPool buffers(1000);
    const char* first = nullptr;
    {
        const BufferPool::Buffer buffer = buffers.take();
        first = buffer.get();
        EXPECT_NE(buffers.take().get(), first);
    }
    const BufferPool::Buffer a = buffers.take(), b = buffers.take();
    EXPECT_TRUE(a.get() == first || b.get() == first);
}

TEST(Memory, LargeVectorsAreZero) {
    std::vector<float> values;
    resize_large(values, 3000001);
    EXPECT_EQ(values.size(), 3000001u);
    EXPECT_EQ(std::accumulate(values.begin(), values.end(), 0.0f), 0.0f);
    resize_large(values, 0);
    EXPECT_TRUE(values.empty());
    EXPECT_GT(available_memory(), 1u << 20);
}

TEST(Memory, RefusesWithBothNumbers) {
    try {
        require_memory(5e18, "the test", "ask for less");
        FAIL() << "nothing was thrown";
    } catch (const Error& error) {
        EXPECT_EQ(error.kind, Failure::memory);
        EXPECT_NE(std::string(error.what()).find("the test needs 5000.0 PB of memory, "), std::string::npos) << error.what();
        EXPECT_EQ(error.remedy, "ask for less");
    }
    EXPECT_NO_THROW(require_memory(1, "the test", ""));
    EXPECT_EQ(bytes_text(512), "512 bytes");
    EXPECT_EQ(bytes_text(3.2e9), "3.2 GB");
}

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
TEST(Memory, OfLargeBlocksNoneIsKept) {
    constexpr std::size_t large = 8 << 20;
    const auto taken = [] {
        void* const block = std::malloc(large);
        *static_cast<volatile char*>(block) = 1;
        return block;
    };
    std::free(taken());  // the C library adapts to such blocks
    return_large_blocks();
    const std::size_t before = mallinfo2().hblkhd;
    std::vector<void*> blocks;  // the first ones may use memory that earlier tests left in the heap
    while (blocks.size() < 100 && mallinfo2().hblkhd == before) blocks.push_back(taken());
    EXPECT_GE(mallinfo2().hblkhd, before + large) << "it has pages of its own";
    for (void* const block : blocks) std::free(block);
    EXPECT_EQ(mallinfo2().hblkhd, before);
}
#endif

}  // namespace
}  // namespace neighborscope::test
