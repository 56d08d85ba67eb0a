// Tests measuring curves: starting, progress, stopping and continuing; the document may differ from the measured curve.
#include "app/commands/commands.hpp"
#include "app/session/curves/curves_state.hpp"
#include "app/session/workbench/curve_controls.hpp"
#include "small_window.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace neighborscope {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

SessionState curves_session() {
    SessionState state;
    state.data = "uniform:n=60";
    state.method = "slow";
    state.device = "host";
    state.k = 2;
    state.chart = ChartShown::curves;
    state.curve_methods = {"slow"};
    state.curve_along = "n=10:1000:5";
    state.curve_queries = 1;
    return state;
}

struct CurvesWindow : Window {
    explicit CurvesWindow(const SessionState& first = curves_session()) : Window(first) {
        SlowMethod::reset();
        EXPECT_TRUE(wait_until_measured());
        EXPECT_TRUE(until([this] { return curves().refusal.empty(); })) << curves().refusal;
    }
    ~CurvesWindow() { SlowMethod::reset(); }
    const Curving& curves() const { return workbench.view().curves; }
    bool measured() {
        return until([this] { return !curves().running && curves().curve && curves().curve->complete(); });
    }
};

TEST(CurvesWindow, MeasuresWhatTheDocumentAsks) {
    CurvesWindow window;
    EXPECT_FALSE(window.curves().curve);
    window.workbench.curves().measure();
    EXPECT_TRUE(window.curves().running);
    EXPECT_TRUE(window.curves().of_now);
    EXPECT_TRUE(window.workbench.busy());
    ASSERT_TRUE(window.measured());
    EXPECT_FALSE(window.workbench.busy());
    const measure::Curve& curve = *window.curves().curve;
    EXPECT_EQ(curve.places.size(), 5u);
    for (std::size_t at = 0; at < curve.places.size(); ++at) {
        EXPECT_EQ(curve.points[0][at]->n, std::int64_t(curve.places[at]));
        EXPECT_DOUBLE_EQ(curve.points[0][at]->time().value, 0.25);
    }
}

TEST(CurvesWindow, TellsWhatIsLeftWhileItMeasures) {
    CurvesWindow window;
    SlowMethod::tiles = 50;
    window.workbench.curves().measure();
    EXPECT_TRUE(window.until([&] { return window.curves().time_left.ends_with("left"); }));
    window.workbench.cancel();
    EXPECT_TRUE(window.until([&] { return window.curves().time_left.empty(); }));
    SlowMethod::reset();
    ASSERT_TRUE(window.until([&] { return !window.workbench.busy(); }));
}

TEST(CurvesWindow, IsStoppedAndGoesOnWithWhatIsMeasured) {
    CurvesWindow window;
    window.workbench.curves().measure();
    ASSERT_TRUE(window.until([&] { return window.curves().curve->done() >= 1; }));
    SlowMethod::held = true;  // so that the curve is incomplete
    const bool ended = window.curves().curve->complete();
    window.workbench.cancel();  // Esc
    SlowMethod::held = false;
    EXPECT_FALSE(window.curves().running);
    if (!ended) { EXPECT_TRUE(window.curves().stopped); }
    ASSERT_TRUE(window.until([&] { return !window.workbench.busy(); }));
    const auto kept = window.curves().curve->points[0].front();
    ASSERT_TRUE(kept);
    window.workbench.curves().measure();
    ASSERT_TRUE(window.measured());
    EXPECT_EQ(window.curves().curve->points[0].front()->milliseconds, kept->milliseconds);
}

TEST(CurvesWindow, SaysThatTheChartIsOfAnotherQuestion) {
    CurvesWindow window;
    window.workbench.curves().measure();
    ASSERT_TRUE(window.measured());
    window.workbench.change([](SessionState& state) { state.k = 3; });
    ASSERT_TRUE(window.until([&] { return !window.curves().of_now; }));
    EXPECT_TRUE(window.curves().curve) << "it stays to be seen";
    window.workbench.undo();
    ASSERT_TRUE(window.until([&] { return window.curves().of_now; }));
    window.workbench.curves().forget();
    EXPECT_FALSE(window.curves().curve);
}

TEST(CurvesWindow, SaysWhatCannotBeMeasured) {
    CurvesWindow window;
    window.workbench.change([](SessionState& state) { state.curve_along = "nothing=1:9"; });
    ASSERT_TRUE(window.until([&] { return !window.curves().refusal.empty(); }));
    EXPECT_THAT(window.curves().refusal, HasSubstr("'nothing' is neither n, k"));
    window.workbench.curves().measure();
    EXPECT_FALSE(window.curves().running);
    window.workbench.change([](SessionState& state) { state.curve_along = "k=1:4"; });
    ASSERT_TRUE(window.until([&] { return window.curves().refusal.empty(); }));
}

