// What a run measures: phases against the whole, delays, parts of a kernel, counters, tiles and cancelling. Times are compared
// generously and three times at most, because other programs share the machine.
#include "gpu/error.hpp"
#include "tests/gpu/device/each_device.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <functional>
#include <thread>

namespace neighborscope {
namespace {

class Runs : public EachDevice {};
INSTANTIATE_TEST_SUITE_P(Devices, Runs, every_device(), device_name);

/// Whether one of three tries succeeds; a try says what is wrong, or nothing.
void expect_soon(const std::function<std::string()>& attempt) {
    std::string wrong;
    for (int round = 0; round < 3; ++round) {
        wrong = attempt();
        if (wrong.empty()) return;
    }
    FAIL() << wrong << ", three times";
}

double sum_of(const Report& report) {
    double sum = 0;
    for (const PhaseTime& phase : report.phases) sum += phase.milliseconds;
    return sum;
}

TEST_P(Runs, ReportsOnlyWhatWasAskedFor) {
    const Report total = trials().phases(Measure::total, {0.1, 0.1, 0.1});
    EXPECT_GT(total.total_milliseconds, 0.3 * 0.99);
    EXPECT_TRUE(total.phases.empty());
    EXPECT_TRUE(total.counters.empty());
    const Report phases = trials().phases(Measure::phases, {0.1, 0.1, 0.1});
    EXPECT_EQ(phases.total_milliseconds, 0);
    EXPECT_TRUE(phases.counters.empty());
    ASSERT_EQ(phases.phases.size(), 3u);  // equal names of two rounds were added up
    EXPECT_EQ(phases.phases[0].name, "first");
    EXPECT_EQ(phases.phases[1].name, "second");
    EXPECT_EQ(phases.phases[2].name, "third");
    EXPECT_EQ(phases.phases[0].floor.bytes, 20);
    EXPECT_EQ(phases.phases[0].floor.operations, 2);
    EXPECT_EQ(phases.phases[0].floor.formula, "f");
    EXPECT_FALSE(phases.phases[0].inside.has_value());
}

TEST_P(Runs, PhasesSumToTheTotal) {
    for (const double length : {8.0, 0.4, 0.03}) {
        expect_soon([&]() -> std::string {
            const std::vector<double> lengths{length, 2 * length, length / 2};
            double total = 1e9, sum = 1e9;  // the least disturbed of five
            for (int round = 0; round < 5; ++round) {
                total = std::min(total, trials().phases(Measure::total, lengths).total_milliseconds);
                sum = std::min(sum, sum_of(trials().phases(Measure::phases, lengths)));
            }
            if (std::abs(sum / total - 1) <= 0.05) return {};
            return "phases sum to " + std::to_string(sum) + " ms, the whole is " + std::to_string(total) + " ms";
        });
    }
}

TEST_P(Runs, DelayMovesOnlyItsPhase) {
    for (std::size_t delayed = 0; delayed < 3; ++delayed) {
        expect_soon([&]() -> std::string {
            std::vector<double> lengths{4, 4, 4};
            const Report before = trials().phases(Measure::phases, lengths);
            lengths[delayed] += 12;
            const Report after = trials().phases(Measure::phases, lengths);
            for (std::size_t i = 0; i < 3; ++i) {
                const double moved = after.phases[i].milliseconds - before.phases[i].milliseconds;
                const double expected = i == delayed ? 12 : 0;
                if (std::abs(moved - expected) > 1.5)
                    return "a delay of 12 ms in phase " + std::to_string(delayed) + " moved phase " + std::to_string(i) + " by " + std::to_string(moved) + " ms";
            }
            return {};
        });
    }
}

TEST_P(Runs, PartsOfAKernelByStamps) {
    expect_soon([&]() -> std::string {
        const Report report = trials().inside(Measure::phases, 5, 2);
        if (report.phases.size() != 3) return "phases are missing";
        const PhaseTime &one = report.phases[0], &three = report.phases[1], &after = report.phases[2];
        if (one.name != "one" || three.name != "three" || after.name != "after") return "names are wrong";
        if (!one.inside || !three.inside || after.inside) return "inside is wrong";
        if (one.floor.formula != "a" || three.floor.bytes != 3) return "floors are wrong";
        if (std::abs(one.inside->share - 0.25) > 0.04) return "the share of part one is " + std::to_string(one.inside->share);
        if (std::abs(one.inside->share + three.inside->share - 1) > 1e-9) return "shares do not sum to 1";
        if (std::abs(one.inside->imbalance - 2) > 0.3) return "the imbalance is " + std::to_string(one.inside->imbalance) + ", one of five blocks takes twice as long";
        if (std::abs(one.inside->stamping_overhead) > 0.25) return "the overhead of stamping is " + std::to_string(one.inside->stamping_overhead);
        if (std::abs(after.milliseconds - 2) > 0.5) return "the stamped launch is in the next phase: " + std::to_string(after.milliseconds) + " ms";
        return {};
    });
}

TEST_P(Runs, StampedLaunchesAreInNoPhase) {
    expect_soon([&]() -> std::string {
        double total = 1e9, sum = 1e9;
        for (int round = 0; round < 3; ++round) {
            total = std::min(total, trials().inside(Measure::total, 4, 1).total_milliseconds);
            sum = std::min(sum, sum_of(trials().inside(Measure::phases, 4, 1)));
        }
        if (std::abs(sum / total - 1) <= 0.05) return {};
        return "phases sum to " + std::to_string(sum) + " ms, the whole is " + std::to_string(total) + " ms";
    });
    const Report empty = trials().inside(Measure::phases, 0, 1);
    ASSERT_EQ(empty.phases.size(), 3u);
    EXPECT_FALSE(empty.phases[0].inside.has_value());
}

TEST_P(Runs, Counters) {
    const Report report = trials().counters(Measure::counters);
    ASSERT_EQ(report.counters.size(), 3u);
    EXPECT_EQ(report.counters[0].name, "threads");
    EXPECT_EQ(report.counters[0].value, 2 * 640);
    EXPECT_EQ(report.counters[1].name, "sum of blocks");
    EXPECT_EQ(report.counters[1].value, 2 * 45);
    EXPECT_EQ(report.counters[2].name, "tiles");
    EXPECT_EQ(report.counters[2].value, 2);
    EXPECT_TRUE(trials().counters(Measure::total).counters.empty());
    EXPECT_TRUE(trials().counters(Measure::phases).counters.empty());
}

TEST_P(Runs, TilesReportAndStop) {
    EXPECT_EQ(trials().tiles({}, 5), 5);
    std::atomic<bool> stop{false};
    double last = 0;
    const Progress stops_after_three{.report =
                                         [&](double done, double total) {
                                             EXPECT_EQ(total, 50);
                                             last = done;
                                             if (done == 3) stop = true;
                                         },
        .stop = &stop};
    EXPECT_EQ(trials().tiles(stops_after_three, 50), -3);
    EXPECT_EQ(last, 3);
}

TEST_P(Runs, CancelledWithin50Milliseconds) {
    expect_soon([&]() -> std::string {
        std::atomic<bool> stop{false};
        std::chrono::steady_clock::time_point asked;
        std::thread asks([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
            asked = std::chrono::steady_clock::now();
            stop = true;
        });
        bool cancelled = false;
        try {
            trials().stopped_launch(stop);
        } catch (const Cancelled&) {
            cancelled = true;
        }
        const double waited = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - asked).count();
        asks.join();
        if (!cancelled) return "was not cancelled";
        return waited <= 50 ? "" : "took " + std::to_string(waited) + " ms to stop";
    });
}

}  // namespace
}  // namespace neighborscope
