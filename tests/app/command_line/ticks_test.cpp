// neighborscope run --ticks and --points: moving points, searched at their present positions.
#include "app/command_line/ticks.hpp"
#include "app/data/points/data_set.hpp"
#include "program.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <set>
#include <sstream>

namespace neighborscope {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::vector<std::string> run(const std::string& data, std::vector<std::string> more) {
    more.insert(more.begin(), {"run", data, "--method", "serial", "--device", "host"});
    return more;
}

/// Returns the cells of a table without quotes, header first.
std::vector<std::vector<std::string>> table(const std::string& path) {
    std::vector<std::vector<std::string>> rows;
    std::istringstream in(content_of(path));
    for (std::string line; std::getline(in, line);) {
        std::istringstream cells(line + ",");
        rows.emplace_back();
        for (std::string cell; std::getline(cells, cell, ',');) rows.back().push_back(cell);
    }
    return rows;
}

/// Returns the positions at a tick, by a separate cursor.
std::vector<float> positions_at(const DataSet& data, int tick) {
    std::vector<float> positions = data.coordinates;
    const std::unique_ptr<TickCursor> tick_cursor = data.motion->tick_cursor();
    for (int i = 0; i < tick; ++i) tick_cursor->next(positions);
    return positions;
}

/// The rounding of the streets' coordinates in degrees: float32, some hundredths from the origin, which may differ in a saved file.
constexpr double kept = 5e-9;

/// Expects two files of lists to have the same rows, at distances that differ only by rounding.
void expect_equal_lists(const std::string& a, const std::string& b) {
    const auto of_a = table(a), of_b = table(b);
    ASSERT_EQ(of_a.size(), of_b.size());
    for (std::size_t row = 1; row < of_a.size(); ++row) {
        for (std::size_t column = 0; column < 3; ++column) ASSERT_EQ(of_a[row][column], of_b[row][column]) << "line " << row;
        ASSERT_NEAR(std::stod(of_a[row][3]), std::stod(of_b[row][3]), 4 * kept) << "line " << row;
    }
}

TEST(Ticks, ListsAreThoseOfTheLastTicksPositions) {
    const Folder folder;
    const std::string last = folder.path("last.csv"), moved = folder.path("moved.csv"), still = folder.path("still.csv");
    for (const std::vector<std::string>& queries : {std::vector<std::string>{"--self", "--exclude-self"}, {"--query-index", "17"},
             {"--query-index", "17", "--exclude-self"}, {"--query", "-122.41,37.77"}}) {
        SCOPED_TRACE(queries[0]);
        std::vector<std::string> words = {"-k", "4", "--out", moved, "--points", last, "--ticks", "5"};
        words.insert(words.end(), queries.begin(), queries.end());
        const ProgramOutput said = program(run("roads:n=300,speed=400", words));
        ASSERT_EQ(said.status, 0) << said.err;
        words = {"-k", "4", "--out", still};
        words.insert(words.end(), queries.begin(), queries.end());
        ASSERT_EQ(program(run(last, words)).status, 0);
        expect_equal_lists(moved, still);
        ASSERT_EQ(program(run("roads:n=300,speed=400", words)).status, 0);
        EXPECT_NE(content_of(moved), content_of(still)) << "the points have moved in between";
    }
    const DataSet data = load_data("roads:n=300,speed=400");
    const std::vector<float> positions = positions_at(data, 4);
    const auto rows = table(last);
    ASSERT_EQ(rows.size(), 301u);
    for (std::size_t row = 0; row < 300; ++row)
        for (std::size_t axis = 0; axis < 2; ++axis)
            EXPECT_EQ(float(std::stod(rows[row + 1][axis]) - data.origin[axis]), positions[2 * row + axis]);
}

TEST(Ticks, OneTickIsTheSearchWithoutTicks) {
    const Folder folder;
    const std::string one = folder.path("one.csv"), none = folder.path("none.csv");
    ASSERT_EQ(program(run("roads:n=200", {"-k", "3", "--self", "--ticks", "1", "--out", one})).status, 0);
    ASSERT_EQ(program(run("roads:n=200", {"-k", "3", "--self", "--out", none})).status, 0);
    EXPECT_EQ(content_of(one), content_of(none));
}

TEST(Ticks, TimingsHaveEveryTickAndAllTogether) {
    const Folder folder;
    const std::string path = folder.path("t.json");
    const ProgramOutput said = program(run("roads:n=100", {"-k", "3", "--self", "--ticks", "4", "--timings", path}));
    ASSERT_EQ(said.status, 0) << said.err;
    EXPECT_THAT(said.out, HasSubstr("total: over 4 ticks, 1 run each"));
    const auto json = nlohmann::json::parse(content_of(path));
    ASSERT_EQ(json["ticks"].size(), 4u);
    EXPECT_EQ(json["runs"], 4);
    double least = INFINITY, most = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        const auto& tick = json["ticks"][i];
        EXPECT_EQ(tick["tick"], i);
        EXPECT_EQ(tick["runs"], 1);
        least = std::min(least, tick["total_milliseconds"]["median"].get<double>());
        most = std::max(most, tick["total_milliseconds"]["median"].get<double>());
        EXPECT_EQ(tick["phases"].size(), json["phases"].size());
        EXPECT_GT(tick["phases"].size(), 0u);
    }
    EXPECT_EQ(json["total_milliseconds"]["minimum"], least);
    EXPECT_EQ(json["total_milliseconds"]["maximum"], most);
    ASSERT_FALSE(json["counters"].empty());
    for (const auto& [name, value] : json["counters"].items()) {
        std::int64_t sum = 0;
        for (const auto& tick : json["ticks"]) sum += tick["counters"][name].get<std::int64_t>();
        EXPECT_EQ(value, sum) << name;
    }
    ASSERT_EQ(program(run("roads:n=100", {"-k", "3", "--timings", path})).status, 0);
    EXPECT_FALSE(nlohmann::json::parse(content_of(path)).contains("ticks"));
}

