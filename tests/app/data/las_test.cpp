#include "tests/app/data/test_file.hpp"

#include "app/data/points/file_numbers.hpp"

#include <array>
#include <limits>

namespace neighborscope::test {
namespace {

using testing::ElementsAre;

template <class T>
void put(std::string& content, std::size_t offset, T value) {
    if (content.size() < offset + sizeof(T)) content.resize(offset + sizeof(T), '\0');
    std::memcpy(content.data() + offset, &value, sizeof(T));
}

/// A LAS file of two points at (100.01, 200.02, -300.03) and (100, 200, -300); other bytes by hand from the specification's tables.
std::string las(int minor, int format) {
    static constexpr std::size_t records[] = {20, 28, 26, 34, 57, 63, 30, 36, 38, 59, 67};
    const std::size_t header = minor == 4 ? 375 : minor == 3 ? 235 : 227, record = records[std::size_t(format)] + 3;  // three extra bytes
    std::string content = "LASF";
    content.resize(header, '\0');
    put(content, 24, std::uint8_t(1));
    put(content, 25, std::uint8_t(minor));
    put(content, 94, std::uint16_t(header));
    put(content, 96, std::uint32_t(header));
    put(content, 104, std::uint8_t(format));
    put(content, 105, std::uint16_t(record));
    if (format < 6) put(content, 107, std::uint32_t(2));
    else put(content, 247, std::uint64_t(2));
    for (std::size_t axis = 0; axis < 3; ++axis) {
        put(content, 131 + 8 * axis, 0.01);
        put(content, 155 + 8 * axis, axis == 2 ? -300.0 : 100.0 * double(axis + 1));
    }
    const bool wide = format >= 6;
    for (int point = 0; point < 2; ++point) {
        const std::size_t at = header + record * std::size_t(point);
        put(content, at + record - 1, '\0');
        put(content, at, std::int32_t(point ? 0 : 1));
        put(content, at + 4, std::int32_t(point ? 0 : 2));
        put(content, at + 8, std::int32_t(point ? 0 : -3));
        put(content, at + 12, std::uint16_t(1000 + point));
        put(content, at + 14, std::uint8_t(wide ? 0xf9 : 0xfa));                          // return 9 of 15, or 2 of 7 and flags
        put(content, at + (wide ? 16 : 15), std::uint8_t(point ? 6 : wide ? 64 : 0xe2));  // building; 64, or ground with flags
        put(content, at + (wide ? 20 : 18), std::uint16_t(7));
        if (wide || format == 1 || format >= 3) put(content, at + (wide ? 22 : 20), 1.5 + point);
        const std::size_t colour = format == 2 ? 20 : format == 3 || format == 5 ? 28 : format == 7 || format == 8 || format == 10 ? 30 : 0;
        if (colour)
            for (std::size_t i = 0; i < 3; ++i) put(content, at + colour + 2 * i, std::uint16_t(0x1234 + 0x2000 * i));
    }
    return content;
}

DataSet load_las(const std::string& content) {
    const File file("points.las", content);
    return load_data(file.path());
}

/// Adds a record that describes fields in the three extra bytes.
std::string with_extra_fields(std::string content, const std::vector<std::pair<std::string, std::array<std::uint8_t, 2>>>& fields) {
    std::uint16_t header = 0;
    std::memcpy(&header, content.data() + 94, 2);
    std::string record(54 + 192 * fields.size(), '\0');
    record.replace(2, 9, "LASF_Spec");
    put(record, 18, std::uint16_t(4));
    put(record, 20, std::uint16_t(192 * fields.size()));
    for (std::size_t i = 0; i < fields.size(); ++i) {
        put(record, 54 + 192 * i + 2, fields[i].second[0]);
        put(record, 54 + 192 * i + 3, fields[i].second[1]);
        record.replace(54 + 192 * i + 4, fields[i].first.size(), fields[i].first);
        put(record, 54 + 192 * i + 40, std::int64_t(12));
        put(record, 54 + 192 * i + 112, 0.5);
        put(record, 54 + 192 * i + 136, 100.0);
    }
    content.insert(header, record);
    put(content, 96, std::uint32_t(header + record.size()));
    put(content, 100, std::uint32_t(1));
    return content;
}

void refused(const std::string& content, const std::vector<std::string>& texts) { expect_refused(content, texts, "", "points.las"); }

template <class T>
std::string changed(std::size_t offset, T value, int minor = 2, int format = 3) {
    std::string content = las(minor, format);
    put(content, offset, value);
    return content;
}

TEST(Las, ReadsEveryVersionAndPointFormat) {
    for (int format = 0; format <= 10; ++format) {
        for (int minor = format >= 6 ? 4 : 0; minor <= 4; ++minor) {
            SCOPED_TRACE(std::to_string(minor) + ", format " + std::to_string(format));
            const DataSet data = load_las(las(minor, format));
            ASSERT_EQ(data.count(), 2);
            EXPECT_THAT(true_coordinates(data),
                testing::Pointwise(testing::DoubleNear(1e-5), std::vector<double>{100.01, 200.02, -300.03, 100, 200, -300}));
            const bool wide = format >= 6, timed = wide || format == 1 || format >= 3;
            const bool coloured = format == 2 || format == 3 || format == 5 || format == 7 || format == 8 || format == 10;
            ASSERT_EQ(data.quantities.size(), (timed ? 5u : 4u) + (coloured ? 1 : 0));
            EXPECT_THAT(data.quantities[0].numbers()->of_point, ElementsAre(1000, 1001));
            EXPECT_THAT(data.quantities[1].numbers()->of_point, ElementsAre(wide ? 9 : 2, wide ? 9 : 2));
            EXPECT_EQ(data.label(), &data.quantities.at(2));
            EXPECT_EQ(data.quantities[2].text(0), wide ? "class 64" : "ground");
            EXPECT_EQ(data.quantities[2].text(1), "building");
            EXPECT_THAT(data.quantities[3].numbers()->of_point, ElementsAre(7, 7));
            if (timed) { EXPECT_THAT(data.quantities[4].numbers()->of_point, ElementsAre(1.5, 2.5)); }
            if (coloured) {
                EXPECT_THAT(colours_of(data), ElementsAre(0xff523212u, 0xff523212u));
            } else {
                EXPECT_TRUE(colours_of(data).empty());
            }
        }
    }
}

TEST(Las, KeepsDigitsThatFloatsDoNotHold) {
    std::string content = changed(131, 1e-4);
    put(content, 155, 4500000.0);
    put(content, 227, std::int32_t(1234567));
    const File file("points.las", content);
    const DataSet data = load_data(file.path());
    EXPECT_NEAR(data.coordinate(0, 0), 4500123.4567, 2e-6);  // float32 has steps of 0.5 there
    EXPECT_GT(data.origin[0], 4e6);
    EXPECT_THAT(numbers_of_file(data, {}).values, ElementsAre(4500000 + 1234567 * 1e-4, 200 + 2 * .01, -300 - 3 * .01, 4500000, 200, -300));
}

TEST(Las, RefusesCompressedPointsWithTheWayOut) {
    refused(changed(104, std::uint8_t(128 + 3)), {"byte 104", "LAZ", "las2las", "pdal translate"});
    refused(changed(104, std::uint8_t(64 + 3)), {"LAZ"});
    std::string content = las(2, 3).insert(227, 54, '\0');
    content.replace(229, 14, "laszip encoded");
    put(content, 96, std::uint32_t(281));
    put(content, 100, std::uint32_t(1));
    refused(content, {"LAZ"});
}

TEST(Las, RefusesHeadersThatDoNotFitTheFile) {
    refused(changed(24, std::uint8_t(2)), {"byte 24", "LAS 2.2"});
    refused(changed(25, std::uint8_t(9)), {"LAS 1.9"});
    refused(changed(94, std::uint16_t(226)), {"byte 94", "226 bytes", "227"});
    refused(changed(94, std::uint16_t(374), 4, 6), {"374", "375"});
    refused(changed(94, std::uint16_t(65535)), {"ends within the header"});
    refused(changed(96, std::uint32_t(226)), {"byte 96"});
    refused(changed(96, std::uint32_t(4294967295)), {"byte 96"});
    refused(changed(104, std::uint8_t(11)), {"byte 104", "format 11"});
    refused(changed(105, std::uint16_t(33)), {"byte 105", "33 bytes", "34"});
    refused(changed(105, std::uint16_t(0)), {"byte 105"});
    refused(changed(107, std::uint32_t(3)), {"says 3 points, the file holds 2"});
    refused(changed(107, std::uint32_t(0)), {"no points"});
    refused(changed(247, std::uint64_t(0x1000000000000000), 4, 6), {"says 1152921504606846976 points, the file holds 2"});
    refused(changed(100, std::uint32_t(4294967295)), {"4294967295 variable length records", "0 are there"});
    std::string content = changed(243, std::uint32_t(1), 4, 6);
    put(content, 235, std::uint64_t(0xffffffffffffffff));
    refused(content, {"1 extended records"});
    content = las(4, 6) + std::string(60, '\0');
    put(content, 243, std::uint32_t(1));
    put(content, 235, std::uint64_t(content.size() - 60));
    EXPECT_EQ(load_las(content).count(), 2);
    put(content, content.size() - 40, std::uint64_t(0xffffffffffffffc4));  // 60 more is 0 in 64 bits
    refused(content, {"1 extended records"});
    refused(las(2, 3).substr(0, 300), {"the file holds 1"});
}

TEST(Las, RefusesScalesThatAreNone) {
    for (const double scale : {0.0, std::numeric_limits<double>::infinity(), std::nan("")})
        refused(changed(139, scale), {"byte 139", "scale of y"});
    refused(changed(171, std::nan("")), {"byte 171", "offset of z"});
    refused(changed(131, 1e300), {"byte 227", "x of point 0", "range of float32"});
}

TEST(Las, ExtraBytesComeAlong) {
    for (const int format : {0, 3, 6, 10}) {
        SCOPED_TRACE(format);
        std::string content = las(4, format);
        const std::size_t record = (content.size() - 375) / 2;
        put(content, 375 + record - 3, std::uint8_t(250));
        put(content, 375 + record - 2, std::int16_t(-7));
        put(content, 375 + 2 * record - 3, std::uint8_t(3));
        put(content, 375 + 2 * record - 2, std::int16_t(12));
        const auto values = [&](const DataSet& data, const std::string& name) {
            for (const Quantity& attribute : data.quantities)
                if (attribute.name == name) return attribute.text(0) + " " + attribute.text(1);
            return std::string("none");
        };
        const DataSet plain = load_las(with_extra_fields(content, {{"amplitude", {1, 0}}, {"deviation", {4, 0}}}));
        EXPECT_EQ(values(plain, "amplitude"), "250 3");
        EXPECT_EQ(values(plain, "deviation"), "-7 12");
        // The second has no data if it is 12, else half of it plus 100; bytes without a type are skipped.
        const DataSet scaled = load_las(with_extra_fields(content, {{"", {0, 1}}, {"deviation", {4, 1 | 8 | 16}}}));
        EXPECT_THAT(values(scaled, "deviation"), testing::StartsWith("96.5 "));
        EXPECT_EQ(values(scaled, "deviation").find("106"), std::string::npos);
        EXPECT_EQ(values(scaled, "amplitude"), "none");
        refused(with_extra_fields(content, {{"long one", {10, 0}}}), {"extra field 'long one' lies beyond the record"});
        refused(with_extra_fields(content, {{"", {0, 200}}}), {"beyond the record"});
    }
}

}  // namespace
}  // namespace neighborscope::test
