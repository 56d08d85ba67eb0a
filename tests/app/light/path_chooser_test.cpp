// Tests what keys and clicks do to an asked path and the list of its folder.
#include "app/light/path_chooser.hpp"

#include "app/commands/asked_path.hpp"
#include "tests/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <filesystem>

namespace neighborscope {
namespace {

using Answer = PathChooser::Answer;

struct AskedPath : ::testing::Test {
    AskedPath() {
        for (const char* name : {"b##c.csv", "north.csv", "northern.csv", "old.json", "south.csv"}) folder.write(name, "1,2\n");
        std::filesystem::create_directories(folder / "maps");
        folder.write("maps/west.csv", "1,2\n");
        std::filesystem::create_directories(folder / "people/ada");
        folder.write("people/ada/1.png", "1");
    }
    std::string in(const std::string& name) const { return folder / name; }
    void open() {
        path.ask({id_of_open_question, "Open points", {}, {{"Points", {"*.csv"}}, {"All files", {"*"}}}});
        path.type(in(""));
    }
    void save() {
        path.ask({"dialog.save_session", "Save session", "new.json", {{"Sessions", {"*.json"}}}});
        path.type(in("new.json"));
    }
    test::TemporaryFolder folder;
    PathChooser path;
};

TEST_F(AskedPath, KeysGoThroughTheRowsWhileTheListStays) {
    open();
    ASSERT_EQ(path.rows(), 7) << "the folder above, two folders, four files";
    path.move(1);
    EXPECT_EQ(path.line(), in("maps/"));
    path.move(2);
    EXPECT_EQ(path.line(), in("b##c.csv"));
    EXPECT_EQ(path.row(path.chosen()), "b##c.csv");
    EXPECT_EQ(path.rows(), 7);
    path.move(10);
    EXPECT_EQ(path.line(), in("south.csv"));
    path.move(-10);
    EXPECT_EQ(path.row(path.chosen()), "../");
    path.move(-1);
    EXPECT_EQ(path.line(), in("")) << "what was typed comes back";
    EXPECT_EQ(path.chosen(), -1);
    path.move(4);
    EXPECT_EQ(path.enter(), Answer::path);
    EXPECT_EQ(path.line(), in("north.csv"));
}

TEST_F(AskedPath, TabCompletesAndThenGoesOn) {
    open();
    path.type(in("NO"));
    path.complete();
    EXPECT_EQ(path.line(), in("north"));
    path.complete();
    EXPECT_EQ(path.line(), in("north.csv")) << "they agree no further";
    path.complete();
    EXPECT_EQ(path.line(), in("northern.csv"));
    path.type(in("so"));
    path.complete();
    EXPECT_EQ(path.line(), in("south.csv")) << "the only one";
    path.type(in("ma"));
    path.complete();
    EXPECT_EQ(path.line(), in("maps/"));
    EXPECT_EQ(path.row(1), "west.csv") << "its folder is open";
    path.type(in("zz"));
    path.complete();
    EXPECT_EQ(path.line(), in("zz"));
}

TEST_F(AskedPath, ReturnOnAFolderOpensItInTheList) {
    open();
    path.move(1);
    EXPECT_EQ(path.enter(), Answer::none);
    EXPECT_EQ(path.line(), in("maps/"));
    EXPECT_EQ(path.row(1), "west.csv");
    path.type(in("maps"));
    EXPECT_EQ(path.enter(), Answer::none) << "typed";
    EXPECT_EQ(path.line(), in("maps/"));
    EXPECT_EQ(path.enter(), Answer::none) << "it stays there";
    path.type(in("people"));
    EXPECT_EQ(path.enter(), Answer::path) << "it holds pictures of faces";
    path.type("");
    EXPECT_EQ(path.enter(), Answer::none);
}

TEST_F(AskedPath, AFolderThatIsAskedForIsGoneThroughAndTaken) {
    path.ask({"dialog.open_faces", "Open faces", {}, {}, {}, true});
    path.type(in(""));
    EXPECT_EQ(path.rows(), 3) << "only folders";
    path.move(2);
    EXPECT_EQ(path.enter(), Answer::none);
    EXPECT_EQ(path.line(), in("people/"));
    EXPECT_EQ(path.enter(), Answer::path);
}

TEST_F(AskedPath, SecondClickTakesAFile) {
    open();
    EXPECT_EQ(path.click(1), Answer::none);
    EXPECT_EQ(path.click(1), Answer::none);
    EXPECT_EQ(path.line(), in("maps/west.csv"));
    EXPECT_EQ(path.click(1), Answer::path);
    EXPECT_EQ(path.click(0), Answer::none);
    EXPECT_EQ(path.line(), in(""));
}

TEST_F(AskedPath, AFileIsReplacedOnlyAfterAQuestion) {
    save();
    EXPECT_EQ(path.enter(), Answer::path) << "a new one";
    path.type(in("old.json"));
    EXPECT_EQ(path.enter(), Answer::replaces);
    path.type(in("old"));
    EXPECT_EQ(path.enter(), Answer::replaces) << "it gets this ending";
    EXPECT_EQ(path.file_written(), in("old.json"));
    path.type(in("old.csv"));
    EXPECT_EQ(path.enter(), Answer::path) << "it is refused later";
    PathQuestion adds{"dialog.add_page", "Add a page", "old.json", {{"Sessions", {"*.json"}}}};
    adds.adds = true;
    path.ask(adds);
    path.type(in("old.json"));
    EXPECT_EQ(path.enter(), Answer::path) << "nothing is lost";
}

TEST_F(AskedPath, AProposedNameFiltersNothingAndIsKeptInOtherFolders) {
    save();
    EXPECT_EQ(path.rows(), 4) << "two folders and the other session";
    path.move(1);
    EXPECT_EQ(path.enter(), Answer::none);
    EXPECT_EQ(path.line(), in("maps/new.json"));
    path.click(0);
    EXPECT_EQ(path.line(), in("new.json"));
    path.type(in("maps"));
    EXPECT_EQ(path.enter(), Answer::none);
    EXPECT_EQ(path.line(), in("maps/new.json"));
    path.ask({"dialog.open_session", "Open session", {}, {{"Sessions", {"*.json"}}}, in("gone.json")});
    EXPECT_EQ(path.rows(), 4) << "the last choice filters nothing either";
    path.type(in("g"));
    EXPECT_EQ(path.rows(), 1);
}

TEST_F(AskedPath, TheChosenTypeEndsTheName) {
    path.ask({"dialog.export_points", "Export points", "points.csv", {{"Text", {"*.csv"}}, {"NumPy", {"*.npz"}}}});
    path.set_filter(1);
    EXPECT_EQ(path.line(), "points.npz");
}

TEST_F(AskedPath, ANewFolderIsMadeAndOpenedAndTheNameIsKept) {
    save();
    EXPECT_EQ(path.make_folder("kept"), "");
    EXPECT_TRUE(std::filesystem::is_directory(in("kept")));
    EXPECT_EQ(path.line(), in("kept/new.json"));
    EXPECT_EQ(path.make_folder("inner"), "");
    EXPECT_EQ(path.line(), in("kept/inner/new.json"));
    save();
    EXPECT_EQ(path.make_folder("kept"), "kept exists already.");
    EXPECT_EQ(path.make_folder("a/b"), "Type a name without a slash.");
    EXPECT_EQ(path.make_folder(""), "Type a name without a slash.");
    EXPECT_EQ(path.make_folder(std::string(300, 'x')).substr(0, 24), "The folder was not made:");
    EXPECT_EQ(path.line(), in("new.json")) << "an error changes nothing";
}

TEST_F(AskedPath, ASampleIsNoMissingFile) {
    open();
    path.type("sample:iris");
    EXPECT_EQ(path.list().remark, "");
    EXPECT_EQ(path.enter(), Answer::path);
}

}  // namespace
}  // namespace neighborscope
