// A page made from what a window shows, so that a teacher writes a lesson from views rather than from keys.
#pragma once
#include "app/session/document/session.hpp"

#include <cstddef>
#include <string>

namespace neighborscope::lessons {

struct AddedPage {
    std::size_t number = 0;  ///< from 1
    std::string files;       ///< "; face.png was copied beside it; it reads ../points.csv": what the lesson needs from elsewhere
};

/// Adds a page to the end of a lesson, and its session beside it (page-1.json, page-2.json, ...: the first name that is free). A lesson that
/// is not there is begun, with a title. Input Error if the file is no lesson, or more than a lesson
/// may have; nothing is written then. A picture that is the query is copied beside the lesson; paths of other files become relative to it.
AddedPage add_page(const std::string& lesson_file, SessionState);

}  // namespace neighborscope::lessons
