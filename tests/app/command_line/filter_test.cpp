// --where and --mask: which rows a search may return.
#include "program.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace neighborscope {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

std::string index_file(const std::string& name) { return NEIGHBORSCOPE_TEST_DATA "/indexes/" + name; }

/// An NPY file of these numbers of rows.
std::string rows_file(const Folder& folder, const std::string& name, const std::vector<std::int64_t>& rows) {
    std::string header = "{'descr': '<i8', 'fortran_order': False, 'shape': (" + std::to_string(rows.size()) + ",), }";
    header.resize(117, ' ');
    std::string text("\x93NUMPY\x01\x00", 8);
    text += char(118), text += '\0';
    text += header + "\n";
    text.append(reinterpret_cast<const char*>(rows.data()), rows.size() * sizeof(std::int64_t));
    return folder.write(name, text);
}

TEST(Filtered, RunFindsAllowedRowsOnly) {
    const ProgramOutput said =
        program({"run", "sample:earthquakes", "--method", "heap", "-k", "3", "--where", "mag>=4.5", "--device", "host"});
    EXPECT_EQ(said.status, 0) << said.err;
    EXPECT_THAT(said.out, HasSubstr("of 1707 rows are allowed: mag>=4.5"));
    const ProgramOutput none = program({"run", "sample:earthquakes", "--method", "heap", "-k", "3", "--where", "mag>99"});
    EXPECT_EQ(none.status, 0) << none.err;
    EXPECT_THAT(none.out, HasSubstr("none of 1707 rows are allowed: mag>99, so every list is empty"));
    EXPECT_THAT(none.out, HasSubstr("no neighbours"));
}

TEST(Filtered, CheckComparesWithTheOracleOfAllowedRows) {
    const ProgramOutput said = program({"check", "hotspots:n=2000", "--method", "all", "-k", "9", "--where", "row<700", "--where", "x>0",
        "--random-queries", "20", "--device", "host", "--json"});
    const auto told = nlohmann::json::parse(said.out);
    EXPECT_EQ(told["data"]["where"], (nlohmann::json{"row<700", "x>0"}));
    EXPECT_LE(told["data"]["allowed"], 700);
    int checked = 0;
    for (const auto& method : told["methods"])
        if (method.contains("exact") && method["method"] != "wrong" && method["recall"] == 1.0) {
            EXPECT_EQ(method["wrong"], 0) << method;
            ++checked;
        }
    EXPECT_GT(checked, 8);
}

TEST(Filtered, AShortListIsNotCalledAllThatThereIs) {
    const ProgramOutput missed = program({"run", index_file("plane/hnsw.faiss"), "--method", "own", "-k", "10", "--query", "-2.9,5.8",
        "--where", "row<75", "--set", "ef=10"});
    EXPECT_EQ(missed.status, 0) << missed.err;
    EXPECT_THAT(missed.out, HasSubstr("k is 10, but the search found only"));
    const ProgramOutput few = program({"run", "hotspots:n=100", "--method", "serial", "--device", "host", "-k", "10", "--where", "row<4"});
    EXPECT_THAT(few.out, HasSubstr("k is 10, but there are 4 points to find"));
}

TEST(Filtered, AMaskNamesRows) {
    Folder folder;
    const std::string mask = rows_file(folder, "mask.npy", {3, 1, 4, 15, 92});
    const ProgramOutput said = program({"run", "hotspots:n=100", "--method", "auto", "-k", "20", "--mask", mask, "--out", "-"});
    EXPECT_EQ(said.status, 0) << said.err;
    std::vector<std::string> rows;
    for (const std::string& line : said.lines())
        if (line.starts_with("0,"))
            rows.push_back(line.substr(line.find(',', 2) + 1, line.find(',', line.find(',', 2) + 1) - line.find(',', 2) - 1));
    EXPECT_THAT(rows, ::testing::UnorderedElementsAre("1", "3", "4", "15", "92"));
}

