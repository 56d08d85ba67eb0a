// Pictures made by tests.
#pragma once
#include "app/data/faces/picture.hpp"
#include "tests/app/data/test_file.hpp"

namespace neighborscope::faces {

/// The bytes of a file; `pixels` [height][width][channels].
std::string png_of(int width, int height, int channels, const std::vector<unsigned char>& pixels);
std::string jpeg_of(int width, int height, int channels, const std::vector<unsigned char>& pixels, int orientation = 0);
std::string bmp_of(int width, int height, int channels, const std::vector<unsigned char>& pixels);
inline std::string pgm_of(int width, int height, const std::vector<unsigned char>& pixels, int greatest = 255) {
    return "P5\n" + std::to_string(width) + " " + std::to_string(height) + "\n" + std::to_string(greatest) + "\n" +
           std::string(pixels.begin(), pixels.end());
}

inline GreyPicture picture_of(const std::string& bytes, const PictureLimits& limits = {}) {
    return read_picture(InputFile("face.png", bytes), limits);
}

}  // namespace neighborscope::faces
