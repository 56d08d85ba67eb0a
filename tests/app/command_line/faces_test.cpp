// neighborscope faces: a gallery, recognition, and an evaluation.
#include "app/data/points/data_set.hpp"
#include "program.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>

namespace neighborscope {
namespace {

using nlohmann::json;
using testing::HasSubstr;

/// Two people with three pictures each, 4 x 3, and a text file named as a picture.
class Faces : public testing::Test {
protected:
    Faces() {
        for (int i = 0; i < 6; ++i) write(std::string(i < 3 ? "ann" : "bob") + "_" + std::to_string(i) + ".pgm", i);
        folder.write("note.png", "words\n");
        std::filesystem::create_directory(folder.path("faces"));
        for (const std::string& name : folder.files())
            if (name != "faces") std::filesystem::rename(folder.path(name), folder.path("faces/" + name));
        write("asked.pgm", 4);
    }
    void write(const std::string& name, int i) const {
        std::string pixels;
        for (int p = 0; p < 12; ++p) pixels += char((i < 3 ? 10 : 90) + p * (i + 1));
        folder.write(name, "P5 4 3 255\n" + pixels);
    }
    std::string gallery() const { return folder.path("faces"); }

    Folder folder;
};

void refused(const std::vector<std::string>& arguments, const std::string& why) {
    const ProgramOutput said = program(arguments);
    EXPECT_EQ(said.status, 2) << said.err;
    EXPECT_THAT(said.err, HasSubstr(why));
}

TEST_F(Faces, OfAFolderSaysWhatIsInIt) {
    const ProgramOutput said = program({"faces", gallery()});
    EXPECT_EQ(said.status, 0) << said.err;
    for (const char* text :
        {"pictures    6, 4 x 3", "people      2", "left out    1", "note.png: is text, not a picture", "explained variance", "100.0 %"})
        EXPECT_THAT(said.out, HasSubstr(text));
}

TEST_F(Faces, OfAFolderSaysHowPeopleAreNamedAndWhatWasNotLookedAt) {
    std::filesystem::create_directory(folder.path("faces/.Trashes"));
    write("faces/.Trashes/old.pgm", 1);
    const std::string people = "named by the file names up to the last '_': ann_0.pgm is ann, bob_3.pgm is bob";
    const std::string passed_over = "1 hidden or system folder (.Trashes)";
    const ProgramOutput said = program({"faces", gallery()});
    EXPECT_EQ(said.status, 0) << said.err;
    EXPECT_THAT(said.out, HasSubstr("people      2, " + people + "\n"));
    EXPECT_THAT(said.out, HasSubstr("not read: " + passed_over + "\n"));
    const json read = json::parse(program({"faces", gallery(), "--json"}).out);
    EXPECT_EQ(read["people_note"], people);
    EXPECT_EQ(read["people_doubt"], "");
    EXPECT_EQ(read["not_looked_at"], passed_over);
}

TEST_F(Faces, OfOneNameOnlyAreDoubtful) {
    for (int i = 3; i < 6; ++i) std::filesystem::remove(folder.path("faces/bob_" + std::to_string(i) + ".pgm"));
    const std::string doubt =
        "1 name covers all 3 pictures (ann): if that is not one person, put each person's pictures into a folder, or write "
        "labels.csv (file,person)\n";
    EXPECT_THAT(program({"faces", gallery()}).out, HasSubstr("doubtful    " + doubt));
    const ProgramOutput said = program({"run", gallery(), "--method", "serial", "-k", "1", "--self", "--device", "host"});
    EXPECT_EQ(said.status, 0) << said.err;
    EXPECT_THAT(said.err, HasSubstr("neighborscope: " + doubt)) << "and nothing of columns";
}

TEST_F(Faces, APictureOfTheGalleryFindsItself) {
    for (const std::vector<std::string>& further : {std::vector<std::string>{}, {"--whiten"}}) {
        std::vector<std::string> arguments{"faces", gallery(), "--query", folder.path("asked.pgm"), "-k", "3", "--json"};
        arguments.insert(arguments.end(), further.begin(), further.end());
        const ProgramOutput said = program(arguments);
        ASSERT_EQ(said.status, 0) << said.err;
        const json query = json::parse(said.out)["query"];
        EXPECT_EQ(query["nearest"][0]["file"], "bob_4.pgm");
        EXPECT_NEAR(query["nearest"][0]["distance"], 0, 1e-4);
        EXPECT_NEAR(query["distance_to_face_space"], 0, 1e-4);
        EXPECT_EQ(query["nearest"].size(), 3u);
        EXPECT_EQ(query["vote"], "bob");
    }
    EXPECT_THAT(
        program({"faces", gallery(), "--query", folder.path("asked.pgm"), "-k", "3"}).out, HasSubstr("vote                    bob, "));
}

TEST_F(Faces, AGalleryFileAnswersAsItsFolderDoesAndIsData) {
    const std::string file = folder.path("gallery.npz");
    const ProgramOutput said = program({"faces", gallery(), "--components", "2", "--out", file});
    ASSERT_EQ(said.status, 0) << said.err;
    const auto answer = [&](const std::string& data, const std::vector<std::string>& further = {}) {
        std::vector<std::string> arguments{"faces", data, "--query", folder.path("asked.pgm"), "--json"};
        arguments.insert(arguments.end(), further.begin(), further.end());
        return json::parse(program(arguments).out)["query"];
    };
    EXPECT_EQ(answer(file), answer(gallery(), {"--components", "2"}));
    const ProgramOutput run = program({"run", file, "--method", "serial", "-k", "1", "--self", "--exclude-self", "--device", "host"});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_THAT(run.out, HasSubstr("6 points, 2-D"));
    EXPECT_EQ(program({"check", gallery(), "--method", "heap", "-k", "2", "--self", "--device", "host"}).status, 0);
}

TEST_F(Faces, AnEvaluationSaysWhichBasisItHadAndIsWritten) {
    const std::string table = folder.path("all.csv");
    const ProgramOutput all = program({"faces", gallery(), "--evaluate", "--out", table});
    ASSERT_EQ(all.status, 0) << all.err;
    EXPECT_THAT(all.out, HasSubstr("computed once, from all pictures"));
    EXPECT_THAT(all.out, HasSubstr("equal error rate"));
    const std::string written = content_of(table);
    for (const char* text : {"measure,way,basis,features", "accuracy,leave-one-out,all,pixels,12,1,,,,,",
             "found_up_to_rank,leave-one-out,all,components,", "known_refused,", "confusion,"})
        EXPECT_THAT(written, HasSubstr(text));
    const auto commas = [](const std::string& line) { return std::count(line.begin(), line.end(), ','); };
    std::istringstream lines(written);
    for (std::string line; std::getline(lines, line);) EXPECT_EQ(commas(line), 10) << line;
    const ProgramOutput without = program({"faces", gallery(), "--evaluate", "--basis", "without-tested", "--json"});
    ASSERT_EQ(without.status, 0) << without.err;
    EXPECT_EQ(json::parse(without.out)["evaluation"]["bases"], 2);
    const ProgramOutput split = program({"faces", gallery(), "--evaluate", "--split", "7", "--out", table});
    ASSERT_EQ(split.status, 0) << split.err;
    EXPECT_THAT(split.out, HasSubstr("split with seed 7"));
    EXPECT_THAT(content_of(table), HasSubstr("accuracy,split-7,all,pixels,12,1,,,,,"));
    refused({"faces", gallery(), "--split", "7"}, "--evaluate");
    refused({"faces", gallery(), "--evaluate", "--split", "-1"}, "--split");
}

TEST_F(Faces, VectorsMadeElsewhereHaveTheirPicturesFromAList) {
    const std::string vectors = folder.path("vectors.csv"), list = folder.path("list.csv"), out = folder.path("points.csv");
    std::ofstream(vectors) << "a,b,c,d\n0,0,0,1\n0,0,0,2\n9,9,9,9\n";
    std::ofstream(list) << "file,person\nasked.pgm,Ann\nasked.pgm,Ann\nasked.pgm,Bob\n";
    const ProgramOutput said = program({"convert", vectors, "--pictures", list, "--out", out});
    ASSERT_EQ(said.status, 0) << said.err;
    EXPECT_THAT(content_of(out), HasSubstr("asked.pgm,Ann"));
    refused({"convert", vectors, "--pictures", list, "--out", list}, "would overwrite --pictures");
    std::ofstream(list) << "asked.pgm,Ann\n";
    EXPECT_EQ(program({"shot", vectors, "--pictures", list, "--out", folder.path("shot.png")}).status, 2);
}

TEST_F(Faces, TheFaceIsCutOutFirst) {
    const auto nearest = [&](const std::vector<std::string>& more) {
        std::vector<std::string> arguments{"faces", gallery(), "--query", folder.path("asked.pgm"), "-k", "1", "--json"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const ProgramOutput said = program(arguments);
        EXPECT_EQ(said.status, 0) << said.err;
        return json::parse(said.out)["query"]["distance_to_face_space"].get<double>();
    };
    EXPECT_NE(nearest({}), nearest({"--crop", "3,3,3"}));
    EXPECT_NE(nearest({"--crop", "3,3,3"}), nearest({"--crop", "3,3,3,45"}));
}

TEST_F(Faces, WhatCannotBeIsRefused) {
    refused({"faces"}, "needs a folder");
    refused({"faces", gallery(), "--size", "64"}, "not a width and height");
    refused({"faces", gallery(), "--size", "64x0"}, "--size");
    refused({"faces", gallery(), "--size", "x"}, "--size");
    refused({"faces", gallery(), "--out", folder.path("a.txt")}, "written as .npz");
    refused({"faces", gallery(), "--evaluate", "--out", folder.path("a.npz")}, "written as .csv");
    refused({"faces", gallery(), "--query", folder.path("none.png")}, "No such file");
    refused({"faces", gallery(), "--query", folder.path("faces/note.png")}, "is text, not a picture");
    refused({"faces", gallery(), "--basis", "without-tested"}, "needs --evaluate");
    refused({"faces", gallery(), "--basis", "some", "--evaluate"}, "--basis");
    refused({"faces", gallery(), "-k", "3"}, "add --query");
    refused({"faces", gallery(), "--crop", "face"}, "add --query");
    refused({"faces", gallery(), "--query", folder.path("asked.pgm"), "--crop", "3,4"}, "--crop face");
    refused({"faces", gallery(), "--query", folder.path("asked.pgm"), "--crop", "3,4,0"}, "width above 0");
    refused({"faces", folder.path("asked.pgm")}, "is not a gallery");
}

}  // namespace
}  // namespace neighborscope
