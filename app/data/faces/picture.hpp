// Pictures as grey values: JPEG through libjpeg, PNG and BMP through stb_image, PBM, PGM and PPM (ASCII and binary) by a reader of ours,
// since stb_image reads binary ones only and leaves their greatest value unscaled.
#pragma once
#include "app/data/faces/face.hpp"
#include "app/data/load/input_file.hpp"

#include <string_view>

namespace neighborscope::faces {

/// Looked at before anything is allocated.
struct PictureLimits {
    double pixels = 128e6;
};

/// Whether a file that begins so is a picture of a kind that is read here.
bool is_picture(std::string_view first_bytes);
/// Whether a file of that name ought to be one: .png .jpg .jpeg .bmp .pgm .ppm .pbm .pnm.
bool is_picture_name(std::string_view file_name);

/// How large the picture is as it is looked at: turned as its EXIF orientation says. Only the header is read. Errors as read_picture.
PictureSize picture_size(const InputFile&, const PictureLimits& = {});

/// The picture, turned as its EXIF orientation says; grey is 0.299 red + 0.587 green + 0.114 blue over white where it is transparent (a BMP
/// whose header names no transparency is opaque where all its fourth bytes are 0).
/// Input Errors: no picture, of a kind that is not read, animated, without pixels, beyond the limits, broken. A memory Error with the
/// numbers when it does not fit.
GreyPicture read_picture(const InputFile&, const PictureLimits& = {});

/// The picture in another size: reduced by area averages, enlarged by bilinear interpolation.
GreyPicture scaled(const GreyPicture&, PictureSize);

/// Histogram equalisation: grey values become their rank among the picture's 256 levels.
void equalise(GreyPicture&);

}  // namespace neighborscope::faces
