// neighborscope bench: its files, and its errors.
#include "program.hpp"
#include "tests/patience.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <thread>

namespace neighborscope {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(Bench, ListsItsSuites) {
    for (const std::vector<std::string>& words : {std::vector<std::string>{"bench"}, {"bench", "--list"}}) {
        const ProgramOutput said = program(words);
        EXPECT_EQ(said.status, 0) << said.err;
        for (const char* suite : {"kuang-zhao - ", "mohammadi - ", "barrientos - ", "cordeiro-zola - "})
            EXPECT_THAT(said.out, HasSubstr(suite));
        EXPECT_THAT(said.out, HasSubstr("fig-2"));
    }
}

TEST(Bench, WritesTablesPicturesAndReport) {
    const Folder folder;
    const std::string out = folder.path("new/here");
    const ProgramOutput said = program({"bench", "mohammadi", "--quick", "--device", "host", "--out", out});
    ASSERT_EQ(said.status, 0) << said.err;
    EXPECT_THAT(said.out, HasSubstr("mohammadi on host"));
    EXPECT_THAT(said.out, HasSubstr("quick sizes"));
    EXPECT_THAT(said.out, HasSubstr("Figures 5 and 6"));
    EXPECT_THAT(said.out, HasSubstr("wrote " + out + "/report.md"));
    for (const char* name : {"mohammadi.csv", "report.md", "report.json", "mohammadi-fig-5.png", "mohammadi-fig-6.png"})
        EXPECT_GT(content_of(out + "/" + name).size(), 500u) << name;
    EXPECT_THAT(content_of(out + "/report.md"), HasSubstr("Mohammadi"));
    const auto json = nlohmann::json::parse(content_of(out + "/report.json"));
    EXPECT_EQ(json["experiments"][0]["pictures"], (std::vector<std::string>{"mohammadi-fig-5.png", "mohammadi-fig-6.png"}));
    // The same suite replaces its own report; another suite does not.
    EXPECT_EQ(program({"bench", "mohammadi", "--quick", "--device", "host", "--out", out}).status, 0);
    const ProgramOutput other = program({"bench", "barrientos", "--quick", "--device", "host", "--out", out});
    EXPECT_EQ(other.status, 2);
    EXPECT_THAT(other.err, HasSubstr("report.md already exists"));
    EXPECT_THAT(other.err, HasSubstr("--overwrite"));
    EXPECT_EQ(nlohmann::json::parse(content_of(out + "/report.json"))["suite"], "mohammadi");
}

TEST(Bench, RefusesWithOneLine) {
    const Folder folder;
    const auto refused = [&](std::vector<std::string> words, const std::string& says) {
        words.insert(words.begin(), "bench");
        const ProgramOutput said = program(words);
        EXPECT_EQ(said.status, 2) << says;
        EXPECT_THAT(said.err, HasSubstr(says));
        EXPECT_EQ(std::count(said.err.begin(), said.err.end(), '\n'), 1) << said.err;
    };
    refused({"mohamadi", "--out", folder.path("a")}, "mohammadi");
    refused({"mohammadi", "--data", folder.path("."), "--out", folder.path("a")}, "--data is for kuang-zhao");
    refused({"kuang-zhao", "--data", folder.path("nowhere"), "--out", folder.path("a")}, "is not a folder");
    refused({"kuang-zhao", "--data", folder.path("."), "--out", folder.path("a")}, "holds no a1a.t or a1a.t.gz");
    refused({"mohammadi"}, "--out");
    refused({"--out", folder.path("a")}, "SUITE");
    refused({"mohammadi", "--out", folder.path("a"), "--full", "--quick"}, "contradict");
    refused({"mohammadi", "--out", folder.path("a"), "--theme", "blue"}, "blue");
    refused({"mohammadi", "--out", folder.path("a"), "--device", "tpu"}, "tpu");
    refused({"mohammadi", "barrientos", "--out", folder.path("a")}, "barrientos");
    refused({"mohammadi", "--out", folder.path("a"), "--ful"}, "--full");
    refused({"mohammadi", "--out", folder.write("file", "text")}, "not a folder");
    refused({"mohammadi", "--out", "/proc/nowhere"}, "cannot be written");
    std::filesystem::create_directories(folder.path("there/report.md"));
    refused({"mohammadi", "--out", folder.path("there")}, "report.md is a folder, not a file; choose another name");
    EXPECT_THAT(folder.files(), ElementsAre("file", "there"));
}

TEST(Bench, StoppedItLeavesNothing) {
    const Folder folder;
    bool made = false;
    std::thread stopper([&] {  // as soon as its folder exists
        made = until([&] { return !folder.files().empty(); });
        std::raise(SIGINT);
    });
    const ProgramOutput said = program({"bench", "cordeiro-zola", "--device", "host", "--full", "--out", folder.path("out")});
    stopper.join();
    EXPECT_TRUE(made);
    EXPECT_EQ(said.status, 130);
    EXPECT_TRUE(folder.files().empty()) << "neither files nor the folder made for them";
}

}  // namespace
}  // namespace neighborscope
