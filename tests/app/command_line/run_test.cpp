// neighborscope run: exact output of the table, every kind of query, CSV, NPZ and timings.
#include "app/data/points/data_set.hpp"
#include "gpu/device/ceilings.hpp"
#include "gpu/oracle/oracle.hpp"
#include "program.hpp"
#include "tests/sanitized.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <zlib.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace neighborscope {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::Not;
using ::testing::StartsWith;

std::vector<std::string> run(const std::string& data, const std::string& method, std::vector<std::string> more) {
    more.insert(more.begin(), {"run", data, "--method", method, "--device", "host"});
    return more;
}

struct Line {
    std::int64_t query, rank, index;
    double distance;
};
std::vector<Line> csv(const std::string& path) {
    std::istringstream in(content_of(path));
    std::string header;
    std::getline(in, header);
    EXPECT_EQ(header, "query,rank,index,distance");
    std::vector<Line> lines;
    Line line;
    char comma;
    while (in >> line.query >> comma >> line.rank >> comma >> line.index >> comma >> line.distance) lines.push_back(line);
    return lines;
}

/// An array of an .npz, read by NumPy's documented layout: stored entries with verified checksums.
struct Array {
    std::string header;
    std::string bytes;
    template <class T>
    std::vector<T> values() const {
        std::vector<T> values(bytes.size() / sizeof(T));
        std::memcpy(values.data(), bytes.data(), bytes.size());
        return values;
    }
};
std::map<std::string, Array> npz(const std::string& path) {
    const std::string file = content_of(path);
    const auto number = [&file](std::size_t at, int bytes) {
        std::uint64_t value = 0;
        for (int i = 0; i < bytes; ++i) value |= std::uint64_t(static_cast<unsigned char>(file.at(at + std::size_t(i)))) << (8 * i);
        return std::size_t(value);
    };
    std::map<std::string, Array> arrays;
    const std::size_t end = file.size() - 22;
    EXPECT_EQ(number(end, 4), 0x06054b50u);
    std::size_t entry = number(end + 16, 4);
    for (std::size_t i = 0; i < number(end + 10, 2); ++i) {
        EXPECT_EQ(number(entry, 4), 0x02014b50u);
        EXPECT_EQ(number(entry + 10, 2), 0u) << "stored";
        const std::size_t size = number(entry + 24, 4), at = number(entry + 42, 4);
        const std::string name = file.substr(entry + 46, number(entry + 28, 2));
        const std::string npy = file.substr(at + 30 + number(at + 26, 2) + number(at + 28, 2), size);
        EXPECT_EQ(crc32(0, reinterpret_cast<const Bytef*>(npy.data()), uInt(npy.size())), number(entry + 16, 4));
        EXPECT_EQ(npy.substr(0, 8), std::string("\x93NUMPY\x01\x00", 8));
        const std::size_t length = static_cast<unsigned char>(npy[8]) + 256u * static_cast<unsigned char>(npy[9]);
        EXPECT_EQ((10 + length) % 64, 0u);
        EXPECT_EQ(npy[10 + length - 1], '\n');
        arrays[name] = {npy.substr(10, length), npy.substr(10 + length)};
        entry += 46 + name.size() + number(entry + 30, 2) + number(entry + 32, 2);
    }
    EXPECT_EQ(entry, end);
    return arrays;
}

TEST(Run, FindsByTheCosine) {
    Folder folder;
    const std::string points = folder.write("p.csv", "x,y,z\n9,1,0\n1,0,0\n0,5,0\n0,0,0\n-3,0,0\n2,2,0\n");
    for (const std::string method : {"serial", "heap", "ppw", "stream", "nanoflann"}) {
        const ProgramOutput said = program({"run", points, "--method", method, "-k", "6", "--metric", "cosine", "--query", "2,0,0",
            "--device", "host", "--out", folder.path(method + ".csv")});
        ASSERT_EQ(said.status, 0) << said.err;
        std::vector<std::int64_t> rows;
        for (const Line& line : csv(folder.path(method + ".csv"))) rows.push_back(line.index);
        EXPECT_THAT(rows, ElementsAre(1, 0, 5, 2, 3, 4)) << method;
    }
    EXPECT_EQ(program({"check", points, "--method", "bulk-heap", "-k", "6", "--metric", "cosine", "--self"}).status, 0);
}

TEST(Run, FindsByTheInnerProductLargestFirst) {
    Folder folder;
    const std::string points = folder.write("p.csv", "x,y,z\n9,1,0\n1,0,0\n0,5,0\n0,0,0\n-3,0,0\n9,2,0\n");
    for (const std::string method : {"serial", "heap", "ppw", "stream", "flat", "fused", "tiled-radix"}) {
        const ProgramOutput said = program({"run", points, "--method", method, "-k", "6", "--metric", "inner-product", "--query", "2,0,0",
            "--device", "host", "--out", folder.path(method + ".csv")});
        ASSERT_EQ(said.status, 0) << said.err;
        EXPECT_THAT(said.out, HasSubstr("inner product"));
        EXPECT_EQ(content_of(folder.path(method + ".csv")),
            "query,rank,index,distance\n0,1,0,18\n0,2,5,18\n0,3,1,2\n0,4,2,0\n0,5,3,0\n0,6,4,-6\n")
            << method;
    }
    EXPECT_EQ(program({"check", points, "--method", "bulk-heap", "-k", "6", "--metric", "inner-product", "--self"}).status, 0);
    const ProgramOutput refused =
        program({"run", points, "--method", "leaf-warp", "-k", "2", "--metric", "inner-product", "--query", "2,0,0", "--device", "host"});
    EXPECT_EQ(refused.status, 2);
    EXPECT_THAT(refused.err, HasSubstr("leaf-warp: no inner product: its tree leaves cells out by the triangle inequality"));
    EXPECT_THAT(refused.err, HasSubstr("choose auto, serial"));
}

