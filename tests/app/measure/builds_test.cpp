// Build times are measured warm, and separately for the first time.
#include "app/measure/builds.hpp"

#include <gtest/gtest.h>

namespace neighborscope {
namespace {

int builds = 0;
double first_build = 48;

/// The first build is slow; the n-th takes n milliseconds.
class Built : public Search {
public:
    Built() { ++builds; }
    double build_milliseconds() const override { return builds == 1 ? first_build : builds; }
    std::size_t bytes_needed(const Problem&) const override { return 0; }
    Report answer(const Queries&, const Lists&, const Problem&, const Progress&, Measure) override { return {}; }
};

Method built_method() {
    Method method;
    method.info.name = "built";
    method.on_host = [](const Points&, const Options&, const Progress&) -> std::unique_ptr<Search> { return std::make_unique<Built>(); };
    return method;
}

BuildTimes measured(double first) {
    builds = 0;
    first_build = first;
    const Method method = built_method();
    const PointSet points(DeviceKind::host, std::vector<float>{0, 0, 1, 1}, 2);
    Searcher searcher(method, points, {});
    return measure::measure_builds(searcher, first);
}

TEST(Builds, TheFirstIsToldApart) {
    const BuildTimes times = measured(48);
    EXPECT_EQ(times.first, 48);
    EXPECT_EQ(times.again, (std::vector<double>{3, 4, 5, 6, 7})) << "the second warms up";
    EXPECT_EQ(times.milliseconds(), 5) << "the median of those that are warm";
}

TEST(Builds, ASlowOneIsMeasuredOnce) {
    const BuildTimes times = measured(measure::slow_build);
    EXPECT_EQ(builds, 1);
    EXPECT_TRUE(times.again.empty());
    EXPECT_EQ(times.milliseconds(), measure::slow_build);
}

TEST(Builds, OneThatAReportCutsShortLeavesTheIndexThereIs) {
    builds = 0;
    Method method;
    method.info.name = "cut";
    method.on_host = [](const Points&, const Options&, const Progress& progress) -> std::unique_ptr<Search> {
        progress.step(0, 1);
        return std::make_unique<Built>();
    };
    const PointSet points(DeviceKind::host, std::vector<float>{0, 0, 1, 1}, 2);
    Searcher searcher(method, points, {});
    std::atomic<bool> stop{false};
    const Progress newer{[&](double, double) { stop = true; }, &stop};
    EXPECT_EQ(searcher.rebuild_index(newer), 2) << "a report that comes last cuts nothing";
    EXPECT_THROW(searcher.rebuild_index(newer), Cancelled);
    stop = false;
    const QuerySet query(DeviceKind::host, std::vector<float>{0, 0}, 2);
    ListSet list(DeviceKind::host, 1, 1);
    searcher.search(query, 1, Metric::euclidean, list);
    EXPECT_EQ(builds, 2) << "the next answer builds none";
}

TEST(Builds, WhatBuildsNothingIsNotBuiltAgain) {
    EXPECT_EQ(measured(0).milliseconds(), 0);
    EXPECT_EQ(builds, 1);
}

}  // namespace
}  // namespace neighborscope
