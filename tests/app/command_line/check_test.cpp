// neighborscope check: the exact lines, and exit status 1 with the correct count for a wrong method.
#include "odd_methods.hpp"
#include "program.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace neighborscope {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::Not;
using ::testing::StartsWith;

TEST(Check, RightMethodsHaveTheLineOfTheDesignAndStatusZero) {
    for (const std::string method : {"serial", "heap", "ppw"}) {
        const ProgramOutput said =
            program({"check", "grid:n=400,d=2", "--method", method, "-k", "5", "--random-queries", "30", "--device", "host"});
        EXPECT_EQ(said.status, 0) << said.err;
        EXPECT_THAT(said.lines(), Contains(method + ": 30 exact, 0 exact within rounding, 0 wrong, of 30 queries"));
        EXPECT_EQ(said.err, "");
    }
}

TEST(Check, AWrongMethodIsCountedAndEndsWithOne) {
    const ProgramOutput said =
        program({"check", "uniform:n=500", "--method", "wrong", "-k", "4", "--random-queries", "100", "--device", "host"});
    EXPECT_EQ(said.status, 1);
    EXPECT_THAT(said.lines(), Contains("wrong: 66 exact, 0 exact within rounding, 34 wrong, of 100 queries"));
    EXPECT_THAT(said.out, HasSubstr("first wrong: query 0 at ("));
    EXPECT_THAT(said.out, HasSubstr("rank 4"));
    EXPECT_EQ(said.err, "");
}

TEST(Check, AllSaysALineForEveryMethodAndWhyOneCannot) {
    const ProgramOutput said =
        program({"check", "uniform:n=200", "--method", "all", "-k", "2", "--random-queries", "9", "--device", "host"});
    EXPECT_THAT(said.lines(), Contains("serial: 9 exact, 0 exact within rounding, 0 wrong, of 9 queries"));
    EXPECT_THAT(said.lines(), Contains("heap: 9 exact, 0 exact within rounding, 0 wrong, of 9 queries"));
    EXPECT_THAT(said.lines(), Contains("ppw: 9 exact, 0 exact within rounding, 0 wrong, of 9 queries"));
    EXPECT_THAT(said.lines(), Contains("wrong: 6 exact, 0 exact within rounding, 3 wrong, of 9 queries"));
    EXPECT_THAT(said.lines(), Contains("nearest-only: not applicable: k = 1 only"));
    EXPECT_THAT(said.lines(), Contains(StartsWith("out-of-memory: not checked: not enough memory on the host, ")));
    EXPECT_THAT(said.lines(), Contains(StartsWith("after-out-of-memory: 9 exact")));
    EXPECT_EQ(said.status, 1) << "a list is wrong";
    EXPECT_EQ(said.err, "");
}

TEST(Check, ByTheCosineOfPointsFarFromZeroNoMethodIsWrong) {
    Folder folder;
    std::string close = "x,y\n", rounded = "x,y,z\n";
    for (int i = 0; i < 100; ++i) {
        close += "1000000." + std::to_string(100 + i * 77 % 900) + "," + std::to_string(1000000 + i * 31 % 100) + "\n";
        rounded += std::to_string(8 + i * 0.0090001) + "," + std::to_string(47 + i * i * 0.0001) + ",-1\n";
    }
    for (const std::string& file : {folder.write("close.csv", close), folder.write("rounded.csv", rounded)})
        for (const std::string method : {"serial", "heap", "ppw", "stream", "flat", "fused", "nanoflann"}) {
            const ProgramOutput said =
                program({"check", file, "--method", method, "-k", "8", "--metric", "cosine", "--self", "--device", "host"});
            EXPECT_EQ(said.status, 0) << said.out << said.err;
        }
}

