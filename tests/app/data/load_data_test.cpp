#include "tests/app/data/test_file.hpp"

#include "app/data/load/plain_text.hpp"
#include "app/data/points/data_set.hpp"

#include <cstdlib>
#include <sys/stat.h>

namespace neighborscope::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(LoadData, AwkwardArraysHoldTheSameNumbers) {
    for (const std::string file : {"npy_big_endian.npy", "npy_version2.npy", "npy_fortran.npy"})
        EXPECT_THAT(load_data(NEIGHBORSCOPE_TEST_DATA "/malformed/" + file).coordinates, ElementsAre(0, 1, 2, 3, 4, 5)) << file;
}

TEST(LoadData, MessagesAndNamesArePlainTextWhateverTheFileHolds) {
    expect_refused("x,y\n1,two\n", {"po?ints?.csv:2: "}, "", "po\nints\x1b.csv");
    EXPECT_EQ(plain_text("\x1b[1m \xc3\xa9 \xe9 \xf0\x9f\x98\x80 \xc0\xaf \xed\xa0\x80 \xf4\x90\x80\x80 \xe2\x82"),
        "?[1m \xc3\xa9 ? \xf0\x9f\x98\x80 ?? ??? ???? ??");
    const DataSet data = load_text(
        "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty int gr\xf6\x1b\nend_header\n1 2 3\n", "",
        "points.ply");
    ASSERT_EQ(data.quantities.size(), 1u);
    EXPECT_EQ(data.quantities[0].name, "gr??");
}

TEST(LoadData, TheHashIsXxHash64OfDimensionOriginAndCoordinates) {
    // Computed by a separate Python implementation of XXH64 over the 36 bytes.
    EXPECT_EQ(load_text("x,y\n1,2\n3,4\n").hash, 0x168b48496741a2a2u);
    EXPECT_EQ(load_text("1 2\n3 4\n", "", "points.txt").hash, 0x168b48496741a2a2u);
    EXPECT_NE(load_text("1,2,3,4\n").hash, load_text("1,2\n3,4\n").hash);
}

TEST(LoadData, PicturesShowTheFirstAxesOrTheWidest) {
    using testing::ElementsAre;
    EXPECT_THAT(load_text("1,2\n30,4\n").shown, ElementsAre(0, 1, 2));
    EXPECT_THAT(load_text("0,1,0,1,5\n1,0,1,0,5\n").shown, ElementsAre(0, 1, 2));
    EXPECT_THAT(load_text("7,1,10,3,5\n7,2,30,6,5\n").shown, ElementsAre(2, 3, 1)) << "the first axis says nothing";
    EXPECT_THAT(load_text("7,7,7,7\n7,7,7,7\n").shown, ElementsAre(0, 1, 2));
    EXPECT_THAT(load_data("vectors:n=500,d=9").shown, ElementsAre(0, 1, 2)) << "all alike";
}

TEST(LoadData, ContentDecidesBeforeTheName) {
    const std::string array = npy(npy_header("<f4", "(1, 2)"), std::vector<float>{1, 2});
    EXPECT_EQ(load_text(array, "", "points.csv").format, "NPY");
    expect_refused("1,2\n", {"named .npy", "signature"}, "", "points.npy");
    expect_refused("1,2\n", {"no known format", ".csv", ".xyz", ".npy"}, "", "points.stl");
    expect_refused("\x1f\x8b\x08 and so on", {"gzip", "byte 13", "ends too early"}, "", "points.csv");

    expect_refused("LASF and so on", {"byte 14", "header"}, "", "points.las");
    expect_refused(std::string("\x01\x02\x03", 3), {"no known format"}, "", "points");
}

