// A page made from what a window shows, so that a teacher writes a lesson from views rather than from keys.
#pragma once
#include "app/session/document/session.hpp"

#include <cstddef>
#include <string>

namespace neighborscope::lessons {

/// Adds a page to the end of a lesson, and its session beside it (page-1.json, page-2.json, ...: the first name that is free). A lesson that
/// is not there is begun, with a title. Returns the number of the page, from 1. Input Error if the file is no lesson, or more than a lesson
/// may have; nothing is written then.
std::size_t add_page(const std::string& lesson_file, const SessionState&);

}  // namespace neighborscope::lessons
