// What a run measures: phases and total, delays, parts of a kernel, counters, tiles and cancelling.
#include "gpu/error.hpp"
#include "tests/gpu/device/each_device.hpp"
#include "tests/gpu/device/executor_settings.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <optional>
#include <thread>

namespace neighborscope {
namespace {

/// The host's clock is simulated and counts its readings. A GPU has its own: only a lower bound of a trial's time is known.
class Runs : public EachDevice {
protected:
    void SetUp() override {
        EachDevice::SetUp();
        if (GetParam() != DeviceKind::host) return;
        settings_.emplace(1u, 0u);
        time_.emplace();
    }
    void expect_milliseconds(double found, double least) const {
        EXPECT_GE(found, 0.99 * least);
        constexpr int most_looks = 30;  // events, stamps, and the beginning of each wait
        if (time_) { EXPECT_LE(found, least + most_looks * time_->milliseconds_a_look); }
    }
    host::CountedTime* counted() { return time_ ? &*time_ : nullptr; }

private:
    std::optional<host::ExecutorSettings> settings_;
    std::optional<host::CountedTime> time_;
};
INSTANTIATE_TEST_SUITE_P(Devices, Runs, every_device(), device_name);

// Called or replayed, launches do the same; a call with a new key is not replayed.
TEST_P(Runs, LaunchesThatAreReplayedDoTheSame) {
    const std::vector<unsigned> words = trials().replay({1, 1, 1, 1, 1, 2, 1, 1, 0, 0, 0, 0});
    EXPECT_EQ((std::vector<unsigned>(words.begin(), words.begin() + 3)), (std::vector<unsigned>{8, 14, 2}));
    const bool replays = GetParam() == DeviceKind::cuda;
    EXPECT_EQ(words[3], replays ? 9u : 12u) << "three times in a row of 1 and of 0, and three times in between";
}

TEST_P(Runs, ReportsOnlyWhatWasAskedFor) {
    const Report total = trials().phases(Measure::total, {0.1, 0.1, 0.1});
    expect_milliseconds(total.total_milliseconds, 0.3);
    EXPECT_TRUE(total.phases.empty());
    EXPECT_TRUE(total.counters.empty());
    const Report phases = trials().phases(Measure::phases, {0.1, 0.1, 0.1});
    EXPECT_EQ(phases.total_milliseconds, 0);
    EXPECT_TRUE(phases.counters.empty());
    ASSERT_EQ(phases.phases.size(), 3u);  // equal names of two rounds are summed
    EXPECT_EQ(phases.phases[0].name, "first");
    EXPECT_EQ(phases.phases[1].name, "second");
    EXPECT_EQ(phases.phases[2].name, "third");
    EXPECT_EQ(phases.phases[0].lower_bound.bytes, 20);
    EXPECT_EQ(phases.phases[0].lower_bound.operations, 2);
    EXPECT_EQ(phases.phases[0].lower_bound.formula, "f");
    EXPECT_FALSE(phases.phases[0].inside.has_value());
}

TEST_P(Runs, PhasesSumToTheTotal) {
    const std::vector<double> lengths{0.4, 0.8, 0.2};
    expect_milliseconds(trials().phases(Measure::total, lengths).total_milliseconds, 1.4);
    const Report report = trials().phases(Measure::phases, lengths);
    ASSERT_EQ(report.phases.size(), 3u);
    for (std::size_t i = 0; i < 3; ++i) expect_milliseconds(report.phases[i].milliseconds, lengths[i]);
}

TEST_P(Runs, DelayMovesOnlyItsPhase) {
    for (std::size_t delayed = 0; delayed < 3; ++delayed) {
        std::vector<double> lengths{0.5, 0.5, 0.5};
        lengths[delayed] += 1.5;
        const Report report = trials().phases(Measure::phases, lengths);
        ASSERT_EQ(report.phases.size(), 3u);
        for (std::size_t i = 0; i < 3; ++i) expect_milliseconds(report.phases[i].milliseconds, lengths[i]);
    }
}

TEST_P(Runs, PartsOfAKernelByStamps) {
    const Report report = trials().inside(Measure::phases, 5, 0.2);
    ASSERT_EQ(report.phases.size(), 3u);
    const PhaseTime &one = report.phases[0], &three = report.phases[1], &after = report.phases[2];
    EXPECT_EQ(one.name, "one");
    EXPECT_EQ(three.name, "three");
    EXPECT_EQ(after.name, "after");
    EXPECT_EQ(one.lower_bound.formula, "a");
    EXPECT_EQ(three.lower_bound.bytes, 3);
    ASSERT_TRUE(one.inside && three.inside);
    EXPECT_FALSE(after.inside);
    EXPECT_NEAR(one.inside->share + three.inside->share, 1, 1e-9);
    EXPECT_GT(one.inside->share, 0);
    EXPECT_LT(one.inside->share, three.inside->share);
    EXPECT_GT(one.inside->imbalance, 1);
    expect_milliseconds(after.milliseconds, 0.2);  // without the stamped launch
    if (!counted()) return;
    EXPECT_NEAR(one.inside->share, 0.25, 0.01);
    EXPECT_NEAR(one.inside->imbalance, 2, 0.01) << "one of five blocks takes twice as long";
    EXPECT_NEAR(one.inside->stamping_overhead, 0, 0.01);
}

// Memory that the plain kernel changes is restored before the stamped one runs, and the next launch finds the result of either.
TEST_P(Runs, StampedLaunchesFindWhatThePlainOnesFound) {
    EXPECT_EQ(trials().consumed(Measure::total), (std::vector<unsigned>{7, 1000, 12, 1005}));
    EXPECT_EQ(trials().consumed(Measure::phases), (std::vector<unsigned>{7, 1000, 7, 1000, 12, 1005, 12, 1005}));
}

TEST_P(Runs, StampedLaunchesAreInNoPhase) {
    // The host runs blocks one after another: three of four wait, and the last one takes as long as two. A GPU runs all at once.
    const double kernel = (counted() ? 5 : 2) * 4 * 0.2, after = 0.2;
    expect_milliseconds(trials().inside(Measure::total, 4, 0.2).total_milliseconds, kernel + after);
    const Report report = trials().inside(Measure::phases, 4, 0.2);
    expect_milliseconds(std::accumulate(report.phases.begin(), report.phases.end(), 0.0,
                            [](double sum, const PhaseTime& phase) { return sum + phase.milliseconds; }),
        kernel + after);
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
    std::atomic<bool> stop{false}, running{false};
    int more = 0;
    std::thread asks([&] {
        running.wait(false);
        if (!counted()) stop = true;
    });
    if (counted()) counted()->stop_in(20, stop);
    const auto runs = [&](double, double) {
        more += stop;
        running = true, running.notify_one();
    };
    EXPECT_THROW(trials().many_launches({.report = runs, .stop = &stop}), Cancelled);
    runs(1, 1);
    asks.join();
    EXPECT_LE(more, 2) << "this one, and that of the tile that was under way";
    if (counted()) { EXPECT_LE(counted()->since_stop(), 50); }
}

}  // namespace
}  // namespace neighborscope
