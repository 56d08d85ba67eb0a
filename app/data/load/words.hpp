// Words from files, prepared for storage and display.
#pragma once
#include <charconv>
#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>

namespace neighborscope {

constexpr std::size_t longest_word = 200;  ///< bytes; longer words are cut and end in "..."

/// Replaces A to Z by lower-case letters.
std::string lower_case(std::string_view text);
/// Whether two words are equal ignoring the case of A to Z; the second is in lower case.
bool same_word(std::string_view text, std::string_view lower_case);
bool is_one_of(std::string_view text, std::span<const std::string_view> lower_case);

/// Whether the whole text is a number; sets `number`.
template <class Number>
bool read_whole(std::string_view text, Number& number) {
    const auto [stopped, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc{} && stopped == text.data() + text.size();
}

/// Makes the names of fields unique: the second "quality" becomes "quality_2".
class DistinctNames {
public:
    std::string name(std::string_view given) {
        std::string own(given);
        const auto [first, fresh] = seen_.try_emplace(own, 1);
        while (!fresh && !seen_.try_emplace(own = first->first + "_" + std::to_string(++first->second), 1).second) {}
        return own;
    }
    void clear() { seen_.clear(); }

private:
    std::map<std::string, int> seen_;  ///< how often it has occurred
};

/// Returns the length in bytes of the UTF-8 character at the beginning of `text`, which is not empty (RFC 3629); 0 if it is invalid.
std::size_t utf8_length(std::string_view text);

/// Returns `text` as UTF-8 without control characters (each becomes a blank), at most `longest` bytes. Treats bytes that are not UTF-8 as
/// Latin-1. The result is `text` itself, or in `scratch`.
std::string_view clean_word(std::string_view text, std::string& scratch, std::size_t longest = longest_word);

}  // namespace neighborscope
