// Tests what the line for a path lists below itself.
#include "app/light/file_list.hpp"

#include "tests/temporary_folder.hpp"

#include <gmock/gmock.h>

#include <filesystem>

namespace neighborscope {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

struct FileList : ::testing::Test {
    FileList() {
        for (const char* name : {"north.csv", "Nearest.CSV", "notes.txt", ".hidden.csv", "points.npy"}) folder.write(name, "1,2\n");
        std::filesystem::create_directories(folder / "maps");
    }
    std::vector<std::string> names(const std::string& typed, const std::vector<std::string>& patterns) {
        std::vector<std::string> all;
        for (const FolderEntry& one : entries_for(folder / typed, patterns)) all.push_back(one.name + (one.is_folder ? "/" : ""));
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
    EXPECT_THAT(entries_for("sample:iris", {"*"}), IsEmpty());
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
