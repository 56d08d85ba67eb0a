// HDF5: files written by libhdf5, and errors for damaged ones.
#include "app/data/lists/read_lists.hpp"
#include "app/data/load/row_file.hpp"
#include "tests/app/data/test_file.hpp"
#include "tests/refused.hpp"
#include "tests/sanitized.hpp"

#include <hdf5.h>
#include <numeric>

namespace neighborscope::test {
namespace {

using testing::ElementsAre;

struct Set {
    std::string path;
    std::vector<hsize_t> shape;
    std::vector<double> values;
    hid_t type = H5T_IEEE_F32LE;
    std::vector<hsize_t> chunks;  ///< empty: not chunked
    bool packed = false;          ///< shuffled, deflated, with checksums
};

std::string hdf5_file(const std::vector<Set>& sets) {
    const File file("made.hdf5", "x");
    const hid_t out = H5Fcreate(file.path().c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    const hid_t groups = H5Pcreate(H5P_LINK_CREATE);
    H5Pset_create_intermediate_group(groups, 1);
    for (const Set& set : sets) {
        const hid_t space = H5Screate_simple(int(set.shape.size()), set.shape.data(), nullptr), layout = H5Pcreate(H5P_DATASET_CREATE);
        if (!set.chunks.empty()) H5Pset_chunk(layout, int(set.chunks.size()), set.chunks.data());
        if (set.packed) H5Pset_shuffle(layout), H5Pset_deflate(layout, 6), H5Pset_fletcher32(layout);
        const hid_t made = H5Dcreate2(out, set.path.c_str(), set.type, space, groups, layout, H5P_DEFAULT);
        if (!set.values.empty()) H5Dwrite(made, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, set.values.data());
        H5Dclose(made), H5Pclose(layout), H5Sclose(space);
    }
    H5Pclose(groups);
    H5Fclose(out);
    std::ifstream in(file.path(), std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

DataSet load_hdf5(const std::vector<Set>& sets, const LoadOptions& options = {}) {
    const File file("points.hdf5", hdf5_file(sets));
    return load_data(file.path(), options);
}

const std::vector<double> six{1, 2, 3, 4, 5, 6};

TEST(Hdf5, TrainIsTheDataAndTestTheQueries) {
    const File file("glove.hdf5", hdf5_file({{"train", {3, 2}, six}, {"test", {2, 2}, {7, 8, 9, 10}},
                                      {"neighbors", {2, 1}, {1, 2}, H5T_STD_I32LE}, {"distances", {2, 1}, {1, 2}}}));
    const DataSet data = load_data(file.path());
    EXPECT_EQ(data.format, "HDF5");
    EXPECT_THAT(data.coordinates, ElementsAre(1, 2, 3, 4, 5, 6));
    EXPECT_THAT(data.axes, ElementsAre("x", "y"));
    EXPECT_THAT(load_queries(file.path(), data), ElementsAre(7, 8, 9, 10));
    EXPECT_THAT(load_data(file.path(), {false, "2"}).coordinates, ElementsAre(2, 4, 6));
}

TEST(Hdf5, RowsInChunksAreReadInParts) {
    std::vector<double> values(7 * 3);
    std::iota(values.begin(), values.end(), 0);
    const auto floats = [&](int first, int rows) {
        return std::vector<float>(values.begin() + first * 3, values.begin() + (first + rows) * 3);
    };
    LoadOptions half;
    half.every = 2;
    for (const bool packed : {false, true})
        for (const std::vector<hsize_t>& chunks : {std::vector<hsize_t>{2, 3}, {3, 2}, {7, 1}})
            for (const hid_t type : {H5T_IEEE_F32LE, H5T_STD_I16BE}) {
                const File file("points.hdf5", hdf5_file({{"train", {7, 3}, values, type, chunks, packed}}));
                const RowFile rows(file.path(), {});
                ASSERT_EQ(rows.count(), 7);
                for (const auto& [first, count] : {std::pair{0, 7}, {1, 5}, {3, 1}, {6, 1}}) {
                    std::vector<float> read(std::size_t(count) * 3);
                    rows.read(first, count, read.data());
                    EXPECT_EQ(read, floats(first, count)) << chunks[0] << " x " << chunks[1] << ", from " << first;
                }
                const DataSet sample = load_data(file.path(), half);
                EXPECT_THAT(sample.coordinates, ElementsAre(0, 1, 2, 6, 7, 8, 12, 13, 14, 18, 19, 20));
                EXPECT_THAT(sample.file_rows, ElementsAre(0, 2, 4, 6));
            }
}

TEST(Hdf5, DamagedChunksThatAreReadInPartsAreErrors) {
    std::vector<double> values(400);
    std::iota(values.begin(), values.end(), 0);
    std::string content = hdf5_file({{"train", {100, 4}, values, H5T_IEEE_F32LE, {50, 4}, true}});
    for (std::size_t at = content.size() - 40; at < content.size(); ++at) content[at] = char(~content[at]);
    const File file("points.hdf5", content);
    const RowFile rows(file.path(), {});
    std::vector<float> read(400);
    const Error error = error_of([&] { rows.read(0, 100, read.data()); });
    EXPECT_EQ(error.kind, Failure::input);
    EXPECT_THAT(error.what(), testing::HasSubstr("a chunk of /train is damaged"));
    const File whole("points.hdf5", hdf5_file({{"train", {100, 4}, values, H5T_IEEE_F32LE, {50, 4}, true}}));
    const RowFile cut(whole.path(), {});
    std::filesystem::resize_file(whole.path(), 1000);
    EXPECT_THAT(error_of([&] { cut.read(0, 100, read.data()); }).what(), testing::HasSubstr("cut while it was read"));
}

ForeignLists lists_of(const std::vector<Set>& sets) {
    const File file("lists.hdf5", hdf5_file(sets));
    return read_lists(file.path());
}

TEST(Hdf5, ListsLieBesideThePoints) {
    const Set train{"train", {3, 2}, six}, test{"test", {2, 2}, {7, 8, 9, 10}};
    for (const std::vector<hsize_t>& chunks : {std::vector<hsize_t>{}, {1, 2}}) {
        const bool packed = !chunks.empty();
        const std::vector<Set> sets{train, test, {"neighbors", {2, 2}, {1, 2, 0, -1}, H5T_STD_I32LE, chunks, packed},
            {"distances", {2, 2}, {.5, 2, -1, 9}, H5T_IEEE_F64BE, chunks, packed}};
        const ForeignLists lists = lists_of(sets);
        EXPECT_EQ(lists.queries, 2);
        EXPECT_THAT(lists.index, ElementsAre(1, 2, 0, -1));
        EXPECT_THAT(lists.distance, ElementsAre(.5, 2, -1, testing::IsNan()));
        EXPECT_FALSE(looks_like_lists(File("glove.hdf5", hdf5_file(sets)).path())) << "the points are what is opened";
    }
    const Set ids{"knn/ids", {2, 1}, {1, 2}, H5T_STD_U64LE};
    EXPECT_THAT(lists_of({ids}).index, ElementsAre(1, 2));
    EXPECT_THAT(lists_of({{"a", {2, 1}, {1, 2}, H5T_STD_U64LE}, {"b", {2, 1}, {1, 2}}}).distance, ElementsAre(1, 2));
    EXPECT_TRUE(looks_like_lists(File("l.h5", hdf5_file({{"neighbors", {1, 2}, {1, 2}, H5T_STD_I32LE}})).path()));
    EXPECT_FALSE(looks_like_lists(File("l.h5", "no such file").path()));
}

TEST(Hdf5, ListsThatAreNotThereSayWhatIs) {
    expect_error(Failure::input, {"no array 'index'", "it has test, train"}, [] {
        lists_of({{"train", {3, 2}, six, H5T_STD_I32LE}, {"test", {2, 2}, {7, 8, 9, 10}}});
    });
    expect_error(Failure::input, {"/neighbors has 3 dimensions"}, [] {
        lists_of({{"neighbors", {1, 2, 3}, six}, {"distances", {3, 2}, six}});
    });
    expect_error(Failure::input, {"[2][1]", "[3][2]"}, [] { lists_of({{"neighbors", {2, 1}, {1, 2}}, {"distances", {3, 2}, six}}); });
}

TEST(Hdf5, ADataSetMayBeAskedForByItsPath) {
    const File file("glove.hdf5", hdf5_file({{"train", {3, 2}, six}, {"group/train", {2, 2}, {7, 8, 9, 10}},
                                      {"group/deep/far", {1, 2}, {11, 12}}, {"neighbors", {2, 1}, {1, 2}, H5T_STD_I32LE}}));
    const auto asked = [&](const std::string& array) {
        LoadOptions options;
        options.array = array;
        return load_data(file.path(), options).coordinates;
    };
    EXPECT_THAT(asked("train"), ElementsAre(1, 2, 3, 4, 5, 6));
    EXPECT_THAT(asked("group/train"), ElementsAre(7, 8, 9, 10));
    EXPECT_THAT(asked("/group/train"), ElementsAre(7, 8, 9, 10));
    EXPECT_THAT(asked("far"), ElementsAre(11, 12));
    EXPECT_THAT(asked("neighbors"), ElementsAre(1, 2));
    expect_error(Failure::usage, {"no array 'test'", "group/deep/far (1 x 2), group/train (2 x 2), neighbors (2 x 1), train (3 x 2)"},
        [&] { asked("test"); });
    EXPECT_THAT(arrays_of(file.path()), ElementsAre("group/deep/far (1 x 2)", "group/train (2 x 2)", "neighbors (2 x 1)", "train (3 x 2)"));
}

TEST(Hdf5, EveryTypeLayoutAndOrder) {
    for (const hid_t type : {H5T_STD_U8LE, H5T_STD_I8LE, H5T_STD_I16BE, H5T_STD_U16LE, H5T_STD_I32BE, H5T_STD_U32LE, H5T_STD_I64LE,
             H5T_STD_U64BE, H5T_IEEE_F32BE, H5T_IEEE_F64LE, H5T_IEEE_F64BE})
        for (const std::vector<hsize_t>& chunks : {std::vector<hsize_t>{}, {1, 1}, {2, 2}, {3, 1}})
            for (const bool packed : {false, true}) {
                if (packed && chunks.empty()) continue;
                const DataSet data = load_hdf5({{"a/b/c", {2, 3}, six, type,
                    chunks.empty() ? chunks : std::vector<hsize_t>{std::min<hsize_t>(2, chunks[0]), chunks[1]}, packed}});
                EXPECT_THAT(data.coordinates, ElementsAre(1, 2, 3, 4, 5, 6));
            }
}

TEST(Hdf5, ManyChunksComeOutInOrder) {
    std::vector<double> values;
    std::vector<float> expected;
    for (int i = 0; i < 30011 * 7; ++i) values.push_back(i % 1000), expected.push_back(float(i % 1000));
    EXPECT_EQ(load_hdf5({{"data", {30011, 7}, values, H5T_STD_I16LE, {1000, 3}, true}}).coordinates, expected);
}

TEST(Hdf5, LabelsComeAlong) {
    const DataSet data =
        load_hdf5({{"X", {3, 2}, six}, {"y", {3}, {7, 8, 7}, H5T_STD_I64LE}, {"weight", {3}, {.5, 1, 2}, H5T_IEEE_F64LE, {2}, true}});
    ASSERT_EQ(data.quantities.size(), 2u);
    EXPECT_EQ(data.label()->name, "y");
    EXPECT_THAT(data.label()->words()->different, ElementsAre("7", "8"));
    EXPECT_EQ(data.quantities[data.quantities[0].is_label ? 1 : 0].text(0), "0.5");
}

TEST(Hdf5, AColumnOrADataSetMayBeTheLabel) {
    const std::vector<double> values{1, 7, 2, 3, 8, 4, 5, 7, 6};
    for (const std::vector<hsize_t>& chunks : {std::vector<hsize_t>{}, {2, 2}}) {
        const Set train{"train", {3, 3}, values, H5T_STD_I32LE, chunks};
        const DataSet data = load_hdf5({train}, {false, "", "2"});
        EXPECT_THAT(data.coordinates, ElementsAre(1, 2, 3, 4, 5, 6));
        ASSERT_EQ(data.label(), &data.quantities.at(0));
        EXPECT_THAT(data.quantities[0].words()->different, ElementsAre("7", "8"));
        expect_error(Failure::usage, {"no column 'nope'"}, [&] { load_hdf5({train}, {false, "", "nope"}); });
        expect_error(Failure::usage, {"3 columns", "column 4"}, [&] { load_hdf5({train}, {false, "", "4"}); });
    }
    const std::vector<Set> beside{{"X", {3, 2}, six}, {"kind", {3}, {4, 4, 5}, H5T_STD_I64LE}};
    const DataSet data = load_hdf5(beside, {false, "", "kind"});
    EXPECT_EQ(data.dimension, 2);
    EXPECT_THAT(data.quantities.at(0).words()->different, ElementsAre("4", "5"));
    expect_error(Failure::usage, {"no column 'nope'"}, [&] { load_hdf5(beside, {false, "", "nope"}); });
    const std::vector<Set> apart{{"x", {3}, {1, 2, 3}}, {"y", {3}, {4, 5, 6}}};
    expect_error(Failure::usage, {"no array 'nope'"}, [&] { load_hdf5(apart, {false, "", "nope"}); });
}

TEST(Hdf5, BooleansAreZeroAndOne) {
    const hid_t boolean = H5Tenum_create(H5T_NATIVE_INT8), colour = H5Tenum_create(H5T_NATIVE_INT8);
    std::int8_t value = 0;
    H5Tenum_insert(boolean, "FALSE", &value), H5Tenum_insert(colour, "RED", &value);
    value = 1;
    H5Tenum_insert(boolean, "TRUE", &value);
    value = 2;
    H5Tenum_insert(colour, "BLUE", &value);
    const std::vector<std::int8_t> bits{0, 1, 1, 1, 0, 0};
    const auto file_of = [&](hid_t type) {
        const File file("made.hdf5", "x");
        const hid_t out = H5Fcreate(file.path().c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
        const hsize_t shape[] = {2, 3};
        const hid_t space = H5Screate_simple(2, shape, nullptr);
        const hid_t made = H5Dcreate2(out, "train", type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
        H5Dwrite(made, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, bits.data());
        H5Dclose(made), H5Sclose(space), H5Fclose(out);
        std::ifstream in(file.path(), std::ios::binary);
        return std::string(std::istreambuf_iterator<char>(in), {});
    };
    EXPECT_THAT(load_text(file_of(boolean), "", "points.hdf5").coordinates, ElementsAre(0, 1, 1, 1, 0, 0));
    expect_refused(file_of(colour), {": /train holds no plain numbers"}, "", "points.hdf5");
    H5Tclose(boolean), H5Tclose(colour);
}

TEST(Hdf5, WhatIsNamedAsThePointsIsNotPassedOverForAnother) {
    // As in benchmarks of point clouds: clouds x points x coordinates, and a class for each cloud.
    const auto refused = [](const std::vector<Set>& sets, const std::vector<std::string>& texts) {
        expect_refused(hdf5_file(sets), texts, "", "points.hdf5");
    };
    refused({{"data", {4, 2, 3}, {}}, {"label", {4, 1}, {0, 1, 2, 3}}},
        {": /data has 3 dimensions, shape 4 x 2 x 3", "reshape(len(array), -1)"});
    refused({{"train", {4, 2, 3}, {}}, {"test", {2, 2}, {7, 8, 9, 10}}}, {": /train has 3 dimensions"});
}

TEST(Hdf5, RefusesWhatCannotBePoints) {
    const auto refused = [](const std::vector<Set>& sets, const std::vector<std::string>& texts) {
        expect_refused(hdf5_file(sets), texts, "", "points.hdf5");
    };
    refused({{"a", {3, 2}, six}, {"b", {3, 2}, six}}, {"none is named points", "a (3 x 2), b (3 x 2)"});
    refused({{"cube", {1, 2, 3}, six}}, {": /cube has 3 dimensions, shape 1 x 2 x 3"});
    refused({}, {"holds no arrays"});
    refused({{"never_written", {1000, 1000}, {}}}, {"4000000 bytes, 0 are stored"});
    refused({{"never_written", {100000000000, 1000}, {}, H5T_IEEE_F32LE, {10, 10}, true}}, {"0 are stored"});
    refused({{"wide", {1, 4097}, std::vector<double>(4097)}}, {"4097 dimensions"});
}

TEST(Hdf5, DamageIsRefusedOrHarmless) {
    const std::string whole = hdf5_file({{"train", {30, 2}, std::vector<double>(60, 1.5), H5T_IEEE_F32LE, {7, 2}, true}});
    for (std::size_t length = 8; length < whole.size(); length += sanitized ? 149 : 37)
        expect_refused(whole.substr(0, length), {"points.hdf5"}, "", "points.hdf5");
    for (std::size_t at = 0; at < whole.size(); at += sanitized ? 59 : 11) {
        std::string wrong = whole;
        wrong[at] = char(wrong[at] ^ 0xff);
        const File file("points.hdf5", wrong);
        try {
            EXPECT_LE(load_data(file.path()).count(), 1000000);
        } catch (const Error& error) { EXPECT_EQ(error.kind, Failure::input) << at << error.one_line(); }
    }
}

}  // namespace
}  // namespace neighborscope::test
