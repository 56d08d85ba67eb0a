// Tests what the line for a path lists below itself.
#include "app/light/file_list.hpp"

#include "tests/temporary_folder.hpp"

#include <gmock/gmock.h>

#include <filesystem>
#include <unistd.h>

namespace neighborscope {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

struct FileList : ::testing::Test {
    FileList() {
        for (const char* name : {"north.csv", "Nearest.CSV", "notes.txt", ".hidden.csv", "points.npy"}) folder.write(name, "1,2\n");
        std::filesystem::create_directories(folder / "maps");
    }
    FolderList list(const std::string& typed, const std::vector<std::string>& patterns) {
        const auto [in, name] = folder_and_name(folder / typed);
        return list_of({in, name, patterns});
    }
    std::vector<std::string> names(const std::string& typed, const std::vector<std::string>& patterns) {
        std::vector<std::string> all;
        for (const FolderEntry& one : list(typed, patterns).entries) all.push_back(one.name + (one.is_folder ? "/" : ""));
        return all;
    }
    test::TemporaryFolder folder;
};

TEST_F(FileList, ListsFoldersAndTheFilesThatMatch) {
    EXPECT_THAT(names("", {"*.csv"}), ElementsAre("maps/", "Nearest.CSV", "north.csv"));
    EXPECT_THAT(names("", {"*"}), ElementsAre("maps/", "Nearest.CSV", "north.csv", "notes.txt", "points.npy"));
    EXPECT_THAT(names("no", {"*"}), ElementsAre("north.csv", "notes.txt"));
    EXPECT_THAT(names(".", {"*"}), ElementsAre(".hidden.csv")) << "hidden files if asked for";
    EXPECT_THAT(names("no/such/folder/", {"*"}), IsEmpty());
    EXPECT_THAT(list_of({"", "sample:iris"}).entries, IsEmpty());
}

TEST_F(FileList, SaysWhyNothingIsListed) {
    EXPECT_EQ(list("", {"*"}).remark, "");
    EXPECT_EQ(list("maps/", {"*"}).remark, "This folder is empty.");
    EXPECT_EQ(list("none/", {"*"}).remark, "There is no folder " + (folder / "none/") + ".");
    EXPECT_EQ(list("notes.txt/", {"*"}).remark, (folder / "notes.txt/") + " is a file, not a folder.");
    EXPECT_EQ(list("zz", {"*"}).remark, "Nothing in this folder begins with 'zz'.");
    EXPECT_EQ(list("notes", {"*.ply"}).remark, "There are files here, but none of the chosen type.");
    folder.write("maps/.secret", "1");
    EXPECT_EQ(list("maps/", {"*"}).remark, "This folder holds only hidden files. Type a dot to see them.");
    if (geteuid() == 0) return;  // may read every folder
    std::filesystem::permissions(folder / "maps", std::filesystem::perms::none);
    EXPECT_EQ(list("maps/", {"*"}).remark, "You may not read the folder " + (folder / "maps/") + ".");
    std::filesystem::permissions(folder / "maps", std::filesystem::perms::owner_all);
}

TEST_F(FileList, SaysHowManyAreLeftOut) {
    for (std::size_t i = 0; i <= most_entries; ++i) folder.write("maps/" + std::to_string(i), "");
    const FolderList all = list("maps/", {"*"});
    EXPECT_EQ(all.entries.size(), most_entries);
    EXPECT_EQ(all.remark, "These are the first 2000 of 2001. Type the beginning of a name to see others.");
}

TEST_F(FileList, FindsPicturesInAFolderAndInThoseOfPeople) {
    EXPECT_FALSE(holds_files(folder / "", {"*.png"}));
    folder.write("maps/a.PNG", "1");
    EXPECT_TRUE(holds_files(folder / "", {"*.png"}));
    EXPECT_FALSE(holds_files(folder / "none", {"*.png"}));
}

TEST(FileNames, AgreeAtTheirBeginning) {
    EXPECT_EQ(common_beginning({"North.csv", "northern.csv"}), "North");
    EXPECT_EQ(common_beginning({"b##c.csv"}), "b##c.csv");
    EXPECT_EQ(common_beginning({"a\u00e4", "a\u00f6"}), "a") << "no half of a character";
    EXPECT_EQ(common_beginning({}), "");
}

TEST_F(FileList, AChoiceContinuesThePath) {
    EXPECT_EQ(path_with("data/no", {"north.csv"}), "data/north.csv");
    EXPECT_EQ(path_with("data/", {"maps", true}), "data/maps/");
    EXPECT_EQ(path_with("", {"north.csv"}), "north.csv");
    EXPECT_EQ(path_above("data/maps/no"), "data/");
    EXPECT_EQ(path_above("data/"), "");
    EXPECT_EQ(path_above(""), "../");
    EXPECT_EQ(path_above("../"), "../../");
    EXPECT_EQ(path_above("/"), "/");
    EXPECT_EQ(path_above("/data/"), "/");
}

}  // namespace
}  // namespace neighborscope
