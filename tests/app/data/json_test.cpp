// JSON Lines, arrays of rows, GeoJSON.
#include "tests/app/data/test_file.hpp"

namespace neighborscope::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

DataSet load_json(const std::string& content, const LoadOptions& options = {}, const std::string& name = "points.jsonl") {
    const File file(name, content);
    return load_data(file.path(), options);
}

std::vector<std::string> texts_of(const Quantity& quantity) {
    std::vector<std::string> texts;
    for (std::int64_t row = 0; row < quantity.count(); ++row) texts.push_back(quantity.text(row));
    return texts;
}

TEST(Json, LinesOfArraysAndOneArrayHoldTheSame) {
    const DataSet lines = load_json("[1, 2.5]\n[3,4e1]\r\n\n[-5,6]");
    EXPECT_EQ(lines.format, "JSON");
    EXPECT_THAT(lines.coordinates, ElementsAre(1, 2.5, 3, 40, -5, 6));
    EXPECT_THAT(lines.axes, ElementsAre("x", "y"));
    for (const char* text : {"[[1, 2.5], [3,4e1], [-5,6]]", " [\n [1, 2.5],\n [3,4e1]\n,[-5,6]\n]\n",
             "{\"points\": [[1,2.5],[3,40],[-5,6]]}", "\xef\xbb\xbf[[1, 2.5], [3,40], [-5,6]]"})
        EXPECT_EQ(load_json(text, {}, "points.json").coordinates, lines.coordinates) << text;
    EXPECT_EQ(load_json("[1, 2.5]\n[3,4e1]\n[-5,6]", {}, "points.txt").coordinates, lines.coordinates);
    EXPECT_THAT(load_json("[1, 2, 3]").coordinates, ElementsAre(1, 2, 3));
    EXPECT_THAT(load_json("[1,\n2,\n3]\n").coordinates, ElementsAre(1, 2, 3));
    EXPECT_THAT(load_json("[1, 2, 7]\n[3, 4, 8]", {false, "2,1"}).coordinates, ElementsAre(2, 1, 4, 3));
    const DataSet labelled = load_json("[1, 2, 7]\n[3, 4, 8]", {false, "", "3"});
    EXPECT_THAT(labelled.coordinates, ElementsAre(1, 2, 3, 4));
    ASSERT_TRUE(labelled.label());
    EXPECT_THAT(texts_of(*labelled.label()), ElementsAre("7", "8"));
}

TEST(Json, ObjectsWithAVector) {
    for (const char* key : {"vector", "embedding", "values", "emb", "anything"}) {
        const std::string word = std::string("\"") + key + "\"";
        const DataSet data = load_json("{\"id\": \"a7\", " + word +
                                       ": [1, 2, 3, 4], \"class\": \"cat\", \"year\": 1999, \"tags\": [], \"in\": {\"a\": 1}}\n{" + word +
                                       ": [5, 6, 7, 8], \"id\": \"b\", \"class\": \"dog\"}\n");
        EXPECT_THAT(data.coordinates, ElementsAre(1, 2, 3, 4, 5, 6, 7, 8)) << key;
        ASSERT_TRUE(data.label() && data.title()) << key;
        EXPECT_THAT(texts_of(*data.label()), ElementsAre("cat", "dog"));
        EXPECT_THAT(texts_of(*data.title()), ElementsAre("a7", "b"));
        ASSERT_EQ(data.quantities.size(), 3u);
        EXPECT_EQ(data.quantities[2].name, "year");
        EXPECT_EQ(data.quantities[2].numbers()->of_point[0], 1999);
        EXPECT_TRUE(std::isnan(data.quantities[2].numbers()->of_point[1]));
    }
    const DataSet numbered = load_json("{\"id\":1,\"vector\":[1,2],\"label\":0}\n{\"id\":2,\"vector\":[3,4],\"label\":1}\n");
    ASSERT_TRUE(numbered.label());
    EXPECT_THAT(texts_of(*numbered.label()), ElementsAre("0", "1"));
    EXPECT_FALSE(numbered.title());
    LoadOptions bare;
    bare.quantities = false;
    EXPECT_THAT(load_json("{\"id\":1,\"vector\":[1,2]}\n", bare).quantities, IsEmpty());
}

