// Readers of picture headers, for picture.cpp.
#pragma once
#include "app/data/faces/picture.hpp"

#include <functional>
#include <string>

namespace neighborscope::faces {

/// Throws the input Error "FILE CAUSE".
[[noreturn]] void refuse_picture(const InputFile&, const std::string& cause, const std::string& remedy);
/// Throws the input Error for a damaged picture: "FILE is a broken KIND picture: WHY".
[[noreturn]] void refuse_broken(const InputFile&, const std::string& why);
/// Throws if the picture is larger than the limits.
void check_size(const InputFile&, double width, double height, const PictureLimits&);

/// The brightness of a pixel with `channels` channels, 0 to 255.
inline double luma(const unsigned char* pixel, int channels) {
    return channels < 3 ? pixel[0] : 0.299 * pixel[0] + 0.587 * pixel[1] + 0.114 * pixel[2];
}

bool is_pnm(std::string_view first_bytes);
PictureSize pnm_size(const InputFile&, const PictureLimits&);
/// Reads the first picture of a file in the formats P1 to P6.
GreyPicture read_pnm(const InputFile&, const PictureLimits&);

/// Returns the orientation, 1 to 8, in a block of EXIF with or without "Exif\0\0" before it; 1 if it is missing or invalid.
int exif_orientation(std::string_view exif);

/// What the markers of a JPEG file contain.
struct JpegFacts {
    int orientation = 1;  ///< from EXIF, 1 to 8
    std::size_t end = 0;  ///< byte after the end of the picture; 0 if it has no end
};
JpegFacts jpeg_facts(std::string_view bytes);
/// Returns the size of the stored picture, which ends before `bytes`. Reads only the header.
PictureSize jpeg_size(const InputFile&, std::size_t bytes);
/// A row of decoded pixels, of which each takes `channels` bytes: grey, or red, green and blue first.
using PixelRow = std::function<void(const unsigned char* pixels, std::size_t count, int channels)>;
/// Reads the same picture row by row, not rotated. Its coefficients may take `memory` bytes. Supports grey, YCbCr, RGB, CMYK and YCCK,
/// also progressive.
PictureSize read_jpeg(const InputFile&, std::size_t bytes, double memory, const PixelRow&);

/// Rotates a picture by EXIF orientation (1 to 8).
GreyPicture upright(GreyPicture, int orientation);
ColourPicture upright(ColourPicture, int orientation);

}  // namespace neighborscope::faces
