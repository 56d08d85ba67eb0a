// Markdown of a lesson as XHTML.
#pragma once
#include "app/lessons/condition.hpp"
#include "app/lessons/markdown.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace neighborscope::lessons {

/// Replaces {recall} and other placeholders by facts. Input Error with file and line if there is no such fact, or no closing bracket.
std::string filled(std::string_view text, const Facts&, const std::string& file, std::size_t line);

/// The nodes as XHTML, with placeholders filled, headings of the second level at least, and pictures as data URIs. Input Error as in `filled`, and for a
/// picture that cannot be read or is no PNG, JPEG or SVG. A single paragraph has no tags around it if it is `inline_only`.
std::string html_of(const std::vector<Node>&, const Facts&, const std::string& file, bool inline_only = false);

/// "data:image/png;base64,..."
std::string data_uri(std::string_view type, std::string_view bytes);

}  // namespace neighborscope::lessons
