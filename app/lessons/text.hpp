// Small pieces of text.
#pragma once
#include <string>
#include <string_view>

namespace neighborscope::lessons {

/// Without blanks at both ends.
inline std::string_view trimmed(std::string_view text) {
    constexpr std::string_view blanks = " \t\r";
    const std::size_t from = text.find_first_not_of(blanks);
    return from == std::string_view::npos ? std::string_view() : text.substr(from, text.find_last_not_of(blanks) - from + 1);
}

/// For XML: escapes &, <, > and quotes, for text and for values of attributes.
inline std::string xml_text(std::string_view text) {
    std::string escaped;
    for (const char c : text) {
        switch (c) {
            case '&': escaped += "&amp;"; break;
            case '<': escaped += "&lt;"; break;
            case '>': escaped += "&gt;"; break;
            case '"': escaped += "&quot;"; break;
            default: escaped += c;
        }
    }
    return escaped;
}

}  // namespace neighborscope::lessons
