// Tests classes in the picture: coloured regions under the points, rings around misclassified points.
#include "app/instruments/imgui/instrument_frame.hpp"
#include "app/instruments/scene/class_layer.hpp"
#include "app/instruments/scene/point_colours.hpp"
#include "app/session/workbench/query_controls.hpp"
#include "small_view.hpp"
#include "tests/temporary_folder.hpp"

namespace neighborscope {
namespace {

/// Two adjacent classes, with one point of each among the other.
class ClassesView : public testing::Test {
protected:
    static std::string two_sides() {
        std::string text = "x,y,side\n";
        for (int row = 0; row < 10; ++row)
            for (int column = 0; column < 20; ++column)
                text += std::to_string((column - 9.5) / 10) + "," + std::to_string((row - 4.5) / 5) + "," +
                        (column < 10 ? "left" : "right") + "\n";
        return text + "-0.51,0.02,right\n0.51,0.02,left\n";
    }
    test::TemporaryFolder folder;
    View view{folder.write("sides.csv", two_sides())};
    Workbench& workbench = view.workbench();

    std::array<int, 3> colour_at(const render::Image& image, double x, double y) {
        const Drawable drawable = workbench.drawable();
        const auto [across, down] = view.picture().pixel_of(drawable.projection.place(*drawable.data, std::vector<double>{x, y}));
        const std::uint8_t* const at = &image.rgb[3 * (std::size_t(down) * width + std::size_t(across))];
        return {at[0], at[1], at[2]};
    }
};

TEST_F(ClassesView, RegionsHaveTheColoursOfTheirClasses) {
    const render::Image before = view.marks();
    workbench.change([](SessionState& state) { state.regions = true, state.k = 5, state.method = "serial"; });
    (void)view.marks();  // makes the visible plane known
    view.idle_until([&] { return workbench.view().classes.regions && !workbench.view().classes.refining; });
    const render::Image after = view.marks();
    const auto ground = colour_at(before, -0.73, 0.73), left = colour_at(after, -0.73, 0.73), right = colour_at(after, 0.73, 0.73);
    const Classifying& classes = workbench.view().classes;
    for (const auto& [seen, place] : {std::pair{left, 0}, std::pair{right, 1}}) {
        const render::Colour colour = class_colour(render::Theme::light, classes.shades[std::size_t(place)]);
        const std::array<float, 3> of{colour.r, colour.g, colour.b};
        for (std::size_t channel = 0; channel < 3; ++channel)  // between the colours of background and class, nearer to the first
            EXPECT_NEAR(seen[channel], ground[channel] + 0.30 * (255.0 * of[channel] - ground[channel]), 3) << place;
    }
    EXPECT_NE(left, right);
    workbench.change([](SessionState& state) { state.regions = false; });
    view.idle_until([&] { return !workbench.view().classes.regions; });
    EXPECT_EQ(colour_at(view.marks(), -0.73, 0.73), ground);
}

TEST_F(ClassesView, TheLegendNamesTheBorderOfClasses) {
    const auto legend_has = [](ImU32 ink) {
        for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
            if (window->Active && std::string(window->Name) == "legend")
                for (const ImDrawVert& corner : window->DrawList->VtxBuffer)
                    if (corner.col == ink) return true;
        return false;
    };
    workbench.change([](SessionState& state) { state.regions = true, state.k = 5, state.method = "serial"; });
    (void)view.settle();
    view.idle_until([&] { return workbench.view().classes.regions && !workbench.view().classes.refining; });
    (void)view.settle();
    const float border = region_opacity(*workbench.view().classes.regions, render::Theme::light).border;
    EXPECT_TRUE(legend_has(colour(render::palette(render::Theme::light).text, border)));
    EXPECT_FALSE(legend_has(colour(render::palette(render::Theme::light).text, border / 2)));
}

TEST_F(ClassesView, MisclassifiedPointsHaveRings) {
    const render::Image before = view.marks();
    workbench.change([](SessionState& state) { state.misclassified = true, state.k = 5; });
    view.idle_until([&] { return workbench.view().classes.leave_one_out && !workbench.view().classes.is_classifying; });
    EXPECT_EQ(workbench.view().classes.ringed, (std::vector<std::int64_t>{200, 201}));
    const render::Image after = view.marks();
    const auto changed = [&](double x, double y) {
        const Drawable drawable = workbench.drawable();
        const auto [across, down] = view.picture().pixel_of(drawable.projection.place(*drawable.data, std::vector<double>{x, y}));
        return differing(before, after, int(across) - 8, int(across) + 9, int(down) - 8, int(down) + 9);
    };
    EXPECT_GT(changed(-0.51, 0.02), 30);
    EXPECT_GT(changed(0.51, 0.02), 30);
    EXPECT_EQ(changed(-0.73, 0.73), 0);
}

TEST_F(ClassesView, TheRingOfAMisclassifiedQueryIsOutsideOfItsMark) {
    const auto rings = [&] {
        (void)view.settle(presented());
        const ImU32 ink = colour(render::palette(render::Theme::light).error);
        const auto& corners = ImGui::GetBackgroundDrawList()->VtxBuffer;
        const ImVec2 query = [&] {
            const Drawable drawable = workbench.drawable();
            const auto [x, y] = view.picture().pixel_of(drawable.projection.place(*drawable.data, workbench.view().query));
            return ImVec2{float(x), float(y)};
        }();
        float away = 0;
        for (const ImDrawVert& one : corners)
            if (one.col == ink) away = std::max(away, std::hypot(one.pos.x - query.x, one.pos.y - query.y));
        return away;
    };
    workbench.change([](SessionState& state) { state.misclassified = true, state.k = 5; });
    workbench.query().pin_at_row(3);
    view.idle_until([&] { return workbench.view().classes.leave_one_out && !workbench.view().classes.is_classifying; });
    EXPECT_EQ(rings(), 0);
    workbench.query().pin_at_row(200);
    view.idle_until([&] { return workbench.view().classes.place >= 0; });
    EXPECT_GT(rings(), presenter_marks * 8.5f) << "the radius of the mark";
    EXPECT_LT(rings(), presenter_marks * 13) << "where its ticks begin";
}

}  // namespace
}  // namespace neighborscope
