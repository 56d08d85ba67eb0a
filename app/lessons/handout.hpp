// A lesson as one file of XHTML that needs no other file, and prints well.
#pragma once
#include "app/lessons/lesson.hpp"

#include <span>
#include <string>

namespace neighborscope::lessons {

/// What the run of a page gave.
struct PageRun {
    Facts facts;
    std::string command;      ///< the command line that draws the page's picture
    std::string png;          ///< the picture's bytes; empty: none was drawn
    std::string credit = {};  ///< source and licence of the data; empty: none
    /// What a window shows until the page's prediction is made, which tells nothing of its answer; empty: none was drawn.
    std::string waiting_png = {};
};

enum class Answers { none, at_the_end, alone };

/// Fills the placeholders of the texts from the runs of their pages. Input Error with file and line for a placeholder without a fact, a
/// picture file that is not there, and the fact of a prediction that the run does not show. Files of pictures are relative to the lesson.
std::string handout_html(const Lesson&, std::span<const PageRun>, Answers);

}  // namespace neighborscope::lessons
