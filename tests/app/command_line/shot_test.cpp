// neighborscope shot: a picture of the requested size that is not empty, and errors.
#include "app/session/document/session.hpp"
#include "program.hpp"
#include "tests/sanitized.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace neighborscope {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// Under sanitizers test_instruments draws the pictures, without a program for each.
constexpr const char* drawn_elsewhere = "the instruments' tests draw it";

std::pair<std::uint32_t, std::uint32_t> size_of_png(const std::string& png) {
    const auto number = [&png](std::size_t at) {
        std::uint32_t value = 0;
        for (std::size_t i = 0; i < 4; ++i) value = value << 8 | static_cast<unsigned char>(png.at(at + i));
        return value;
    };
    EXPECT_EQ(png.substr(0, 8), "\x89PNG\r\n\x1a\n");
    return {number(16), number(20)};
}

TEST(Shot, WritesThePictureOfTheSizeAskedFor) {
    const Folder folder;
    const std::string out = folder.path("view.png");
    ProgramOutput said =
        program({"shot", "sample:earthquakes", "-k", "16", "--query", "-120,37", "--device", "host", "--size", "400x300", "--out", out});
    ASSERT_EQ(said.status, 0) << said.err;
    EXPECT_EQ(said.out, out + ": 400 x 300 pixels, by copy (host device)\n");
    const std::string light = content_of(out);
    EXPECT_EQ(size_of_png(light), std::pair(400u, 300u));
    EXPECT_GT(light.size(), 4000u) << "an empty picture packs to less";

    said = program({"shot", "sample:earthquakes", "-k", "16", "--query", "-120,37", "--device", "host", "--size", "400x300", "--theme",
        "dark", "--scale", "1.5", "--out", out});
    ASSERT_EQ(said.status, 0) << said.err;
    EXPECT_EQ(said.out, out + ": 600 x 450 pixels for 400 x 300 logical pixels, by copy (host device)\n");
    const std::string dark = content_of(out);
    EXPECT_EQ(size_of_png(dark), std::pair(600u, 450u));
    EXPECT_THAT(folder.files(), ElementsAre("view.png"));
    const std::string help = program({"shot", "--help"}).out;
    EXPECT_THAT(help, HasSubstr("1280x800 --scale 2"));
    EXPECT_THAT(help, HasSubstr("2560 x 1600"));
}

TEST(Shot, ThreeDimensions) {
    const Folder folder;
    const ProgramOutput said = program({"shot", "uniform:n=500,d=3", "--view", "3d", "--method", "serial", "--device", "host", "--size",
        "300x300", "--out", folder.path("v.png")});
    EXPECT_EQ(said.status, 0) << said.err;
    EXPECT_EQ(size_of_png(content_of(folder.path("v.png"))), std::pair(300u, 300u));
}

TEST(Shot, OfTheCostliestQueryAndOfWork) {
    if (test::sanitized) GTEST_SKIP() << drawn_elsewhere;
    const Folder folder;
    const auto shot = [&](const std::string& method, std::vector<std::string> more) {
        more.insert(more.begin(),
            {"shot", "hotspots:n=600", "--method", method, "--device", "host", "--size", "800x600", "--out", folder.path("v.png")});
        return program(more);
    };
    ASSERT_EQ(shot("quadtree-cached", {}).status, 0);
    std::set<std::string> pictures{content_of(folder.path("v.png"))};
    for (const std::vector<std::string>& more : std::vector<std::vector<std::string>>{{"--costliest"}, {"--cells", "work"},
             {"--cells", "queries"}, {"--colour-by", "query-leaves"}, {"--colour-by", "query-distances"}}) {
        const ProgramOutput said = shot("quadtree-cached", more);
        ASSERT_EQ(said.status, 0) << said.err;
        EXPECT_TRUE(pictures.insert(content_of(folder.path("v.png"))).second) << more.back();
    }
    const ProgramOutput refused = shot("heap", {"--costliest"});
    EXPECT_EQ(refused.status, 2);
    EXPECT_THAT(refused.err, HasSubstr("quadtree-cached"));
    EXPECT_EQ(shot("heap", {"--colour-by", "query-leaves"}).status, 2) << "heap does not tell";
}