TEST(Json, ObjectsWhoseMembersAreColumns) {
    const std::string rows = R"([{"name": "A", "x": 1, "y": "2.5", "n": 3}, {"y": 4, "x": 3, "name": "B \u00e9", "n": null}])";
    const DataSet data = load_json(rows, {}, "points.json");
    EXPECT_THAT(data.coordinates, ElementsAre(1, 2.5, 3, 4));
    EXPECT_THAT(data.axes, ElementsAre("x", "y"));
    ASSERT_TRUE(data.title());
    EXPECT_THAT(texts_of(*data.title()), ElementsAre("A", "B \xc3\xa9"));
    EXPECT_THAT(load_json(rows, {false, "n,x"}, "points.json").coordinates, ElementsAre(3, 1));  // the second row lacks n
    EXPECT_THAT(load_json("{\"id\":7,\"a\":1,\"b\":2}\n{\"id\":8,\"a\":3,\"b\":4}\n").coordinates, ElementsAre(1, 2, 3, 4));
    EXPECT_THAT(load_json("{\"lat\":50,\"lon\":7}\n").axes, ElementsAre("lon", "lat"));
    expect_error(Failure::usage, {"has no column 'z'"}, [&] { load_json(rows, {false, "x,z"}); });
    expect_error(Failure::input, {"points.jsonl:2: 'far' for 'y' is not a number"},
        [] { load_json("{\"x\":1,\"y\":2}\n{\"x\":1,\"y\":\"far\"}\n"); });
}

TEST(Json, WhatIsMissingIsLeftOutAndCounted) {
    const DataSet data = load_json("[1,2]\n[NaN,3]\n[4,null]\n[5,-Infinity]\n[1e400,6]\n[7,123456789012345678901234567890]\n");
    EXPECT_THAT(data.file_rows, ElementsAre(0, 5));
    EXPECT_EQ(data.skipped.count, 4);
    EXPECT_THAT(data.coordinates, ElementsAre(1, 2, 7, 123456789012345678901234567890.f));
    expect_error(Failure::input, {"points.jsonl:2: x"}, [] { load_json("[1,2]\n[NaN,3]\n", {true}); });
    EXPECT_EQ(load_json("{\"t\":\"NaN \\\" e\",\"vector\":[1,2]}\n{\"t\":\"\",\"vector\":[NaN,2]}\n").quantities[0].text(0), "NaN \" e");
}

TEST(Json, ManyRowsComeFromAllPieces) {
    std::string lines, array = "[";
    for (int i = 0; i < 60000; ++i) {
        const std::string row =
            "{\"vector\": [" + std::to_string(i) + ", " + std::to_string(i % 77) + "], \"n\": " + std::to_string(2 * i) + "}";
        lines += row + "\n";
        array += (i ? ",\n" : "") + row;
    }
    for (const auto& [name, text] : {std::pair("a.jsonl", lines), std::pair("a.json", array + "]")}) {
        const DataSet data = load_json(text, {}, name);
        ASSERT_EQ(data.count(), 60000) << name;
        EXPECT_EQ(data.coordinate(59999, 0), 59999) << name;
        EXPECT_EQ(data.quantities.at(0).numbers()->of_point[59999], 119998) << name;
    }
}

TEST(Json, ErrorsNameTheLine) {
    const auto refused = [](const std::string& content, const std::vector<std::string>& texts, const char* name = "points.json") {
        expect_refused(content, texts, "", name);
    };
    refused("[1,2]\n[3,4\n[5,6]\n", {"points.jsonl:2: the row is not JSON: commas, colons or brackets"}, "points.jsonl");
    refused("[1,2\n[3,4]\n", {":1: the row is not JSON"}, "points.jsonl");
    refused("[1,2]\n[3]\n", {":2: a vector of 1 number, where the first has 2"});
    refused("[1,2]\n{\"vector\":[3,4]}\n", {":2: a row that is not an array"});
    refused("{\"vector\":[3,4]}\n{\"vectors\":[3,4]}\n", {":2: a row without the vector 'vector'"});
    refused("[1,2]\n[3,\"a\"]\n", {":2: number 2 of the vector is the text 'a'"});
    refused("[1,2]\n[3,[4]]\n", {":2: number 2 of the vector is no number"});
    refused("[1,2] [3,4]\n", {":1: '[3,4]' follows the row on its line"});
    refused("{\n\"vector\": [1,2]\n}\n{\n\"vector\": [1,2]\n}\n", {":4: '{' follows a JSON value of several lines", "jq -c"});
    refused("[[1,2],\n[3,4]", {":2: the file ends before its brackets are closed"});
    refused("[[1,2]\n[3,4]]", {":2: '[3,4]]' where a comma should be"});
    refused("[[1,2],,[3,4]]", {":1: an element is missing before ',[3,4]]'"});
    refused("[[],[]]", {"a vector without numbers"});
    refused("[]", {"holds no rows"});
    refused("{}", {"a JSON object without rows of points"});
    refused("{\"a\": {\"b\": 1}, \"c\": {}}", {"without rows of points: a, c", "one on each line"});
    refused("{\"a\": [[1]], \"b\": [[2]]}", {"several arrays of rows: a, b"});
    refused("{\"neighborscope_session\": 1, \"data\": \"uniform:\"}", {"is a session of this program"});
    refused("[{\"a\":\"b\"}]", {"the rows hold no numbers, but a"});
    refused("{\"vector\":[1,2],\"t\":\"\xff\"}\n{\"vector\":[1,2]}\n", {":1: the row is not JSON: bytes that are no UTF-8"});
    refused("x,y\n1,2\n", {"is named .json but does not begin with the JSON signature"});
}

