// Work in a child process, which may crash.
#include "app/data/load/hdf5/sandbox.hpp"

#include <csignal>
#include <cstdlib>
#include <gtest/gtest.h>
#include <memory>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace neighborscope {
namespace {

TEST(Sandbox, SaysNothingOfWorkThatEnds) {
    int here = 0;
    EXPECT_FALSE(run_in_sandbox([&] { here = 1; }));
    EXPECT_EQ(here, 0) << "it was done elsewhere";
}

TEST(Sandbox, BringsErrorsHome) {
    const auto sandbox_failure = run_in_sandbox([] { throw Error(Failure::memory, "too much", "ask for less"); });
    ASSERT_TRUE(sandbox_failure && sandbox_failure->error);
    EXPECT_EQ(sandbox_failure->error->kind, Failure::memory);
    EXPECT_EQ(sandbox_failure->error->one_line(), "too much; ask for less");
}

TEST(Sandbox, OutlivesCrashes) {
    for (const int signal : {SIGSEGV, SIGABRT, SIGKILL}) {
        const auto sandbox_failure = run_in_sandbox([signal] { std::raise(signal); });
        ASSERT_TRUE(sandbox_failure) << signal;
        EXPECT_FALSE(sandbox_failure->error);
    }
    const auto thrown = run_in_sandbox([] { throw 1; });
    ASSERT_TRUE(thrown);
    EXPECT_FALSE(thrown->error);
}

TEST(Sandbox, EndsWorkThatDoesNotEnd) {
    const auto sleep = [] { pause(); };
    const auto sandbox_failure = run_in_sandbox(sleep, nullptr, std::chrono::milliseconds(50));
    ASSERT_TRUE(sandbox_failure);
    EXPECT_TRUE(sandbox_failure->late);
    EXPECT_FALSE(sandbox_failure->error);
    const std::atomic<bool> stop{true};
    EXPECT_THROW(run_in_sandbox(sleep, &stop), Cancelled);
    EXPECT_LT(waitpid(-1, nullptr, WNOHANG), 0) << "no child is left";
}

// Sanitizers have no limit, because they reserve terabytes.
TEST(Sandbox, GivesNoMoreMemoryThanItsLimit) {
    if (sandbox_memory() == 0) GTEST_SKIP() << "no limit in this build";
    const auto allocate = [](std::size_t bytes) {
        return run_in_sandbox([bytes] {
            // As libraries in C do with a number from a file.
            void* memory = std::malloc(bytes);
            if (!memory) throw Error(Failure::memory, "no memory", "none");
            static_cast<volatile char*>(memory)[bytes - 1] = 1;
        });
    };
    EXPECT_FALSE(allocate(sandbox_memory() / 2));
    const auto refused = allocate(2 * sandbox_memory());
    ASSERT_TRUE(refused) << "the memory was given";
    ASSERT_TRUE(refused->error) << "it crashed";
    EXPECT_EQ(refused->error->one_line(), "no memory; none");

    const auto grown = run_in_sandbox([] {
        for (std::vector<std::unique_ptr<char[]>> blocks;;) blocks.emplace_back(new char[64 << 20]);
    });
    ASSERT_TRUE(grown) << "std::bad_alloc, which is no Error";
    EXPECT_FALSE(grown->error);
}

}  // namespace
}  // namespace neighborscope