TEST(Shot, MethodsSideBySide) {
    if (test::sanitized) GTEST_SKIP() << drawn_elsewhere;
    const Folder folder;
    const std::string out = folder.path("race.png");
    const auto race = [&](const std::string& contenders, std::vector<std::string> more = {"--size", "800x700"}) {
        more.insert(more.begin(),
            {"shot", "hotspots:n=600", "-k", "8", "--query-index", "7", "--device", "host", "--race", contenders, "--out", out});
        return program(more);
    };
    std::set<std::string> pictures;
    for (const char* contenders : {"heap,quadtree-cached", "heap,bulk-heap,serial", "heap:threads=32,heap:threads=256",
             "metric=euclidean,metric=chebyshev", "quadtree-cached,heap:threads=64:metric=manhattan"}) {
        const ProgramOutput said = race(contenders);
        ASSERT_EQ(said.status, 0) << contenders << said.err;
        EXPECT_EQ(size_of_png(content_of(out)), std::pair(800u, 700u));
        EXPECT_TRUE(pictures.insert(content_of(out)).second) << contenders;
    }
    const auto refused = [&](const ProgramOutput& said, const std::string& why) {
        EXPECT_EQ(said.status, 2) << said.out;
        EXPECT_THAT(said.err, HasSubstr(why));
    };
    refused(race("heap"), "names 1");
    refused(race("heap,heap,heap,heap,heap"), "names 5");
    refused(race("heap,heep"), "heap");
    refused(race("heap,heap:threads"), "not option=value");
    refused(race("heap,heap:threads=77777"), "threads");
    refused(race("heap,nn-global"), "nn-global");
    refused(race("heap,serial", {"--size", "240x300"}), "do not fit");
    pictures.clear();
    for (const char* step : {"0", "100", "-1"}) {
        const ProgramOutput said = race("heap,quadtree-cached", {"--step", step, "--size", "800x700"});
        ASSERT_EQ(said.status, 0) << said.err;
        EXPECT_TRUE(pictures.insert(content_of(out)).second) << "another moment of the race: " << step;
    }
}

TEST(Shot, ReadsColumnsAndIsStrictAsRunIs) {
    const Folder folder;
    const std::string data = folder.write("points.csv", "x,y,z\n0,0,1\nnan,1,2\n3,0,4\n"), out = folder.path("v.png");
    const auto shot = [&](std::vector<std::string> more) {
        more.insert(more.begin(), {"shot", data, "-k", "1", "--device", "host", "--size", "300x300", "--out", out});
        return program(more);
    };
    EXPECT_EQ(shot({"--columns", "y,z", "--strict", "--query", "1,2"}).status, 0) << "no coordinate of these is missing";
    const ProgramOutput strict = shot({"--columns", "x,z", "--strict"});
    EXPECT_EQ(strict.status, 2) << strict.err;
    EXPECT_THAT(strict.err, HasSubstr("points.csv"));
    EXPECT_EQ(shot({"--columns", "x,z"}).status, 0);
    EXPECT_EQ(shot({"--columns", "depth"}).status, 2);
}

TEST(Shot, DrawsTheCellsOfATree) {
    const Folder folder;
    const std::string out = folder.path("v.png");
    const auto shot = [&](const std::string& cells, const std::string& method = "quadtree-cached") {
        return program({"shot", "hotspots:n=600", "-k", "8", "--device", "host", "--size", "400x300", "--method", method, "--cells", cells,
            "--out", out});
    };
    std::set<std::string> pictures;
    for (const char* cells : {"none", "outlines", "occupancy", "depth"}) {
        const ProgramOutput said = shot(cells);
        ASSERT_EQ(said.status, 0) << said.err;
        pictures.insert(content_of(out));
    }
    EXPECT_EQ(pictures.size(), 4u) << "each is another picture";
    const ProgramOutput wrong = shot("ocupancy");
    EXPECT_EQ(wrong.status, 2);
    EXPECT_THAT(wrong.err, HasSubstr("occupancy"));
    EXPECT_EQ(shot("depth", "heap").status, 0) << "there is nothing to draw, which is no error";
}

TEST(Shot, DrawsAnyStep) {
    if (test::sanitized) GTEST_SKIP() << drawn_elsewhere;
    const Folder folder;
    const auto shot = [&](const std::string& step, const std::string& method = "heap") {
        return program({"shot", "hotspots:n=600", "-k", "8", "--device", "host", "--size", "900x640", "--method", method, "--step", step,
            "--out", folder.path("s.png")});
    };
    std::set<std::string> pictures;
    for (const char* step : {"0", "1", "40", "-2", "-1"}) {
        const ProgramOutput said = shot(step);
        ASSERT_EQ(said.status, 0) << said.err;
        pictures.insert(content_of(folder.path("s.png")));
    }
    EXPECT_EQ(pictures.size(), 5u) << "each is another picture";
    const ProgramOutput beyond = shot("1000000");
    EXPECT_EQ(beyond.status, 2);
    EXPECT_THAT(beyond.err, HasSubstr("--step 1000000: this search has "));
    EXPECT_THAT(beyond.err, HasSubstr("or from -1 (the last) down"));
    EXPECT_EQ(shot("-1000000").status, 2);
    EXPECT_EQ(shot("first").status, 2);
    const ProgramOutput serial = shot("1", "serial");
    EXPECT_EQ(serial.status, 2);
    EXPECT_THAT(serial.err, HasSubstr("serial cannot be stepped through: insertion"));
}