TEST(Check, SaysOfWhichPointsItSpeaks) {
    Folder folder;
    std::string dense = "lon,lat\n";
    for (int i = 0; i < 9000; ++i)
        dense += "8." + std::to_string(1000000000 + i * 999983LL % 1000000000).substr(1) + ",47." +
                 std::to_string(1000000000 + i * 777767777LL % 1000000000).substr(1) + "\n";
    const ProgramOutput said = program({"check", folder.write("dense.csv", dense), "--method", "serial", "-k", "2", "--query", "8.5,47.5"});
    EXPECT_THAT(
        said.lines(), Contains("\"exact\" refers to the points as stored: coordinates are rounded by up to 2e-8 in lon and 2e-8 in lat"));
    EXPECT_THAT(program({"check", "uniform:n=50", "--method", "serial", "-k", "2", "--self"}).out, Not(HasSubstr("as stored")));
}

TEST(Check, AMethodShortOfMemoryIsNamedAndTheOthersAreChecked) {
    // With one point every list is correct.
    const ProgramOutput said = program({"check", "uniform:n=1", "--method", "all", "-k", "1", "--random-queries", "1", "--device", "host"});
    EXPECT_THAT(
        said.lines(), Contains(MatchesRegex("out-of-memory: not checked: not enough memory on the host, [0-9.]+ [kMGT]?B are free")));
    EXPECT_THAT(said.lines(), Contains(StartsWith("after-out-of-memory: 1 exact")));
    EXPECT_EQ(said.status, 3) << said.out;
    EXPECT_THAT(said.err, StartsWith("neighborscope: not enough memory to check out-of-memory; "));
    const ProgramOutput alone = program({"check", "uniform:n=1", "--method", "out-of-memory", "-k", "1", "--device", "host"});
    EXPECT_EQ(alone.status, 3);
    EXPECT_THAT(alone.err, StartsWith("neighborscope: not enough memory on the host, "));
}

TEST(Check, AnApproximateMethodMayMissNeighbours) {
    const ProgramOutput said =
        program({"check", "uniform:n=500", "--method", "forgetful", "-k", "4", "--random-queries", "100", "--device", "host"});
    EXPECT_EQ(said.status, 0) << said.err;
    EXPECT_THAT(said.lines(), Contains("forgetful: recall 0.9150 (366 of 400 neighbours), 0 wrong, of 100 queries"));
}

TEST(Check, AnApproximateMethodMustNotMakeNeighboursUp) {
    const ProgramOutput said =
        program({"check", "uniform:n=500", "--method", "inventive", "-k", "4", "--random-queries", "100", "--device", "host"});
    EXPECT_EQ(said.status, 1);
    EXPECT_THAT(said.out, HasSubstr("34 wrong, of 100 queries"));
    EXPECT_THAT(said.out, HasSubstr("occurs twice"));
}

TEST(Check, AMethodThatIsNotBuiltSaysSo) {
    const ProgramOutput said = program({"check", "uniform:n=50", "--method", "absent", "-k", "2", "--device", "host"});
    EXPECT_EQ(said.status, 0) << said.err;
    EXPECT_THAT(said.lines(), Contains("absent: not applicable: not built: libabsent-dev was not found"));
    const ProgramOutput run = program({"run", "uniform:n=50", "--method", "absent", "-k", "2", "--device", "host"});
    EXPECT_EQ(run.status, 2);
    EXPECT_THAT(run.err, HasSubstr("absent: not built: libabsent-dev was not found"));
    EXPECT_THAT(program({"list", "methods"}).out, HasSubstr("absent - absent - not built\n  not built libabsent-dev was not found"));
}

TEST(Check, NotApplicableIsNoFailure) {
    const ProgramOutput said = program({"check", "uniform:n=50", "--method", "nearest-only", "-k", "2", "--device", "host"});
    EXPECT_EQ(said.status, 0) << said.err;
    EXPECT_EQ(program({"check", "uniform:n=50", "--method", "nearest-only", "-k", "1", "--device", "host"}).status, 0);
}

