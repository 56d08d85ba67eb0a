// Tests what both windows share: menus, names of written files, and the saved scale.
#include "app/commands/menu_bar.hpp"
#include "app/session/document/saved_settings.hpp"
#include "app/session/sentences/search_texts.hpp"
#include "gpu/device/ceilings.hpp"
#include "small_window.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

namespace neighborscope {
namespace {

using ::testing::HasSubstr;

struct MenuTest : ::testing::Test {
    MenuTest() {
        WindowActions actions;
        actions.take_picture = [this] { return [this](const std::string& path) { written = path; }; };
        add_file_actions(
            actions, workbench, [this](const PathQuestion&, const std::function<void(const std::string&)>& then) { then(typed); });
        actions.quit = [] {};
        actions.toggle_dock = [this](Dock dock) { toggled = dock; };
        actions.dock_shown = [](Dock) { return true; };
        actions.set_scale = [this](int percent) { scale = percent; };
        actions.scale = [this] { return scale; };
        actions.toggle_presenter = [this] { presenting = !presenting; };
        actions.presenting = [this] { return presenting; };
        actions.show_large_pointer = [this](bool shown) { large_pointer = shown; };
        actions.large_pointer_shown = [this] { return large_pointer.value_or(presenting); };
        add_standard_commands(commands, workbench, actions);
    }
    const MenuEntry& menu(const std::string& title) {
        menus = menu_bar(commands);
        for (const MenuEntry& one : menus)
            if (one.title == title) return one;
        ADD_FAILURE() << "no menu " << title;
        return menus.front();
    }

