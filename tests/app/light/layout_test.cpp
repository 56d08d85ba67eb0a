// Tests the layout of the light window: columns, menus, and docks that take turns.
#include "app/glossary/glossary.hpp"
#include "form.hpp"

namespace neighborscope {
namespace {

TEST(LightForm, MenusWithoutRoomAreInOne) {
    Form form(crowded_session());
    const LightLayout narrow = LightLayout::of(400, 800, 0);
    float right = 0;
    for (int i = 0; i < 3; ++i) form.frame(narrow);
    for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
        if (std::string(window->Name) == "##MainMenuBar")
            for (const ImDrawVert& corner : window->DrawList->VtxBuffer) right = std::max(right, corner.pos.x);
    EXPECT_GT(right, 200);
    EXPECT_LE(right, 401) << "with its edge";
    bool opened = false;  // the last one has a submenu for each of the others
    for (double x = 395; x > 250 && !opened; x -= 10) {
        form.click(x, 12, narrow);
        opened = ImGui::GetCurrentContext()->OpenPopupStack.Size == 1;
    }
    EXPECT_TRUE(opened);
}

TEST(LightForm, ColumnsAreHidden) {
    const auto shown = [](double width, double height, std::array<bool, 3> docks) {
        LightLayout layout = LightLayout::of(width, height, 200);
        DockTurns turns;
        turns.update(layout.shared.places, docks, "");
        layout.show(turns, false);
        return layout;
    };
    const LightLayout all = shown(1280, 800, {true, true, true}), one = shown(1280, 800, {false, true, false});
    EXPECT_EQ(one.left, 0);
    EXPECT_EQ(one.right, all.right);
    EXPECT_EQ(one.tables, 0);
    EXPECT_GT(one.view_width(), all.view_width());
    EXPECT_GT(shown(800, 600, {false, true, true}).left, 0) << "the query stands there, too";
    EXPECT_EQ(shown(800, 600, {false, false, true}).left, 0);
}

TEST(LightForm, TheTooltipUnderTheMouseIsKnownAndButtonsTakeTurns) {
    Form form(crowded_session());
    const auto layout = [&] {
        LightLayout now = LightLayout::of(640, 400, 200);
        form.panels().turns().update(now.shared.places, {true, true, false}, "");
        now.show(form.panels().turns(), false);
        return now;
    };
    form.frame(layout());
    EXPECT_EQ(form.help_at(20, 300, layout()), "") << "the picture is there";
    bool explained = false, turned = false;
    for (double y = 34; y < 380; y += 12) {
        const std::string help = form.help_at(640 - 200, y, layout());
        explained = explained || term_explained(help);
    }
    EXPECT_TRUE(explained);
    for (double x = 640 - WindowLayout::right_width + 4; x < 630 && !turned; x += 10) {
        form.click(x, 40, layout());
        turned = form.panels().turns().shows(Dock::bottom);
    }
    EXPECT_TRUE(turned) << "by its button";
    EXPECT_GT(layout().tables, 0);
}

TEST(LightForm, ASmallWindowShowsOneDockAtATime) {
    DockTurns turns;
    const auto shown = [&](bool lesson) {
        LightLayout layout = LightLayout::of(640, 400, 200, lesson);
        turns.update(layout.shared.places, {true, true, true}, lesson ? "lesson.md:0" : "");
        layout.show(turns, false);
        return layout;
    };
    LightLayout now = shown(true);
    EXPECT_GT(now.lesson, 270);
    EXPECT_EQ(now.left + now.right + now.tables, 0);
    EXPECT_GE(now.view_width(), 320);
    turns.toggle(Dock::right);
    now = shown(true);
    EXPECT_EQ(now.lesson, 0);
    EXPECT_EQ(now.at_right, std::vector{Dock::right});
    EXPECT_GE(now.view_width(), 320);
    turns.toggle(Dock::bottom);
    now = shown(true);
    EXPECT_EQ(now.view_width(), 640);
    EXPECT_GT(now.tables, 100);
    turns.toggle(Dock::bottom);
    EXPECT_EQ(shown(true).view_width(), 640) << "none is open";
}

TEST(LightForm, ASmallWindowLeavesRoomForInstruments) {
    const LightLayout small = LightLayout::of(800, 600, 0);
    EXPECT_GE(small.view_width(), 480) << "with less, the picture shows none";
    EXPECT_GT(small.left, 0) << "there are panels all the same";
    Form form(crowded_session());
    for (int i = 0; i < 3; ++i) form.frame(small);
    for (const char* gone : {"Data and method"})
        for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
            EXPECT_FALSE(window->Active && std::string(window->Name) == gone) << "one column has all";
    ASSERT_EQ(small.view_x(), small.left);
}

TEST(LightForm, ALessonIsReadFromTheLastRowAtAnySizeOfScreen) {
    for (const auto& [width, height] : {std::pair(1280.0, 800.0), {1920.0, 1080.0}, {3840.0, 2160.0}}) {
        const double larger = LightLayout::magnification(width, height);
        const LightLayout layout = LightLayout::of(width / larger, height / larger, 0, true, true);
        EXPECT_GE(larger, 0.9 * height / 800) << "its text grows with the screen";
        EXPECT_TRUE(layout.shared.large_text);
        EXPECT_LE(layout.lesson, 0.5 * layout.width);
    }
}

}  // namespace
}  // namespace neighborscope
