// Ceilings: plausible numbers, measured once.
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

TEST(Ceilings, OnlyGrow) {
    const Ceilings first = ceilings(DeviceKind::host), again = improve_ceilings(DeviceKind::host);
    EXPECT_EQ(again.measured, first.measured + 1);
    EXPECT_GE(again.read_bytes_per_second, first.read_bytes_per_second);
    EXPECT_GE(again.fp32_operations_per_second, first.fp32_operations_per_second);
    EXPECT_LE(again.slowest_share, first.slowest_share);
}

TEST(Ceilings, AreNotWaitedForByWhoCancels) {
    const Ceilings before = ceilings(DeviceKind::host);
    std::atomic<bool> stop{false}, pause{true};
    int reports = 0;
    const Progress progress{[&](double, double) { stop = ++reports == 3; }, &stop, &pause};
    EXPECT_THROW(improve_ceilings(DeviceKind::host, progress), Cancelled);
    EXPECT_EQ(reports, 3) << "it looks again and again, and makes no pause";
    EXPECT_EQ(ceilings(DeviceKind::host).measured, before.measured);
    std::thread other([] { improve_ceilings(DeviceKind::host); });
    EXPECT_THROW(improve_ceilings(DeviceKind::host, progress), Cancelled) << "while another measures, too";
    other.join();
}

std::vector<Ceilings> kept;

TEST(Ceilings, AreKeptAndMeasuredWhereNoneAre) {
    kept.clear();
    const auto keep = [](DeviceKind, const Ceilings& best) { kept.push_back(best); };
    set_ceilings_store({[](DeviceKind) { return std::optional<Ceilings>(); }, keep});
    const Ceilings found = ceilings(DeviceKind::host);
    EXPECT_GT(found.measured, 0);
    EXPECT_EQ(found.date.size(), 10u) << "2026-11-28";
    ASSERT_FALSE(kept.empty());
    EXPECT_EQ(kept.back().read_bytes_per_second, found.read_bytes_per_second);

    kept.clear();
    set_ceilings_store({[](DeviceKind) {
                            return std::optional(Ceilings{.read_bytes_per_second = 1e14,
                                .fp32_operations_per_second = 1e6,
                                .read_how = "on a quiet machine",
                                .fp32_how = "",
                                .date = "2001-02-03"});
                        },
        keep});
    EXPECT_FALSE(known_ceilings(DeviceKind::host)) << "what another keeper measured is forgotten";
    const Ceilings recalled = ceilings(DeviceKind::host);
    EXPECT_EQ(recalled.measured, 0);
    EXPECT_EQ(recalled.read_bytes_per_second, 1e14);
    EXPECT_FALSE(recalled.was_busy());
    EXPECT_TRUE(kept.empty());
    const Ceilings anew = improve_ceilings(DeviceKind::host);
    EXPECT_EQ(anew.measured, 1);
    EXPECT_EQ(anew.read_bytes_per_second, 1e14) << "the best counts";
    EXPECT_EQ(anew.date, "2001-02-03") << "when that was";
    EXPECT_GT(anew.fp32_operations_per_second, 1e6);
    EXPECT_TRUE(anew.was_busy()) << "no memory of these days is so fast";
    ASSERT_EQ(kept.size(), 1u);
    set_ceilings_store({});
}

}  // namespace
}  // namespace neighborscope