    Window window{host_session("hotspots:n=300", "heap", 16)};
    Workbench& workbench = window.workbench;
    Commands commands;
    std::vector<MenuEntry> menus;
    std::string typed, written;
    Dock toggled = Dock::bottom;
    int scale = 100;
    bool presenting = false;
    std::optional<bool> large_pointer;
};

TEST_F(MenuTest, TheLargePointerIsSwitchedWhileAndWithoutPresenting) {
    const Command* pointer = commands.find("view.pointer");
    ASSERT_TRUE(pointer);
    EXPECT_EQ(pointer->keys, "Shift+F5");
    EXPECT_FALSE(pointer->checked());
    EXPECT_TRUE(commands.run("view.pointer"));
    EXPECT_TRUE(pointer->checked());
    EXPECT_TRUE(commands.run("view.pointer"));
    EXPECT_FALSE(pointer->checked());
    large_pointer.reset();
    EXPECT_TRUE(commands.run("view.present"));
    EXPECT_TRUE(pointer->checked()) << "by itself";
}

TEST_F(MenuTest, QuitIsTheLastOfFileAndStandsAlone) {
    const MenuEntry& file = menu("File");
    EXPECT_EQ(file.entries.back().title, "Quit");
    EXPECT_TRUE(file.entries.back().separated);
}

TEST_F(MenuTest, EveryCommandOfAMenuStandsInItOnce) {
    std::multiset<std::string> shown;
    const std::function<void(const MenuEntry&)> walk = [&](const MenuEntry& entry) {
        if (entry.command) shown.insert(entry.command->id);
        for (const MenuEntry& below : entry.entries) walk(below);
    };
    for (const MenuEntry& one : menu_bar(commands)) walk(one);
    for (const Command& command : commands.all()) EXPECT_EQ(shown.count(command.id), command.menu.empty() ? 0u : 1u) << command.id;
}

TEST_F(MenuTest, NoMenuBeginsWithWhatMostDataRefuse) {
    const MenuEntry& data = menu("Data");
    ASSERT_TRUE(data.entries.front().command);
    EXPECT_TRUE(data.entries.front().command->id.starts_with("data.sample.")) << data.entries.front().command->id;
    EXPECT_EQ(data.entries.back().title, "Pictures and faces");
    EXPECT_GE(data.entries.back().entries.size(), 4u);
}

TEST_F(MenuTest, LongFamiliesStandInMenusOfTheirOwn) {
    const MenuEntry& view = menu("View");
    EXPECT_LE(view.entries.size(), 16u);
    std::set<std::string> below;
    for (const MenuEntry& entry : view.entries)
        if (!entry.command) below.insert(entry.title);
    EXPECT_THAT(below, ::testing::IsSupersetOf({"Cells", "Colours of the points", "Parts of the window", "Size of text"}));
}

TEST_F(MenuTest, TextLargerThanTheScreenHasRoomForIsRefused) {
    Commands narrow;
    WindowActions actions;
    actions.set_scale = [this](int percent) { scale = percent; };
    actions.scale = [this] { return scale; };
    actions.max_scale = [] { return 125; };
    add_standard_commands(narrow, workbench, actions);
    EXPECT_TRUE(narrow.run("view.scale.larger"));
    EXPECT_FALSE(narrow.run("view.scale.larger"));
    EXPECT_FALSE(narrow.run("view.scale.200"));
    EXPECT_EQ(scale, 125);
    EXPECT_EQ(narrow.find("view.scale.200")->refuses(), "the screen has no room for larger text");
}

TEST(KeptScale, OfALargerScreenIsShownAsFarAsThereIsRoom) {
    EXPECT_EQ(fitting_scale(200, 1280, 800), 200);
    EXPECT_EQ(fitting_scale(200, 1000, 700), 150);
    EXPECT_EQ(fitting_scale(200, 3840, 2160), 200);
    EXPECT_EQ(fitting_scale(150, 3840, 2160), 150);
    EXPECT_EQ(fitting_scale(200, 480, 360), 80);
}

TEST_F(MenuTest, MethodsAreNamedAsInTheList) {
    for (const Method& method : methods()) {
        const std::string name(method.info.name), title = commands.find("method." + name)->title;
        EXPECT_EQ(title, name + " \u2013 " + std::string(method.info.title));
    }
}

TEST_F(MenuTest, WhatIsWrittenHasTheEndingOfItsKind) {
    typed = "/tmp/name.svg";
    EXPECT_TRUE(commands.run("file.save_picture"));
    EXPECT_EQ(written, "") << "no PNG under the name of an SVG";
    ASSERT_TRUE(workbench.view().error);
    EXPECT_THAT(workbench.view().error->title, HasSubstr(".svg, but the file can only be written as .png"));
    workbench.dismiss_error();
    for (const auto& [path, expected] : {std::pair{"/tmp/name", "/tmp/name.png"}, {"/tmp/a.PNG", "/tmp/a.PNG"}}) {
        typed = path;
        EXPECT_TRUE(commands.run("file.save_picture"));
        EXPECT_EQ(written, expected);
    }
    typed = "/tmp/neighborscope-session.txt";
    EXPECT_TRUE(commands.run("file.save_session"));
    ASSERT_TRUE(workbench.view().error);
    EXPECT_THAT(workbench.view().error->title, HasSubstr(".json"));
}

TEST_F(MenuTest, PartsOfTheWindowAndItsSizeAreCommandsOfEveryWindow) {
    EXPECT_TRUE(commands.run("view.dock.left"));
    EXPECT_EQ(toggled, Dock::left);
    EXPECT_TRUE(commands.run("view.scale.150"));
    EXPECT_EQ(scale, 150);
    EXPECT_TRUE(commands.find("view.scale.150")->checked());
    EXPECT_TRUE(commands.run("view.scale.larger"));
    EXPECT_TRUE(commands.run("view.scale.larger"));
    EXPECT_EQ(scale, 200);
    EXPECT_FALSE(commands.run("view.scale.larger"));
    EXPECT_TRUE(commands.run("view.scale.smaller"));
    EXPECT_EQ(scale, 175);
}

TEST(KeptScale, IsReadAgainAndOnlyWhatThereIs) {
    const test::TemporaryFolder folder;
    const char* before = std::getenv("XDG_CONFIG_HOME");
    const std::string kept = before ? before : "";
    setenv("XDG_CONFIG_HOME", folder.path.c_str(), 1);
    EXPECT_EQ(saved_scale(), 100);
    save_scale(175);
    EXPECT_EQ(saved_scale(), 175);
    folder.write("neighborscope/view.json", "{\"scale_percent\": 5000}");
    EXPECT_EQ(saved_scale(), 100) << "a window of which nothing can be seen";
    std::filesystem::remove(std::filesystem::path(folder.path) / "neighborscope/view.json");
    std::filesystem::create_directories(std::filesystem::path(folder.path) / "neighborscope/view.json");
    EXPECT_EQ(saved_scale(), 100) << "a folder";
    const CeilingsStore store = saved_ceilings();
    EXPECT_FALSE(store.load(DeviceKind::host));
    store.save(DeviceKind::host,
        {.read_bytes_per_second = 2e10, .fp32_operations_per_second = 3e10, .read_how = "read", .fp32_how = "added", .date = "2001-02-03"});
    const auto again = store.load(DeviceKind::host);
    ASSERT_TRUE(again);
    EXPECT_EQ(again->read_bytes_per_second, 2e10);
    EXPECT_EQ(again->fp32_operations_per_second, 3e10);
    EXPECT_EQ(again->read_how, "read");
    EXPECT_EQ(again->date, "2001-02-03");
    EXPECT_EQ(again->measured, 0) << "not in this process";
    folder.write("neighborscope/ceilings.json", "[1, 2");
    EXPECT_FALSE(store.load(DeviceKind::host)) << "what cannot be read says nothing";
    std::filesystem::remove(std::filesystem::path(folder.path) / "neighborscope/ceilings.json");
    std::filesystem::create_directories(std::filesystem::path(folder.path) / "neighborscope/ceilings.json");
    EXPECT_FALSE(store.load(DeviceKind::host)) << "a folder";
    store.save(DeviceKind::host, *again);
    EXPECT_EQ(load_costs(), "") << "there are none";
    std::filesystem::create_directories(std::filesystem::path(folder.path) / "neighborscope/costs.txt");
    EXPECT_NE(load_costs().find("costs.txt: is not a regular file"), std::string::npos);
    before ? setenv("XDG_CONFIG_HOME", kept.c_str(), 1) : unsetenv("XDG_CONFIG_HOME");
}

}  // namespace
}  // namespace neighborscope
