// Uncertain verdicts are "not clear"; uncertain numbers are drawn and written with their intervals.
#include "app/instruments/imgui/chart_canvas.hpp"
#include "made_up.hpp"
#include "tests/render/small_scene.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace neighborscope::experiments::sureness {
namespace {

using ::testing::HasSubstr;

Case asked(std::string method, std::int64_t n = 100) {
    return {.data = "cube:n=" + std::to_string(n), .n = n, .dimension = 3, .queries = 0, .k = 1, .method = std::move(method)};
}

Claim a_is_faster() {
    return {"", "a is faster", "", "", [](const Findings& findings) {
                const double a = findings.find("a", 100, 1, 0)->total().mean, b = findings.find("b", 100, 1, 0)->total().mean;
                return reproduced_if(a < b, digits(a) + " against " + digits(b));
            }};
}
Verdict judged(std::vector<double> a, std::vector<double> b) {
    Findings findings;
    findings.measured = {took(asked("a"), std::move(a)), took(asked("b"), std::move(b)), took(asked("c"), {7})};
    return verdict_of(a_is_faster(), findings);
}

TEST(VerdictCertainty, VerdictsRestOnIntervalsThatAreApart) {
    EXPECT_EQ(judged({1, 1.1, 1.2}, {3, 3.1, 3.2}).text(), "reproduced");
    EXPECT_EQ(judged({3, 3.1, 3.2}, {1, 1.1, 1.2}).outcome, Outcome::not_reproduced);
    const Verdict overlap = judged({1, 2, 3}, {2, 3, 4});
    EXPECT_EQ(overlap.outcome, Outcome::not_clear);
    EXPECT_EQ(overlap.text(), "not clear: intervals overlap; 2.00 against 3.00");
    EXPECT_EQ(judged({2, 3, 4}, {1, 2, 3}).outcome, Outcome::not_clear) << "nor is it said to be false";
}

TEST(VerdictCertainty, VerdictsDoNotRestOnSingleRuns) {
    EXPECT_EQ(judged({1}, {30}).text(), "not clear: one run each of a, b; 1.00 against 30.0");
    EXPECT_THAT(judged({1, 1.1, 1.2}, {30}).text(), HasSubstr("one run each of b;")) << "c ran once too, but is not asked about";
}

TEST(VerdictCertainty, RatiosHaveTheIntervalsOfBoth) {
    const Mean ratio = ratio_of({10, 1, 5}, {2, 0.4, 4});
    EXPECT_DOUBLE_EQ(ratio.mean, 5);
    EXPECT_NEAR(ratio.interval, 5 * std::sqrt(0.01 + 0.04), 1e-12);
    EXPECT_EQ(ratio.runs, 4);
    EXPECT_EQ(ratio_of({10, 0, 1}, {2, 0.4, 4}).interval, 0) << "of one run no interval is known";
    EXPECT_EQ(with_interval({12.34, 0.456, 3}, 3), "12.3 ± 0.46");
    EXPECT_EQ(with_interval({12.34, 0, 1}, 3), "12.3");
    EXPECT_EQ(with_interval({}), "-");
}

TEST(VerdictCertainty, FiguresThatFollowFromATimeHaveItsInterval) {
    const MeasuredCase one = took(asked("a"), {9, 10, 11});
    const Mean rate = one.figure([](const MeasuredCase&, double time) { return 100 / time; });
    EXPECT_DOUBLE_EQ(rate.mean, 10);
    EXPECT_NEAR(rate.interval / rate.mean, one.total().interval / 10, 1e-6);
}

/// Figure 6 and its table: if only serial is noisy, S(n) is noisy.
TEST(Mohammadi, AccelerationHasTheIntervalOfSerial) {
    const Suite suite = mohammadi();
    Findings findings = all_cases(suite, [](const Case& one) { return one.method == "serial" ? 100.0 : 10.0; })[0];
    for (MeasuredCase& one : findings.measured)
        one.milliseconds = one.asked.method == "serial" ? std::vector{90.0, 100.0, 110.0} : std::vector{10.0, 10.0, 10.0};
    const double expected = 10 * mean_of(std::vector{90.0, 100.0, 110.0}).interval / 100;
    const Chart chart = suite.experiments[0].charts[1].draw(findings);
    ASSERT_EQ(chart.panels[0].series.size(), 6u) << "two of the paper, four libraries";
    for (const Series& series : chart.panels[0].series)
        for (const PlotPoint& point : series.points) {
            EXPECT_NEAR(point.y, 10, 1e-9);
            EXPECT_NEAR(point.high - point.y, expected, 1e-9) << series.name;
            EXPECT_NEAR(point.y - point.low, expected, 1e-9) << series.name;
        }
    EXPECT_EQ(suite.experiments[0].tables(findings)[1].rows[0][1], "10.0 ± " + digits(expected, 2));
}

/// The widest intervals are drawn open where they include 0.
TEST(Whiskers, OfIntervalsWiderThanTheirMeanAreOpen) {
    Findings findings;
    findings.measured = {took(asked("a"), {1, 2, 9})};
    ASSERT_GT(findings.measured[0].total().interval, findings.measured[0].total().mean);
    const auto of = [&](const std::function<double(double)>& value) {
        return series_of(findings, "a", Along::n, {}, [&](const MeasuredCase&, double time) { return value(time); }).points[0];
    };
    const PlotPoint time = of([](double t) { return t; }), rate = of([](double t) { return 1 / t; });
    EXPECT_TRUE(time.has_whisker());
    EXPECT_EQ(time.low, -INFINITY);
    EXPECT_GT(time.high, time.y);
    EXPECT_EQ(rate.high, INFINITY);
    EXPECT_LT(rate.low, rate.y);
}

TEST(Whiskers, AreClippedAtTheAxis) {
    EXPECT_EQ(clipped_whisker({1, 5}, 0, 10), std::nullopt);
    EXPECT_EQ(clipped_whisker({1, 5, 4, 6}, 0, 10), (ClippedWhisker{4, 6, false, false}));
    EXPECT_EQ(clipped_whisker({1, 5, -INFINITY, 6}, 0, 10), (ClippedWhisker{0, 6, true, false}));
    EXPECT_EQ(clipped_whisker({1, 5, -1, 60}, 2, 10), (ClippedWhisker{2, 10, true, true}));
    EXPECT_EQ(clipped_whisker({1, 5, 4, INFINITY}, 0, 10), (ClippedWhisker{4, 10, false, true}));
}

TEST(Whiskers, AreSeenAndDoNotMoveTheAxis) {
    const render::OffscreenContext context;
    const auto picture = [](double low, double high) {
        Panel panel{.x = {.label = "x"}, .y = {.label = "y", .logarithmic = true}};
        panel.series = {{"a", {{1, 10}, {2, 20, low, high}, {3, 30}}, 0}};
        return draw_chart({"title", "", "", {panel}}, render::Theme::light, 400, 300, 1);
    };
    const render::Image without = picture(0, 0), wide = picture(-INFINITY, 40), wider = picture(-INFINITY, 1e9);
    EXPECT_GT(render::different_pixels(without, wide), 40);
    EXPECT_GT(render::different_pixels(wide, wider), 0);
    Panel far{.x = {.label = "x"}, .y = {.label = "y", .logarithmic = true}};
    far.series = {{"a", {{1, 10}, {2, 20, 1, 1e9}, {3, 30, 29, 31}}, 0}};
    EXPECT_GT(draw_chart({"", "", "", {far}}, render::Theme::light, 400, 300, 1).width, 0);
}

TEST(Pictures, SayHowManyRunsAndWhatWhiskersAre) {
    const Suite suite = barrientos();
    Findings findings = all_cases(suite, [](const Case& one) { return double(one.n); })[0];
    const NamedChart& figure_4 = suite.experiments[0].charts[1];
    EXPECT_THAT(drawn(figure_4, findings).note, HasSubstr("Mean of 3 runs. Whiskers: its 95 % interval"));
    findings.measured[0].milliseconds.resize(1);
    EXPECT_THAT(drawn(figure_4, findings).note, HasSubstr("Mean of 1 to 3 runs. Whiskers: its 95 % interval"));
    for (MeasuredCase& one : findings.measured) one.milliseconds.resize(1);
    EXPECT_THAT(drawn(figure_4, findings).note, HasSubstr("Mean of 1 run."));
    EXPECT_THAT(drawn(figure_4, findings).note, testing::Not(HasSubstr("Whiskers")));
}

/// The libraries are in every suite's curves, with recall and device where these matter.
TEST(Libraries, AreRivalsOfEveryCurve) {
    const auto asks = [](const std::vector<Case>& cases, std::string_view library) {
        return std::any_of(cases.begin(), cases.end(), [&](const Case& one) { return one.method == library; });
    };
    const Suite papers[] = {mohammadi(), barrientos(), cordeiro_zola()};
    for (const Suite& suite : papers)
        for (const Scale scale : {Scale::quick, Scale::laptop, Scale::full})
            for (const std::string_view library : libraries) {
                // If building an index takes longer than everything else, it is only built for the smallest size, which is in the tables.
                const bool costly = &suite == &papers[2] && scale == Scale::full && library != "faiss-flat-cpu";
                EXPECT_TRUE(asks(suite.experiments[costly ? 1 : 0].cases(scale), library)) << suite.name << " " << library;
            }
    Findings findings;
    findings.device = DeviceKind::cuda;
    findings.measured = {took(asked("faiss-ivf-cpu"), {1, 1}), took(asked("ppw"), {1, 1})};
    findings.measured[0].recall = 0.831;
    findings.measured[1].device = DeviceKind::cuda;
    EXPECT_EQ(legend_of(findings, "faiss-ivf-cpu"), "faiss-ivf-cpu (CPU), recall 0.83");
    EXPECT_EQ(legend_of(findings, "ppw"), "ppw");
}

TEST(Libraries, TheClaimAboutFlatIsMeasuredAndSaysWhere) {
    const Suite suite = cordeiro_zola();
    const auto slow_flat = [](const Case& one) { return one.method.find("flat") != std::string::npos ? 3.0 : 1.0; };
    Findings findings = all_cases(suite, slow_flat)[1];
    EXPECT_EQ(verdict_on(suite.experiments[1], "Index Flat", findings).outcome, Outcome::reproduced);
    EXPECT_THAT(verdict_on(suite.experiments[1], "Index Flat", findings).ours, testing::Not(HasSubstr("CPU)")));
    findings.device = DeviceKind::cuda;
    for (MeasuredCase& one : findings.measured)
        if (one.asked.method.starts_with("pp") || one.asked.method == "stream" || one.asked.method == "flat") one.device = DeviceKind::cuda;
    EXPECT_THAT(verdict_on(suite.experiments[1], "Index Flat", findings).ours, HasSubstr("ppw over flat:"));
    std::erase_if(findings.measured, [](const MeasuredCase& one) { return one.asked.method == "flat"; });
    EXPECT_THAT(
        verdict_on(suite.experiments[1], "Index Flat", findings).ours, HasSubstr("ppw over faiss-flat-cpu (the library ran on the CPU)"));
    for (MeasuredCase& one : findings.measured)
        if (one.asked.method == "faiss-flat-cpu") one.milliseconds = {0.3, 0.3, 0.3};
    EXPECT_EQ(verdict_on(suite.experiments[1], "Index Flat", findings).outcome, Outcome::not_reproduced);
}

/// Approximate methods have a recall, and are not the reference for others.
TEST(Runner, MeasuresTheRecallOfApproximateMethods) {
    Suite suite;
    Experiment experiment;
    experiment.cases = [](Scale) {
        std::vector<Case> all;
        for (const char* method : {"heap", "faiss-ivf-cpu", "ppw"})
            all.push_back({.data = "vectors:n=900,d=16", .n = 900, .dimension = 16, .queries = 20, .k = 8, .method = method, .repeats = 2});
        return all;
    };
    suite.experiments = {experiment};
    const Findings found = run_suite(suite, {}).at(0);
    if (found.measured.size() < 3) GTEST_SKIP() << "built without FAISS";
    EXPECT_EQ(found.measured[0].recall, -1);
    EXPECT_GT(found.measured[1].recall, 0.1);
    EXPECT_LE(found.measured[1].recall, 1);
    EXPECT_EQ(found.measured[1].other_lists, -1);
    EXPECT_EQ(found.measured[2].other_lists, 0);
}

}  // namespace
}  // namespace neighborscope::experiments::sureness
