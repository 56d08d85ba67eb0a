// Tests a chart instead of the points: buttons, clicks on marks, drawing.
#include "app/measure/curve.hpp"
#include "app/session/workbench/curve_controls.hpp"
#include "small_view.hpp"

#include <gmock/gmock.h>

namespace neighborscope {
namespace {

using ::testing::Contains;
using ::testing::Not;

struct Charted : View {
    Charted() : View("uniform:n=200") {
        workbench().change([](SessionState& state) {
            state.chart = ChartShown::curves;
            state.curve_methods = {"serial", "heap"};
            state.curve_along = "k=1:4:4:linear";
            state.curve_queries = 2;
        });
        EXPECT_TRUE(until(workbench(), [this] { return workbench().view().curves.refusal.empty(); }));
    }
    const Curving& curves() { return workbench().view().curves; }
    bool measured() {
        workbench().curves().measure();
        return until(workbench(), [this] { return !curves().running; }) && curves().curve->complete();
    }
};

TEST(ChartView, HasButtonsThatBeginAndCloseIt) {
    Charted view;
    const auto commands = view.everything_clickable(500, 880, 4, 40);
    EXPECT_THAT(commands, Contains("timings.measure"));
    EXPECT_THAT(commands, Contains("timings.points"));
    EXPECT_THAT(commands, Not(Contains("view.fit"))) << "the tools of the points are away";
    view.workbench().change([](SessionState& state) { state.chart = ChartShown::roofline; });
    EXPECT_THAT(view.everything_clickable(500, 880, 4, 40), Contains("timings.freeze"));
}

TEST(ChartView, DrawsWhatIsMeasured) {
    Charted view;
    const render::Image empty = view.settle();
    ASSERT_TRUE(view.measured());
    const render::Image curves = view.settle();
    EXPECT_GT(differing(empty, curves, 60, 800, 80, 560), 500);
    view.workbench().change([](SessionState& state) { state.curve_quantity = CurveQuantity::distances; });
    EXPECT_GT(differing(curves, view.settle(), 60, 800, 80, 560), 200);
    PictureOptions bare;
    bare.instruments = false;
    EXPECT_GT(differing(curves, view.settle(bare), 60, 800, 80, 560), 500) << "F8 shows the points";
}

TEST(ChartView, AClickOnAMarkAsksAsItDoes) {
    Charted view;
    ASSERT_TRUE(view.measured());
    ASSERT_EQ(view.workbench().session().k, 16);
    std::set<int> asked;
    view.frame();
    for (double y = 80; y < 580; y += 18)
        for (double x = 60; x < 880; x += 18) {
            view.click(x, y);
            asked.insert(view.workbench().session().k);
        }
    for (const int k : {1, 2, 3, 4}) EXPECT_THAT(asked, Contains(k));
    EXPECT_THAT(view.workbench().session().method, testing::AnyOf("serial", "heap"));
    EXPECT_TRUE(view.workbench().can_undo());
}

TEST(ChartView, StaysInsideViewsOfAnySize) {
    Charted view;
    ASSERT_TRUE(view.measured());
    for (const auto& [wide, high] : {std::pair{320, 240}, {480, 320}, {900, 640}}) {
        view.seen_width = wide, view.seen_height = high;
        view.settle();
        EXPECT_TRUE(view.outside().empty()) << wide;
    }
}

}  // namespace
}  // namespace neighborscope
