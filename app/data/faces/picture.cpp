#include "app/data/faces/picture.hpp"

#include "app/data/faces/picture_format.hpp"
#include "app/data/files/memory.hpp"
#include "app/data/load/reader.hpp"

#include <zlib.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <utility>

namespace neighborscope::faces {
namespace {

/// Memory that stb_image may still allocate: a small file can contain far more zeros than its picture has pixels.
thread_local std::size_t decoder_bytes_left = 0;

bool within_budget(std::size_t bytes) {
    if (bytes > decoder_bytes_left) return false;
    decoder_bytes_left -= bytes;
    return true;
}
void* decoder_malloc(std::size_t bytes) { return within_budget(bytes) ? std::malloc(bytes) : nullptr; }
void* decoder_realloc(void* memory, std::size_t bytes) { return within_budget(bytes) ? std::realloc(memory, bytes) : nullptr; }

}  // namespace
}  // namespace neighborscope::faces

#define STBI_MALLOC(size) neighborscope::faces::decoder_malloc(size)
#define STBI_REALLOC(memory, size) neighborscope::faces::decoder_realloc(memory, size)
#define STBI_FREE(memory) std::free(memory)
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#define STBI_ONLY_BMP
#define STBI_NO_STDIO
#define STBI_NO_HDR
#define STBI_NO_LINEAR
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#include <stb/stb_image.h>
#pragma GCC diagnostic pop

