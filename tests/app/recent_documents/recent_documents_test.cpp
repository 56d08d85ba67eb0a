// The desktop's list of recent documents: what is written there, and what is left alone.
#include "app/recent_documents/recent_documents.hpp"
#include "tests/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sys/stat.h>

namespace neighborscope {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string content_of(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

struct RecentDocuments : ::testing::Test {
    RecentDocuments() {
        setenv("XDG_DATA_HOME", (folder / "share").c_str(), 1);
        add_recent_document(folder.write("first points.csv", "x,y\n1,2\n"));
        if (list().empty()) built = false;
    }
    ~RecentDocuments() override { unsetenv("XDG_DATA_HOME"); }
    std::string list() const { return content_of(folder / "share/recently-used.xbel"); }

    test::TemporaryFolder folder;
    bool built = true;
};

TEST_F(RecentDocuments, AreAddedBesideThoseOfOtherPrograms) {
    if (!built) GTEST_SKIP() << "without GLib";
    EXPECT_THAT(list(), HasSubstr("first%20points.csv"));
    EXPECT_THAT(list(), HasSubstr("name=\"Neighborscope\""));
    EXPECT_THAT(list(), HasSubstr("mime-type type="));
    const std::string theirs =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<xbel version=\"1.0\" xmlns:bookmark="
        "\"http://www.freedesktop.org/standards/desktop-bookmarks\">\n<bookmark href=\"file:///other.txt\" "
        "added=\"2026-01-01T00:00:00Z\" modified=\"2026-01-01T00:00:00Z\" visited=\"2026-01-01T00:00:00Z\">"
        "<info><metadata owner=\"http://freedesktop.org\"><bookmark:applications><bookmark:application "
        "name=\"gedit\" exec=\"&apos;gedit %u&apos;\" modified=\"2026-01-01T00:00:00Z\" count=\"1\"/>"
        "</bookmark:applications></metadata></info></bookmark></xbel>";
    std::ofstream(folder / "share/recently-used.xbel") << theirs;
    add_recent_document(folder.write("second.csv", "x,y\n1,2\n"));
    EXPECT_THAT(list(), HasSubstr("file:///other.txt"));
    EXPECT_THAT(list(), HasSubstr("gedit"));
    EXPECT_THAT(list(), HasSubstr("second.csv"));
}

TEST_F(RecentDocuments, AListThatCannotBeReadIsLeftAlone) {
    if (!built) GTEST_SKIP() << "without GLib";
    std::ofstream(folder / "share/recently-used.xbel") << "<xbel><no end";
    add_recent_document(folder / "first points.csv");
    EXPECT_EQ(list(), "<xbel><no end");
}

TEST_F(RecentDocuments, WithoutAHomeNothingHappens) {
    const char* home = std::getenv("HOME");
    const std::string before = home ? home : "";
    unsetenv("XDG_DATA_HOME");
    unsetenv("HOME");
    add_recent_document("/tmp/points.csv");
    setenv("HOME", "relative", 1);
    add_recent_document("/tmp/points.csv");
    home ? setenv("HOME", before.c_str(), 1) : unsetenv("HOME");
}

}  // namespace
}  // namespace neighborscope
