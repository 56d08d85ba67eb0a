// neighborscope compare, and `shot` of wrong queries.
#include "program.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace neighborscope {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(Compare, OwnListsAreRight) {
    const Folder folder;
    for (const std::string name : {"lists.csv", "lists.npz"}) {
        const std::string lists = folder.path(name);
        ASSERT_EQ(
            program({"run", "uniform:n=200", "--method", "heap", "-k", "4", "--random-queries", "30", "--device", "host", "--out", lists})
                .status,
            0);
        const ProgramOutput said = program({"compare", "uniform:n=200", "--lists", lists, "-k", "4", "--random-queries", "30"});
        EXPECT_EQ(said.status, 0) << said.err;
        EXPECT_THAT(said.lines(), Contains(name + ": 30 exact, 0 missing, 0 wrong, of 30 lists"));
    }
}

TEST(Compare, InnerProductsAreTakenAsProductsTheirNegativesAndOneMinusThem) {
    const Folder folder;
    const std::string points = folder.write("points.csv", "x,y\n0.5,0\n0,1\n-1,0.25\n0,0\n2,2\n");
    const std::string queries = folder.write("q.csv", "x,y\n1,0\n-1,1\n");
    const struct {
        const char *rows, *note;
    } files[] = {{"0,1,4,2\n0,2,0,0.5\n0,3,1,0\n1,1,2,1.25\n1,2,1,1\n1,3,3,0\n", "the distances given are inner products"},
        {"0,1,4,-2\n0,2,0,-0.5\n0,3,1,0\n1,1,2,-1.25\n1,2,1,-1\n1,3,3,0\n", "the distances given are negatives of inner products"},
        {"0,1,4,-1\n0,2,0,0.5\n0,3,1,1\n1,1,2,-0.25\n1,2,1,0\n1,3,3,1\n", "the distances given are 1 minus inner products"}};
    for (const auto& file : files) {
        const std::string lists = folder.write("l.csv", std::string("query,rank,index,distance\n") + file.rows);
        const ProgramOutput said = program({"compare", points, "--lists", lists, "--queries", queries, "--metric", "inner-product"});
        EXPECT_EQ(said.status, 0) << said.out << said.err;
        EXPECT_THAT(said.out, HasSubstr(file.note));
        EXPECT_THAT(said.out, HasSubstr("2 exact, 0 missing, 0 wrong, of 2 lists"));
    }
    const std::string wrong = folder.write("w.csv", "query,rank,index,distance\n0,1,4,2\n0,2,1,0\n1,1,2,1.25\n1,2,1,1\n");
    const ProgramOutput said = program({"compare", points, "--lists", wrong, "--queries", queries, "--metric", "inner-product"});
    EXPECT_EQ(said.status, 1);
    EXPECT_THAT(said.out, HasSubstr("rank 2: index 1 with product 0, but there is index 0 with 0.5"));
    EXPECT_EQ(program({"compare", points, "--lists", wrong, "--queries", queries, "--metric", "inner-product", "--squared"}).status, 2);
}

TEST(Compare, RowsThatWereLeftOutDidNotAsk) {
    const Folder folder;
    const std::string points = folder.write("points.csv", "x,y\n0,0\nnan,1\n3,0\ninf,2\n10,0\n");
    for (const std::string name : {"lists.csv", "lists.npz"}) {
        const std::string lists = folder.path(name);
        ASSERT_EQ(program({"run", points, "--method", "heap", "-k", "2", "--self", "--device", "host", "--out", lists}).status, 0);
        const ProgramOutput said = program({"compare", points, "--lists", lists});
        EXPECT_EQ(said.status, 0) << said.err;
        EXPECT_THAT(said.out, HasSubstr("of 3 lists"));
    }
    EXPECT_EQ(content_of(folder.path("lists.csv")), "query,rank,index,distance\n0,1,0,0\n0,2,2,3\n2,1,2,0\n2,2,0,3\n4,1,4,0\n4,2,2,7\n");
    const ProgramOutput other = program({"compare", folder.write("all.csv", "x,y\n0,0\n3,0\n10,0\n"), "--lists", folder.path("lists.csv")});
    EXPECT_EQ(other.status, 2);
    EXPECT_THAT(other.err, HasSubstr("list 2 is of query 4, which did not ask"));
}

