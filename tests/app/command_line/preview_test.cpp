// preview: how a file is interpreted, as text and as JSON.
#include "program.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace neighborscope {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using Json = nlohmann::json;

TEST(Preview, FailsAsRunDoes) {
    const Folder folder;
    for (const char* text : {"id,geometry\n1,\"LINESTRING (0 0, 1 1)\"\n", "x,y\n1,1e300\n", "lon,lat\n8 30.5,47 22\n", "x,y\n1,2\n3\n",
             "id,when\n1,2020-01-01\n"}) {
        const std::string path = folder.write("points.csv", text);
        const ProgramOutput preview = program({"preview", path}), run = program({"run", path, "--method", "heap", "-k", "1", "--self"});
        EXPECT_EQ(preview.status, 2) << text;
        EXPECT_EQ(run.status, 2) << text;
        EXPECT_EQ(preview.err, run.err);
        EXPECT_EQ(preview.out, "");
    }
    const ProgramOutput points = program({"preview", folder.write("wkt.csv", "id,geometry\n1,POINT (0 1)\n2,POINT (2 3)\n")});
    EXPECT_EQ(points.status, 0) << points.err;
    EXPECT_THAT(points.out, HasSubstr("points of 2 numbers in geometry"));
}

TEST(Preview, AConvertedTableSaysHowItIsReadBack) {
    const Folder folder;
    const std::string ids = folder.write("ids.csv", "id,when\n1,2020-01-01\n2,2020-02-01\n");
    const ProgramOutput said = program({"convert", ids, "--columns", "id", "--out", folder.path("out.csv")});
    EXPECT_EQ(said.status, 0) << said.err;
    EXPECT_THAT(said.out, HasSubstr("to read its coordinates back, use --columns 1\n"));
}

TEST(Preview, SaysWhatEveryColumnIsTakenFor) {
    const Folder folder;
    const std::string path = folder.write(
        "towns.csv", "town;lat;lon;kind;height\nBern;46,9;7,4;a;540\nRom;41,9;12,5;b;\n\"Bad; Ems\";50,3;7,7;a;85\nUlm;48,4;10;b;478\n");
    const ProgramOutput said = program({"preview", path});
    EXPECT_EQ(said.status, 0) << said.err;
    EXPECT_THAT(said.lines().front(), HasSubstr("towns.csv: CSV, separated by semicolons, decimal comma, header"));
    EXPECT_THAT(said.out, HasSubstr("2  lat     coordinate 2  numbers                 46,9, 41,9, 50,3, 48,4\n"));
    EXPECT_THAT(said.out, HasSubstr("3  lon     coordinate 1  numbers                 7,4,"));
    EXPECT_THAT(said.out, HasSubstr("1  town    title         text                    Bern, Rom, Bad; Ems, Ulm\n"));
    EXPECT_THAT(said.out, HasSubstr("4  kind    label "));
    EXPECT_THAT(said.out, HasSubstr("5  height  attribute     numbers in 3 of 4 rows  540, (empty), 85"));

    const Json json = Json::parse(program({"preview", path, "--json", "--columns", "height,lat", "--label", "town"}).out);
    EXPECT_EQ(json["format"], "CSV");
    EXPECT_EQ(json["details"], "separated by semicolons, decimal comma, header");
    EXPECT_EQ(json["coordinates"], Json::parse("[5,2]"));
    EXPECT_EQ(json["choice"], true);
    EXPECT_EQ(json["rows_looked_at"], 4);
    ASSERT_EQ(json["rounding"].size(), 2u);
    EXPECT_EQ(json["rounding"][0], 0) << "whole numbers";
    EXPECT_GT(json["rounding"][1], 1e-9);
    EXPECT_LT(json["rounding"][1], 1e-6);
    EXPECT_THAT(said.out, Not(HasSubstr("rounded"))) << "by less than matters";
    const ProgramOutput close =
        program({"preview", folder.write("close.csv", "x,y\n0,0\n0.1,0\n0.100000001,0\n0.100000002,0\n0.100000003,0\n")});
    EXPECT_THAT(close.out, HasSubstr("\ncoordinates are rounded by up to 2e-9 in x\n"));
    EXPECT_EQ(json["rows_lost"], 1);
    EXPECT_THAT(
        program({"preview", path, "--columns", "height,lat"}).out, HasSubstr("\n1 of 4 rows lacks a number in height and is left out\n"));
    ASSERT_EQ(json["columns"].size(), 5u);
    EXPECT_EQ(json["columns"][0],
        Json::parse(
            R"({"number":1,"name":"town","numeric":false,"use":"label","rows_lacking":0,"examples":["Bern","Rom","Bad; Ems","Ulm"]})"));
    EXPECT_EQ(json["columns"][4]["use"], "coordinate");
}

