#include "tests/app/data/test_file.hpp"

#include <algorithm>
#include <bit>

namespace neighborscope::test::ply {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

DataSet load_ply(const std::string& content, const LoadOptions& options = {}) {
    const File file("points.ply", content);
    return load_data(file.path(), options);
}

void refused(const std::string& content, const std::vector<std::string>& texts) { expect_refused(content, texts, "", "points.ply"); }

const std::string xyz = "property float x\nproperty float y\nproperty float z\n";

std::string ascii(const std::string& elements, const std::string& body) {
    return "ply\nformat ascii 1.0\n" + elements + "end_header\n" + body;
}

/// Returns the bytes of a value in the given byte order.
template <class T>
std::string bytes(T value, bool big) {
    std::string text(reinterpret_cast<const char*>(&value), sizeof(T));
    if (big) std::reverse(text.begin(), text.end());
    return text;
}

TEST(Ply, APropertyNamedTwiceGetsANumber) {
    const DataSet data = load_ply(ascii("element vertex 2\n" + xyz + "property float quality\nproperty float x\nproperty float quality\n",
        "1 2 3 4 5 6\n7 8 9 10 11 12\n"));
    EXPECT_THAT(data.coordinates, ElementsAre(1, 2, 3, 7, 8, 9));
    ASSERT_EQ(data.quantities.size(), 3u);
    EXPECT_EQ(data.quantities[1].name, "x_2");
    EXPECT_EQ(data.quantities[2].name, "quality_2");
    EXPECT_THAT(data.quantities[2].numbers()->of_point, ElementsAre(6, 12));
    EXPECT_EQ(load_ply(ascii("element vertex 1\n" + xyz + "element face 0\nproperty float x\n", "1 2 3\n")).count(), 1);
}

TEST(Ply, ReadsAsciiWithColoursLabelAndAttributes) {
    const DataSet data =
        load_ply(ascii("comment made by hand\nelement vertex 2\nproperty uchar red\nproperty double y\nproperty uchar green\n"
                       "property uchar blue\nproperty uchar alpha\nproperty float z\nproperty int x\nproperty int label\n"
                       "property float scalar_Intensity\n",
            "255 2 0 1 9 3 1 7 0.5\n0 5 128 255 9 6 4 -1 nan\n"));
    EXPECT_EQ(data.format, "PLY");
    EXPECT_THAT(data.coordinates, ElementsAre(1, 2, 3, 4, 5, 6));
    EXPECT_THAT(data.axes, ElementsAre("x", "y", "z"));
    EXPECT_THAT(colours_of(data), ElementsAre(0xff0100ffu, 0xffff8000u));
    ASSERT_EQ(data.quantities.size(), 3u);
    EXPECT_EQ(data.quantities[0].name, "label");
    EXPECT_THAT(data.quantities[0].numbers()->of_point, ElementsAre(7, -1));
    EXPECT_EQ(data.label(), &data.quantities.at(0));
    EXPECT_EQ(data.quantities[1].name, "scalar_Intensity");
    EXPECT_TRUE(std::isnan(data.quantities[1].numbers()->of_point[1]));
}

TEST(Ply, WithoutAttributesOnlyCoordinatesAreHeld) {
    LoadOptions options;
    options.quantities = false;
    const DataSet data =
        load_ply(ascii("element vertex 1\n" + xyz + "property uchar red\nproperty uchar green\nproperty uchar blue\nproperty int label\n",
                     "1 2 3 4 5 6 7\n"),
            options);
    EXPECT_EQ(data.count(), 1);
    EXPECT_THAT(data.quantities, IsEmpty());
    EXPECT_THAT(colours_of(data), IsEmpty());
    EXPECT_FALSE(data.label());
}

TEST(Ply, ColumnsAndLabelCanBeChosen) {
    LoadOptions options;
    options.columns = "z,x";
    options.label = "quality";
    const DataSet data = load_ply(ascii("element vertex 1\n" + xyz + "property float quality\n", "1 2 3 4\n"), options);
    EXPECT_THAT(data.coordinates, ElementsAre(3, 1));
    ASSERT_EQ(data.quantities.size(), 2u);  // y and quality
    EXPECT_EQ(data.label()->name, "quality");
    options.label = "class";
    const File file("points.ply", ascii("element vertex 1\n" + xyz, "1 2 3\n"));
    expect_error(Failure::usage, {"class"}, [&] { load_data(file.path(), options); });
}

TEST(Ply, ReadsEveryNumericTypeInBothByteOrders) {
    for (const bool big : {false, true}) {
        std::string content =
            std::string("ply\r\nformat binary_") + (big ? "big" : "little") +
            "_endian 1.0\r\nelement vertex 2\r\nproperty short x\r\nproperty float64 y\r\nproperty uint8 z\r\n"
            "property float a\r\nproperty int8 b\r\nproperty uint16 c\r\nproperty int32 d\r\nproperty uint e\r\nend_header\r\n";
        for (int i = 0; i < 2; ++i)
            content += bytes(std::int16_t(-300 + i), big) + bytes(0.25, big) + bytes(std::uint8_t(200), big) + bytes(1.5f, big) +
                       bytes(std::int8_t(-7), big) + bytes(std::uint16_t(65535), big) + bytes(std::int32_t(-70000), big) +
                       bytes(std::uint32_t(4000000000u), big);
        const DataSet data = load_ply(content);
        EXPECT_THAT(data.coordinates, ElementsAre(-300, 0.25, 200, -299, 0.25, 200));
        std::vector<double> others;
        for (const Quantity& attribute : data.quantities) others.push_back(attribute.numbers()->of_point.at(1));
        EXPECT_THAT(others, ElementsAre(1.5, -7, 65535, -70000, 4000000000.0));
    }
}

TEST(Ply, ListsMayStandBeforeBetweenAndAfter) {
    for (const bool big : {false, true}) {
        std::string content = std::string("ply\nformat binary_") + (big ? "big" : "little") +
                              "_endian 1.0\nelement face 2\nproperty list uchar int vertex_indices\nelement empty 1000000000000\n"
                              "element vertex 2\nproperty float x\nproperty list ushort double more\nproperty float y\n"
                              "element edge 1\nproperty list int uchar ends\nend_header\n";
        content += bytes(std::uint8_t(1), big) + bytes(std::int32_t(5), big) + bytes(std::uint8_t(0), big);
        content += bytes(1.f, big) + bytes(std::uint16_t(2), big) + bytes(9.0, big) + bytes(9.0, big) + bytes(2.f, big);
        content += bytes(3.f, big) + bytes(std::uint16_t(0), big) + bytes(4.f, big);
        content += bytes(std::int32_t(2), big) + "ab";
        EXPECT_THAT(load_ply(content).coordinates, ElementsAre(1, 2, 3, 4));
    }
    EXPECT_THAT(load_ply(ascii("element face 1\nproperty list uchar int i\nelement vertex 2\nproperty float x\nproperty list uchar int i\n"
                               "property float y\nelement face2 1\nproperty int i\n",
                             "3 0 1 2\n\n1 2 8 8 2\r\n3 0 4 \n9"))
                    .coordinates,
        ElementsAre(1, 2, 3, 4));
}

TEST(Ply, ManyVerticesWithListsKeepTheirPlaces) {
    std::string content =
        "ply\nformat binary_little_endian 1.0\nelement vertex 10000\nproperty float x\nproperty list uchar uchar l\n"
        "property float y\nproperty int number\nend_header\n";
    for (int i = 0; i < 10000; ++i)
        content += bytes(float(i), false) + char(i % 5) + std::string(std::size_t(i % 5), 'x') +
                   bytes(i == 4000 ? NAN : float(2 * i), false) + bytes(3 * i, false);
    const DataSet data = load_ply(content);
    ASSERT_EQ(data.count(), 9999);
    EXPECT_EQ(data.skipped.first_row, 4000);
    for (std::int64_t row = 0; row < data.count(); ++row) {
        const auto i = double(data.file_row(row));
        ASSERT_EQ(data.coordinate(row, 0), i);
        ASSERT_EQ(data.coordinate(row, 1), 2 * i);
        ASSERT_EQ(data.quantities[0].numbers()->of_point[std::size_t(row)], 3 * i);
    }
}

TEST(Ply, ManyLinesKeepTheirAttributes) {
    std::string body;
    for (int i = 0; i < 60000; ++i) body += std::to_string(i) + " 1 " + (i == 777 ? "inf" : "2") + " " + std::to_string(3 * i) + "\n";
    const DataSet data = load_ply(ascii("element vertex 60000\n" + xyz + "property int number\n", body));
    ASSERT_EQ(data.count(), 59999);
    for (std::int64_t row = 0; row < data.count(); ++row)
        ASSERT_EQ(data.quantities[0].numbers()->of_point[std::size_t(row)], 3 * data.coordinate(row, 0));
}

TEST(Ply, ColoursOfSixteenBitsAndFractions) {
    const std::string rgb = "property float x\nproperty float y\nproperty TYPE r\nproperty TYPE g\nproperty TYPE b\n";
    const auto colours = [&](const std::string& type, const std::string& line) {
        std::string header = "element vertex 1\n" + rgb;
        for (std::size_t at; (at = header.find("TYPE")) != std::string::npos;) header.replace(at, 4, type);
        return colours_of(load_ply(ascii(header, "1 2 " + line + "\n")));
    };
    EXPECT_THAT(colours("ushort", "65535 256 0"), ElementsAre(0xff0001ffu));
    EXPECT_THAT(colours("ushort", "255 128 0"), ElementsAre(0xff0080ffu));  // bytes in wide fields
    EXPECT_THAT(colours("float", "1 0.5 0"), ElementsAre(0xff0080ffu));
    EXPECT_THAT(colours("float", "255 128 0"), ElementsAre(0xff0080ffu));
    EXPECT_THAT(colours("float", "nan nan nan"), ElementsAre(0xff808080u));
}

TEST(Ply, PointsFarFromZeroKeepTheirDigits) {
    const DataSet data = load_ply(ascii("element vertex 1\nproperty float64 x\nproperty float64 y\nproperty float64 z\nproperty int32 i\n",
        "1.23457 12345.67890 1234567890.12345 1234567890\n"));
    EXPECT_NEAR(data.coordinate(0, 2), 1234567890.12345, 1e-7);
}

TEST(Ply, RefusesHeadersThatAreNone) {
    refused("ply\n", {"points.ply", "end_header"});
    refused("pl", {"named .ply", "signature"});
    refused("ply\nformat ascii 1.0\nelement vertex 1\n" + xyz + "0 0 0\n", {":7: '0' is no word of a PLY header"});
    refused("ply\nelement vertex 1\n" + xyz + "end_header\n0 0 0\n", {"format"});
    refused("ply\nformat ascii 2.0\nend_header\n", {":2:", "version '2.0'"});
    refused("ply\nformat text 1.0\nend_header\n", {":2:", "'text'"});
    refused("ply\rformat ascii 1.0\r", {"CR"});
    refused(ascii("", ""), {"no element vertex"});
    refused(ascii("element vertex 0\n" + xyz, ""), {"no points"});
    refused(ascii("element face 3\nproperty list uchar int i\n", "1 0\n1 0\n1 0\n"), {"no element vertex"});
    refused(ascii("element vertex 1\n", "0\n"), {"no fields x and y"});
    refused(ascii("element vertex 1\nproperty float a\nproperty float y\n", "0 0\n"), {"no fields x and y", "a, y", "--columns"});
    refused(ascii("element vertex 1\nproperty quad x\nproperty float y\n", "0 0\n"), {":4:", "'quad'", "uchar"});
    refused(ascii("element vertex 1\nproperty list float int x\n", "0 0\n"), {":4:", "list"});
    refused(ascii("element vertex 1\nproperty float\n", "0 0\n"), {":4:", "property"});
    refused(ascii("property float x\n", "0 0\n"), {":3:", "before any element"});
    refused(ascii("element vertex 1\n" + xyz + "element vertex 1\n" + xyz, "0 0 0\n0 0 0\n"), {":7:", "second element vertex"});
    for (const char* count : {"-1", "x", "1.5", "99999999999999999999", "", "1 2"})
        refused(ascii("element vertex " + std::string(count) + "\n" + xyz, "0 0 0\n"), {":3:", "count"});
}

TEST(Ply, TheLabelMayBeNone) {
    const File file("points.ply", ascii("element vertex 1\n" + xyz + "property int label\n", "0 0 0 7\n"));
    EXPECT_TRUE(load_data(file.path()).label());
    EXPECT_FALSE(load_data(file.path(), {false, "", "none"}).label());
    expect_error(Failure::usage, {"no column 'nope'"}, [&] { load_data(file.path(), {false, "", "nope"}); });
}

TEST(Ply, CommentsSpellOutWords) {
    const auto kind_of = [](const std::string& comments, const std::string& type, const std::string& last) {
        return load_ply(
            ascii(comments + "element vertex 3\n" + xyz + "property " + type + " kind\n", "0 0 0 1\n1 0 0 0\n2 0 0 " + last + "\n"))
            .quantities.at(0);
    };
    const std::string both = "comment made by hand\ncomment kind 0 oak\ncomment kind 1 red  beech\r\n";
    const Quantity kind = kind_of(both, "int", "-1");
    EXPECT_THAT(kind.words()->different, ElementsAre("oak", "red  beech"));
    EXPECT_THAT(kind.words()->of_point, ElementsAre(1, 0, -1));
    EXPECT_EQ(kind_of(both, "int", "2").text(2), "2");  // has no word
    EXPECT_EQ(kind_of(both, "float", "0").text(0), "1");
    EXPECT_EQ(kind_of("comment kind 1 oak\ncomment kind 2 elm\n", "int", "1").text(0), "1");
    EXPECT_EQ(kind_of("comment kind 0\n", "int", "0").text(1), "0");
}

TEST(Ply, RefusesMorePropertiesThanATableHasColumns) {
    std::string header = "element vertex 1\n" + xyz;
    for (int i = 3; i < 100001; ++i) header += "property char p" + std::to_string(i) + "\n";
    refused(ascii(header, "0\n"), {"points.ply:100004: more than 100000 properties"});
}

TEST(Ply, RefusesCountsThatTheFileDoesNotHold) {
    refused(ascii("element vertex 3\n" + xyz, "0 0 0\n1 0 0\n"), {":9: ", "element vertex 3", "2 lines follow"});
    refused(ascii("element vertex 1\n" + xyz, "0 0 0\n1 0 0\n"), {":9:", "1 line follows the last element"});
    refused(ascii("element vertex 18446744073709551615\n" + xyz, "0 0 0\n"), {"ends before"});
    refused(ascii("element face 18446744073709551615\nproperty int a\nelement vertex 1\n" + xyz, "0 0 0\n"), {"ends before", "face"});
    const std::string binary = "ply\nformat binary_little_endian 1.0\nelement vertex ";
    refused(binary + "2\n" + xyz + "end_header\n" + std::string(23, '\0'), {"byte", "ends before", "vertex 2"});
    refused(binary + "1\n" + xyz + "end_header\n" + std::string(12, '\0') + "more", {"4 bytes follow"});
    refused(binary + "1537228672809129302\n" + xyz + "end_header\n" + std::string(12, '\0'), {"ends before"});  // times 12 is 8 in 64 bits
    refused(binary + "1\n" + xyz + "property list int int i\nend_header\n" + std::string(12, '\0') + "\xff\xff\xff\xff",
        {"byte", "list of -1 items"});
    refused(binary + "1\n" + xyz + "property list int int i\nend_header\n" + std::string(12, '\0') + "\xff\xff\xff\x7f", {"ends before"});
    refused(binary + "1\n" + xyz + "element face 2\nproperty list uchar int i\nend_header\n" + std::string(12, '\0') + std::string(2, '\1'),
        {"ends before", "face 2"});
}

TEST(Ply, RefusesLinesThatAreNoPoints) {
    const std::string header = "element vertex 2\n" + xyz;
    refused(ascii(header, "0 0 0\n1 abc 0\n"), {":9:", "'abc' for 'y' is not a number"});
    refused(ascii(header, "0 0 0\n1 1\n"), {":9:", "ends before 'z'"});
    refused(ascii(header, "0 0 0\n1 1 1 1\n"), {":9:", "'1' follows the last of 3 fields"});
    refused(ascii(header, "0 0 0\n1 1 1x\n"), {":9:", "'1x'"});
    refused(ascii(header, "0 0 0\n1 1 1e40\n"), {":9:", "z is outside the range of float32"});
    refused(ascii(header, std::string("0 0 0\n1 1 \0\n", 12)), {":9:", "NUL"});
    refused(ascii("element vertex 1\n" + xyz + "property list uchar int i\n", "0 0 0 -1\n"), {"negative"});
    const std::string coloured = header + "property uchar red\nproperty uchar green\nproperty uchar blue\nproperty short s\n";
    refused(ascii(coloured, "0 0 0 0 0 255 0\n1 1 1 300 0 0 0\n"), {":13: 'red' is 300, but its type goes from 0 to 255"});
    refused(ascii(coloured, "0 0 0 0 0 -1 0\n1 1 1 0 0 0 0\n"), {":12: 'blue' is -1"});
    refused(ascii(coloured, "0 0 0 0 0 0 -32768\n1 1 1 0 0 0 32768\n"), {":13: 's' is 32768", "from -32768 to 32767"});
    refused(ascii("element vertex 1\n" + xyz + "property list uchar int i\n", "0 0 0 1e300 1 2\n"), {"ends before 'i'"});
    const File file("points.ply", ascii(header, "0 0 0\n1 nan 0\n"));
    EXPECT_EQ(load_data(file.path()).count(), 1);
    expect_error(Failure::input, {":9:", "y is NaN"}, [&] { load_data(file.path(), {true, ""}); });
}

}  // namespace
}  // namespace neighborscope::test::ply
