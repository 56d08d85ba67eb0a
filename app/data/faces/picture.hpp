// Reads pictures as grey values or in colours: JPEG with libjpeg, PNG and BMP with stb_image, PBM, PGM and PPM (ASCII and binary) with own code, since
// stb_image reads only binary files and does not scale by their maximum value.
#pragma once
#include "app/data/faces/face.hpp"
#include "app/data/load/input_file.hpp"

#include <string_view>

namespace neighborscope::faces {

/// Limits that are checked before anything is allocated.
struct PictureLimits {
    double pixels = 128e6;
};

/// Whether these first bytes are of a supported picture format.
bool is_picture(std::string_view first_bytes);
/// Whether the file name has a picture's extension: .png .jpg .jpeg .bmp .pgm .ppm .pbm .pnm.
bool is_picture_name(std::string_view file_name);

/// Returns the size as displayed, after EXIF rotation. Reads only the header. Errors as read_picture.
PictureSize picture_size(const InputFile&, const PictureLimits& = {});

/// Reads the picture, rotated as its EXIF orientation says. Grey is 0.299 red + 0.587 green + 0.114 blue, over white where the picture is
/// transparent (a BMP without declared transparency is opaque if all its fourth bytes are 0). Input Errors: no picture, an unsupported
/// format, animated, without pixels, beyond the limits, damaged. A memory Error with the numbers if it does not fit.
GreyPicture read_picture(const InputFile&, const PictureLimits& = {});

/// Reads the picture in its colours, else as read_picture.
ColourPicture read_colour_picture(const InputFile&, const PictureLimits& = {});

/// Resizes the picture: reduces by area averages, enlarges by bilinear interpolation.
GreyPicture scaled(const GreyPicture&, PictureSize);

/// Histogram equalisation: replaces grey values by their rank among the picture's 256 levels.
void equalise(GreyPicture&);

}  // namespace neighborscope::faces
