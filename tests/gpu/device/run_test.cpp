// What a run measures: phases against the whole, delays, parts of a kernel, counters, tiles and cancelling. Other
// programs share the machine, so times are compared as the shortest of several.
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

/// Tries until an attempt finds nothing wrong, at most so often. Other programs only ever add to a time, so attempts keep the
/// shortest times they have seen; what is wrong for another reason stays wrong.
void expect_soon(const std::function<std::string()>& attempt, int tries = 60) {
    std::string wrong;
    for (int round = 0; round < tries; ++round) {
        wrong = attempt();
        if (wrong.empty()) return;
    }
    FAIL() << wrong << ", " << tries << " times";
}

/// ThreadSanitizer makes a launch cost as much as what is measured here.
bool times_mean_something() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    return false;
#else
    return true;
#endif
}

/// The shortest time of each phase so far.
struct Shortest {
    std::vector<double> phases;
    double sum = 1e9;
    void see(const Report& report) {
        phases.resize(report.phases.size(), 1e9);
        double total = 0;
        for (std::size_t i = 0; i < phases.size(); ++i) {
            phases[i] = std::min(phases[i], report.phases[i].milliseconds);
            total += report.phases[i].milliseconds;
        }
        sum = std::min(sum, total);
    }
};

std::string off_by_more_than_5_percent(double sum, double total) {
    if (std::abs(sum / total - 1) <= 0.05) return {};
    return "phases sum to " + std::to_string(sum) + " ms, the whole is " + std::to_string(total) + " ms";
}

// What is launched does not depend on whether it is called or replayed; a key that changes is called again.
TEST_P(Runs, LaunchesThatAreReplayedDoTheSame) {
    const std::vector<unsigned> words = trials().replay({1, 1, 1, 1, 1, 2, 1, 1, 0, 0, 0, 0});
    EXPECT_EQ((std::vector<unsigned>(words.begin(), words.begin() + 3)), (std::vector<unsigned>{8, 14, 2}));
    const bool replays = GetParam() == DeviceKind::cuda;
    EXPECT_EQ(words[3], replays ? 9u : 12u) << "three times in a row of 1 and of 0, and three times in between";
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
    if (!times_mean_something()) GTEST_SKIP() << "times under a sanitizer";
    // An event between two kernels costs a GPU about 2 us (6 % of 0.1 ms was seen on an H200): from a third of a millisecond on.
    const double least = GetParam() == DeviceKind::cuda ? 0.1 : 0.03;
    for (const double length : {2.0, 0.4, least}) {
        const std::vector<double> lengths{length, 2 * length, length / 2};
        Shortest shortest;
        double total = 1e9;
        expect_soon([&] {
            total = std::min(total, trials().phases(Measure::total, lengths).total_milliseconds);
            shortest.see(trials().phases(Measure::phases, lengths));
            return off_by_more_than_5_percent(shortest.sum, total);
        });
    }
}

TEST_P(Runs, DelayMovesOnlyItsPhase) {
    if (!times_mean_something()) GTEST_SKIP() << "times under a sanitizer";
    for (std::size_t delayed = 0; delayed < 3; ++delayed) {
        const std::vector<double> lengths{0.5, 0.5, 0.5};
        std::vector<double> longer = lengths;
        longer[delayed] += 1.5;
        Shortest before, after;
        expect_soon([&]() -> std::string {
            before.see(trials().phases(Measure::phases, lengths));
            after.see(trials().phases(Measure::phases, longer));
            for (std::size_t i = 0; i < 3; ++i) {
                const double moved = after.phases[i] - before.phases[i], expected = i == delayed ? 1.5 : 0;
                if (std::abs(moved - expected) > 0.1)
                    return "a delay of 1.5 ms in phase " + std::to_string(delayed) + " moved phase " + std::to_string(i) + " by " +
                           std::to_string(moved) + " ms";
            }
            return {};
        });
    }
}

TEST_P(Runs, PartsOfAKernelByStamps) {
    ASSERT_EQ(trials().inside(Measure::phases, 5, 0.2).phases.size(), 3u);
    if (!times_mean_something()) GTEST_SKIP() << "times under a sanitizer";
    expect_soon([&]() -> std::string {
        const Report report = trials().inside(Measure::phases, 5, 0.2);
        if (report.phases.size() != 3) return "phases are missing";
        const PhaseTime &one = report.phases[0], &three = report.phases[1], &after = report.phases[2];
        if (one.name != "one" || three.name != "three" || after.name != "after") return "names are wrong";
        if (!one.inside || !three.inside || after.inside) return "inside is wrong";
        if (one.floor.formula != "a" || three.floor.bytes != 3) return "floors are wrong";
        if (std::abs(one.inside->share - 0.25) > 0.04) return "the share of part one is " + std::to_string(one.inside->share);
        if (std::abs(one.inside->share + three.inside->share - 1) > 1e-9) return "shares do not sum to 1";
        if (std::abs(one.inside->imbalance - 2) > 0.3)
            return "the imbalance is " + std::to_string(one.inside->imbalance) + ", one of five blocks takes twice as long";
        if (std::abs(one.inside->stamping_overhead) > 0.25)
            return "the overhead of stamping is " + std::to_string(one.inside->stamping_overhead);
        if (std::abs(after.milliseconds - 0.2) > 0.05)
            return "the stamped launch is in the next phase: " + std::to_string(after.milliseconds) + " ms";
        return {};
    });
}

// What the plain kernel changes is put back before the stamped one runs, and what either leaves the next launch finds.
TEST_P(Runs, StampedLaunchesFindWhatThePlainOnesFound) {
    EXPECT_EQ(trials().consumed(Measure::total), (std::vector<unsigned>{7, 1000, 12, 1005}));
    EXPECT_EQ(trials().consumed(Measure::phases), (std::vector<unsigned>{7, 1000, 7, 1000, 12, 1005, 12, 1005}));
}

TEST_P(Runs, StampedLaunchesAreInNoPhase) {
    if (!times_mean_something()) GTEST_SKIP() << "times under a sanitizer";
    Shortest shortest;
    double total = 1e9;
    expect_soon([&] {
        total = std::min(total, trials().inside(Measure::total, 4, 0.2).total_milliseconds);
        shortest.see(trials().inside(Measure::phases, 4, 0.2));
        return off_by_more_than_5_percent(shortest.sum, total);
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
    if (!times_mean_something()) GTEST_SKIP() << "times under a sanitizer";
    expect_soon([&]() -> std::string {
        std::atomic<bool> stop{false}, running{false};
        std::chrono::steady_clock::time_point asked;
        std::thread asks([&] {
            running.wait(false);
            asked = std::chrono::steady_clock::now();
            stop = true;
        });
        const auto runs = [&](double, double) { running = true, running.notify_one(); };
        bool cancelled = false;
        try {
            trials().many_launches({.report = runs, .stop = &stop});
        } catch (const Cancelled&) { cancelled = true; }
        const auto ended = std::chrono::steady_clock::now();
        runs(1, 1);
        asks.join();
        const double waited = std::chrono::duration<double, std::milli>(ended - asked).count();
        if (!cancelled) return "was not cancelled";
        return waited <= 50 ? "" : "took " + std::to_string(waited) + " ms to stop";
    });
}

}  // namespace
}  // namespace neighborscope
