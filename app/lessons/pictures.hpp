// Pictures in the text of a lesson: files beside it.
#pragma once
#include "app/data/faces/picture.hpp"
#include "app/lessons/markdown.hpp"

#include <memory>
#include <string>

namespace neighborscope::lessons {

/// The file of a picture node. Its address is relative to the lesson's file.
std::string picture_file(const std::string& lesson_file, const Node& picture);
/// "image/png", "image/jpeg" or "image/svg+xml" by the ending of the file's name. Input Error with the line of the lesson for another one.
const char* picture_type(const std::string& lesson_file, const Node& picture);
/// The bytes of the picture's file, at most 16 MB. PNG and JPEG are decoded once to find damage. Input Error with the line of the lesson.
std::string picture_bytes(const std::string& lesson_file, const Node& picture);

/// The pixels of a PNG or JPEG. Input Error without the line: no SVG, a missing or damaged file, more than 16 MB, 16 million pixels or 8 192
/// pixels on a side.
std::shared_ptr<const faces::ColourPicture> read_text_picture(const std::string& lesson_file, const Node& picture);

}  // namespace neighborscope::lessons