/// Returns the `k` nearest of each point by the cosine, in float64; points are far from 0 along one axis.
std::vector<std::int64_t> nearest_by_cosine(const std::vector<std::array<double, 2>>& points, std::size_t k) {
    std::vector<std::int64_t> all;
    for (const auto& [x, y] : points) {
        std::vector<std::pair<double, std::int64_t>> order;
        for (const auto& [u, v] : points) order.push_back({std::abs(std::atan2(y, x) - std::atan2(v, u)), std::int64_t(order.size())});
        std::partial_sort(order.begin(), order.begin() + std::ptrdiff_t(k), order.end());
        for (std::size_t rank = 0; rank < k; ++rank) all.push_back(order[rank].second);
    }
    return all;
}

TEST(Run, TheCosineIsThatOfTheFilesNumbersWhereverTheyLie) {
    Folder folder;
    std::vector<std::array<double, 2>> points;
    std::string text = "x,y\n", doubles = "x,y\n";
    for (int i = 0; i < 120; ++i) {
        const int place = i * 77 % 120;  // angles whose differences are all distinct
        points.push_back({1000000.0 + i, double(30000 * place + 90 * place * place)});
        text += std::to_string(1000000 + i) + "," + std::to_string(int(points.back()[1])) + "\n";
        doubles += std::to_string(1000000 + i) + ".123," + std::to_string(int(points.back()[1])) + ".456\n";
    }
    for (const std::string& file : {folder.write("floats.csv", text), folder.write("doubles.csv", doubles)}) {
        const std::string lists = folder.path("lists.csv");
        const ProgramOutput said =
            program({"run", file, "--method", "heap", "-k", "8", "--metric", "cosine", "--self", "--device", "host", "--out", lists});
        ASSERT_EQ(said.status, 0) << said.err;
        std::vector<std::int64_t> rows;
        for (const Line& line : csv(lists)) rows.push_back(line.index);
        EXPECT_EQ(rows, nearest_by_cosine(points, 8)) << file;
        const std::string shown = folder.path("shown.csv");
        ASSERT_EQ(program({"run", file, "--method", "heap", "-k", "1", "--metric", "cosine", "--query-index", "3", "--device", "host",
                              "--points", shown})
                      .status,
            0);
        EXPECT_THAT(content_of(shown), HasSubstr(file.ends_with("doubles.csv") ? "\n1000003.123," : "\n1000003,"));
    }
}

TEST(Run, TheIssuesExampleIsAReadableTable) {
    const ProgramOutput said = program(run("sample:earthquakes", "heap", {"-k", "8", "--query", "-120,37"}));
    ASSERT_EQ(said.status, 0) << said.err;
    EXPECT_EQ(said.err, "");
    const auto lines = said.lines();
    EXPECT_THAT(lines, Contains("data     earthquakes: 1707 points, 2-D (lon, lat)"));
    EXPECT_THAT(lines, Contains("query    (-120, 37)"));
    const auto header = std::find(lines.begin(), lines.end(), "rank  index  distance        lon       lat");
    ASSERT_NE(header, lines.end()) << said.out;
    EXPECT_EQ(header[1], "   1   1687  0.320100  -119.6942  37.09450");
    EXPECT_EQ(header[8], "   8   1070  0.904890  -120.2375  36.12683");
    for (int rank = 1; rank <= 8; ++rank) EXPECT_EQ(header[rank].size(), header->size()) << "aligned";
    EXPECT_THAT(said.out, HasSubstr("median ms"));
    EXPECT_THAT(said.out, HasSubstr("least ms"));
    EXPECT_THAT(said.out, HasSubstr("GB/s, the best measured here (streaming read of"));
    EXPECT_THAT(said.out, HasSubstr("total"));
    for (const std::string& line : lines) EXPECT_LE(line.size(), 120u) << line;
}

TEST(Run, AnIndexedMethodsLeastSaysWhatItsSearchLookedAt) {
    const ProgramOutput said = program({"run", "hotspots:n=2000", "--method", "quadtree-cached", "-k", "8", "--device", "host", "--self"});
    ASSERT_EQ(said.status, 0) << said.err;
    EXPECT_THAT(said.out, HasSubstr("list updates, counted: 8 bytes, 6 operations for each of "));
    EXPECT_THAT(said.out, HasSubstr("GFLOP/s, whichever takes longer"));
    EXPECT_THAT(said.out, Not(HasSubstr("without the index walk")));
    for (const std::string& line : said.lines()) EXPECT_LE(line.size(), 130u) << line;
}

