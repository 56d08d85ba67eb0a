// What a process may still allocate: the system's memory, or less if its own limits or its control groups allow less.
#include "gpu/device/host/available_memory.hpp"
#include "gpu/error.hpp"
#include "gpu/start_threads.hpp"
#include "tests/gpu/device/executor_settings.hpp"
#include "tests/gpu/resource_limit.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <latch>
#include <limits>
#include <string>

#include <unistd.h>

namespace neighborscope {
namespace {

namespace fs = std::filesystem;
using test::ResourceLimit;
constexpr std::size_t nothing_known = std::numeric_limits<std::size_t>::max();

/// Files of control groups as the system writes them.
class ControlGroups : public testing::Test {
protected:
    ControlGroups() : folder_(fs::temp_directory_path() / ("neighborscope_groups_" + std::to_string(getpid()))) {}
    ~ControlGroups() override { fs::remove_all(folder_); }

    void write(const std::string& file, const std::string& text) const {
        fs::create_directories((folder_ / file).parent_path());
        std::ofstream(folder_ / file) << text;
    }
    std::size_t left(const std::string& own_groups) const {
        write("own", own_groups);
        return memory_left_by_control_groups(folder_ / "own", folder_);
    }

    fs::path folder_;
};

TEST_F(ControlGroups, NoneSaysNothing) {
    EXPECT_EQ(memory_left_by_control_groups(folder_ / "none", folder_), nothing_known);
    EXPECT_EQ(left("0::/\n"), nothing_known);
    EXPECT_EQ(left("no colons\n\n"), nothing_known);
}

TEST_F(ControlGroups, TheSmallestLimitOnTheWayUpCounts) {
    write("memory.max", "max\n");
    write("user/memory.max", "1000\n");
    write("user/memory.current", "300\n");
    write("user/shell/memory.max", "max\n");
    write("user/shell/memory.high", "900\n");
    write("user/shell/memory.current", "250\n");
    EXPECT_EQ(left("1:cpu:/\n0::/user/shell\n"), 650u);
    EXPECT_EQ(left("0::/user\n"), 700u);
    EXPECT_EQ(left("0::/\n"), nothing_known);
    write("user/memory.current", "2000\n");
    EXPECT_EQ(left("0::/user/shell\n"), 0u);
}

TEST_F(ControlGroups, FilesThatCanBeDroppedAreFree) {
    write("a/memory.max", "1000\n");
    write("a/memory.current", "800\n");
    write("a/memory.stat", "anon 100\nfile 700\ninactive_file 500\n");
    EXPECT_EQ(left("0::/a\n"), 700u);
}

TEST_F(ControlGroups, OfVersionOneToo) {
    write("memory/docker/memory.limit_in_bytes", "1000\n");
    write("memory/docker/memory.usage_in_bytes", "400\n");
    EXPECT_EQ(left("9:name=systemd:/\n4:memory:/docker/in\n0::/\n"), 600u);
}

TEST(AvailableMemory, KnowsTheLimitsOfTheProcess) {
    const std::size_t room = 100 << 20;
    for (const int resource : {RLIMIT_AS, RLIMIT_DATA}) {
        const ResourceLimit limited(resource, room);
        EXPECT_LE(available_memory(), room);
        EXPECT_GT(available_memory(), room / 2);
    }
    EXPECT_GT(available_memory(), 0u);
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // they end the program when they get no memory
TEST(StartThreads, AsManyAsThereIsMemoryFor) {
    std::vector<std::thread> threads;
    std::latch begin(1);  // until then all have allocated their stacks
    {
        const ResourceLimit limited(RLIMIT_AS, 40 << 20);
        start_threads(threads, 100, [&] { begin.wait(); });
    }
    begin.count_down();
    EXPECT_LT(threads.size(), 100u);
    for (std::thread& thread : threads) thread.join();
}

TEST(Executor, ABlockWithoutMemoryIsRefusedWithNumbers) {
    const host::ExecutorSettings settings(2, 0);
    host::executor_options().stack_bytes = 1 << 20;
    const host::Launch launch{.kernel = "wide", .phase = "trial", .grid = 4, .block = 512};
    std::atomic<int> ran{0};
    const auto count = [](const void* argument) { ++**static_cast<std::atomic<int>* const*>(argument); };
    std::atomic<int>* const counted = &ran;
    try {
        const ResourceLimit limited(RLIMIT_AS, 300 << 20);
        host::run(launch, count, &counted);
        ADD_FAILURE() << "nothing was thrown";
    } catch (const Error& error) {
        EXPECT_EQ(error.kind, Failure::memory);
        EXPECT_NE(std::string(error.what()).find("a block of kernel wide"), std::string::npos) << error.what();
    }
    EXPECT_EQ(ran, 0);
    host::run(launch, count, &counted);
    EXPECT_EQ(ran, 4 * 512) << "with memory it goes on";
}
#endif

}  // namespace
}  // namespace neighborscope