TEST(Compare, WrongListsAreNamedAndEndWithOne) {
    const Folder folder;
    const std::string points = folder.write("points.csv", "x,y\n0,0\n1,0\n2,0\n9,0\n");
    const std::string lists = folder.write("l.csv", "query,rank,index\n0,1,0\n0,2,1\n1,1,1\n1,2,0\n2,1,2\n2,2,1\n3,1,3\n3,2,1\n");
    const ProgramOutput said = program({"compare", points, "--lists", lists});
    EXPECT_EQ(said.status, 1);
    EXPECT_THAT(said.lines(), Contains("l.csv: 3 exact, 1 missing, 0 wrong, of 4 lists"));
    EXPECT_THAT(said.lines(), Contains("  recall at 2: 0.8750 (7 of 8 neighbours)"));
    EXPECT_THAT(said.out, HasSubstr("first missing: query 3 at (9, 0), rank 2: index 1 at distance 8, but index 2 is at 7"));
    EXPECT_THAT(said.lines(), Contains("  missing: 3"));
    EXPECT_EQ(program({"compare", points, "--lists", lists, "--recall-at-least", "0.875"}).status, 0);
    EXPECT_EQ(program({"compare", points, "--lists", lists, "--recall-at-least", "0.88"}).status, 1);
    EXPECT_EQ(program({"compare", points, "--lists", lists, "--recall-at-least", "88"}).status, 2);

    const std::string ids = folder.path("ids.csv");
    const ProgramOutput json = program({"compare", points, "--lists", lists, "--json", "--wrong-ids", ids});
    EXPECT_EQ(json.status, 1);
    const auto told = nlohmann::json::parse(json.out);
    EXPECT_EQ(told["exact"], 3);
    EXPECT_EQ(told["missing"], 1);
    EXPECT_EQ(told["wrong"], 0);
    EXPECT_EQ(told["recall"], 0.875);
    EXPECT_EQ(told["first_missing"]["query"], 3);
    EXPECT_TRUE(told["first_wrong"].is_null());
    EXPECT_EQ(told["exit_status"], 1);
    EXPECT_EQ(content_of(ids), "query,class,reason\n3,missing,\"rank 2: index 1 at distance 8, but index 2 is at 7\"\n");
    const ProgramOutput by_truth =
        program({"compare", points, "--lists", lists, "--truth", folder.write("truth.txt", "0 1\n1 0\n2 1\n3 2\n")});
    EXPECT_EQ(by_truth.status, 1);
    EXPECT_THAT(by_truth.out, HasSubstr("3 exact, 1 missing"));
    const ProgramOutput no_truth = program({"compare", points, "--lists", lists, "--truth", lists});
    EXPECT_EQ(no_truth.status, 2);
    EXPECT_THAT(no_truth.err, HasSubstr("does not hold the true neighbours of query 3"));

    const std::string picture = folder.path("wrong.png");
    EXPECT_EQ(
        program({"shot", points, "-k", "2", "--device", "host", "--compare", lists, "--wrong", "1", "--size", "900x600", "--out", picture})
            .status,
        0);
    EXPECT_GT(content_of(picture).size(), 1000u);
    const ProgramOutput beyond =
        program({"shot", points, "-k", "2", "--device", "host", "--compare", lists, "--wrong", "2", "--out", picture});
    EXPECT_EQ(beyond.status, 2);
    EXPECT_THAT(beyond.err, HasSubstr("--wrong"));
}

TEST(Compare, ListsOfATickAreComparedThere) {
    const Folder folder;
    const std::string lists = folder.path("lists.csv"), moving = "roads:n=300,speed=400";
    ASSERT_EQ(
        program({"run", moving, "--method", "heap", "-k", "4", "--self", "--ticks", "5", "--device", "host", "--out", lists}).status, 0);
    EXPECT_EQ(program({"compare", moving, "--lists", lists}).status, 1) << "they are of the last tick";
    EXPECT_EQ(program({"compare", moving, "--lists", lists, "--tick", "4"}).status, 0);
    const ProgramOutput still = program({"compare", "grid:n=300", "--lists", lists, "--tick", "4"});
    EXPECT_EQ(still.status, 2);
    EXPECT_THAT(still.err, HasSubstr("do not move"));
    const std::string two = folder.write("two.csv", "tick,id,x,y\n5,1,0,0\n5,2,1,0\n7,1,0,1\n7,2,1,1\n");
    const ProgramOutput none = program({"compare", two, "--lists", folder.write("l.txt", "0 1\n1 0\n"), "--tick", "6"});
    EXPECT_EQ(none.status, 2);
    EXPECT_THAT(none.err, HasSubstr("has no such tick"));
    EXPECT_THAT(none.err, HasSubstr("its ticks are 5 to 7"));
}

