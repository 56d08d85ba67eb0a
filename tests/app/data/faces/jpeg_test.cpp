#include "tests/app/data/faces/pictures.hpp"

#include <cmath>
#include <cstdio>

#include <jpeglib.h>

namespace neighborscope::faces {
namespace {

using namespace std::string_literals;
using testing::Each;
using testing::FloatNear;

/// A picture of one colour.
std::string flat(std::vector<unsigned char> colour, const JpegKind& kind) {
    std::vector<unsigned char> pixels;
    for (int i = 0; i < 24 * 20; ++i) pixels.insert(pixels.end(), colour.begin(), colour.end());
    return jpeg_of(24, 20, int(colour.size()), pixels, kind);
}

/// A picture of 48 x 40 with variation in every block.
std::string busy(const JpegKind& kind, int channels = 3) {
    std::vector<unsigned char> pixels(std::size_t(48 * 40 * channels));
    for (std::size_t i = 0; i < pixels.size(); ++i) pixels[i] = static_cast<unsigned char>(i * i / 7 + i);
    return jpeg_of(48, 40, channels, pixels, kind);
}

TEST(Jpeg, IsTurnedAsItsExifSays) {
    // The left half is black; JPEG preserves that almost exactly at this size.
    std::vector<unsigned char> pixels(16 * 8, 255);
    for (std::size_t i = 0; i < pixels.size(); ++i)
        if (i % 16 < 8) pixels[i] = 0;
    const auto corner = [&](int orientation, int x, int y) {
        const GreyPicture picture = picture_of(jpeg_of(16, 8, 1, pixels, orientation));
        EXPECT_EQ(picture.size, (orientation >= 5 ? PictureSize{8, 16} : PictureSize{16, 8}));
        EXPECT_EQ(picture_size(InputFile("face.jpg", jpeg_of(16, 8, 1, pixels, orientation))), picture.size);
        return std::lround(picture.grey[std::size_t(y) * std::size_t(picture.size.width) + std::size_t(x)]);
    };
    EXPECT_EQ(corner(0, 0, 0), 0);
    EXPECT_EQ(corner(1, 15, 0), 1);
    EXPECT_EQ(corner(2, 0, 0), 1);
    EXPECT_EQ(corner(3, 0, 0), 1);
    EXPECT_EQ(corner(4, 0, 0), 0);
    EXPECT_EQ(corner(6, 0, 0), 0);
    EXPECT_EQ(corner(6, 0, 15), 1);
    EXPECT_EQ(corner(8, 0, 0), 1);
    EXPECT_EQ(corner(8, 7, 15), 0);
}

TEST(Jpeg, EachOrientationTurnsAsTheStandardSays) {
    // A picture 2 wide and 1 high, and one whose first pixel moves to the place of each orientation.
    std::vector<unsigned char> pixels(16 * 16, 255);
    for (std::size_t y = 0; y < 8; ++y)
        for (std::size_t x = 0; x < 8; ++x) pixels[y * 16 + x] = 0;  // the stored picture's upper left quarter
    const std::size_t where[] = {0, 0, 15, 16 * 15 + 15, 16 * 15, 0, 15, 16 * 15 + 15, 16 * 15};
    for (int orientation = 1; orientation <= 8; ++orientation) {
        const GreyPicture picture = picture_of(jpeg_of(16, 16, 1, pixels, orientation));
        for (const std::size_t corner : {0, 15, 16 * 15, 16 * 15 + 15})
            EXPECT_EQ(picture.grey[corner] < 0.5f, corner == where[orientation]) << orientation << " " << corner;
    }
}

TEST(Jpeg, EveryColourSpaceBecomesGreyByItsLuma) {
    const auto grey_is = [](const std::string& jpeg, double grey) {
        EXPECT_THAT(picture_of(jpeg).grey, Each(FloatNear(float(grey / 255), 0.012f)));
    };
    constexpr double of_orange = 0.299 * 250 + 0.587 * 140 + 0.114 * 20;
    grey_is(flat({200}, {}), 200);
    for (const int sampling : {1, 2})
        for (const bool progressive : {false, true}) {
            grey_is(flat({250, 140, 20}, {.space = JCS_YCbCr, .progressive = progressive, .sampling = sampling}), of_orange);
            grey_is(flat({250, 140, 20}, {.space = JCS_RGB, .progressive = progressive, .sampling = sampling}), of_orange);
            // Inverted inks, as Adobe's programs write them; half of the light of each colour is left.
            grey_is(
                flat({250, 140, 20, 128}, {.space = JCS_CMYK, .progressive = progressive, .sampling = sampling}), of_orange * 128 / 255);
            grey_is(
                flat({250, 140, 20, 128}, {.space = JCS_YCCK, .progressive = progressive, .sampling = sampling}), of_orange * 128 / 255);
        }
    grey_is(flat({5, 115, 235, 0}, {.space = JCS_CMYK, .adobe = false}), of_orange);
}

TEST(Jpeg, ProgressiveIsTheSamePicture) {
    EXPECT_EQ(picture_of(busy({.progressive = true})).grey, picture_of(busy({})).grey);
    EXPECT_EQ(picture_of(busy({.progressive = true, .sampling = 2})).grey, picture_of(busy({.sampling = 2})).grey);
    EXPECT_EQ(picture_of(busy({.restart = 2})).grey, picture_of(busy({})).grey);
}

TEST(Jpeg, WhatCamerasPutBehindAScanOrThePictureIsNoDamage) {
    const std::string jpeg = busy({});
    const std::string padded = jpeg.substr(0, jpeg.size() - 2) + "\0\0\0\0"s + jpeg.substr(jpeg.size() - 2);
    EXPECT_EQ(picture_of(padded).grey, picture_of(jpeg).grey);
    EXPECT_EQ(picture_of(jpeg + "a film \xff\xc4 \xff\xff\xff\xff of the moments before").grey, picture_of(jpeg).grey);
}

TEST(Jpeg, DamageIsRefusedAndNothingElseIsPrinted) {
    testing::internal::CaptureStderr();
    for (const JpegKind& kind : {JpegKind{}, JpegKind{.progressive = true}, JpegKind{.restart = 2}}) {
        const std::string jpeg = busy(kind);
        expect_refused_picture(jpeg.substr(0, jpeg.size() - 20), "is a broken JPEG picture: it ends before its last pixel");
        expect_refused_picture(
            jpeg.substr(0, jpeg.size() - 100) + "\xff\xd9", "is a broken JPEG picture: corrupt JPEG data: premature end");
    }
    std::string restarted = busy({.restart = 2});
    restarted.erase(restarted.find("\xff\xd3"), 2);
    expect_refused_picture(restarted, "is a broken JPEG picture: corrupt JPEG data");
    std::string coded = busy({});
    coded.replace(coded.find("\xff\xc4") + 5, 2, "\xff\xff");
    expect_refused_picture(coded, "is a broken JPEG picture: bogus Huffman table");
    expect_refused_picture(busy({.arithmetic = true}), "arithmetic coding, which is not read");
    std::string channels = busy({.space = JCS_RGB});
    channels.replace(channels.find("\xff\xc0"), 19, "\xff\xc0\0\16\10\0\50\0\60\2\1\21\0\2\21\0"s);
    channels.replace(channels.find("\xff\xda"), 14, "\xff\xda\0\12\2\1\0\2\0\0\77\0"s);
    expect_refused_picture(channels, "is a broken JPEG picture: it has 2 channels");
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST(Jpeg, ScansWithoutEndAreRefused) {
    // Repeats its first scan as often as necessary, which is valid.
    const std::string jpeg = busy({.space = JCS_GRAYSCALE, .progressive = true}, 1);
    const std::size_t first = jpeg.find("\xff\xda"), second = jpeg.find("\xff\xc4", first);
    std::string repeated = jpeg;
    for (int i = 0; i < 400; ++i) repeated.insert(second, jpeg, first, second - first);
    EXPECT_EQ(picture_of(repeated).grey, picture_of(jpeg).grey);
    for (int i = 0; i < 100; ++i) repeated.insert(second, jpeg, first, second - first);
    expect_refused_picture(repeated, "is a broken JPEG picture: it has more than 500 scans");
}

TEST(Jpeg, MemoryIsBoundedByThePixels) {
    // One column wide: 31 more are added for its blocks.
    const std::vector<unsigned char> pixels(60000 * 3, 9);
    EXPECT_EQ(picture_of(jpeg_of(1, 60000, 3, pixels, {.progressive = true, .sampling = 2})).size, (PictureSize{1, 60000}));
    expect_refused_picture(jpeg_of(1, 60000, 3, pixels, {.progressive = true, .sampling = 4}), "its coefficients need more memory than");
}

}  // namespace
}  // namespace neighborscope::faces