TEST(Ticks, TheRecordIsOfTheLastTick) {
    const Folder folder;
    const std::string path = folder.path("r.json");
    const ProgramOutput said = program({"run", "roads:n=200,speed=400", "--method", "heap", "--device", "host", "-k", "3", "--query-index",
        "5", "--ticks", "3", "--record", path});
    ASSERT_EQ(said.status, 0) << said.err;
    const auto json = nlohmann::json::parse(content_of(path));
    const DataSet data = load_data("roads:n=200,speed=400");
    EXPECT_NEAR(json["query"][0].get<double>(), data.origin[0] + double(positions_at(data, 2)[10]), 1e-9);
    EXPECT_EQ(json["list"][0]["index"], 5);
}

TEST(Ticks, OfManyThoseWithARebuildAreShown) {
    std::vector<shell::MeasuredTick> ticks(30);
    for (std::size_t i = 0; i < ticks.size(); ++i) {
        ticks[i].number = std::int64_t(100 + i);
        ticks[i].measured.index_update = IndexUpdate{i == 0 || i == 15, i == 15 ? "a point left the root square" : ""};
    }
    const std::string text = shell::ticks_text(ticks);
    for (const char* shown : {"100", "104", "115", "rebuilt: a point left the root square", "125", "129", "rebuilt at 1 of 30 ticks"})
        EXPECT_THAT(text, HasSubstr(shown));
    for (const char* left_out : {"105", "114", "116", "124"}) EXPECT_THAT(text, Not(HasSubstr(left_out)));
    std::size_t gaps = 0;
    for (std::size_t at = text.find("..."); at != std::string::npos; at = text.find("...", at + 3)) ++gaps;
    EXPECT_EQ(gaps, 2u) << "before it and after it";
}

TEST(Ticks, AreRefusedWhereNothingMoves) {
    const auto refused = [](const std::string& data, const std::string& ticks, const std::string& text) {
        const ProgramOutput said = program(run(data, {"-k", "3", "--ticks", ticks}));
        EXPECT_EQ(said.status, 2);
        EXPECT_THAT(said.err, HasSubstr(text));
    };
    refused("cube:n=100", "3",
        "the points of cube, 100 do not move; leave --ticks out; points that move are tables with the header tick,id,x,y");
    const Folder folder;
    refused(folder.write("one_tick.csv", "tick,id,x,y\n3,a,1,2\n3,b,4,5\n"), "1", "more than one tick");
    refused("roads:n=100", "0", "--ticks '0' is not a whole number from 1");
    refused("roads:n=100", "many", "--ticks 'many' is not a whole number from 1");
}

/// Expects lists of the last tick to be those of `serial` for the positions that were written then.
void expect_lists_of_the_last_tick(const std::string& data, const std::vector<std::string>& method, int ticks) {
    SCOPED_TRACE(data);
    const Folder folder;
    const std::string moved = folder.path("moved.csv"), still = folder.path("still.csv"), last = folder.path("last.csv");
    std::vector<std::string> words{"run", data, "--device", "host", "-k", "5", "--self"};
    words.insert(words.end(), method.begin(), method.end());
    words.insert(words.end(), {"--ticks", std::to_string(ticks), "--out", moved, "--points", last});
    const ProgramOutput said = program(words);
    ASSERT_EQ(said.status, 0) << said.err;
    ASSERT_EQ(
        program({"run", last, "--columns", "1-2", "--method", "serial", "--device", "host", "-k", "5", "--self", "--out", still}).status,
        0);
    expect_equal_lists(moved, still);
}

