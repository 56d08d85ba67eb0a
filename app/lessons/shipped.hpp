// The lessons that come with the program.
#pragma once
#include <span>
#include <string>
#include <string_view>

namespace neighborscope::lessons {

/// Their names, in the order in which they are read.
std::span<const std::string_view> shipped_lessons();

/// The title of one of them, from the first line of its file; "" if it is not there.
std::string shipped_title(std::string_view name);

/// The file of a lesson as typed: a file, a folder that holds lesson.md, or the name of one that comes with the program. Input Error if it
/// is none of these.
std::string lesson_file(const std::string& typed);

}  // namespace neighborscope::lessons
