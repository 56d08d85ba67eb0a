#include "tests/app/data/faces/pictures.hpp"

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#include <stb/stb_image_write.h>
#pragma GCC diagnostic pop

namespace neighborscope::faces {
namespace {

void append(void* text, void* bytes, int count) {
    static_cast<std::string*>(text)->append(static_cast<const char*>(bytes), std::size_t(count));
}

}  // namespace

std::string png_of(int width, int height, int channels, const std::vector<unsigned char>& pixels) {
    std::string file;
    stbi_write_png_to_func(append, &file, width, height, channels, pixels.data(), width * channels);
    return file;
}

std::string jpeg_of(int width, int height, int channels, const std::vector<unsigned char>& pixels, int orientation) {
    std::string file;
    stbi_write_jpg_to_func(append, &file, width, height, channels, pixels.data(), 100);
    if (orientation == 0) return file;
    using namespace std::string_literals;
    // APP1: Exif, big endian, one entry: orientation, a short.
    std::string exif = "Exif\0\0MM\0*\0\0\0\10\0\1\1\22\0\3\0\0\0\1\0"s + char(orientation) + "\0\0\0\0\0\0"s;
    return file.substr(0, 2) + "\xff\xe1\0"s + char(exif.size() + 2) + exif + file.substr(2);
}

std::string bmp_of(int width, int height, int channels, const std::vector<unsigned char>& pixels) {
    std::string file;
    stbi_write_bmp_to_func(append, &file, width, height, channels, pixels.data());
    return file;
}

}  // namespace neighborscope::faces
