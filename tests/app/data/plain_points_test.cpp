// OFF, OBJ, PTS and raw float32.
#include "tests/app/data/test_file.hpp"

namespace neighborscope::test {
namespace {

using testing::ElementsAre;

DataSet load_named(const std::string& name, const std::string& content) {
    const File file(name, content);
    return load_data(file.path());
}

TEST(Off, ReadsEveryKeywordAndSpelling) {
    const auto coordinates = [](const std::string& content) { return load_named("points.off", content).coordinates; };
    EXPECT_THAT(coordinates("OFF\n2 0 0\n1 2 3\n4 5 6\n"), ElementsAre(1, 2, 3, 4, 5, 6));
    EXPECT_THAT(coordinates("OFF\n2 1 0\n1 2 3\n4 5 6\n\n# a face\n 2 0 1 0.5 0.5 0.5 # grey\r\n"), ElementsAre(1, 2, 3, 4, 5, 6));
    EXPECT_THAT(coordinates("OFF 2 1 0\r\n1 2 3\r\n4 5 6\r\n2 0 1"), ElementsAre(1, 2, 3, 4, 5, 6));
    EXPECT_THAT(coordinates("# a comment\n \t OFF2 0 # no edges\n#\n\n1 2 3 # the first\n4 5 6"), ElementsAre(1, 2, 3, 4, 5, 6));
    EXPECT_THAT(coordinates("2 0 0\n1 2 3\n4 5 6\n"), ElementsAre(1, 2, 3, 4, 5, 6));
    EXPECT_THAT(coordinates("NOFF\n1 0 0\n1 2 3 0 0 1\n"), ElementsAre(1, 2, 3));
    EXPECT_EQ(load_named("points.off", "NOFF\n1 0 0\n1 2 3 0 0 1\n").quantities.size(), 3u);
    EXPECT_EQ(colours_of(load_named("points", "COFF\n1 0 0\n1 2 3 0 128 255 9\n")), std::vector<std::uint32_t>{0xffff8000u});
    const DataSet all = load_named("points.off", "STCNOFF\n1 0 0\n1 2 3 0 0 1 1 0.5 0 0.25 0.75\n");
    EXPECT_THAT(colours_of(all), ElementsAre(0xff0080ffu));
    EXPECT_EQ(std::prev(all.quantities.end(), 2)->numbers()->of_point[0], 0.75);
}

TEST(PlainPoints, WhatIsNoFiniteNumberIsLeftOutInEveryText) {
    const std::string rows =
        "1.#QNAN 1 1\n1 -1.#IND 1\n1 2 3\n1 1 1.#INF\n1 1e400 1\n-1e400 1 nan(ind)\n4 5 6\n4 5 6\n4 5 6\n4 5 6\n4 5 6\n";
    std::string vertices = "v " + rows;
    for (std::size_t at = 0; (at = vertices.find('\n', at)) + 1 < vertices.size();) vertices.insert(++at, "v ");
    const std::string header = " 0.7\nFIELDS x y z\nSIZE 4 4 4\nTYPE F F F\nCOUNT 1 1 1\nWIDTH 11\nHEIGHT 1\nPOINTS 11\nDATA ascii\n";
    const std::pair<const char*, std::string> files[] = {{"a.off", "OFF\n11 0 0\n" + rows}, {"a.obj", vertices}, {"a.pts", "11\n" + rows},
        {"a.xyz", rows}, {"a.txt", rows}, {"a.pcd", "VERSION" + header + rows},
        {"a.ply", "ply\nformat ascii 1.0\nelement vertex 11\nproperty float x\nproperty float y\nproperty float z\nend_header\n" + rows}};
    for (const auto& [name, text] : files) {
        SCOPED_TRACE(name);
        const DataSet data = load_named(name, text);
        EXPECT_THAT(data.file_rows, ElementsAre(2, 6, 7, 8, 9, 10));
        EXPECT_EQ(data.coordinates[1], 2);
        EXPECT_EQ(data.skipped.count, 5);
    }
}

TEST(Off, RefusesWhatItDoesNotHold) {
    const auto refused = [](const std::string& content, const std::vector<std::string>& texts) {
        expect_refused(content, texts, "", "points.off");
    };
    refused("OFG\n1 0 0\n0 0 0\n", {"named .off", "signature"});
    refused("4OFF\n1 0 0\n0 0 0 1\n", {"4OFF"});
    refused("nOFF\n2\n1 0 0\n0 0\n", {"nOFF"});
    refused("OFF BINARY\n", {"binary OFF"});
    refused("OFF\n-1 0 0\n", {":2: '-1' is no number of vertices"});
    refused("OFF\n1 x 0\n0 0 0\n", {":2: 'x' is no number of faces"});
    refused("OFF\n99999999999999999999 0 0\n", {":2:"});
    refused("OFF\n0 0 0\n", {"no points"});
    refused("OFF\n", {"no number of vertices"});
    refused("OFF\n3 0 0\n0 0 0\n1 1 1\n", {":4: 3 vertices", "2 lines follow"});
    refused("OFF\n2 18446744073709551615 0\n0 0 0\n1 1 1\n", {"18446744073709551615 faces"});
    refused("OFF\n2 0 0\n0 0 0\n1 1\n", {":4:", "ends before 'z'"});
    refused("OFF\n2 0 0\n0 0 0\n1 1 1 1\n", {":4:", "'1' follows"});
    refused("OFF\n2 1 0\n0 0 0\n1 1 1\n2 2 2\n", {":5: after 2 vertices", "no face"});
    refused("OFF\n2 2 0\n0 0 0\n1 1 1\n2 0 1\n0 1 1\n", {":6: after 2 vertices"});
    refused("OFF\n2 1 0\n0 0 0\n1 1 1\n2 0\n", {":5: after 2 vertices"});
    refused("OFF\n2 1 0\n0 0 0\n1 1 1\n2 0 1.5\n", {":5: after 2 vertices"});
    refused("OFF\n1 0 0\n0 a 0\n", {":3:", "'a' for 'y'"});
}

TEST(Obj, ReadsVerticesAmongEverythingElse) {
    const DataSet data = load_named(
        "points.OBJ", "# c\nmtllib a.mtl\no v 1 2 3\nv 1 2 3\nvn 0 0 1\nvt 0 0\nv\t4 5 \\\r\n 6 1.0 # w\r\n  v 7 8 9\nf 1 2 3\nf -1 -2 -3");
    EXPECT_THAT(data.coordinates, ElementsAre(1, 2, 3, 4, 5, 6, 7, 8, 9));
    EXPECT_TRUE(colours_of(data).empty() && data.quantities.empty());
}

TEST(Obj, ReadsColoursAfterTheCoordinates) {
    EXPECT_THAT(colours_of(load_named("points.obj", "v 1 2 3 1 0 0.5\nv 1 2 3 nan nan nan\nv 1 2 3\nv 1 2 3 1 0 0 1\n")),
        ElementsAre(0xff8000ffu, 0xff808080u, 0xff808080u, 0xffff0000u));
}

TEST(Obj, IsKnownByItsContent) {
    const std::string mesh = "# Blender\nv 1 2 3\nv 4 5 6\nvn 0 0 1\ns off\nf 1 2 1\nf 1//1 2//1 -1//1\nl 1 2\n";
    for (const char* name : {"k.txt", "k.csv", "k.xyz", "k.pts", "k"}) {
        const DataSet data = load_named(name, mesh);
        EXPECT_EQ(data.format, "OBJ") << name;
        EXPECT_THAT(data.coordinates, ElementsAre(1, 2, 3, 4, 5, 6)) << name;
    }
    EXPECT_THAT(load_named("k.txt", "v 1 2 \\\r\n 3\r\nv 4 5 6\r\n").coordinates, ElementsAre(1, 2, 3, 4, 5, 6));
    std::string large = mesh;  // the first bytes end within a line
    for (int i = 0; i < 1000; ++i) large += "f 1 2 " + std::to_string(i) + "\n";
    EXPECT_EQ(load_named("k.txt", large).count(), 2);
}

TEST(Obj, TakesNoTableForItself) {
    EXPECT_EQ(load_named("k.csv", "v\n1\n2\n").format, "CSV");
    EXPECT_EQ(load_named("k.csv", "v x y\n1 2 3\n4 5 6\n").format, "CSV");
    EXPECT_EQ(load_named("k.txt", "v 1 2 3\nw 4 5 6\n").format, "CSV");
    EXPECT_EQ(load_named("k.csv", "v,1,2,3\nf,4,5,6\n").format, "CSV");
    EXPECT_EQ(load_named("k.txt", "p 1\np 2\np 3\n").format, "CSV");
    EXPECT_EQ(load_named("k.txt", "1 1:2 2:3\n").format, "LIBSVM");
}

TEST(Obj, RefusesWhatIsNoVertex) {
    const auto refused = [](const std::string& content, const std::vector<std::string>& texts) {
        expect_refused(content, texts, "", "points.obj");
    };
    refused("f 1 2 3\n", {"no vertices"});
    refused("v 1 2 3\nv 1 2\n", {":2: 2 numbers"});
    refused("v 1 2 3 4 5\n", {":1: 5 numbers"});
    refused("v 1 2 3 4 5 6 7 8\n", {":1: more than 7"});
    refused("v 1 2 x3\n", {":1: 'x3' for 'z'"});
    refused("v 1 2 1e39\n", {":1:", "float32"});
    refused(std::string("v 1 2 3\n\0\0", 10), {":2:", "NUL"});
    refused("v \\", {":1: 0 numbers"});
    refused("v 1 2 3\nv\n", {":2: 0 numbers"});
    refused("v 1 2 3\nv\r\nv 4 5 6\n", {":2: 0 numbers"});
    refused("v 1\\2 3\n", {":1:"});
}

TEST(Pts, ReadsEveryWidth) {
    EXPECT_THAT(load_named("a.pts", "2\r\n1 2 3\r\n4 5 6\r\n").coordinates, ElementsAre(1, 2, 3, 4, 5, 6));
    EXPECT_THAT(load_named("a.pts", "1 2 3\n4 5 6\n").coordinates, ElementsAre(1, 2, 3, 4, 5, 6));
    EXPECT_THAT(load_named("a.pts", "1\n1 2 3 -5\n").quantities[0].numbers()->of_point, ElementsAre(-5));
    EXPECT_THAT(colours_of(load_named("a.pts", "1\n1 2 3 255 128 0\n")), ElementsAre(0xff0080ffu));
    EXPECT_THAT(colours_of(load_named("a.pts", "1\n1 2 3 -5 255 128 0\n")), ElementsAre(0xff0080ffu));
}

TEST(Pts, TheContentSaysWhatItIs) {
    const std::string named = "//X;Y;Z;Rf;Gf;Bf;Intensity;Volume density (r=0.01)\n2\n1.5;2.5;3;1;0.5;0;7;8\n4;5;6;1;1;1;9;10\n";
    const DataSet table = load_named("a.pts", named), same = load_named("a.txt", named);
    EXPECT_EQ(table.hash, same.hash);
    EXPECT_THAT(table.coordinates, ElementsAre(1.5, 2.5, 3, 4, 5, 6));
    ASSERT_EQ(table.quantities.size(), 5u);
    EXPECT_EQ(table.quantities[4].name, "Volume density (r=0.01)");
    for (const char* text : {"//X Y Z\n1 2 3\n4 5 6\n", "//X,Y,Z\n1,2,3\n4,5,6\n", "x y z\n1 2 3\n4 5 6\n", "1,2,3\n4,5,6\n",
             "1;2;3\n4;5;6\n", "# x y z\n2\n1 2 3\n4 5 6\n", "2\n1,2,3\n4, 5, 6\n", "2\n1;2;3\n4;5;6\n", "//X Y Z\n2\n1 2 3\n4 5 6\n"})
        EXPECT_THAT(load_named("a.pts", text).coordinates, ElementsAre(1, 2, 3, 4, 5, 6)) << text;
    EXPECT_THAT(load_named("a.pts", "3\n1,2,3,10\n4,5,6,20\n7,8,9,30\n").quantities.at(0).numbers()->of_point, ElementsAre(10, 20, 30));
    expect_refused("1\n1,5 2,5 3,5\n", {":2: numbers are separated by blanks and by commas"}, "", "a.pts");
}

TEST(Pts, RefusesWhatItDoesNotHold) {
    const auto refused = [](const std::string& content, const std::vector<std::string>& texts) {
        expect_refused(content, texts, "", "a.pts");
    };
    refused("3\n1 2 3\n", {":2: the first line says 3 points", "1 lines"});
    refused("1\n1 2 3\n4 5 6\n", {"says 1 points", "2 lines"});
    refused("-1\n1 2 3\n", {":1: '-1' is no number of points"});
    refused("7\n", {"no points"});
    refused("1\n1 2\n", {":2: 2 numbers"});
    refused("2\n1 2 3\n1 2 3 4\n", {":3:", "'4' follows"});
    refused("1\n1 2 abc\n", {":2: 'abc' for 'z'"});
}

std::string floats(const std::vector<float>& values) { return {reinterpret_cast<const char*>(values.data()), 4 * values.size()}; }

TEST(Kitti, TheSizeSaysWhatAPointIs) {
    const DataSet four = load_named("a.bin", floats({1, 2, 3, 0.5, 4, 5, 6, 0.25}));
    EXPECT_THAT(four.coordinates, ElementsAre(1, 2, 3, 4, 5, 6));
    EXPECT_THAT(four.quantities.at(0).numbers()->of_point, ElementsAre(0.5, 0.25));
    EXPECT_THAT(load_named("a.bin", floats({1, 2, 3, 4, 5, 6})).coordinates, ElementsAre(1, 2, 3, 4, 5, 6));
    EXPECT_THAT(load_named("a.pcd.bin", floats({1, 2, 3, 0.5, 31})).quantities.at(1).numbers()->of_point, ElementsAre(31));
    const File file("a.bin", floats({1, 2, 3, 0.5}));
    EXPECT_THAT(load_data(file.path(), {false, "intensity,x"}).coordinates, ElementsAre(0.5, 1));
    expect_error(Failure::usage, {"5"}, [&] { load_data(file.path(), {false, "5"}); });
}

TEST(Kitti, RefusesVectorsWithTheirDimension) {
    const std::string three("\3\0\0\0", 4);
    const std::string vectors = three + floats({1, 2, 3}) + three + floats({4, 5, 6});
    expect_refused(vectors, {"a.bin looks like vectors of TEXMEX", "each of 2", "dimension, 3", "name it .fvecs"}, "", "a.bin");
    EXPECT_THAT(load_named("a.fvecs", vectors).coordinates, ElementsAre(1, 2, 3, 4, 5, 6));
    const std::string bytes("\4\0\0\0abcd\4\0\0\0efgh", 16);
    expect_refused(bytes, {"looks like vectors of TEXMEX", "name it .bvecs"}, "", "a.bin");
    EXPECT_EQ(load_named("a.bin", three + floats({1, 2, 3}) + floats({4, 5, 6, 1})).count(), 2);
}

TEST(Kitti, RefusesASizeThatDoesNotTell) {
    const std::string doubtful = floats({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, -12});  // 4 points of x, y, z
    expect_refused(doubtful, {"byte 44: -12 is not an intensity", "name it .xyz.bin", ".xyzi.bin"}, "", "a.bin");
    EXPECT_THAT(load_named("a.xyz.bin", doubtful).coordinates, ElementsAre(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, -12));
    EXPECT_THAT(load_named("a.xyzi.bin", doubtful).quantities.at(0).numbers()->of_point, ElementsAre(4, 8, -12));
    EXPECT_EQ(load_named("a.bin", floats({1, 2, 3, 0, 5, 6, 7, 255, 9, 10, 11, 1})).count(), 3);
    EXPECT_EQ(load_named("a.bin", floats({1, 2, 3, 65535})).count(), 1);  // not points of x, y, z
    expect_refused(floats({1, 2, 3, 4}), {"4 bytes are left after 1 points of 3"}, "", "a.xyz.bin");
}

TEST(Kitti, RefusesOtherSizesAndText) {
    expect_refused(floats({1, 2, 3, 4}) + "abc", {"byte 16", "3 bytes are left", ".npy"}, "", "a.bin");
    expect_refused("1.0 2.0 3.0 4.0\n", {"is text", ".csv"}, "", "a.bin");
    expect_refused(floats({NAN, 1, 2, 0, 3, INFINITY, 4, 0}),
        {"x, y or z of all 2 points is NaN or infinite", "save other numbers as .npy"}, "", "a.bin");
    const File file("a.bin", floats({1, 2, 3, 0.5, 1, NAN, 3, 0.5}));
    EXPECT_EQ(load_data(file.path()).skipped.count, 1);
    expect_error(Failure::input, {"byte 16", "y of point 1"}, [&] { load_data(file.path(), {true, ""}); });
}

}  // namespace
}  // namespace neighborscope::test
