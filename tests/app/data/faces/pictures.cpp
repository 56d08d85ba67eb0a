#include "tests/app/data/faces/pictures.hpp"

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#include <stb/stb_image_write.h>
#pragma GCC diagnostic pop

#include <cstdio>
#include <cstdlib>
#include <jpeglib.h>

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

std::string with_chunk(const std::string& png, const std::string& type, const std::string& content, bool behind_pixels) {
    std::string chunk;
    for (const int shift : {24, 16, 8, 0}) chunk += char(content.size() >> shift);
    chunk += type + content + "crc!";
    const std::size_t at = behind_pixels ? png.size() - 12 : 33;  // before IEND, or behind IHDR
    return png.substr(0, at) + chunk + png.substr(at);
}

std::string exif_of(int orientation, bool little, int type) {
    std::string exif = little ? "II" : "MM";
    const auto number = [&](int value, int bytes) {
        for (int i = 0; i < bytes; ++i) exif += char(value >> 8 * (little ? i : bytes - 1 - i));
    };
    number(42, 2), number(8, 4), number(2, 2);                                  // the directory at byte 8 has two entries
    number(0x0100, 2), number(3, 2), number(1, 4), number(7, 2), number(0, 2);  // the width
    number(0x0112, 2), number(type, 2), number(1, 4), number(orientation, type == 4 ? 4 : 2);
    if (type != 4) number(0, 2);
    number(0, 4);
    return exif;
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

std::string jpeg_of(int width, int height, int channels, const std::vector<unsigned char>& pixels, const JpegKind& kind) {
    jpeg_compress_struct info{};
    jpeg_error_mgr errors{};  // an error ends the test's program
    info.err = jpeg_std_error(&errors);
    jpeg_create_compress(&info);
    unsigned char* bytes = nullptr;
    unsigned long size = 0;
    jpeg_mem_dest(&info, &bytes, &size);
    info.image_width = JDIMENSION(width);
    info.image_height = JDIMENSION(height);
    info.input_components = channels;
    info.in_color_space = channels == 1 ? JCS_GRAYSCALE : channels == 3 ? JCS_RGB : JCS_CMYK;
    jpeg_set_defaults(&info);
    if (kind.space != 0) jpeg_set_colorspace(&info, J_COLOR_SPACE(kind.space));
    jpeg_set_quality(&info, 100, TRUE);
    info.comp_info[0].h_samp_factor = info.comp_info[0].v_samp_factor = kind.sampling;
    info.restart_interval = unsigned(kind.restart);
    info.write_Adobe_marker = info.write_Adobe_marker && kind.adobe;
    info.arith_code = kind.arithmetic;
    std::vector<jpeg_scan_info> scans;
    for (int channel = 0; kind.progressive && channel < info.num_components; ++channel)
        for (const jpeg_scan_info& scan : {jpeg_scan_info{1, {channel}, 0, 0, 0, 0}, jpeg_scan_info{1, {channel}, 1, 63, 0, 2},
                 jpeg_scan_info{1, {channel}, 1, 63, 2, 1}, jpeg_scan_info{1, {channel}, 1, 63, 1, 0}})
            scans.push_back(scan);
    if (kind.progressive) {
        info.scan_info = scans.data();
        info.num_scans = int(scans.size());
    }
    jpeg_start_compress(&info, TRUE);
    std::vector<unsigned char> row;
    while (info.next_scanline < info.image_height) {
        const auto first = pixels.begin() + std::ptrdiff_t(info.next_scanline) * width * channels;
        row.assign(first, first + std::ptrdiff_t(width) * channels);
        JSAMPROW begin = row.data();
        jpeg_write_scanlines(&info, &begin, 1);
    }
    jpeg_finish_compress(&info);
    jpeg_destroy_compress(&info);
    std::string file(reinterpret_cast<const char*>(bytes), size);
    std::free(bytes);
    return file;
}

std::string bmp_of(int width, int height, int channels, const std::vector<unsigned char>& pixels) {
    std::string file;
    stbi_write_bmp_to_func(append, &file, width, height, channels, pixels.data());
    return file;
}

}  // namespace neighborscope::faces
