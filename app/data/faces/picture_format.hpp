// What the formats' own headers say, for picture.cpp.
#pragma once
#include "app/data/faces/picture.hpp"

#include <string>

namespace neighborscope::faces {

/// The usual input Error: "FILE CAUSE".
[[noreturn]] void refuse_picture(const InputFile&, const std::string& cause, const std::string& remedy);
/// The same of a picture that is damaged: "FILE is a broken KIND picture: WHY".
[[noreturn]] void refuse_broken(const InputFile&, const std::string& why);
/// Throws when a picture of this size may not be read.
void check_size(const InputFile&, double width, double height, const PictureLimits&);

/// 0 to 255, of a pixel with so many channels.
inline double luma(const unsigned char* pixel, int channels) {
    return channels < 3 ? pixel[0] : 0.299 * pixel[0] + 0.587 * pixel[1] + 0.114 * pixel[2];
}

bool is_pnm(std::string_view first_bytes);
PictureSize pnm_size(const InputFile&, const PictureLimits&);
/// P1 to P6, the first picture of the file.
GreyPicture read_pnm(const InputFile&, const PictureLimits&);

/// 1 to 8, of a block of EXIF with or without "Exif\0\0" before it; 1 where it says nothing or nonsense.
int exif_orientation(std::string_view exif);

/// What a JPEG's markers say.
struct JpegFacts {
    int orientation = 1;  ///< of EXIF, 1 to 8
    std::size_t end = 0;  ///< behind the end of the picture; 0 when that is not there
};
JpegFacts jpeg_facts(std::string_view bytes);
/// Of the picture as it is stored, which ends before `bytes`. Only the header is read.
PictureSize jpeg_size(const InputFile&, std::size_t bytes);
/// The same picture, not turned. Its coefficients may take `memory` bytes. Grey, YCbCr, RGB, CMYK and YCCK, progressive or not.
GreyPicture read_jpeg(const InputFile&, std::size_t bytes, double memory);

/// Turned as EXIF's orientation (1 to 8) says.
GreyPicture upright(GreyPicture, int orientation);

}  // namespace neighborscope::faces
