// Tests timeline, pseudo-code and the acting heap by events.
#include "app/instruments/overlay/instruments.hpp"
#include "app/session/workbench/card_controls.hpp"
#include "app/session/workbench/stepping_controls.hpp"
#include "small_view.hpp"

#include <epoxy/gl.h>
#include <gmock/gmock.h>

namespace neighborscope {
namespace {

/// A view whose search is stepped through.
struct SteppedView : View {
    explicit SteppedView(const std::string& data, bool three_d = false, const std::string& method = "heap") : View(data, three_d) {
        if (method != workbench().session().method) workbench().change([&](SessionState& state) { state.method = method; });
        workbench().stepping().open(true);
        EXPECT_TRUE(until(workbench(), [&] { return stepping().ready && stepping().record->method->info.name == method; }));
        settle();
    }
    const Stepping& stepping() { return workbench().view().stepping; }
    /// Opens what folds by itself in a low view.
    void open_cards() {
        for (const char* name : {"bound-chart", "structure"}) workbench().cards().change(name, SavedCard{true, {}});
        settle();
    }
    void drag(double x_from, double x_to, double y) {
        picture().gui().mouse_move(x_from, y);
        frame();
        picture().gui().mouse_button(0, true);
        frame();
        for (int i = 1; i <= 4; ++i) {
            picture().gui().mouse_move(x_from + (x_to - x_from) * i / 4, y);
            frame();
        }
        picture().gui().mouse_button(0, false);
        frame();
    }
};

/// An instrument of the last frame.
const ImGuiWindow* drawn_instrument(const std::string& name) {
    for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
        if (window->Active && !window->Hidden && std::string(window->Name).rfind(name, 0) == 0) return window;
    return nullptr;
}

TEST(Timeline, StandsAtTheBottomAndF8HidesIt) {
    SteppedView view("hotspots:n=2000");
    view.open_cards();
    PictureOptions bare;
    bare.instruments = bare.tools = false;
    const render::Image with = view.settle();
    const ImGuiWindow* const heap = drawn_instrument("structure");
    ASSERT_TRUE(heap);
    const ImVec2 from = heap->Pos, to{heap->Pos.x + heap->Size.x, heap->Pos.y + heap->Size.y};
    const render::Image without = view.settle(bare);
    EXPECT_GT(differing(with, without, 8, width - 8, height - 150, height - 8), 10000) << "timeline and pseudo-code";
    EXPECT_GT(differing(with, without, int(from.x), int(to.x), int(from.y), int(to.y)), 3000) << "the heap";
    EXPECT_EQ(glGetError(), unsigned(GL_NO_ERROR));
}

TEST(Timeline, ButtonsReportCommands) {
    SteppedView view("hotspots:n=2000");
    const std::set<std::string> expected{
        "step.back", "step.play", "step.forward", "step.previous_eviction", "step.next_eviction", "step.next_phase", "step.loop"};
    std::set<std::string> found;
    const ImGuiWindow* const timeline = drawn_instrument("timeline");
    ASSERT_TRUE(timeline);
    const double y = double(timeline->Pos.y) + 12;  // in the line of the title
    for (double x = double(timeline->Pos.x) + 110; x < width - 20; x += 16)
        if (const std::string id = view.click(x, y); id.rfind("step.", 0) == 0) found.insert(id);
    EXPECT_EQ(found, expected);
}

TEST(Timeline, HasNothingToClickInAPictureThatIsWritten) {
    SteppedView view("hotspots:n=2000");
    PictureOptions written;
    written.tools = false;
    view.settle(written);
    const ImGuiWindow* const timeline = drawn_instrument("timeline");
    ASSERT_TRUE(timeline);
    const double top = double(timeline->Pos.y);
    for (double y = top + 4; y < top + 60; y += 8) {
        view.picture().gui().mouse_move(double(timeline->Pos.x) + 130, y);
        for (const bool down : {true, false}) {
            view.picture().gui().mouse_button(0, down);
            view.frame(written);
            EXPECT_EQ(view.picture().requested_command(), "") << y;
        }
    }
}

TEST(Timeline, LanesAreScrubbed) {
    SteppedView view("hotspots:n=2000");
    std::int64_t most = 0;
    bool back = false;
    for (double y = height - 130; y < height - 12; y += 8) {
        const std::int64_t before = view.stepping().position;
        view.drag(450, 700, y);
        most = std::max(most, view.stepping().position);
        if (view.stepping().position > before + 100) {
            const std::int64_t right = view.stepping().position;
            view.drag(700, 500, y);
            back = view.stepping().position < right;
        }
    }
    EXPECT_GT(most, view.stepping().count / 2);
    EXPECT_TRUE(back);
    EXPECT_TRUE(view.picture().edited()) << "the window is notified";
    EXPECT_FALSE(view.picture().edited()) << "once";
}

/// A place of the bound chart, which is above the pseudo-code, left of the heap: shares of its width and height.
std::pair<double, double> place_of_chart(double along, double down) {
    const ImGuiWindow* const chart = drawn_instrument("bound-chart");
    if (!chart) {
        ADD_FAILURE() << "there is no bound chart";
        return {0, 0};
    }
    return {double(chart->Pos.x) + along * double(chart->Size.x), double(chart->Pos.y) + down * double(chart->Size.y)};
}
double chart_y(double share) { return place_of_chart(0, share).second; }

TEST(Timeline, TheBoundChartGoesToTheStepUnderTheMouse) {
    SteppedView view("hotspots:n=2000");
    view.open_cards();
    const auto [from, y] = place_of_chart(0.4, 0.6);
    const double to = place_of_chart(0.9, 0).first;
    view.click(from, y);
    const std::int64_t left = view.stepping().position;
    view.click(to, y);
    const std::int64_t right = view.stepping().position;
    EXPECT_GT(left, 0);
    EXPECT_GT(right, left + view.stepping().count / 4);
    view.drag(to, place_of_chart(0.15, 0).first, y);
    EXPECT_LT(view.stepping().position, left);
}

TEST(Timeline, TheBoundChartShowsWhatIsStillToCome) {
    SteppedView view("hotspots:n=2000");
    view.open_cards();
    view.workbench().stepping().jump(Jump::first);
    const render::Image before = view.settle();
    view.workbench().stepping().jump(Jump::last);
    const render::Image after = view.settle();
    EXPECT_GT(differing(before, after, 60, 600, int(chart_y(0.2)), int(chart_y(0.9))), 500) << "events and the bound become dark";
    EXPECT_TRUE(view.outside().empty());
}

TEST(Timeline, AFoldedBoundChartLeavesItsRoomToThePicture) {
    SteppedView view("hotspots:n=2000");
    view.open_cards();
    const double before = chart_y(0);
    view.click(200, before + 12);
    view.settle();
    EXPECT_GT(chart_y(0), before + 60);
}

TEST(Timeline, AMethodWithoutDistancesHasNoBoundChart) {
    SteppedView view("hotspots:n=500", false, "quicksort");
    view.settle();
    for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
        EXPECT_FALSE(window->Active && std::string(window->Name) == "bound-chart");
}

TEST(Timeline, EachStepIsSeen) {
    SteppedView view("hotspots:n=2000");
    view.workbench().stepping().jump(Jump::next_eviction);
    const render::Image eviction = view.settle();
    view.workbench().stepping().jump(Jump::forward);
    EXPECT_GT(differing(eviction, view.settle(), 0, width, 0, height), 100);
    view.workbench().stepping().jump(Jump::first);
    const render::Image nothing = view.settle();
    view.workbench().stepping().jump(Jump::last);
    EXPECT_GT(differing(nothing, view.settle(), 64, width - 290, 60, height - 260), 300) << "neighbours and links where rings were";
}

TEST(Timeline, TheQueryIsInTheFreePart) {
    for (const bool three_d : {false, true}) {
        SteppedView view(three_d ? "uniform:n=3000,d=3" : "hotspots:n=2000", three_d);
        const auto& query = view.workbench().view().query;
        const Drawable drawable = view.workbench().drawable();
        glm::dvec3 at(0);
        for (std::size_t axis = 0; axis < std::min<std::size_t>(query.size(), three_d ? 3 : 2); ++axis)
            at[int(axis)] = query[axis] - drawable.data->origin[axis];
        const glm::dvec3 pixel = view.picture().camera().to_pixels(at);
        EXPECT_FALSE(view.picture().gui().over_instrument(pixel.x, pixel.y)) << pixel.x << ", " << pixel.y;
        EXPECT_GT(pixel.x, 40);
        EXPECT_LT(pixel.x, width - 270);
        EXPECT_GT(pixel.y, 50);
        EXPECT_LT(pixel.y, height - 200);
    }
}

TEST(Timeline, ClosingGivesThePictureBack) {
    View plain("hotspots:n=2000");
    plain.workbench().change([](SessionState& state) { state.k = 2; });  // their circle is too small to see steps in it
    ASSERT_TRUE(until(plain.workbench(), [&] { return plain.workbench().view().neighbours.size() == 2; }));
    plain.settle();
    const glm::dvec3 focus = plain.picture().camera().focus();
    const double scale = plain.picture().camera().pixels_per_unit();
    plain.workbench().stepping().open(true);
    ASSERT_TRUE(until(plain.workbench(), [&] { return plain.workbench().view().stepping.ready; }));
    plain.settle();
    EXPECT_NE(plain.picture().camera().pixels_per_unit(), scale) << "stepping shows the query's neighbourhood";
    plain.workbench().stepping().open(false);
    plain.settle();
    EXPECT_EQ(plain.picture().camera().pixels_per_unit(), scale);
    EXPECT_EQ(plain.picture().camera().focus(), focus);
}

/// The bars of a sort are between buttons and lanes, and move with each step, forward and back.
TEST(Timeline, ShowsWhatIsSortedAsBars) {
    for (const char* method : {"quicksort", "tiled-radix", "insertion"}) {
        SCOPED_TRACE(method);
        SteppedView view("hotspots:n=600", false, method);
        ASSERT_EQ(view.stepping().record->method->info.name, method);
        const int phases = int(view.stepping().record->phases.size());
        const int bottom = height - 8 - 6 - phases * 15, top = bottom - 36;  // above the lanes, whose marks move too
        std::vector<render::Image> seen;
        for (const std::int64_t position : {2, 3, 4}) {
            view.workbench().stepping().go_to(position);
            EXPECT_GT(view.stepping().sort.places, 0) << position;
            seen.push_back(view.settle());
        }
        EXPECT_GT(differing(seen[0], seen[1], 320, width - 16, top, bottom), 20);
        EXPECT_GT(differing(seen[1], seen[2], 320, width - 16, top, bottom), 20);
        view.workbench().stepping().go_to(3);
        EXPECT_EQ(differing(seen[1], view.settle(), 320, width - 16, top, bottom), 0) << "back is where it was";
        for (const render::Theme theme : {render::Theme::light, render::Theme::dark}) view.frame({}, theme);
        EXPECT_THAT(view.outside(), testing::IsEmpty());
        view.seen_width = 480, view.seen_height = 320;
        view.settle();
        EXPECT_THAT(view.outside(), testing::IsEmpty()) << "small";
        EXPECT_EQ(glGetError(), unsigned(GL_NO_ERROR));
    }
}

TEST(Timeline, FoldsToItsTitle) {
    SteppedView view("hotspots:n=2000");
    const render::Image open = view.settle();
    const ImGuiWindow* const timeline = drawn_instrument("timeline");
    ASSERT_TRUE(timeline);
    view.click(double(timeline->Pos.x) + 14, double(timeline->Pos.y) + 12);
    EXPECT_GE(differing(open, view.settle(), 320, 600, height - 150, height - 40), 5000) << "sentence and lanes have gone";
    EXPECT_EQ(timeline->Size.y, 24);
    std::set<std::string> found;
    for (double x = double(timeline->Pos.x) + 110; x < width - 20; x += 16) found.insert(view.click(x, double(timeline->Pos.y) + 12));
    EXPECT_EQ(found.count("step.play"), 1u) << "it still plays";
}

// The view of a window of 1280 x 800 with panels at both sides.
TEST(Timeline, ThePictureKeepsThreeFifthsOfALowView) {
    for (const char* method : {"heap", "quadtree-cached", "quicksort"}) {
        SCOPED_TRACE(method);
        SteppedView view("hotspots:n=2000", false, method);
        view.seen_width = 757, view.seen_height = 724;
        view.settle();
        ASSERT_TRUE(drawn_instrument("tools") && drawn_instrument("ticks") && drawn_instrument("timeline"));
        EXPECT_EQ(drawn_instrument("tools")->Pos.y, drawn_instrument("ticks")->Pos.y) << "one line";
        float bottom = float(view.seen_height);
        for (const char* name : {"timeline", "pseudo-code", "structure", "bound-chart", "timings"})
            if (const ImGuiWindow* one = drawn_instrument(name)) bottom = std::min(bottom, one->Pos.y);
        EXPECT_GE(bottom - drawn_instrument("tools")->Pos.y - drawn_instrument("tools")->Size.y, 0.6 * view.seen_height);
        for (const char* name : {"structure", "bound-chart", "timings"}) {
            const ImGuiWindow* const one = drawn_instrument(name);
            EXPECT_TRUE(!one || one->Size.y == 24) << name << " folds by itself";
        }
        EXPECT_GT(drawn_instrument("pseudo-code")->Size.y, 100);
        const std::vector<double>& query = view.workbench().view().query;
        const DataSet& data = *view.workbench().drawable().data;
        const glm::dvec3 at = view.picture().camera().to_pixels({query[0] - data.origin[0], query[1] - data.origin[1], 0});
        EXPECT_FALSE(view.picture().gui().over_instrument(at.x, at.y));
        view.open_cards();
        EXPECT_GT(drawn_instrument("structure")->Size.y, 60) << "what is opened stays open";
    }
}

TEST(Timeline, PseudoCodeIsWhereTheStepIsWhateverWasBefore) {
    const auto opened_at = [](std::int64_t position) {  // its first frame has no scroll bar
        View opened("hotspots:n=2000");
        opened.workbench().stepping().open(true, position);
        opened.idle_until([&] { return opened.workbench().view().stepping.ready; });
        opened.settle();
        return drawn_instrument("pseudo-code/")->Scroll.y;
    };
    const float at_end = opened_at(-1);
    SteppedView view("hotspots:n=2000");
    const std::int64_t last = view.stepping().count;
    for (const std::int64_t position : {last / 3, 9 * last / 10, last}) {
        std::set<float> seen;
        if (position == last) seen.insert(at_end);
        for (const std::int64_t before : {std::int64_t(1), last - 1, last / 2}) {
            view.workbench().stepping().go_to(before);
            view.seen_height = before == 1 ? 480 : height;  // a window that is opened has several sizes one after the other
            view.settle();
            view.workbench().stepping().go_to(position);
            view.settle();
            view.seen_height = height;
            view.settle();
            ASSERT_TRUE(drawn_instrument("pseudo-code/"));
            seen.insert(drawn_instrument("pseudo-code/")->Scroll.y);
        }
        EXPECT_EQ(seen.size(), 1u) << position;
    }
}

TEST(Timeline, ALineOfCodeThatIsCutIsWholeInATooltip) {
    render::OffscreenContext context;
    ImGuiLayer layer;
    PanelDrawer drawer;
    const std::string whole =
        "for each of the points that lie in leaves that no other thread has visited before, in the order of the curve";
    const auto has_tooltip = [&](const std::string& line) {
        bool shown = false;
        for (int i = 0; i < 4; ++i) {
            layer.mouse_move(60, 14);
            layer.begin_frame(300, 200, 1, render::Theme::light);
            ImGui::SetNextWindowPos({0, 0});
            ImGui::SetNextWindowSize({160, 200});
            ImGui::Begin("made", nullptr, ImGuiWindowFlags_NoTitleBar);
            drawer.begin(layer, render::Theme::light, 0);
            drawer.draw_row({"code", {}, {}, panels::Code{{line, "end"}, {}}});
            ImGui::End();
            for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
                shown = shown || (window->Active && !window->Hidden && window->Flags & ImGuiWindowFlags_Tooltip);
            layer.end_frame();
        }
        return shown;
    };
    EXPECT_FALSE(has_tooltip("x <- D[i]"));
    EXPECT_TRUE(has_tooltip(whole));
}

TEST(Timeline, EverySizeKeepsItsInstrumentsInside) {
    for (const auto& [w, h] : {std::pair{320, 240}, std::pair{480, 320}, std::pair{640, 480}, std::pair{900, 440}}) {
        SteppedView view("hotspots:n=500");
        view.seen_width = w;
        view.seen_height = h;
        view.settle();
        EXPECT_EQ(glGetError(), unsigned(GL_NO_ERROR)) << w << " x " << h;
        EXPECT_THAT(view.outside(), testing::IsEmpty()) << w << " x " << h;
    }
}

TEST(Timeline, MoreAxesThanAreSeenHaveNoBall) {
    SteppedView view("vectors:n=500,d=16");
    view.workbench().stepping().jump(Jump::last);
    view.settle();
    EXPECT_EQ(view.stepping().best.size(), view.workbench().view().neighbours.size());
    view.workbench().stepping().open(false);
    PictureOptions no_ball;
    no_ball.layers.radius = false;
    const auto ball = [&](View& of) { return differing(of.settle(), of.settle(no_ball), 64, width - 290, 60, height - 60); };
    EXPECT_EQ(ball(view), 0);
    View seen("hotspots:n=500");
    EXPECT_GT(ball(seen), 50) << "where all axes are seen there is one";
}

}  // namespace
}  // namespace neighborscope
