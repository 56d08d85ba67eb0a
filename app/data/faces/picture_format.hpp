// What the formats' own headers say, for picture.cpp.
#pragma once
#include "app/data/faces/picture.hpp"

#include <string>

namespace neighborscope::faces {

/// The usual input Error: "FILE CAUSE".
[[noreturn]] void refuse_picture(const InputFile&, const std::string& cause, const std::string& remedy);
/// Throws when a picture of this size may not be read.
void check_size(const InputFile&, double width, double height, const PictureLimits&);

bool is_pnm(std::string_view first_bytes);
PictureSize pnm_size(const InputFile&, const PictureLimits&);
/// P1 to P6, the first picture of the file.
GreyPicture read_pnm(const InputFile&, const PictureLimits&);

/// What a JPEG's markers say. Input Error for what ends before its picture begins.
struct JpegFacts {
    int channels = 0;     ///< 4 of CMYK
    int orientation = 1;  ///< of EXIF, 1 to 8
    bool ends = false;    ///< whether the end of the picture is there
};
JpegFacts jpeg_facts(std::string_view bytes);

/// Turned as EXIF's orientation (1 to 8) says.
GreyPicture upright(GreyPicture, int orientation);

}  // namespace neighborscope::faces