TEST(Shot, PresentsSearches) {
    if (test::sanitized) GTEST_SKIP() << drawn_elsewhere;
    const Folder folder;
    std::set<std::string> pictures;
    for (const std::vector<std::string>& how : {std::vector<std::string>{}, {"--present"}, {"--present", "--step", "-1"},
             {"--present", "--step", "5"}, {"--present", "--method", "heap"}}) {
        std::vector<std::string> arguments{
            "shot", "hotspots:n=600", "-k", "8", "--device", "host", "--method", "quadtree-cached", "--out", folder.path("s.png")};
        if (!how.empty() && how.back() == "heap") arguments.erase(arguments.begin() + 6, arguments.begin() + 8);
        arguments.insert(arguments.end(), how.begin(), how.end());
        const ProgramOutput said = program(arguments);
        ASSERT_EQ(said.status, 0) << said.err;
        pictures.insert(content_of(folder.path("s.png")));
    }
    EXPECT_EQ(pictures.size(), 5u) << "each is another picture";
}

/// Cards are shown; only times differ from picture to picture, and those are left out.
TEST(Shot, ASavedSessionGivesTheSameBytes) {
    if (test::sanitized) GTEST_SKIP() << drawn_elsewhere;
    const Folder folder;
    const auto shot = [&](const std::string& session, std::vector<std::string> more = {}) {
        more.insert(more.begin(), {"shot", session, "--out", folder.path("v.png"), "--size", "900x640"});
        const ProgramOutput said = program(more);
        EXPECT_EQ(said.status, 0) << said.err;
        return content_of(folder.path("v.png"));
    };
    SessionState saved;
    saved.data = "hotspots:n=2000";
    saved.method = "quadtree-cached";
    saved.device = "host";
    saved.timings = false;
    saved.title = "What a quadtree skips";
    saved.cards = {{"legend", {false, {}}}, {"index", {{}, std::array{0.3, 0.9}}}};
    saved.notes = {{"a \"hub\"", 17}, {"a gap", {}, {12000.5, 9000, 0}, {-60, 40}, false}};
    for (const bool race : {false, true}) {
        if (race) saved.compared = {"heap"};
        save_session(saved, folder.path("saved.json"));
        const std::string first = shot(folder.path("saved.json"));
        EXPECT_EQ(shot(folder.path("saved.json")), first);
        save_session(load_session(folder.path("saved.json")), folder.path("again.json"));
        EXPECT_EQ(shot(folder.path("again.json")), first) << "after a round trip";
        std::vector<std::string> words = command_arguments(saved);
        EXPECT_EQ(shot(words.front(), {words.begin() + 1, words.end()}), first) << "the copied command line";
        EXPECT_NE(shot(folder.path("saved.json"), {"--title", "Another"}), first);
        EXPECT_NE(shot(folder.path("saved.json"), {"--notes", "[]"}), first);
    }
}

TEST(Shot, RefusalsKeepTheirKindAndLeaveNoFile) {
    const Folder folder;
    const std::string out = folder.path("view.png");
    const auto refused = [&](std::vector<std::string> arguments, int status, const std::string& says) {
        arguments.insert(arguments.begin(), "shot");
        arguments.insert(arguments.end(), {"--out", out});
        const ProgramOutput said = program(arguments);
        EXPECT_EQ(said.status, status) << said.err;
        EXPECT_THAT(said.err, HasSubstr(says));
        EXPECT_TRUE(folder.files().empty());
    };
    refused({"sample:earthquaks"}, 2, "earthquakes");
    refused({folder.path("none.csv")}, 2, "none.csv");
    refused({"sample:earthquakes", "--query", "1,2,3"}, 2, "3 coordinates");
    refused({"sample:earthquakes", "--query-index", "99999"}, 2, "99");
    refused({"sample:earthquakes", "--method", "nearest-only", "-k", "2", "--device", "host"}, 2, "k = 1 only");
    refused({"uniform:n=50,d=2", "--columns", "x"}, 2, "--columns is for files");
    refused({"sample:earthquakes", "--device", "host", "--require-interop"}, 3, "copy (host device)");
    refused({"sample:earthquakes", "--query", "37,-120", "--device", "host"}, 2, "is a latitude: from \u221290 to 90");
    refused({"uniform:n=50", "--curve-along", "zzz=1:9"}, 2, "'zzz' is neither n, k, queries");
}

TEST(Shot, OfNoPointsSaysNoPathOfTheirs) {
    const Folder folder;
    const std::string data = folder.write("one.csv", "x,y\n1,2\n"), out = folder.path("none.png");
    const ProgramOutput said =
        program({"shot", data, "--edits", R"([{"erase": 0}])", "--device", "host", "--size", "300x300", "--out", out});
    ASSERT_EQ(said.status, 0) << said.err;
    EXPECT_EQ(said.out, out + ": 300 x 300 pixels\n");
}

}  // namespace
}  // namespace neighborscope
