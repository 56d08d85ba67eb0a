// Lists of neighbours in every form they come in, and what is said of those that cannot be read.
#include "app/data/lists/read_lists.hpp"
#include "test_file.hpp"
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
    EXPECT_EQ(lists.distance[1], 1.5f);
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

TEST(ListsThatCannotBeRead, SayWhereAndWhy) {
    expect_lists_refused("a.csv", "query,rank,index,distance\n0,1,5,0.5\n0,2,7,nan\n", {":3", "NaN"});
    expect_lists_refused("a.csv", "query,rank,index\n0,1,5\n0,3,7\n", {":3", "rank 3", "without a gap"});
    expect_lists_refused("a.csv", "query,rank,index\n0,1,5\n0,1,7\n", {":3", "twice"});
    expect_lists_refused("a.csv", "query,rank,index\n0,1,5\n0,2\n", {":3", "2 fields, 3 expected"});
    expect_lists_refused("a.csv", "query,rank,index\n0,1,2.5\n", {":2", "2.5", "no index"});
    expect_lists_refused("a.csv", "query,rank,index\n0,1,x\n", {":2", "'x' is not a number"});
    expect_lists_refused("a.csv", "x,y\n1,2\n", {"no columns query and index"});
    expect_lists_refused("a.txt", "1 2 3\n4 5\n", {":2", "a list of 2, the first has 3"});
    expect_lists_refused("a.ivecs", ivecs({{1, 2}, {3}}), {"list 1", "1 neighbours, the first 2"});
    expect_lists_refused("a.ivecs", ivecs({{1, 2}, {3, 4}}).substr(0, 20), {"list 1", "cut off"});
    expect_lists_refused("a.npz", test::zip_file({{"points.npy", array<float>("<f4", "(1, 1)", {1})}}), {"no array 'index'", "points.npy"});
    expect_lists_refused("a.npz",
        test::zip_file({{"index.npy", array<std::int32_t>("<i4", "(1, 2)", {1, 2})}, {"distance.npy", array<float>("<f4", "(1, 1)", {1})}}),
        {"[1][2]", "[1][1]"});
}

/// Reads lists that are refused; the most packed bytes that were taken of `content` in gzip for that.
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

TEST(ListsThatAreDropped, AreKnownFromPoints) {
    const auto looks = [](const std::string& name, const std::string& content) {
        const File file(name, content);
        return looks_like_lists(file.path());
    };
    EXPECT_TRUE(looks("a.csv", "query,rank,index,distance\n0,1,5,0.5\n"));
    EXPECT_TRUE(looks("a.ivecs", ivecs({{1}})));
    EXPECT_TRUE(looks("a.npz", test::zip_file({{"index.npy", array<std::int32_t>("<i4", "(1, 1)", {1})}})));
    EXPECT_FALSE(looks("a.csv", "x,y\n1,2\n"));
    EXPECT_FALSE(looks("a.csv", "query,index\n1,2\n")) << "could be points";
    EXPECT_FALSE(looks("a.npz", test::zip_file({{"points.npy", array<float>("<f4", "(1, 1)", {1})}})));
    EXPECT_FALSE(looks_like_lists("/no/such/file"));
}

}  // namespace
}  // namespace neighborscope