TEST(Ticks, QuadtreesFollowEveryKindOfMotion) {
    const Folder folder;
    // b begins late, a does not move in tick 2, rows are unordered, and the last row of a tick counts.
    const std::string file = folder.write(
        "walk.csv", "tick,id,x,y\n3,a,5,1\n1,a,0,0\n1,c,9,9\n2,b,4,4\n3,c,1,2\n2,c,8,7\n3,c,2,2\n4,b,-6,40\n1,d,3,3\n4,a,7,7\n1,e,3,4\n");
    for (const std::string& data :
        {std::string("uniform:n=300"), std::string("hotspots:n=300,hotspots=3,speed=2000"), std::string("roads:n=300,speed=900"), file}) {
        expect_lists_of_the_last_tick(data, {"--method", "quadtree-coalesced", "--set", "leaf-capacity=4"}, 4);
        expect_lists_of_the_last_tick(data, {"--method", "quadtree-cached", "--set", "rebuild=always"}, 4);
    }
}

// While points of a generator do not move, an index divides the same box as for the same points in a file.
TEST(Ticks, PointsThatStandStillHaveTheSquareOfTheirOwn) {
    const Folder folder;
    const std::string file = folder.path("points.npz");
    ASSERT_EQ(program({"convert", "uniform:n=2000", "--out", file}).status, 0);
    const auto distances = [&](const std::string& data) {
        const ProgramOutput said = program(
            {"run", data, "--method", "quadtree-cached", "--device", "host", "-k", "8", "--self", "--timings", folder.path("t.json")});
        EXPECT_EQ(said.status, 0) << said.err;
        return nlohmann::json::parse(content_of(folder.path("t.json")))["counters"]["distances"].get<std::int64_t>();
    };
    EXPECT_EQ(distances("uniform:n=2000"), distances(file));
}

TEST(Ticks, TimingsTellOfIndexIterationsAndRebuilds) {
    const Folder folder;
    const std::string path = folder.path("t.json");
    const auto timings = [&](const std::string& rebuild) {
        const ProgramOutput said = program({"run", "uniform:n=500", "--method", "quadtree-coalesced", "--device", "host", "-k", "8",
            "--self", "--ticks", "5", "--timings", path, "--set", "rebuild=" + rebuild, "--set", "leaf-capacity=10"});
        EXPECT_EQ(said.status, 0) << said.err;
        EXPECT_THAT(said.out, HasSubstr("tick  total ms  build ms  distances  leaves visited  quadrants skipped  index"));
        return nlohmann::json::parse(content_of(path));
    };
    const auto kept = timings("policy"), anew = timings("always");
    EXPECT_EQ(kept["counters"]["rebuilds"], 0) << "a stationary distribution";
    EXPECT_EQ(anew["counters"]["rebuilds"], 4);
    for (std::size_t i = 0; i < 5; ++i) {
        const auto &one = kept["ticks"][i], &other = anew["ticks"][i];
        EXPECT_EQ(one["queries"], 500);
        EXPECT_EQ(one["index"]["created"], i == 0);
        EXPECT_TRUE(other["index"]["created"]);
        EXPECT_EQ(other["index"]["why"], i == 0 ? "" : "rebuild=always");
        EXPECT_EQ(other["index"]["rebuilds"], i);
        EXPECT_NEAR(one["index"]["creation_milliseconds"].get<double>() + one["index"]["indexing_milliseconds"].get<double>(),
            one["build_milliseconds"].get<double>(), 1e-9);
        const auto& iterations = one["iterations"];
        ASSERT_EQ(iterations.size(), one["counters"]["iterations"]);
        EXPECT_EQ(iterations[0]["what"], "own leaf");
        std::int64_t visited = 0, tasks = 0;
        for (const auto& iteration : iterations) {
            visited += iteration["queries"].get<std::int64_t>();
            tasks += iteration["tasks"].get<std::int64_t>();
        }
        EXPECT_EQ(one["counters"]["leaves visited"], visited) << "every active query visits one leaf an iteration";
        EXPECT_EQ(one["counters"]["tasks"], tasks);
        for (const char* name : {"distances", "leaves visited", "quadrants skipped"}) EXPECT_GT(one["counters"][name], 0) << name;
    }
    EXPECT_EQ(kept["index"]["rebuilds"], 0);
    ASSERT_EQ(program(run("uniform:n=50", {"-k", "3", "--self", "--ticks", "2", "--timings", path})).status, 0);
    EXPECT_TRUE(nlohmann::json::parse(content_of(path))["index"].is_null()) << "serial keeps nothing";
}

