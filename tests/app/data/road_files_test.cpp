// Street networks: nodes and edges of both formats, and errors for invalid networks.
#include "tests/app/data/test_file.hpp"

#include <cmath>

namespace neighborscope {
namespace {

using test::expect_error;
using test::File;
using test::true_coordinates;
using testing::ElementsAre;

/// Two files with one name in one folder.
struct Pair {
    Pair(const std::string& first_name, const std::string& first, const std::string& second_name, const std::string& second)
        : file(first_name, first), other(std::filesystem::path(file.path()).parent_path() / second_name) {
        std::ofstream(other, std::ios::binary) << second;
    }
    File file;
    std::filesystem::path other;
};

std::vector<std::vector<double>> edges_of(const DataSet& data) {
    std::vector<std::vector<double>> edges;
    for (const RoadNetwork::Edge& edge : data.network->edges) edges.push_back({double(edge.from), double(edge.to), edge.length});
    return edges;
}

constexpr const char* nodes = "0 -122.5 37.25\n1 -122.25 37.5\n\n2\t-122.125   37\r\n";
constexpr const char* edges = "0 0 1 100.5\n1 2 1 0\n2 2 2 7\n";
constexpr const char* coordinates =
    "c made by hand\np aux sp co 3\nv 1 -122500000 37250000\nv 2 -122250000 37500000\nv 3 -122125000 37000000\n";
constexpr const char* arcs = "c made by hand\np sp 3 4\na 1 2 1005\na 2 1 1005\na 3 2 0\na 3 3 70\n";

void refused(const std::string& node_text, const std::string& edge_text, const std::vector<std::string>& texts,
    const std::vector<std::string>& names = {"net.cnode", "net.cedge"}) {
    const Pair pair(names[0], node_text, names[1], edge_text);
    for (const std::string& path : {pair.file.path(), pair.other.string()}) {
        SCOPED_TRACE(path);
        expect_error(Failure::input, texts, [&] { load_data(path); });
    }
}

TEST(RoadFiles, UtahNodesAreThePointsAndEdgesTheNetwork) {
    const Pair pair("net.cnode", nodes, "net.cedge", edges);
    for (const std::string& path : {pair.file.path(), pair.other.string()}) {
        SCOPED_TRACE(path);
        const DataSet data = load_data(path);
        EXPECT_EQ(data.format, "CNODE");
        EXPECT_THAT(true_coordinates(data), ElementsAre(-122.5, 37.25, -122.25, 37.5, -122.125, 37));
        EXPECT_THAT(data.axes, ElementsAre("lon", "lat"));
        ASSERT_TRUE(data.network);
        EXPECT_FALSE(data.network->directed);
        EXPECT_THAT(edges_of(data), ElementsAre(ElementsAre(0, 1, 100.5), ElementsAre(2, 1, 0), ElementsAre(2, 2, 7)));
        EXPECT_THAT(data.network->nodes, ElementsAre(-122.5, 37.25, -122.25, 37.5, -122.125, 37));
        ASSERT_EQ(data.quantities.size(), 1u);
        EXPECT_EQ(data.quantities[0].name, "degree");
        EXPECT_THAT(data.quantities[0].numbers()->of_point, ElementsAre(1, 2, 3));  // both ends of the loop at node 2
    }
}

TEST(RoadFiles, DimacsArcsHaveADirectionAndMicroDegreesAreDegrees) {
    const Pair pair("net.co", coordinates, "net.gr", arcs);
    for (const std::string& path : {pair.file.path(), pair.other.string()}) {
        SCOPED_TRACE(path);
        const DataSet data = load_data(path);
        EXPECT_EQ(data.format, "DIMACS");
        EXPECT_THAT(true_coordinates(data), ElementsAre(-122.5, 37.25, -122.25, 37.5, -122.125, 37));
        ASSERT_TRUE(data.network);
        EXPECT_TRUE(data.network->directed);
        EXPECT_THAT(
            edges_of(data), ElementsAre(ElementsAre(0, 1, 1005), ElementsAre(1, 0, 1005), ElementsAre(2, 1, 0), ElementsAre(2, 2, 70)));
        EXPECT_EQ(data.title(), &data.quantities.at(0));
        EXPECT_THAT(data.quantities[0].numbers()->of_point, ElementsAre(1, 2, 3));  // the file's ids
        EXPECT_THAT(data.quantities[1].numbers()->of_point, ElementsAre(2, 3, 3));
    }
}

TEST(RoadFiles, DimacsIsKnownByItsContent) {
    const Pair pair("net.txt", arcs, "net.co", coordinates);
    EXPECT_EQ(load_data(pair.file.path()).format, "DIMACS");
}

TEST(RoadFiles, CoordinatesThatCannotBeMicroDegreesStay) {
    const Pair small("net.co", "p aux sp co 2\nv 1 10 20\nv 2 30 40\n", "net.gr", "p sp 2 1\na 1 2 5\n");
    EXPECT_THAT(load_data(small.file.path()).coordinates, ElementsAre(10, 20, 30, 40));
    const Pair large("net.co", "p aux sp co 2\nv 1 0 128000000\nv 2 512 64\n", "net.gr", "p sp 2 0\n");
    const DataSet data = load_data(large.file.path());
    EXPECT_THAT(data.coordinates, ElementsAre(0, 128000000, 512, 64));
    EXPECT_THAT(data.axes, ElementsAre("x", "y"));
}

TEST(RoadFiles, OneNetworkInBothFormatsIsTheSameUpToRounding) {
    const DataSet streets = load_data("sample:streets");
    std::string places = "p aux sp co " + std::to_string(streets.count()) + "\n";
    for (std::int64_t row = 0; row < streets.count(); ++row)
        places += "v " + std::to_string(row + 1) + " " + std::to_string(std::llround(streets.coordinate(row, 0) * 1e6)) + " " +
                  std::to_string(std::llround(streets.coordinate(row, 1) * 1e6)) + "\n";
    std::string roads = "p sp " + std::to_string(streets.count()) + " " + std::to_string(streets.network->edges.size()) + "\n";
    for (const RoadNetwork::Edge& edge : streets.network->edges)
        roads += "a " + std::to_string(edge.from + 1) + " " + std::to_string(edge.to + 1) + " " +
                 std::to_string(std::llround(edge.length * 10)) + "\n";
    const Pair pair("streets.co", places, "streets.gr", roads);
    const DataSet again = load_data(pair.file.path());
    ASSERT_EQ(again.count(), streets.count());
    for (std::int64_t row = 0; row < again.count(); ++row)
        for (int axis = 0; axis < 2; ++axis) ASSERT_NEAR(again.coordinate(row, axis), streets.coordinate(row, axis), 0.6e-6) << row;
    for (std::size_t e = 0; e < streets.network->edges.size(); ++e)
        ASSERT_NEAR(again.network->edges[e].length, streets.network->edges[e].length * 10, 0.5 + 1e-9) << e;
}

TEST(RoadFiles, IdsMayBeAnyInAnyOrder) {
    const Pair pair("net.cnode", "70 1 1\n-0 2 2\n9000000000 3 3\n5 4 4\n", "net.cedge", "0 9000000000 0 1\n9 5 70 2\n");
    const DataSet data = load_data(pair.file.path());
    EXPECT_THAT(edges_of(data), ElementsAre(ElementsAre(2, 1, 1), ElementsAre(3, 0, 2)));
    EXPECT_THAT(data.quantities[0].numbers()->of_point, ElementsAre(70, 0, 9e9, 5));
    EXPECT_EQ(data.quantities[0].name, "node");
    EXPECT_EQ(data.title(), &data.quantities.at(0));
}

TEST(RoadFiles, NodesMayStandAlone) {
    const File utah("net.cnode", nodes), dimacs("net.co", coordinates);
    for (const std::string& path : {utah.path(), dimacs.path()}) {
        const DataSet data = load_data(path);
        EXPECT_EQ(data.count(), 3);
        EXPECT_FALSE(data.network);
    }
    const File edges_alone("net.cedge", edges), arcs_alone("net.gr", arcs);
    expect_error(Failure::input, {"net.cedge holds edges only", ".cnode file of the same name"}, [&] { load_data(edges_alone.path()); });
    expect_error(Failure::input, {"net.gr holds arcs only", ".co file of the same name"}, [&] { load_data(arcs_alone.path()); });
}

TEST(RoadFiles, WithoutAttributesThereIsNoNetwork) {
    const Pair pair("net.cnode", nodes, "net.cedge", "this is not looked at\n");
    LoadOptions options;
    options.quantities = false;
    const DataSet data = load_data(pair.file.path(), options);
    EXPECT_FALSE(data.network);
    EXPECT_TRUE(data.quantities.empty());
}

TEST(RoadFiles, UtahSaysWhatIsWrongAndWhere) {
    refused("0 1 1\n\n1 2 2\n0 3 3\n", edges, {"net.cnode:4", "node 0 is there a second time"});
    refused("0 1 1\n1 2 two\n", edges, {"net.cnode:2", "lat 'two' is not a number"});
    refused("0 1 1\n1.5 2 2\n", edges, {"net.cnode:2", "'1.5' is not a whole number"});
    refused("0 1 1\n99999999999999999999 2 2\n", edges, {"net.cnode:2", "'99999999999999999999' is too large"});
    refused("0 1 1\n1 2\n", edges, {"net.cnode:2", "2 fields where 'id lon lat' has 3"});
    refused("0 1 1\n1 2 1e39\n", edges, {"net.cnode:2", "outside the range of float32"});
    refused(nodes, "0 0 1 1\n1 1 7 2\n", {"net.cedge:2", "node 7, which does not exist"});
    refused(nodes, "0 0 1 1\n1 -1 2 2\n", {"net.cedge:2", "'-1' is not a whole number"});
    refused(nodes, "0 0 1 -5\n", {"net.cedge:1", "length '-5' is negative"});
    refused(nodes, "0 0 1 nan\n", {"net.cedge:1", "length 'nan' is not a number"});
    refused(nodes, "0 0 1 inf\n", {"net.cedge:1", "length 'inf' is not a number"});
    refused(nodes, "0 0 1 far\n", {"net.cedge:1", "length 'far' is not a number"});
    refused(nodes, "0 0 1 5 6 7 8 9 10\n", {"net.cedge:1", "9 fields where 'id from to length' has 4"});
    refused(nodes, std::string("0 0 1\0 5\n", 9), {"net.cedge:1", "a NUL byte"});
    refused(" \n\t\n", edges, {"net.cnode", "no rows"});
}

TEST(RoadFiles, DimacsSaysWhatIsWrongAndWhere) {
    const std::vector<std::string> names{"net.co", "net.gr"};
    refused(coordinates, "p sp 3 5\na 1 2 4\n", {"net.gr", "announces 5 arcs and holds 1"}, names);
    refused(coordinates, "p sp 3 1\na 1 2 4\na 1 2 4\n", {"net.gr", "announces 1 arcs and holds 2"}, names);
    refused("p aux sp co 4\nv 1 0 0\n", arcs, {"net.co", "announces 4 nodes and holds 1"}, names);
    refused("p aux sp co 2\nv 1 0 0\nv 2 0 0\n", "p sp 2000000000000 1\na 1 2 4\n",
        {"net.gr is about 2000000000000 nodes", "net.co about 2"}, names);
    refused("p aux sp co 2\nv 1 0 0\nv 1 0 0\n", arcs, {"net.co:3", "node 1 is there a second time"}, names);
    refused("p aux sp co 2\nv 1 0 0\nv 3 0 0\n", arcs, {"net.co:3", "node 3 is not from 1 to 2"}, names);
    refused("v 1 0 0\n", arcs, {"net.co:1", "no line 'p aux sp co NODES' stands before it"}, names);
    refused("c nothing else\n", arcs, {"net.co has no line 'p aux sp co NODES'"}, names);
    refused(coordinates, "p sp 3 1\np sp 3 1\na 1 2 4\n", {"net.gr:2", "a second line that begins with p"}, names);
    refused(coordinates, "p max 3 1\na 1 2 4\n", {"net.gr:1", "is not 'p sp NODES ARCS'"}, names);
    refused(coordinates, "p sp 3 -1\n", {"net.gr:1", "'-1' is not a whole number"}, names);
    refused(coordinates, "p sp 9223372036854775808 1\na 1 2 4\n", {"net.gr:1", "'9223372036854775808' is too large"}, names);
    refused(coordinates, "p sp 3 1\na 1 4 4\n", {"net.gr:2", "ends at node 4", "1 to 3"}, names);
    refused(coordinates, "p sp 3 1\na 1 2 -4\n", {"net.gr:2", "'-4' is negative"}, names);
    refused(coordinates, "p sp 3 1\ne 1 2 4\n", {"net.gr:2", "begins with c, p or a"}, names);
}

TEST(RoadFiles, ANodeWithoutAPositionIsLeftOutWithItsEdges) {
    const Pair pair("net.cnode", "0 nan 1\n1 2 2\n2 3 3\n", "net.cedge", "0 0 1 1\n1 1 2 2\n");
    const DataSet data = load_data(pair.file.path());
    EXPECT_EQ(data.skipped.count, 1);
    EXPECT_THAT(data.skipped.why, testing::HasSubstr("the edges there too"));
    EXPECT_THAT(edges_of(data), ElementsAre(ElementsAre(0, 1, 2)));
    EXPECT_THAT(data.network->nodes, ElementsAre(2, 2, 3, 3));
    EXPECT_THAT(data.quantities.back().numbers()->of_point, ElementsAre(1, 1));
    expect_error(Failure::input, {"net.cnode:1", "without a position"}, [&] { load_data(pair.file.path(), {true, {}}); });
}

TEST(RoadFiles, ColumnsAreForTables) {
    const File file("net.cnode", nodes);
    expect_error(Failure::usage, {"--columns is for tables"}, [&] { load_data(file.path(), {false, "1,2"}); });
}

TEST(RoadFiles, CanBeCancelled) {
    std::string many;
    for (int i = 0; i < 40000; ++i) many += std::to_string(i) + " 1 2\n";
    const Pair pair("net.cnode", nodes, "net.cedge", many);
    const File file("net.cnode", many);
    const std::atomic<bool> stop{true};
    EXPECT_THROW(load_data(file.path(), {}, Progress{{}, &stop}), Cancelled);
}

}  // namespace
}  // namespace neighborscope
