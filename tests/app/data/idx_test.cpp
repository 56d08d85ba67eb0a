// IDX: arrays written by hand, pictures with their labels.
#include "tests/app/data/test_file.hpp"

#include <filesystem>

namespace neighborscope::test {
namespace {

using testing::ElementsAre;

std::string idx(char type, const std::vector<std::uint32_t>& shape, const std::string& values) {
    std::string bytes{0, 0, type, char(shape.size())};
    for (const std::uint32_t size : shape)
        for (const int shift : {24, 16, 8, 0}) bytes += char(size >> shift & 255);
    return bytes + values;
}

const std::string pictures = idx(8, {3, 2, 2}, std::string("\x00\x01\x02\x03\x04\x05\x06\xff\x08\x09\x0a\x0b", 12));

TEST(Idx, PicturesAreRowsOfPixels) {
    const DataSet data = load_text(pictures, "", "t-images-idx3-ubyte");
    EXPECT_EQ(data.format, "IDX");
    EXPECT_EQ(data.dimension, 4);
    EXPECT_THAT(data.coordinates, ElementsAre(0, 1, 2, 3, 4, 5, 6, 255, 8, 9, 10, 11));
    EXPECT_TRUE(data.quantities.empty());
    EXPECT_EQ(load_text(pictures, "", "pictures").count(), 3);  // recognised by content
    EXPECT_THAT(load_text(pictures, "4", "a.idx").coordinates, ElementsAre(3, 255, 11));
}

TEST(Idx, EveryTypeIsBigEndian) {
    const auto one = [](char type, const std::string& bytes) {
        return load_text(idx(type, {1, 2}, bytes), "", "values.idx2-any").coordinates;
    };
    EXPECT_THAT(one(0x08, "\x80\x01"), ElementsAre(128, 1));
    EXPECT_THAT(one(0x09, "\x80\x01"), ElementsAre(-128, 1));
    EXPECT_THAT(one(0x0b, std::string("\xff\xfe\x01\x00", 4)), ElementsAre(-2, 256));
    EXPECT_THAT(one(0x0c, std::string("\x00\x00\x10\x00\xff\xff\xff\xff", 8)), ElementsAre(4096, -1));
    EXPECT_THAT(one(0x0d, std::string("\x3f\x80\x00\x00\xc0\x00\x00\x00", 8)), ElementsAre(1, -2));
    EXPECT_THAT(one(0x0e, std::string("\x3f\xf0\x00\x00\x00\x00\x00\x00\xc0\x00\x00\x00\x00\x00\x00\x00", 16)), ElementsAre(1, -2));
    EXPECT_EQ(load_text(idx(8, {3}, "abc"), "", "t-labels-idx1-ubyte").dimension, 1);
    EXPECT_EQ(load_text(idx(8, {2, 1, 2, 3}, "abcdefghijkl"), "", "t.idx4-ubyte").dimension, 6);
}

TEST(Idx, LabelsBesidePicturesComeAlong) {
    const File file("t-images-idx3-ubyte", pictures);
    const std::string labels = std::filesystem::path(file.path()).parent_path() / "t-labels-idx1-ubyte";
    std::ofstream(labels, std::ios::binary) << idx(8, {3}, std::string("\x07\x00\x07", 3));
    const DataSet data = load_data(file.path());
    ASSERT_EQ(data.label(), &data.quantities.at(0));
    EXPECT_EQ(data.quantities[0].name, "label");
    EXPECT_THAT(data.quantities[0].words()->different, ElementsAre("7", "0"));
    EXPECT_THAT(data.quantities[0].words()->of_point, ElementsAre(0, 1, 0));
    EXPECT_EQ(load_data(file.path(), {false, "", "label"}).dimension, 4);
    const DataSet by_pixel = load_data(file.path(), {false, "", "4"});
    EXPECT_EQ(by_pixel.dimension, 3);
    EXPECT_THAT(by_pixel.quantities.at(0).words()->different, ElementsAre("3", "255", "11"));
    expect_error(Failure::usage, {"no column 'nope'"}, [&] { load_data(file.path(), {false, "", "nope"}); });
    LoadOptions without;
    without.quantities = false;
    EXPECT_FALSE(load_data(file.path(), without).label());
    std::ofstream(labels, std::ios::binary) << idx(8, {2}, "ab");
    expect_error(Failure::input, {"t-labels-idx1-ubyte holds 2 labels for the 3 pictures"}, [&] { load_data(file.path()); });
    EXPECT_EQ(load_data(file.path(), without).count(), 3);
}

TEST(Idx, RefusesWhatTheHeaderCannotMean) {
    const std::string name = "t-images-idx3-ubyte";
    for (std::size_t length = 1; length < pictures.size(); ++length)
        expect_refused(pictures.substr(0, length), {name + ", byte "}, "", name);
    expect_refused(pictures + "x", {"byte 16: 3 x 2 x 2 values of 1 byte need 12 bytes, 13 are there"}, "", name);
    expect_refused(idx(8, {0xffffffff, 0xffffffff, 0xffffffff}, "abcd"), {"need more than 2^64 bytes"}, "", name);
    expect_refused(idx(8, {0xffffffff, 0x80000000, 2}, "abcd"), {"need", "4 are there"}, "", name);
    expect_refused(idx(8, {2, 0, 2}, "abcd"), {"byte 8: a size of 0"}, "", name);
    expect_refused(idx(7, {1, 2, 2}, "abcd"), {"byte 0", "no type 7"}, "", name);
    expect_refused(idx(8, {2, 2}, "abcd"), {"it says 2 dimensions, the name says 3"}, "", name);
    expect_refused("1,2\n3,4\n", {"byte 0: not the beginning of an IDX file"}, "", name);
    expect_refused(idx(8, {1, 4097}, std::string(4097, 'a')), {"4097 dimensions"}, "", "t.idx");
}

}  // namespace
}  // namespace neighborscope::test
