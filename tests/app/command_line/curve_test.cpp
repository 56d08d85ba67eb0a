// neighborscope curve: its files, the command that reproduces them, and errors.
#include "program.hpp"

#include "app/session/document/curve_request.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

namespace neighborscope {
namespace {

using ::testing::HasSubstr;

TEST(CurveCommand, WritesTableChartsAndTheCommand) {
    const Folder folder;
    const std::string out = folder.path("here");
    const std::vector<std::string> words{"curve", "uniform:n=99", "--methods", "serial,heap:threads=64", "--along", "n=20:400:3", "-k", "3",
        "--random-queries", "4", "--device", "host", "--repeat", "3", "--out", out};
    const ProgramOutput said = program(words);
    ASSERT_EQ(said.status, 0) << said.err;
    EXPECT_THAT(said.out, HasSubstr("wrote " + out + "/curve.csv"));
    const std::string csv = content_of(out + "/curve.csv");
    EXPECT_THAT(csv, HasSubstr("heap,threads=64,host,uniform:n=99,400,2,3,4,euclidean,milliseconds,3,"));
    EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 1 + 6 * (3 + 3));
    for (const char* name : {"curve-time.svg", "curve-distances.svg"})
        EXPECT_THAT(content_of(out + "/" + name), HasSubstr("heap, threads = 64"));
    for (const char* name : {"curve-time.png", "curve-distances.png"}) EXPECT_GT(content_of(out + "/" + name).size(), 500u) << name;
    EXPECT_EQ(content_of(out + "/curve-recall.svg"), "") << "both are exact";
    // The command in the report is the one that was typed, and measures the same.
    std::istringstream report(content_of(out + "/curve.md"));
    std::string line;
    while (std::getline(report, line) && !line.starts_with("neighborscope")) {}
    std::string typed = "neighborscope";
    for (const std::string& word : words) typed += " " + word;
    std::istringstream a(line), b(typed);
    std::vector<std::string> found{std::istream_iterator<std::string>(a), {}}, expected{std::istream_iterator<std::string>(b), {}};
    std::sort(found.begin(), found.end()), std::sort(expected.begin(), expected.end());
    EXPECT_EQ(found, expected);
    EXPECT_EQ(program(words).status, 0) << "its own files are replaced";
}

TEST(CurveCommand, IsWhatAWindowCopies) {
    const Folder folder;
    SessionState session;
    session.data = "uniform:n=99";
    session.device = "host";
    session.k = 2;
    session.curve_methods = {"serial"};
    session.curve_along = "k=1:4:2";
    session.curve_queries = 0;
    std::vector<std::string> words = curve_command_arguments(session, session.curve_along, folder.path("copied"));
    words.insert(words.end(), {"--repeat", "1"});
    const ProgramOutput said = program(words);
    ASSERT_EQ(said.status, 0) << said.err;
    EXPECT_THAT(content_of(folder.path("copied/curve.csv")), HasSubstr("serial,,host,uniform:n=99,99,2,4,99,euclidean,milliseconds,1,"));
}

TEST(CurveCommand, RefusesWithOneLine) {
    const Folder folder;
    const auto refused = [&](std::vector<std::string> words, const std::string& says) {
        words.insert(words.begin(), "curve");
        const ProgramOutput said = program(words);
        EXPECT_EQ(said.status, 2) << says;
        EXPECT_THAT(said.err, HasSubstr(says));
        EXPECT_EQ(std::count(said.err.begin(), said.err.end(), '\n'), 1) << said.err;
    };
    const std::string out = folder.path("out");
    refused({"uniform:n=9"}, "curve needs --methods");
    refused({"uniform:n=9", "--methods", "heap"}, "curve needs --along");
    refused({"uniform:n=9", "--methods", "heap", "--along", "n=1:9"}, "curve needs --out");
    refused({"uniform:n=9", "--methods", "nobody", "--along", "n=1:9", "--out", out}, "nobody");
    refused({"uniform:n=9", "--methods", "heap", "--along", "n=9:1", "--out", out}, "is not an increasing range");
    refused({"uniform:n=9", "--methods", "heap", "--along", "weight=1:9", "--out", out}, "'weight' is neither");
    refused({"sample:earthquakes", "--methods", "heap", "--along", "n=1e6:1e7", "--out", out}, "points only");
    refused({"--methods", "heap", "--along", "k=1:9", "--out", out}, "DATA");
    refused({"uniform:n=9", "--methods", "nearest-only", "--along", "k=2:4:2", "--device", "host", "--out", out},
        "nothing could be measured: nearest-only: k = 1 only");
    EXPECT_TRUE(folder.files().empty());
    refused({"uniform:n=9", "--methods", "heap", "--along", "n=1:9", "--pictures", "zzz", "--out", out}, "--pictures is for files");
    refused({"uniform:n=9", "--methods", "heap", "--along", "n=1:9", "--columns", "1", "--out", out}, "--columns is for files");
    refused({"uniform:n=9", "--methods", "heap", "--along", "n=1:9", "--self", "--random-queries", "3", "--out", out}, "contradict");
    folder.write("curve.csv", "mine\n");
    refused({"uniform:n=9", "--methods", "heap", "--along", "n=1:9", "--device", "host", "--out", folder.path("")},
        "already exists, and is not from `neighborscope curve`");
    EXPECT_EQ(content_of(folder.path("curve.csv")), "mine\n");
}

}  // namespace
}  // namespace neighborscope
