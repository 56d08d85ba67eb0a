// A choice of columns that would lose most rows is avoided: the chosen columns, and messages about the others.
#include "tests/app/data/test_file.hpp"

namespace neighborscope::test {
namespace {

using testing::ElementsAre;

/// Length and width in every row, height in 99 of 500, a price in 172.
std::string houses(const char* missing = "") {
    const auto one_of = [](int i, int of_500) { return (i + 1) * of_500 / 500 > i * of_500 / 500; };
    std::string text = "Länge;Breite;Höhe;Preis\n";
    for (int i = 0; i < 500; ++i) {
        text += std::to_string(i % 20) + "," + std::to_string(i % 10) + ";" + std::to_string(i / 20) + ",5;";
        text += (one_of(i, 99) ? "2" : missing) + std::string(";") + (one_of(i, 172) ? std::to_string(i) : missing) + "\n";
    }
    return text;
}

TEST(MissingValues, AGuessKeepsMostRows) {
    for (const char* missing : {"", "NA", "-", "nan"}) {
        const DataSet data = load_text(houses(missing));
        EXPECT_THAT(data.axes, ElementsAre("Länge", "Breite"));
        EXPECT_EQ(data.count(), 500);
        EXPECT_THAT(losses(data), ElementsAre("Not taken as coordinates: Höhe (401 of 500 rows lack a number), Preis (328)"));
    }
    EXPECT_THAT(load_text("Länge;Breite;Höhe;Preis\n1,5;2;;\n2,5;3;;\n").axes, ElementsAre("Länge", "Breite")) << "nothing in them";
}

TEST(MissingValues, WhatWasAskedForIsTakenAndSaysWhatItCosts) {
    const DataSet data = load_text(houses(), "Länge,Breite,Preis");
    EXPECT_EQ(data.dimension, 3);
    EXPECT_EQ(data.count(), 172);
    EXPECT_THAT(losses(data), ElementsAre("328 of 500 rows lack a number in Preis and are left out, the first is row 0"));
    const DataSet both = load_text("x,y,z\n1,2,3\n,2,3\n1,2,\n,,3\n1,2,3\n", "x,y,z");
    EXPECT_THAT(losses(both), ElementsAre("3 of 5 rows lack a number in x, y or z and are left out, the first is row 1"));
    EXPECT_THAT(losses(load_text("x,y\n1,2\n1,\n")), ElementsAre("1 of 2 rows lacks a number in y and is left out: row 1"));
    EXPECT_THAT(losses(load_text("a,b,c,d\n1,2,3,4\n,,,\n5,6,7,8\n")),
        ElementsAre("1 of 3 rows lacks a number in a, b or 2 more columns and is left out: row 1"));
    EXPECT_THAT(losses(load_text("x,y\n1,2\n")), ElementsAre());
}

// Each of b, c and d lacks a third; together they lose every row. b has as few values as the others and comes first.
TEST(MissingValues, ColumnsThatTogetherLoseMostRowsAreNotTakenEither) {
    const DataSet data = load_text("a,b,c,d\n1,,3,4\n2,5,,4\n3,5,3,\n4,,3,4\n5,5,,4\n6,5,3,\n");
    EXPECT_THAT(data.axes, ElementsAre("a", "d"));
    EXPECT_THAT(losses(data), ElementsAre("2 of 6 rows lack a number in d and are left out, the first is row 2",
                                  "Not taken as coordinates: b (2 of 6 rows lack a number), c (2)"));
}

TEST(MissingValues, OneColumnIsLeftAtLeastAndNamesAreBelieved) {
    EXPECT_THAT(load_text("a,b\n1,\n,\n,2\n,\n").axes, ElementsAre("b"));
    const DataSet named = load_text("x,y,height\n1,2,3\n,,4\n,,5\n");
    EXPECT_THAT(named.axes, ElementsAre("x", "y")) << "a point without a place is none";
    EXPECT_EQ(named.count(), 1);
    EXPECT_THAT(load_text("x,y,z\n1,2,\n3,4,5\n6,7,\n").axes, ElementsAre("x", "y"));
    EXPECT_THAT(load_text("x,y,lon,lat\n,,7,46\n,,8,47\n1,2,9,48\n").axes, ElementsAre("lon", "lat")) << "the names that hold something";
    EXPECT_THAT(load_text("t,id,x,y,z\n0,a,1,2,\n1,a,3,4,\n").axes, ElementsAre("x", "y")) << "trajectories too";
}

TEST(MissingValues, StrictnessRefusesThemRatherThanLeaveTheColumnOut) {
    for (const std::string names : {"a,b,c", "x,y,z", "t,id,x,y,z"}) {
        const std::string before = names[0] == 't' ? "0,k,1" : "1";
        const std::string text = names + "\n" + before + ",2,\n" + before + ",4,5\n" + before + ",6,\n";
        expect_error(Failure::input, {":2: column '", "is NaN, infinite or missing"}, [&] { load_text(text, "", "points.csv", true); });
    }
}

TEST(MissingValues, OfALongTableTheFirstRowsAreLookedAt) {
    std::string text = "a,b\n";
    for (int i = 0; i < 3000; ++i) text += std::to_string(i) + (i % 4 == 0 ? ",1\n" : ",\n");
    const DataSet data = load_text(text);
    EXPECT_EQ(data.count(), 3000);
    EXPECT_THAT(losses(data), ElementsAre("Not taken as coordinates: b (749 of the first 999 rows lack a number)"));
}

TEST(MissingValues, ArffToo) {
    std::string text = "@relation r\n@attribute a numeric\n@attribute b numeric\n@attribute c {u,v}\n@data\n";
    for (int i = 0; i < 9; ++i) text += std::to_string(i) + (i < 3 ? ",1,u\n" : ",?,v\n");
    const DataSet data = load_text(text, "", "r.arff");
    EXPECT_THAT(data.axes, ElementsAre("a"));
    EXPECT_THAT(losses(data), ElementsAre("Not taken as coordinates: b (6 of 9 rows lack a number)"));
    EXPECT_EQ(load_text(text, "a,b", "r.arff").count(), 3);
}

TEST(MissingValues, APreviewSaysWhatAChoiceLoses) {
    const File file("houses.csv", houses());
    const auto guess = preview_table(file.path());
    ASSERT_TRUE(guess);
    EXPECT_THAT(guess->coordinates, ElementsAre(0, 1));
    EXPECT_EQ(loss_text(*guess, {0, 1}), "");
    EXPECT_EQ(loss_text(*guess, {0, 1, 3}), "328 of 500 rows lack a number in Preis and are left out");
    EXPECT_EQ(loss_text(*guess, {3, 0, 2}), "463 of 500 rows lack a number in Preis or Höhe and are left out");
}

}  // namespace
}  // namespace neighborscope::test
