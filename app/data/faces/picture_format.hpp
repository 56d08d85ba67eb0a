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

/// What a JPEG's markers say.
struct JpegFacts {
    int channels = 0;     ///< 4 of CMYK
    int orientation = 1;  ///< of EXIF, 1 to 8
    std::size_t end = 0;  ///< behind the end of the picture; 0 when that is not there
    /// Whether all Huffman tables have 256 codes at most: the stb_image of Debian 12 writes more beyond their end.
    bool tables_fit = true;
};
JpegFacts jpeg_facts(std::string_view bytes);

/// Turned as EXIF's orientation (1 to 8) says.
GreyPicture upright(GreyPicture, int orientation);

}  // namespace neighborscope::faces