// Gigabytes of zeros (a file that was never filled) are one line without end to a reader of text: only the first bytes are looked at.
TEST(LoadData, TheMarkOfUtf8IsNoPartOfAnyText) {
    const auto loaded = [](const std::string& name, const std::string& text) {
        return test::load_text("\xef\xbb\xbf" + text, "", name).coordinates;
    };
    EXPECT_THAT(loaded("points.obj", "v 1 2 3\nv 4 5 6\n"), ElementsAre(1, 2, 3, 4, 5, 6));
    EXPECT_THAT(loaded("points.off", "OFF\n2 0 0\n1 2 3\n4 5 6\n"), ElementsAre(1, 2, 3, 4, 5, 6));
    EXPECT_THAT(loaded("points.pts", "2\n1 2 3\n4 5 6\n"), ElementsAre(1, 2, 3, 4, 5, 6));
    EXPECT_THAT(loaded("points.libsvm", "1 1:1 2:2\n2 1:3 2:4\n"), ElementsAre(1, 2, 3, 4));
    EXPECT_THAT(loaded("points.ply",
                    "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float z\nend_header\n1 2 3\n"),
        ElementsAre(1, 2, 3));
    EXPECT_THAT(loaded("points.pcd",
                    "VERSION .7\nFIELDS x y z\nSIZE 4 4 4\nTYPE F F F\nCOUNT 1 1 1\nWIDTH 1\nHEIGHT 1\nPOINTS 1\nDATA ascii\n1 2 3\n"),
        ElementsAre(1, 2, 3));
}

TEST(LoadData, WhatIsNotReadSaysWhatToDo) {
    expect_refused("version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12\n", {"Git LFS", "git lfs pull"}, "", "points.csv");
    expect_refused("OFF BINARY\n" + std::string(12, '\0'), {"binary OFF", "ascii OFF"}, "", "points.off");
    expect_refused("OFF\n1 0 0\n1 2 3\n4 5 6\n", {"1 vertices and no faces", "2 lines follow"}, "", "points.off");
    expect_refused(std::string("\xff\xfep\0l\0y\0\n\0", 10), {"UTF-16", "iconv"}, "", "points.ply");
    std::string doubles;
    for (int i = 0; i < 60; ++i) {
        const double value = 0.1 * i + 0.3;
        doubles.append(reinterpret_cast<const char*>(&value), 8);
    }
    expect_refused(doubles, {"not float32", "save other numbers as .npy"}, "", "points.bin");
}

TEST(LoadData, TextThatBeginsWithZerosIsRefusedWithoutReadingOn) {
    for (const char* ending : {"arff", "gr", "co", "cnode", "cedge", "libsvm", "obj", "off", "pts", "csv", "txt", "xyz"}) {
        const std::string name = std::string("zeros.") + ending;
        const File file(name, "");
        std::filesystem::resize_file(file.path(), std::uintmax_t(1) << 30);  // no blocks on the disk
        const bool magic = ending == std::string_view("off");                // recognised by its first word
        SCOPED_TRACE(name);
        expect_error(Failure::input, {name, magic ? "signature" : ":1: a NUL byte"}, [&] { load_data(file.path()); });
    }
}

TEST(LoadData, RefusesWhatIsNoFile) {
    const File file("points.csv", "1,2\n");
    const std::string folder = std::filesystem::path(file.path()).parent_path().string();
    expect_error(Failure::input, {folder, "is a folder without pictures"}, [&] { load_data(folder); });
    const std::string pipe = folder + "/pipe";
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    expect_error(Failure::input, {"pipe or a device", "to a file"}, [&] { load_data(pipe); });
    expect_error(Failure::input, {"/dev/null"}, [] { load_data("/dev/null"); });
    expect_error(Failure::input, {"No such file"}, [&] { load_data(folder + "/none.csv"); });
    expect_error(Failure::input, {"no file 'uniform'", "uniform: with a colon"}, [] { load_data("uniform"); });
    expect_error(Failure::usage, {"no data"}, [] { load_data(""); });
    if (geteuid() != 0) {
        chmod(file.path().c_str(), 0);
        expect_error(Failure::input, {"Permission denied"}, [&] { load_data(file.path()); });
    }
}

TEST(LoadData, AFileMayHaveAColonInItsName) {
    const File file("week:1.csv", "1,2\n");
    EXPECT_EQ(load_data(file.path()).count(), 1);
}

