// Ceilings: possible numbers, measured once.
#include "gpu/device/ceilings.hpp"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace neighborscope {
namespace {

TEST(Ceilings, ArePossibleNumbersOfEveryDevice) {
    for (const DeviceInfo& device : devices()) {
        const Ceilings& found = ceilings(device.kind);
        EXPECT_GT(found.read_bytes_per_second, 1e8) << device.name;
        EXPECT_LT(found.read_bytes_per_second, 2e13) << device.name;
        EXPECT_GT(found.fp32_operations_per_second, 1e8) << device.name;
        EXPECT_LT(found.fp32_operations_per_second, 1e15) << device.name;
        EXPECT_FALSE(found.read_how.empty());
        EXPECT_FALSE(found.fp32_how.empty());
        EXPECT_NEAR(found.milliseconds_to_read(found.read_bytes_per_second), 1000, 1e-6);
    }
}

TEST(Ceilings, AreMeasuredOnceWhoeverAsks) {
    std::vector<Ceilings> seen(4);
    std::vector<std::thread> threads;
    for (Ceilings& one : seen) threads.emplace_back([&one] { one = ceilings(DeviceKind::host); });
    for (std::thread& thread : threads) thread.join();
    for (const Ceilings& one : seen) {
        EXPECT_EQ(one.read_bytes_per_second, seen[0].read_bytes_per_second);
        EXPECT_EQ(one.measured, seen[0].measured);
    }
    ASSERT_TRUE(known_ceilings(DeviceKind::host));
    EXPECT_EQ(known_ceilings(DeviceKind::host)->read_bytes_per_second, seen[0].read_bytes_per_second);
}

TEST(Ceilings, OnlyGrowAndTellABusyMachine) {
    const Ceilings first = ceilings(DeviceKind::host), again = improve_ceilings(DeviceKind::host);
    EXPECT_EQ(again.measured, first.measured + 1);
    EXPECT_GE(again.read_bytes_per_second, first.read_bytes_per_second);
    EXPECT_GE(again.fp32_operations_per_second, first.fp32_operations_per_second);
    EXPECT_LE(again.slowest_share, first.slowest_share);
    Ceilings before = again;  // of a start when nothing else ran
    before.read_bytes_per_second *= 2, before.fp32_operations_per_second /= 2;
    remember_ceilings(DeviceKind::host, before);
    const Ceilings now = ceilings(DeviceKind::host);
    EXPECT_EQ(now.read_bytes_per_second, before.read_bytes_per_second);
    EXPECT_EQ(now.fp32_operations_per_second, again.fp32_operations_per_second);
    EXPECT_LE(now.slowest_share, 0.5);
    EXPECT_TRUE(now.was_busy());
}

}  // namespace
}  // namespace neighborscope
