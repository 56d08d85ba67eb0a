// Tests charts and sentences of a measured curve, and the SVG file of a chart.
#include "app/charts/canvas.hpp"
#include "app/charts/curve_chart.hpp"
#include "app/charts/roofline.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

namespace neighborscope::charts {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

/// heap: n / 1000 ms; ppk: sqrt(n) / 20 ms; two runs each, which differ by a thousandth.
measure::Curve made_up(std::size_t measured = 9) {
    measure::Curve curve;
    curve.asked.source = "uniform:";
    curve.asked.lines = {{"heap:threads=64", &find_method("heap"), {{"threads", "64"}}}, {"ppk", &find_method("ppk")}};
    curve.asked.along = measure::along_in("n=100:10000");
    curve.points.resize(2);
    for (int i = 0; i < 9; ++i) {
        const double n = std::round(100 * std::pow(10.0, 0.25 * i));
        curve.places.push_back(n);
        for (int line = 0; line < 2; ++line) {
            measure::CurvePoint point;
            const double time = line == 0 ? n / 1000 : std::sqrt(n) / 20;
            point.milliseconds = {0.9995 * time, 1.0005 * time};
            point.floor_milliseconds = n / 1e5;
            point.n = std::int64_t(n), point.queries = 10, point.distances = 10 * point.n;
            curve.points[std::size_t(line)].push_back(std::size_t(i) < measured ? std::optional(point) : std::nullopt);
        }
    }
    return curve;
}

TEST(CurveChart, BriefCrossingsSayHowManyQueriesWereMeasured) {
    measure::Curve curve = made_up();
    EXPECT_THAT(brief_crossings(curve), testing::StartsWith("measured with 100 queries: A and B "));
    curve.asked.queries = 0;
    EXPECT_THAT(brief_crossings(curve), testing::StartsWith("measured with every point as a query: "));
    curve.asked.queries = 1;
    EXPECT_THAT(brief_crossings(curve), testing::StartsWith("measured: A and B "));
}

TEST(CurveChart, HasALineAMethodOneFloorAndTheCrossing) {
    const Chart chart = curve_chart(made_up(), CurveQuantity::time);
    ASSERT_EQ(chart.panels.size(), 1u);
    const Panel& panel = chart.panels.front();
    ASSERT_EQ(panel.series.size(), 3u);
    EXPECT_EQ(panel.series[0].name, "heap, threads = 64 ~ n^1.00");
    EXPECT_EQ(panel.series[0].points.size(), 9u);
    EXPECT_TRUE(panel.series[0].points[0].has_whisker());
    EXPECT_NE(panel.series[0].series_colour, panel.series[1].series_colour) << "both are 1 in the charts of their papers";
    ASSERT_EQ(panel.series[2].points.size(), 1u);
    EXPECT_EQ(panel.series[2].points[0].label, "2\u202f500");
    ASSERT_EQ(panel.reference_lines.size(), 1u) << "both can take as little";
    EXPECT_EQ(panel.reference_lines[0].series_colour, -1);
    EXPECT_EQ(panel.reference_lines[0].label, "at least");
    EXPECT_THAT(chart.note, testing::StartsWith("heap, threads = 64 and ppk cross near n = 2\u202f500: "));
    EXPECT_THAT(chart.note, HasSubstr("Median of 2 runs"));
    EXPECT_THAT(chart.note, HasSubstr("95\u202f% interval (order statistics)"));
    EXPECT_EQ(chart.note.find("Indexes"), std::string::npos) << "none was built";
    measure::Curve built = made_up();
    built.asked.source = "hotspots:n=4000,seed=2";
    built.points[0][1]->build_milliseconds = 3;
    EXPECT_THAT(curve_chart(built, CurveQuantity::time).note, HasSubstr("Indexes are built once before; the time does not include this."));
    EXPECT_THAT(curve_chart(built, CurveQuantity::time).subtitle, testing::StartsWith("hotspots:seed=2, k"));
    EXPECT_THAT(curve_chart(made_up(0), CurveQuantity::time).panels[0].x.range, testing::ElementsAre(100, 10000)) << "axes stay";
}

/// A canvas that records texts and lines.
struct Kept : Canvas {
    Kept() : Canvas(render::Theme::light) {}
    PixelPosition size(TextStyle, const std::string& words) const override { return {7 * float(words.size()), 16}; }
    void text(TextStyle role, PixelPosition top, const render::Colour&, const std::string& words, float align) override {
        const PixelPosition all = size(role, words);
        texts[words] = {top.x - align * all.x, top.y, top.x + (1 - align) * all.x, top.y + all.y};
    }
    void polyline(const std::vector<PixelPosition>& points, const render::Colour&, float thickness, float, bool) override {
        for (std::size_t i = 1; i < points.size() && thickness > 1; ++i) lines.emplace_back(points[i - 1], points[i]);  // without the grid
    }
    void dashes(PixelPosition from, PixelPosition to, const render::Colour&, float) override { lines.emplace_back(from, to); }
    void rectangle(const Box&, const render::Colour&, float) override {}
    void polygon(const std::vector<PixelPosition>&, const render::Colour&, const render::Colour&, float) override {}