TEST(Run, NegativeCoordinatesParseInEveryWay) {
    const Folder folder;
    std::string first;
    int i = 0;
    for (const std::vector<std::string>& query :
        {std::vector<std::string>{"--query", "-120,37"}, {"--query=-120,37"}, {"--query", "-120, 37"}, {"--query", "-1.2e2,+37.0"}}) {
        std::vector<std::string> arguments = {"-k", "4", "--out", folder.path(std::to_string(i++) + ".csv")};
        arguments.insert(arguments.end(), query.begin(), query.end());
        const ProgramOutput said = program(run("sample:earthquakes", "serial", arguments));
        ASSERT_EQ(said.status, 0) << said.err;
        const std::string lists = content_of(arguments[3]);
        if (first.empty()) first = lists;
        EXPECT_EQ(lists, first) << query[0];
    }
    EXPECT_THAT(first, HasSubstr("0,1,1687,0.3200995\n"));
}

TEST(Run, IndicesAreRowsOfTheFileAndShortListsEnd) {
    const Folder folder;
    const std::string data = folder.write("points.csv", "x,y\n0,0\nnan,1\n3,0\ninf,2\n10,0\n");
    const ProgramOutput said = program(run(data, "heap", {"-k", "5", "--query", "2,0", "--out", folder.path("l.csv")}));
    ASSERT_EQ(said.status, 0) << said.err;
    EXPECT_EQ(content_of(folder.path("l.csv")), "query,rank,index,distance\n0,1,2,1\n0,2,0,2\n0,3,4,8\n");
    EXPECT_EQ(said.err, "neighborscope: 2 of 5 rows lack a number in x and are left out, the first is row 1; --columns chooses others\n");
    EXPECT_THAT(said.out, HasSubstr("k is 5, but there are 3 points to find"));
    const ProgramOutput one = program(run(folder.write("one.csv", "x,y\n1,2\n"), "serial", {"-k", "5"}));
    EXPECT_THAT(one.out, HasSubstr("k is 5, but there is 1 point to find"));

    ASSERT_EQ(program(run(data, "heap", {"-k", "5", "--query-index", "2", "--exclude-self", "--out", folder.path("l.npz")})).status, 0);
    const auto arrays = npz(folder.path("l.npz"));
    EXPECT_THAT(arrays.at("index.npy").values<std::int32_t>(), ElementsAre(0, 4, -1, -1, -1));
    const auto distance = arrays.at("distance.npy").values<float>();
    EXPECT_EQ(distance[0], 3);
    EXPECT_EQ(distance[1], 7);
    for (int rank = 2; rank < 5; ++rank) EXPECT_TRUE(std::isnan(distance[std::size_t(rank)]));
    EXPECT_EQ(arrays.count("query.npy"), 0u) << "one of a row is no query of a list of all";
    ASSERT_EQ(program(run(data, "heap", {"-k", "2", "--self", "--out", folder.path("self.npz")})).status, 0);
    EXPECT_THAT(npz(folder.path("self.npz")).at("query.npy").values<std::int64_t>(), ElementsAre(0, 2, 4));
    EXPECT_THAT(program(run(data, "heap", {"-k", "1", "--query-index", "1"})).err, HasSubstr("left out"));
    EXPECT_EQ(program(run(data, "heap", {"-k", "1", "--strict"})).status, 2);
}

TEST(Run, DegreesAreSaidAndMetresOffered) {
    const Folder folder;
    const std::string data = folder.write("places.csv", "lon,lat\n10,60\n11,60\n10,60.7\n");
    const ProgramOutput degrees = program(run(data, "heap", {"-k", "1", "--query-index", "0", "--exclude-self"}));
    EXPECT_THAT(degrees.out, HasSubstr("Distances are in degrees, though here a degree of longitude is 0.50 of one"));
    EXPECT_THAT(degrees.out, HasSubstr("\n   1      2 "));
    const ProgramOutput metres = program(run(data, "heap", {"-k", "1", "--query-index", "0", "--exclude-self", "--metres"}));
    ASSERT_EQ(metres.status, 0) << metres.err;
    EXPECT_THAT(metres.out, HasSubstr("Metres east and north of 60.23"));
    EXPECT_THAT(metres.out, HasSubstr("2-D (easting (m), northing (m))"));
    EXPECT_THAT(metres.out, HasSubstr("\n   1      1   55799"));
    for (const char* query : {"10,-202.9", "400,60"}) {
        const ProgramOutput nowhere = program(run(data, "heap", {"-k", "1", "--query", query}));
        EXPECT_EQ(nowhere.status, 2) << query;
        EXPECT_THAT(nowhere.err, HasSubstr("the query has no position: l"));
    }
    EXPECT_EQ(program(run(data, "heap", {"-k", "1", "--query", "10,-202.9", "--metres"})).status, 0) << "metres may be more";
    const ProgramOutput none = program(run("uniform:n=9", "heap", {"-k", "1", "--metres"}));
    EXPECT_EQ(none.status, 2);
    EXPECT_THAT(none.err, HasSubstr("no longitude and latitude in degrees"));
}

