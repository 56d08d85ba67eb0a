// Saved points: bytes as the formats' specifications require, and the same points after reading.
#include "tests/app/data/test_file.hpp"

#include "app/data/save/points_file.hpp"

#include <cmath>
#include <limits>

namespace neighborscope {
namespace {

using test::colours_of;
using test::expect_error;
using test::File;
using test::true_coordinates;

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

std::string content_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// Two points with every kind of value that a format supports.
DataSet two_points() {
    DataSet data;
    data.dimension = 2;
    data.coordinates = {0.1f, -3, 2.5f, 4};
    data.origin = {0, 0};
    data.axes = {"lon", "lat"};
    data.quantities.push_back({"height, m", NumberValues{{1e-3, nothing}}});
    data.quantities.push_back({"kind", WordValues{{"a \"b\"", "caf\xc3\xa9"}, {1, -1}}});
    data.set_label(1);
    data.quantities.push_back({"colours", ColourValues{{0xff0000ffu, 0xff804020u}}});
    return data;
}

const PointResults second_is_first = {{0, 1}, {float(nothing), 0.5f}};

std::string written(const std::string& name, const DataSet& data, const PointResults* results = nullptr) {
    const File file(name, "");
    write_points(file.path(), data, results);
    return content_of(file.path());
}

DataSet read_back(const std::string& name, const DataSet& data, const std::string& columns = "") {
    const File file(name, "");
    write_points(file.path(), data);
    return load_data(file.path(), {false, columns});
}

/// The bytes of one member of an archive that is stored without compression.
std::string member(const std::string& archive, const std::string& name) {
    const auto number = [&](std::size_t at, std::size_t bytes) {
        std::size_t value = 0;
        for (std::size_t i = bytes; i-- > 0;) value = value << 8 | static_cast<unsigned char>(archive.at(at + i));
        return value;
    };
    for (std::size_t at = 0; archive.compare(at, 4, "PK\x03\x04") == 0;) {
        const std::size_t size = number(at + 18, 4), letters = number(at + 26, 2), extra = number(at + 28, 2);
        if (archive.substr(at + 30, letters) == name) return archive.substr(at + 30 + letters + extra, size);
        at += 30 + letters + extra + size;
    }
    return {};
}

TEST(Save, CsvSaysEverythingOfAPoint) {
    EXPECT_EQ(written("points.csv", two_points(), &second_is_first),
        "lon,lat,\"height, m\",kind,red,green,blue,rank,distance\n"
        "0.1,-3,0.001,caf\xc3\xa9,255,0,0,0,\n"
        "2.5,4,,,32,64,128,1,0.5\n");
}

TEST(Save, CsvQuotesAsRfc4180Says) {
    DataSet data = two_points();
    std::get<WordValues>(data.quantities[1].values).of_point = {0, 0};
    data.quantities.pop_back();
    EXPECT_THAT(written("points.csv", data), testing::HasSubstr("0.1,-3,0.001,\"a \"\"b\"\"\"\n"));
}

TEST(Save, CsvOfManyDimensionsHasAHeaderThatIsNoPoint) {
    const DataSet data = load_data("vectors:n=100,d=5");
    EXPECT_THAT(written("points.csv", data), testing::StartsWith("x1,x2,x3,x4,x5\n"));
    EXPECT_EQ(read_back("points.csv", data).coordinates, data.coordinates);
}

TEST(Save, CsvReadsBackToTheSamePoints) {
    const std::string fine = "x,y\n1000000.25,5000000.125\n1000001.123456,5000002.7\n1000003.1,5000000.9\n";  // needs an origin
    for (const std::string& text : {fine, std::string("x,y\n0.1,1e-30\n-7.25,3e30\n"), std::string("x,y\n16777216,1\n16777218,5\n")}) {
        const DataSet data = test::load_text(text);
        const DataSet again = read_back("points.csv", data);
        EXPECT_EQ(again.hash, data.hash) << text;
        EXPECT_EQ(true_coordinates(again), true_coordinates(data)) << text;
    }
    // Points that are exact in float32, for which the shortest text of the floats would cause an origin and other digits.
    const File file("points.npy", test::npy(test::npy_header("<f4", "(2, 1)"), std::vector<float>{100000.1f, 900000.3f}));
    const DataSet data = load_data(file.path());
    EXPECT_EQ(true_coordinates(read_back("points.csv", data)), true_coordinates(data));
    for (const std::string source : {"uniform:n=2000", "cube:n=2000", "hotspots:n=2000,d=3"}) {
        const DataSet made = load_data(source);
        EXPECT_EQ(read_back("points.csv", made).hash, made.hash) << source;
    }
}

TEST(Save, NpzHoldsWhatNumpyReads) {
    const std::string archive = written("points.npz", two_points(), &second_is_first);
    const File points("points.npy", member(archive, "points.npy"));
    EXPECT_THAT(load_data(points.path()).coordinates, testing::ElementsAre(0.1f, -3, 2.5f, 4));
    EXPECT_THAT(member(archive, "points.npy"), testing::HasSubstr("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2), }"));
    const auto ends_with = [&archive](const std::string& name, const std::string& header, const std::string& bytes) {
        const std::string array = member(archive, name);
        EXPECT_THAT(array, testing::HasSubstr(header)) << name;
        EXPECT_EQ(array.size() % 64, bytes.size() % 64) << name;
        EXPECT_TRUE(array.ends_with("\n" + bytes)) << name;
    };
    ends_with("rank.npy", "'<i4', 'fortran_order': False, 'shape': (2,)", std::string("\0\0\0\0\1\0\0\0", 8));
    ends_with("distance.npy", "'<f4'", std::string("\0\0\xc0\x7f\0\0\0\x3f", 8));
    ends_with("colours.npy", "'|u1', 'fortran_order': False, 'shape': (2, 3)", std::string("\xff\0\0\x20\x40\x80", 6));
    ends_with("kind.npy", "'<i4'", std::string("\1\0\0\0\xff\xff\xff\xff", 8));
    ends_with("kind_words.npy", "'<U5'",
        std::string("a\0\0\0 \0\0\0\"\0\0\0b\0\0\0\"\0\0\0"
                    "c\0\0\0a\0\0\0f\0\0\0\xe9\0\0\0\0\0\0\0",
            40));
    ends_with("axes.npy", "'<U3'", std::string("l\0\0\0o\0\0\0n\0\0\0l\0\0\0a\0\0\0t\0\0\0", 24));
    EXPECT_THAT(member(archive, "height, m.npy"), testing::HasSubstr("'<f8'"));
}

TEST(Save, NpzKeepsAnOriginAsFloat64) {
    const DataSet data = test::load_text("x,y\n1000000.25,5000000.125\n1000001.123456,5000002.7\n");
    const File points("points.npy", member(written("points.npz", data), "points.npy"));
    EXPECT_EQ(load_data(points.path()).hash, data.hash);
}

TEST(Save, NpzNamesAnAttributeApartFromItsOwnArrays) {
    DataSet data = two_points();
    data.quantities[0].name = "points";
    data.quantities[1].name = "a/b";
    const std::string archive = written("points.npz", data);
    EXPECT_THAT(member(archive, "points.npy"), testing::HasSubstr("(2, 2)"));
    EXPECT_THAT(member(archive, "points 2.npy"), testing::HasSubstr("(2,)"));
    EXPECT_FALSE(member(archive, "a_b.npy").empty());
}

TEST(Save, PlyIsBinaryLittleEndianWithItsWordsInComments) {
    const std::string header =
        "ply\nformat binary_little_endian 1.0\n"
        "comment x is lon\ncomment y is lat\ncomment kind 0 a \"b\"\ncomment kind 1 caf\xc3\xa9\n"
        "element vertex 2\nproperty float x\nproperty float y\nproperty double height,_m\nproperty int kind\n"
        "property uchar red\nproperty uchar green\nproperty uchar blue\nproperty int rank\nproperty float distance\nend_header\n";
    const std::string file = written("points.ply", two_points(), &second_is_first);
    ASSERT_EQ(file.substr(0, header.size()), header);
    constexpr std::size_t row = 4 + 4 + 8 + 4 + 3 + 4 + 4;
    ASSERT_EQ(file.size(), header.size() + 2 * row);
    const std::string second = file.substr(header.size() + row);
    EXPECT_EQ(second.substr(0, 8), std::string("\0\0\x20\x40\0\0\x80\x40", 8));
    EXPECT_EQ(second.substr(16), std::string("\xff\xff\xff\xff\x20\x40\x80\1\0\0\0\0\0\0\x3f", 15));
}

TEST(Save, PlyTakesDoublesWhereFloatsWouldLose) {
    const DataSet data = test::load_text("x,y,z\n1000000.25,5000000.125,1\n1000001.123456,5000002.7,2\n");
    const std::string file = written("points.ply", data);
    EXPECT_THAT(file, testing::HasSubstr("property double x\nproperty double y\nproperty double z\n"));
    double first = 0;
    std::memcpy(&first, file.data() + file.size() - 48, sizeof first);
    EXPECT_EQ(first, 1000000.25);
}

TEST(Save, WhatAFileSaysOfItsPointsIsReadBackFromEveryFormat) {
    const std::string table =
        "x,y,z,class,height,name,red,green,blue\n"
        "1000000.25,5000000.125,1,oak,1.5,first,255,0,0\n"
        "1000001.5,5000002.75,2,\"beech, red\",,second,0,128,7\n"
        "1000002.5,5000001.5,3,oak,-3,third,1,2,3\n"
        "1000003.75,5000001.25,4,oak,0.1,fourth,9,9,9\n";
    const DataSet data = test::load_text(table);
    ASSERT_EQ(data.quantities.size(), 4u);
    ASSERT_EQ(colours_of(data).size(), 4u);
    for (const std::string name : {"points.csv", "points.npz", "points.ply"}) {
        SCOPED_TRACE(name);
        const DataSet again = read_back(name, data);
        EXPECT_EQ(again.hash, data.hash);
        EXPECT_EQ(again.axes, data.axes);
        EXPECT_EQ(colours_of(again), colours_of(data));
        ASSERT_EQ(again.quantities.size(), 4u);
        EXPECT_EQ(again.label()->name, data.label()->name);
        for (std::size_t a = 0; a < 3; ++a) {
            EXPECT_EQ(again.quantities[a].name, data.quantities[a].name);
            for (std::int64_t row = 0; row < 4; ++row)
                EXPECT_EQ(again.quantities[a].text(row), data.quantities[a].text(row)) << a << " " << row;
        }
        EXPECT_EQ(again.quantities[1].text(0), "1.5");
        EXPECT_EQ(again.quantities[1].text(1), "");
        EXPECT_EQ(again.title()->name, data.title()->name);
    }
    for (const std::string source : {"uniform:n=2000", "cube:n=2000", "sample:streets", "sample:earthquakes"})
        for (const std::string name : {"points.csv", "points.npz", "points.ply"}) {
            const DataSet made = load_data(source);
            EXPECT_EQ(read_back(name, made).hash, made.hash) << source << " " << name;
        }
    const DataSet vectors = load_data("vectors:n=100,d=40");
    for (const std::string name : {"points.csv", "points.npz"}) EXPECT_EQ(read_back(name, vectors).hash, vectors.hash) << name;
}

TEST(Save, SaysWhatCannotBeWritten) {
    const DataSet data = load_data("vectors:n=3,d=4");
    const File ply("points.ply", "old");
    expect_error(Failure::usage, {"points.ply", "2-D and 3-D", "4 dimensions", ".npz"}, [&] { write_points(ply.path(), data); });
    EXPECT_EQ(content_of(ply.path()), "old");
    expect_error(Failure::usage, {"--points 'points.xlsx'", ".csv, .npz or .ply"}, [] { points_format("points.xlsx", "--points"); });
    EXPECT_EQ(points_format("a.b/POINTS.PLY"), PointsFormat::ply);
}

TEST(Save, ResultsAreRanksAndDistancesOfPoints) {
    const std::vector<std::int32_t> index{3, 0, -1};
    const std::vector<float> distance{1, 2, float(nothing)};
    const PointResults results = results_of_list(4, index, distance);
    EXPECT_THAT(results.rank, testing::ElementsAre(2, 0, 0, 1));
    EXPECT_EQ(results.distance[0], 2);
    EXPECT_TRUE(std::isnan(results.distance[1]) && std::isnan(results.distance[2]));
    EXPECT_EQ(results.distance[3], 1);
}

TEST(Save, CanBeCancelledAndLeavesWhatWasThere) {
    const DataSet data = load_data("uniform:n=100000");
    const std::atomic<bool> stop{true};
    for (const std::string name : {"points.csv", "points.npz", "points.ply"}) {
        const File file(name, "old");
        EXPECT_THROW(write_points(file.path(), data, nullptr, Progress{{}, &stop}), Cancelled) << name;
        EXPECT_EQ(content_of(file.path()), "old") << name;
    }
}

}  // namespace
}  // namespace neighborscope
