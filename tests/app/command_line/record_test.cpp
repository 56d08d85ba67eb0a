// neighborscope run --record: the file conforms to its schema, with the rows and coordinates of the data's file.
#include "program.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <sstream>

namespace neighborscope::record {
namespace {

using ::testing::HasSubstr;
using Json = nlohmann::json;

std::vector<std::string> run(const std::string& data, const std::string& method, std::vector<std::string> more) {
    more.insert(more.begin(), {"run", data, "--method", method, "--device", "host"});
    return more;
}

Json recorded(const std::string& data, const std::string& method, std::vector<std::string> more) {
    const Folder folder;
    more.insert(more.end(), {"--record", folder.path("r.json")});
    const ProgramOutput said = program(run(data, method, more));
    EXPECT_EQ(said.status, 0) << said.err;
    EXPECT_THAT(said.out, HasSubstr("r.json, "));
    return Json::parse(content_of(folder.path("r.json")));
}

std::int64_t steps_named(const Json& record, const std::string& kind, int phase) {
    return std::count_if(record["steps"].begin(), record["steps"].end(),
        [&](const Json& step) { return record["step_kinds"][step["kind"].get<std::size_t>()]["name"] == kind && step["phase"] == phase; });
}

TEST(Record, SaysWhatWasAskedAndWhatItFound) {
    const Json record = recorded("sample:earthquakes", "heap", {"-k", "8", "--query", "-120.1,37", "--set", "threads=64"});
    EXPECT_EQ(record["neighborscope_record"], 1);
    EXPECT_EQ(record["device"], "host");
    EXPECT_EQ(record["method"], "heap");
    EXPECT_EQ(record["options"], (Json{{"threads", 64}}));
    EXPECT_EQ(record["data"]["name"], "earthquakes");
    EXPECT_EQ(record["data"]["count"], 1707);
    EXPECT_EQ(record["query"], (Json{-120.1, 37.0}));
    EXPECT_EQ(record["k"], 8);
    EXPECT_EQ(record["metric"], "euclidean");
    EXPECT_FALSE(record.contains("excluded"));
    EXPECT_EQ(record["phases"].size(), 6u);
    ASSERT_EQ(record["list"].size(), 8u);
    EXPECT_EQ(record["steps"].back()["point"], record["list"][7]["index"]);
    EXPECT_EQ(record["steps"].back()["distance"], record["list"][7]["distance"]);
    for (const Json& kind : record["step_kinds"])
        for (const Json& line : kind["lines"]) EXPECT_LT(line, record["pseudo_code"].size());
    for (int phase = 1; phase <= 3; ++phase) {
        const std::string its = ", phase " + std::to_string(phase);
        EXPECT_EQ(steps_named(record, "push", phase) + steps_named(record, "eviction", phase), record["counters"]["heap pushes" + its]);
        EXPECT_EQ(steps_named(record, "eviction", phase), record["counters"]["heap evictions" + its]);
    }
}

// A query that is one of many points is recorded with the others of its warp, any other query alone.
TEST(Record, OfLeafWarpIsOfTheWholeWarp) {
    const Json record = recorded("hotspots:n=1500", "leaf-warp", {"-k", "5", "--query-index", "17"});
    EXPECT_EQ(steps_named(record, "paid", 1), 1);
    EXPECT_EQ(steps_named(record, "place", 1) + steps_named(record, "place", 2), 5);
    const Json& tree = record["tree"];
    ASSERT_EQ(tree["leaves"].size(), 47u);  // 1500 points, 32 per leaf
    EXPECT_FALSE(tree.contains("square"));
    EXPECT_EQ(tree["leaves"][0].size(), 5u) << "low corner, two sizes, points";
    EXPECT_EQ(tree["leaves"][46][4], 1500 - 46 * 32);
    for (const Json& step : record["steps"])
        if (record["step_kinds"][step["kind"].get<std::size_t>()]["name"] == "candidate") {
            EXPECT_LE(step["nearest"].get<double>(), step["reach"].get<double>() * (1 + 1e-5));
            EXPECT_EQ(step["box"].size(), 4u);
        }
    const Json alone = recorded("hotspots:n=1500", "leaf-warp", {"-k", "5", "--query", "9000,9000"});
    EXPECT_EQ(steps_named(alone, "begin alone", 2), 1);
    EXPECT_EQ(steps_named(alone, "paid", 1), 0);
}

TEST(Record, IsOfEveryMethodThatCan) {
    for (const char* method : {"heap", "bulk-heap", "ppw", "ppk", "ppb", "quadtree-cached", "quadtree-coalesced", "leaf-warp"}) {
        const Json record = recorded("hotspots:n=300", method, {"-k", "5", "--query-index", "17", "--exclude-self"});
        EXPECT_EQ(record["excluded"], 17) << method;
        EXPECT_EQ(record["method"], method);
        for (const Json& step : record["steps"]) EXPECT_NE(step.value("point", std::int64_t(-1)), 17) << method;
        for (int rank = 0; rank < 5; ++rank) {
            const Json& step = record["steps"][record["steps"].size() - 5 + std::size_t(rank)];
            EXPECT_EQ(step["size"], rank + 1) << method;
            EXPECT_EQ(step["point"], record["list"][std::size_t(rank)]["index"]) << method;
        }
    }
}

// Rows left out, three points, k = 2: computed by hand. Compared line by line, only members with a value.
TEST(Record, IsInTheRowsOfTheFileToTheLetter) {
    const Folder folder;
    const std::string data = folder.write("points.csv", "x,y\nnan,1\n0,0\n3,0\ninf,2\n10,0\n");
    const ProgramOutput said =
        program(run(data, "heap", {"-k", "2", "--query", "2,0", "--set", "threads=32", "--record", folder.path("r.json")}));
    ASSERT_EQ(said.status, 0) << said.err;
    EXPECT_THAT(said.out, HasSubstr("wrote " + folder.path("r.json") + ", 13 steps\n"));
    const std::string text = content_of(folder.path("r.json"));
    const std::size_t at = text.find("  \"steps\": [\n");
    ASSERT_NE(at, text.npos);
    EXPECT_EQ(text.substr(at),
        "  \"steps\": [\n"
        "    {\"phase\":0,\"kind\":0,\"round\":0,\"size\":3},\n"
        "    {\"phase\":1,\"kind\":1,\"block\":0,\"actor\":0,\"round\":0,\"point\":1,\"distance\":2,\"size\":1},\n"
        "    {\"phase\":1,\"kind\":1,\"block\":0,\"actor\":1,\"round\":0,\"point\":2,\"distance\":1,\"size\":1},\n"
        "    {\"phase\":1,\"kind\":1,\"block\":0,\"actor\":2,\"round\":0,\"point\":4,\"distance\":8,\"size\":1},\n"
        "    {\"phase\":2,\"kind\":3,\"block\":0,\"actor\":0,\"round\":0,\"point\":1,\"distance\":2,\"size\":1,\"source\":0},\n"
        "    {\"phase\":2,\"kind\":3,\"block\":0,\"actor\":1,\"round\":0,\"point\":2,\"distance\":1,\"size\":1,\"source\":1},\n"
        "    {\"phase\":2,\"kind\":3,\"block\":0,\"actor\":2,\"round\":0,\"point\":4,\"distance\":8,\"size\":1,\"source\":2},\n"
        "    {\"phase\":3,\"kind\":5,\"block\":0,\"actor\":0,\"round\":0,\"point\":1,\"distance\":2,\"size\":1,\"source\":0},\n"
        "    {\"phase\":3,\"kind\":5,\"block\":0,\"actor\":0,\"round\":1,\"point\":2,\"distance\":1,\"bound\":2,\"size\":2,\"source\":1},\n"
        "    {\"phase\":4,\"kind\":7,\"block\":0,\"round\":0,\"point\":2,\"distance\":1},\n"
        "    {\"phase\":4,\"kind\":7,\"block\":0,\"round\":0,\"point\":1,\"distance\":2},\n"
        "    {\"phase\":5,\"kind\":8,\"block\":0,\"round\":0,\"point\":2,\"distance\":1,\"size\":1},\n"
        "    {\"phase\":5,\"kind\":8,\"block\":0,\"round\":0,\"point\":1,\"distance\":2,\"size\":2}\n"
        "  ]\n}\n");
    EXPECT_EQ(Json::parse(text)["list"], (Json{{{"index", 2}, {"distance", 1}}, {{"index", 1}, {"distance", 2}}}));
}

// Four leaves of side 2: the record includes them, so that a reader can draw every step. The origin is not 0.
TEST(Record, HasTheLeavesOfItsTree) {
    const Folder folder;
    const std::string data = folder.write("points.csv", "x,y\n10,20\nnan,0\n14,20\n10,24\n14,24\n");
    const ProgramOutput said = program(run(data, "quadtree-cached",
        {"-k", "1", "--query", "10.5,20.25", "--metric", "chebyshev", "--set", "leaf-capacity=1", "--record", folder.path("r.json")}));
    ASSERT_EQ(said.status, 0) << said.err;
    const Json record = Json::parse(content_of(folder.path("r.json")));
    EXPECT_EQ(record["tree"]["level"], 1);
    EXPECT_EQ(record["tree"]["square"], (Json{10, 20, 4}));
    EXPECT_EQ(record["tree"]["leaves"], (Json{{10, 20, 2, 1}, {12, 20, 2, 1}, {10, 22, 2, 1}, {12, 22, 2, 1}}));
    std::vector<std::string> kinds;
    std::vector<Json> skipped;
    for (const Json& step : record["steps"]) {
        kinds.push_back(record["step_kinds"][step["kind"].get<std::size_t>()]["name"]);
        if (kinds.back() == "skip") skipped.push_back(step);
    }
    EXPECT_THAT(kinds,
        testing::ElementsAre("own leaf", "visit", "entry", "bound", "end", "skip", "skip", "skip", "end", "exact distance", "place"));
    ASSERT_EQ(skipped.size(), 3u);
    EXPECT_EQ(skipped[0]["way"], "right");
    EXPECT_EQ(skipped[0]["quadrant"], (Json{12, 20, 2}));
    EXPECT_EQ(skipped[0]["leaf"], 1);
    EXPECT_EQ(skipped[2]["leaf"], 3);
    EXPECT_EQ(skipped[0]["bound"], 0.5);
    EXPECT_NEAR(skipped[0]["nearest"].get<double>(), 1.5, 1e-4);
    EXPECT_NEAR(skipped[2]["nearest"].get<double>(), 1.75, 1e-4);
    EXPECT_EQ(skipped[0]["iteration"], 2);
    EXPECT_EQ(record["counters"]["quadrants skipped"], 3);
    EXPECT_EQ(record["steps"][2]["point"], 0);
}

void expect_refused(const std::vector<std::string>& arguments, const std::string& about) {
    const Folder folder;
    std::vector<std::string> all = arguments;
    all.insert(all.end(), {"--record", folder.path("r.json")});
    const ProgramOutput said = program(all);
    EXPECT_EQ(said.status, 2) << said.out;
    EXPECT_THAT(said.err, HasSubstr(about));
    EXPECT_EQ(std::count(said.err.begin(), said.err.end(), '\n'), 1);
    EXPECT_TRUE(folder.files().empty());
}

TEST(Record, IsOfOneQueryOfAMethodThatRecords) {
    expect_refused(run("uniform:n=50", "heap", {"-k", "3", "--self"}), "--record writes the steps of one query");
    expect_refused(run("uniform:n=50", "heap", {"-k", "3", "--random-queries", "4"}), "here are 4; give --query x,y or --query-index I");
    expect_refused(run("uniform:n=50", "serial", {"-k", "3"}), "serial does not record its steps; these do: insertion");
    const Folder folder;
    const ProgramOutput said =
        program(run("uniform:n=50", "heap", {"-k", "3", "--timings", folder.path("same.json"), "--record", folder.path("same.json")}));
    EXPECT_EQ(said.status, 2);
    EXPECT_THAT(said.err, HasSubstr("--timings and --record name the same file"));
    EXPECT_TRUE(folder.files().empty());
}

}  // namespace
}  // namespace neighborscope::record