TEST(Filtered, WhatIsWrongIsSaid) {
    Folder folder;
    const std::string mask = rows_file(folder, "mask.npy", {3, 100});
    const std::vector<std::string> search{"--method", "heap", "-k", "3"};
    const auto refused = [&](std::vector<std::string> words, const std::string& why) {
        words.insert(words.begin(), {"run", "sample:earthquakes"});
        words.insert(words.end(), search.begin(), search.end());
        const ProgramOutput said = program(words);
        EXPECT_EQ(said.status, 2);
        EXPECT_THAT(said.err, HasSubstr(why));
        EXPECT_EQ(said.out, "");
    };
    refused({"--where", "ma>4"}, "did you mean 'mag'?");
    refused({"--where", "mag"}, "'mag' is no condition on the rows");
    refused({"--mask", "nowhere.npy"}, "nowhere.npy");
    const ProgramOutput said = program({"run", "hotspots:n=50", "--method", "heap", "-k", "3", "--mask", mask});
    EXPECT_EQ(said.status, 2);
    EXPECT_THAT(said.err, HasSubstr("value 1 is 100, and the data have 50 rows"));
}

TEST(Filtered, APictureWithoutAllowedRowsIsNotSilent) {
    Folder folder;
    const ProgramOutput said = program({"shot", "sample:iris", "--method", "heap", "-k", "3", "--where", "class=verisicolor", "--device",
        "host", "--size", "300x300", "--out", folder.path("none.png")});
    EXPECT_EQ(said.status, 0) << said.err;
    EXPECT_THAT(said.out, HasSubstr("filter: none of 150 rows are allowed"));
    EXPECT_THAT(said.out, HasSubstr("did you mean 'versicolor'?"));
}

TEST(Filtered, CompareRefusesListsOfOtherRows) {
    Folder folder;
    const std::vector<std::string> all{"hotspots:n=100", "--self", "--exclude-self", "--device", "host"};
    const auto with = [&](std::vector<std::string> first, const std::vector<std::string>& last) {
        first.insert(first.end(), all.begin(), all.end());
        first.insert(first.end(), last.begin(), last.end());
        return program(first);
    };
    const std::string filtered = folder.path("filtered.csv"), plain = folder.path("plain.csv");
    ASSERT_EQ(with({"run"}, {"--method", "serial", "-k", "4", "--where", "row<50", "--out", filtered}).status, 0);
    ASSERT_EQ(with({"run"}, {"--method", "serial", "-k", "4", "--out", plain}).status, 0);
    const ProgramOutput right = with({"compare"}, {"--lists", filtered, "--where", "row<50"});
    EXPECT_EQ(right.status, 0) << right.out << right.err;
    const ProgramOutput wrong = with({"compare"}, {"--lists", plain, "--where", "row<50"});
    EXPECT_EQ(wrong.status, 1);
    EXPECT_THAT(wrong.out, HasSubstr("is not allowed by the filter"));
    EXPECT_EQ(with({"compare"}, {"--lists", filtered}).status, 1) << "without the filter nearer rows are missing";
}

TEST(Filtered, OwnIsComparedWithItselfWithoutTheFilter) {
    const ProgramOutput said = program({"check", index_file("plane/hnsw.faiss"), "--method", "own", "--set", "ef=10", "-k", "10", "--where",
        "row<150", "--queries", index_file("plane/queries.npy")});
    EXPECT_EQ(said.status, 0) << said.out << said.err;
    EXPECT_THAT(said.out, HasSubstr("150 of 1500 rows are allowed: row<150"));
    EXPECT_THAT(said.out, HasSubstr("  without the filter recall "));
    EXPECT_THAT(program({"check", index_file("plane/hnsw.faiss"), "--method", "own", "-k", "10", "--random-queries", "5"}).out,
        Not(HasSubstr("without the filter")));
}

TEST(Filtered, SamplesAreIndexesThatDoNotFindAllTheyHold) {
    for (const std::string sample : {"sample:island", "sample:norms"}) {
        const ProgramOutput said = program({"check", sample, "--method", "own", "-k", "1", "--self", "--json"});
        ASSERT_EQ(said.status, 0) << said.err;
        const auto told = nlohmann::json::parse(said.out);
        EXPECT_LT(told["methods"][0]["recall"], 1.0) << sample;
        EXPECT_EQ(told["methods"][0]["wrong"], 0);
        EXPECT_EQ(told["metric"], sample == "sample:norms" ? "inner-product" : "euclidean");
    }
}

}  // namespace
}  // namespace neighborscope
