// What is kept for the next start and offered there: recent files, the last session, the card, the light window's size.
#include "app/commands/menu_bar.hpp"
#include "app/commands/palette.hpp"
#include "app/commands/start_offer.hpp"
#include "app/session/document/last_session.hpp"
#include "app/session/document/saved_cards.hpp"
#include "app/session/document/saved_settings.hpp"
#include "app/session/document/saved_window.hpp"
#include "app/session/workbench/start_controls.hpp"
#include "small_window.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace neighborscope {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// Everything is kept in a folder of the test's own.
struct Start : ::testing::Test {
    Start() {
        if (const char* set = std::getenv("XDG_CONFIG_HOME")) before = set;
        setenv("XDG_CONFIG_HOME", (folder / "config").c_str(), 1);
    }
    ~Start() override { before ? setenv("XDG_CONFIG_HOME", before->c_str(), 1) : unsetenv("XDG_CONFIG_HOME"); }
    void keep(const std::string& file, const std::string& content) const {
        std::filesystem::create_directories(folder / "config/neighborscope");
        std::ofstream(folder / ("config/neighborscope/" + file)) << content;
    }

    test::TemporaryFolder folder;
    std::optional<std::string> before;
};

TEST_F(Start, TheNewestOfRecentFilesComesFirstAndEachOnce) {
    RecentFiles recent;
    EXPECT_THAT(recent.paths(), IsEmpty());
    for (const char* path : {"/data/a.csv", "/data/b.csv", "/more/../data/a.csv"}) recent.add(path);
    EXPECT_THAT(recent.paths(), ElementsAre("/data/a.csv", "/data/b.csv"));
    EXPECT_THAT(RecentFiles().paths(), ElementsAre("/data/a.csv", "/data/b.csv")) << "kept for the next start";
    RecentFiles other;
    other.add("/data/c.csv");
    recent.add("/data/d.csv");
    EXPECT_THAT(recent.paths(), ElementsAre("/data/d.csv", "/data/c.csv", "/data/a.csv", "/data/b.csv")) << "of two windows";
    for (int i = 0; i < 20; ++i) recent.add("/data/" + std::to_string(i) + ".npy");
    EXPECT_EQ(recent.paths().size(), RecentFiles::most);
    recent.clear();
    EXPECT_THAT(RecentFiles().paths(), IsEmpty());
}

TEST_F(Start, AHomeThatDoesNotExistIsNotMade) {
    setenv("XDG_CONFIG_HOME", (folder / "no/config").c_str(), 1);
    EXPECT_FALSE(has_settings_folder());
    RecentFiles().add("/data/a.csv");
    save_last_session({});
    EXPECT_FALSE(std::filesystem::exists(folder / "no"));
    setenv("XDG_CONFIG_HOME", (folder / "config").c_str(), 1);
    EXPECT_TRUE(has_settings_folder()) << "the last folder of the path is made";
}

TEST_F(Start, FilesOfOneNameAreToldApartByTheirFolders) {
    RecentFiles recent;
    for (const char* path : {"/lecture/points.csv", "/home/points.csv", "/home/other.csv"}) recent.add(path);
    EXPECT_EQ(recent.title(0), "other.csv");
    EXPECT_EQ(recent.title(1), "points.csv (home)");
    EXPECT_EQ(recent.title(2), "points.csv (lecture)");
    EXPECT_EQ(recent.title(3), "");
}

TEST_F(Start, WhatCannotBeReadIsNoRecentFile) {
    for (const char* text : {"", "{", "3", "{\"a\": 1}", "[1, \"/a\"]", "[\"relative\", \"\"]"}) {
        keep("recent.json", text);
        EXPECT_THAT(RecentFiles().paths(), IsEmpty()) << text;
    }
    std::filesystem::remove_all(folder / "config");
    std::ofstream(folder / "config") << "a file where the folder should be";
    RecentFiles recent;
    recent.add("/data/a.csv");
    EXPECT_THAT(recent.paths(), ElementsAre("/data/a.csv")) << "it is forgotten at the end, and nothing else happens";
}

TEST_F(Start, TheLastSessionComesBackUnlessItsFileIsGone) {
    EXPECT_FALSE(last_session());
    SessionState session = default_session();
    session.data = folder.write("six.csv", "x,y\n1,2\n3,4\n5,6\n");
    session.k = 3;
    save_last_session(session);
    ASSERT_TRUE(last_session());
    EXPECT_EQ(last_session()->data, session.data);
    EXPECT_EQ(last_session()->k, 3);
    EXPECT_EQ(session_in_words(session), "six.csv, " + session.method + ", k = 3");
    std::filesystem::remove(session.data);
    EXPECT_FALSE(last_session());
    for (const char* text : {"{", "[]", "{\"version\": \"x\"}", "{\"k\": -3}"}) {
        keep("last-session.json", text);
        EXPECT_FALSE(last_session()) << text;
    }
}

TEST_F(Start, AFileThatWasOpenedIsARecentOneOnceItsPointsCame) {
    const std::string good = folder.write("good.csv", "x,y\n1,2\n3,4\n5,6\n"), bad = folder.write("bad.csv", "x,y\none,two\n");
    Window window{host_session("hotspots:n=300", "heap", 2)};
    std::vector<std::string> told;
    StartOffer offer(window.workbench, [&](const std::string& path) { told.push_back(path); });
    ASSERT_TRUE(window.settled());
    offer.note_data();
    EXPECT_THAT(offer.recent().paths(), IsEmpty()) << "a generator is no file";
    for (const std::string& file : {bad, good}) {
        window.workbench.open_data(file);
        offer.note_data();
        ASSERT_TRUE(window.settled());
        offer.note_data();
        offer.note_data();
    }
    EXPECT_THAT(offer.recent().paths(), ElementsAre(good));
    EXPECT_THAT(told, ElementsAre(good));
}

