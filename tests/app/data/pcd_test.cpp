#include "tests/app/data/test_file.hpp"

#include <liblzf/lzf.h>

namespace neighborscope::test::pcd {
namespace {

using testing::ElementsAre;

DataSet load_pcd(const std::string& content, const LoadOptions& options = {}) {
    const File file("points.pcd", content);
    return load_data(file.path(), options);
}

void refused(const std::string& content, const std::vector<std::string>& texts) { expect_refused(content, texts, "", "points.pcd"); }

std::string header(const std::string& fields, const std::string& points, const std::string& data) {
    return "# .PCD v.7 - Point Cloud Data file format\nVERSION .7\n" + fields + "WIDTH " + points +
           "\nHEIGHT 1\nVIEWPOINT 1 2 3 1 0 0 0\nPOINTS " + points + "\nDATA " + data + "\n";
}

const std::string xyz = "FIELDS x y z\nSIZE 4 4 4\nTYPE F F F\nCOUNT 1 1 1\n";
const std::string coloured = "FIELDS _ x y z rgb normal label\nSIZE 1 4 4 4 4 8 2\nTYPE U F F F F F I\nCOUNT 3 1 1 1 1 2 1\n";

template <class T>
std::string bytes(T value) {
    return {reinterpret_cast<const char*>(&value), sizeof(T)};
}

/// Two points of `coloured`, [field][point] bytes.
std::vector<std::vector<std::string>> coloured_points() {
    return {{"___", "___"}, {bytes(1.f), bytes(4.f)}, {bytes(2.f), bytes(5.f)}, {bytes(3.f), bytes(6.f)},
        {bytes(0x00102030u), bytes(0xffff0001u)}, {bytes(0.25) + bytes(0.5), bytes(0.75) + bytes(1.0)},
        {bytes(std::int16_t(-3)), bytes(std::int16_t(7))}};
}

std::string compressed(const std::string& plain) {
    std::string packed(plain.size() + 64, '\0');
    const unsigned size = lzf_compress(plain.data(), unsigned(plain.size()), packed.data(), unsigned(packed.size()));
    EXPECT_GT(size, 0u);
    packed.resize(size);
    return bytes(size) + bytes(unsigned(plain.size())) + packed;
}

void expect_coloured_points(const DataSet& data) {
    EXPECT_THAT(data.coordinates, ElementsAre(1, 2, 3, 4, 5, 6));
    EXPECT_THAT(colours_of(data), ElementsAre(0xff302010u, 0xff0100ffu));
    ASSERT_EQ(data.quantities.size(), 4u);
    EXPECT_EQ(data.quantities[0].name, "normal[0]");
    EXPECT_THAT(data.quantities[0].numbers()->of_point, ElementsAre(0.25, 0.75));
    EXPECT_THAT(data.quantities[1].numbers()->of_point, ElementsAre(0.5, 1));
    EXPECT_EQ(data.label(), &data.quantities.at(2));
    EXPECT_THAT(data.quantities[2].numbers()->of_point, ElementsAre(-3, 7));
}

TEST(Pcd, BinaryAndCompressedHoldTheSame) {
    std::string rows, columns;
    for (std::size_t point = 0; point < 2; ++point)
        for (const auto& field : coloured_points()) rows += field[point];
    for (const auto& field : coloured_points()) columns += field[0] + field[1];
    expect_coloured_points(load_pcd(header(coloured, "2", "binary") + rows));
    expect_coloured_points(load_pcd(header(coloured, "2", "binary_compressed") + compressed(columns)));
    LoadOptions options;
    options.quantities = false;
    const DataSet bare = load_pcd(header(coloured, "2", "binary") + rows, options);
    EXPECT_TRUE(bare.quantities.empty() && colours_of(bare).empty());
}

/// Many pieces of every field, in both encodings: far from 0, so that they are read twice; some points are invalid; of a type that is not
/// exact in float32.
TEST(Pcd, CompressedFieldsOfManyPiecesAreTheBinaryOnes) {
    constexpr std::size_t points = 200000;
    const auto same = [&](const std::string& fields, auto coordinate) {
        std::string rows, columns[6];
        for (std::size_t i = 0; i < points; ++i) {
            const std::string values[] = {bytes(float(i % 1000)), bytes(coordinate(3 * i)), bytes(coordinate(3 * i + 1)),
                bytes(coordinate(3 * i + 2)), bytes(std::uint32_t(i * 2654435761u)), bytes(std::uint8_t(i % 7))};
            for (std::size_t field = 0; field < 6; ++field) rows += values[field], columns[field] += values[field];
        }
        const std::string all = columns[0] + columns[1] + columns[2] + columns[3] + columns[4] + columns[5];
        for (const char* chosen : {"", "z,x"}) {
            const DataSet binary = load_pcd(header(fields, "200000", "binary") + rows, {false, chosen}),
                          packed = load_pcd(header(fields, "200000", "binary_compressed") + compressed(all), {false, chosen});
            EXPECT_EQ(packed.hash, binary.hash);
            EXPECT_EQ(packed.coordinates, binary.coordinates);
            EXPECT_EQ(packed.origin, binary.origin);
            EXPECT_EQ(packed.file_rows, binary.file_rows);
            EXPECT_EQ(colours_of(packed), colours_of(binary));
            EXPECT_EQ(packed.quantities.size(), binary.quantities.size());
            for (std::size_t a = 0; a + 1 < packed.quantities.size(); ++a)
                EXPECT_EQ(std::memcmp(packed.quantities[a].numbers()->of_point.data(), binary.quantities[a].numbers()->of_point.data(),
                              8 * std::size_t(packed.count())),
                    0);
        }
        return load_pcd(header(fields, "200000", "binary_compressed") + compressed(all));
    };
    const std::string names = "FIELDS intensity x y z rgb label\n", counts = "COUNT 1 1 1 1 1 1\n";
    const std::string floats = names + "SIZE 4 4 4 4 4 1\nTYPE F F F F U U\n" + counts;
    const DataSet near = same(floats, [](std::size_t i) { return i % 50001 == 7 ? NAN : float(i % 4096) / 16; });
    EXPECT_EQ(near.count(), 199988);
    EXPECT_EQ(near.coordinate(10, 0), 33 / 16.0);  // point 2 was left out
    const DataSet far = same(floats, [](std::size_t i) { return 500000 + float(i % 4096) / 16; });
    EXPECT_EQ(far.origin[0], 500096);
    EXPECT_EQ(far.coordinate(10, 0), 500000 + 30 / 16.0);
    const DataSet wide =
        same(names + "SIZE 4 8 8 8 4 1\nTYPE F F F F U U\n" + counts, [](std::size_t i) { return 5e6 + double(i) / 1024; });
    EXPECT_EQ(wide.coordinate(199999, 2), 5e6 + 599999 / 1024.0);
}

/// One piece per field: threads that finish the second early must not write before the first has allocated the points.
TEST(Pcd, CompressedFieldsOfOnePieceDoNotOvertakeEachOther) {
    std::string columns[3];
    std::vector<float> expected;
    for (int i = 0; i < 3000; ++i)
        for (int axis = 0; axis < 3; ++axis) {
            expected.push_back(float(i % 7 + axis));
            columns[axis] += bytes(expected.back());
        }
    const File file("points.pcd", header(xyz, "3000", "binary_compressed") + compressed(columns[0] + columns[1] + columns[2]));
    for (int time = 0; time < 100; ++time) ASSERT_EQ(load_data(file.path()).coordinates, expected) << time;
}

TEST(Pcd, ReadsAsciiWithColoursAsIntegersAndAsFloats) {
    const std::string fields = "FIELDS x y rgb\nSIZE 4 4 4\nTYPE F F ";
    EXPECT_THAT(colours_of(load_pcd(header(fields + "U\nCOUNT 1 1 1\n", "1", "ascii") + "1 2 16711935\n")), ElementsAre(0xffff00ffu));
    // 0x00ff8000 as the bits of a float32.
    EXPECT_THAT(colours_of(load_pcd(header(fields + "F\n", "1", "ascii") + "1,2,\t2.34639693e-38\n")), ElementsAre(0xff0080ffu));
}

TEST(Pcd, OrganisedCloudsLeaveOutPointsWithoutCoordinates) {
    const DataSet data =
        load_pcd("VERSION 0.7\n" + xyz + "WIDTH 2\nHEIGHT 2\nPOINTS 4\nDATA ascii\n1 2 3\nnan nan nan\n4 5 6\nnan nan nan\n");
    EXPECT_THAT(data.coordinates, ElementsAre(1, 2, 3, 4, 5, 6));
    EXPECT_EQ(data.skipped.count, 2);
    EXPECT_THAT(data.file_rows, ElementsAre(0, 2));
}

TEST(Pcd, OlderHeadersNeedLess) {
    EXPECT_THAT(load_pcd("# .PCD v.5\nFIELDS x y z\nWIDTH 1\nHEIGHT 1\nDATA ascii\n1 2 3\n").coordinates, ElementsAre(1, 2, 3));
    EXPECT_THAT(load_pcd("# .PCD v.6\r\nFIELDS x y z\r\nSIZE 4 4 4\r\nTYPE F F F\r\nPOINTS 1\r\nDATA ascii\r\n1 2 3").coordinates,
        ElementsAre(1, 2, 3));
}

TEST(Pcd, KeywordsMayBeInAnyCase) {
    const std::string points = "0 0 0\n1 0 0\n0 2 0\n";
    for (const char* text : {"version 0.7\nfields x y z\nsize 4 4 4\ntype f f f\ncount 1 1 1\nwidth 3\nheight 1\npoints 3\ndata ascii\n",
             "# .pcd v0.7\nVersion .7\nFields x y z\nSize 4 4 4\nType F f F\nWidth 3\nHeight 1\nViewpoint 0 0 0 1 0 0 0\nPoints 3\nData "
             "ASCII\n"})
        EXPECT_THAT(load_pcd(text + points).coordinates, ElementsAre(0, 0, 0, 1, 0, 0, 0, 2, 0)) << text;
    EXPECT_THAT(load_pcd(header(xyz, "1", "BINARY") + bytes(1.f) + bytes(2.f) + bytes(3.f)).coordinates, ElementsAre(1, 2, 3));
}

TEST(Pcd, AFieldNamedTwiceGetsANumber) {
    const DataSet data = load_pcd(header("FIELDS x y x quality quality_2 quality\n", "1", "ascii") + "1 2 3 4 5 6\n");
    EXPECT_THAT(data.coordinates, ElementsAre(1, 2));
    std::vector<std::string> names;
    for (const Quantity& quantity : data.quantities) names.push_back(quantity.name);
    EXPECT_THAT(names, ElementsAre("x_2", "quality", "quality_2", "quality_3"));
}

TEST(Pcd, RefusesHeadersThatAreNone) {
    const auto ascii = [](const std::string& fields, const std::string& points) { return header(fields, points, "ascii") + "1 2 3\n"; };
    refused(ascii("FIELDS x y z\nSIZE 4 4\nTYPE F F F\n", "1"), {":4: SIZE has 2 entries for 3 fields"});
    refused(ascii("FIELDS x y z\nSIZE 4 4 3\nTYPE F F F\n", "1"), {":4: there is no TYPE F of SIZE 3"});
    refused(ascii("FIELDS x y z\nSIZE 4 4 4\nTYPE F F Q\n", "1"), {":5: there is no TYPE Q"});
    refused(ascii("FIELDS x y z\nCOUNT 1 1 -1\n", "1"), {":4: COUNT '-1'"});
    refused(ascii("FIELDS x y z\nCOUNT 1 1 0\n", "1"), {":4: COUNT of 'z' is 0"});
    refused(ascii("FIELDS x y z\nCOUNT 1 1 4294967297\n", "1"), {":4: more than 4096"});
    refused(ascii("FIELDS a b c\n", "1"), {"no fields x and y", "a, b, c"});
    refused(ascii("SIZE 4\n", "1"), {"no line FIELDS"});
    refused(ascii(xyz + "SHAPE 3\n", "1"), {":7:", "'SHAPE'"});
    refused(ascii(xyz, "-1"), {":7: WIDTH '-1'"});
    refused(ascii(xyz, "0"), {"no points"});
    refused(ascii(xyz, "2"), {":12: the header says 2 points, but 1 lines"});
    refused(ascii(xyz, "99999999999999999999"), {"WIDTH"});
    refused("VERSION 0.7\n" + xyz + "WIDTH 4294967296\nHEIGHT 4294967296\nDATA ascii\n1 2 3\n", {"beyond counting"});
    refused("VERSION 0.7\n" + xyz + "WIDTH 2\nHEIGHT 1\nPOINTS 1\nDATA ascii\n1 2 3\n", {":8: POINTS is 1", "is 2"});
    refused("VERSION 0.7\n" + xyz + "DATA ascii\n1 2 3\n", {"neither POINTS nor WIDTH"});
    refused(header(xyz, "1", "text") + "1 2 3\n", {"DATA 'text'"});
    refused("1 2 3\n", {"named .pcd"});
}

TEST(Pcd, RefusesPointsThatAreNotThere) {
    refused(header(xyz, "1", "ascii") + "1 2\n", {":12:", "ends before 'z'"});
    refused(header(xyz, "1", "ascii") + "1 2 3 4\n", {":12:", "'4' follows"});
    refused(header(xyz, "1", "ascii") + "1,,2 3\n", {":12:", "not a number"});
    refused(header(xyz, "1", "ascii") + "1 2 3\n4 5 6\n", {"1 points, but 2 lines"});
    refused(header(xyz, "2", "binary") + std::string(23, 'x'), {"2 points of 12 bytes, the file holds 1"});
    refused(header(xyz, "1537228672809129302", "binary") + std::string(12, 'x'), {"the file holds 1"});  // times 12 is 8 in 64 bits
    refused(header(xyz, "1", "binary") + std::string(13, 'x'), {"1 bytes follow"});
    refused(header(xyz, "1", "binary_compressed") + "1234", {"two sizes"});
    refused(header(xyz, "1", "binary_compressed") + bytes(3u) + bytes(12u) + "ab", {"3 bytes, 2 are there"});
    refused(header(xyz, "1", "binary_compressed") + bytes(2u) + bytes(13u) + "ab", {"unpack to 13 bytes", "1 points of 12"});
    refused(header(xyz, "300000000", "binary_compressed") + bytes(2u) + bytes(3600000000u) + "ab", {"2 bytes cannot unpack"});
    refused(header(xyz, "1", "binary_compressed") + bytes(2u) + bytes(12u) + "ab", {"damaged"});
}

}  // namespace
}  // namespace neighborscope::test::pcd
