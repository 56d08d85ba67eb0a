// Work in a process of its own, which may come to grief.
#include "app/data/load/hdf5/rehearsal.hpp"

#include <csignal>
#include <cstdlib>
#include <gtest/gtest.h>
#include <memory>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace neighborscope {
namespace {

TEST(Rehearsal, SaysNothingOfWorkThatEnds) {
    int here = 0;
    EXPECT_FALSE(rehearse([&] { here = 1; }));
    EXPECT_EQ(here, 0) << "it was done elsewhere";
}

TEST(Rehearsal, BringsErrorsHome) {
    const auto mishap = rehearse([] { throw Error(Failure::memory, "too much", "ask for less"); });
    ASSERT_TRUE(mishap && mishap->error);
    EXPECT_EQ(mishap->error->kind, Failure::memory);
    EXPECT_EQ(mishap->error->one_line(), "too much; ask for less");
}

TEST(Rehearsal, OutlivesCrashes) {
    for (const int signal : {SIGSEGV, SIGABRT, SIGKILL}) {
        const auto mishap = rehearse([signal] { std::raise(signal); });
        ASSERT_TRUE(mishap) << signal;
        EXPECT_FALSE(mishap->error);
    }
    const auto thrown = rehearse([] { throw 1; });
    ASSERT_TRUE(thrown);
    EXPECT_FALSE(thrown->error);
}

TEST(Rehearsal, EndsWorkThatDoesNotEnd) {
    const auto sleep = [] { pause(); };
    const auto mishap = rehearse(sleep, nullptr, std::chrono::milliseconds(50));
    ASSERT_TRUE(mishap);
    EXPECT_TRUE(mishap->late);
    EXPECT_FALSE(mishap->error);
    const std::atomic<bool> stop{true};
    EXPECT_THROW(rehearse(sleep, &stop), Cancelled);
    EXPECT_LT(waitpid(-1, nullptr, WNOHANG), 0) << "no child is left";
}

// Under sanitizers there is no limit: they reserve terabytes.
TEST(Rehearsal, GivesNoMoreMemoryThanItsLimit) {
    if (rehearsal_memory() == 0) GTEST_SKIP() << "no limit in this build";
    const auto allocate = [](std::size_t bytes) {
        return rehearse([bytes] {
            // What libraries in C do with a number from a file.
            void* memory = std::malloc(bytes);
            if (!memory) throw Error(Failure::memory, "no memory", "none");
            static_cast<volatile char*>(memory)[bytes - 1] = 1;
        });
    };
    EXPECT_FALSE(allocate(rehearsal_memory() / 2));
    const auto refused = allocate(2 * rehearsal_memory());
    ASSERT_TRUE(refused) << "the memory was given";
    ASSERT_TRUE(refused->error) << "it crashed";
    EXPECT_EQ(refused->error->one_line(), "no memory; none");

    const auto grown = rehearse([] {
        for (std::vector<std::unique_ptr<char[]>> blocks;;) blocks.emplace_back(new char[64 << 20]);
    });
    ASSERT_TRUE(grown) << "std::bad_alloc, which is no Error";
    EXPECT_FALSE(grown->error);
}

}  // namespace
}  // namespace neighborscope
