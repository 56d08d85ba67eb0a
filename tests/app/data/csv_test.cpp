#include "tests/app/data/test_file.hpp"

namespace neighborscope::test {
namespace {

using testing::ElementsAre;

TEST(Csv, DelimitersGiveTheSamePoints) {
    const std::string forms[] = {
        "x,y,z\n1,2,3\n4.5,-5e1,+.25\n",
        "x;y;z\n1;2;3\n4.5;-5e1;+.25\n",
        "x\ty\tz\n1\t2\t3\n4.5\t-5e1\t+.25\n",
        "x y z\n1 2 3\n4.5 -5e1 +.25\n",
        "x  y   z\n  1  2\t3  \n4.5 -5e1 +.25",
        "x, y, z\r\n1, 2, 3\r\n4.5, -5e1, +.25\r\n",
        "\xef\xbb\xbfx,y,z\n1,2,3\n4.5,-5e1,.25",
        "\"x\",\"y\",\"z\"\n\"1\",2,\"3\"\n4.5,\"-5e1\" , \"+.25\"\n",
        "# made by hand\nx,y,z\n\n1,2,3\n   # in between, \"quoted\n\n4.5,-5e1,+.25\n\n",
        "x;y;z\n1,0;2;3\n4,5;-50,0;0,25\n",
        "x|y|z\n1|2|3\n4.5|-5e1|+.25\n",
        "sep=;\r\nx;y;z\r\n1;2;3\r\n4.5;-5e1;+.25\r\n",
        "\xef\xbb\xbfsep=:\nx:y:z\n1:2:3\n4.5:-5e1:+.25\n",
        "x,y,z\r\n1,2,3\r\n4.5,-5e1,+.25\r\n\x1a",
        "x,y,z\n1,2,3\n4.5,-5e1,+.25\x1a",
        "//x y z\n2\n1 2 3\n4.5 -5e1 +.25\n",
        "//x,y,z\r\n2\r\n1,2,3\r\n4.5,-5e1,+.25\r\n",
    };
    for (const std::string& form : forms) {
        SCOPED_TRACE(form);
        const DataSet data = load_text(form);
        EXPECT_EQ(data.dimension, 3);
        EXPECT_THAT(data.coordinates, ElementsAre(1, 2, 3, 4.5f, -50, .25f));
        EXPECT_THAT(data.axes, ElementsAre("x", "y", "z"));
        EXPECT_TRUE(data.file_rows.empty());
        EXPECT_EQ(data.format, "CSV");
        EXPECT_EQ(data.name, "points.csv");
    }
}

TEST(Csv, WithoutHeaderAllColumnsOfNumbersAreCoordinates) {
    const DataSet data = load_text("a 1 2\nb 3 4\n", "", "points.txt");
    EXPECT_THAT(data.coordinates, ElementsAre(1, 2, 3, 4));
    EXPECT_THAT(load_text("1\n2\n3").coordinates, ElementsAre(1, 2, 3));
    EXPECT_THAT(load_text("7").coordinates, ElementsAre(7));
    EXPECT_THAT(load_text("1,5 2,5\n3,5 4,5\n", "", "points.txt").coordinates, ElementsAre(1.5f, 2.5f, 3.5f, 4.5f));
    EXPECT_EQ(load_text("1 2 3 4\n5 6 7 8\n", "", "points.txt").dimension, 4);
    EXPECT_EQ(load_text("1 2 3 4\n5 6 7 8\n", "", "points.xyz").dimension, 3) << "colours and normals follow x, y, z";
    EXPECT_THAT(load_text("1 2 3 4\n5 6 7 8\n", "", "points.txt").axes, ElementsAre("1", "2", "3", "4")) << "as --columns counts";
    EXPECT_THAT(load_text("1 2 3 4\n5 6 7 8\n", "4,2", "points.txt").axes, ElementsAre("4", "2"));
    EXPECT_THAT(load_text("1 2 3\n5 6 7\n", "3,1", "points.txt").axes, ElementsAre("z", "x"));
    EXPECT_EQ(load_text("1 2\n5 6\n", "", "points").dimension, 2) << "a name without extension: the content decides";
}

TEST(Csv, ColumnsOfCoordinatesAreKnownByName) {
    EXPECT_THAT(load_text("id,lat,lon,depth\n00501,1,2,3\n").coordinates, ElementsAre(2, 1));
    EXPECT_THAT(load_text("Latitude,Longitude\n1,2\n").axes, ElementsAre("Longitude", "Latitude"));
    EXPECT_THAT(load_text("z,y,name,x\n3,2,17,1\n").coordinates, ElementsAre(1, 2, 3));
    EXPECT_THAT(load_text("a,b,c\n1,word,3\n").coordinates, ElementsAre(1, 3));
    EXPECT_THAT(load_text("lon,lat,2017\n1,2,3\n").coordinates, ElementsAre(1, 2)) << "a year may head a column";
    EXPECT_THAT(load_text("# lat lon\n1 2\n", "", "points.txt").coordinates, ElementsAre(2, 1));
}

TEST(Csv, LongitudeAndLatitudeAreKnownWithinLongerNames) {
    EXPECT_THAT(load_text("pickup_longitude,pickup_latitude,fare\n1,2,3\n").axes, ElementsAre("pickup_longitude", "pickup_latitude"));
    EXPECT_THAT(load_text("GPS Latitude,GPS Longitude,alt\n1,2,3\n").coordinates, ElementsAre(2, 1));
    EXPECT_THAT(load_text("startLat,startLng,endLat,endLng\n1,2,3,4\n").coordinates, ElementsAre(2, 1)) << "the first of two pairs";
    EXPECT_THAT(load_text("a,lat_start,lon_start\n1,2,3\n").coordinates, ElementsAre(3, 2));
    EXPECT_THAT(load_text("colon,colat,c\n1,2,3\n").coordinates, ElementsAre(1, 2, 3)) << "lon is no word there";
    EXPECT_THAT(load_text("pickup_longitude,drop_latitude,c\n1,2,3\n").coordinates, ElementsAre(1, 2, 3)) << "no pair";
}

TEST(Csv, YearsMayHeadColumns) {
    EXPECT_THAT(load_text("name,2001,2002\na,1,2\nb,3,4\n").coordinates, ElementsAre(1, 2, 3, 4));
    EXPECT_THAT(load_text("Country Name;1960;1970\na;1;2\nb;3;4\n").axes, ElementsAre("1960", "1970"));
    EXPECT_EQ(load_text("berlin,2001,2002\na,1,2\n").count(), 2) << "no word that heads columns";
    EXPECT_EQ(load_text("name,2002,2001\na,1,2\n").count(), 2) << "years ascend";
    EXPECT_EQ(load_text("name,2001\na,1\n").count(), 2);
    EXPECT_EQ(load_text("name,2001,2101\na,1,2\n").count(), 2);
    EXPECT_EQ(load_text("name,2001.0,2002.5\na,1,2\n").count(), 2);
}

TEST(Csv, APreviewRefusesChosenColumnsAsReadingDoes) {
    const File file("points.csv", "name,lat\na,1\n");
    LoadOptions options;
    options.columns = "name,lat";
    for (const bool preview : {false, true})
        expect_error(Failure::input, {":2: 'a' in column 'name' is not a number"},
            [&] { preview ? void(preview_table(file.path(), options)) : void(load_data(file.path(), options)); });
}

TEST(Csv, ColumnsWithoutANameHaveTheirNumber) {
    EXPECT_THAT(load_text(",a,b\n0,1,2\n1,3,4\n", "1-3").axes, ElementsAre("1", "a", "b")) << "as pandas writes its index";
    EXPECT_THAT(load_text(",a,b\n0,1,2\n1,3,4\n", "1,b").coordinates, ElementsAre(0, 2, 1, 4));
}

TEST(Csv, ColumnsAreChosenByNameAndNumber) {
    const std::string text = "lon,lat,depth_km,mag,id\n1,2,3,4,a\n5,6,7,8,b\n";
    EXPECT_THAT(load_text(text, "lon,lat,depth_km").coordinates, ElementsAre(1, 2, 3, 5, 6, 7));
    EXPECT_THAT(load_text(text, "lat,lon").coordinates, ElementsAre(2, 1, 6, 5));
    EXPECT_THAT(load_text(text, "1,3-4").coordinates, ElementsAre(1, 3, 4, 5, 7, 8));
    EXPECT_THAT(load_text(text, "MAG").axes, ElementsAre("mag"));
    expect_error(Failure::usage, {"no column 'depht_km'", "did you mean 'depth_km'"}, [&] { load_text(text, "depht_km"); });
    expect_error(Failure::usage, {"5 columns", "column 6"}, [&] { load_text(text, "1,6"); });
    expect_error(Failure::usage, {"5 columns", "column 99999999999"}, [&] { load_text(text, "1-99999999999"); });
    expect_error(Failure::usage, {"column 0"}, [&] { load_text(text, "0"); });
    expect_error(Failure::usage, {"column 1 twice"}, [&] { load_text(text, "1,lon"); });
    expect_error(Failure::usage, {"'x' names two columns", "use numbers"}, [&] { load_text("x,x\n1,2\n", "x"); });
    EXPECT_THAT(load_text("x,x\n1,2\n", "2").coordinates, ElementsAre(2));
    expect_error(Failure::usage, {"runs backwards"}, [&] { load_text(text, "3-1"); });
    expect_error(Failure::usage, {"empty item"}, [&] { load_text(text, "1,,2"); });
    expect_error(Failure::usage, {"have no names", "1 to 2"}, [&] { load_text("1,2\n", "lon"); });
    expect_error(Failure::input, {":2: 'a' in column 'id' is not a number"}, [&] { load_text(text, "lon,id"); });
}

TEST(Csv, QuotesHoldDelimitersQuotesAndLineBreaks) {
    const DataSet data =
        load_text("name,x,y\n\"Berlin, \"\"Mitte\"\"\",1,2\n\"two\nlines, \"\"x\"\"\n\n# no comment\",3,4\n5'6\" tall,5,6\n");
    EXPECT_THAT(data.coordinates, ElementsAre(1, 2, 3, 4, 5, 6));
    EXPECT_THAT(load_text("\"x\ncoordinate\",y\n1,2\n").axes, ElementsAre("x coordinate", "y"));
    expect_refused("x,y,s\n1,2,a\n3,4,\"never\n5,6,b\n", {":3: this quote is never closed"});
}

TEST(Csv, DecimalCommasMayHaveExponents) {
    EXPECT_THAT(load_text("x;y\n1,5E+03;2,5E-01\n3,1E+00;4,5e0\n").coordinates, ElementsAre(1500, 0.25, 3.1f, 4.5));
    EXPECT_THAT(load_text("-1,25e2\t2,5\n3,0e0\t4,5\n").coordinates, ElementsAre(-125, 2.5, 3, 4.5));
}

TEST(Csv, ADecimalCommaMayComeLate) {
    std::string rows = "x;y\n";
    for (int i = 0; i < 3000; ++i) rows += "1;2\n";
    const DataSet data = load_text(rows + "1,5;2,25\n");
    ASSERT_EQ(data.count(), 3001);
    EXPECT_EQ(data.coordinates[6000], 1.5);
    EXPECT_EQ(data.coordinates[6001], 2.25);
    expect_refused(rows + "1.5;2\n3,5;2\n", {":3003: '3,5'", "all with decimal commas"});
    expect_refused(rows + "1,5;2\n3.5;2\n", {":3002: '1,5'", "all with decimal commas"});
}

TEST(Csv, NoPointIsTakenForTheNumberOfPoints) {
    EXPECT_THAT(load_text("//x\n5\n6\n").coordinates, ElementsAre(5, 6));
    EXPECT_THAT(load_text("//x,y\n5,1\n6,1\n").coordinates, ElementsAre(5, 1, 6, 1));
}

TEST(Csv, TheWayOutOfAnotherEncodingCanBePasted) {
    using namespace std::string_literals;
    const std::string utf16 = "\xff\xfe"s + "x\0,\0y\0\n\0"s;
    expect_refused(utf16, {"is text in UTF-16", "iconv -f UTF-16 -t UTF-8 < '", "/my points.csv' > points.csv"}, "", "my points.csv");
    expect_refused(utf16, {"it's.csv is text", "/it'\\''s.csv' > points.csv"}, "", "it's.csv");
    expect_refused(utf16, {"/points.csv' > converted.csv"});
    expect_refused("\xff\xfe\0\0x\0\0\0"s, {"UTF-32", "iconv -f UTF-32 "});
    expect_refused("\0\0\xfe\xff\0\0\0x"s, {"UTF-32", "iconv -f UTF-32 "});
    expect_refused("x\0,\0y\0\n\0001\0,\0002\0\n\0"s, {"is text in UTF-16LE", "iconv -f UTF-16LE -t UTF-8 < '"});
    expect_refused("\0x\0,\0y\0\n\0001\0,\0002\0\n"s, {"is text in UTF-16BE", "iconv -f UTF-16BE "});
    expect_refused("x,y\r1,2\r", {"tr '\\r' '\\n' < '", "/a b.csv' > points.csv"}, "", "a b.csv");
    expect_refused("\n<!DOCTYPE html>\n<html>a,b\n1,2\n", {"is an HTML page, not a table", "download the file itself"});
}

TEST(Csv, RowsWithMissingValuesAreLeftOutAndCounted) {
    const DataSet data = load_text("x,y,s\n1,2,\nNA,3,\n4,,\n5,6,\n-inf,1,\n7,nan,\n8,9,\nnull,N/A,\n");
    EXPECT_THAT(data.coordinates, ElementsAre(1, 2, 5, 6, 8, 9));
    EXPECT_THAT(data.file_rows, ElementsAre(0, 3, 6));
    EXPECT_EQ(data.skipped.count, 5);
    EXPECT_EQ(data.skipped.first_row, 1);
    EXPECT_FALSE(data.skipped.why.empty());
    EXPECT_EQ(data.file_row(2), 6);
    EXPECT_EQ(data.row_of_file_row(3), 1);
    EXPECT_EQ(data.row_of_file_row(4), -1);
    EXPECT_EQ(data.row_of_file_row(100), -1);
    expect_error(Failure::input, {":4: column 'y' is NaN, infinite or missing"},
        [] { load_text("x,y\n1,2\n# note\n3,NA\n", "", "points.csv", true); });
    EXPECT_EQ(load_text("x,y,s\n1,2,\n", "", "points.csv", true).count(), 1) << "what is missing in other columns does not matter";
    expect_refused("x,y\nnan,1\n2,\n", {"all 2 rows"});
}

TEST(Csv, ErrorsOfSpreadsheetsAtTheStartOfALineAreNoComments) {
    const DataSet data = load_text("x,y\n#N/A,1\n2,3\n#NA , 4\n# N/A,5\n#name,6\n");
    EXPECT_THAT(data.coordinates, ElementsAre(2, 3));
    EXPECT_EQ(data.skipped.count, 2);
    expect_refused("x,y\n1,2\n#DIV/0!,3\n", {":3: '#DIV/0!' in column 'x' is not a number"});
    expect_refused("x;y\n1;2\n#REF!;3\n", {":3: '#REF!'"});
}

TEST(Csv, RefusesWhatItCannotReadWithTheLine) {
    expect_refused("x,y\n1,2\n3\n4,5\n", {":3 has 1 field where the first line has 2"});
    expect_refused("x,y\n1,2\n\n3,4,5\n", {":4 has 3 fields"});
    expect_refused("2\n1 2 3\n4 5 6\n", {":2 has 3 fields where the first line has 1"}, "", "points.xyz");
    expect_refused("x,y\n1,2\n3,4O5\n", {":3: '4O5' in column 'y' is not a number", "--columns"});
    expect_refused("1,2\n3,abc\n5,6\n", {":2: 'abc' in column 2 is not a number"});
    expect_refused("x,y\n1,0x10\n2,3\n", {"'0x10'"});
    expect_refused("x,y\n1,1e300\n", {":2: 1e300 in column 'y' is outside the range of float32"});
    expect_refused("x,y\n1,2\n3,\"-4e38\"\n", {":3: -4e38 in column 'y' is outside the range of float32"});
    expect_refused(std::string("x,y\n1,\0"
                               "2\n",
                       9),
        {":2: a NUL byte"});
    expect_refused(
        "\xff\xfe"
        "x\0,\0y\0",
        {"UTF-16", "iconv"});
    expect_refused("x,y\r1,2\r3,4\r", {"CR alone", "tr "});
    expect_refused("x,y\n", {"no rows"});
    expect_refused("# nothing\n\n", {"comments only"});
    expect_refused("name,place\na,b\n", {"no column of numbers"});
    const std::string comment = "# " + std::string(5000, '-') + "\n";  // longer than the examined beginning
    expect_refused(comment + "1 3:0.5 7:1\n-1 2:1\n", {":2: this is LIBSVM", "name it .libsvm"}, "", "train.txt");
    expect_refused(comment + "+1\n-1 3:1\n\n+1 2:0.5\n", {":3: this is LIBSVM"}, "", "train.txt");
    expect_refused("", {"is empty"});
    const std::string path = File("points.csv", "").path();
    expect_error(Failure::input, {path, "No such file"}, [&] { load_data(path); });
}

TEST(Csv, AnErrorIsTheFirstOfTheFileWhateverTheThreadsDo) {
    std::string text = "x,y\n";
    for (int i = 0; i < 200000; ++i) text += i == 90001 || i == 150000 || i == 199999 ? "1,bad" + std::to_string(i) + "\n" : "1.25,2.5\n";
    for (int repeat = 0; repeat < 3; ++repeat) expect_refused(text, {":90003: 'bad90001'"});
}

TEST(Csv, DimensionIsLimited) {
    std::string wide = "1";
    for (int i = 1; i < 4097; ++i) wide += ",1";
    expect_refused(wide + "\n" + wide + "\n", {"4097 dimensions", "4096"});
    EXPECT_EQ(load_text(wide + "\n" + wide + "\n", "1-4096").dimension, 4096);
    EXPECT_EQ(load_text(wide + "\n" + wide + "\n", "4097").dimension, 1);
}

TEST(Csv, AnOriginKeepsTheDigitsOfLargeCoordinates) {
    const DataSet data = load_text("x,y,z\n500123.37,4649776.22,12\n500123.38,4649776.21,13\n500999.99,4649000.01,1.5\n");
    EXPECT_THAT(data.origin, ElementsAre(500480, 4649472, 0)) << "the middle, as a multiple of 256";
    EXPECT_NEAR(data.coordinate(0, 0), 500123.37, 1.6e-5);
    EXPECT_NEAR(data.coordinate(1, 1), 4649776.21, 1.6e-5);
    EXPECT_NEAR(data.coordinate(2, 0), 500999.99, 3.1e-5);
    EXPECT_NEAR(data.relative({500123.37, 4649776.22, 12})[1], 304.22, 1.6e-5);
    const DataSet whole = load_text("1000000,1000000.25\n1000001,1000002.5\n");
    EXPECT_THAT(whole.origin, ElementsAre(1000000.5, 1000001)) << "float32 holds these, but no query between them";
    EXPECT_EQ(whole.coordinate(1, 1), 1000002.5);
    EXPECT_FLOAT_EQ(whole.relative({1000000.7, 1000000.3})[0], 0.2f);
    EXPECT_THAT(load_text("1000,1\n1001,1\n").origin, ElementsAre(0, 0)) << "float32 holds them";
    EXPECT_THAT(load_text("-118.6671667,34.4945\n178.8275,-65.8617\n").origin, ElementsAre(0, 0)) << "an origin would not keep more";
    EXPECT_THAT(load_text("-122.2344491,5.1\n-122.2349640,3.5\n").origin, ElementsAre(testing::DoubleNear(-122.2347, 2e-4), 4.5))
        << "a town in degrees";
    EXPECT_THAT(load_text("nan,1\n123456.75,0\n123456.7,0\n").origin, ElementsAre(testing::DoubleNear(123456.725, .01), 0))
        << "of the rows that are kept";
}

TEST(Csv, AFarPointDoesNotCostTheOthersTheirDigits) {
    // 50 points a millimetre apart in UTM, and one at 0, at any place in the file.
    std::vector<std::string> rows;
    for (int i = 0; i < 50; ++i) rows.push_back("637000.0" + std::to_string(10 + i) + ",4849000\n");
    for (const int at : {0, 25, 50}) {
        std::string text = "x,y\n";
        for (int i = 0; i <= 50; ++i) text += i == at ? "0,0\n" : rows[std::size_t(i - (i > at))];
        const DataSet data = load_text(text);
        EXPECT_THAT(data.origin, ElementsAre(testing::DoubleNear(637000.03, .03), 0)) << "y holds whole numbers that float32 holds too";
        for (int i = 0; i < 50; ++i) EXPECT_NEAR(data.coordinate(i + (i >= at), 0), 637000.010 + i / 1000.0, 1e-8) << i;
        EXPECT_EQ(coarse_text(data), "1 point is kept to 0.06 in x only: far from the others");
    }
    // The same in kilometres, where all 50 are equal in float32.
    std::string kilometres = "x,y\n0,0\n";
    for (int i = 0; i < 50; ++i) kilometres += "637.0000" + std::to_string(10 + i) + ",1\n";
    EXPECT_NEAR(load_text(kilometres).origin[0], 637.00003, 3e-5);
    std::string equal = "x,y\n0,0\n";
    for (int i = 0; i < 50; ++i) equal += "637.1,1\n";
    const DataSet same = load_text(equal);
    EXPECT_EQ(same.origin[0], 0) << "nothing is lost between equal points";
    EXPECT_EQ(coarse_text(same), "");
    // Distant points in a file of many pieces.
    std::string large = "x,y\n";
    for (int i = 0; i < 200000; ++i)
        large +=
            i % 1000 == 7 ? "-1.5e9,0\n" : "500000." + std::to_string(100 + i % 900) + ",4849000." + std::to_string(100 + i % 7) + "\n";
    const DataSet many = load_text(large);
    EXPECT_THAT(many.origin, ElementsAre(500000.5, testing::DoubleNear(4849000.103, .002)));
    EXPECT_NEAR(many.coordinate(199999, 0), 500000.299, 1e-7);
    EXPECT_EQ(coarse_text(many), "200 points are kept to 128 in x and 0.5 in y only: far from the others");
}

TEST(Csv, TheOriginIsTheMiddleOfWhatFloatsDoNotHold) {
    // Nine decimals of a degree: relative to 0 float32 keeps five for latitudes.
    std::string town = "lon,lat\n", from_zero = "x,y\n";
    for (int i = 0; i < 1000; ++i) {
        const std::string digits = std::to_string(1000000000 + i * 999983LL % 1000000000).substr(1);
        town += "8." + digits + ",47." + digits + "\n";
        from_zero += "0." + digits + "," + std::to_string(i % 100) + ".1\n";
    }
    const DataSet data = load_text(town);
    EXPECT_THAT(data.origin, ElementsAre(8.5, 47.5));
    ASSERT_EQ(data.rounding.size(), 2u);
    for (const double rounding : data.rounding) EXPECT_THAT(rounding, testing::AllOf(testing::Gt(1e-9), testing::Le(1.5e-8)));
    EXPECT_EQ(rounding_text(data), "") << "less than a millionth of the distances between so few";
    EXPECT_THAT(load_text(from_zero).origin, ElementsAre(0, 0)) << "values near 0 have more digits from there";
    EXPECT_THAT(load_text("0.1\n0.1\n").rounding, testing::IsEmpty()) << "one value only is its own origin";
    // One point at 0 does not cost the others their digits.
    EXPECT_THAT(load_text(town + "0,0\n").origin, ElementsAre(8.5, 47.5));
}

TEST(Csv, RoundingIsToldWhereItMatters) {
    std::string dense = "lon,lat\n";
    for (int i = 0; i < 20000; ++i)
        dense += "8." + std::to_string(1000000000 + i * 999983LL % 1000000000).substr(1) + ",47." +
                 std::to_string(1000000000 + i * 777767777LL % 1000000000).substr(1) + "\n";
    EXPECT_EQ(rounding_text(load_text(dense)), "coordinates are rounded by up to 2e-8 in lon and 2e-8 in lat");
    EXPECT_EQ(rounding_text(load_text("x,y\n0.1,0.5\n0.7,0.25\n0.9,3\n")), "") << "by a millionth of a distance";
    EXPECT_EQ(rounding_text(load_text("x,y\n1,2\n3,4\n")), "");
    EXPECT_EQ(rounding_text(load_text("x,y\n0,0\n0.1,0\n0.100000001,0\n0.100000002,0\n0.100000003,0\n")),
        "coordinates are rounded by up to 2e-9 in x");
}

TEST(Csv, TheOriginOfALargeFileDoesNotDependOnItsPieces) {
    // In one file the need for an origin is visible only late, in the other only early.
    std::string late = "x,y\n", wide = "x,y\n";
    for (int i = 0; i < 500000; ++i) late += i < 499000 ? "4000000,1\n" : "4000000.37,1\n";
    for (int i = 0; i < 600000; ++i) wide += i < 300 ? "4000000.37,1\n" : "0.3700000,1\n";
    const DataSet needed = load_text(late), not_needed = load_text(wide);
    EXPECT_THAT(needed.origin, ElementsAre(4000000.125, 0));
    EXPECT_NEAR(needed.coordinate(499999, 0), 4000000.37, 1e-7);
    EXPECT_THAT(not_needed.origin, ElementsAre(0, 0));
    EXPECT_EQ(not_needed.coordinates.back(), 1);
    EXPECT_EQ(not_needed.coordinates[std::size_t(2 * 599999)], .37f);
}

TEST(Csv, PiecesOfALargeFileFitTogether) {
    // Long quoted fields with line breaks, comments, blank lines and missing values on both sides of every cut.
    for (const bool spaced : {false, true}) {
        const std::string comma = spaced ? " " : ",";
        std::string text = "s" + comma + "x" + comma + "y" + comma + "t\n";
        std::vector<float> expected;
        std::vector<std::int64_t> rows;
        std::uint32_t random = 12345;
        const auto next = [&](std::uint32_t n) { return (random = random * 1664525 + 1013904223) / 65536 % n; };
        std::int64_t row = 0;
        while (text.size() < (5 << 20)) {
            if (next(10) == 0) text += "\n";
            if (next(10) == 0) text += "# it's \"open" + comma + "\"\n";
            text += "\"";
            const std::uint32_t breaks = next(50) == 0 ? 40000 : next(6);
            for (std::uint32_t i = 0; i < breaks; ++i) text += next(3) ? "1" + comma + "2" + comma + "3\n" : "\"\"\n";
            text += "\"" + comma;
            const bool missing = next(7) == 0;
            const std::string x = missing ? "NA" : std::to_string(next(1000)), y = std::to_string(next(1000)) + ".5";
            text += x + comma + (next(2) ? y : "\"" + y + "\"") + comma +
                    (next(2) ? "t" : "\"t\n1" + comma + "2" + comma + "3" + comma + "4\n\"") + "\n";
            if (!missing) {
                expected.push_back(std::stof(x));
                expected.push_back(std::stof(y));
                rows.push_back(row);
            }
            ++row;
        }
        const DataSet data = load_text(text);
        EXPECT_EQ(data.coordinates, expected);
        EXPECT_EQ(data.file_rows, rows);
        EXPECT_EQ(data.skipped.count, row - std::int64_t(rows.size()));
    }
}

TEST(Csv, ACutInsideOneQuotedFieldLeavesTheNextOneOnTheSameLineAlone) {
    const std::string long_text = "\"" + std::string(700000, '\n') + "\"", short_text = "\"1,2,3\n4,5,6\n\"";
    std::string text = "x,s,t\n";
    for (int i = 0; i < 4; ++i) text += std::to_string(i) + "," + long_text + "," + short_text + "\n";
    EXPECT_THAT(load_text(text).coordinates, ElementsAre(0, 1, 2, 3));
}

TEST(Csv, ManyRowsLeftOutCostNoMoreThanOthers) {
    // 300000 of them: fast, unless each searches for its line number.
    std::string text = "1,2\n";
    for (int i = 0; i < 300000; ++i) text += "NA,2.25\n";
    const DataSet data = load_text(text, "1,2");
    EXPECT_EQ(data.count(), 1);
    EXPECT_EQ(data.skipped.count, 300000);
}

TEST(Csv, BlankLinesDoNotCostMemory) {
    const DataSet data = load_text("1,2\n" + std::string(8 << 20, '\n') + "3,4\n");
    EXPECT_THAT(data.coordinates, ElementsAre(1, 2, 3, 4));
}

TEST(Csv, ReportsProgressAndStops) {
    std::string text;
    while (text.size() < (6 << 20)) text += "1.5,2.5\n";
    const File file("points.csv", text);
    std::atomic<bool> stop{false};
    int calls = 0;
    double last = 0;
    Progress progress{[&](double done, double total) {
                          ++calls;
                          EXPECT_GE(done, last);
                          EXPECT_LE(done, total);
                          EXPECT_NEAR(total, double(text.size()), 1);
                          last = done;
                      },
        &stop};
    EXPECT_EQ(load_data(file.path(), {}, progress).count(), std::int64_t(text.size() / 8));
    EXPECT_GE(calls, 3);
    EXPECT_NEAR(last, double(text.size()), 1);

    calls = 0;
    progress.report = [&](double done, double) {
        EXPECT_FALSE(stop) << "reported after being stopped";
        if (done > 0) stop = true;
    };
    EXPECT_THROW(load_data(file.path(), {}, progress), Cancelled);
}

}  // namespace
}  // namespace neighborscope::test
