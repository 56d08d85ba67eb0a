// Tests the order of measurements in idle time, without a thread and a device.
#include "app/session/search/idle_plan.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace neighborscope {
namespace {

using PlanStep = IdlePlan::Step;

/// Pretends to do the plan's next step in so many milliseconds.
PlanStep take(IdlePlan& plan, const IdlePlan::PendingWork& open, double milliseconds = 1) {
    const PlanStep step = plan.next(open);
    Report report;
    report.total_milliseconds = milliseconds;
    if (step == PlanStep::phases) plan.measured(Measure::phases, report, milliseconds);
    if (step == PlanStep::total) plan.measured(Measure::total, report, milliseconds);
    if (step == PlanStep::check) plan.checked();
    if (step == PlanStep::count) plan.counted();
    if (step == PlanStep::spread) plan.spread_measured();
    return step;
}

IdlePlan answered(double milliseconds) {
    IdlePlan plan;
    plan.ask(1);
    plan.answered(1, Measure::total, milliseconds);
    return plan;
}

TEST(IdlePlan, MeasuresThenChecksThenLooksAround) {
    IdlePlan plan = answered(1);
    std::vector<PlanStep> steps;
    for (int i = 0; i < 5; ++i) steps.push_back(take(plan, {}));
    EXPECT_EQ(steps, (std::vector{PlanStep::phases, PlanStep::phases, PlanStep::total, PlanStep::check, PlanStep::spread}));
    int phases = 2, totals = 2;
    for (PlanStep step = take(plan, {}); step != PlanStep::nothing; step = take(plan, {})) {
        phases += step == PlanStep::phases, totals += step == PlanStep::total;
        ASSERT_LE(std::abs(phases - totals), 1) << "in turn, so that both see the same moment";
    }
    EXPECT_EQ(std::min(phases, totals), 8);
}

TEST(IdlePlan, DoesFirstWhatSomebodyWaitsFor) {
    IdlePlan plan = answered(1);
    IdlePlan::PendingWork open;
    open.explain = open.reason = open.self_join = open.record = true;
    EXPECT_EQ(plan.next(open), PlanStep::record);
    open.record = false;
    EXPECT_EQ(plan.next(open), PlanStep::self_join);
    open.self_join = false;
    EXPECT_EQ(plan.next(open), PlanStep::explain);
    open.explain = false;
    EXPECT_EQ(plan.next(open), PlanStep::reason);
    open.reason = false;
    EXPECT_EQ(plan.next(open), PlanStep::phases);
}

TEST(IdlePlan, LeavesSlowSearchesAndMeasuresQuickOnesLongerWhenTheyAreCompared) {
    const auto runs = [](double milliseconds, bool longer) {
        IdlePlan plan = answered(milliseconds);
        IdlePlan::PendingWork open;
        open.measure_longer = longer;
        int runs = 0;
        for (PlanStep step = take(plan, open, milliseconds); step != PlanStep::nothing; step = take(plan, open, milliseconds))
            runs += step == PlanStep::phases || step == PlanStep::total;
        return runs;
    };
    EXPECT_LT(runs(200, false), runs(1, false));
    EXPECT_LT(runs(1, false), runs(1, true));
}

TEST(IdlePlan, ARunThatIsInterruptedDoesNotEndTheMeasurement) {
    IdlePlan plan = answered(1);
    int runs = 0;
    for (PlanStep step = take(plan, {}); step != PlanStep::nothing; step = take(plan, {}, runs == 3 ? 1000 : 1))
        runs += step == PlanStep::phases || step == PlanStep::total;
    EXPECT_GE(runs, 15) << "eight of each, the answer included";
}

TEST(IdlePlan, BuildsAndMeasuresTheDeviceWhenAllElseIsKnown) {
    IdlePlan plan = answered(1);
    IdlePlan::PendingWork open;
    open.build = open.ceilings = true;
    std::vector<PlanStep> steps;
    for (int i = 0; i < 6; ++i) steps.push_back(take(plan, open));
    EXPECT_EQ(steps.back(), PlanStep::build);
    open.build = false;
    PlanStep last = PlanStep::nothing;
    for (int i = 0; i < 100 && last != PlanStep::ceilings; ++i) last = take(plan, open);
    EXPECT_EQ(last, PlanStep::ceilings);
    open.ceilings = false;
    EXPECT_EQ(plan.next(open), PlanStep::nothing);
}

TEST(IdlePlan, AQueryThatCameToRestElsewhereIsMeasuredAnew) {
    IdlePlan plan = answered(1);
    while (take(plan, {}) != PlanStep::nothing) {}
    plan.answered(2, Measure::total, 1);
    EXPECT_EQ(plan.next({}), PlanStep::phases);
}

TEST(IdlePlan, AnotherQuestionBeginsAnew) {
    IdlePlan plan = answered(1);
    while (take(plan, {}) != PlanStep::nothing) {}
    plan.ask(2);
    EXPECT_EQ(plan.milliseconds(), 0);
    EXPECT_EQ(plan.measure_of_next_answer(), Measure::total);
    plan.answered(3, Measure::total, 1);
    EXPECT_EQ(plan.measure_of_next_answer(), Measure::phases) << "quick answers are measured in turn as a whole and in phases";
}

}  // namespace
}  // namespace neighborscope
