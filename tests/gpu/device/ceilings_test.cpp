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
    std::vector<const Ceilings*> seen(4);
    std::vector<std::thread> threads;
    for (const Ceilings*& one : seen) threads.emplace_back([&one] { one = &ceilings(DeviceKind::host); });
    for (std::thread& thread : threads) thread.join();
    const double rate = seen[0]->read_bytes_per_second;
    for (const Ceilings* one : seen) EXPECT_EQ(one, seen[0]);
    EXPECT_EQ(known_ceilings(DeviceKind::host), seen[0]);
    EXPECT_EQ(ceilings(DeviceKind::host).read_bytes_per_second, rate);
}

}  // namespace
}  // namespace neighborscope
