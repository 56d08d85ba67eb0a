// Lists of neighbours in every format, and errors for invalid ones.
#include "app/data/lists/read_lists.hpp"
#include "test_file.hpp"
#include "tests/sanitized.hpp"
#include "zip_file.hpp"

namespace neighborscope {
namespace {

using test::File;
using ::testing::ElementsAre;

ForeignLists read(const std::string& name, const std::string& content) {
    const File file(name, content);
    return read_lists(file.path());
}

void expect_lists_refused(const std::string& name, const std::string& content, const std::vector<std::string>& texts) {
    SCOPED_TRACE(content.substr(0, 60));
    test::expect_error(Failure::input, texts, [&] { read(name, content); });
}

template <class T>
std::string array(const std::string& type, const std::string& shape, const std::vector<T>& values, bool fortran = false) {
    return test::npy(test::npy_header(type, shape, fortran), values);
}

std::string ivecs(const std::vector<std::vector<std::int32_t>>& lists) {
    std::string file;
    for (const auto& list : lists) {
        const auto k = std::int32_t(list.size());
        file.append(reinterpret_cast<const char*>(&k), 4);
        file.append(reinterpret_cast<const char*>(list.data()), 4 * list.size());
    }
    return file;
}

TEST(ListsOfText, AsRunWritesThem) {
    const ForeignLists lists = read("lists.csv", "query,rank,index,distance\n0,1,5,0.5\n0,2,7,1.5\n1,1,2,3\n");
    EXPECT_EQ(lists.queries, 2);
    EXPECT_EQ(lists.k, 2);
    EXPECT_THAT(lists.index, ElementsAre(5, 7, 2, -1)) << "the second list is shorter";
    EXPECT_EQ(lists.distance[1], 1.5);
    EXPECT_TRUE(std::isnan(lists.distance[3]));
}

TEST(ListsOfText, InAnyOrderAndWithoutDistancesOrRanks) {
    EXPECT_THAT(read("a.tsv", "index\trank\tquery\n9\t2\t0\n4\t1\t0\n").index, ElementsAre(4, 9));
    const ForeignLists unranked = read("a.csv", "query,index\n0,3\n1,4\n0,5\n1,6\n");
    EXPECT_THAT(unranked.index, ElementsAre(3, 5, 4, 6));
    EXPECT_TRUE(unranked.distance.empty());
    EXPECT_THAT(read("a.txt", "1 2 3\n4 5 -1\n").index, ElementsAre(1, 2, 3, 4, 5, -1)) << "a line a list";
}

TEST(ListsOfArrays, NumpyAndTexmex) {
    const std::string index = array<std::int64_t>("<i8", "(2, 2)", {1, 2, 3, -1}),
                      distance = array<float>("<f4", "(2, 2)", {0, 1, 2, 3e38f});
    const ForeignLists both = read("lists.npz", test::zip_file({{"index.npy", index}, {"distance.npy", distance, true}}));
    EXPECT_THAT(both.index, ElementsAre(1, 2, 3, -1));
    EXPECT_EQ(both.distance[2], 2);
    EXPECT_TRUE(std::isnan(both.distance[3])) << "what stands past the end means nothing";
    EXPECT_THAT(read("i.npy", array<std::int32_t>("<i4", "(2, 2)", {1, 3, 2, 4}, true)).index, ElementsAre(1, 2, 3, 4))
        << "column by column";
    EXPECT_THAT(read("gt.ivecs", ivecs({{4, 5}, {6, -1}})).index, ElementsAre(4, 5, 6, -1));
}

/// Reads an archive of these arrays, one member each.
ForeignLists read_npz(const std::vector<std::pair<std::string, std::string>>& arrays) {
    std::vector<test::ZipEntry> members;
    for (const auto& [name, content] : arrays) members.push_back({name + ".npy", content});
    return read("lists.npz", test::zip_file(members));
}

TEST(ListsOfArrays, AreNamedAsLibrariesNameThem) {
    const std::string index = array<std::int64_t>("<i8", "(1, 2)", {4, 7}), distance = array<double>("<f8", "(1, 2)", {0.1, -2}),
                      labels = array<std::uint64_t>("<u8", "(1, 2)", {4, 7});
    const std::pair<std::string, std::string> names[] = {{"index", "distance"}, {"indices", "distances"}, {"ind", "dist"}, {"I", "D"},
        {"labels", "distances"}, {"keys", "distances"}, {"ids", "dists"}, {"knn_indices", "knn_dists"}, {"neighbors", "distances"},
        {"Neighbor_IDs", "neighbor-distances"}, {"i", "d"}};
    for (const auto& [its_index, its_distance] : names) {
        SCOPED_TRACE(its_index);
        const ForeignLists lists = read_npz({{its_distance, distance}, {its_index, its_index == "keys" ? labels : index}});
        EXPECT_THAT(lists.index, ElementsAre(4, 7));
        EXPECT_THAT(lists.distance, ElementsAre(0.1, -2)) << "float64 as it stands, also below 0";
        EXPECT_TRUE(lists.notes.empty());
    }
    EXPECT_THAT(read_npz({{"labels", array<std::int32_t>("<i4", "(2,)", {8, 9})}, {"indices", index}}).index, ElementsAre(4, 7));
    EXPECT_THAT(read_npz({{"ids", array<std::int32_t>("<i4", "(1, 2)", {8, 9})}, {"indices", index}}).index, ElementsAre(4, 7))
        << "the surer name";
}

TEST(ListsOfArrays, WithoutNamesIntegersAreTheIndices) {
    const std::string index = array<std::int64_t>("<i8", "(1, 2)", {4, 7}), distance = array<double>("<f8", "(1, 2)", {1, 2});
    for (const bool first : {true, false}) {
        const ForeignLists lists = read_npz({{"arr_0", first ? index : distance}, {"arr_1", first ? distance : index}});
        EXPECT_THAT(lists.index, ElementsAre(4, 7));
        EXPECT_THAT(lists.distance, ElementsAre(1, 2));
        EXPECT_THAT(lists.notes, ElementsAre(first ? "'arr_0' is read as the indices, 'arr_1' as the distances"
                                                   : "'arr_1' is read as the indices, 'arr_0' as the distances"));
    }
    const std::string floats = array<double>("<f8", "(1, 2)", {0.5, 2});
    EXPECT_THAT(read_npz({{"arr_0", floats}, {"arr_1", distance}}).index, ElementsAre(1, 2)) << "whole numbers among floats";
    EXPECT_THAT(read_npz({{"arr_0", distance}}).index, ElementsAre(1, 2));
    expect_lists_refused("a.npz", test::zip_file({{"arr_0.npy", distance}, {"arr_1.npy", distance}}), {"no array 'index'", "arr_0, arr_1"});
    expect_lists_refused("a.npz", test::zip_file({{"a.npy", index}, {"b.npy", index}}), {"no array 'index'", "a, b"});
}

TEST(ListsOfArrays, SayWhichRowsAsked) {
    const std::string index = array<std::int32_t>("<i4", "(2, 1)", {4, 7});
    EXPECT_THAT(read_npz({{"index", index}, {"query", array<std::int64_t>("<i8", "(2,)", {4, 9})}}).query, ElementsAre(4, 9));
    EXPECT_TRUE(read_npz({{"index", index}, {"query", array<float>("<f4", "(2, 1)", {0.5f, 9})}}).query.empty()) << "coordinates";
}

TEST(ListsOfAnyKind, EndAsLibrariesPadThem) {
    const auto of = [](const std::string& type, auto values) {
        return read_npz({{"index", array(type, "(1, 3)", values)}, {"distance", array<float>("<f4", "(1, 3)", {1, 2, 3e38f})}});
    };
    const std::vector<ForeignLists> all = {of("<i4", std::vector<std::int32_t>{5, 6, -1}),
        of("<i4", std::vector<std::int32_t>{5, 6, 2147483647}), of("<u4", std::vector<std::uint32_t>{5, 6, 4294967295}),
        of("<i8", std::vector<std::int64_t>{5, 6, 4294967295}), of("<i8", std::vector<std::int64_t>{5, 6, 9223372036854775807}),
        of("<u8", std::vector<std::uint64_t>{5, 6, ~std::uint64_t(0)}), of("<f4", std::vector<float>{5, 6, 4294967296.f}),
        of("<f8", std::vector<double>{5, 6, 18446744073709551615.}), of("<f8", std::vector<double>{5, 6, std::nan("")})};
    for (const ForeignLists& lists : all) {
        EXPECT_THAT(lists.index, ElementsAre(5, 6, -1));
        EXPECT_TRUE(std::isnan(lists.distance[2]));
    }
    for (const char* end :
        {"-1", "2147483647", "4294967295", "9223372036854775807", "18446744073709551615", "nan", "1.8446744073709552e+19"}) {
        EXPECT_THAT(read("a.txt", "5 6 " + std::string(end) + "\n").index, ElementsAre(5, 6, -1)) << end;
        EXPECT_THAT(read("a.csv", "query,index\n0,5\n0,6\n0," + std::string(end) + "\n").index, ElementsAre(5, 6, -1)) << end;
    }
}

TEST(ListsOfAnyKind, EndAsSciPyPadsThem) {
    const double inf = INFINITY;
    const auto of = [](const std::vector<std::int64_t>& index, const std::vector<double>& distance) {
        return read_npz({{"indices", array("<i8", "(2, 2)", index)}, {"distances", array("<f8", "(2, 2)", distance)}});
    };
    const ForeignLists lists = of({0, 1, 1, 9}, {0, 1, 0, inf});
    EXPECT_THAT(lists.index, ElementsAre(0, 1, 1, -1));
    EXPECT_TRUE(std::isnan(lists.distance[3]));
    EXPECT_THAT(lists.notes, ElementsAre("index 9 at an infinite distance is read as the end of a list, as SciPy writes it"));
    EXPECT_THAT(of({0, 1, 1, 0}, {0, 1, 0, inf}).index, ElementsAre(0, 1, 1, 0)) << "a row that there is, at a distance that cannot be";
    EXPECT_THAT(of({0, 8, 1, 9}, {0, inf, 0, inf}).index, ElementsAre(0, 8, 1, 9));
    EXPECT_THAT(read("a.csv", "query,rank,index,distance\n0,1,0,0\n0,2,9,inf\n1,1,1,0\n1,2,9,inf\n").index, ElementsAre(0, -1, 1, -1));
}

TEST(ListsOfAnyKind, KeepWhatOnlyTheJudgeCanTell) {
    EXPECT_THAT(read("a.txt", "-2 4000000000000 9007199254740993\n").index, ElementsAre(-2, 4000000000000, 9007199254740993));
    EXPECT_THAT(read("a.npy", array<std::uint64_t>("<u8", "(1, 2)", {9007199254740993, 5})).index, ElementsAre(9007199254740993, 5));
    const ForeignLists lists = read("a.csv", "query,rank,index,distance\n0,1,5,nan\n0,2,7,-0.5\n0,3,8,1e39\n0,4,9,\n");
    EXPECT_TRUE(std::isnan(lists.distance[0]) && std::isnan(lists.distance[3]));
    EXPECT_EQ(lists.distance[1], -0.5);
    EXPECT_EQ(lists.distance[2], 1e39);
}

TEST(ListsOfText, HeadersAsPeopleNameThem) {
    for (const std::string header : {"query_id,neighbor_id,dist", "Query Id,NEIGHBOR,Distance", "id,neighbor_id,distance", "q,idx,d",
             "query-index;neighbour_index;dist", "query\tnn\tdistances", "query neighbor distance"}) {
        SCOPED_TRACE(header);
        const char separator = header.find(',') < header.size() ? ',' : header[header.find_first_of(";\t ")];
        std::string lines = "\n0,3,0.5\n0,5,1.5\n1,4,0.25\n1,6,2\n";
        std::replace(lines.begin(), lines.end(), ',', separator);
        const std::string text = header + lines;
        const ForeignLists lists = read("a.txt", text);
        EXPECT_THAT(lists.index, ElementsAre(3, 5, 4, 6));
        EXPECT_THAT(lists.distance, ElementsAre(0.5, 1.5, 0.25, 2));
        EXPECT_TRUE(lists.notes.empty());
    }
    EXPECT_THAT(read("a.csv", "id,query_id,neighbor_id,rank\n7,0,3,1\n8,1,4,1\n").index, ElementsAre(3, 4)) << "id numbers the lines";
    EXPECT_THAT(read("a.csv", ",query,rank,index\n0,0,1,3\n1,1,1,4\n").index, ElementsAre(3, 4)) << "as pandas writes it";
}

TEST(ListsOfText, RanksFromZero) {
    const ForeignLists lists = read("a.csv", "query,rank,index,distance\n0,0,5,0\n0,1,7,1\n1,1,6,1\n1,0,2,0\n");
    EXPECT_THAT(lists.index, ElementsAre(5, 7, 2, 6));
    EXPECT_THAT(lists.notes, ElementsAre("ranks are counted from 0"));
    EXPECT_TRUE(read("a.csv", "query,rank,index\n0,1,5\n").notes.empty());
    expect_lists_refused("a.csv", "query,rank,index\n0,0,5\n1,2,6\n", {":3", "rank 2, but the query has 1 line", "from 0 up"});
}

TEST(ListsOfText, QueriesWithoutALineDidNotAsk) {
    const ForeignLists lists = read("a.csv", "query,rank,index\n3,1,5\n0,1,6\n");
    EXPECT_THAT(lists.query, ElementsAre(0, 3));
    EXPECT_THAT(lists.index, ElementsAre(6, 5));
    EXPECT_EQ(lists.queries, 2);
    EXPECT_TRUE(read("a.csv", "query,rank,index\n1,1,5\n0,1,6\n").query.empty());
}

TEST(ListsOfText, FloatsAsSavetxtWritesThem) {
    EXPECT_THAT(
        read("a.txt", "1.000000000000000000e+00 2.000000000000000000e+00\n0.000000000000000000e+00 -1.000000000000000000e+00\n").index,
        ElementsAre(1, 2, 0, -1));
}

TEST(ListsOfJson, EveryForm) {
    for (const std::string text : {R"([[1, 2], [3]])", "[\n [1, 2],\n [3]\n]\n", "[1, 2]\n\n[3]\n", R"({"indices": [[1, 2], [3, null]]})",
             R"([{"ids": [1, 2]}, {"ids": [3.0]}])", "{\"neighbors\": [1, 2], \"vector\": [[0.5], []]}\n{\"neighbors\": [3]}\n",
             R"({"labels": [["a"], ["b"]], "ids": [[1, 2], [3]]})",
             R"({"results": [{"ids": [1, 2]}, {"ids": [3]}], "k": 2, "took": [0.5]})"}) {
        SCOPED_TRACE(text);
        const ForeignLists lists = read("a.json", text);
        EXPECT_EQ(lists.queries, 2);
        EXPECT_EQ(lists.k, 2);
        EXPECT_THAT(lists.index, ElementsAre(1, 2, 3, -1));
        EXPECT_TRUE(lists.distance.empty() && lists.query.empty());
    }
    for (const std::string text : {R"([{"ids": [1, 2], "dist": [0.5, 1e40]}])", R"({"distances": [[0.5, 1e40]], "indices": [[1, 2]]})",
             "{\"ids\": [1, 2], \"distances\": [0.5, 1e40]}\n{\"ids\": [], \"distances\": []}\n"}) {
        SCOPED_TRACE(text);
        const ForeignLists lists = read("a.jsonl", text);
        EXPECT_EQ(lists.index[1], 2);
        EXPECT_EQ(lists.distance[0], 0.5);
        EXPECT_EQ(lists.distance[1], 1e40);
    }
    EXPECT_THAT(read("a.json", R"([{"query": 4, "id": 1, "ids": [1]}, {"query": 2, "id": 2, "ids": [3]}])").query, ElementsAre(4, 2));
    EXPECT_THAT(read("a.json", "[18446744073709551615, 4294967295, -1, 5]").index, ElementsAre(-1, -1, -1, 5));
    EXPECT_THAT(read("a.json.gz", test::gzip("[[1]]")).index, ElementsAre(1));
}

TEST(ListsOfJson, ThatCannotBeReadSayWhereAndWhy) {
    expect_lists_refused("a.json", "[[1, 2], [3, 4.5]]", {"list 1", "4.5", "is not the index of a point"});
    expect_lists_refused("a.json", "[[1, 2], [3, [4]]]", {"list 1", "mixes numbers and brackets"});
    expect_lists_refused("a.json", "[[1], [2], 3]", {"mixes numbers and brackets"});
    expect_lists_refused("a.json", "[[1, 2], [3,", {"not JSON: parse error at line 1"});
    expect_lists_refused("a.json", "[1]\n[2\n", {"a.json:2", "not JSON"});
    expect_lists_refused("a.json", "[[1, NaN]]", {"not JSON", "null in place of NaN"});
    expect_lists_refused("a.json", "{\"points\": [[1, 2]]}", {"no lists of indices"});
    expect_lists_refused("a.json", "[]", {"no lists of indices"});
    expect_lists_refused("a.json", R"({"ids": [[1, 2]], "distances": [[1]]})", {"list 0 has 2 indices, and 1 distances"});
    expect_lists_refused("a.json", R"({"ids": [[1], [2]], "distances": [[1]]})", {"2 lists of indices, and 1 of distances"});
    expect_lists_refused("a.json", std::string(100000, '['), {"nested more than 64 deep"});
}

/// Returns lists in the format of big-ann-benchmarks: counts, indices, distances.
std::string big_ann(
    std::uint32_t queries, std::uint32_t k, const std::vector<std::uint32_t>& index, const std::vector<float>& distance = {}) {
    std::string file;
    test::put_number(file, queries, 4), test::put_number(file, k, 4);
    file.append(reinterpret_cast<const char*>(index.data()), 4 * index.size());
    return file.append(reinterpret_cast<const char*>(distance.data()), 4 * distance.size());
}

TEST(ListsOfBigAnn, WithAndWithoutDistances) {
    for (const char* name : {"gt.bin", "gt.ibin", "GT_10M", "gt.bin.gz"}) {
        const bool packed = std::string_view(name).ends_with(".gz");
        const auto read_it = [&](const std::string& content) { return read(name, packed ? test::gzip(content) : content); };
        EXPECT_THAT(read_it(big_ann(2, 2, {5, 6, 7, 4294967295})).index, ElementsAre(5, 6, 7, -1));
        const ForeignLists lists = read_it(big_ann(2, 2, {5, 6, 7, 8}, {0, 1, -3, 2}));
        EXPECT_THAT(lists.index, ElementsAre(5, 6, 7, 8));
        EXPECT_THAT(lists.distance, ElementsAre(0, 1, -3, 2));
        EXPECT_EQ(lists.k, 2);
    }
    const std::string whole = big_ann(2, 2, {5, 6, 7, 8}, {0, 1, 0, 2});
    for (std::size_t length = 1; length < whole.size(); ++length)
        if (length != 24) expect_lists_refused("gt.bin", whole.substr(0, length), {"gt.bin"});
    expect_lists_refused("gt.bin", big_ann(4294967295, 4294967295, {1}), {"announce 4294967295 lists of 4294967295"});
}

TEST(ListsThatCannotBeRead, SayWhereAndWhy) {
    expect_lists_refused("a.csv", "query,rank,index\n0,1,5\n0,3,7\n", {":3", "rank 3", "without a gap"});
    expect_lists_refused("a.csv", "query,rank,index\n0,1,5\n0,1,7\n", {":3", "twice"});
    expect_lists_refused("a.csv", "query,rank,index\n0,1,5\n0,2\n", {":3", "2 fields, 3 expected"});
    expect_lists_refused("a.csv", "query,rank,index\n0,1,2.5\n", {":2", "2.5", "is not the index of a point"});
    expect_lists_refused("a.csv", "query,rank,index\n0,1,x\n", {":2", "'x' is not a number"});
    expect_lists_refused("a.csv", "x,y\n1,2\n", {"no columns query and index"});
    expect_lists_refused("a.txt", "1 2 3\n4 5\n", {":2", "a list of 2, the first has 3"});
    expect_lists_refused("a.ivecs", ivecs({{1, 2}, {3}}), {"list 1", "1 neighbours, the first 2"});
    expect_lists_refused("a.ivecs", ivecs({{1, 2}, {3, 4}}).substr(0, 20), {"list 1", "cut off"});
    const std::string of_sparse = array<std::int32_t>("<i4", "(2,)", {1, 0});
    expect_lists_refused("a.npz", test::zip_file({{"indices.npy", of_sparse}, {"indptr.npy", of_sparse}}), {"sparse matrix of SciPy"});
    expect_lists_refused("a.npz", test::zip_file({{"points.npy", array<float>("<f4", "(1, 1)", {1})}}), {"no array 'index'", "points"});
    expect_lists_refused("a.npz",
        test::zip_file({{"index.npy", array<std::int32_t>("<i4", "(1, 2)", {1, 2})}, {"distance.npy", array<float>("<f4", "(1, 1)", {1})}}),
        {"[1][2]", "[1][1]"});
}

/// Expects an error for these lists; returns how many packed bytes of `content` in gzip were read before it.
double taken_to_refuse(const std::string& name, const std::string& content, const std::vector<std::string>& texts) {
    const File file(name + ".gz", test::gzip(content));
    double taken = 0;
    test::expect_error(Failure::input, texts, [&] {
        read_lists(file.path(), Progress{[&](double done, double) { taken = std::max(taken, done); }, nullptr});
    });
    return taken / double(std::filesystem::file_size(file.path()));
}

TEST(ListsThatCannotBeRead, AreNotUnpackedWhole) {
    const std::string much(16 << 20, '\1');
    const auto much_of = [&](const std::string& type, const std::string& shape) {
        return array<char>(type, shape, std::vector<char>(much.begin(), much.end()));
    };
    EXPECT_LT(taken_to_refuse("a.npy", much_of("<i4", "(2, 3)"), {"more bytes follow the 2 rows of its header"}), 0.5);
    EXPECT_LT(taken_to_refuse("a.npy", much_of("<i4", "(20000000000, 3)"), {"needs 240000000000 bytes"}), 0.5);
    EXPECT_LT(taken_to_refuse("a.npy", much_of("<U4", "(1000,)"), {"holds no numbers"}), 0.5);
    EXPECT_LT(taken_to_refuse("a.ivecs", ivecs({{1, 2}, {3}}) + much, {"list 1", "1 neighbours, the first 2"}), 0.5);
    EXPECT_LT(taken_to_refuse("a.csv", "x,y\n" + much, {"no columns query and index"}), 0.5);
    expect_lists_refused(
        "a.npz", test::zip_file({{"index.npy", much_of("<i4", "(2, 3)"), true}}), {"(index.npy)", "needs 24 bytes, 16777216 are there"});
}

/// Reads these bytes; expects lists as ForeignLists describes them, or an error of one line that names the file.
void expect_lists_or_an_error(const test::TemporaryFolder& folder, const std::string& name, const std::string& bytes) {
    const std::string path = folder.write(name, bytes);
    try {
        looks_like_lists(path);
        const ForeignLists lists = read_lists(path);
        const std::size_t entries = std::size_t(lists.queries) * std::size_t(lists.k);
        ASSERT_GT(entries, 0u);
        ASSERT_EQ(lists.index.size(), entries);
        ASSERT_TRUE(lists.distance.empty() || lists.distance.size() == entries);
        ASSERT_TRUE(lists.query.empty() || lists.query.size() == std::size_t(lists.queries));
        for (std::size_t i = 0; i < lists.distance.size(); ++i) ASSERT_TRUE(lists.index[i] != -1 || std::isnan(lists.distance[i]));
    } catch (const Error& error) {
        const std::string line = error.one_line();
        ASSERT_TRUE(error.kind == Failure::input || error.kind == Failure::memory) << line;
        ASSERT_NE(line.find(path), std::string::npos) << line;
        ASSERT_LT(line.size(), 1000u) << line;
        ASSERT_TRUE(std::none_of(line.begin(), line.end(), [](char c) { return (c >= 0 && c < 32) || c == 127; })) << line;
    }
}

TEST(ListsOfAnyKind, AreReadOrRefusedWhateverIsCutOffOrChanged) {
    const test::TemporaryFolder folder;
    const std::string index = array<std::int64_t>("<i8", "(2, 2)", {1, 2, 3, -1}), distance = array<float>("<f4", "(2, 2)", {0, 1, 2, 3});
    const std::pair<std::string, std::string> files[] = {{"a.npz", test::zip_file({{"arr_0.npy", distance, true}, {"arr_1.npy", index}})},
        {"b.npz", test::zip_file({{"query.npy", array<std::int64_t>("<i8", "(2,)", {4, 9}), true}, {"labels.npy", index, true}})},
        {"a.npy", index}, {"a.ivecs", ivecs({{4, 5}, {6, -1}})}, {"a.bin", big_ann(2, 2, {5, 6, 7, 8}, {0, 1, 0, 2})},
        {"a.csv", "query,rank,index,distance\n0,0,5,0.5\n0,1,7,inf\n3,0,2,3\n"}, {"a.txt", "1 2 3\n4.0e0 5 -1\n"},
        {"a.json", "[[1, 2], [3]]"},
        {"b.json", R"([{"query": 4, "ids": [1, 2], "dist": [0.5, null]}, {"labels": ["a"], "ids": [3], "dist": [1e3]}])"},
        {"c.json", R"({"indices": [[1, 2], [3, 4]], "distances": [[0.5, 1], [2, 3]]})"}, {"a.jsonl", "[1, 2]\n{\"ids\": [3]}\n"}};
    for (const auto& [name, whole] : files) {
        SCOPED_TRACE(name);
        expect_lists_or_an_error(folder, name, whole);
        const std::size_t step = std::max<std::size_t>(1, whole.size() / (test::sanitized ? 20 : 50));
        for (std::size_t at = 0; at < whole.size(); at += step) {
            SCOPED_TRACE(at);
            expect_lists_or_an_error(folder, name, whole.substr(0, std::max<std::size_t>(1, at)));
            for (const int after : {whole[at] ^ 0xff, whole[at] ^ 1, 0, int('9'), int('['), int(',')}) {
                std::string changed = whole;
                changed[at] = char(after);
                expect_lists_or_an_error(folder, name, changed);
            }
        }
    }
    // A rank for which the file has too few lines: an error before allocation.
    expect_lists_refused("a.csv", "query,rank,index\n0,1,5\n0,16000000,6\n", {":3", "rank 16000000, but the query has 2 lines"});
}

TEST(ListsThatAreDropped, AreKnownFromPoints) {
    const auto looks = [](const std::string& name, const std::string& content) {
        const File file(name, content);
        return looks_like_lists(file.path());
    };
    EXPECT_TRUE(looks("a.csv", "query,rank,index,distance\n0,1,5,0.5\n"));
    EXPECT_TRUE(looks("a.ivecs", ivecs({{1}})));
    EXPECT_TRUE(looks("a.npz", test::zip_file({{"index.npy", array<std::int32_t>("<i4", "(1, 1)", {1})}})));
    const std::string index = array<std::int32_t>("<i4", "(1, 2)", {1, 0}), distance = array<float>("<f4", "(1, 2)", {1, 2});
    const auto archive = [&](const std::string& first, const std::string& second) {
        return looks("a.npz", test::zip_file({{first + ".npy", index}, {second + ".npy", distance}}));
    };
    EXPECT_TRUE(archive("labels", "distances") && archive("keys", "distances") && archive("I", "D") && archive("ind", "dist"));
    EXPECT_TRUE(archive("arr_0", "arr_1"));
    EXPECT_TRUE(looks("a.csv", "query_id,neighbor_id,dist\n0,5,0.5\n"));
    EXPECT_TRUE(looks("a.json", R"([{"ids": [1], "distances": [0.5]}])") && looks("a.json", R"({"indices": [[1]], "distances": [[1]]})"));
    EXPECT_TRUE(looks("a.bin", big_ann(2, 2, {5, 6, 7, 8}, {0, 1, 0, 2})));
    EXPECT_FALSE(archive("labels", "vectors")) << "points and their classes";
    EXPECT_FALSE(archive("labels", "data") || archive("ids", "X") || archive("index", "points"));
    EXPECT_FALSE(looks("a.npz", test::zip_file({{"arr_0.npy", distance}, {"arr_1.npy", array<std::int32_t>("<i4", "(1,)", {1})}})));
    EXPECT_FALSE(
        looks("a.json", "[[1, 2], [3, 4]]") || looks("a.jsonl", "{\"id\": 1, \"vector\": [1, 2]}\n{\"id\": 2, \"vector\": [1, 2]}\n"));
    EXPECT_FALSE(looks("a.bin", big_ann(2, 2, {5, 6, 7, 8}))) << "vectors of integers";
    EXPECT_FALSE(looks("a.bin", big_ann(2, 2, {5, 6, 7, 8}, {1, 0, 0, 2})));
    EXPECT_FALSE(looks("a.csv", "query,index,distance,x,y\n1,2,3,4,5\n"));
    EXPECT_FALSE(looks("a.csv", "x,y\n1,2\n"));
    EXPECT_FALSE(looks("a.csv", "query,index\n1,2\n")) << "could be points";
    EXPECT_FALSE(looks("a.npz", test::zip_file({{"points.npy", array<float>("<f4", "(1, 1)", {1})}})));
    EXPECT_FALSE(looks_like_lists("/no/such/file"));
}

}  // namespace
}  // namespace neighborscope
