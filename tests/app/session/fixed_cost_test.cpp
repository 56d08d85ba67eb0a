// Tests why a method with fewer distances is slower, and the n at which two would take the same time, with made-up phases; and the division
// into fixed cost and work on points, with the work that every method states.
#include "app/commands/commands.hpp"
#include "app/measure/curve.hpp"
#include "app/measure/measure.hpp"
#include "app/session/race/fixed_cost.hpp"
#include "race_window.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace neighborscope {
namespace {

using ::testing::HasSubstr;

const TraversalCost through_distances{"distances", {}, 8, 6};

TimingRow phase(const std::string& name, double milliseconds, const std::string& formula, std::vector<TraversalCost> traversal = {}) {
    return {name, milliseconds, milliseconds, milliseconds, {1, 1, formula, std::move(traversal)}, {}};
}

/// Timings with a total of all phases and `rest`, of ten runs that differ by a thousandth.
Timings timings_of(std::vector<TimingRow> phases, double rest = 0) {
    Timings timings;
    timings.phases = std::move(phases);
    timings.total_median = sum_of_phases(timings) + rest;
    timings.runs = timings.phase_runs = 10, timings.queries = 1;
    for (int i = 0; i < 10; ++i) timings.totals.push_back(timings.total_median * (1 + 0.0001 * (i - 4.5)));
    return timings;
}

/// 2 000 points, all read: 0.010 ms per query, 0.020 ms for the points.
Timings exhaustive() {
    return timings_of({phase("distances", 0.015, "4 n D bytes, 3 n D operations"), phase("selection", 0.005, "8 n bytes"),
        phase("order", 0.010, "8 k |Q| bytes")});
}

/// A tree with this much work on the query and on its points.
Timings tree(double sorting, double updates, double rest = 0) {
    return timings_of({phase("query sorting", 0.75 * sorting, "16 bytes per active query"),
                          phase("list updates", updates, "8 bytes per active query", {through_distances}),
                          phase("order", 0.25 * sorting, "8 k |Q| bytes")},
        rest);
}

std::string reason(const Timings& a, std::int64_t distances_a, const Timings& b, std::int64_t distances_b) {
    const std::array<RacedCost, 2> both{RacedCost{"A", distances_a, &a}, {"B", distances_b, &b}};
    return slower_with_less_work(both);
}

TEST(FixedCost, IsOfPhasesWhoseWorkHasNoPointsInIt) {
    for (const char* fixed :
        {"4 D |Q| bytes", "16 bytes per active query", "8 k |Q| bytes, k log2 k |Q| comparisons", "8 k 32 bytes, 32 k comparisons"})
        EXPECT_FALSE(works_on_points({1, 1, fixed})) << fixed;
    for (const char* points : {"4 n D bytes", "4 (n + |Q|) D bytes", "3 m D |Q| operations", "8 k B |Q| bytes, B blocks", "8 k T bytes",
             "4 (lists + |Q|) D bytes", ""})
        EXPECT_TRUE(works_on_points({1, 1, points})) << points;
    EXPECT_TRUE(works_on_points({1, 1, "8 k |Q| bytes", {through_distances}}));
}

/// What is called fixed is the same at n = 300 and 3 000, by the numbers that the methods state beside their formulas.
TEST(FixedCost, IsTheSameAtAnotherNForEveryMethod) {
    const DataSet few = load_data("hotspots:n=300"), many = load_data("hotspots:n=3000");
    measure::ResidentData small(DeviceKind::host, few, {}), large(DeviceKind::host, many, {});
    int with_fixed = 0, compared = 0;
    for (const Method& method : methods()) {
        if (!method.info.supports.host || method.info.unsupported_reason({300, 1, 2, 8, Metric::euclidean}, DeviceKind::host)) continue;
        measure::Question question{&method, {}, 1, 8};
        question.repeats = {1, 0, 0};
        const auto at_small = measure::measure_phases(small, question, {}), at_large = measure::measure_phases(large, question, {});
        bool fixed = false;
        for (const measure::MeasuredPhase& one : at_small)
            for (const measure::MeasuredPhase& other : at_large) {
                if (one.name != other.name || works_on_points(one.lower_bound)) continue;
                fixed = true, ++compared;
                const bool rounds = one.lower_bound.formula.find("active query") != std::string::npos;  // one for each leaf visited
                if (rounds) EXPECT_EQ(std::fmod(other.lower_bound.bytes, 16), 0) << method.info.name << ", " << one.name;
                else EXPECT_EQ(one.lower_bound.bytes, other.lower_bound.bytes) << method.info.name << ", " << one.name;
                EXPECT_EQ(one.lower_bound.operations, other.lower_bound.operations) << method.info.name << ", " << one.name;
            }
        with_fixed += fixed;
    }
    EXPECT_GT(with_fixed, 10);
    EXPECT_GT(compared, 20);
}

TEST(FixedCost, DividesTheTotal) {
    const auto cost = cost_of(tree(0.2, 0.04, 0.01));
    ASSERT_TRUE(cost);
    EXPECT_NEAR(cost->fixed, 0.2, 1e-12);
    EXPECT_NEAR(cost->points, 0.04, 1e-12);
    EXPECT_NEAR(cost->outside(), 0.01, 1e-12);
    EXPECT_FALSE(cost->linear);
    EXPECT_THAT(cost->fixed_phases, testing::ElementsAre("query sorting", "order"));
    EXPECT_TRUE(cost_of(exhaustive())->linear);
    Timings overrun = tree(0.2, 0.04);
    overrun.total_median = 0.12;  // the machine was busy while phases were measured
    EXPECT_NEAR(cost_of(overrun)->fixed, 0.1, 1e-12);
    EXPECT_NEAR(cost_of(overrun)->outside(), 0, 1e-12);
    Timings former = tree(0.2, 0.04);
    former.previous = true;
    EXPECT_FALSE(cost_of(former));
    EXPECT_FALSE(cost_of(Timings()));
}

TEST(FixedCost, DoesNotTakeAnEqualShareOfAKernelForMeasured) {
    Timings timings =
        timings_of({phase("scan", 0.02, "4 n D bytes"), phase("merge", 0.02, "8 k 32 bytes"), phase("order", 0.01, "8 k |Q| bytes")});
    const auto inside = [&](std::size_t row, double share) { timings.phases[row].inside = InsideKernel{share, 1, 0}; };
    inside(0, 0), inside(1, 0);
    EXPECT_NEAR(cost_of(timings)->fixed, 0.01, 1e-12) << "the kernel was not divided by measurement";
    inside(0, 0.6), inside(1, 0.4);
    EXPECT_NEAR(cost_of(timings)->fixed, 0.03, 1e-12);
    inside(0, 0.5), inside(1, 0.5);
    EXPECT_NEAR(cost_of(timings)->fixed, 0.03, 1e-12) << "equal, but measured";
}

TEST(FixedCost, AloneIsMoreThanTheOtherTakesForEverything) {
    EXPECT_EQ(reason(exhaustive(), 2000, tree(0.2, 0.04), 245),
        "B computes fewer distances than A, 245 against 2\u202f000, and yet takes 8.00 times as long: query sorting and order work on the "
        "query, "
        "not on the points; this fixed cost of 0.200 ms alone is more than the 0.030 ms that A takes for everything.");
}

TEST(FixedCost, MakesTheDifference) {
    EXPECT_THAT(reason(exhaustive(), 2000, tree(0.028, 0.010), 245),
        HasSubstr("this fixed cost is 0.028 ms, that of A 0.010 ms. All else takes 0.010 ms against 0.020 ms."));
}

TEST(FixedCost, IsNotBlamedForDistancesThatCostMore) {
    const std::string said = reason(exhaustive(), 2000, tree(0.012, 0.100), 500);
    EXPECT_THAT(said, HasSubstr("each distance costs more; list updates takes 0.100 ms, "));
    EXPECT_THAT(said, HasSubstr("in A the phases that work on points take 0.020 ms, "));
    EXPECT_EQ(said.find("fixed"), std::string::npos);
    EXPECT_THAT(reason(exhaustive(), 2000, tree(0.012, 0.010, 0.3), 500),
        HasSubstr("0.300 ms of its 0.322 ms pass outside of the phases, in launches and gaps; in A 0.000 ms."));
}

TEST(FixedCost, IsSaidOnlyWhereLessWorkTakesCertainlyLonger) {
    EXPECT_EQ(reason(exhaustive(), 2000, tree(0.2, 0.04), 2000), "") << "as many distances";
    EXPECT_EQ(reason(exhaustive(), 2000, tree(0.2, 0.04), -1), "") << "not counted";
    EXPECT_EQ(reason(exhaustive(), 2000, tree(0.01, 0.005), 245), "") << "it is faster";
    Timings unsure = tree(0.018, 0.0121);
    for (std::size_t i = 0; i < unsure.totals.size(); ++i) unsure.totals[i] = 0.0301 * (1 + 0.1 * (double(i) - 4.5));
    EXPECT_EQ(reason(exhaustive(), 2000, unsure, 245), "") << "the intervals overlap";
    EXPECT_THAT(reason(tree(0.2, 0.04), 245, exhaustive(), 2000), testing::StartsWith("A computes fewer distances than B"));
}

TEST(EqualTimes, AreWhereTheReadPointsTakeWhatTheOtherNeeds) {
    const SearchCost all = *cost_of(exhaustive()), some = *cost_of(tree(0.2, 0.04));
    // 0.010 + 0.020 n / 2 000 = 0.240
    EXPECT_NEAR(*equal_times_at(all, some, 2000), 23000, 1e-6);
    EXPECT_NEAR(*equal_times_at(some, all, 2000), 23000, 1e-6);
    EXPECT_FALSE(equal_times_at(some, some, 2000));
    EXPECT_FALSE(equal_times_at(all, *cost_of(tree(0.004, 0.004)), 2000)) << "the tree is faster at every n";
    const Timings a = exhaustive(), b = tree(0.2, 0.04);
    const std::array<RacedCost, 2> both{RacedCost{"A", 2000, &a}, {"B", 245, &b}};
    EXPECT_EQ(equal_times_text(both, 2000, 2e9), "By these phases, A and B would take the same time near n = 23\u202f000 or above.");
    EXPECT_EQ(equal_times_text(both, 2000, 2e9, true), "same time expected near n = 23\u202f000 or above");
    EXPECT_THAT(equal_times_text(both, 2000, 2000), testing::EndsWith("near n = 23\u202f000 or above, more than the data have."));
    EXPECT_EQ(crossing_range(both, 2000, 8, 2e9), "n=2000:800000") << "an index grows with n, so that the place is rather above";
    EXPECT_EQ(crossing_range(both, 2000, 8, 2000), "n=60:2000") << "a file of 2 000 rows has no more";
    EXPECT_EQ(crossing_range(std::span(both).first(1), 2000, 8, 2e9), "n=60:70000") << "nothing to estimate from";
}

// A place that other runs would move far away, or take away, is not told.
TEST(EqualTimes, AreNotToldWhereTheRunsDoNotAgree) {
    const Timings a = exhaustive();
    Timings b = tree(0.2, 0.04);
    const auto told = [&] { return equal_times_text(std::array<RacedCost, 2>{RacedCost{"A", 2000, &a}, {"B", 245, &b}}, 2000, 2e9); };
    EXPECT_NE(told(), "");
    b.totals.resize(2), b.runs = 2;
    EXPECT_EQ(told(), "") << "two runs have no interval";
    b = tree(0.2, 0.04);
    for (std::size_t i = 0; i < b.totals.size(); ++i) b.totals[i] *= i % 2 ? 3 : 0.1;
    EXPECT_EQ(told(), "") << "some of these runs are faster than A, others slower";
    const Timings c = tree(0.012, 0.018);
    EXPECT_EQ(equal_times_text(std::array<RacedCost, 2>{RacedCost{"A", 2000, &a}, {"C", 245, &c}}, 2000, 2e9), "")
        << "they take the same time here";
}

TEST(MeasuredRace, IsTheCurveThatAsksWhatTheRaceAsks) {
    SessionState session;
    session.method = "heap", session.compared = {"serial"};
    auto curve = std::make_shared<measure::Curve>();
    curve->asked.along = measure::along_in("n=1000:100000");
    curve->asked.lines = {{"heap", &find_method("heap")}, {"serial", &find_method("serial")}};
    curve->asked.queries = 1;
    curve->places = {1000};
    curve->points = {{measure::CurvePoint{{1.0}}}, {measure::CurvePoint{{2.0}}}};
    ViewModel view;
    view.race.contenders.resize(2);
    view.curves.curve = curve;
    view.curves.of_now = true;
    EXPECT_EQ(measured_race(view, session), curve.get());
    curve->asked.queries = 100;
    EXPECT_EQ(measured_race(view, session), nullptr) << "the race has one query";
    curve->asked.along = measure::along_in("k=1:64");
    EXPECT_EQ(measured_race(view, session), nullptr);
    curve->asked.queries = 1;
    session.compared = {"heap:threads=64"};
    EXPECT_EQ(measured_race(view, session), nullptr) << "other methods";
    session.compared = {"serial"};
    EXPECT_EQ(measured_race(view, session), curve.get());
    view.curves.of_now = false;
    EXPECT_EQ(measured_race(view, session), nullptr) << "another k, metric or device";
}

TEST(RaceWindow, FindsWhereTheMethodsCross) {
    RaceWindow window({"serial"}, "quadtree-cached", "hotspots:n=400");
    Commands commands;
    add_standard_commands(commands, window.workbench, {});
    ASSERT_TRUE(window.measured());
    ASSERT_TRUE(commands.run("race.find_crossing"));
    const SessionState& now = window.workbench.session();
    EXPECT_EQ(now.chart, ChartShown::curves);
    EXPECT_THAT(now.curve_along, testing::StartsWith("n="));
    EXPECT_EQ(now.curve_queries, 1);
    ASSERT_TRUE(window.until([&] { return window.workbench.view().curves.running; }));
    EXPECT_THAT(window.workbench.view().curves.methods, testing::SizeIs(2));
    window.workbench.cancel();
    window.workbench.undo();
    EXPECT_EQ(window.workbench.session().chart, ChartShown::none) << "one step";
}

}  // namespace
}  // namespace neighborscope