TEST(Ticks, AShareOfThePointsAsks) {
    const Folder folder;
    const std::string some = folder.path("some.csv"), again = folder.path("again.csv"), all = folder.path("all.csv"),
                      path = folder.path("t.json");
    const auto asked = [&](const std::string& out, std::vector<std::string> more) {
        more.insert(more.begin(), {"-k", "3", "--self", "--exclude-self", "--ticks", "3", "--out", out});
        const ProgramOutput said = program(run("uniform:n=400", more));
        EXPECT_EQ(said.status, 0) << said.err;
        return said.out;
    };
    EXPECT_THAT(asked(some, {"--query-rate", "25", "--timings", path}),
        testing::ContainsRegex("queries  [0-9]+ of 400 points are queries, each point itself excluded"));
    asked(again, {"--query-rate", "25"});
    EXPECT_EQ(content_of(some), content_of(again));
    asked(all, {});
    // Every line of the partial query is a line of the full one.
    const auto few = table(some), many = table(all);
    const std::set<std::vector<std::string>> lines(many.begin(), many.end());
    for (const auto& line : few) EXPECT_TRUE(lines.contains(line)) << line[0];
    const auto json = nlohmann::json::parse(content_of(path));
    for (const auto& tick : json["ticks"]) EXPECT_NEAR(tick["queries"].get<double>(), 100, 35);
    EXPECT_NE(json["ticks"][0]["queries"], json["ticks"][1]["queries"]) << "others ask at every tick";
    EXPECT_EQ((few.size() - 1) / 3, json["ticks"][2]["queries"]);
    asked(some, {"--query-rate", "0.0001"});
    EXPECT_EQ(table(some).size(), 4u) << "somebody always asks";

    const auto refused = [](std::vector<std::string> words, const std::string& text) {
        const ProgramOutput said = program(run("uniform:n=20", words));
        EXPECT_EQ(said.status, 2);
        EXPECT_THAT(said.err, HasSubstr(text));
    };
    refused({"-k", "3", "--self", "--query-rate", "0"}, "--query-rate '0' is not above 0 and up to 100");
    refused({"-k", "3", "--self", "--query-rate", "many"}, "--query-rate");
    refused({"-k", "3", "--query-rate", "50"}, "give --self with it");
}

TEST(Points, HaveRankAndDistanceOfTheFirstQuery) {
    const Folder folder;
    const std::string points = folder.path("points.csv"), lists = folder.path("lists.csv");
    const ProgramOutput said = program(run("uniform:n=50", {"-k", "3", "--random-queries", "2", "--points", points, "--out", lists}));
    ASSERT_EQ(said.status, 0) << said.err;
    EXPECT_THAT(said.out, HasSubstr("wrote " + points + ", 50 points"));
    const auto rows = table(points), list = table(lists);
    ASSERT_EQ(rows.size(), 51u);
    EXPECT_THAT(rows[0], testing::ElementsAre("x", "y", "rank", "distance"));
    int neighbours = 0;
    for (std::size_t row = 1; row < rows.size(); ++row) {
        if (rows[row][2] == "0") {
            EXPECT_EQ(rows[row].size() < 4 || rows[row][3].empty(), true);
            continue;
        }
        ++neighbours;
        const auto& line = list[std::size_t(std::stoi(rows[row][2]))];  // query,rank,index,distance; the first query's lines come first
        EXPECT_EQ(line[0], "0");
        EXPECT_EQ(line[2], std::to_string(row - 1));
        EXPECT_EQ(line[3], rows[row][3]);
    }
    EXPECT_EQ(neighbours, 3);
}

TEST(Points, AreRefusedInTimeByTheirName) {
    const Folder folder;
    const ProgramOutput said = program(run("uniform:n=50", {"-k", "3", "--points", folder.path("points.xlsx")}));
    EXPECT_EQ(said.status, 2);
    EXPECT_THAT(said.err, HasSubstr("points can only be written as .csv, .npz or .ply"));
    const std::string same = folder.path("a.csv");
    EXPECT_THAT(program(run("uniform:n=50", {"-k", "3", "--points", same, "--out", same})).err, HasSubstr("name the same file"));
    EXPECT_TRUE(folder.files().empty());
}