TEST(Check, ALimitOnKIsNoneBeyondThePoints) {
    EXPECT_THAT(program({"check", "uniform:n=500,d=2", "--method", "quadtree-cached", "-k", "2147483647", "--random-queries", "3",
                            "--device", "host"})
                    .lines(),
        Contains("quadtree-cached: 3 exact, 0 exact within rounding, 0 wrong, of 3 queries"));
    EXPECT_THAT(program({"check", "uniform:n=1", "--method", "nn-global", "-k", "5", "--random-queries", "3", "--device", "host"}).lines(),
        Contains("nn-global: 3 exact, 0 exact within rounding, 0 wrong, of 3 queries"));
}

TEST(Check, WithoutQueriesItAsksAHundredOnTheHostAndSaysSo) {
    const ProgramOutput said = program({"check", "uniform:n=300", "--method", "serial", "-k", "3", "--device", "host"});
    EXPECT_EQ(said.status, 0) << said.err;
    EXPECT_THAT(said.out, HasSubstr("100 random queries (the default on host)"));
    EXPECT_THAT(said.lines(), Contains("serial: 100 exact, 0 exact within rounding, 0 wrong, of 100 queries"));
}

TEST(Check, EveryKindOfQueryIsJudged) {
    const Folder folder;
    const std::string queries = folder.write("queries.csv", "x,y\n1,2\n3.5,4\n100,100\n");
    const std::vector<std::pair<std::vector<std::string>, std::string>> kinds = {{{"--self"}, "of 150 queries"},
        {{"--self", "--exclude-self"}, "of 150 queries"}, {{"--query", "-3,7.5"}, "of 1 queries"},
        {{"--query-index", "17", "--exclude-self"}, "of 1 queries"}, {{"--queries", queries}, "of 3 queries"}};
    for (const auto& [words, of] : kinds)
        for (const std::string metric : {"euclidean", "manhattan", "chebyshev"}) {
            std::vector<std::string> arguments = {
                "check", "grid:n=150,d=2", "--method", "heap", "-k", "6", "--device", "host", "--metric", metric};
            arguments.insert(arguments.end(), words.begin(), words.end());
            const ProgramOutput said = program(arguments);
            EXPECT_EQ(said.status, 0) << words[0] << said.err;
            EXPECT_THAT(said.out, HasSubstr("0 wrong, " + of)) << words[0];
        }
}

TEST(Check, AnOptionGoesToTheMethodsThatKnowIt) {
    const ProgramOutput said = program({"check", "uniform:n=50", "--method", "all", "-k", "2", "--set", "thread=64", "--device", "host"});
    EXPECT_EQ(said.status, 2);
    EXPECT_THAT(said.err, HasSubstr("no method has an option 'thread'; did you mean 'threads'?"));
    // 64 is valid for heap and ppw; serial and the odd methods have no option `threads`.
    EXPECT_THAT(program({"check", "uniform:n=50", "--method", "all", "-k", "2", "--set", "threads=64", "--device", "host"}).out,
        HasSubstr("heap: 100 exact"));
}

TEST(Check, ExcludeSelfAgreesWithTheOracleWhereQueriesStandOnPoints) {
    const Folder folder;
    const std::string queries = folder.write("queries.csv", "x,y\n0,0\n1,1\n0.5,0.5\n");
    const ProgramOutput said = program({"run", "grid:n=16,d=2", "--method", "serial", "-k", "1", "--queries", queries, "--exclude-self",
        "--device", "host", "--out", folder.path("l.csv")});
    ASSERT_EQ(said.status, 0) << said.err;
    const std::string lists = content_of(folder.path("l.csv"));
    EXPECT_THAT(lists, Not(HasSubstr("0,1,0,0\n"))) << "the point at (0, 0) stood under the first query";
    EXPECT_THAT(lists, HasSubstr("0,1,1,1\n"));
    EXPECT_THAT(lists, HasSubstr("2,1,0,0.70710677\n")) << "nothing stood under the third";
}

