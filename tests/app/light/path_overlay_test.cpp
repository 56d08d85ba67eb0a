// Tests the overlay that asks for a path, with keys.
#include "form.hpp"
#include "tests/temporary_folder.hpp"

#include <filesystem>

namespace neighborscope {
namespace {

/// Types into the line for a path.
void type_path(Form& form, const std::string& text) {
    for (int i = 0; i < 6 && (i == 0 || !form.is_typing()); ++i) form.frame();
    form.type(text);
}

TEST(LightPath, RowsAreChosenByKeys) {
    const test::TemporaryFolder folder;
    for (const char* name : {"a.csv", "b##c.csv"}) folder.write(name, "1,2\n");
    Form form(crowded_session());
    std::string answer;
    form.panels().ask_for_path({"dialog.open", "Open", {}, {{"Points", {"*.csv"}}}}, [&](const std::string& path) { answer = path; });
    type_path(form, folder / "");
    form.press(ImGuiKey_DownArrow);
    form.press(ImGuiKey_DownArrow);
    form.press(ImGuiKey_Enter);
    EXPECT_EQ(answer, folder / "b##c.csv");
    EXPECT_FALSE(form.panels().is_overlaid());
    form.panels().ask_for_path({"dialog.open", "Open", {}, {{"Points", {"*.csv"}}}}, [&](const std::string& path) { answer = path; });
    type_path(form, folder / "a");
    form.press(ImGuiKey_Tab);
    ASSERT_TRUE(form.is_typing()) << "Tab leaves the line";
    form.press(ImGuiKey_Enter);
    EXPECT_EQ(answer, folder / "a.csv");
}

// 640 x 400: the window of 1280 x 800 with text at 200 %.
TEST(LightPath, StandsInALowWindowWithItsButtons) {
    const test::TemporaryFolder folder;
    for (int i = 0; i < 40; ++i) folder.write("a" + std::to_string(i) + ".csv", "1,2\n");
    Form form(crowded_session());
    const LightLayout low = LightLayout::of(640, 400, 0);
    form.panels().ask_for_path({"dialog.open", "Open points, a folder of pictures, an index, or a session of this program, from a folder",
                                   folder / "", {{"Points", {"*.csv"}}}},
        [](const std::string&) {});
    for (int i = 0; i < 4; ++i) form.frame(low);
    const ImGuiWindow* const overlay = ImGui::FindWindowByName("##overlay");
    ASSERT_TRUE(overlay);
    EXPECT_LE(overlay->Pos.y + overlay->Size.y, 400);
    EXPECT_LE(overlay->Pos.x + overlay->Size.x, 640);
    EXPECT_EQ(overlay->ScrollMax.y, 0) << "its buttons are in view";
    EXPECT_EQ(overlay->ScrollMax.x, 0);
    EXPECT_LE(overlay->ContentSize.x, overlay->Size.x) << "its title is wrapped";
}

TEST(LightPath, ReturnInAFolderGoesOnInTheLine) {
    const test::TemporaryFolder folder;
    std::filesystem::create_directories(folder / "maps");
    folder.write("maps/west.csv", "1,2\n");
    Form form(crowded_session());
    std::string answer;
    form.panels().ask_for_path({"dialog.open", "Open", {}, {{"Points", {"*.csv"}}}}, [&](const std::string& path) { answer = path; });
    type_path(form, folder / "maps");
    form.press(ImGuiKey_Enter);
    EXPECT_EQ(answer, "");
    ASSERT_TRUE(form.panels().is_overlaid());
    type_path(form, "we");
    form.press(ImGuiKey_Tab);
    form.press(ImGuiKey_Enter);
    EXPECT_EQ(answer, folder / "maps/west.csv");
}

TEST(LightPath, ANewFolderIsMadeByKeys) {
    const test::TemporaryFolder folder;
    Form form(crowded_session());
    std::string answer;
    EXPECT_FALSE(form.panels().ask_for_folder()) << "nothing is saved";
    form.panels().ask_for_path(
        {"dialog.save", "Save", folder / "new.csv", {{"Points", {"*.csv"}}}}, [&](const std::string& path) { answer = path; });
    for (int i = 0; i < 6; ++i) form.frame();
    ASSERT_TRUE(form.panels().ask_for_folder());
    type_path(form, "maps");
    form.press(ImGuiKey_Enter);
    EXPECT_TRUE(std::filesystem::is_directory(folder / "maps"));
    for (int i = 0; i < 6 && !form.is_typing(); ++i) form.frame();
    form.press(ImGuiKey_Enter);
    EXPECT_EQ(answer, folder / "maps/new.csv");
}

TEST(LightPath, AFileIsReplacedOnlyAfterAQuestion) {
    const test::TemporaryFolder folder;
    folder.write("old.json", "{}");
    Form form(crowded_session());
    std::string answer;
    const PathQuestion question{"dialog.save_session", "Save session", "new.json", {{"Sessions", {"*.json"}}}};
    const auto ask = [&] {
        answer.clear();
        form.panels().ask_for_path(question, [&](const std::string& path) { answer = path; });
        type_path(form, folder / "old.json");  // the proposed name is selected
        form.press(ImGuiKey_Enter);
    };
    ask();
    EXPECT_TRUE(form.panels().is_asking());
    EXPECT_EQ(answer, "");
    EXPECT_TRUE(form.panels().close_topmost()) << "Escape";
    EXPECT_FALSE(form.panels().is_asking());
    ASSERT_TRUE(form.panels().is_overlaid()) << "for another name";
    for (int i = 0; i < 6 && !form.is_typing(); ++i) form.frame();
    form.press(ImGuiKey_Backspace);
    type_path(form, "x");
    form.press(ImGuiKey_Enter);
    EXPECT_EQ(answer, folder / "old.jsox") << "the line goes on behind its text";
    ask();
    form.press(ImGuiKey_Enter);
    EXPECT_EQ(answer, folder / "old.json");
    ask();
    for (double y = 70; y < 200 && answer.empty(); y += 8) form.click(window_width / 2 - 240, y);
    EXPECT_EQ(answer, folder / "old.json") << "by mouse";
}

}  // namespace
}  // namespace neighborscope
