#include "app/lessons/pictures.hpp"

#include <filesystem>

namespace neighborscope::lessons {
namespace {

constexpr std::size_t largest_file = std::size_t(16) << 20;  // bytes
constexpr faces::PictureLimits limits{16e6};
constexpr int longest_side = 8192;  // pixels, which every OpenGL 4.5 has for a texture

bool is_svg(const Node& picture) { return picture.target.ends_with(".svg"); }

void check_bytes(const InputFile& file) {
    if (file.size() > largest_file) throw Error(Failure::input, file.path() + ": larger than 16 MB", "make it smaller");
}

/// An SVG begins somewhere and is not cut off; a browser reads the rest.
void check_svg(const InputFile& file) {
    const std::string_view text = file.bytes().substr(0, file.bytes().find_last_not_of(" \t\r\n") + 1);
    if (text.find("<svg") == std::string_view::npos || !(text.ends_with("</svg>") || text.ends_with("/>") || text.ends_with("-->")))
        throw Error(Failure::input, "the picture " + file.path() + " is no SVG, or not whole", "save it again as SVG or as PNG");
}

faces::ColourPicture decoded(const InputFile& file) {
    if (!file.bytes().starts_with("\x89PNG") && !file.bytes().starts_with("\xff\xd8\xff"))
        throw Error(Failure::input, file.path() + " is neither a PNG nor a JPEG picture", "save it as .png");
    const faces::PictureSize size = faces::picture_size(file, limits);
    if (size.width > longest_side || size.height > longest_side)
        throw Error(Failure::input,
            file.path() + " is too large: " + std::to_string(size.width) + " x " + std::to_string(size.height) + " pixels, " +
                std::to_string(longest_side) + " on a side are the most",
            "save it smaller");
    return faces::read_colour_picture(file, limits);
}

/// A picture is a file beside the lesson that has something in it; other messages about files speak of points.
void check_place(const std::string& path, const std::string& target) {
    namespace fs = std::filesystem;
    std::error_code ignored;
    if (target.find("://") != std::string::npos)
        throw Error(Failure::input, "the picture '" + target + "' is on the web", "put a copy beside the lesson, and write its name");
    if (!fs::exists(path, ignored))
        throw Error(Failure::input, "there is no picture " + path, "put the file beside the lesson, and check the spelling");
    if (fs::is_directory(path, ignored)) throw Error(Failure::input, "the picture " + path + " is a folder", "name a file");
    if (fs::is_regular_file(path, ignored) && fs::file_size(path, ignored) == 0)
        throw Error(Failure::input, "the picture " + path + " is empty", "save it again");
}

}  // namespace

std::string picture_file(const std::string& lesson_file, const Node& picture) {
    return (std::filesystem::path(lesson_file).parent_path() / picture.target).string();
}

const char* picture_type(const std::string& lesson_file, const Node& picture) {
    const auto has_ending = [&](std::string_view ending) { return picture.target.ends_with(ending); };
    if (has_ending(".png")) return "image/png";
    if (has_ending(".jpg") || has_ending(".jpeg")) return "image/jpeg";
    if (is_svg(picture)) return "image/svg+xml";
    throw error_at(
        lesson_file, picture.line, "the picture '" + picture.target + "' is no .png, .jpg or .svg", "convert it to one of these");
}

std::string picture_bytes(const std::string& lesson_file, const Node& picture) {
    (void)picture_type(lesson_file, picture);
    try {
        check_place(picture_file(lesson_file, picture), picture.target);
        const InputFile file(picture_file(lesson_file, picture), {}, largest_file);
        check_bytes(file);
        if (!is_svg(picture)) (void)decoded(file);
        else check_svg(file);
        return std::string(file.bytes());
    } catch (const Error& why) { throw error_at(lesson_file, picture.line, why.what(), why.remedy); }
}

std::shared_ptr<const faces::ColourPicture> read_text_picture(const std::string& lesson_file, const Node& picture) {
    if (is_svg(picture)) throw Error(Failure::input, picture.target + " is an SVG picture, which only a handout shows", "save it as .png");
    check_place(picture_file(lesson_file, picture), picture.target);
    const InputFile file(picture_file(lesson_file, picture), {}, largest_file);
    check_bytes(file);
    return std::make_shared<const faces::ColourPicture>(decoded(file));
}

}  // namespace neighborscope::lessons