TEST(Samples, AreFoundAndCredited) {
    const DataSet earthquakes = load_data("sample:earthquakes");
    EXPECT_EQ(earthquakes.count(), 1707);
    EXPECT_THAT(earthquakes.axes, ElementsAre("lon", "lat"));
    EXPECT_EQ(earthquakes.name, "earthquakes");
    EXPECT_EQ(earthquakes.source, "sample:earthquakes");
    EXPECT_THAT(earthquakes.credit, HasSubstr("U.S. Geological Survey"));
    EXPECT_NEAR(earthquakes.coordinate(0, 0), -118.6671667, 1e-5);
    EXPECT_EQ(load_data("sample:earthquakes", {false, "lon,lat,depth_km"}).dimension, 3);
    const DataSet streets = load_data("sample:streets");
    EXPECT_EQ(streets.count(), 8506);
    ASSERT_TRUE(streets.network);
    EXPECT_EQ(streets.network->edges.size(), 10120u);
    EXPECT_THAT(streets.credit, testing::HasSubstr("OpenStreetMap contributors"));
    const DataSet post_codes = load_data("sample:post-codes");
    EXPECT_EQ(post_codes.count(), 42049);
    EXPECT_THAT(post_codes.axes, ElementsAre("lon", "lat"));
    EXPECT_THAT(post_codes.credit, HasSubstr("GeoNames"));
    expect_error(Failure::usage, {"no sample 'earthquake'", "did you mean sample:earthquakes", "post-codes"},
        [] { load_data("sample:earthquake"); });

    std::ifstream licences(samples_folder() + "/LICENCES.md");
    const std::string text((std::istreambuf_iterator<char>(licences)), {});
    for (const SampleInfo& sample : samples()) {
        EXPECT_THAT(text, HasSubstr(sample.file));
        EXPECT_TRUE(std::filesystem::exists(samples_folder() + "/" + sample.file));
        EXPECT_FALSE(sample.why.empty() || sample.method.empty() || sample.title.empty());
    }
}

TEST(Samples, AFolderOfOnesOwnComesFirst) {
    const File file("earthquakes.csv", "lon,lat\n1,2\n");
    ASSERT_EQ(setenv("NEIGHBORSCOPE_SAMPLES", std::filesystem::path(file.path()).parent_path().c_str(), 1), 0);
    const std::int64_t count = load_data("sample:earthquakes").count();
    expect_error(Failure::input, {"post-codes.csv", "No such file"}, [] { load_data("sample:post-codes"); });
    unsetenv("NEIGHBORSCOPE_SAMPLES");
    EXPECT_EQ(count, 1);
}

TEST(LoadQueries, AreRelativeToTheOriginOfTheData) {
    const DataSet data = load_text("x,y\n500123.37,4649776.22\n500123.38,4649776.21\n");
    const File queries("queries.csv", "x,y\n500123.5,4649776.25\n0,0\n");
    const auto relative = [&](double x, double y) { return data.relative({x, y}); };
    EXPECT_NE(data.origin[0], 0);
    EXPECT_THAT(load_queries(queries.path(), data),
        ElementsAre(relative(500123.5, 0)[0], relative(0, 4649776.25)[1], relative(0, 0)[0], relative(0, 0)[1]));
    const File array("queries.npy", npy(npy_header("<f8", "(1, 2)"), std::vector<double>{500123.5, 4649776.25}));
    EXPECT_EQ(load_queries(array.path(), data), relative(500123.5, 4649776.25));
}

TEST(LoadQueries, RefuseAnotherDimensionAndMissingValues) {
    const DataSet data = load_text("x,y\n1,2\n");
    const File wide("queries.csv", "1,2,3\n"), missing("queries.csv", "x,y\n1,2\nnan,2\n");
    const File array("queries.npy", npy(npy_header("<f4", "(2, 2)"), std::vector<float>{1, 2, 3, NAN}));
    expect_error(Failure::usage, {"3 dimensions, the data has 2"}, [&] { load_queries(wide.path(), data); });
    expect_error(Failure::input, {":3: column 'x' is NaN"}, [&] { load_queries(missing.path(), data); });
    expect_error(Failure::input, {"row 1, column 2 is NaN"}, [&] { load_queries(array.path(), data); });
    EXPECT_THAT(load_queries(wide.path(), data, {false, "3,1"}), ElementsAre(3, 1));
}

TEST(Formats, AreListed) {
    std::vector<std::string> names;
    for (const FormatInfo& format : formats()) names.push_back(format.name);
    EXPECT_THAT(names, testing::IsSupersetOf({"NPY", "PLY", "CSV"}));
    for (const FormatInfo& format : formats()) EXPECT_FALSE(format.name.empty() || format.extensions.empty() || format.help.empty());
}

}  // namespace
}  // namespace neighborscope::test