TEST(Preview, ShowsEightRowsAndNoControlCharacters) {
    const Folder folder;
    std::string text = "x y s\n";
    for (int i = 0; i < 20; ++i) text += std::to_string(i) + " 1 \"\x1b[31m\"\n";
    const std::string path = folder.write("many.txt", text);
    EXPECT_EQ(Json::parse(program({"preview", path, "--json"}).out)["columns"][0]["examples"].size(), 8u);
    const ProgramOutput said = program({"preview", path});
    EXPECT_THAT(said.out, HasSubstr("separated by blanks"));
    EXPECT_THAT(said.out, Not(HasSubstr("\x1b")));
}

TEST(Preview, TrajectoriesSamplesAndWhatHasNoColumns) {
    const Folder folder;
    const ProgramOutput moving = program({"preview", folder.write("m.csv", "t,id,x,y\n0,a,1,2\n1,a,3,4\n")});
    EXPECT_THAT(moving.out, HasSubstr("trajectories by t\n"));
    EXPECT_THAT(moving.out, HasSubstr("id      title "));
    EXPECT_THAT(program({"preview", "sample:earthquakes"}).out, HasSubstr("id        title"));
    const ProgramOutput made = program({"preview", "grid:n=9,d=2"});
    EXPECT_EQ(made.status, 0) << made.err;
    EXPECT_THAT(made.out, HasSubstr("generator, 9 points"));
    EXPECT_THAT(made.out, HasSubstr("do not apply"));
    EXPECT_EQ(Json::parse(program({"preview", "grid:n=9,d=2", "--json"}).out)["choice"], false);
}

TEST(Preview, ListsTheArraysOfWhichOneIsAskedFor) {
    const Folder folder;
    const std::string made = folder.path("lists.npz"), rows = folder.write("rows.csv", "x,y\n1,2\n3,4\n5,6\n");
    ASSERT_EQ(program({"run", rows, "--method", "heap", "-k", "2", "--self", "--out", made}).status, 0);
    const ProgramOutput refused = program({"preview", made}), asked = program({"preview", made, "--array", "distance"});
    EXPECT_EQ(refused.status, 2);
    EXPECT_THAT(refused.err, HasSubstr("index (3 x 2)"));
    EXPECT_THAT(refused.err, HasSubstr("--array"));
    EXPECT_EQ(asked.status, 0) << asked.err;
    EXPECT_THAT(asked.out, HasSubstr("arrays (--array chooses one): "));
    EXPECT_THAT(asked.out, HasSubstr("distance (3 x 2)"));
    const Json arrays = Json::parse(program({"preview", made, "--array", "distance", "--json"}).out)["arrays"];
    EXPECT_THAT(arrays, testing::Contains("index (3 x 2)"));
    EXPECT_EQ(Json::parse(program({"preview", rows, "--json"}).out)["arrays"], Json::array());
    EXPECT_EQ(program({"run", made, "--array", "distance", "--method", "heap", "-k", "1", "--query", "0,0"}).status, 0);
}

TEST(Preview, RefusesLikeEverythingElse) {
    const Folder folder;
    const std::string path = folder.write("p.csv", "x,y,kind\n1,2,a\n");
    EXPECT_EQ(program({"preview"}).status, 2);
    EXPECT_EQ(program({"preview", folder.path("none.csv")}).status, 2);
    const ProgramOutput unknown = program({"preview", path, "--label", "knd"});
    EXPECT_EQ(unknown.status, 2);
    EXPECT_THAT(unknown.err, HasSubstr("did you mean 'kind'?"));
    EXPECT_EQ(program({"preview", path, "--columns", "4"}).status, 2);
    for (const char* option : {"--columns", "--label"}) {
        const ProgramOutput nothing = program({"preview", path, option, ""});
        EXPECT_EQ(nothing.status, 2);
        EXPECT_THAT(nothing.err, HasSubstr(std::string(option) + " '' is empty"));
    }
}

}  // namespace
}  // namespace neighborscope