TEST(Check, ASampleIsComparedWhereEverybodyAsks) {
    const ProgramOutput said =
        program({"check", "uniform:n=3000", "--method", "quadtree-cached", "-k", "4", "--self", "--sample", "50", "--device", "host"});
    EXPECT_EQ(said.status, 0) << said.err;
    EXPECT_THAT(said.out, HasSubstr(", 50 of them compared"));
    EXPECT_THAT(said.lines(), Contains("quadtree-cached: 50 exact, 0 exact within rounding, 0 wrong, of 50 queries"));
    // Every third list is wrong: the sample includes some, and names the query by its own number.
    const ProgramOutput wrong =
        program({"check", "uniform:n=3000", "--method", "wrong", "-k", "4", "--self", "--sample", "90", "--device", "host"});
    EXPECT_EQ(wrong.status, 1);
    EXPECT_THAT(wrong.out, Not(HasSubstr(" 0 wrong")));
    const std::size_t at = wrong.out.find("first wrong: query ");
    ASSERT_NE(at, std::string::npos);
    EXPECT_EQ(std::stoi(wrong.out.substr(at + 19)) % 3, 0) << wrong.out;
    EXPECT_EQ(program({"check", "uniform:n=30", "--method", "serial", "-k", "4", "--sample", "0"}).status, 2);
}

TEST(Check, EveryTickIsCompared) {
    for (const std::string method : {"quadtree-cached", "quadtree-coalesced", "heap"}) {
        const ProgramOutput said = program(
            {"check", "hotspots:n=400", "--method", method, "-k", "5", "--self", "--exclude-self", "--ticks", "4", "--device", "host"});
        EXPECT_EQ(said.status, 0) << said.err;
        EXPECT_THAT(said.lines(), Contains(method + ": 1600 exact, 0 exact within rounding, 0 wrong, of 1600 queries at 4 ticks"));
    }
    // Every method gets the same points, however the previous one has moved them.
    EXPECT_THAT(program({"check", "uniform:n=100", "--method", "wrong", "-k", "4", "--self", "--ticks", "3", "--device", "host"}).out,
        AllOf(HasSubstr("198 exact, 0 exact within rounding, 102 wrong, of 300 queries at 3 ticks"),
            HasSubstr("first wrong: tick 0, query 0 at ")));
    EXPECT_EQ(program({"check", "grid:n=16", "--method", "serial", "-k", "1", "--ticks", "3"}).status, 2);
}

TEST(Check, JsonHasAKeyForEachClass) {
    const ProgramOutput said =
        program({"check", "uniform:n=300", "--method", "all", "-k", "4", "--random-queries", "20", "--device", "host", "--json"});
    EXPECT_EQ(said.status, 1) << "one of the methods is wrong";
    const auto json = nlohmann::json::parse(said.out);
    EXPECT_EQ(json["k"], 4);
    EXPECT_EQ(json["exit_status"], 1);
    std::map<std::string, nlohmann::json> of_method;
    for (const auto& method : json["methods"]) of_method[method["method"]] = method;
    const auto& right = of_method.at("heap");
    EXPECT_EQ(right["queries"], 20);
    EXPECT_EQ(right["exact"].get<int>() + right["within_rounding"].get<int>(), 20);
    EXPECT_EQ(right["wrong"], 0);
    EXPECT_EQ(right["recall"], 1.0);
    EXPECT_TRUE(right["first_wrong"].is_null());
    const auto& wrong = of_method.at("wrong");
    EXPECT_GT(wrong["wrong"].get<int>(), 0);
    EXPECT_TRUE(wrong["recall"].is_null());
    EXPECT_THAT(wrong["first_wrong"].get<std::string>(), HasSubstr("query "));
    EXPECT_LT(of_method.at("forgetful")["recall"].get<double>(), 1) << "an approximate method";
    EXPECT_EQ(of_method.at("forgetful")["wrong"], 0);
    EXPECT_THAT(of_method.at("nn-global")["not_applicable"].get<std::string>(), HasSubstr("k = 1"));
    EXPECT_TRUE(of_method.at("out-of-memory").contains("not_checked"));
}

}  // namespace
}  // namespace neighborscope
