// Tests that ids and keys of commands are unique, refusals have reasons and toggles their state.
#include "app/commands/palette.hpp"
#include "app/session/workbench/stepping_controls.hpp"
#include "small_window.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace neighborscope {
namespace {

using ::testing::HasSubstr;

struct WithWorkbench : ::testing::Test {
    WithWorkbench() {
        WindowActions actions;
        actions.open_file = actions.save_session = actions.open_session = actions.copy_neighbours = actions.copy_command_line =
            actions.export_neighbours = actions.export_points = actions.choose_columns = actions.fit = actions.save_picture =
                actions.toggle_theme = actions.toggle_instruments = actions.show_palette = actions.show_shortcuts = actions.show_about =
                    actions.quit = [this] { ++called; };
        actions.instruments_shown = [this] { return called % 2 == 0; };
        actions.nudge_query = [this](double dx, double dy) { nudged = {dx, dy}; };
        actions.add_note = [this] { ++called; };
        actions.move_view = [this](double dx, double dy, double turns) { moved = {dx, dy, turns}; };
        add_standard_commands(commands, workbench, actions);
    }
    void settle() { ASSERT_TRUE(window.settled()); }

    Window window{host_session("hotspots:n=300", "heap", 16)};
    Workbench& workbench = window.workbench;
    Commands commands;
    int called = 0;
    std::pair<double, double> nudged;
    std::array<double, 3> moved{};
};

TEST_F(WithWorkbench, IdsAndKeysAreUnique) {
    std::set<std::string> ids, keys;
    for (const Command& command : commands.all()) {
        EXPECT_TRUE(ids.insert(command.id).second) << command.id;
        for (const std::string& key : split_keys(command.keys)) EXPECT_TRUE(keys.insert(key).second) << key << " of " << command.id;
        EXPECT_FALSE(command.title.empty()) << command.id;
        EXPECT_FALSE(command.help.empty()) << command.id;
        EXPECT_TRUE(command.run) << command.id;
    }
    for (const char* id : {"view.fit", "view.toggle_dimension", "view.toggle_links", "file.save_picture", "work.cancel", "error.dismiss",
             "file.open", "data.sample.hotspots", "data.sample.earthquakes", "data.make.uniform", "method.heap", "method.ppw",
             "query.metric.manhattan", "query.exclude_self"})
        EXPECT_TRUE(ids.count(id)) << id;
    for (const char* key : {"[", "]", "Alt+1", "Alt+9", "P", "Ctrl+Left", "Ctrl+Down", "F", "2", "3", "N", "T", "Ctrl+K", "Ctrl+O",
             "Ctrl+S", "Ctrl+Z", "Ctrl+Y", "Ctrl+Shift+Z", "Ctrl+C", "Ctrl+Shift+C", "F8", "F12", "F1", "?", "Esc"})
        EXPECT_TRUE(command_for_keys(commands, key)) << key;
    EXPECT_EQ(command_for_keys(commands, "Ctrl+Alt+F12"), nullptr);
}

TEST_F(WithWorkbench, EachGeneratorHasACommandWhoseDataCanBeMade) {
    int made = 0;
    for (const Command& command : commands.all()) {
        if (!command.id.starts_with("data.make.")) continue;
        const std::string source = command.title.substr(std::string_view("Make ").size());
        EXPECT_GT(load_data(source).count(), 0) << source;
        ++made;
    }
    EXPECT_GT(made, 5);
}

TEST(PolarCommand, IsNotLitWhereStepsTakeThePlaceOfThePolarView) {
    Window window{host_session("vectors:n=60,d=8", "heap", 4)};
    Commands commands;
    add_standard_commands(commands, window.workbench, {});
    ASSERT_TRUE(window.settled());
    EXPECT_TRUE(commands.find("view.toggle_polar")->checked());
    window.workbench.change([](SessionState& next) { next.stepping = true; });
    EXPECT_FALSE(commands.find("view.toggle_polar")->checked());
}

TEST_F(WithWorkbench, AKeyIsTheTextsThatIsEditedElseTheCommandsElseTheWidgets) {
    settle();
    for (const char* keys : {"p", "P", "Space", "Left", "Esc", "Shift+Home", "Ctrl+C", "Ctrl+Left", "Ctrl+Shift+Z", ""})
        EXPECT_EQ(owner_of(commands, keys, true), KeyOwner::text) << keys;
    for (const char* keys : {"F12", "Ctrl+S", "Ctrl+K", "Ctrl+Shift+C", "Alt+3"})
        for (const bool edited : {true, false}) EXPECT_EQ(owner_of(commands, keys, edited), KeyOwner::command) << keys;
    for (const char* keys : {"P", "[", "Shift+D", "Y"}) EXPECT_EQ(owner_of(commands, keys, false), KeyOwner::command) << keys;
    for (const char* keys : {"Space", "Right", "Tab", "Return"})
        EXPECT_EQ(owner_of(commands, keys, false), KeyOwner::widget) << keys << ": nothing is stepped through";
    ASSERT_TRUE(commands.run("step.open"));
    ASSERT_TRUE(window.until([this] { return workbench.view().stepping.ready; }));
    for (const char* keys : {"Space", "Right", "End"}) EXPECT_EQ(owner_of(commands, keys, false), KeyOwner::command) << keys;
    EXPECT_EQ(owner_of(commands, "Right", true), KeyOwner::text);
    EXPECT_EQ(owner_of(commands, "Space", true), KeyOwner::text);
    EXPECT_EQ(owner_of(commands, "Space", true, true), KeyOwner::command) << "a number has no spaces";
    EXPECT_EQ(owner_of(commands, "Right", true, true), KeyOwner::text);
}

TEST_F(WithWorkbench, WithoutAWindowItsCommandsAreLeftOut) {
    Commands bare;
    add_standard_commands(bare, workbench, {});
    EXPECT_EQ(bare.find("file.open"), nullptr);
    EXPECT_EQ(bare.find("query.nudge.left"), nullptr);
    EXPECT_NE(bare.find("query.k.more"), nullptr);
}

TEST_F(WithWorkbench, RunAndRefuse) {
    EXPECT_FALSE(commands.run("no.such"));
    EXPECT_FALSE(commands.run("edit.undo"));
    EXPECT_EQ(*commands.find("edit.undo")->refuses(), "nothing to undo");
    EXPECT_TRUE(commands.find("edit.copy_neighbours")->refuses()) << "nothing is there yet";
    settle();
    EXPECT_TRUE(commands.run("edit.copy_neighbours"));
    EXPECT_EQ(called, 1);
    EXPECT_TRUE(commands.run("query.k.more"));
    EXPECT_TRUE(commands.run("query.k.more"));
    EXPECT_EQ(workbench.session().k, 18);
    EXPECT_TRUE(commands.run("edit.undo"));
    EXPECT_EQ(workbench.session().k, 16);
    EXPECT_TRUE(commands.run("edit.redo"));
    EXPECT_TRUE(commands.run("query.k.8"));
    EXPECT_EQ(workbench.session().k, 8);
    EXPECT_TRUE(commands.find("query.k.8")->checked());
    workbench.change([](SessionState& state) { state.k = 1; });
    EXPECT_FALSE(commands.run("query.k.fewer"));
    workbench.change([](SessionState& state) { state.k = 300; });
    EXPECT_FALSE(commands.run("query.k.more"));
    EXPECT_TRUE(commands.run("view.3d")) << "two columns are seen in space, too";
    EXPECT_TRUE(workbench.view().three_d);
    EXPECT_TRUE(commands.run("view.toggle_dimension"));
    EXPECT_FALSE(workbench.view().three_d);
    EXPECT_FALSE(commands.run("notes.erase")) << "there are none";
    workbench.change([](SessionState& state) { state.notes = {{"here", 4}}; });
    EXPECT_TRUE(commands.run("notes.erase"));
    EXPECT_TRUE(workbench.session().notes.empty());
    EXPECT_TRUE(commands.run("view.move.zoom_in"));
    EXPECT_EQ(moved, (std::array<double, 3>{0, 0, 2}));
    ASSERT_TRUE(command_for_keys(commands, "Alt+Shift+Left"));
    command_for_keys(commands, "Alt+Shift+Left")->run();
    EXPECT_LT(moved[0], 0);
    EXPECT_TRUE(commands.run("query.nudge.up"));
    EXPECT_EQ(nudged, (std::pair<double, double>{0, -8}));
}

TEST_F(WithWorkbench, TogglesAndChoices) {
    settle();
    EXPECT_FALSE(commands.find("query.pin")->checked());
    EXPECT_TRUE(commands.run("query.pin"));
    EXPECT_TRUE(commands.find("query.pin")->checked());
    EXPECT_TRUE(commands.find("view.instruments")->checked());
    EXPECT_TRUE(commands.run("view.instruments"));
    EXPECT_FALSE(commands.find("view.instruments")->checked());
    EXPECT_TRUE(workbench.session().query) << "a pinned query has a place";
    EXPECT_TRUE(commands.run("query.pin"));
    EXPECT_EQ(workbench.session().query_mode, QueryMode::follow);
    EXPECT_TRUE(commands.run("query.metric.chebyshev"));
    EXPECT_EQ(workbench.session().metric, Metric::chebyshev);
    EXPECT_TRUE(commands.run("method.ppw"));
    EXPECT_EQ(workbench.session().method, "ppw");
    EXPECT_TRUE(commands.run("view.toggle_links"));
    EXPECT_FALSE(workbench.session().links);
    EXPECT_FALSE(commands.run("method.presets")) << "nothing was chosen";
    workbench.change([](SessionState& state) { state.options["ppw"]["threads"] = "64"; });
    EXPECT_TRUE(commands.run("method.presets"));
    EXPECT_TRUE(workbench.session().options.empty());
}

TEST_F(WithWorkbench, AMethodThatCannotSaysWhy) {
    EXPECT_FALSE(commands.find("method.slow")->refuses());
    settle();
    EXPECT_FALSE(commands.find("method.slow")->refuses());
    workbench.change([](SessionState& state) { state.k = 65; });
    ASSERT_TRUE(commands.find("method.slow")->refuses());
    EXPECT_THAT(*commands.find("method.slow")->refuses(), HasSubstr("64"));
    EXPECT_FALSE(commands.run("method.slow"));
    EXPECT_EQ(workbench.session().method, "heap");
    EXPECT_TRUE(commands.run("query.k.64"));
    EXPECT_TRUE(commands.run("method.slow"));
}

TEST_F(WithWorkbench, NewSeedMakesOtherData) {
    settle();
    EXPECT_TRUE(commands.run("data.new_seed"));
    EXPECT_EQ(workbench.session().data, "hotspots:n=300,seed=1");
    EXPECT_TRUE(commands.run("data.new_seed"));
    EXPECT_EQ(workbench.session().data, "hotspots:n=300,seed=2");
    EXPECT_TRUE(commands.run("data.sample.earthquakes"));
    EXPECT_EQ(workbench.session().data, "sample:earthquakes");
    EXPECT_FALSE(commands.run("data.new_seed"));
}

TEST_F(WithWorkbench, EscapeDismissesOrCancels) {
    settle();
    EXPECT_FALSE(commands.run("work.cancel"));
    workbench.show_error("cannot be written", "elsewhere");
    EXPECT_TRUE(commands.run("work.cancel"));
    EXPECT_FALSE(workbench.view().error);
    workbench.stepping().open(true);
    settle();
    ASSERT_TRUE(until(workbench, [&] { return workbench.view().stepping.ready; }));
    workbench.stepping().play(true);
    ASSERT_TRUE(workbench.view().stepping.playing);
    EXPECT_TRUE(commands.run("work.cancel"));
    EXPECT_FALSE(workbench.view().stepping.playing) << "what plays is paused first";
    workbench.change([](SessionState& state) { state.chart = ChartShown::curves, state.compared = {"serial"}; });
    EXPECT_TRUE(until(workbench, [&] { return !workbench.busy(); }));
    EXPECT_TRUE(commands.run("work.cancel"));
    EXPECT_EQ(workbench.session().chart, ChartShown::none) << "a chart is above steps and comparison";
    EXPECT_EQ(workbench.session().compared.size(), 1u);
    EXPECT_TRUE(workbench.session().stepping);
    EXPECT_TRUE(commands.run("work.cancel"));
    EXPECT_FALSE(workbench.session().stepping);
}

TEST_F(WithWorkbench, ARefusedKeySaysWhy) {
    settle();
    run_key_command(commands, workbench, "Ctrl+I");
    EXPECT_EQ(workbench.view().message, "Import columns…: these data have no columns to choose");
    run_key_command(commands, workbench, "]");
    EXPECT_EQ(workbench.session().k, 17);
    EXPECT_EQ(workbench.view().message, "");
    run_key_command(commands, workbench, "Esc");
    run_key_command(commands, workbench, "Ctrl+Alt+F12");
    EXPECT_EQ(workbench.view().message, "") << "pressed for good measure, and no command's";
}

TEST(Message, IsTakenAwayOnceItCanBeRead) {
    const TestClock clock;
    Window window{host_session("hotspots:n=300", "heap", 16)};
    ASSERT_TRUE(window.settled());
    window.workbench.show_message("Session saved as here.json");
    ASSERT_TRUE(window.workbench.seconds_to_next_step());
    TestClock::pass(std::chrono::seconds(3));
    window.workbench.poll();
    EXPECT_NE(window.workbench.view().message, "");
    TestClock::pass(std::chrono::seconds(7));
    EXPECT_TRUE(window.workbench.poll());
    EXPECT_EQ(window.workbench.view().message, "");
}

TEST_F(WithWorkbench, ThePaletteFindsByParts) {
    Palette palette(commands);
    const auto first = [&](std::string_view typed) { return palette.find(typed), palette.rows().front().id; };
    EXPECT_EQ(first("fit"), "view.fit");
    EXPECT_EQ(first("MORE neigh"), "query.k.more");
    EXPECT_EQ(first("  nudge   left "), "query.nudge.left");
    EXPECT_EQ(first("zzz"), "");
    EXPECT_EQ(palette.rows().size(), 1u) << "the sentence that there is none";
    EXPECT_EQ(palette.chosen(), -1);
    palette.find("");
    EXPECT_EQ(palette.rows().size(), commands.all().size() - 1) << "all but itself";
}

TEST_F(WithWorkbench, ThePaletteGoesToATypedRow) {
    settle();
    Palette palette(commands);
    palette.find("go row 12");
    ASSERT_EQ(palette.chosen_id(), "query.row.go 12");
    EXPECT_EQ(palette.rows().front().title, "Go to row 12");
    EXPECT_TRUE(commands.run(palette.chosen_id()));
    EXPECT_EQ(workbench.session().query_row, 12);
    palette.find("go to row");
    EXPECT_NE(palette.chosen_id(), "query.row.go") << "it needs a number";
    EXPECT_FALSE(commands.run("query.row.go x"));
    EXPECT_FALSE(commands.run("query.pin 3")) << "it takes no number";
}

TEST_F(WithWorkbench, ThePaletteFindsTheInspectionOfAnIndex) {
    Palette palette(commands);
    for (const auto& [typed, id] :
        {std::pair{"index health", "inspect.health"}, {"inspect", "inspect.health"}, {"missed", "inspect.recall"}}) {
        palette.find(typed);
        EXPECT_TRUE(std::any_of(palette.rows().begin(), palette.rows().end(), [&](const Palette::Row& row) { return row.id == id; }))
            << typed;
    }
}

TEST_F(WithWorkbench, ThePaletteChoosesWhatCanBeRun) {
    settle();
    Palette palette(commands);
    palette.find("do");  // "Redo", "Undo" are refused, others are not
    ASSERT_GE(palette.chosen(), 0);
    for (int i = 0; i < 40; ++i, palette.move(i < 20 ? 1 : -1)) EXPECT_FALSE(palette.rows()[std::size_t(palette.chosen())].refused);
    palette.find("undo");
    EXPECT_EQ(palette.rows().front().right, "nothing to undo");
    EXPECT_TRUE(palette.rows().front().refused);
    palette.choose(0);
    EXPECT_EQ(palette.chosen_id(), "");
    palette.find("fit");
    EXPECT_EQ(palette.rows().front().right, "F");
    EXPECT_EQ(palette.rows().front().menu, "View");
    EXPECT_EQ(palette.chosen_id(), "view.fit");
}

TEST(Keys, Split) {
    EXPECT_EQ(split_keys(""), (std::vector<std::string>{}));
    EXPECT_EQ(split_keys("]"), (std::vector<std::string>{"]"}));
    EXPECT_EQ(split_keys("Ctrl+Y, Ctrl+Shift+Z"), (std::vector<std::string>{"Ctrl+Y", "Ctrl+Shift+Z"}));
}

}  // namespace
}  // namespace neighborscope
