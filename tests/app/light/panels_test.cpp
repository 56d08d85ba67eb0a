// Tests the form of the light window, with sliders dragged by the mouse.
#include "form.hpp"
#include "app/data/make/parameters.hpp"
#include "app/instruments/imgui/text_helpers.hpp"
#include "app/session/workbench/lesson_controls.hpp"
#include "render/offscreen.hpp"
#include "tests/patience.hpp"
#include "tests/settings_folder.hpp"
#include "tests/temporary_folder.hpp"

#include <imgui_internal.h>

#include <gtest/gtest.h>

#include <filesystem>

namespace neighborscope {
namespace {

TEST(LightForm, SlidersOfTheDataMakeThemAgain) {
    for (const std::string name : {"hotspots", "speed", "n"}) {
        SCOPED_TRACE(name);
        Form form(crowded_session());
        const int leaves = form.view().tree->leaves;
        const auto query = form.view().query;
        ASSERT_TRUE(form.drag_slider("change " + name, 40, 110));
        const auto given = given_parameters(form.session().data);
        ASSERT_EQ(given.count(name), 1u) << form.session().data;
        if (name == "n") { EXPECT_NE(given.at(name), "3000"); }
        ASSERT_TRUE(form.settles([&] { return form.workbench().drawable().data->source == form.session().data; }));
        if (name != "speed") { EXPECT_NE(form.view().tree->leaves, leaves) << "the tree is of other points"; }
        EXPECT_EQ(form.view().query, query);
        form.workbench().undo();
        EXPECT_EQ(form.session().data, "hotspots:n=3000") << "a drag is one step";
    }
}

TEST(LightForm, SlidersOfTheMethodDivideAnew) {
    for (const std::string name : {"leaf-capacity", "max-level"}) {
        SCOPED_TRACE(name);
        Form form(crowded_session());
        const int leaves = form.view().tree->leaves;
        ASSERT_TRUE(form.drag_slider("change " + name, 12, 24, 500));
        ASSERT_TRUE(form.settles([&] { return form.view().tree && form.view().tree->leaves != leaves; }));
        form.workbench().undo();
        ASSERT_TRUE(form.settles([&] { return form.view().tree && form.view().tree->leaves == leaves; }));
    }
}

TEST(LightForm, TheSliderOfKAsksForMore) {
    Form form(crowded_session());
    EXPECT_EQ(form.view().neighbours.size(), 16u);
    ASSERT_TRUE(form.drag_slider("change k", window_width - 200, window_width - 120));
    EXPECT_NE(form.session().k, 16);
    ASSERT_TRUE(form.settles([&] { return int(form.view().neighbours.size()) == form.session().k; }));
}

TEST(LightForm, AClickedFieldTakesTheKeys) {
    Form form(crowded_session());
    ASSERT_TRUE(form.type_into_a_field(window_width - 60, "23", [&] { return form.session().k == 23; }));
    EXPECT_EQ(form.session().three_d, SessionState().three_d) << "3 is a key of the view";
    ASSERT_TRUE(form.settles([&] { return form.view().neighbours.size() == 23; }));
}

TEST(LightForm, ASpaceEmptiesNoNumber) {
    Form form(crowded_session());
    ASSERT_TRUE(form.type_into_a_field(window_width - 60, " 2 3", [&] { return form.session().k == 23; }));
}

TEST(LightForm, ATextKeepsTheKeysAfterReturn) {
    Form form(crowded_session());
    ASSERT_TRUE(form.type_into_a_field(120, "row<50", [&] { return !form.session().where.empty(); }));
    form.type("x");  // a mistake
    EXPECT_TRUE(form.is_typing());
    form.press(ImGuiKey_Enter);
    ASSERT_TRUE(form.is_typing()) << "it can be corrected";
    form.type("row<90");
    form.press(ImGuiKey_Enter);
    EXPECT_EQ(form.session().where, std::vector<std::string>{"row<90"});
    EXPECT_TRUE(form.is_typing());
    form.press(ImGuiKey_Escape);
    EXPECT_FALSE(form.is_typing());
    EXPECT_EQ(form.session().query_mode, QueryMode::pinned);
}

TEST(LightForm, ReturnInANoteGivesTheKeysBack) {
    Form form(crowded_session());
    form.workbench().change([](SessionState& state) { state.notes = {{"here", 1}}; });
    form.workbench().poll();
    form.panels().focus_field("notes.0");
    for (int frames = 0; frames < 4 && !form.is_typing(); ++frames) form.frame();
    ASSERT_TRUE(form.is_typing());
    form.type("first");
    form.press(ImGuiKey_Enter);
    for (int frames = 0; frames < 4; ++frames) form.frame();
    EXPECT_FALSE(form.is_typing()) << "the next Shift+N makes a second note";
    EXPECT_EQ(form.session().notes[0].text, "first");
}

TEST(LightForm, AChoiceOfALessonIsClicked) {
    const test::SettingsFolder folder;
    Form form(crowded_session());
    LessonControls& lesson = form.workbench().lessons();
    lesson.open(folder.write("lesson.md",
        "# Small\n```page\ndata: hotspots:n=60\n```\n## First\nSome **strong** text with $x_i^2$ and `code`.\n\n- one\n- two\n\n"
        "```question\nask: Which?\nwrong: This.\nbecause: Why not.\nright: That.\n```\n```page\ndata: hotspots:n=60\n```\n## Second\n"));
    form.show_lesson();
    ASSERT_TRUE(form.settles([&] { return lesson.facts() != nullptr; }));
    for (int i = 0; i < 3; ++i) form.frame();
    // On each line, until the right choice was met; the wrong one is above it.
    for (double y = 60; y < 700 && !lesson.progress().of(0, 3).done; y += 9) form.click(window_width - 180, y);
    EXPECT_EQ(lesson.progress().of(0, 3).chosen.size(), 2u);
    EXPECT_TRUE(lesson.progress().of(0, 3).done);
    EXPECT_EQ(lesson.page(), 0u);
    for (double x = window_width - 350; x < window_width && lesson.page() == 0; x += 20) form.click(x, 762);
    EXPECT_EQ(lesson.page(), 1u) << "the button Next below the text";
    EXPECT_EQ(form.scrolled_sideways(), "");
}

TEST(LightForm, TheWheelChangesNothing) {
    SessionState first = crowded_session();
    first.data = "sample:earthquakes";
    Form form(first);
    for (const double x : {120.0, 200.0, window_width - 60}) form.turn_wheel_everywhere(x);
    EXPECT_FALSE(form.workbench().can_undo());
}

/// The list of methods is scrolled by whole lines, with the chosen method visible.
TEST(LightForm, TheChosenMethodIsInSightAndNoLineIsCut) {
    for (const char* method : {"serial", "heap", "leaf-warp", "ivf"}) {
        SessionState session;
        session.data = "hotspots:n=500";
        session.method = method;
        session.device = "host";
        Form form(session);
        const LightLayout layout = LightLayout::of(1280, 800, 0);
        for (int i = 0; i < 6; ++i) form.frame(layout);
        const ImGuiWindow* list = nullptr;
        for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
            if (window->WasActive && std::string(window->Name).find("/list_") != std::string::npos) list = window;
        ASSERT_TRUE(list);
        const float line = ImGui::GetFontSize() + ImGui::GetStyle().ItemSpacing.y;
        EXPECT_GT(list->Size.y, 4 * line);
        const float lines = list->Scroll.y / line;
        EXPECT_TRUE(list->Scroll.y >= list->ScrollMax.y || std::abs(lines - std::round(lines)) < 0.1f) << method << ": " << lines;
        if (std::string(method) == "serial") { EXPECT_LT(list->Scroll.y, 2 * line); }
        if (std::string(method) == "ivf") { EXPECT_GT(list->Scroll.y, 4 * line); }
    }
}

TEST(LightForm, MenusRunCommands) {
    Form form(crowded_session());
    ASSERT_EQ(ImGui::GetCurrentContext()->OpenPopupStack.Size, 0);
    form.click(20, 12);
    ASSERT_EQ(ImGui::GetCurrentContext()->OpenPopupStack.Size, 1) << "File";
    form.click(600, 500);
    EXPECT_EQ(ImGui::GetCurrentContext()->OpenPopupStack.Size, 0) << "a click elsewhere closes it";
    form.click(20, 12);
    ASSERT_EQ(ImGui::GetCurrentContext()->OpenPopupStack.Size, 1);
    EXPECT_TRUE(form.panels().close_topmost()) << "Escape is for the menu";
    form.frame();
    EXPECT_EQ(ImGui::GetCurrentContext()->OpenPopupStack.Size, 0);
    EXPECT_FALSE(form.panels().close_topmost());
}

/// Whether a tooltip is drawn.
bool has_tooltip() {
    for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
        if (window->Active && !window->Hidden && window->Flags & ImGuiWindowFlags_Tooltip) return true;
    return false;
}

/// Each kind of row explains itself where its name or text stands.
TEST(LightRows, HaveTooltips) {
    using namespace panels;
    using panels::Choice;  // not that of an option
    Choice menu{{{"one", "", ""}, {"two", "", ""}}, 0, [](int) {}}, segments = menu;
    segments.look = Choice::Look::segments;
    segments.items[0].help = "help";
    Table table;
    table.columns = {{"rank", "help"}};
    table.count = 1;
    table.cell = [](std::int64_t, int) { return Table::Cell{"1"}; };
    Chart chart;
    chart.bars = {1, 2};
    Text text{"some words"};
    text.beside = "others";
    const std::pair<const char*, decltype(Row::what)> kinds[] = {{"text", text}, {"facts", Facts{{{"name", "value"}}}},
        {"number", Number{"12", false, {}, {}, [](const std::string&, bool) { return std::string(); }}},
        {"slider", Slider{0, 9, 3, "3", [](std::int64_t) {}}}, {"menu", menu}, {"segments", segments}, {"check", Check{true, [](bool) {}}},
        {"buttons", Buttons{{Button{"press", "Press", "help"}}}}, {"share", Share{"9 of 16", 0.5}}, {"chart", chart}, {"table", table},
        {"picture", Picture{{}, "title", "text"}}, {"prose", Prose{{{"a text"}}}}};
    const render::OffscreenContext context;
    render::Framebuffer framebuffer{64, 64};
    ImGuiLayer layer;
    for (const auto& [kind, what] : kinds) {
        PanelDrawer drawer;
        Row row{std::string("row.") + kind, "label", "help", what};
        bool found = false;
        const auto frame = [&] {
            framebuffer.bind();
            layer.begin_frame(400, 300, 1, render::Theme::light);
            ImGui::SetNextWindowPos({10, 10});
            ImGui::SetNextWindowSize({300, 250});
            ImGui::Begin(kind, nullptr, panel_flags);
            drawer.begin(layer, render::Theme::light, 120);
            drawer.draw_row(row);
            ImGui::End();
            layer.end_frame();
            found = found || has_tooltip();
        };
        layer.mouse_leave();
        for (int i = 0; i < 3; ++i) frame();
        EXPECT_FALSE(found) << kind;
        layer.mouse_move(24, 26);  // on the first line
        for (int i = 0; i < 3; ++i) frame();
        EXPECT_TRUE(found) << kind;
    }
}

TEST(LightForm, TheStatusLineKeepsItsTextsApart) {
    Form form(default_session());
    form.workbench().show_message(std::string(400, 'x'));
    form.frame();
    form.frame();
    constexpr float to_host = float(window_width) - 470;  // begin of that text
    bool said = false;
    for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
        if (std::string(window->Name) == "Status")
            for (const ImDrawVert& corner : window->DrawList->VtxBuffer) {
                said = said || (corner.pos.x > to_host - 40 && corner.pos.x < to_host);
                EXPECT_FALSE(corner.pos.x > to_host - 9 && corner.pos.x < to_host - 1) << corner.pos.x;
            }
    EXPECT_TRUE(said);
}

TEST(LightForm, LeavesStandOutOnlyWhileTheirTableIsSeen) {
    Form form(crowded_session());
    const LightLayout with = LightLayout::of(1280, 800, 220);
    form.frame(with);
    panels::PanelState& state = form.panels().state();
    state.tree_row = 1, state.marked_number = 1, state.marked_from = 0, state.marked_to = 9;
    form.frame(with);
    EXPECT_EQ(state.tree_row, 1);
    EXPECT_EQ(state.marked_number, 1);
    form.frame(LightLayout::of(1280, 800, 0));
    EXPECT_EQ(state.tree_row, -1);
    EXPECT_EQ(state.marked_number, 0);
}

TEST(LightForm, CellsOfTheTableOfConfusionAndPlacesOfItsCurveAreClicked) {
    SessionState state = crowded_session();
    state.data = "sample:two-moons";
    state.misclassified = true;
    Form form(state);
    ASSERT_TRUE(form.settles([&] { return form.view().classes.leave_one_out && !form.view().classes.is_classifying; }));
    const int k = form.session().k;
    form.show_lower_dock(400);
    bool chosen = false, other_k = false;
    for (double y = window_height - 400; y < window_height - 30 && !(chosen && other_k); y += 9)
        for (double x = 240; x < 640 && !(chosen && other_k); x += 23) {
            form.click(x, y);
            chosen = chosen || form.view().classes.chosen;
            other_k = other_k || form.session().k != k;
        }
    EXPECT_TRUE(chosen);
    EXPECT_TRUE(other_k);
}

TEST(LightForm, TheTreesTableAndTheKeysAreNotScrolledSideways) {
    Form form(crowded_session());
    for (int i = 0; i < 3; ++i) form.frame(LightLayout::of(1280, 800, 220));
    EXPECT_EQ(form.scrolled_sideways().find("/tree"), std::string::npos) << form.scrolled_sideways();
    form.panels().show_sheet(panels::shortcuts_sheet(form.commands()));
    for (int i = 0; i < 3; ++i) form.frame(LightLayout::of(1280, 800, 0));
    EXPECT_EQ(form.scrolled_sideways(), "");
}

TEST(LightForm, KeysScrollASheet) {
    Form form(crowded_session());
    for (const auto& sheet : {panels::shortcuts_sheet(form.commands()), panels::glossary_sheet()}) {
        form.panels().show_sheet(sheet);
        for (int i = 0; i < 4; ++i) form.frame();
        const auto scrolled = [] {
            float sum = 0;
            for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
                if (window->Active && std::string(window->RootWindow->Name) == "##overlay") sum += window->Scroll.y;
            return sum;
        };
        EXPECT_EQ(scrolled(), 0);
        form.press(ImGuiKey_DownArrow);
        const float line = scrolled();
        form.press(ImGuiKey_PageDown);
        EXPECT_GT(line, 0);
        EXPECT_GT(scrolled(), 5 * line);
        form.press(ImGuiKey_PageUp);
        form.press(ImGuiKey_PageUp);
        EXPECT_EQ(scrolled(), 0);
        form.panels().close_topmost();
        form.frame();
    }
}

}  // namespace
}  // namespace neighborscope
