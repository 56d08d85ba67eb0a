// Pictures made by tests.
#pragma once
#include "app/data/faces/picture.hpp"
#include "tests/app/data/test_file.hpp"

namespace neighborscope::faces {

/// Returns the bytes of a file; `pixels` [height][width][channels].
std::string png_of(int width, int height, int channels, const std::vector<unsigned char>& pixels);
/// Adds a chunk to a PNG: before its pixels, or after them.
std::string with_chunk(const std::string& png, const std::string& type, const std::string& content, bool behind_pixels = false);
/// Returns a block of EXIF, little-endian ("II") or big-endian ("MM"), with the orientation second: type 3, a short, or 4, a long.
std::string exif_of(int orientation, bool little, int type = 3);
std::string jpeg_of(int width, int height, int channels, const std::vector<unsigned char>& pixels, int orientation = 0);
/// Settings for libjpeg.
struct JpegKind {
    int space = 0;  ///< J_COLOR_SPACE in the file; 0: the one for the number of channels
    bool progressive = false, adobe = true;
    int sampling = 1;  ///< of the first channel, in both directions
    int restart = 0;   ///< blocks between restart markers; 0: none
    bool arithmetic = false;
};
std::string jpeg_of(int width, int height, int channels, const std::vector<unsigned char>& pixels, const JpegKind&);
std::string bmp_of(int width, int height, int channels, const std::vector<unsigned char>& pixels);
inline std::string pgm_of(int width, int height, const std::vector<unsigned char>& pixels, int greatest = 255) {
    return "P5\n" + std::to_string(width) + " " + std::to_string(height) + "\n" + std::to_string(greatest) + "\n" +
           std::string(pixels.begin(), pixels.end());
}

inline GreyPicture picture_of(const std::string& bytes, const PictureLimits& limits = {}) {
    return read_picture(InputFile("face.png", bytes), limits);
}

inline void expect_refused_picture(const std::string& bytes, const std::string& cause, const PictureLimits& limits = {}) {
    SCOPED_TRACE(cause);
    test::expect_error(Failure::input, {"face.png", cause}, [&] { picture_of(bytes, limits); });
}

}  // namespace neighborscope::faces