TEST(Run, SelfListsAgreeWithTheOracleInBothFiles) {
    const Folder folder;
    const std::int64_t n = test::sanitized ? 40 : 120;
    const std::string source = "hotspots:n=" + std::to_string(n), shape = "'shape': (" + std::to_string(n) + ", 7)";
    for (const bool exclude : {false, true}) {
        std::vector<std::string> arguments = {"-k", "7", "--self"};
        if (exclude) arguments.push_back("--exclude-self");
        auto with = [&](const std::string& out) {
            auto all = arguments;
            all.insert(all.end(), {"--out", folder.path(out)});
            return program(run(source, "ppw", all));
        };
        ASSERT_EQ(with("l.csv").status, 0);
        ASSERT_EQ(with("l.npz").status, 0);
        const auto lines = csv(folder.path("l.csv"));
        const auto arrays = npz(folder.path("l.npz"));
        EXPECT_THAT(arrays.at("index.npy").header, HasSubstr("'descr': '<i4', 'fortran_order': False, " + shape));
        EXPECT_THAT(arrays.at("distance.npy").header, HasSubstr("'descr': '<f4', 'fortran_order': False, " + shape));
        const auto index = arrays.at("index.npy").values<std::int32_t>();
        const auto distance = arrays.at("distance.npy").values<float>();
        ASSERT_EQ(lines.size(), std::size_t(n) * 7);
        const DataSet data = load_data(source);
        const HostRows rows{data.coordinates, data.dimension};
        for (std::int64_t query = 0; query < n; ++query) {
            const auto truth = exhaustive_search(rows, rows.row(query), 7, Metric::euclidean, exclude ? query : -1);
            for (int rank = 0; rank < 7; ++rank) {
                const std::size_t at = std::size_t(query * 7 + rank);
                EXPECT_EQ(lines[at].query, query);
                EXPECT_EQ(lines[at].rank, rank + 1);
                EXPECT_EQ(lines[at].index, truth[std::size_t(rank)].index);
                EXPECT_EQ(index[at], truth[std::size_t(rank)].index);
                EXPECT_EQ(distance[at], float(truth[std::size_t(rank)].distance));
                EXPECT_EQ(float(lines[at].distance), distance[at]) << "nothing is lost in text";
            }
        }
    }
}

// Lists have only as many entries as there are points; a larger k costs nothing.
TEST(Run, ListsOfAllThereAreCostNoMoreThanThat) {
    const Folder folder;
    const std::string data = folder.write("points.csv", "x,y\n0,0\n3,4\n6,8\n"), most = "2147483647", lists = folder.path("l.csv");
    for (const std::string method : {"serial", "heap", "ppw", "stream"}) {
        const ProgramOutput one = program(run(data, method, {"-k", most, "--query", "0,0"}));
        EXPECT_EQ(one.status, 0) << one.err;
        EXPECT_THAT(one.out, HasSubstr("k is 2147483647, but there are 3 points to find"));
        const ProgramOutput all = program(run(data, method, {"-k", most, "--self", "--exclude-self", "--out", lists}));
        EXPECT_EQ(all.status, 0) << all.err;
        EXPECT_THAT(all.out, HasSubstr("3 lists of 2147483647, 3 of them shorter because there are no more points"));
        EXPECT_EQ(content_of(lists), "query,rank,index,distance\n0,1,1,5\n0,2,2,10\n1,1,0,5\n1,2,2,5\n2,1,1,5\n2,2,0,10\n");
    }
    EXPECT_EQ(program({"compare", data, "--lists", lists, "-k", most, "--exclude-self"}).status, 0);
    EXPECT_EQ(program({"check", data, "--method", "heap", "-k", most, "--self", "--device", "host"}).status, 0);

    const ProgramOutput padded = program(run(data, "heap", {"-k", "5", "--query", "0,0", "--out", folder.path("l.npz")}));
    EXPECT_EQ(padded.status, 0) << padded.err;
    EXPECT_THAT(npz(folder.path("l.npz")).at("index.npy").values<std::int32_t>(), ElementsAre(0, 1, 2, -1, -1));
    const std::vector<float> distance = npz(folder.path("l.npz")).at("distance.npy").values<float>();
    EXPECT_EQ(distance[2], 10);
    EXPECT_TRUE(std::isnan(distance[3]) && std::isnan(distance[4]));
    const ProgramOutput wide = program(run(data, "heap", {"-k", "100000000", "--query", "0,0", "--out", folder.path("wide.npz")}));
    EXPECT_EQ(wide.status, 2) << wide.out;
    EXPECT_THAT(
        wide.err, HasSubstr("1 list of 100000000 in .npz would hold 800.0 MB of padding, because there are only 3 points; use -k 3, or"));
    EXPECT_THAT(folder.files(), Not(Contains("wide.npz")));
    std::string rows = "x,y\n";
    for (int i = 0; i < 1000; ++i) rows += "1,2\n";
    const ProgramOutput refused =
        program(run(folder.write("many.csv", rows), "heap", {"-k", most, "--self", "--out", folder.path("l.npz")}));
    EXPECT_EQ(refused.status, 3);
    EXPECT_THAT(refused.err, HasSubstr("1000 lists of 2147483647 in .npz"));
}