TEST_F(Start, RecentFilesStandInTheMenuAndThePaletteByTheirNames) {
    const std::string file = folder.write("mine.csv", "x,y\n1,2\n3,4\n5,6\n");
    Window window{host_session("hotspots:n=300", "heap", 2)};
    StartOffer offer(window.workbench, {});
    Commands commands;
    WindowActions actions;
    actions.start = &offer;
    actions.open_file = [] {};
    add_standard_commands(commands, window.workbench, actions);
    const auto titles = [&] {
        std::vector<std::string> shown;
        const std::vector<MenuEntry> menus = menu_bar(commands);
        for (const MenuEntry& entry : menus.front().entries)
            for (const MenuEntry& below : entry.entries)
                if (entry.title == "Open recent" && !below.title.empty()) shown.push_back(below.title);
        return shown;
    };
    EXPECT_THAT(titles(), ElementsAre("Clear this list"));
    EXPECT_FALSE(commands.run("file.recent.1"));
    EXPECT_EQ(commands.find("file.recent.clear")->refuses(), "no file was opened yet");
    offer.recent().add(file);
    EXPECT_THAT(titles(), ElementsAre("mine.csv", "Clear this list"));
    Palette palette(commands);
    palette.find("mine.csv");
    EXPECT_EQ(palette.chosen_id(), "file.recent.1");
    palette.find("recent file");
    for (const Palette::Row& row : palette.rows()) EXPECT_NE(row.id, "file.recent.2") << "a place without a file";
    EXPECT_TRUE(commands.run("file.recent.1"));
    ASSERT_TRUE(window.settled());
    EXPECT_EQ(window.workbench.session().data, file);
    EXPECT_EQ(window.workbench.view().data.count, 3);
}

TEST_F(Start, TheFirstWindowSaysWhatToTryAndTheNextOffersTheLastSession) {
    Window window{default_session()};
    {
        StartOffer offer(window.workbench, {});
        offer.show_card();
        ASSERT_TRUE(window.workbench.view().start);
        EXPECT_EQ(window.workbench.view().start->things.size(), 4u) << "three things to try, and a lesson";
        Commands commands;
        WindowActions actions;
        actions.start = &offer;
        actions.open_file = [] {};
        add_standard_commands(commands, window.workbench, actions);
        for (const StartCard::Thing& thing : window.workbench.view().start->things)
            EXPECT_TRUE(commands.find(thing.command)) << thing.command;
        ASSERT_TRUE(window.settled());
        EXPECT_TRUE(commands.run("work.cancel")) << "Esc";
        EXPECT_FALSE(window.workbench.view().start);
        offer.keep_session();
    }
    {
        StartOffer offer(window.workbench, {});
        offer.show_card();
        EXPECT_FALSE(window.workbench.view().start) << "it was shown once, and nothing was done that could be offered";
        window.workbench.change([](SessionState& state) { state.k = 5; });
        offer.keep_session();
    }
    Window next{default_session()};
    StartOffer offer(next.workbench, {});
    offer.show_card();
    ASSERT_TRUE(next.workbench.view().start);
    EXPECT_THAT(next.workbench.view().start->text, HasSubstr("k = 5"));
    EXPECT_THAT(next.workbench.view().start->in_words(), HasSubstr("Where you left off"));
    offer.open_last();
    EXPECT_EQ(next.workbench.session().k, 5);
    next.workbench.poll();
    EXPECT_FALSE(next.workbench.view().start) << "it was taken up";
}

TEST_F(Start, TheCardGoesByItself) {
    const TestClock time;
    Window window{host_session("hotspots:n=300", "heap", 2)};
    ASSERT_TRUE(window.settled());
    window.workbench.starting().show({"Try", "this", {}}, 30);
    window.workbench.poll();
    EXPECT_TRUE(window.workbench.view().start);
    ASSERT_TRUE(window.workbench.seconds_to_next_step());
    EXPECT_NEAR(*window.workbench.seconds_to_next_step(), 30, 0.1) << "or nobody would draw without it";
    TestClock::pass(std::chrono::seconds(31));
    EXPECT_TRUE(window.workbench.poll());
    EXPECT_FALSE(window.workbench.view().start);
}

TEST_F(Start, CardsAreKept) {
    EXPECT_TRUE(saved_cards().empty());
    const std::map<std::string, SavedCard> cards{{"legend", {false, std::array{0.125, 1.0}}}, {"timings", {true, {}}}};
    save_cards(cards);
    EXPECT_EQ(saved_cards(), cards);
    for (const char* text : {"[]", "{\"legend\": 3}", "{\"legend\": {\"place\": [7, 0]}}", "{"}) {
        keep("cards.json", text);
        EXPECT_TRUE(saved_cards().empty()) << text;
    }
}

TEST_F(Start, TheSizeOfTheLightWindowIsKept) {
    EXPECT_FALSE(saved_window_geometry());
    save_window_geometry({1400, 900, true});
    ASSERT_TRUE(saved_window_geometry());
    EXPECT_EQ(saved_window_geometry()->width, 1400);
    EXPECT_EQ(saved_window_geometry()->height, 900);
    EXPECT_TRUE(saved_window_geometry()->maximized);
    for (const char* text : {"[]", "{\"width\": 0, \"height\": 900}", "{\"width\": 1e9, \"height\": 900}", "{\"width\": \"a\"}",
             "{\"width\": 99999999999, \"height\": 900}"}) {
        keep("window.json", text);
        EXPECT_FALSE(saved_window_geometry()) << text;
    }
}

}  // namespace
}  // namespace neighborscope
