// Repeated runs, and their times.
#include "app/command_line/measure.hpp"
#include "app/command_line/report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace neighborscope::shell {
namespace {

using ::testing::HasSubstr;

std::vector<Measure> measures_run;

/// Slow when it is first measured in each way.
class Cold : public Search {
public:
    std::size_t bytes_needed(const Problem&) const override { return 0; }
    Report answer(const Queries&, const Lists&, const Problem&, const Progress&, Measure measure) override {
        const bool cold = std::find(measures_run.begin(), measures_run.end(), measure) == measures_run.end();
        measures_run.push_back(measure);
        Report report;
        report.total_milliseconds = cold ? 90 : 2;
        if (measure == Measure::phases) {
            report.phases.emplace_back();
            report.phases.back().name = "all";
            report.phases.back().milliseconds = cold ? 80 : 1;
        }
        return report;
    }
};

Measurement measured(MeasurePlan plan) {
    measures_run.clear();
    Method method;
    method.info.name = "cold";
    method.on_host = [](const Points&, const Options&, const Progress&) -> std::unique_ptr<Search> { return std::make_unique<Cold>(); };
    const PointSet points(DeviceKind::host, std::vector<float>{0, 0, 1, 1}, 2);
    Searcher searcher(method, points, {});
    const QuerySet queries(DeviceKind::host, std::vector<float>{0, 0}, 2, {});
    ListSet lists(DeviceKind::host, 1, 1);
    return measure(searcher, queries, 1, Metric::euclidean, lists, plan, {});
}

TEST(Measured, TotalsAndPhasesAreWarmedUpAlikeAndRunInTurn) {
    const Measurement three = measured({.repeat = 3});
    EXPECT_EQ(measures_run, (std::vector{Measure::total, Measure::phases, Measure::total, Measure::phases, Measure::total, Measure::phases,
                                Measure::total, Measure::phases}));
    ASSERT_EQ(three.phases.size(), 1u);
    EXPECT_EQ(three.total.maximum, 2);
    EXPECT_EQ(three.phases.front().milliseconds.maximum, 1) << "the cold run does not count";
}

TEST(Measured, OnceNeitherIsWarmedUp) {
    const Measurement once = measured({.phases = true, .once = true});
    EXPECT_EQ(measures_run, (std::vector{Measure::total, Measure::phases}));
    EXPECT_FALSE(once.warmed_up);
}

TEST(Measured, APhaseThatOnceTookLongerThanAnyTotalIsSaid) {
    Measurement times;
    times.runs = 5;
    times.warmed_up = true;
    times.total = {2, 1, 3};
    times.phases = {{"distances", {1, 0.5, 2}, {}, {}}, {"heaps", {1, 0.5, 1}, {}, {}}};
    EXPECT_THAT(timings_text(times, nullptr), ::testing::Not(HasSubstr("any total")));
    times.phases.back().milliseconds.maximum = 4;
    EXPECT_THAT(timings_text(times, nullptr), HasSubstr("\"heaps\" took longer than any total in one of those other runs\n"));
}

}  // namespace
}  // namespace neighborscope::shell