TEST(Run, ManyQueriesAreSummarised) {
    const ProgramOutput said = program(run("uniform:n=500", "serial", {"-k", "6", "--random-queries", "40"}));
    ASSERT_EQ(said.status, 0) << said.err;
    EXPECT_THAT(said.out, HasSubstr("queries  40 random queries\n"));
    EXPECT_THAT(said.out, HasSubstr("40 lists of 6\n"));
    EXPECT_THAT(said.out, HasSubstr("to the nearest"));
    EXPECT_THAT(said.out, HasSubstr("--out writes all of them"));
}

TEST(Run, WithoutQueriesTheMiddleIsAskedAndSaid) {
    const Folder folder;
    const std::string data = folder.write("points.csv", "x,y\n0,0\n10,10\n4,5\n9,1\n");
    const ProgramOutput said = program(run(data, "serial", {"-k", "1", "--out", folder.path("l.csv")}));
    ASSERT_EQ(said.status, 0) << said.err;
    EXPECT_THAT(said.out, HasSubstr("query    row 2 (4, 5), the point nearest the middle (no query was given)"));
    EXPECT_EQ(content_of(folder.path("l.csv")), "query,rank,index,distance\n0,1,2,0\n");
}

TEST(Run, QueriesFromAFile) {
    const Folder folder;
    const std::string data = folder.write("points.csv", "id,lon,lat,depth\n7,0,0,1\n8,10,0,2\n9,0,10,3\n");
    const std::string queries = folder.write("queries.csv", "lon,lat\n9,1\n1,9\n");
    const ProgramOutput said =
        program(run(data, "heap", {"--columns", "lon,lat", "-k", "1", "--queries", queries, "--out", folder.path("l.csv")}));
    ASSERT_EQ(said.status, 0) << said.err;
    const auto lines = csv(folder.path("l.csv"));
    ASSERT_EQ(lines.size(), 2u);
    EXPECT_EQ(lines[0].index, 1);
    EXPECT_EQ(lines[1].index, 2);
    const ProgramOutput other = program(run(data, "heap", {"--columns", "lon,lat,depth", "-k", "1", "--queries", queries}));
    EXPECT_EQ(other.status, 2) << "two coordinates asked of three";
    EXPECT_THAT(other.err, HasSubstr("queries.csv"));
}

TEST(Run, QueriesOfLibsvmMayHaveMoreFeatures) {
    const Folder folder;
    const std::string data = folder.write("a.libsvm", "1 1:1\n2 2:2\n"), queries = folder.write("a.t.libsvm", "1 1:1 4:3\n");
    const ProgramOutput said = program(run(data, "serial", {"-k", "2", "--queries", queries, "--out", folder.path("l.csv")}));
    ASSERT_EQ(said.status, 0) << said.err;
    EXPECT_THAT(said.out, HasSubstr("1 query from " + queries + ", which has 2 features more than the data: 0 in every point"));
    const auto lines = csv(folder.path("l.csv"));
    ASSERT_EQ(lines.size(), 2u);
    EXPECT_EQ(lines[0].index, 0);
    EXPECT_EQ(lines[0].distance, 3) << "the fourth feature counts";
    const std::string table = folder.write("t.csv", "1,2,3,4\n");
    EXPECT_EQ(program(run(data, "serial", {"-k", "2", "--queries", table})).status, 2);
}

TEST(Run, TimingsHaveTheDesignsKeys) {
    const Folder folder;
    const ProgramOutput said = program(run("uniform:n=2000,seed=3", "heap",
        {"-k", "4", "--repeat", "3", "--set", "threads=64", "--timings", folder.path("t.json"), "--metric", "manhattan"}));
    ASSERT_EQ(said.status, 0) << said.err;
    EXPECT_THAT(said.out, HasSubstr("median of 3 runs after a warm-up"));
    const auto json = nlohmann::json::parse(content_of(folder.path("t.json")));
    EXPECT_EQ(json["device"], "host");
    EXPECT_EQ(json["method"], "heap");
    EXPECT_EQ(json["options"]["threads"], 64);
    EXPECT_EQ(json["metric"], "manhattan");
    EXPECT_EQ(json["runs"], 3);
    EXPECT_EQ(json["warmed_up"], true);
    EXPECT_EQ(json["approximate"], false);
    EXPECT_TRUE(json["build_milliseconds"].is_null());
    const DataSet data = load_data("uniform:n=2000,seed=3");
    EXPECT_EQ(json["data"]["count"], 2000);
    EXPECT_EQ(json["data"]["dimension"], 2);
    EXPECT_EQ(json["data"]["name"], data.name);
    char hash[17];
    std::snprintf(hash, sizeof hash, "%016llx", static_cast<unsigned long long>(data.hash));
    EXPECT_EQ(json["data"]["hash"], hash);
    const auto ordered = [](const nlohmann::json& spread) {
        return spread["minimum"].get<double>() > 0 && spread["minimum"] <= spread["median"] && spread["median"] <= spread["maximum"];
    };
    EXPECT_TRUE(ordered(json["total_milliseconds"]));
    std::vector<std::string> names;
    int inside = 0;
    for (const auto& phase : json["phases"]) {
        names.push_back(phase["name"]);
        EXPECT_TRUE(ordered(phase["milliseconds"])) << phase;
        EXPECT_GT(phase["bytes"].get<double>(), 0) << phase;
        EXPECT_TRUE(phase["bytes"].is_number_integer() && phase["operations"].is_number_integer()) << phase;
        EXPECT_GT(phase["operations"].get<double>(), 0) << phase;
        EXPECT_FALSE(phase["formula"].get<std::string>().empty());
        if (!phase.contains("share")) continue;
        ++inside;
        EXPECT_GT(phase["share"].get<double>(), 0);
        EXPECT_GE(phase["imbalance"].get<double>(), 1);
        EXPECT_TRUE(phase.contains("stamping_overhead"));
    }
    EXPECT_THAT(names, ElementsAre("distances", "phase 1", "phase 2", "phase 3", "exact distances", "order"));
    EXPECT_GT(inside, 0);
    EXPECT_EQ(json["counters"]["distances"], 2000);
}

