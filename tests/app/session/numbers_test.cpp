// Tests numbers as text, and medians.
#include "app/compare/recall.hpp"
#include "app/session/search/timing_statistics.hpp"
#include "app/session/sentences/neighbour_table.hpp"
#include "app/session/sentences/search_texts.hpp"
#include "app/session/shown/view_model.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace neighborscope {
namespace {

using ::testing::HasSubstr;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

TEST(Numbers, Counts) {
    EXPECT_EQ(text_of_count(0), "0");
    EXPECT_EQ(text_of_count(999), "999");
    EXPECT_EQ(text_of_count(1707), "1\u202f707");
    EXPECT_EQ(text_of_count(-1234567), "\u22121\u202f234\u202f567");
    EXPECT_EQ(text_of_count(std::numeric_limits<std::int64_t>::min()), "\u22129\u202f223\u202f372\u202f036\u202f854\u202f775\u202f808");
}

TEST(Numbers, Milliseconds) {
    EXPECT_EQ(text_of_milliseconds(0.0304), "0.030");
    EXPECT_EQ(text_of_milliseconds(9.9994), "9.999");
    EXPECT_EQ(text_of_milliseconds(9.9996), "10.00");
    EXPECT_EQ(text_of_milliseconds(12.345), "12.35");
    EXPECT_EQ(text_of_milliseconds(99.996), "100.0");
    EXPECT_EQ(text_of_milliseconds(123.45), "123.5");
    EXPECT_EQ(text_of_milliseconds(12345.6), "12\u202f346");
    EXPECT_EQ(text_of_milliseconds(nan), "\u2013");
    EXPECT_EQ(text_of_share(0.124), "12\u202f%");
    EXPECT_EQ(text_of_share(0.0004), "under 1\u202f%");
    EXPECT_EQ(text_of_share(0), "0\u202f%");
    EXPECT_EQ(text_of_duration(12.345), "12.35 ms");
    EXPECT_EQ(text_of_duration(0), "0.000 ms");
    EXPECT_EQ(text_of_duration(0.0042), "4.20 \u00b5s");
    EXPECT_EQ(text_of_duration(0.00000447), "4.47 ns");
    EXPECT_EQ(text_of_duration(0.000447), "447 ns");
}

TEST(Numbers, RatiosHaveThreeDigitsAtMost) {
    EXPECT_EQ(text_of_times(2027.5), "2\u202f030");
    EXPECT_EQ(text_of_times(999.7), "1\u202f000");
    EXPECT_EQ(text_of_times(417.3), "417");
    EXPECT_EQ(text_of_times(99.96), "100");
    EXPECT_EQ(text_of_times(15.46), "15.5");
    EXPECT_EQ(text_of_times(9.996), "10.0");
    EXPECT_EQ(text_of_times(1.884), "1.88");
    EXPECT_EQ(text_of_times(0.151), "0.15");
    EXPECT_EQ(text_of_times(0.0996), "0.10");
    EXPECT_EQ(text_of_times(0.0642), "0.064");
    EXPECT_EQ(text_of_times(0.000493), "0.00049");
    EXPECT_EQ(text_of_times(0), "0.00");
    EXPECT_EQ(text_of_times(nan), "\u2013");
}

TEST(Numbers, Recall) {
    EXPECT_EQ(text_of_recall(15, 16), "0.9375");
    EXPECT_EQ(text_of_recall(16, 16), "1.0000");
    EXPECT_EQ(text_of_recall(99999, 100000), "0.9999");  // 1.0000 would mean that nothing is missed
    EXPECT_EQ(text_of_recall(0, 16), "0.0000");
    EXPECT_EQ(text_of_recall(0, 0), "1.0000");
}

TEST(Numbers, Bytes) {
    EXPECT_EQ(text_of_bytes(0), "0\u202fB");
    EXPECT_EQ(text_of_bytes(512), "512\u202fB");
    EXPECT_EQ(text_of_bytes(999), "999\u202fB");
    EXPECT_EQ(text_of_bytes(1000), "1.0\u202fkB");
    EXPECT_EQ(text_of_bytes(999949), "999.9\u202fkB");
    EXPECT_EQ(text_of_bytes(999999), "1.0\u202fMB");
    EXPECT_EQ(text_of_bytes(12400000000ull), "12.4\u202fGB");
    EXPECT_EQ(text_of_bytes(std::numeric_limits<std::uint64_t>::max()), "18.4\u202fEB");
}

TEST(Numbers, CoordinatesOfOneColumnHaveOnePrecision) {
    EXPECT_EQ(text_of_coordinate(15740, 22500), "15\u202f740.0");
    EXPECT_EQ(text_of_coordinate(-120.5, 360), "\u2212120.500");
    EXPECT_EQ(text_of_coordinate(0.12345678, 1), "0.12346");
    EXPECT_EQ(text_of_coordinate(-0.0000001, 1), "0.00000");
    EXPECT_EQ(text_of_coordinate(1234567, 5e6), "1\u202f234\u202f567");
    EXPECT_EQ(text_of_coordinate(1e-9, 1e-8), "1.0000e\u221209");
    EXPECT_EQ(text_of_coordinate(5, 0), "5.00000");
    EXPECT_EQ(text_of_coordinate(0, 0), "0");
    EXPECT_EQ(text_of_coordinate(nan, 1), "\u2013");
}

TEST(Timing, Percentiles) {
    std::vector<double> values = {5, 1, 4, 2, 3};
    EXPECT_DOUBLE_EQ(percentile(values, 0.5), 3);
    EXPECT_DOUBLE_EQ(percentile(values, 0), 1);
    EXPECT_DOUBLE_EQ(percentile(values, 1), 5);
    EXPECT_DOUBLE_EQ(percentile(values, 0.125), 1.5);
    values.clear();
    EXPECT_EQ(percentile(values, 0.5), 0);
}

Report total_of(double milliseconds) {
    Report report;
    report.total_milliseconds = milliseconds;
    return report;
}

Report phases_of(double first, double second) {
    Report report;
    report.phases = {{"distances", first, {1, 2, "f"}, std::nullopt}, {"selection", second, {}, InsideKernel{0.5, 1, 0}}};
    return report;
}

TEST(Timing, TheMediansIntervalIsThatOfTheBinomialRanks) {
    std::vector<double> values;
    for (int i = 1; i <= 100; ++i) values.push_back(i);
    const Interval of_hundred = median_of(values);
    EXPECT_DOUBLE_EQ(of_hundred.value, 50.5);
    EXPECT_DOUBLE_EQ(of_hundred.low, 40);  // the tables' ranks for 100 values: 40 and 61
    EXPECT_DOUBLE_EQ(of_hundred.high, 61);
    std::vector<double> few{3, 1, 2};
    const Interval of_few = median_of(few);
    EXPECT_DOUBLE_EQ(of_few.value, 2);
    EXPECT_DOUBLE_EQ(of_few.low, 1);
    EXPECT_DOUBLE_EQ(of_few.high, 3);
}

TEST(Timing, ARatioHasTheIntervalsOfBoth) {
    const Interval ratio = ratio_of({2, 1.8, 2.2}, {4, 4, 4});
    EXPECT_DOUBLE_EQ(ratio.value, 0.5);
    EXPECT_NEAR(ratio.low, 0.45, 1e-12);
    EXPECT_NEAR(ratio.high, 0.55, 1e-12);
    const Interval both = ratio_of({4, 3, 5}, {4, 3, 5});
    EXPECT_DOUBLE_EQ(both.value, 1);
    EXPECT_LT(both.low, 0.75);
    EXPECT_GT(both.high, 1.25);
}

TEST(Timing, TellsBuildsOfTheShownQuestion) {
    TimingStatistics statistics;
    Report report = total_of(5);
    report.build_milliseconds = 48;
    statistics.built({48, {}});
    statistics.add(report, Measure::total);
    EXPECT_EQ(statistics.summary().build.milliseconds(), 48);
    statistics.built({48, {0.9, 0.8, 1.2}});
    report.build_milliseconds = 1.2;  // of the last build
    statistics.add(report, Measure::total);
    EXPECT_EQ(statistics.summary().build.first, 48);
    EXPECT_EQ(statistics.summary().build.milliseconds(), 0.9);
    statistics.reset();
    EXPECT_EQ(statistics.summary().build.first, 0);
}

TEST(Timing, CeilingsThatCannotBeTrustedAreTold) {
    Timings timings;
    timings.read_bytes_per_second = 1e9;
    timings.phases = {{"scan", 100, 100, 100, {.bytes = 5e8, .formula = "4 n D bytes"}, {}}};
    EXPECT_THAT(busy_machine_warning(timings), HasSubstr("\"scan\" reads faster than"));
    timings.phases[0].median = 600;
    EXPECT_EQ(busy_machine_warning(timings), "");
    timings.phases[0] = {"scan", 1, 1, 1, {.bytes = 5e6, .formula = "4 n D bytes"}, {}};
    EXPECT_EQ(busy_machine_warning(timings), "") << "caches are faster";
    timings.busy_ceilings = true;
    EXPECT_THAT(busy_machine_warning(timings), HasSubstr("keep the machine busy"));
}

TEST(Timing, LeavesTheWarmUpOut) {
    TimingStatistics statistics;
    statistics.add(total_of(500), Measure::total);
    EXPECT_EQ(statistics.summary().runs, 0);
    for (int i = 1; i <= 5; ++i) statistics.add(total_of(i), Measure::total);
    statistics.add(phases_of(90, 90), Measure::phases);
    EXPECT_TRUE(statistics.summary().phases.empty());
    for (int i = 1; i <= 3; ++i) statistics.add(phases_of(i, 10 * i), Measure::phases);
    const Timings timings = statistics.summary();
    EXPECT_EQ(timings.runs, 5);
    EXPECT_EQ(timings.totals, (std::vector<double>{1, 2, 3, 4, 5})) << "in the order of the runs";
    EXPECT_DOUBLE_EQ(timings.total_median, 3);
    EXPECT_DOUBLE_EQ(timings.total_p5, 1.2);
    EXPECT_DOUBLE_EQ(timings.total_p95, 4.8);
    ASSERT_EQ(timings.phases.size(), 2u);
    EXPECT_EQ(timings.phases[0].phase, "distances");
    EXPECT_DOUBLE_EQ(timings.phases[0].median, 2);
    EXPECT_DOUBLE_EQ(timings.phases[0].p5, 1.1);
    EXPECT_DOUBLE_EQ(timings.phases[0].p95, 2.9);
    EXPECT_EQ(timings.phases[0].lower_bound.formula, "f");
    EXPECT_DOUBLE_EQ(timings.phases[1].median, 20);
    EXPECT_TRUE(timings.phases[1].inside.has_value());
    statistics.reset();
    EXPECT_EQ(statistics.summary().runs, 0);
    EXPECT_TRUE(statistics.summary().phases.empty());
}

TEST(Timing, ARunOfSecondsIsNotLeftOut) {
    TimingStatistics statistics;
    statistics.add(total_of(1500), Measure::total);
    statistics.add(phases_of(600, 700), Measure::phases);
    EXPECT_EQ(statistics.summary().runs, 1);
    EXPECT_EQ(statistics.summary().phases.size(), 2u);
}

TEST(Timing, KeepsTheLastTwoHundred) {
    TimingStatistics statistics;
    for (int i = 0; i <= 100; ++i) statistics.add(total_of(1000), Measure::total);
    for (int i = 0; i < 200; ++i) statistics.add(total_of(1), Measure::total);
    EXPECT_EQ(statistics.summary().runs, 200);
    EXPECT_DOUBLE_EQ(statistics.summary().total_p95, 1);
}

TEST(Timing, RunsOfQueriesBeforeTheOneThatRestsAreForgotten) {
    TimingStatistics statistics;
    for (const std::uint64_t place : {1, 1, 2, 3}) statistics.add(total_of(double(place)), Measure::total, false, place);
    EXPECT_EQ(statistics.summary().runs, 3) << "without the warm-up";
    EXPECT_EQ(statistics.summary().queries, 3);
    EXPECT_EQ(text_of_runs(statistics.summary()), "3 runs of 3 queries");
    EXPECT_TRUE(statistics.forget_before(3));
    EXPECT_FALSE(statistics.forget_before(3));
    statistics.add(total_of(9), Measure::total, true, 2);  // a late result
    EXPECT_EQ(statistics.summary().totals, (std::vector<double>{3}));
    EXPECT_EQ(statistics.summary().queries, 1);
    EXPECT_EQ(text_of_runs(statistics.summary()), "1 run");
}

TEST(Timing, PhasesAndTotalsShareOneWindow) {
    TimingStatistics statistics;
    for (int i = 0; i <= 8; ++i) {
        statistics.add(phases_of(1, 1), Measure::phases, true);
        statistics.add(total_of(2), Measure::total, true);
    }
    EXPECT_EQ(statistics.summary().runs, 8);
    EXPECT_EQ(statistics.summary().phase_runs, 8);
    for (int i = 0; i < 8; ++i) {  // answers replace idle runs
        statistics.add(phases_of(3, 3), Measure::phases);
        statistics.add(total_of(6), Measure::total);
    }
    EXPECT_EQ(statistics.summary().runs, 8);
    EXPECT_DOUBLE_EQ(statistics.summary().total_p5, 6);
    EXPECT_DOUBLE_EQ(statistics.summary().phases.at(0).p5, 3);
    for (int i = 0; i < 200; ++i) {
        statistics.add(phases_of(5, 5), Measure::phases);
        statistics.add(total_of(10), Measure::total);
    }
    EXPECT_EQ(statistics.summary().runs, 100);
    EXPECT_EQ(statistics.summary().phase_runs, 100);
    EXPECT_DOUBLE_EQ(statistics.summary().total_p5, 10);
    EXPECT_DOUBLE_EQ(statistics.summary().phases.at(0).p5, 5);
}

TEST(Progress, SaysHowFarAndHowLong) {
    EXPECT_EQ(text_of_progress({"Comparing", 42, 100, 8.7, "queries"}), "42\u202f%, about 13\u202fs left");
    EXPECT_EQ(text_of_progress({"Comparing", 5, 100, 60, ""}), "5\u202f%, about 19\u202fmin left");
    EXPECT_EQ(text_of_progress({"Comparing", 1, 100, 8, ""}), "1\u202f%") << "too early to tell";
    EXPECT_EQ(text_of_progress({"Searching", 0, 0, 7.9, ""}), "7\u202fs");
    EXPECT_EQ(text_of_progress({"Reading", 100, 100, 7.9, "B"}), "7\u202fs") << "all is read, and more is to be done";
    ViewModel view;
    EXPECT_EQ(view.sentence(), "");
    view.message = "written";
    EXPECT_EQ(view.sentence(), "written");
    view.progress = ProgressCard{"Comparing", 42, 100, 8.7, "queries"};
    EXPECT_EQ(view.sentence(), "Comparing, 42\u202f%, about 13\u202fs left");
    view.error = ErrorCard{"no such file", "check the path", Failure::input};
    EXPECT_EQ(view.sentence(), "no such file; check the path");
}

TEST(NeighbourTable, IsTextOtherProgramsRead) {
    ViewModel view;
    view.axes = {"lon", "a,b"};
    view.neighbours = {{1, 4, 40, double(0.1f), {-120.25, 1e-7}}, {2, 0, 3, 1234567, {0, 2}}};
    EXPECT_EQ(neighbours_as_csv(view), "query,rank,index,distance,lon,\"a,b\"\n0,1,40,0.1,-120.25,1e-07\n0,2,3,1234567,0,2\n");
    EXPECT_EQ(neighbours_as_tsv(view), "rank\tindex\tdistance\tlon\ta,b\n1\t40\t0.1\t-120.25\t1e-07\n2\t3\t1234567\t0\t2\n");
}

}  // namespace
}  // namespace neighborscope