TEST(Compare, TiesGoToTheSmallerIndex) {
    const Folder folder;
    const std::string points = folder.write("points.csv", "x,y\n0,0\n1,0\n-1,0\n");
    EXPECT_EQ(program({"compare", points, "--lists", folder.write("a.txt", "0 1\n"), "--query", "0,0"}).status, 0);
    const std::string other = folder.write("b.txt", "0 2\n");
    const ProgramOutput either = program({"compare", points, "--lists", other, "--query", "0,0"});
    EXPECT_EQ(either.status, 0);
    EXPECT_THAT(either.out, HasSubstr("1 equal distances in another order"));
    EXPECT_EQ(program({"compare", points, "--lists", other, "--query", "0,0", "--ties", "index"}).status, 1);
    EXPECT_EQ(program({"compare", points, "--lists", other, "--query", "0,0", "--ties", "both"}).status, 2);
}

TEST(Compare, WhatWrongListsHaveInCommonIsSaid) {
    const Folder folder;
    std::string points = "x,y\n", others, swapped;
    // Pairs with distance 1 on a line, 10 apart; a fifth point between, at equal distance from two.
    for (int i = 0; i < 20; ++i) points += std::to_string(10 * (i / 2) + i % 2) + ",0\n";
    for (int i = 0; i < 20; ++i) {
        const int other = i ^ 1;
        others += std::to_string(other) + "\n";
        swapped += std::to_string(other) + " " + std::to_string(i) + "\n";
    }
    const std::string path = folder.write("points.csv", points);
    const auto said = [&](const std::string& lists, std::vector<std::string> more = {}) {
        more.insert(more.begin(), {"compare", path, "--lists", folder.write("l.txt", lists)});
        return program(more).out;
    };
    EXPECT_THAT(said(others), HasSubstr("cause: these lists exclude each point itself: 20 of 20 lists; compare with --exclude-self"));
    EXPECT_EQ(program({"compare", path, "--lists", folder.path("l.txt"), "--exclude-self"}).status, 0);
    std::string own;
    for (int i = 0; i < 20; ++i) own += std::to_string(i) + "\n";
    EXPECT_THAT(said(own, {"--exclude-self"}),
        HasSubstr("cause: these lists include each point itself: 20 of 20 lists; compare without --exclude-self"));
    EXPECT_THAT(said(swapped), Not(HasSubstr("right w")));
    // Only the first 18, so that no index is beyond the last row.
    std::string first = "x,y\n";
    for (int i = 0; i < 18; ++i) first += std::to_string(10 * (i / 2) + i % 2) + ",0\n";
    const std::string queries = folder.write("queries.csv", first);
    std::string lists;
    for (int i = 0; i < 18; ++i) lists += std::to_string(i + 1) + " " + std::to_string((i ^ 1) + 1) + "\n";
    EXPECT_THAT(said(lists, {"--queries", queries}), HasSubstr("counted from 1"));
    const std::string ties = folder.write("ties.csv", "x,y\n0,0\n1,0\n-1,0\n");
    EXPECT_THAT(program({"compare", ties, "--lists", folder.write("t.txt", "0 2\n"), "--query", "0,0"}).out, Not(HasSubstr("cause")));
}

TEST(Compare, BadListsAreOneErrorEach) {
    const Folder folder;
    const std::string points = folder.write("points.csv", "x,y\n0,0\n1,0\n");
    const auto refused = [&](const std::string& lists, const std::string& k, const std::string& cause) {
        const ProgramOutput said = program({"compare", points, "--lists", folder.write("l.txt", lists), "-k", k});
        EXPECT_EQ(said.status, 2);
        EXPECT_THAT(said.err, HasSubstr(cause));
        EXPECT_EQ(std::count(said.err.begin(), said.err.end(), '\n'), 1);
    };
    refused("0\n1\n", "2", "lists of 1 neighbour, k is 2");
    refused("0 1\n", "2", "1 list, but there are 2 queries");
    refused("0 1\n1\n", "2", "a list of 1, the first has 2");
    EXPECT_THAT(program({"compare", points}).err, HasSubstr("needs --lists"));
}

}  // namespace
}  // namespace neighborscope