TEST(Run, JsonHasOldNamesOfCountersBesideTheNewOnes) {
    const ProgramOutput said =
        program(run("vectors:n=200,d=16", "flat", {"-k", "2", "--query-index", "3", "--counters", "--timings", "-"}));
    ASSERT_EQ(said.status, 0) << said.err;
    const auto counters = nlohmann::json::parse(said.out)["counters"];
    ASSERT_TRUE(counters.contains("fallback queries")) << counters;
    EXPECT_EQ(counters["queries asked again"], counters["fallback queries"]);
}

TEST(Run, WritesAFileToStandardOutputAndNothingElse) {
    const auto out = [](const char* option) {
        const ProgramOutput said = program(run("uniform:n=30", "heap", {"-k", "2", "--query-index", "3", option, "-"}));
        EXPECT_EQ(said.status, 0) << said.err;
        EXPECT_FALSE(std::filesystem::exists("-")) << option;
        return said.out;
    };
    EXPECT_EQ(nlohmann::json::parse(out("--timings"))["method"], "heap");
    EXPECT_EQ(nlohmann::json::parse(out("--record"))["neighborscope_record"], 1);
    EXPECT_THAT(out("--out"), MatchesRegex("query,rank,index,distance\n0,1,3,0\n0,2,[0-9]+,[0-9.]+\n"));
    EXPECT_THAT(out("--points"), StartsWith("x,y,rank,distance\n"));
    EXPECT_THAT(program({"convert", "uniform:n=30", "--out", "-"}).out, MatchesRegex("x,y\n([0-9.]+,[0-9.]+\n)+"));
    EXPECT_THAT(program({"shot", "uniform:n=30", "--device", "host", "--size", "100x100", "--out", "-"}).out, StartsWith("\x89PNG"));
    EXPECT_THAT(program({"classify", "sample:iris", "--method", "serial", "-k", "1", "--device", "host", "--out", "-"}).out,
        StartsWith("row,predicted"));
    EXPECT_THAT(program({"faces", "sample:faces", "--out", "-"}).out, StartsWith("PK"));
    const ProgramOutput both = program(run("uniform:n=30", "heap", {"-k", "2", "--out", "-", "--timings", "-"}));
    EXPECT_EQ(both.status, 2);
    EXPECT_THAT(both.err, HasSubstr("--out and --timings name the same file"));
    EXPECT_THAT(program(run("uniform:n=30", "heap", {"-k", "2"})).out, HasSubstr("rank")) << "the next command prints again";
    EXPECT_EQ(program({"curve", "uniform:n=9", "--methods", "heap", "--along", "n=1:9", "--device", "host", "--out", "-"}).status, 2);
    EXPECT_FALSE(std::filesystem::exists("-"));
    const Folder folder;
    const std::string status = folder.path("status");
    EXPECT_EQ(in_shell("( " NEIGHBORSCOPE_PROGRAM " convert uniform:n=200000 --out -; echo $? > " + status + " ) | head -1").out, "x,y\n");
    EXPECT_EQ(content_of(status), "0\n") << "a reader that has seen enough is no error";
}

TEST(Run, ReadsTheListOfPicturesThoughItShowsNone) {
    const Folder folder;
    const std::string none = folder.path("none.csv"), rows = folder.write("rows.csv", "x,y\n0,0\n1,1\n");
    for (const ProgramOutput& said :
        {program(run(rows, "serial", {"-k", "1", "--pictures", none})), program({"preview", rows, "--pictures", none})}) {
        EXPECT_EQ(said.status, 2) << said.out;
        EXPECT_THAT(said.err, HasSubstr("none.csv"));
    }
}

