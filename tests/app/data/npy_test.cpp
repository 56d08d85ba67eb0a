#include "tests/app/data/test_file.hpp"

#include <algorithm>
#include <limits>

namespace neighborscope::test {
namespace {

using testing::ElementsAre;

template <class T>
DataSet load_npy(const std::string& type, const std::string& shape, const std::vector<T>& values, bool fortran = false,
    const LoadOptions& options = {}) {
    const File file("points.npy", npy(npy_header(type, shape, fortran), values));
    return load_data(file.path(), options);
}

template <class T>
std::vector<T> swapped(std::vector<T> values) {
    for (T& value : values) std::reverse(reinterpret_cast<char*>(&value), reinterpret_cast<char*>(&value) + sizeof(T));
    return values;
}

template <class T>
void expect_type(const std::string& kind) {
    SCOPED_TRACE(kind);
    const std::vector<T> values{T(1), T(2), T(3), T(4), T(5), T(std::numeric_limits<T>::is_signed ? -6 : 6)};
    const float last = float(values.back());
    const std::string little = sizeof(T) == 1 ? "|" : "<";
    EXPECT_THAT(load_npy(little + kind, "(2, 3)", values).coordinates, ElementsAre(1, 2, 3, 4, 5, last));
    EXPECT_THAT(load_npy(">" + kind, "(2, 3)", swapped(values)).coordinates, ElementsAre(1, 2, 3, 4, 5, last));
    EXPECT_THAT(load_npy(little + kind, "(2, 3)", values, true).coordinates, ElementsAre(1, 3, 5, 2, 4, last));
    EXPECT_THAT(load_npy(little + kind, "(6,)", values).coordinates, ElementsAre(1, 2, 3, 4, 5, last));
    EXPECT_EQ(load_npy(little + kind, "(6,)", values).dimension, 1);
}

TEST(Npy, ReadsEveryTypeOrderAndByteOrder) {
    expect_type<float>("f4");
    expect_type<double>("f8");
    expect_type<std::int8_t>("i1");
    expect_type<std::int16_t>("i2");
    expect_type<std::int32_t>("i4");
    expect_type<std::int64_t>("i8");
    expect_type<std::uint8_t>("u1");
    expect_type<std::uint16_t>("u2");
    expect_type<std::uint32_t>("u4");
    expect_type<std::uint64_t>("u8");
    EXPECT_THAT(load_npy<std::uint8_t>("|b1", "(1, 3)", {0, 1, 1}).coordinates, ElementsAre(0, 1, 1));
    // 1, -2, 65504 (largest), 2^-14 (least normal), 2^-24 (least subnormal)
    EXPECT_THAT(load_npy<std::uint16_t>("<f2", "(1, 5)", {0x3c00, 0xc000, 0x7bff, 0x0400, 0x0001}).coordinates,
        ElementsAre(1, -2, 65504, 0x1p-14f, 0x1p-24f));
    EXPECT_EQ(load_npy<std::uint16_t>("<f2", "(3, 1)", {0x7c00, 0x3c00, 0x7e00}).skipped.count, 2);
}

TEST(Npy, ReadsEveryVersionAndSpelling) {
    const std::vector<float> values{1, 2, 3, 4};
    for (const int version : {1, 2, 3}) {
        const File file("points.npy", npy(npy_header("<f4", "(2, 2)"), values, version));
        EXPECT_THAT(load_data(file.path()).coordinates, ElementsAre(1, 2, 3, 4)) << version;
    }
    const File spelled("a file.data", npy("{ \"shape\" :(2L,2L),\"fortran_order\":False , \"descr\": \"=f4\" }", values));
    const DataSet data = load_data(spelled.path());
    EXPECT_EQ(data.dimension, 2);
    EXPECT_EQ(data.format, "NPY");
    EXPECT_THAT(data.axes, ElementsAre("x", "y"));
}

TEST(Npy, ChoosesColumns) {
    const std::vector<float> values{0, 1, 2, 3, 10, 11, 12, 13};
    EXPECT_THAT(load_npy("<f4", "(2, 4)", values, false, {false, "4,1-2"}).coordinates, ElementsAre(3, 0, 1, 13, 10, 11));
    EXPECT_THAT(load_npy("<f4", "(4, 2)", values, true, {false, "2"}).coordinates, ElementsAre(10, 11, 12, 13));
    EXPECT_THAT(load_npy("<f4", "(2, 4)", values, false, {false, "4,1"}).axes, ElementsAre("4", "1"));
    expect_error(Failure::usage, {"4 columns", "column 5"}, [&] { load_npy("<f4", "(2, 4)", values, false, {false, "5"}); });
}

TEST(Npy, AColumnOfAMatrixMayBeTheLabel) {
    const std::vector<float> values{1, 2, 7, 3, 4, 8, 5, 6, 7};
    for (const char* label : {"3", "z"}) {
        const DataSet data = load_npy("<f4", "(3, 3)", values, false, {false, "", label});
        EXPECT_THAT(data.coordinates, ElementsAre(1, 2, 3, 4, 5, 6));
        EXPECT_THAT(data.axes, ElementsAre("x", "y"));
        ASSERT_EQ(data.label(), &data.quantities.at(0));
        EXPECT_EQ(data.quantities[0].name, "column 3");
        EXPECT_THAT(data.quantities[0].words()->different, ElementsAre("7", "8"));
        EXPECT_THAT(data.quantities[0].words()->of_point, ElementsAre(0, 1, 0));
    }
    EXPECT_EQ(load_npy("<f4", "(3, 3)", values, false, {false, "", "3", false}).dimension, 2);
    EXPECT_EQ(load_npy("<f4", "(3, 3)", values, false, {false, "", "none"}).dimension, 3);
    EXPECT_EQ(load_npy("<f4", "(3, 3)", values, false, {false, "1-3", "3"}).dimension, 3);
    for (const bool attributes : {true, false}) {
        const auto load = [&](const char* label) { load_npy("<f4", "(3, 3)", values, false, {false, "", label, attributes}); };
        expect_error(Failure::usage, {"no column 'nope'"}, [&] { load("nope"); });
        expect_error(Failure::usage, {"3 columns", "column 4"}, [&] { load("4"); });
    }
}

TEST(Npy, LeavesOutRowsThatAreNotFinite) {
    const float nan = std::numeric_limits<float>::quiet_NaN(), infinity = std::numeric_limits<float>::infinity();
    const std::vector<float> values{1, 2, nan, 3, 4, 5, 6, -infinity};
    const DataSet data = load_npy("<f4", "(4, 2)", values);
    EXPECT_THAT(data.coordinates, ElementsAre(1, 2, 4, 5));
    EXPECT_THAT(data.file_rows, ElementsAre(0, 2));
    EXPECT_EQ(data.skipped.count, 2);
    EXPECT_EQ(data.skipped.first_row, 1);
    EXPECT_EQ(data.skipped.why, "NaN or infinity");
    expect_error(Failure::input, {"row 1, column 1 is NaN or infinite"}, [&] { load_npy("<f4", "(4, 2)", values, false, {true, ""}); });
}

TEST(Npy, LargeArraysComeOutTheSameInEitherOrder) {
    const std::size_t rows = 70001, columns = 7;
    std::vector<double> by_row(rows * columns), by_column(rows * columns);
    std::vector<float> expected(rows * columns);
    for (std::size_t r = 0; r < rows; ++r)
        for (std::size_t c = 0; c < columns; ++c) {
            by_row[r * columns + c] = by_column[c * rows + r] = double(r) + double(c) / 16;
            expected[r * columns + c] = float(by_row[r * columns + c]);
        }
    EXPECT_EQ(load_npy("<f8", "(70001, 7)", by_row).coordinates, expected);
    EXPECT_EQ(load_npy("<f8", "(70001, 7)", by_column, true).coordinates, expected);
    by_row[50000 * columns + 3] = std::numeric_limits<double>::quiet_NaN();
    const DataSet less = load_npy("<f8", "(70001, 7)", by_row);
    EXPECT_EQ(less.skipped.first_row, 50000);
    EXPECT_EQ(less.row_of_file_row(50001), 50000);
    EXPECT_EQ(less.coordinate(50000, 0), 50001);
}

TEST(Npy, AnOriginKeepsTheDigitsOfLargeCoordinates) {
    const DataSet data = load_npy<double>("<f8", "(2, 2)", {4649776.22, 1, 4649776.21, 2});
    EXPECT_THAT(data.origin, ElementsAre(testing::DoubleNear(4649776.215, .002), 0));
    EXPECT_NEAR(data.coordinate(1, 0), 4649776.21, 1e-7);
    EXPECT_THAT((load_npy<std::int64_t>("<i8", "(2, 1)", {1517966773840, 1517966773841}).origin), ElementsAre(1517966773840.5));
    expect_error(Failure::input, {"row 1, column 2 is outside the range of float32"}, [] {
        load_npy<double>("<f8", "(2, 2)", {1, 2, 3, 1e39});
    });
}

/// Two points in the form of pyntcloud, with 16-bit colours as in LAS and a name.
DataSet load_records(const LoadOptions& options = {}) {
    std::string bytes;
    const auto add = [&](auto value) { bytes.append(reinterpret_cast<const char*>(&value), sizeof value); };
    const auto row = [&](float x, double y, std::uint16_t red, std::int8_t kind, const char* name) {
        add(x), add(y), add(red), add(std::uint16_t(256)), add(std::uint16_t(65535)), add(kind);
        bytes.append(name, 3);
    };
    row(1.5f, -2, 0x8000, 3, "abc");
    row(2.5f, 7, 0, -1, "de");
    const std::string header =
        "{'descr': [('X', '<f4'), ('Y', '<f8'), ('red', '<u2'), ('green', '<u2'), ('blue', '<u2'), ('Class', '|i1'), "
        "('name', '|S3')], 'fortran_order': False, 'shape': (2,), }";
    const File file("records.npy", npy(header, std::vector<char>(bytes.begin(), bytes.end())));
    return load_data(file.path(), options);
}

TEST(Npy, RecordsAreCoordinatesColoursLabelAndAttributes) {
    const DataSet data = load_records();
    EXPECT_THAT(data.coordinates, ElementsAre(1.5f, -2, 2.5f, 7));
    EXPECT_THAT(data.axes, ElementsAre("x", "y"));
    EXPECT_THAT(colours_of(data), ElementsAre(0xffff0180u, 0xffff0100u));
    ASSERT_EQ(data.quantities.size(), 3u);
    ASSERT_EQ(data.label(), &data.quantities.at(0));
    EXPECT_EQ(data.quantities[0].name, "Class");
    EXPECT_THAT(data.quantities[0].words()->different, ElementsAre("3", "-1"));
    EXPECT_EQ(data.quantities[1].text(1), "de");
    EXPECT_TRUE(load_records({false, "", "name"}).quantities.at(1).is_label);
    EXPECT_FALSE(load_records({false, "", "none"}).label());
    EXPECT_THAT(load_records({false, "class,x"}).coordinates, ElementsAre(3, 1.5f, -1, 2.5f));
    LoadOptions points_alone;
    points_alone.quantities = false;
    EXPECT_TRUE(load_records(points_alone).quantities.empty());
    EXPECT_TRUE(colours_of(load_records(points_alone)).empty());
    expect_error(Failure::usage, {"'name' holds no numbers"}, [] { load_records({false, "x,name"}); });
    expect_error(Failure::usage, {"no column 'Z'"}, [] { load_records({false, "Z"}); });
}

TEST(Npy, RecordsWithoutNamedCoordinatesAreAllTheirNumbers) {
    // Two by two records of a 16-bit number and two float32, which are consecutive rows, whatever the shape.
    const std::vector<std::uint16_t> values{1, 0, 0x3f80, 0, 0x4000, 2, 0, 0, 0, 0xbf80, 3, 0, 0, 0, 0, 4, 0, 0, 0, 0};
    const File file(
        "records.npy", npy("{'descr': [('count', '<u2'), ('pair', '<f4', (2,))], 'fortran_order': False, 'shape': (2, 2), }", values));
    const DataSet data = load_data(file.path());
    EXPECT_THAT(data.axes, ElementsAre("count", "pair 1", "pair 2"));
    EXPECT_THAT(data.coordinates, ElementsAre(1, 1, 2, 2, 0, -1, 3, 0, 0, 4, 0, 0));
}

TEST(Npy, RefusesDamagedAndForeignHeaders) {
    const std::vector<float> values{1, 2, 3, 4};
    const auto refused = [&](const std::string& header, const std::vector<std::string>& texts) {
        SCOPED_TRACE(header);
        const File file("points.npy", npy(header, values));
        expect_error(Failure::input, texts, [&] { load_data(file.path()); });
    };
    refused(npy_header("|O", "(2,)"), {"pickled objects are never loaded", "numpy.save"});
    refused(npy_header("<c8", "(2,)"), {"'<c8'"});
    refused(npy_header("<U1", "(4,)"), {"text of type 'U1'"});
    refused(npy_header("<f16", "(1,)"), {"'<f16'", "float32"});
    refused("{'descr': [('x', '<f4'), (']', '<f4', (2,))], 'fortran_order': False, 'shape': (2,), }",
        {"12-byte records needs 24 bytes, 16 are there"});
    refused("{'descr': [('p', [('x', '<f4')])], 'fortran_order': False, 'shape': (4,), }",
        {"field 'p' holds records within records", "column_stack"});
    refused("{'descr': [('x', '<f4'), ('o', '|O')], 'fortran_order': False, 'shape': (1,), }", {"pickled objects are never loaded"});
    refused("{'descr': [('x', '<f4', (99999999,))], 'fortran_order': False, 'shape': (1,), }", {"a field repeats 99999999 values"});
    refused("{'descr': [('x', '<f4', (91, 91))], 'fortran_order': False, 'shape': (1,), }", {"repeats", "8281"});
    refused("{'descr': [('x', '|V0')], 'fortran_order': False, 'shape': (99999999,), }", {"no bytes"});
    refused("{'descr': [('name', '|S4')], 'fortran_order': False, 'shape': (4,), }", {"records without numbers"});
    refused("{'descr': [('x', '<f4'), ('y', '<f4')], 'fortran_order': False, 'shape': (9223372036854775807, 3), }", {"more than 2^64"});
    refused("{'descr': [], 'fortran_order': False, 'shape': (4,), }", {"no fields"});
    refused(npy_header("<f4", "(1, 2, 2)"), {"3 dimensions", "(1, 2, 2)"});
    refused(npy_header("<f4", "()"), {"0 dimensions"});
    refused(npy_header("<f4", "(0, 4)"), {"no points", "(0, 4)"});
    refused(npy_header("<f4", "(2, 3)"), {"(2, 3)", "needs 24 bytes, 16 are there"});
    refused(npy_header("<f4", "(3,)"), {"needs 12 bytes, 16 are there", "4 too many"});
    refused(npy_header("<f4", "(4294967296, 4294967296)"), {"more than 2^64"});
    refused(npy_header("<f4", "(4611686018427387904, 4)"), {"more than 2^64"});
    refused(npy_header("<f4", "(4611686018427387905,)"), {"more than 2^64"});
    refused(npy_header("<f4", "(99999999999999999999,)"), {"beyond 64 bits"});
    refused(npy_header("<f4", "(1000000000, 4)"), {"needs 16000000000 bytes"});
    refused(npy_header("<f4", "(-2, 2)"), {"not made of numbers"});
    refused(npy_header("<f4", "(2, 2"), {"damaged"});
    refused("{'descr': '<f4', 'fortran_order': False, }", {"missing"});
    refused("{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, 'shape': (4,)}", {"twice"});
    refused("{'descr': '<f4', 'fortran_order': 0, 'shape': (4,)}", {"neither True nor False"});
    refused("{'descr': '<f4', 'fortran_order': False, 'shape': (4,), 'evil': 1}", {"'evil'"});
    refused("{'descr': '<f4', 'fortran_order': False, 'shape': (4,)} and more", {"something follows"});
    refused("__import__('os')", {"expected '{'"});
    refused("{'descr': [[[[", {"expected '('"});
    refused(npy_header("<f4", "(1, 4097)"), {"needs"});
    const std::string whole = npy(npy_header("<f4", "(2, 2)"), values);
    for (std::size_t length = 1; length < whole.size(); ++length) {
        const File file("points.npy", whole.substr(0, length));
        expect_error(Failure::input, {file.path()}, [&] { load_data(file.path()); });
    }
    std::string other = whole;
    other[6] = 9;
    const File version("points.npy", other);
    expect_error(Failure::input, {"version 9.0"}, [&] { load_data(version.path()); });
    const File wide("points.npy", npy(npy_header("|u1", "(1, 4097)"), std::vector<char>(4097)));
    expect_error(Failure::input, {"4097 dimensions", "4096"}, [&] { load_data(wide.path()); });
}

}  // namespace
}  // namespace neighborscope::test