TEST(CurvesWindow, AFailureIsTheErrorCardAndWhatIsMeasuredStays) {
    CurvesWindow window;
    window.workbench.curves().measure();
    ASSERT_TRUE(window.measured());
    SlowMethod::fails = true;
    window.workbench.curves().measure();  // again
    ASSERT_TRUE(window.until([&] { return !window.curves().running; }));
    ASSERT_TRUE(window.workbench.view().error);
    EXPECT_THAT(window.workbench.view().error->title, HasSubstr("The curve was not measured"));
}

TEST(CurvesWindow, AsksAsAPointOfTheCurve) {
    CurvesWindow window;
    window.workbench.curves().measure();
    ASSERT_TRUE(window.measured());
    window.workbench.curves().apply_curve_point(0, 4);
    EXPECT_EQ(window.workbench.session().data, "uniform:n=1000");
    ASSERT_TRUE(window.settled());
    EXPECT_EQ(window.workbench.view().data.count, 1000);
    EXPECT_TRUE(window.curves().of_now) << "n is what grows: the curve is still the one asked";
    window.workbench.undo();
    EXPECT_EQ(window.workbench.session().data, "uniform:n=60") << "one step";
    window.workbench.curves().apply_curve_point(0, 99);
    window.workbench.curves().apply_curve_point(9, 0);
    EXPECT_EQ(window.workbench.session().data, "uniform:n=60") << "no such point";
}

TEST(CurvesDocument, IsSavedAndCopiedAsACommand) {
    SessionState state = curves_session();
    state.curve_methods = {"heap:threads=64", "serial"};
    state.curve_quantity = CurveQuantity::distances;
    EXPECT_EQ(session_from_json(to_json(state)), state);
    EXPECT_THAT(command_line(state), HasSubstr("--chart curves --curve-methods heap:threads=64,serial --curve-along n=10:1000:5"));
    EXPECT_EQ(curve_command_line(state, state.curve_along),
        "neighborscope curve uniform:n=60 --methods heap:threads=64,serial --along n=10:1000:5 -k 2 --random-queries 1 --device host --out "
        "curve-here");
    state.curve_queries = 0;
    state.metric = Metric::manhattan;
    EXPECT_THAT(curve_command_arguments(state, state.curve_along, ""), testing::IsSupersetOf({"--self", "--metric", "manhattan"}));
}

TEST(CurvesDocument, HasARangeForAnyData) {
    EXPECT_EQ(curve_range("hotspots:n=4000", 4000), "n=1000:100000");
    EXPECT_EQ(curve_range("points.csv", 1707), "n=53:1707");
    for (const std::int64_t count : {0, 1, 2, 5}) EXPECT_NO_THROW((void)measure::along_in(curve_range("points.csv", count))) << count;
}

TEST(CurvesDocument, TakesTheMethodShownWhereNoneIsNamed) {
    SessionState state = curves_session();
    state.curve_methods.clear();
    state.method = "heap";
    state.options["heap"]["threads"] = "64";
    const measure::CurveRequest request = curve_request(state, nullptr, DeviceKind::host);
    ASSERT_EQ(request.lines.size(), 1u);
    EXPECT_EQ(request.lines[0].text, "heap:threads=64");
    EXPECT_THAT(request.lines[0].options, ElementsAre(std::pair<const std::string, std::string>("threads", "64")));
    state.curve_along = "no range";
    EXPECT_THROW((void)curve_request(state, nullptr, DeviceKind::host), Error);
}

TEST(CurvesCommands, ShowMeasureAndStop) {
    CurvesWindow window([] {
        SessionState state = curves_session();
        state.chart = ChartShown::none;
        return state;
    }());
    Commands commands;
    add_standard_commands(commands, window.workbench, {});
    EXPECT_TRUE(commands.run("timings.roofline"));
    EXPECT_EQ(window.workbench.session().chart, ChartShown::roofline);
    EXPECT_EQ(window.workbench.undo_kind(), "show roofline");
    EXPECT_FALSE(commands.run("timings.stop")) << "nothing is measured";
    EXPECT_TRUE(commands.run("timings.measure"));
    EXPECT_EQ(window.workbench.session().chart, ChartShown::curves) << "where it is seen";
    EXPECT_TRUE(window.curves().running);
    EXPECT_FALSE(commands.run("timings.measure"));
    EXPECT_TRUE(commands.run("timings.stop"));
    EXPECT_FALSE(window.curves().running);
    EXPECT_TRUE(commands.run("timings.curves"));
    EXPECT_EQ(window.workbench.session().chart, ChartShown::none);
    EXPECT_FALSE(commands.find("timings.export_curves")) << "this window cannot ask for a path";
}

}  // namespace
}  // namespace neighborscope