std::string feature(const std::string& geometry, const std::string& properties = "{}") {
    return R"({"type": "Feature", "geometry": )" + geometry + R"(, "properties": )" + properties + "}";
}
std::string point(const std::string& at) { return R"({"type": "Point", "coordinates": [)" + at + "]}"; }
std::string collection(const std::string& features, const std::string& more = "") {
    return R"({"type": "FeatureCollection", )" + more + "\"features\": [\n" + features + "\n]}\n";
}

TEST(GeoJson, PointsAreLongitudeAndLatitude) {
    const std::string features = feature(point("7.5, 50.25, 120"), R"({"name": "Bonn", "class": "city", "lon": 1})") + ",\n" +
                                 feature(point("8, 51"), R"({"name": "Köln", "class": "town", "people": 5})");
    const DataSet data = load_json(collection(features), {}, "points.geojson");
    EXPECT_EQ(data.format, "JSON");
    EXPECT_THAT(data.axes, ElementsAre("lon", "lat"));
    EXPECT_THAT(true_coordinates(data), ElementsAre(7.5, 50.25, 8, 51));
    ASSERT_TRUE(data.degrees);
    ASSERT_TRUE(data.title() && data.label());
    EXPECT_THAT(texts_of(*data.title()), ElementsAre("Bonn", "Köln"));
    EXPECT_EQ(data.quantities.at(0).name, "alt");
    EXPECT_EQ(data.quantities.at(0).numbers()->of_point[0], 120);
    EXPECT_EQ(load_json(collection(features), {false, "lon,lat,alt"}, "points.geojson").count(), 1);  // the second has no altitude
    EXPECT_EQ(load_json(feature(point("1, 2")) + "\n" + feature(point("3, 4")) + "\n").count(), 2);   // one feature per line
    EXPECT_EQ(load_json(feature(point("1, 2")), {}, "points.json").count(), 1);
    EXPECT_EQ(load_json(feature(R"({"type": "MultiPoint", "coordinates": [[1, 2]]})"), {}, "points.json").count(), 1);
    const DataSet empty = load_json(collection(feature("null") + "," + feature(point("1, 2"))), {}, "points.json");
    EXPECT_THAT(empty.file_rows, ElementsAre(1));
    EXPECT_EQ(empty.skipped.count, 1);
}

TEST(GeoJson, OtherReferenceSystemsAreNoDegrees) {
    EXPECT_THAT(load_json(collection(feature(point("3500000, 5600000"))), {}, "a.json").axes, ElementsAre("x", "y"));
    const std::string projected = R"("crs": {"type": "name", "properties": {"name": "urn:ogc:def:crs:EPSG::25832"}}, )";
    EXPECT_THAT(load_json(collection(feature(point("3, 5")), projected), {}, "a.json").axes, ElementsAre("x", "y"));
    const std::string plain = R"("crs": {"type": "name", "properties": {"name": "urn:ogc:def:crs:OGC:1.3:CRS84"}}, )";
    EXPECT_THAT(load_json(collection(feature(point("3, 5")), plain), {}, "a.json").axes, ElementsAre("lon", "lat"));
}

TEST(GeoJson, OtherShapesAreRefusedAndCounted) {
    const std::string line = feature(R"({"type": "LineString", "coordinates": [[1, 2], [3, 4]]})"),
                      several = feature(R"({"type": "MultiPoint", "coordinates": [[1, 2], [3, 4]]})");
    expect_refused(collection(feature(point("1, 2")) + ",\n" + line + ",\n" + line + ",\n" + several),
        {"points.geojson:3: 3 of 4 features are not single points (2 LineString, 1 MultiPoint of several)", "Centroids"}, "",
        "points.geojson");
    expect_refused(R"({"type": "Topology", "objects": {}})", {"TopoJSON", "GeoJSON"}, "", "points.json");
    expect_refused(collection("1, 2"), {":2: a row that is neither an array nor an object"}, "", "points.json");
}

}  // namespace
}  // namespace neighborscope::test