TEST(Run, SaysWhichListedPicturesAreNotThereAsAllCommandsDo) {
    const Folder folder;
    const std::string rows = folder.write("rows.csv", "x,y\n0,0\n1,1\n"), list = folder.write("list.csv", "here.pgm\ngone.png\n");
    folder.write("here.pgm", "P5 2 2 255\n0000");
    const std::string out = folder.path("out.csv");
    const auto all = [&] {
        return std::vector{program(run(rows, "serial", {"-k", "1", "--pictures", list})), program({"preview", rows, "--pictures", list}),
            program({"convert", rows, "--pictures", list, "--out", out})};
    };
    for (const ProgramOutput& said : all()) {
        EXPECT_EQ(said.status, 0) << said.err;
        EXPECT_EQ(said.err, "neighborscope: 1 picture that list.csv names is not there: gone.png\n");
    }
    folder.write("list.csv", "no.png\ngone.png\n");
    for (const ProgramOutput& said : all()) {
        EXPECT_EQ(said.status, 2) << said.out;
        EXPECT_THAT(said.err, HasSubstr("list.csv: none of its pictures can be read; no.png is not there; give file names relative to"));
    }
}

TEST(Run, SaysWhatIsApproximateAndWhatBuildingTook) {
    const Folder folder;
    const ProgramOutput said = program(run("uniform:n=300", "forgetful", {"-k", "4", "--timings", folder.path("t.json")}));
    ASSERT_EQ(said.status, 0) << said.err;
    EXPECT_THAT(said.out, HasSubstr("approximate: it may miss neighbours; recall 0.7500 of 1 list\n"));
    EXPECT_THAT(said.out, HasSubstr("build: 12.50 ms, not in the total; median of 5 builds, the first took 12.50 ms"));
    const auto json = nlohmann::json::parse(content_of(folder.path("t.json")));
    EXPECT_EQ(json["approximate"], true);
    EXPECT_EQ(json["build_milliseconds"], 12.5);
    EXPECT_EQ(json["builds"]["first_milliseconds"], 12.5);
    EXPECT_EQ(json["builds"]["runs"], 5);
    const ProgramOutput none = program(run("uniform:n=300", "heap", {"-k", "4", "--timings", folder.path("t.json")}));
    EXPECT_TRUE(nlohmann::json::parse(content_of(folder.path("t.json")))["builds"].is_null()) << none.err;
}

/// Another folder of stored settings, for one scope.
class Config {
public:
    explicit Config(const std::string& path) : before_(std::getenv("XDG_CONFIG_HOME") ? std::getenv("XDG_CONFIG_HOME") : "") {
        setenv("XDG_CONFIG_HOME", path.c_str(), 1);
        set_ceilings_store({});  // forgets the ceilings of this machine
    }
    ~Config() {
        setenv("XDG_CONFIG_HOME", before_.c_str(), 1);
        set_ceilings_store({});
    }

private:
    std::string before_;
};

TEST(Run, CeilingsAreKeptAndMeasuredAnewOnRequest) {
    const Folder folder;
    const Config config(folder.path("config"));
    ASSERT_EQ(program(run("uniform:n=300", "heap", {"-k", "4"})).status, 0);
    const std::string file = folder.path("config/neighborscope/ceilings.json");
    auto kept = nlohmann::json::parse(content_of(file));
    ASSERT_EQ(kept.size(), 1u) << "of this processor";
    EXPECT_EQ(kept.begin().value()["date"].get<std::string>().size(), 10u);
    kept.begin().value()["read_bytes_per_second"] = 123e9;
    kept.begin().value()["date"] = "2001-02-03";
    kept["another processor, host, 999 threads"] = {{"read_bytes_per_second", 456e9}};
    std::ofstream(file) << kept;
    set_ceilings_store({});
    const ProgramOutput again = program(run("uniform:n=300", "heap", {"-k", "4"}));
    EXPECT_THAT(again.out, AllOf(HasSubstr("least time: bytes / 123 GB/s, the best measured here ("), HasSubstr("; 2001-02-03)")));
    EXPECT_THAT(again.out, Not(HasSubstr("warning"))) << "nothing was measured";
    set_ceilings_store({});
    const ProgramOutput anew = program(run("uniform:n=300", "heap", {"-k", "4", "--measure-ceilings"}));
    EXPECT_THAT(anew.out, HasSubstr("least time: bytes / 123 GB/s")) << "the best counts";
    EXPECT_THAT(anew.out, HasSubstr("warning: now memory is read at ")) << "no memory of these days is so fast";
    EXPECT_TRUE(nlohmann::json::parse(content_of(file)).contains("another processor, host, 999 threads"));
}