    std::map<std::string, Box> texts;
    std::vector<std::pair<PixelPosition, PixelPosition>> lines;
};

TEST(CurveChart, NoLinePassesThroughTheNameOfAFloor) {
    measure::Curve curve = made_up();
    for (std::size_t at = 0; at < 9; ++at) {
        curve.points[0][at]->floor_milliseconds = 0.9 * curve.points[1][at]->time().value;  // follows the other curve
        curve.points[1][at]->floor_milliseconds = curve.places[at] / 3e3;
    }
    Kept canvas;
    draw(canvas, curve_chart(curve, CurveQuantity::time), 800, 500);
    for (const char* name : {"heap, threads = 64, at least", "ppk, at least"}) {
        ASSERT_TRUE(canvas.texts.contains(name)) << name;
        const Box& box = canvas.texts.at(name);
        EXPECT_LE(box.right, 800);
        for (const auto& [from, to] : canvas.lines)
            for (float share = 0; share <= 1; share += 0.02f) {
                const float x = from.x + share * (to.x - from.x), y = from.y + share * (to.y - from.y);
                EXPECT_FALSE(x > box.left && x < box.right && y > box.top && y < box.bottom) << name;
            }
        for (const auto& [words, other] : canvas.texts) EXPECT_TRUE(words == name || !other.overlaps(box)) << words << " over " << name;
    }
}

TEST(CurveChart, NamesTheMethodsThatShareAFloor) {
    measure::Curve curve = made_up();
    curve.asked.lines.push_back({"serial", &find_method("serial")});
    curve.points.push_back(curve.points[0]);
    for (auto& point : curve.points[2]) point->floor_milliseconds /= 10;
    const std::vector<ReferenceLine> reference_lines = curve_chart(curve, CurveQuantity::time).panels[0].reference_lines;
    ASSERT_EQ(reference_lines.size(), 2u);
    EXPECT_EQ(reference_lines[0].label, "heap, threads = 64, ppk, at least");
    EXPECT_EQ(reference_lines[1].label, "serial, at least");
}

TEST(CurveChart, MarksStandForPoints) {
    measure::Curve curve = made_up();
    curve.points[0][1]->milliseconds.clear();
    curve.points[0][1]->why_not = "k = 1 only";
    const auto mark = mark_of(curve, CurveQuantity::time, 0, 1);
    ASSERT_TRUE(mark);
    EXPECT_EQ(mark->place, 2u) << "the second has no mark";
    EXPECT_FALSE(mark_of(curve, CurveQuantity::time, 2, 0)) << "a crossing is no point";
    EXPECT_FALSE(mark_of(curve, CurveQuantity::time, 0, 8));
    EXPECT_THAT(
        curve_point_text(curve, {1, 8}), HasSubstr("ppk at n = 10\u202f000: 5.00 ms (95\u202f% interval 5.00 to 5.00), median of 2 runs"));
    EXPECT_THAT(curve_point_text(curve, {1, 8}), HasSubstr("at least 0.100 ms: 2.0\u202f% reached"));
    EXPECT_THAT(curve_point_text(curve, {0, 1}), HasSubstr("k = 1 only"));
}

TEST(CurveSentences, SayHowItGrowsAndWhereTwoCross) {
    const auto told = curve_sentences(made_up(), CurveQuantity::time);
    EXPECT_THAT(told, Contains(HasSubstr("heap, threads = 64: the time grows like n^1.00 (95\u202f% interval 1.00 to 1.00")));
    EXPECT_THAT(told, Contains(HasSubstr("ppk: the time grows like n^0.50")));
    EXPECT_THAT(told, Contains("heap, threads = 64 and ppk cross near n = 2\u202f500: heap, threads = 64 is faster below, ppk above."));
    EXPECT_THAT(curve_sentences(made_up(), CurveQuantity::distances), Contains(HasSubstr("the number of distances grows like n^1.00")));
    EXPECT_TRUE(curve_sentences(made_up(0), CurveQuantity::time).empty());
    EXPECT_EQ(curve_progress_text(made_up(4)), "8 of 18 points");
}

TEST(CurveSentences, SayWhatIsQuickerEverywhere) {
    measure::Curve curve = made_up();
    for (auto& point : curve.points[0])
        for (double& time : point->milliseconds) time /= 1000;
    EXPECT_THAT(curve_sentences(curve, CurveQuantity::time), Contains("heap, threads = 64 is faster than ppk everywhere here: 500 to "
                                                                      "5\u202f000 times. Their slopes do not say where they would meet."));
    for (std::size_t at = 3; at < 9; ++at) curve.points[0][at].reset();
    EXPECT_THAT(curve_sentences(curve, CurveQuantity::time), Contains(HasSubstr("is faster than ppk at the 3 values measured: ")));
}

TEST(CurveSentences, ProposeTheRangeInWhichTheSlopesMeet) {
    measure::Curve curve = made_up();
    EXPECT_TRUE(meeting_ranges(curve, CurveQuantity::time).empty()) << "they cross here";
    for (auto& point : curve.points[0])
        for (double& time : point->milliseconds) time /= 5;
    EXPECT_THAT(curve_sentences(curve, CurveQuantity::time),
        Contains(testing::EndsWith("Their slopes would meet near n = 63\u202f000: measure n = 5\u202f000 to 300\u202f000 to see it.")));
    const auto above = meeting_ranges(curve, CurveQuantity::time);
    ASSERT_EQ(above.size(), 1u);
    EXPECT_EQ(measure::text_of(above[0]), "n=5000:300000");
    for (auto& point : curve.points[0])
        for (double& time : point->milliseconds) time *= 50;
    const auto below = meeting_ranges(curve, CurveQuantity::time);
    ASSERT_EQ(below.size(), 1u);
    EXPECT_EQ(measure::text_of(below[0]), "n=6:200") << "they would meet at n = 25";
    curve.asked.k = 30;
    EXPECT_TRUE(meeting_ranges(curve, CurveQuantity::time).empty()) << "below k every point is a neighbour";
    EXPECT_TRUE(meeting_ranges(made_up(3), CurveQuantity::time).empty()) << "too few places for a slope";
}

TEST(CurveSentences, SayThatAnExpectationWasNotConfirmed) {
    measure::Curve curve = made_up();
    const double place = 2500;
    curve.asked.expected = measure::ExpectedCrossing{0, 1, place, "near n = 12"};
    EXPECT_EQ(refuted_expectation(curve), "") << "they cross there";
    curve.asked.expected->n = place / 10;
    EXPECT_THAT(refuted_expectation(curve), HasSubstr("expected near n = 12 by the phases of one run; measured: near n = "));
    for (auto& point : curve.points[0])
        for (double& time : point->milliseconds) time /= 5;
    EXPECT_THAT(curve_sentences(curve, CurveQuantity::time),
        Contains(HasSubstr("expected near n = 12 by the phases of one run; measured: nowhere from n = ")));
    EXPECT_THAT(brief_crossings(curve), testing::StartsWith("expected near n = 12; measured"));
    curve.points[0].back().reset();
    EXPECT_EQ(refuted_expectation(curve), "") << "not measured to its end";
}

TEST(CurveSentences, SayThatAFileHasTooFewRowsToCross) {
    measure::Curve curve = made_up();
    const auto data = std::make_shared<DataSet>();
    data->dimension = 2, data->coordinates.assign(20000, 0.5f);
    curve.asked.data = data, curve.asked.source = "points.csv";
    for (auto& point : curve.points[0])
        for (double& time : point->milliseconds) time /= 5;
    EXPECT_THAT(curve_sentences(curve, CurveQuantity::time),
        Contains(testing::EndsWith("Their slopes would meet near n = 63\u202f000, more than the 10\u202f000 points of the data.")));
    EXPECT_TRUE(meeting_ranges(curve, CurveQuantity::time).empty());
}

TEST(CurveSentences, SayHowFarPointsAreOffTheNearestPower) {
    measure::Curve curve = made_up();
    for (std::size_t at = 0; at < 9; ++at) {
        const double time = std::sqrt(curve.places[at]) * (at % 2 ? 1 / 1.5 : 1.5);
        curve.points[0][at]->milliseconds = {0.9995 * time, 1.0005 * time};
    }
    EXPECT_THAT(curve_sentences(curve, CurveQuantity::time),
        Contains(testing::MatchesRegex("heap, threads = 64: no power of n fits: the measurements lie up to [56][0-9]\u202f% off n.0.50.")));
    curve.points[0][4]->milliseconds = {100000, 100000};
    EXPECT_THAT(curve_sentences(curve, CurveQuantity::time), Contains(HasSubstr("the measurements lie up to a factor of ")));
    curve.places = {100, 110, 120, 130, 140, 150, 160, 170, 180};
    EXPECT_THAT(
        curve_sentences(curve, CurveQuantity::time), Contains(HasSubstr("no power of n fits: the values span only a factor of 1.8.")));
}

TEST(CurveSentences, SayThatTheMachineWasBusy) {
    measure::Curve curve = made_up();
    EXPECT_EQ(busy_machine_sentence(curve), "") << "two runs say nothing";
    for (auto& line : curve.points)
        for (auto& point : line) point->milliseconds = std::vector<double>(20, point->time().value);
    EXPECT_EQ(busy_machine_sentence(curve), "");
    curve.points[1][2]->milliseconds.back() *= 5;
    EXPECT_EQ(busy_machine_sentence(curve), "") << "one of twenty";
    for (int i = 0; i < 2; ++i) curve.points[1][8]->milliseconds[std::size_t(i)] *= 3;
    EXPECT_EQ(busy_machine_sentence(curve),
        "The machine was busy: at 1 of 18 points a tenth of the runs took more than 1.5 times the median, 3.0 times at ppk, "
        "n = 10\u202f000.");
    curve.busy_ceilings = true;
    EXPECT_THAT(busy_machine_sentence(curve),
        HasSubstr("The peak rates behind the dashed lines are the best that were measured on a busy machine."));
}

TEST(CurveSentences, SayThatAFixedCostStillCounts) {
    measure::Curve curve = made_up();
    EXPECT_THAT(curve_sentences(curve, CurveQuantity::time), testing::Not(Contains(HasSubstr("fixed cost")))) << "straight lines";
    for (std::size_t at = 0; at < 9; ++at) {
        const double time = 8000 + curve.places[at];
        curve.points[0][at]->milliseconds = {0.9995 * time, 1.0005 * time};
    }
    EXPECT_THAT(curve_sentences(curve, CurveQuantity::time),
        Contains(HasSubstr("The fixed cost of a search still counts: between the last two values it grows like n^0.48.")));
}

TEST(CurveSentences, GiveARangeWhereTheIntervalsOverlapAtACrossing) {
    measure::Curve curve = made_up();
    for (const std::size_t at : {5u, 6u}) curve.points[0][at]->milliseconds = {1, 20};
    const auto told = curve_sentences(curve, CurveQuantity::time);
    EXPECT_THAT(told, Contains(testing::StartsWith("heap, threads = 64 and ppk cross near n = ")));
    EXPECT_THAT(
        told, Contains(testing::EndsWith("(between n = 1\u202f000 and 5\u202f623 the intervals overlap): heap, threads = 64 is faster "
                                         "below, ppk above.")));
}

TEST(Inks, AreNeverTheSameTwice) {
    const std::vector<int> series_colours = distinct_colours({"heap", "ppk", "insertion", "nn-global", "serial", "slow", "other"});
    EXPECT_EQ(std::set<int>(series_colours.begin(), series_colours.end()).size(), series_colours.size());
    EXPECT_EQ(series_colours[0], colour_of_method("heap"));
}

TEST(Svg, HasTheChartAsTextAndLines) {
    Chart chart = curve_chart(made_up(), CurveQuantity::time);
    chart.title = "Less < more & \"so\"";
    const std::string svg = svg_of(chart, render::Theme::light, 640, 400);
    EXPECT_THAT(svg, testing::StartsWith("<?xml"));
    EXPECT_THAT(svg, HasSubstr("viewBox=\"0 0 640 400\""));
    EXPECT_THAT(svg, HasSubstr(">Less &lt; more &amp; \"so\"</text>"));
    EXPECT_THAT(svg, HasSubstr(">heap, threads = 64 ~ n^1.00</text>"));
    EXPECT_THAT(svg, HasSubstr(">10\u202f000</text>"));
    EXPECT_THAT(svg, HasSubstr("stroke-dasharray"));
    EXPECT_THAT(svg, testing::EndsWith("</svg>\n"));
    EXPECT_EQ(svg.find("nan"), std::string::npos);
    EXPECT_NE(svg, svg_of(chart, render::Theme::dark, 640, 400));
    const std::string empty = svg_of(curve_chart(made_up(0), CurveQuantity::time), render::Theme::light);
    EXPECT_EQ(empty.find("inf"), std::string::npos);
    EXPECT_NE(svg.find(">0."), std::string::npos);
    EXPECT_EQ(empty.find(">0."), std::string::npos) << "no numbers of times before one is measured";
    EXPECT_NE(empty.find(">10\u202f000</text>"), std::string::npos) << "but the places that will be measured";
}

ViewModel timed() {
    ViewModel view;
    Timings& timings = view.timings;
    timings.runs = timings.phase_runs = 5;
    timings.read_bytes_per_second = 1e9, timings.fp32_operations_per_second = 4e9;
    timings.phases = {{"distances", 8, 8, 8, {1e6, 1e6, "4 n D bytes, 3 n D |Q| operations"}, {}},
        {"merge", 2, 2, 2, {1e4, 1e7, "k log k"}, InsideKernel{0.5, 3, 0}}, {"order", 0.1, 0.1, 0.1, {1e3, 0, "4 k bytes"}, {}}};
    return view;
}

TEST(Roofline, SaysWhatBindsEachPhase) {
    const auto places = roofline_points(timed().timings);
    ASSERT_EQ(places.size(), 3u);
    EXPECT_TRUE(places[0].by_memory);
    EXPECT_DOUBLE_EQ(places[0].least_milliseconds, 1);
    EXPECT_DOUBLE_EQ(places[0].share(), 0.125);
    EXPECT_DOUBLE_EQ(places[0].intensity(), 1);
    EXPECT_DOUBLE_EQ(places[0].rate(), 0.125);
    EXPECT_FALSE(places[1].by_memory);
    EXPECT_DOUBLE_EQ(places[1].least_milliseconds, 2.5);
    EXPECT_TRUE(roofline_points({}).empty());
}

TEST(Roofline, SaysWhichPhaseDominatesAndWhyItIsFar) {
    const auto told = roofline_sentences(timed());
    ASSERT_EQ(told.size(), 3u);
    EXPECT_THAT(told[0], HasSubstr("Most time goes to distances: 8.000 ms, 79\u202f% of the phases. Memory sets its least time: 1.000 ms, "
                                   "12\u202f% of that."));
    EXPECT_THAT(told[0], HasSubstr("The host device runs the threads of a kernel one after another"));
    EXPECT_THAT(told[1], HasSubstr("faster than the measured peak rates")) << "its least time is longer than it takes";
    ViewModel library = timed();
    library.timings.kernels = false;
    EXPECT_THAT(roofline_sentences(library)[0], testing::Not(HasSubstr("kernel")));
    ViewModel cuda = timed();
    cuda.timings.device = DeviceKind::cuda;
    cuda.timings.phases[2].median = 1;
    const auto places = roofline_points(cuda.timings);
    EXPECT_EQ(places[0].why, "");
    EXPECT_THAT(places[2].why, HasSubstr("Launching a kernel takes about"));
    cuda.timings.phases[1].median = 20;
    EXPECT_THAT(roofline_points(cuda.timings)[1].why, HasSubstr("slowest block takes 3.0 times as long"));
}

TEST(Roofline, HasMarksBelowTheCeilingsAndThoseThatAreFrozen) {
    ViewModel view = timed();
    Chart chart = roofline_chart(view, "heap, k = 16");
    ASSERT_EQ(chart.panels[0].series.size(), 1u);
    ASSERT_EQ(chart.panels[0].series[0].points.size(), 2u) << "order has no operations";
    EXPECT_THAT(chart.panels[0].series[0].points[0].label, HasSubstr("distances, 12\u202f%"));
    EXPECT_EQ(chart.panels[0].reference_lines[0].label, "memory: 1.00 GB/s");
    EXPECT_THAT(chart.note, HasSubstr("Not drawn, because they have no operations: order."));
    view.frozen = FrozenTimings{"ppk", view.timings};
    chart = roofline_chart(view, "heap, k = 16");
    ASSERT_EQ(chart.panels[0].series.size(), 2u);
    EXPECT_THAT(chart.panels[0].series[1].points[0].label, HasSubstr("A: distances"));
    EXPECT_EQ(chart.subtitle, "A: ppk   B: heap, k = 16");
    EXPECT_TRUE(roofline_chart({}, "heap").panels[0].reference_lines.empty()) << "no ceilings are known";
}

TEST(Drawing, KnowsWhereMarksCameToLie) {
    class Nothing : public Canvas {
    public:
        Nothing() : Canvas(render::Theme::light) {}
        PixelPosition size(TextStyle, const std::string& text) const override { return {6.0f * float(text.size()), 12}; }
        void text(TextStyle, PixelPosition, const render::Colour&, const std::string&, float) override {}
        void polyline(const std::vector<PixelPosition>&, const render::Colour&, float, float, bool) override {}
        void dashes(PixelPosition, PixelPosition, const render::Colour&, float) override {}
        void rectangle(const Box&, const render::Colour&, float) override {}
        void polygon(const std::vector<PixelPosition>&, const render::Colour&, const render::Colour&, float) override {}
    } canvas;
    const DrawnChart drawn = draw(canvas, curve_chart(made_up(), CurveQuantity::time), 800, 500);
    ASSERT_EQ(drawn.marks.size(), 19u);
    ASSERT_EQ(drawn.plots.size(), 1u);
    for (const DrawnChart::Mark& mark : drawn.marks) {
        EXPECT_GE(mark.at.x, drawn.plots[0].left);
        EXPECT_LE(mark.at.x, drawn.plots[0].right);
        EXPECT_LE(mark.at.y, drawn.plots[0].bottom);
    }
    const DrawnChart::Mark& third = drawn.marks[3];
    const DrawnChart::Mark* found = drawn.nearest({third.at.x + 3, third.at.y - 3}, 14);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->point, third.point);
    EXPECT_FALSE(drawn.nearest({0, 0}, 5));
}

}  // namespace
}  // namespace neighborscope::charts
