// Words out of files as the program keeps and shows them.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace neighborscope {

constexpr std::size_t longest_word = 200;  ///< bytes; what is longer ends in "..."

/// `text` as UTF-8 without control characters (each becomes a blank), at most `longest` bytes. Bytes that are no UTF-8 are taken for
/// Latin-1. The result is `text` itself, or lies in `scratch`.
std::string_view clean_word(std::string_view text, std::string& scratch, std::size_t longest = longest_word);

}  // namespace neighborscope
