#include "tests/app/data/faces/pictures.hpp"
#include <zlib.h>

namespace neighborscope::faces {
namespace {

using testing::ElementsAre;
using testing::FloatNear;
using testing::Pointwise;

constexpr PictureSize two_by_three{2, 3};

/// Corrects the header's checksum.
std::string with_header_sum(std::string png) {
    const auto sum = crc32(0, reinterpret_cast<const Bytef*>(png.data()) + 12, 17);
    for (std::size_t i = 0; i < 4; ++i) png[29 + i] = char(sum >> (24 - 8 * i));
    return png;
}

TEST(Picture, PngAndBmpAreReadExactly) {
    const std::vector<unsigned char> grey{0, 51, 102, 153, 204, 255};
    const GreyPicture png = picture_of(png_of(2, 3, 1, grey));
    EXPECT_EQ(png.size, two_by_three);
    for (std::size_t i = 0; i < grey.size(); ++i) EXPECT_FLOAT_EQ(png.grey[i], float(grey[i]) / 255);
    const GreyPicture bmp = picture_of(bmp_of(2, 3, 1, grey));
    EXPECT_EQ(bmp.size, two_by_three);
    EXPECT_THAT(bmp.grey, Pointwise(FloatNear(1e-6f), png.grey));
}

TEST(Picture, ColoursBecomeGreyByTheirLumaAndTransparencyBecomesWhite) {
    EXPECT_THAT(picture_of(png_of(3, 1, 3, {255, 0, 0, 0, 255, 0, 0, 0, 255})).grey,
        ElementsAre(FloatNear(0.299f, 1e-6f), FloatNear(0.587f, 1e-6f), FloatNear(0.114f, 1e-6f)));
    EXPECT_THAT(picture_of(png_of(2, 1, 4, {0, 0, 0, 0, 0, 0, 0, 255})).grey, ElementsAre(1.0f, 0.0f));
}

TEST(Picture, ColoursAreKeptWhereTheyAreAskedFor) {
    const auto colours_of = [](const std::string& bytes) { return read_colour_picture(InputFile("a.png", bytes)); };
    const ColourPicture png = colours_of(png_of(2, 1, 3, {255, 0, 10, 0, 20, 255}));
    EXPECT_EQ(png.size, (PictureSize{2, 1}));
    EXPECT_THAT(png.rgb, ElementsAre(255, 0, 10, 0, 20, 255));
    EXPECT_THAT(colours_of(png_of(2, 1, 1, {7, 200})).rgb, ElementsAre(7, 7, 7, 200, 200, 200));
    EXPECT_THAT(colours_of(png_of(2, 1, 4, {9, 9, 9, 0, 1, 2, 3, 255})).rgb, ElementsAre(255, 255, 255, 1, 2, 3)) << "over white";
    EXPECT_THAT(colours_of(pgm_of(2, 1, {5, 6})).rgb, ElementsAre(5, 5, 5, 6, 6, 6));
    const ColourPicture jpeg = colours_of(jpeg_of(8, 16, 3, std::vector<unsigned char>(3 * 8 * 16, 90), 6));
    EXPECT_EQ(jpeg.size, (PictureSize{16, 8})) << "turned";
    EXPECT_THAT(jpeg.rgb, testing::Each(testing::AllOf(testing::Ge(88), testing::Le(92))));
    EXPECT_EQ(jpeg.rgb.size(), 3u * 8 * 16);
}

TEST(Picture, WhatIsTransparentIsWhiteWhateverLiesBeneath) {
    EXPECT_THAT(picture_of(png_of(3, 1, 2, {102, 0, 102, 255, 51, 127})).grey,
        ElementsAre(1.0f, FloatNear(0.4f, 1e-6f), FloatNear(float(0.2 * 127 / 255 + 128.0 / 255), 1e-6f)));
    EXPECT_THAT(picture_of(png_of(2, 2, 2, {102, 0, 9, 0, 200, 0, 102, 0})).grey, testing::Each(1.0f)) << "all of it";
    EXPECT_THAT(picture_of(bmp_of(2, 1, 4, {51, 51, 51, 0, 51, 51, 51, 255})).grey, ElementsAre(1.0f, FloatNear(0.2f, 1e-6f)));
    EXPECT_THAT(picture_of(with_chunk(png_of(2, 1, 1, {51, 102}), "tRNS", std::string("\0\x66", 2))).grey,
        ElementsAre(FloatNear(0.2f, 1e-6f), 1.0f))
        << "a grey value that stands for transparent";
}

/// 3 x 2: from the top left, row by row.
constexpr unsigned char six_greys[] = {0, 51, 102, 153, 204, 255};

TEST(Picture, APngIsTurnedAsItsExifSays) {
    const std::string png = png_of(3, 2, 1, {std::begin(six_greys), std::end(six_greys)});
    // The stored pixel at each place, row by row. EXIF 2.32: 6 is rotated clockwise by a quarter, 8 counterclockwise.
    const std::vector<std::vector<int>> turned{{0, 1, 2, 3, 4, 5}, {2, 1, 0, 5, 4, 3}, {5, 4, 3, 2, 1, 0}, {3, 4, 5, 0, 1, 2},
        {0, 3, 1, 4, 2, 5}, {3, 0, 4, 1, 5, 2}, {5, 2, 4, 1, 3, 0}, {2, 5, 1, 4, 0, 3}};
    for (int orientation = 1; orientation <= 8; ++orientation)
        for (const bool little : {false, true})
            for (const int type : {3, 4})
                for (const bool behind : {false, true}) {
                    const std::string file = with_chunk(png, "eXIf", exif_of(orientation, little, type), behind);
                    const GreyPicture picture = picture_of(file);
                    EXPECT_EQ(picture.size, (orientation >= 5 ? PictureSize{2, 3} : PictureSize{3, 2}));
                    EXPECT_EQ(picture_size(InputFile("face.png", file)), picture.size);
                    for (std::size_t i = 0; i < 6; ++i)
                        EXPECT_FLOAT_EQ(picture.grey[i], float(six_greys[turned[std::size_t(orientation - 1)][i]]) / 255)
                            << orientation << (little ? " II " : " MM ") << type << " pixel " << i;
                }
    EXPECT_EQ(picture_of(with_chunk(png, "eXIf", std::string("Exif\0\0", 6) + exif_of(6, true))).size, (PictureSize{2, 3}))
        << "with a JPEG's name before it, as some programs write";
}

TEST(Picture, ExifOfNoSenseTurnsNothing) {
    const std::string png = png_of(3, 2, 1, {std::begin(six_greys), std::end(six_greys)}), exif = exif_of(6, false);
    const GreyPicture stored = picture_of(png);
    for (std::size_t length = 0; length < 32; ++length)
        EXPECT_EQ(picture_of(with_chunk(png, "eXIf", exif.substr(0, length))).grey, stored.grey) << length;
    EXPECT_EQ(picture_of(with_chunk(png, "eXIf", exif_of(0, true))).grey, stored.grey);
    EXPECT_EQ(picture_of(with_chunk(png, "eXIf", exif_of(9, true))).grey, stored.grey);
    EXPECT_EQ(picture_of(with_chunk(png, "eXIf", exif_of(0x10006, true, 4))).grey, stored.grey);
    std::string far = exif;
    far.replace(4, 4, "\xff\xff\xff\xff");  // its directory would be at byte 4294967295
    EXPECT_EQ(picture_of(with_chunk(png, "eXIf", far)).grey, stored.grey);
    std::string long_chunk = with_chunk(png, "eXIf", exif, true);
    long_chunk.replace(png.size() - 12, 4, "\x7f\xff\xff\xff");  // it would end far beyond the file
    EXPECT_EQ(picture_size(InputFile("face.png", long_chunk)), stored.size);
}

TEST(Picture, PnmIsRescaledFromItsGreatestValue) {
    EXPECT_THAT(picture_of(pgm_of(3, 1, {0, 78, 156}, 156)).grey, ElementsAre(0.0f, 0.5f, 1.0f));
    EXPECT_THAT(picture_of("P2 # made by hand\n3 1\n# greatest\n10\n0 5\n10\n").grey, ElementsAre(0.0f, 0.5f, 1.0f));
    EXPECT_THAT(picture_of("P1\n4 1\n0110").grey, ElementsAre(1.0f, 0.0f, 0.0f, 1.0f));
    EXPECT_THAT(picture_of(std::string("P4\n4 1\n") + "\x60").grey, ElementsAre(1.0f, 0.0f, 0.0f, 1.0f));
    EXPECT_THAT(picture_of("P3 1 1 4 4 4 4").grey, ElementsAre(FloatNear(1, 1e-6f)));
    EXPECT_THAT(picture_of(std::string("P5 2 1 65535\n\x80\0\xff\xff", 17)).grey, ElementsAre(FloatNear(0.5f, 1e-4f), 1.0f));
    EXPECT_THAT(picture_of("P6 1 1 255\nzzz").grey, ElementsAre(FloatNear(122.0f / 255, 1e-6f)));
}

TEST(Picture, WhatCannotBeReadIsSaidOnce) {
    using namespace std::string_literals;
    const std::string png = png_of(8, 8, 1, std::vector<unsigned char>(64, 7));
    expect_refused_picture("just words\n", "is text, not a picture");
    expect_refused_picture("GIF89a\1\0\1\0"s, "GIF");
    expect_refused_picture("RIFF\1\0\0\0WEBPVP8 "s, "WebP");
    expect_refused_picture(png.substr(0, png.size() / 2), "broken PNG");
    expect_refused_picture(png.substr(0, 8), "broken PNG");
    expect_refused_picture(png.substr(0, 8) + std::string(100, '\xe7'), "is a broken PNG picture: its header is damaged");
    const std::string bmp = bmp_of(8, 8, 1, std::vector<unsigned char>(64, 7));
    expect_refused_picture(bmp.substr(0, bmp.size() - 20), "broken BMP");
    expect_refused_picture("P2 2 2 255 1 2 3", "ends before its last pixel");
    expect_refused_picture("P5 2 2 255\nabc", "ends before its last pixel");
    expect_refused_picture("P2 0 2 255\n", "has no pixels: 0 x 2");
    expect_refused_picture("P2 2 1 255 1 x", "among its pixels is not a number");
    expect_refused_picture("P2 2 1 70000 1 1", "greatest value");
    expect_refused_picture(png.substr(0, 33) + "\0\0\0\0IDATcrc!"s + png.substr(33), "its first block of pixels is empty");
    std::string empty = png;
    empty.replace(16, 4, "\0\0\0\0"s);
    expect_refused_picture(empty, "its header is damaged");
    expect_refused_picture(with_header_sum(empty), "has no pixels: 0 x 8");
    std::string animated = png.substr(0, 33) + "\0\0\0\10acTL\0\0\0\1\0\0\0\0abcd"s + png.substr(33);
    expect_refused_picture(animated, "is animated");
}

TEST(Picture, SizesAreCheckedBeforeAnythingIsAllocated) {
    std::string huge = png_of(8, 8, 1, std::vector<unsigned char>(64, 7));
    huge[17] = 1, huge[21] = 1;  // 65544 x 65544
    expect_refused_picture(huge, "its header is damaged");
    expect_refused_picture(with_header_sum(huge), "is too large: 65544 x 65544 pixels, 128 million are the most");
    expect_refused_picture("P5 60000 60000 255\n", "is too large: 60000 x 60000");
    expect_refused_picture("P5 10000 10000 255\n", "ends before its last pixel");
    expect_refused_picture(pgm_of(4, 4, std::vector<unsigned char>(16)), "is too large: 4 x 4", {15});
}

TEST(Picture, AnyBeginningAndAnyByteChangedIsReadOrRefused) {
    std::vector<unsigned char> pixels(16 * 8 * 3);
    for (std::size_t i = 0; i < pixels.size(); ++i) pixels[i] = static_cast<unsigned char>(i * 7);
    const auto read = [](const std::string& bytes) {
        constexpr PictureLimits limits{1e5};
        try {
            const GreyPicture picture = picture_of(bytes, limits);
            EXPECT_EQ(double(picture.grey.size()), picture.size.pixels());
            EXPECT_EQ(picture.size, picture_size(InputFile("face.png", bytes), limits));
            return true;
        } catch (const Error& error) {
            EXPECT_EQ(error.kind, Failure::input) << error.one_line();
            return false;
        }
    };
    int read_changed = 0;
    for (const std::string& whole : {png_of(16, 8, 3, pixels), with_chunk(png_of(16, 8, 3, pixels), "eXIf", exif_of(6, true)),
             jpeg_of(16, 8, 3, pixels, 6), bmp_of(16, 8, 3, pixels), pgm_of(16, 8, pixels), std::string("P3 2 1 9 1 2 3 4 5 6 ")}) {
        EXPECT_TRUE(read(whole));
        for (std::size_t length = 1; length + 1 < whole.size(); ++length) read(whole.substr(0, length));
        for (std::size_t at = 0; at < whole.size(); ++at)
            for (const int bits : {1, 0x80, 0xff}) {
                std::string changed = whole;
                changed[at] = char(changed[at] ^ bits);
                read_changed += read(changed);
            }
    }
    EXPECT_GT(read_changed, 100);
}

TEST(Picture, ScalingDownIsTheMeanOfTheArea) {
    const GreyPicture four{{4, 2}, {0, 1, 0, 0, 1, 0, 0, 1}};
    EXPECT_THAT(scaled(four, {2, 1}).grey, ElementsAre(FloatNear(0.5f, 1e-6f), FloatNear(0.25f, 1e-6f)));
    const GreyPicture three{{3, 1}, {0, 0.3f, 0.9f}};
    // Each new pixel covers one and a half old ones.
    EXPECT_THAT(scaled(three, {2, 1}).grey, ElementsAre(FloatNear(0.1f, 1e-6f), FloatNear(0.7f, 1e-6f)));
}

TEST(Picture, ScalingUpIsBilinear) {
    const GreyPicture two{{2, 1}, {0, 1}};
    EXPECT_THAT(
        scaled(two, {4, 1}).grey, ElementsAre(FloatNear(0, 1e-6f), FloatNear(0.25f, 1e-6f), FloatNear(0.75f, 1e-6f), FloatNear(1, 1e-6f)));
    EXPECT_THAT(scaled({{1, 1}, {0.5f}}, {3, 2}).grey, testing::Each(0.5f));
}

TEST(Picture, EqualisingMakesLevelsAboutAsFrequent) {
    GreyPicture dark{{4, 1}, {0.1f, 0.12f, 0.14f, 0.16f}};
    equalise(dark);
    EXPECT_THAT(dark.grey, ElementsAre(FloatNear(0, 1e-6f), FloatNear(1.0f / 3, 1e-6f), FloatNear(2.0f / 3, 1e-6f), FloatNear(1, 1e-6f)));
    GreyPicture even{{2, 1}, {0.4f, 0.4f}};
    equalise(even);
    EXPECT_THAT(even.grey, ElementsAre(0.4f, 0.4f));
}

}  // namespace
}  // namespace neighborscope::faces