namespace neighborscope::faces {
namespace {

using namespace std::string_view_literals;
constexpr std::string_view png_signature = "\x89PNG\r\n\x1a\n", jpeg_signature = "\xff\xd8\xff";
constexpr double bytes_a_pixel = 48;  // for the decoder, its result and the grey picture
constexpr std::size_t largest_file = std::size_t(1) << 30;

std::string kind_of(std::string_view bytes) { return bytes.starts_with("BM") ? "BMP" : bytes.starts_with(png_signature) ? "PNG" : "JPEG"; }

std::size_t number_in(std::string_view bytes, std::size_t at, std::size_t count, bool little) {
    std::size_t value = 0;
    for (std::size_t i = 0; i < count && at + count <= bytes.size(); ++i)
        value = value << 8 | static_cast<unsigned char>(bytes[at + (little ? count - 1 - i : i)]);
    return value;
}

/// The content of a PNG's chunks.
struct PngFacts {
    bool moves = false;      ///< animated
    bool has_pixels = true;  ///< its first block of pixels is not empty, which stb_image does not check
    int orientation = 1;     ///< from eXIf, which may precede or follow the pixels
};
PngFacts png_facts(std::string_view png) {
    PngFacts facts;
    bool before_pixels = true;
    for (std::size_t at = 8; at + 8 <= png.size();) {
        const std::string_view type = png.substr(at + 4, 4);
        const std::size_t length = number_in(png, at, 4, false);
        if (type == "IEND") break;
        if (type == "acTL") facts.moves = facts.moves || before_pixels;
        if (type == "eXIf" && length <= png.size() - at - 8) facts.orientation = exif_orientation(png.substr(at + 8, length));
        if (type == "IDAT" && std::exchange(before_pixels, false)) facts.has_pixels = length > 0;
        at += 12 + length;
    }
    return facts;
}

/// Whether a BMP has all its pixels: stb_image treats missing ones as black.
bool bmp_is_whole(std::string_view bmp, PictureSize size) {
    const bool old = number_in(bmp, 14, 4, true) == 12;
    const std::int64_t bits = std::int64_t(number_in(bmp, old ? 24 : 28, 2, true)), row = (size.width * bits + 31) / 32 * 4;
    return double(number_in(bmp, 10, 4, true)) + double(row) * size.height <= double(bmp.size());
}

[[noreturn]] void refuse_unsupported_picture(const InputFile& file) {
    const std::string_view bytes = file.bytes();
    const std::string remedy = "save it as .png or .jpg";
    if (bytes.starts_with("GIF8")) refuse_picture(file, "is a GIF picture, which may be animated and is not read", remedy);
    if (bytes.starts_with("RIFF") && bytes.size() >= 12 && bytes.substr(8, 4) == "WEBP")
        refuse_picture(file, "is a WebP picture, which is not read", remedy);
    if (bytes.starts_with("II*\0"sv) || bytes.starts_with("MM\0*"sv)) refuse_picture(file, "is a TIFF picture, which is not read", remedy);
    if (bytes.size() >= 8 && bytes.substr(4, 4) == "ftyp") refuse_picture(file, "is a HEIC or AVIF picture, which is not read", remedy);
    const std::string_view first = bytes.substr(0, 512);
    const bool text = std::none_of(first.begin(), first.end(), [](char c) { return c == '\0' || (c > 0 && c < 9); });
    refuse_picture(file, text ? "is text, not a picture" : "is not a picture of a known kind", "give PNG, JPEG, BMP, PGM or PPM");
}

/// Properties of a picture before decoding. The size is as stored.
struct Known {
    PictureSize size;
    int orientation = 1;
    std::size_t bytes = 0;  ///< length of the picture
};

Known look_at(const InputFile& file, const PictureLimits& limits) {
    const std::string_view bytes = file.bytes();
    if (!is_picture(bytes.substr(0, 16))) refuse_unsupported_picture(file);
    if (bytes.size() > largest_file)
        refuse_picture(file,
            "is larger than a picture may be: " + bytes_text(double(bytes.size())) + " of " + bytes_text(double(largest_file)),
            "save it smaller");
    if (is_pnm(bytes)) return {pnm_size(file, limits)};
    Known known;
    known.bytes = bytes.size();
    if (bytes.starts_with(jpeg_signature)) {
        const JpegFacts facts = jpeg_facts(bytes);
        known.orientation = facts.orientation;
        if (facts.end == 0) refuse_broken(file, "it ends before its last pixel");
        known.bytes = facts.end;  // phones append other data
        known.size = jpeg_size(file, known.bytes);
        check_size(file, known.size.width, known.size.height, limits);
        return known;
    }
    if (bytes.starts_with(png_signature)) {
        // The header's checksum is verified before its numbers are used.
        const bool damaged =
            bytes.size() >= 33 && number_in(bytes, 29, 4, false) != crc32(0, reinterpret_cast<const Bytef*>(bytes.data()) + 12, 17);
        if (damaged || bytes.substr(8, 8) != "\0\0\0\rIHDR"sv) refuse_broken(file, "its header is damaged");
        const PngFacts facts = png_facts(bytes);
        if (facts.moves) refuse_picture(file, "is animated", "save one of its pictures");
        if (!facts.has_pixels) refuse_broken(file, "its first block of pixels is empty");
        known.orientation = facts.orientation;
    }
    // stb_image's messages for size 0 and for large sizes are different.
    if (bytes.starts_with(png_signature) && bytes.size() >= 24)
        check_size(file, double(number_in(bytes, 16, 4, false)), double(number_in(bytes, 20, 4, false)), limits);
    decoder_bytes_left = std::size_t(1) << 20;
    int channels = 0;
    if (!stbi_info_from_memory(
            reinterpret_cast<const stbi_uc*>(bytes.data()), int(known.bytes), &known.size.width, &known.size.height, &channels))
        refuse_broken(file, "its header is damaged");
    known.size.height = std::abs(known.size.height);  // negative in a BMP stored from top to bottom
    check_size(file, known.size.width, known.size.height, limits);
    if (bytes.starts_with("BM") && !bmp_is_whole(bytes, known.size)) refuse_broken(file, "it ends before its last pixel");
    return known;
}

struct FreeStb {
    void operator()(stbi_uc* memory) const { stbi_image_free(memory); }
};

/// Decodes PNG and BMP with at most so many bytes. Channels: grey, grey and opacity, colours, colours and opacity.
std::unique_ptr<stbi_uc, FreeStb> decode_with_stb(
    const InputFile& file, const Known& known, double decoder_bytes, PictureSize& size, int& channels) {
    decoder_bytes_left = std::size_t(decoder_bytes);
    std::unique_ptr<stbi_uc, FreeStb> decoded(
        stbi_load_from_memory(reinterpret_cast<const stbi_uc*>(file.begin()), int(known.bytes), &size.width, &size.height, &channels, 0));
    if (!decoded) refuse_broken(file, stbi_failure_reason());
    return decoded;
}

}  // namespace

void refuse_picture(const InputFile& file, const std::string& cause, const std::string& remedy) {
    throw Error(Failure::input, file.path() + " " + cause, remedy);
}

void refuse_broken(const InputFile& file, const std::string& why) {
    refuse_picture(
        file, "is a broken " + kind_of(file.bytes()) + " picture: " + why, "copy it again from where it came from, or leave it out");
}

void check_size(const InputFile& file, double width, double height, const PictureLimits& limits) {
    const auto text = [](double value) { return std::to_string(std::int64_t(value)); };
    if (!(width > 0 && height > 0)) refuse_picture(file, "has no pixels: " + text(width) + " x " + text(height), "leave it out");
    if (width * height > limits.pixels || width > 1e6 || height > 1e6)
        refuse_picture(file,
            "is too large: " + text(width) + " x " + text(height) + " pixels, " + text(limits.pixels / 1e6) + " million are the most",
            "save it smaller");
}

bool is_picture(std::string_view first_bytes) {
    return first_bytes.starts_with(png_signature) || first_bytes.starts_with(jpeg_signature) || is_pnm(first_bytes) ||
           (first_bytes.starts_with("BM") && first_bytes.size() > 9 && number_in(first_bytes, 6, 4, true) == 0);
}

bool is_picture_name(std::string_view file_name) { return has_extension(file_name, ".png .jpg .jpeg .bmp .pgm .ppm .pbm .pnm"); }

PictureSize picture_size(const InputFile& file, const PictureLimits& limits) {
    const Known known = look_at(file, limits);
    return known.orientation >= 5 ? PictureSize{known.size.height, known.size.width} : known.size;
}

GreyPicture read_picture(const InputFile& file, const PictureLimits& limits) {
    const Known known = look_at(file, limits);
    const double needed = bytes_a_pixel * known.size.pixels();
    require_memory(needed, "reading " + file.path(), "save it smaller");
    if (is_pnm(file.bytes())) return read_pnm(file, limits);
    const double decoder_bytes = needed + 0x1p20;
    if (file.bytes().starts_with(jpeg_signature)) {
        GreyPicture picture;
        picture.grey.reserve(std::size_t(known.size.pixels()));
        picture.size = read_jpeg(file, known.bytes, decoder_bytes, [&](const unsigned char* pixel, std::size_t count, int channels) {
            for (; count > 0; --count, pixel += channels) picture.grey.push_back(float(luma(pixel, channels) / 255));
        });
        return upright(std::move(picture), known.orientation);
    }
    PictureSize size;
    int channels = 0;
    const auto decoded = decode_with_stb(file, known, decoder_bytes, size, channels);
    GreyPicture picture{size, std::vector<float>(std::size_t(size.width) * std::size_t(size.height))};
    const stbi_uc* pixel = decoded.get();
    for (float& grey : picture.grey) {
        const double opaque = channels == 2 || channels == 4 ? pixel[channels - 1] / 255.0 : 1;
        grey = float(luma(pixel, channels) / 255 * opaque + (1 - opaque));
        pixel += channels;
    }
    return upright(std::move(picture), known.orientation);
}

ColourPicture read_colour_picture(const InputFile& file, const PictureLimits& limits) {
    const Known known = look_at(file, limits);
    const double needed = bytes_a_pixel * known.size.pixels();
    require_memory(needed, "reading " + file.path(), "save it smaller");
    ColourPicture picture;
    picture.rgb.reserve(3 * std::size_t(known.size.pixels()));
    const auto take = [&](const unsigned char* pixel, bool grey, double opaque) {
        for (int channel = 0; channel < 3; ++channel)
            picture.rgb.push_back(static_cast<std::uint8_t>(std::lround(pixel[grey ? 0 : channel] * opaque + 255 * (1 - opaque))));
    };
    if (is_pnm(file.bytes())) {
        const GreyPicture read = read_pnm(file, limits);
        picture.size = read.size;
        for (const float grey : read.grey) picture.rgb.insert(picture.rgb.end(), 3, static_cast<std::uint8_t>(std::lround(255 * grey)));
        return picture;
    }
    if (file.bytes().starts_with(jpeg_signature)) {
        picture.size = read_jpeg(file, known.bytes, needed + 0x1p20, [&](const unsigned char* pixel, std::size_t count, int channels) {
            for (; count > 0; --count, pixel += channels) take(pixel, channels == 1, 1);
        });
        return upright(std::move(picture), known.orientation);
    }
    int channels = 0;
    const auto decoded = decode_with_stb(file, known, needed + 0x1p20, picture.size, channels);
    const stbi_uc* pixel = decoded.get();
    for (std::size_t left = std::size_t(picture.size.pixels()); left > 0; --left, pixel += channels)
        take(pixel, channels < 3, channels == 2 || channels == 4 ? pixel[channels - 1] / 255.0 : 1);
    return upright(std::move(picture), known.orientation);
}

}  // namespace neighborscope::faces
