// Tables with several numbers in a field: points in WKT, vectors in brackets.
#include "tests/app/data/test_file.hpp"

namespace neighborscope::test {
namespace {

using testing::ElementsAre;

TEST(CsvCompoundFields, PointsInWktAreTheCoordinates) {
    const DataSet data =
        load_text("id,wkb_geometry,name\n10,POINT (0 1),a\n20,point(2.5 -1e1),b\n300,POINT EMPTY,c\n7,,d\n8,POINT (4 5),e\n");
    EXPECT_THAT(data.coordinates, ElementsAre(0, 1, 2.5f, -10, 4, 5));
    EXPECT_THAT(data.axes, ElementsAre("x", "y"));
    EXPECT_THAT(data.file_rows, ElementsAre(0, 1, 4)) << "an empty point is missing";
    EXPECT_FALSE(data.degrees);
    ASSERT_TRUE(data.title());
    EXPECT_EQ(data.title()->text(2), "e");
    EXPECT_THAT(load_text("g,f1,f2\nPOINT Z (1 2 3),7,8\nPOINTZ(4 5 6),7,8\n").coordinates, ElementsAre(1, 2, 3, 4, 5, 6));
    EXPECT_THAT(load_text("g\nPOINT (1 2 3)\nPOINT ZM (4 5 6 7)\n").coordinates, ElementsAre(1, 2, 3, 4, 5, 6)) << "no measure";
    EXPECT_THAT(load_text("g\nPOINT M (1 2 3)\nPOINT (4 5)\n").coordinates, ElementsAre(1, 2, 4, 5));
    EXPECT_THAT(load_text("x,y,g\n1,2,POINT (5 6)\n").coordinates, ElementsAre(1, 2)) << "columns of that name";
    EXPECT_THAT(load_text("x,y,g\n1,2,POINT (5 6)\n", "g").coordinates, ElementsAre(5, 6));
    EXPECT_THAT(load_text("h,g\n1,POINT (5 6)\n", "g,h").axes, ElementsAre("g x", "g y", "h"));
    EXPECT_THAT(load_text("h,g\n1,POINT (5 6)\n", "g,h").coordinates, ElementsAre(5, 6, 1));
}

TEST(CsvCompoundFields, WktNeedsNoHeaderAndNoQuotes) {
    for (const char* text : {"POINT (1 2)\nPOINT (3 4)\n", "a,POINT (1 2)\nb,POINT (3 4)\n", "7 POINT(1 2)\n9 POINT(3 4)\n",
             "7 POINT (1 2)\n9 POINT (3 4)\n", "7\tPOINT (1 2)\n9\tPOINT (3 4)\n", "id;g\n1;SRID=4326;POINT(1 2)\n2;SRID=4326;POINT(3 4)\n",
             "id,g\n1,\"SRID=4326;POINT(1 2)\"\n2,\"SRID=4326;POINT(3 4)\"\n"}) {
        EXPECT_THAT(load_text(text).coordinates, ElementsAre(1, 2, 3, 4)) << text;
        EXPECT_THAT(load_text(text, "", "points.txt").coordinates, ElementsAre(1, 2, 3, 4)) << text;
    }
}

TEST(CsvCompoundFields, LongitudeAndLatitudeAreKnown) {
    EXPECT_TRUE(load_text("id,g\n1,\"SRID=4326;POINT(8 47)\"\n").degrees);
    EXPECT_FALSE(load_text("id,g\n1,\"SRID=25832;POINT(8 47)\"\n").degrees);
    EXPECT_THAT(load_text("id,lonlat\n1,POINT (8 47)\n").axes, ElementsAre("lon", "lat"));
    EXPECT_THAT(load_text("id,lat_lng\n1,\"(47.1, 8.2)\"\n").axes, ElementsAre("lat", "lon"));
    EXPECT_TRUE(load_text("id,lat_lng\n1,\"(47.1, 8.2)\"\n").degrees);
}

TEST(CsvCompoundFields, OtherGeometryIsRefusedAndNeverItsIds) {
    expect_refused("id,g\n1,\"LINESTRING (0 0, 1 1)\"\n", {":2: 'LINESTRING (0 0, 1 1)' in column 'g' is not a point in WKT"});
    expect_refused("id,g\n1,POINT (0 0)\n2,\"POLYGON ((0 0, 1 1, 1 0, 0 0))\"\n", {":3: 'POLYGON", "is not a point in WKT"});
    expect_refused("id,g\n1,\"MULTIPOINT ((0 0), (1 1))\"\n", {":2: 'MULTIPOINT"});
    expect_refused("id,g\n1,POINT (0 0)\n2,POINT (0 0 1)\n", {":3: 'POINT (0 0 1)' in column 'g' has 3 numbers where the first has 2"});
    expect_refused("id,g\n1,POINT (0 0)\n2,POINT (0 here)\n", {":3: 'POINT (0 here)'"});
    for (const char* point : {"0101000020E610000000000000000021400000000000804740", "0101000000000000000000F03F0000000000000040",
             "\\x0101000000000000000000F03F0000000000000040", "00000000013FF00000000000004000000000000000"})
        expect_refused(std::string("id,g\n1,") + point + "\n2," + point + "\n", {":2: '", "is geometry in WKB", "ST_AsText"});
    expect_refused("id,g\n1,\"{\"\"type\"\":\"\"Point\"\",\"\"coordinates\"\":[8.1,47.2]}\"\n", {":2: '{\"type\"", "is JSON"});
    expect_refused("LINESTRING (0 0, 1 1)\nLINESTRING (0 0, 1 2)\n", {"no column of numbers"});
    std::string late = "id,g\n";
    for (int i = 0; i < 2000; ++i) late += "1,POINT (1 2)\n";
    expect_refused(late + "2,LINESTRING (0 0)\n", {":2002: 'LINESTRING (0 0)' in column 'g' is not a point in WKT"});
}

TEST(CsvCompoundFields, VectorsInBracketsAreTheCoordinates) {
    for (const char* text : {"id,v\n1,\"[0.5, 2]\"\n2,\"[3, 4e0]\"\n", "id,v\n1,[0.5, 2]\n2,[3, 4]\n", "id,v\n1,[0.5 2]\n2,[ 3.  4. ]\n",
             "id\tv\n1\t[0.5, 2]\n2\t[3, 4]\n", "id v\n1 [0.5, 2]\n2 [3, 4]\n", "1 [0.5 2]\n2 [3 4]\n", "id;v\n1;{0.5,2}\n2;{3,4}\n",
             "id,v\n1,\"(0.5, 2)\"\n2,\"(3, 4)\"\n", "[0.5, 2]\n[3, 4]\n", "id,v\n1,\"[0.5\n 2]\"\n2,\"[3\n 4]\"\n"}) {
        const DataSet data = load_text(text);
        EXPECT_THAT(data.coordinates, ElementsAre(.5f, 2, 3, 4)) << text;
        EXPECT_THAT(data.axes, ElementsAre("x", "y")) << text;
    }
    const DataSet four = load_text("id,price,v\n1,9,\"[1, 2, 3, 4]\"\n2,8,\"[5, 6, null, 8]\"\n");
    EXPECT_THAT(four.coordinates, ElementsAre(1, 2, 3, 4)) << "a vector that lacks a number is left out";
    EXPECT_THAT(four.axes, ElementsAre("1", "2", "3", "4"));
    EXPECT_EQ(four.quantities.size(), 2u);
    std::string pixels = "emotion,pixels\n";
    for (int row = 0; row < 3; ++row) {
        pixels += std::to_string(row) + ",";
        for (int i = 0; i < 48; ++i) pixels += std::to_string(row + i) + (i < 47 ? " " : "\n");
    }
    EXPECT_EQ(load_text(pixels).dimension, 48) << "many numbers need no brackets";
}

TEST(CsvCompoundFields, VectorsThatAreNoneAreRefused) {
    expect_refused("id,v\n1,\"[0.1, 0.2]\"\n2,\"[1, 2, 3]\"\n", {":3: '[1, 2, 3]' in column 'v' has 3 numbers where the first has 2"});
    expect_refused("id,v\n1,\"[0.1 0.2 ... 0.9]\"\n", {":2: '[0.1 0.2 ... 0.9]' in column 'v' has dots in place of numbers"});
    expect_refused("[[0.1 0.2 0.3]\n [0.4 0.5 0.6]\n [0.4 0.5 0.6]]\n", {"points.txt:2: ", "where a comma should be"}, "", "points.txt");
    expect_refused("id,p\n1,\"47.1, 8.2\"\n", {":2: no column holds coordinates", "'47.1, 8.2' in column 'p'"});
    std::string late = "id,v\n";
    for (int i = 0; i < 2000; ++i) late += "1,\"[1, 2]\"\n";
    expect_refused(late + "2,[1]\n", {":2002: '[1]' in column 'v' has 1 number where the first has 2"});
    EXPECT_THAT(load_text("f1,f2,history\n1,2,[1]\n3,4,\"[1, 2]\"\n").coordinates, ElementsAre(1, 2, 3, 4)) << "lists beside numbers";
}

TEST(CsvCompoundFields, BracketsInTextsSplitNothing) {
    EXPECT_THAT(load_text("x,y,s\n1,2,a (b\n3,4,c) d\n").coordinates, ElementsAre(1, 2, 3, 4));
    EXPECT_THAT(load_text("x,y,s,t\n1,2,a (b,c)\n3,4,:(,:)\n").coordinates, ElementsAre(1, 2, 3, 4));
    EXPECT_THAT(load_text("x,y,shape\n1,2,triangle\n3,4,polygon\n").coordinates, ElementsAre(1, 2, 3, 4));
    EXPECT_THAT(load_text("f1,f2,shape\n1,2,triangle\n3,4,point\n").coordinates, ElementsAre(1, 2, 3, 4));
}

}  // namespace
}  // namespace neighborscope::test
