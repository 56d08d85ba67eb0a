// Tests the bar of ticks: its button to seek the next rebuild, and the marks of rebuilds on its track.
#include "app/session/workbench/moving_controls.hpp"
#include "small_view.hpp"

namespace neighborscope {
namespace {

constexpr int bar_top = 60, bar_height = 92;  // top: below the tools; height of both

struct MovingView : View {
    MovingView() : View("uniform:n=2000,speed=300") {
        seen_width = 800;  // the bar is below the tools, and as wide
        change([](SessionState& state) {
            state.method = "quadtree-cached";
            state.options["quadtree-cached"] = {
                {"leaf-capacity", "16"}, {"rebuild-factor", "1.1"}};  // the work of one query triggers a rebuild within a few ticks
            state.query = {11000, 11000};
            state.cells = CellsShown::none;  // the bar is translucent
        });
        EXPECT_TRUE(draws_until([this] { return !moving().index.empty(); }));
    }
    const Moving& moving() { return workbench().view().moving; }
    bool draws_until(const std::function<bool()>& done) {
        const auto there = [&] { return done() && !workbench().busy(); };
        const auto draw = [this] { frame(), workbench().report_frame("", 1); };
        return until(workbench(), there, patience, draw);
    }
    bool change(const std::function<void(SessionState&)>& how) {
        workbench().change(how);
        return draws_until([] { return true; });
    }
    bool goes_to(std::int64_t tick) {
        workbench().moving().go_to_tick(tick);
        return draws_until([this, tick] { return moving().tick == tick; });
    }
    std::set<std::string> buttons() { return everything_clickable(8, seen_width, 20, bar_height); }
};

TEST(TicksBar, HasAButtonToTheNextRebuildWhereAnIndexIsKept) {
    MovingView view;
    EXPECT_EQ(view.buttons().count("ticks.next_rebuild"), 1u);
    view.change([](SessionState& state) { state.method = "heap"; });
    ASSERT_TRUE(view.draws_until([&] { return view.moving().index.empty(); }));
    const auto buttons = view.buttons();
    EXPECT_EQ(buttons.count("ticks.next_rebuild"), 0u);
    EXPECT_EQ(buttons.count("ticks.play"), 1u);
}

TEST(TicksBar, MarksTheTicksAtWhichTheIndexWasMadeAnew) {
    MovingView view;
    view.workbench().moving().seek_rebuild(true);
    ASSERT_TRUE(view.draws_until([&] { return !view.moving().seeking; }));
    ASSERT_EQ(view.moving().seen_rebuilds.size(), 1u);
    const std::int64_t tick = view.moving().tick;
    ASSERT_GT(tick, 2);
    ASSERT_TRUE(view.goes_to(2 * tick));  // so that the mark is in the middle of the track
    ASSERT_TRUE(view.goes_to(1));
    ASSERT_FALSE(view.moving().seen_rebuilds.empty());
    const render::Image with = view.settle();
    ASSERT_TRUE(view.change([](SessionState& state) { state.options["quadtree-cached"]["leaf-capacity"] = "48"; }));
    ASSERT_TRUE(view.moving().seen_rebuilds.empty()) << "those were of another index";
    const int marks = differing(with, view.settle(), 200, 420, bar_top, bar_height);
    EXPECT_GT(marks, 6) << "a mark reaches over the track at both sides";
    EXPECT_LT(marks, 200) << "and is thin: nothing else of the bar changed";
}

}  // namespace
}  // namespace neighborscope
