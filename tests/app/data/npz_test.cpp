// NPZ: archives written by hand, and one by pyntcloud.
#include "tests/app/data/test_file.hpp"
#include "tests/app/data/zip_file.hpp"

namespace neighborscope::test {
namespace {

using testing::ElementsAre;

template <class T>
std::string array(const std::string& type, const std::string& shape, const std::vector<T>& values) {
    return npy(npy_header(type, shape), values);
}

const std::string points = array<float>("<f4", "(3, 2)", {1, 2, 3, 4, 5, 6});
const std::string other = array<float>("<f4", "(2, 2)", {7, 8, 9, 10});

DataSet load_npz(const std::vector<ZipEntry>& entries, bool zip64 = false, const LoadOptions& options = {}) {
    const File file("points.npz", zip_file(entries, zip64));
    return load_data(file.path(), options);
}

void expect_npz_refused(const std::vector<ZipEntry>& entries, const std::vector<std::string>& texts) {
    expect_refused(zip_file(entries), texts, "", "points.npz");
}

TEST(Npz, StoredDeflatedStreamedAndWideArchivesHoldTheSame) {
    for (const bool deflated : {false, true})
        for (const bool descriptor : {false, true})
            for (const bool zip64 : {false, true}) {
                const DataSet data = load_npz({{"arr_0.npy", points, deflated, descriptor}}, zip64);
                EXPECT_EQ(data.format, "NPZ");
                EXPECT_THAT(data.coordinates, ElementsAre(1, 2, 3, 4, 5, 6));
            }
    expect_error(Failure::usage, {"has 2 columns, not a column 3"}, [] { load_npz({{"a.npy", points}}, false, {false, "3"}); });
    EXPECT_THAT(load_npz({{"a.npy", points}}, false, {false, "2"}).coordinates, ElementsAre(2, 4, 6));
}

LoadOptions of_array(const std::string& name) {
    LoadOptions options;
    options.array = name;
    return options;
}

TEST(Npz, AnArrayMayBeAskedFor) {
    const std::string kind = array<std::int32_t>("<i4", "(2,)", {5, 6});
    const std::vector<ZipEntry> entries{{"data.npy", points}, {"other.npy", other}, {"label.npy", kind}, {"part/data.npy", other, true}};
    EXPECT_THAT(load_npz(entries).coordinates, ElementsAre(1, 2, 3, 4, 5, 6));
    const DataSet asked = load_npz(entries, false, of_array("other"));
    EXPECT_THAT(asked.coordinates, ElementsAre(7, 8, 9, 10));
    ASSERT_TRUE(asked.label());  // has the same length
    EXPECT_EQ(asked.label()->text(0), "5");
    EXPECT_THAT(load_npz(entries, false, of_array("part/data")).coordinates, ElementsAre(7, 8, 9, 10));
    EXPECT_THAT(load_npz(entries, false, of_array("data")).coordinates, ElementsAre(1, 2, 3, 4, 5, 6));
    EXPECT_THAT(load_npz(entries, false, of_array("label")).coordinates, ElementsAre(5, 6));
    expect_error(Failure::usage, {"no array 'datta'", "it holds data (3 x 2), other (2 x 2), label (2), part/data (2 x 2)", "--array"},
        [&] { load_npz(entries, false, of_array("datta")); });
    expect_npz_refused({{"a.npy", points}, {"b.npy", other}, {"kind.npy", kind}}, {"several arrays"});  // without the list
    expect_npz_refused({{"a.npy", points}, {"b.npy", other}}, {"several arrays", "a (3 x 2), b (2 x 2)", "--array"});
    const File file("points.npz", zip_file(entries));
    EXPECT_THAT(arrays_of(file.path()), ElementsAre("data (3 x 2)", "other (2 x 2)", "label (2)", "part/data (2 x 2)"));
    const DataSet data = load_data(file.path(), of_array("other"));
    EXPECT_THAT(load_queries(file.path(), data, of_array("other")), ElementsAre(1, 2, 3, 4, 5, 6));  // the array name is for the data
    const File table("points.csv", "1,2\n");
    expect_error(
        Failure::usage, {"--array is for files of several arrays", "points.csv is CSV"}, [&] { load_data(table.path(), of_array("x")); });
    expect_error(Failure::usage, {"--array is for files", "uniform"}, [] { load_data("uniform:n=10", of_array("x")); });
    EXPECT_TRUE(arrays_of(table.path()).empty());
}

TEST(Npz, TheArrayIsToldByItsNameOrByBeingTheOnlyMatrix) {
    EXPECT_EQ(load_npz({{"other.npy", other}, {"data.npy", points}}).count(), 3);
    EXPECT_EQ(load_npz({{"train.npy", points}, {"points.npy", other}}).count(), 2);
    EXPECT_EQ(load_npz({{"n.npy", array<int>("<i4", "(5,)", {1, 2, 3, 4, 5})}, {"folder/anything.npy", points}}).count(), 3);
    EXPECT_EQ(load_npz({{"readme.txt", "text"}, {"n.npy", array<int>("<i4", "(5,)", {1, 2, 3, 4, 5})}}).dimension, 1);
    expect_npz_refused({{"index.npy", points}, {"distance.npy", other}}, {"none is named points", "index (3 x 2), distance (2 x 2)"});
    expect_npz_refused({{"a.npy", array<char>("<U1", "(1,)", {'a', 0, 0, 0})}}, {"no matrix of numbers", "a (1)"});
}

TEST(Npz, QueriesAreTheArrayNamedSo) {
    const DataSet data = load_npz({{"train.npy", points}, {"test.npy", other}});
    EXPECT_EQ(data.count(), 3);
    const File file("both.npz", zip_file({{"train.npy", points}, {"test.npy", other}}));
    EXPECT_THAT(load_queries(file.path(), data), ElementsAre(7, 8, 9, 10));
}

TEST(Npz, SeparateArraysAreCoordinates) {
    const DataSet data = load_npz({{"y.npy", array<double>("<f8", "(2,)", {3, 4})}, {"x.npy", array<std::int16_t>("<i2", "(2,)", {1, 2})},
        {"weight.npy", array<float>("<f4", "(2,)", {.5f, .25f})}, {"long.npy", array<float>("<f4", "(3,)", {1, 2, 3})}});
    EXPECT_THAT(data.coordinates, ElementsAre(1, 3, 2, 4));
    EXPECT_THAT(data.axes, ElementsAre("x", "y"));
    ASSERT_EQ(data.quantities.size(), 1u);
    EXPECT_EQ(data.quantities[0].text(1), "0.25");
    EXPECT_FALSE(data.label());
}

TEST(Npz, LabelsNamesAndColoursComeAlong) {
    const std::string text("a\0\0\0\xe9\0\0\0\xac\x20\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 24);  // "a", e acute; euro; ""
    const DataSet data = load_npz({{"points.npy", points}, {"y.npy", array<std::int64_t>("<i8", "(3,)", {7, -1, 7}), true},
        {"names.npy", npy(npy_header("<U2", "(3,)"), std::vector<char>(text.begin(), text.end()))},
        {"score.npy", array<double>("<f8", "(3,)", {1, NAN, 3})},
        {"colors.npy", array<float>("<f4", "(3, 3)", {0, .5, 1, 1, 1, 1, 0, 0, 0})}, {"kind.npy", array<int>("<i4", "(3,)", {1, -1, 0})},
        {"kind_words.npy", array<char>("|S3", "(2,)", {'o', 'n', 'e', 't', 'w', 0})}});
    ASSERT_EQ(data.quantities.size(), 5u);
    EXPECT_EQ(data.label(), &data.quantities.at(0));
    EXPECT_THAT(data.quantities[0].words()->different, ElementsAre("7", "-1"));
    EXPECT_EQ(data.title(), &data.quantities.at(1));
    EXPECT_EQ(data.quantities[1].text(0), "a\xc3\xa9");
    EXPECT_EQ(data.quantities[1].text(1), "\xe2\x82\xac");
    EXPECT_EQ(data.quantities[1].text(2), "");
    EXPECT_EQ(data.quantities[2].text(1), "");
    EXPECT_EQ(data.quantities[3].text(0), "tw");
    EXPECT_EQ(data.quantities[3].text(1), "");
    EXPECT_THAT(colours_of(data), ElementsAre(0xffff8000u, 0xffffffffu, 0xff000000u));
    // Targets that are not integers are values, not classes.
    const DataSet values = load_npz({{"X.npy", points}, {"y.npy", array<double>("<f8", "(3,)", {7, .5, 7})}});
    EXPECT_FALSE(values.quantities[0].words());
}

TEST(Npz, PyntcloudsRecordsAreRead) {
    const DataSet data = load_data(NEIGHBORSCOPE_TEST_DATA "/pyntcloud/diamond.npz");
    EXPECT_THAT(data.coordinates, ElementsAre(.5f, 0, .5f, 0, .5f, .5f, .5f, .5f, 0, 1, .5f, .5f, .5f, 1, .5f, .5f, .5f, 1));
    EXPECT_EQ(colours_of(data).size(), 6u);
    EXPECT_EQ(colours_of(data).back(), 0xffff0000u);
    EXPECT_EQ(data.quantities.size(), 4u);
    EXPECT_EQ(load_data(NEIGHBORSCOPE_TEST_DATA "/pyntcloud/diamond.npy").hash, data.hash);
}

TEST(Npz, WhatIsNamedAsThePointsIsNotPassedOverForAnother) {
    const std::string clouds = array<float>("<f4", "(2, 2, 3)", std::vector<float>(12)), column = array<float>("<f4", "(2, 1)", {0, 1}),
                      words = array<char>("|S1", "(2, 2)", {'a', 'b', 'c', 'd'});
    expect_npz_refused({{"data.npy", clouds}, {"label.npy", column}}, {"(data.npy) has 3 dimensions", "reshape(len(array), -1)"});
    expect_npz_refused({{"points.npy", words}, {"weights.npy", column}}, {"points"});
}

TEST(Npz, PicturesAreToBeReshaped) {
    const std::string pictures = array<std::uint8_t>("|u1", "(3, 1, 2)", {1, 2, 3, 4, 5, 6}),
                      labels = array<std::uint8_t>("|u1", "(3,)", {7, 8, 7});
    for (const std::vector<ZipEntry>& entries :
        {std::vector<ZipEntry>{{"x_train.npy", pictures}}, {{"x_train.npy", pictures}, {"y_train.npy", labels}},
            {{"x_test.npy", pictures}, {"x_train.npy", pictures}, {"y_test.npy", labels}, {"y_train.npy", labels}}})
        expect_npz_refused(entries, {"(x_train.npy) has 3 dimensions, shape (3, 1, 2)", "reshape it to rows"});
    EXPECT_EQ(load_npz({{"x_train.npy", pictures}, {"points.npy", points}}).count(), 3);
}

TEST(Npz, EveryCutAndEveryFlippedByteIsRefusedOrReadAlike) {
    for (const bool zip64 : {false, true}) {
        const std::string whole = zip_file({{"arr_0.npy", points, true}}, zip64);
        for (std::size_t length = 4; length < whole.size(); ++length)
            expect_refused(whole.substr(0, length), {"points.npz, byte ", "ends without its directory"}, "", "points.npz");
        for (std::size_t at = 4; at < whole.size(); at += zip64 ? 7 : 1) {
            std::string wrong = whole;
            wrong[at] = char(wrong[at] ^ 0x55);
            const File file("points.npz", wrong);
            try {
                EXPECT_THAT(load_data(file.path()).coordinates, ElementsAre(1, 2, 3, 4, 5, 6)) << at;
            } catch (const Error& error) { EXPECT_EQ(error.kind, Failure::input) << error.one_line(); }
        }
    }
}

/// More than one piece is unpacked in parallel: 400000 rows of three float64, far from 0, two of them invalid.
TEST(Npz, DeflatedRowsOfManyPiecesAreTheStoredOnes) {
    constexpr std::size_t rows = 400000;
    std::vector<double> values;
    for (std::size_t i = 0; i < 3 * rows; ++i) values.push_back(5e6 + double(i % 1000) / 8 + double(i) / 1024);
    values[3 * 7] = NAN;
    values[3 * 399000 + 1] = INFINITY;
    const std::string content = array<double>("<f8", "(400000, 3)", values);
    const std::string label = array<std::uint8_t>("|u1", "(400000,)", std::vector<std::uint8_t>(rows, 3));
    const DataSet stored = load_npz({{"a.npy", content}, {"y.npy", label}}),
                  deflated = load_npz({{"a.npy", content, true}, {"y.npy", label, true}});
    EXPECT_EQ(deflated.count(), 399998);
    EXPECT_EQ(deflated.skipped.count, 2);
    EXPECT_EQ(deflated.file_row(7), 8);
    for (const std::int64_t row : {0, 6, 100000, 399997})
        for (int axis = 0; axis < 3; ++axis)
            EXPECT_EQ(deflated.coordinate(row, axis), values[std::size_t(3 * deflated.file_row(row) + axis)]) << row << " " << axis;
    EXPECT_EQ(deflated.coordinates, stored.coordinates);
    EXPECT_EQ(deflated.origin, stored.origin);
    EXPECT_EQ(deflated.hash, stored.hash);
    EXPECT_EQ(deflated.axes, stored.axes);
    EXPECT_EQ(deflated.quantities[0].words()->of_point, stored.quantities[0].words()->of_point);
    EXPECT_EQ(load_npz({{"a.npy", content, true}}, false, {false, "3,1"}).hash, load_npz({{"a.npy", content}}, false, {false, "3,1"}).hash);
    expect_error(Failure::input, {"row 7", "column 1", "NaN"}, [&] { load_npz({{"a.npy", content, true}}, false, {true}); });
}

TEST(Npz, DamageIsToldBeforeTheValuesItMade) {
    std::vector<float> values(300000, 1);
    values[10] = NAN;
    std::string archive = zip_file({{"a.npy", array<float>("<f4", "(100000, 3)", values), true}});
    archive[14] = char(archive[14] ^ 1);  // the checksum in both headers
    archive[archive.rfind("PK\x01\x02") + 16] ^= 1;
    const File file("points.npz", archive);
    expect_error(Failure::input, {"member a.npy is damaged: its checksum is another"}, [&] { load_data(file.path()); });
    expect_error(Failure::input, {"member a.npy is damaged: its checksum is another"}, [&] { load_data(file.path(), {true}); });
}

TEST(Npz, SizesThatCannotBeAreRefusedBeforeAnythingIsAllocated) {
    std::string bomb = zip_file({{"arr_0.npy", points, true}});
    const std::size_t central = bomb.rfind("PK\x01\x02");
    bomb.replace(central + 24, 4, "\xf0\xff\xff\xff");
    expect_refused(bomb, {"member arr_0.npy is said to have 4294967280 bytes in", "is impossible"}, "", "points.npz");
    std::string many = zip_file({{"arr_0.npy", points}});
    many.replace(many.size() - 12, 2, "\xff\xff");
    expect_refused(many, {"65535 members"}, "", "points.npz");
    std::string twice = zip_file({{"a.npy", std::string(2000, 'a')}, {"b.npy", points}});
    const std::size_t second = twice.rfind("PK\x01\x02"), first = twice.rfind("PK\x01\x02", second - 1);
    twice.replace(second + 20, 26, twice.substr(first + 20, 26));  // both have the first one's name
    expect_refused(twice, {"members lie over each other"}, "", "points.npz");
    std::string damaged = zip_file({{"arr_0.npy", points}});
    damaged[damaged.rfind("PK\x01\x02") - 1] ^= 1;  // in the last coordinate
    expect_refused(damaged, {"member arr_0.npy is damaged: its checksum"}, "", "points.npz");
}

TEST(Npz, OtherArchivesAreNamed) {
    expect_npz_refused({{"[Content_Types].xml", "<x/>"}, {"xl/workbook.xml", "<x/>"}}, {"is a spreadsheet", "CSV"});
    expect_npz_refused({{"mimetype", "x"}, {"content.xml", "<x/>"}}, {"is a spreadsheet", "CSV"});
    expect_npz_refused({{"points.csv", "1,2\n"}, {"b.txt", "b"}}, {"without numpy arrays", "points.csv, b.txt"});
    expect_npz_refused({}, {"without numpy arrays"});
    expect_npz_refused({{"a.npy", array<char>("|O", "(1,)", {'a'})}}, {"(a.npy)", "pickled objects are never loaded"});
    expect_npz_refused({{"a.npy", "no array"}}, {"(a.npy)", "NPY signature"});
    std::string secret = zip_file({{"a.npy", points}});
    secret[secret.rfind("PK\x01\x02") + 8] = 1;
    expect_refused(secret, {"a.npy"}, "", "points.npz");
}

}  // namespace
}  // namespace neighborscope::test
