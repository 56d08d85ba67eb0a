// Tests the panels of curves and roofline: their rows, changes of the document, and texts.
#include "app/measure/curve.hpp"
#include "app/panels/warp_writes_chart.hpp"
#include "tests/app/panels/described.hpp"
#include "tests/patience.hpp"

#include <algorithm>
#include <cmath>

namespace neighborscope::panels {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// A curve of two methods along n, with `measured` places.
std::shared_ptr<const measure::Curve> curve_of(std::size_t measured) {
    auto curve = std::make_shared<measure::Curve>();
    curve->asked.source = "hotspots:n=300";
    curve->asked.lines = {{"heap", &find_method("heap")}, {"serial", &find_method("serial")}};
    curve->asked.along = measure::along_in("n=100:10000");
    curve->points.resize(2);
    for (std::size_t i = 0; i < 9; ++i) {
        const double n = std::round(100 * std::pow(10.0, 0.25 * double(i)));
        curve->places.push_back(n);
        for (int line = 0; line < 2; ++line) {
            measure::CurvePoint point;
            const double time = line == 0 ? n / 1000 : std::sqrt(n) / 20;
            point.milliseconds = {0.999 * time, time, 1.001 * time};
            point.floor_milliseconds = n / 1e5;
            point.queries = 100, point.distances = 100 * std::int64_t(n);
            curve->points[std::size_t(line)].push_back(i < measured ? std::optional(point) : std::nullopt);
        }
    }
    return curve;
}

struct CurvesPanel : Described {
    CurvesPanel() {
        session.chart = ChartShown::curves;
        view.curves.methods = {"heap"};
        view.curves.along = "n=1000:100000";
        for (const Method& method : methods()) view.methods.push_back({&method, std::nullopt});
    }
};

TEST_F(CurvesPanel, AreShownWithTheirChartAlone) {
    for (const char* id : {"curves", "curve_points"}) EXPECT_TRUE(panel(id).shown) << id;
    for (const char* id : {"roofline", "timings", "runs", "distances", "tree"}) EXPECT_FALSE(panel(id, true).shown) << id;
    session.chart = ChartShown::roofline;
    EXPECT_TRUE(panel("roofline").shown);
    EXPECT_TRUE(panel("timings").shown);
    session.chart = ChartShown::none;
    for (const char* id : {"curves", "curve_points", "roofline"}) EXPECT_FALSE(panel(id, true).shown) << id;
}

TEST_F(CurvesPanel, TakesMethodsAsTypedAndFromTheList) {
    const auto typed = only<Number>("curves", "curves.methods");
    EXPECT_EQ(typed.value, "heap");
    EXPECT_THAT(typed.change("heap, nobody", false), HasSubstr("nobody"));
    EXPECT_TRUE(workbench.session().curve_methods.empty());
    EXPECT_EQ(typed.change("heap:threads=64, serial", false), "");
    EXPECT_THAT(workbench.session().curve_methods, ElementsAre("heap:threads=64", "serial"));
    const auto list = only<Choice>("curves", "curves.method");
    const auto ppw = std::find_if(list.items.begin(), list.items.end(), [](const Choice::Item& item) { return item.text == "ppw"; });
    ASSERT_NE(ppw, list.items.end());
    list.change(int(ppw - list.items.begin()));
    EXPECT_THAT(workbench.session().curve_methods, ElementsAre("heap", "ppw"));
    const auto heap =
        std::find_if(list.items.begin(), list.items.end(), [](const Choice::Item& item) { return item.text == "Remove heap"; });
    ASSERT_NE(heap, list.items.end());
    list.change(int(heap - list.items.begin()));
    EXPECT_TRUE(workbench.session().curve_methods.empty());
}

TEST_F(CurvesPanel, ChangesTheRange) {
    const auto along = only<Choice>("curves", "curves.along");
    EXPECT_EQ(along.chosen, 0);
    const auto threads =
        std::find_if(along.items.begin(), along.items.end(), [](const Choice::Item& item) { return item.text == "threads"; });
    ASSERT_NE(threads, along.items.end()) << "an option of heap";
    along.change(int(threads - along.items.begin()));
    EXPECT_THAT(workbench.session().curve_along, testing::StartsWith("threads="));
    EXPECT_EQ(only<Number>("curves", "curves.from").change("500", false), "");
    EXPECT_EQ(workbench.session().curve_along, "n=500:100000");
    EXPECT_THAT(only<Number>("curves", "curves.to").change("5", false), HasSubstr("is not an increasing range"));
    EXPECT_THAT(only<Number>("curves", "curves.to").change("many", false), HasSubstr("number"));
    EXPECT_EQ(only<Number>("curves", "curves.places").change("17", false), "");
    EXPECT_EQ(workbench.session().curve_along, "n=1000:100000:17");
    EXPECT_THAT(only<Number>("curves", "curves.places").change("1", false), HasSubstr("from 2 to 65"));
    only<Choice>("curves", "curves.scale").change(1);
    EXPECT_EQ(workbench.session().curve_along, "n=1000:100000:linear");
    EXPECT_NE(only<Number>("curves", "curves.queries").change("1.5", false), "");
    EXPECT_EQ(only<Number>("curves", "curves.queries").change("0", false), "");
    EXPECT_EQ(workbench.session().curve_queries, 0);
    only<Choice>("curves", "curves.shows").change(1);
    EXPECT_EQ(workbench.session().curve_quantity, CurveQuantity::distances);
}

TEST_F(CurvesPanel, HasButtonsThatSayWhyNot) {
    view.curves.refusal = "the data have 10 points only";
    view.curves.remedy = "begin below 10";
    const auto warned = only<Text>("curves", "curves.refusal");
    EXPECT_EQ(warned.text, "The data have 10 points only. Begin below 10.");
    view.curves.refusal.clear();
    view.curves.curve = curve_of(3);
    EXPECT_EQ(panel("curves").fact, "6 of 18 points");
    EXPECT_THAT(only<Text>("curves", "curves.former").text, HasSubstr("with other settings"));
    view.curves.of_now = true, view.curves.stopped = true;
    EXPECT_EQ(only<Buttons>("curves", "curves.buttons").buttons[0].label, "Continue");
    view.curves.running = true;
    EXPECT_EQ(only<Buttons>("curves", "curves.buttons").buttons[0].label, "Stop");
    EXPECT_EQ(only<Share>("curves", "curves.progress").text, "6 of 18 points");
    view.curves.time_left = text_of_time_left(11.2);
    EXPECT_EQ(only<Share>("curves", "curves.progress").text, "6 of 18 points, about 12\u202fs left");
    EXPECT_NEAR(only<Share>("curves", "curves.progress").part, 6.0 / 18, 1e-9);
}

TEST_F(CurvesPanel, SaysWhatTheCurvesSay) {
    EXPECT_TRUE(row<Text>(panel("curve_points"), "curve_points.none")) << "an empty state that helps";
    view.curves.curve = curve_of(9);
    const Panel points = panel("curve_points");
    std::string all;
    const Panel form = panel("curves");
    for (const Row& one : form.rows)
        if (const auto* text = std::get_if<Text>(&one.what)) all += text->text + "\n";
    EXPECT_THAT(all, HasSubstr("heap: the time grows like n^1.00"));
    EXPECT_THAT(all, HasSubstr("heap and serial cross near n = 2\u202f500: heap is faster below, serial above."));
    const auto* table = row<Table>(points, "curve_points.table");
    ASSERT_TRUE(table);
    EXPECT_EQ(table->count, 18);
    EXPECT_EQ(cell(*table, 0, 0), "heap");
    EXPECT_EQ(cell(*table, 0, 1), "100");
    EXPECT_EQ(cell(*table, 0, 5), "1.0\u202f%");
    EXPECT_EQ(cell(*table, 0, 6), "100");
    EXPECT_THAT(table->help(0), HasSubstr("median of 3 runs"));
}

TEST_F(CurvesPanel, OffersTheRangeInWhichTheCurvesWouldMeet) {
    auto curve = std::make_shared<measure::Curve>(*curve_of(9));
    for (auto& point : curve->points[0])
        for (double& time : point->milliseconds) time /= 5;
    view.curves.curve = curve;
    EXPECT_FALSE(row<Buttons>(panel("curves"), "curves.meet.n=5000:300000")) << "the chart is of other settings";
    view.curves.of_now = true;
    const auto meet = only<Buttons>("curves", "curves.meet.n=5000:300000");
    ASSERT_EQ(meet.buttons.size(), 1u);
    EXPECT_EQ(meet.buttons[0].label, "Measure n = 5\u202f000 to 300\u202f000");
    meet.buttons[0].run();
    EXPECT_EQ(workbench.session().curve_along, "n=5000:300000");
    view.curves.curve = curve_of(9);
    EXPECT_FALSE(row<Buttons>(panel("curves"), "curves.meet.n=5000:300000")) << "they cross here";
}

TEST_F(Described, TheRooflineIsThereInWords) {
    session.chart = ChartShown::roofline;
    EXPECT_TRUE(row<Text>(panel("roofline"), "roofline.none"));
    view.timings.runs = 3;
    view.timings.read_bytes_per_second = 1e9, view.timings.fp32_operations_per_second = 1e9;
    view.timings.phases = {{"select", 1, 1, 1, {1e3, 1e3, {}}, {}}, {"distances", 9, 9, 9, {1e6, 3e6, {}}, {}}};
    EXPECT_THAT(only<Text>("roofline", "roofline.told.0").text,
        HasSubstr("Most time goes to distances: 9.000 ms, 90\u202f% of the phases. Arithmetic sets its least time"));
    EXPECT_THAT(only<Text>("roofline", "roofline.told.1").text, HasSubstr("select"));
}

TEST_F(CurvesPanel, MeasureAlongKMeasuresThePointsThatAreLoaded) {
    workbench.open_data("uniform:n=8");
    const ViewModel& now = workbench.view();
    ASSERT_TRUE(until(workbench, [&] { return now.data.count == 8 && !workbench.busy() && !now.status.device.empty(); }));
    const auto rows = [&] { return measured_along_k({workbench, commands, state, now, workbench.session(), false}); };
    const std::vector<Row> offered = rows();
    const auto* buttons = std::get_if<Buttons>(&offered.back().what);
    ASSERT_TRUE(buttons);
    buttons->buttons.front().run();
    EXPECT_EQ(workbench.session().chart, ChartShown::curves);
    ASSERT_TRUE(until(workbench, [&] { return now.curves.curve && !now.curves.running; })) << now.curves.refusal;
    for (const auto& line : now.curves.curve->points)
        for (const auto& point : line) EXPECT_TRUE(point && point->measured() && point->n == 8);
    const std::vector<Row> told = rows();
    ASSERT_EQ(told.size(), 1u);
    EXPECT_THAT(
        std::get<Text>(told.front().what).text, ::testing::StartsWith("The time of the whole search by k, measured on this device: "));
}

}  // namespace
}  // namespace neighborscope::panels
