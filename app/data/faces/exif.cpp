// Finds the orientation of a picture. Specifications: ITU-T T.81 annex B (markers of JPEG), Exif 2.32 section 4 (tag 0x0112), PNG 1.5
// extensions (eXIf: the same without the preceding name). Own code, because libexif copies every tag: 100 us per picture.
#include "app/data/faces/picture_format.hpp"

#include <algorithm>
#include <utility>

namespace neighborscope::faces {
namespace {

/// Reads a number of `bytes` bytes at `at`; 0 beyond the end.
std::size_t exif_number(std::string_view text, std::size_t at, std::size_t bytes, bool little) {
    if (at > text.size() || bytes > text.size() - at) return 0;
    std::size_t value = 0;
    for (std::size_t i = 0; i < bytes; ++i) value = value << 8 | static_cast<unsigned char>(text[at + (little ? bytes - 1 - i : i)]);
    return value;
}

constexpr std::string_view exif_name("Exif\0\0", 6);

}  // namespace

int exif_orientation(std::string_view tiff) {
    if (tiff.starts_with(exif_name)) tiff.remove_prefix(exif_name.size());
    const bool little = tiff.starts_with("II");
    if (!little && !tiff.starts_with("MM")) return 1;
    const std::size_t directory = exif_number(tiff, 4, 4, little), entries = exif_number(tiff, directory, 2, little);
    for (std::size_t i = 0; i < entries; ++i) {
        const std::size_t entry = directory + 2 + 12 * i;
        if (entry + 12 > tiff.size()) break;
        if (exif_number(tiff, entry, 2, little) != 0x0112) continue;
        const std::size_t type = exif_number(tiff, entry + 2, 2, little);  // a short in the standard; some programs write a long or a byte
        const std::size_t value = exif_number(tiff, entry + 8, type == 4 ? 4 : type == 1 ? 1 : 2, little);
        return value >= 1 && value <= 8 ? int(value) : 1;
    }
    return 1;
}

JpegFacts jpeg_facts(std::string_view bytes) {
    using namespace std::string_view_literals;
    JpegFacts facts;
    for (std::size_t at = 2; at + 4 <= bytes.size() && bytes[at] == '\xff';) {
        const auto marker = static_cast<unsigned char>(bytes[at + 1]);
        if (marker == 0xff) {  // a fill byte
            ++at;
            continue;
        }
        if (marker == 0xda) {
            const std::size_t end = bytes.find("\xff\xd9"sv, at);  // after this marker 0xffd9 occurs only as the end
            if (end != std::string_view::npos) facts.end = end + 2;
            break;
        }
        const std::size_t length = exif_number(bytes, at + 2, 2, false);
        if (length < 2) break;
        const std::string_view content = bytes.substr(at + 4, length - 2);
        if (marker == 0xe1 && content.starts_with(exif_name)) facts.orientation = exif_orientation(content);
        at += 2 + length;
    }
    return facts;
}

namespace {

/// Rotates the values of a picture, `channels` for each pixel.
template <class Value>
void turn(PictureSize& size, std::vector<Value>& values, std::size_t channels, int orientation) {
    if (orientation == 1) return;
    const int width = size.width, height = size.height;
    const bool across = orientation >= 5;  // rows become columns
    std::vector<Value> turned(values.size());
    if (across) size = {height, width};
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x) {
            int from_x = across ? y : x, from_y = across ? x : y;
            if (orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8) from_x = width - 1 - from_x;
            if (orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7) from_y = height - 1 - from_y;
            const auto from = values.begin() + std::ptrdiff_t((std::size_t(from_y) * std::size_t(width) + std::size_t(from_x)) * channels);
            std::copy_n(
                from, channels, turned.begin() + std::ptrdiff_t((std::size_t(y) * std::size_t(size.width) + std::size_t(x)) * channels));
        }
    values = std::move(turned);
}

}  // namespace

GreyPicture upright(GreyPicture picture, int orientation) {
    turn(picture.size, picture.grey, 1, orientation);
    return picture;
}

ColourPicture upright(ColourPicture picture, int orientation) {
    turn(picture.size, picture.rgb, 3, orientation);
    return picture;
}

}  // namespace neighborscope::faces