// The command works whatever is in the folder of settings.
TEST(Run, KeptFilesStopNobody) {
    const Folder folder;
    const Config config(folder.path("config"));
    const auto runs = [&](const std::string& warning) {
        set_ceilings_store({});
        const ProgramOutput said = program(run("uniform:n=300", "heap", {"-k", "4"}));
        EXPECT_EQ(said.status, 0) << said.err;
        if (warning.empty()) EXPECT_EQ(said.err, "");
        else EXPECT_THAT(said.err, HasSubstr(warning));
    };
    const std::string there = folder.path("config/neighborscope");
    std::filesystem::create_directories(there + "/costs.txt");
    std::filesystem::create_directories(there + "/ceilings.json");
    runs("costs.txt: is not a regular file");
    std::filesystem::remove_all(there);
    std::filesystem::create_directories(there);
    std::ofstream(there + "/costs.txt") << "no costs\n";
    std::ofstream(there + "/ceilings.json") << "[1, 2";
    runs("costs.txt, line 1: not four parts");
    std::filesystem::resize_file(there + "/costs.txt", std::uintmax_t(1) << 32);
    std::filesystem::resize_file(there + "/ceilings.json", std::uintmax_t(1) << 32);
    runs("costs.txt: is larger than");
    std::filesystem::remove_all(there);
    std::ofstream(folder.path("config-is-a-file"));
    setenv("XDG_CONFIG_HOME", folder.path("config-is-a-file").c_str(), 1);
    runs("");
    const std::string home = std::getenv("HOME") ? std::getenv("HOME") : "";
    unsetenv("XDG_CONFIG_HOME");
    unsetenv("HOME");
    runs("");
    EXPECT_FALSE(std::filesystem::exists(".config/neighborscope")) << "without a home nothing is kept";
    setenv("HOME", home.c_str(), 1);
}

TEST(Run, CountersAreShownOnRequest) {
    EXPECT_THAT(program(run("uniform:n=300", "heap", {"-k", "4", "--counters"})).out, HasSubstr("counted"));
    EXPECT_THAT(program(run("uniform:n=300", "heap", {"-k", "4"})).out, Not(HasSubstr("counted")));
}

TEST(Run, FilesAreReplacedWholeAndThroughLinks) {
    const Folder folder;
    folder.write("l.csv", "old");
    std::filesystem::create_symlink(folder.path("l.csv"), folder.path("link.csv"));
    ASSERT_EQ(program(run("uniform:n=30", "serial", {"-k", "1", "--out", folder.path("link.csv")})).status, 0);
    EXPECT_TRUE(std::filesystem::is_symlink(folder.path("link.csv")));
    EXPECT_THAT(content_of(folder.path("l.csv")), HasSubstr("query,rank"));
    EXPECT_THAT(folder.files(), ElementsAre("l.csv", "link.csv"));
    // An error after opening the file leaves the old file.
    const std::string before = content_of(folder.path("l.csv"));
    EXPECT_EQ(program(run("uniform:n=30", "serial", {"-k", "1", "--query", "1,2,3", "--out", folder.path("l.csv")})).status, 2);
    EXPECT_EQ(content_of(folder.path("l.csv")), before);
    EXPECT_THAT(folder.files(), ElementsAre("l.csv", "link.csv"));
}

TEST(Run, LargeKAndOnePointAndManyDimensions) {
    const Folder folder;
    EXPECT_EQ(program(run("uniform:n=6000", "heap", {"-k", "5000"})).status, 0);
    const ProgramOutput one = program(run(folder.write("one.csv", "x,y\n5,6\n"), "ppw", {"-k", "3"}));
    EXPECT_EQ(one.status, 0) << one.err;
    const ProgramOutput alone = program(run(folder.path("one.csv"), "ppw", {"-k", "3", "--exclude-self"}));
    EXPECT_EQ(alone.status, 0) << alone.err;
    EXPECT_THAT(alone.out, HasSubstr("no neighbours"));
    const ProgramOutput wide = program(run("vectors:n=50,d=300", "serial", {"-k", "3", "--query-index", "4"}));
    EXPECT_EQ(wide.status, 0) << wide.err;
    EXPECT_THAT(wide.out, HasSubstr("the first 4 of 300 coordinates are shown"));
}

TEST(Run, CoordinatesAreShownAsTheFileHasThem) {
    const Folder folder;
    const ProgramOutput whole = program(run(folder.write("whole.csv", "x,y\n1,-20\n3,4.5\n"), "serial", {"-k", "2", "--query-index", "0"}));
    EXPECT_THAT(whole.out, HasSubstr("query    row 0 (1, -20)\n"));
    EXPECT_THAT(
        whole.out, HasSubstr("rank  index  distance  x      y\n   1      0    0.0000  1  -20.0\n   2      1   24.5815  3    4.5\n"));
    // UTM metres do not fit in float32, but no digits are lost.
    const ProgramOutput utm = program(
        run(folder.write("utm.csv", "X,Y\n289816.56,4320979.71\n289817.03,4320979.92\n"), "serial", {"-k", "2", "--query-index", "0"}));
    EXPECT_THAT(utm.out, HasSubstr("row 0 (289816.56, 4320979.71)\n"));
    EXPECT_THAT(utm.out, HasSubstr("  289816.56  4320979.71\n"));
    EXPECT_THAT(utm.out, HasSubstr("  289817.03  4320979.92\n"));
}

TEST(Run, ANameInAFileCannotMoveTheCursor) {
    const Folder folder;
    const ProgramOutput said = program(run(folder.write("points.csv", "x\x1b[2J,y\n1,2\n3,4\n"), "serial", {"-k", "1"}));
    ASSERT_EQ(said.status, 0) << said.err;
    EXPECT_THAT(said.out, Not(HasSubstr("\x1b")));
}

}  // namespace
}  // namespace neighborscope