TEST(Convert, WritesEveryFormat) {
    const Folder folder;
    const std::pair<std::string, std::string> files[] = {{"points.csv", "x,y,z\n"}, {"points.npz", "PK"}, {"points.PLY", "ply\n"}};
    for (const auto& [name, beginning] : files) {
        const ProgramOutput said = program({"convert", "cube:n=20", "--out", folder.path(name)});
        EXPECT_EQ(said.status, 0) << said.err;
        EXPECT_THAT(said.out, HasSubstr("wrote " + folder.path(name) + ", 20 points"));
        EXPECT_THAT(content_of(folder.path(name)), testing::StartsWith(beginning));
    }
    EXPECT_EQ(load_data(folder.path("points.csv")).hash, load_data("cube:n=20").hash);
    std::filesystem::create_symlink("/dev/null", folder.path("device.csv"));  // a device is not read back
    EXPECT_EQ(program({"convert", "cube:n=20", "--out", folder.path("device.csv")}).status, 0);
    EXPECT_THAT(program({"convert", "sample:streets", "--out", folder.path("s.csv")}).out, HasSubstr("(c) OpenStreetMap contributors"));
}

TEST(Convert, SaysWhichColumnsAreTheCoordinatesWhereTheyCannotBeGuessed) {
    const Folder folder;
    const std::string table = folder.write("t.csv", "height,weight,x,y\n1,2,3,4\n5,6,7,8\n9,9,1,1\n");
    const ProgramOutput same = program({"convert", table, "--out", folder.path("same.csv")});
    EXPECT_THAT(same.out, Not(HasSubstr("--columns")));
    EXPECT_EQ(load_data(folder.path("same.csv")).hash, load_data(table).hash);
}

TEST(Convert, WritesWhatMovesTickByTick) {
    const Folder folder;
    const std::string path = folder.path("drive.csv");
    const ProgramOutput said = program({"convert", "roads:n=7,speed=300", "--ticks", "4", "--out", path});
    ASSERT_EQ(said.status, 0) << said.err;
    EXPECT_THAT(said.out, HasSubstr("7 points at 4 ticks"));
    const auto rows = table(path);
    ASSERT_EQ(rows.size(), 29u);
    EXPECT_THAT(rows[0], testing::ElementsAre("tick", "id", "x", "y"));
    const DataSet data = load_data("roads:n=7,speed=300");
    for (std::size_t row = 1; row < rows.size(); ++row) {
        const std::size_t tick = (row - 1) / 7, object = (row - 1) % 7;
        EXPECT_EQ(rows[row][0], std::to_string(tick));
        EXPECT_EQ(rows[row][1], std::to_string(object));
        const std::vector<float> positions = positions_at(data, int(tick));
        for (std::size_t axis = 0; axis < 2; ++axis)
            EXPECT_EQ(float(std::stod(rows[row][2 + axis]) - data.origin[axis]), positions[2 * object + axis]);
    }
    const DataSet again = load_data(path);
    ASSERT_TRUE(again.motion);
    EXPECT_EQ(again.motion->ticks(), 4);
    for (int tick = 0; tick < 4; ++tick) {
        const std::vector<float> read = positions_at(again, tick), made = positions_at(data, tick);
        for (std::size_t i = 0; i < made.size(); ++i)
            EXPECT_NEAR(again.origin[i % 2] + double(read[i]), data.origin[i % 2] + double(made[i]), kept) << tick;
    }
    const ProgramOutput beyond = program(run(path, {"-k", "3", "--ticks", "5"}));
    EXPECT_EQ(beyond.status, 2);
    EXPECT_THAT(beyond.err, HasSubstr("--ticks 5: drive.csv has 4 ticks; give at most 4"));
    EXPECT_EQ(program(run(path, {"-k", "3", "--ticks", "4", "--self"})).status, 0);
}

TEST(Convert, SaysWhatIsMissing) {
    const Folder folder;
    const auto refused = [](const std::vector<std::string>& words, const std::string& text) {
        const ProgramOutput said = program(words);
        EXPECT_EQ(said.status, 2);
        EXPECT_THAT(said.err, HasSubstr(text));
    };
    refused({"convert"}, "convert needs DATA");
    refused({"convert", "cube:n=5"}, "convert needs --out");
    refused({"convert", "cube:n=5", "--out", folder.path("a.txt")}, "points can only be written as .csv, .npz or .ply");
    refused({"convert", "roads:n=5", "--ticks", "2", "--out", folder.path("a.ply")}, "ticks can only be written as .csv");
    refused({"convert", "cube:n=5", "--ticks", "2", "--out", folder.path("a.csv")}, "do not move");
    refused({"convert", "vectors:n=5,d=9", "--out", folder.path("a.ply")}, "2-D and 3-D");
    EXPECT_TRUE(folder.files().empty());
}

}  // namespace
}  // namespace neighborscope
