// Words out of files as the program keeps and shows them.
#pragma once
#include <charconv>
#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>

namespace neighborscope {

constexpr std::size_t longest_word = 200;  ///< bytes; what is longer ends in "..."

/// With small letters in place of A to Z.
std::string lower_case(std::string_view text);
/// Whether two words are the same but for such letters; the second has small ones.
bool same_word(std::string_view text, std::string_view lower_case);
bool is_one_of(std::string_view text, std::span<const std::string_view> lower_case);

/// Whether the text is a number and nothing else; then `number` is this.
template <class Number>
bool read_whole(std::string_view text, Number& number) {
    const auto [stopped, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc{} && stopped == text.data() + text.size();
}

/// Names of fields as a file gives them, each once: the second "quality" is "quality_2".
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
    std::map<std::string, int> seen_;  ///< how often so far
};

/// How many bytes the UTF-8 character at the beginning of `text`, which is not empty, has (RFC 3629); 0 when there is none.
std::size_t utf8_length(std::string_view text);

/// `text` as UTF-8 without control characters (each becomes a blank), at most `longest` bytes. Bytes that are no UTF-8 are taken for
/// Latin-1. The result is `text` itself, or lies in `scratch`.
std::string_view clean_word(std::string_view text, std::string& scratch, std::size_t longest = longest_word);

}  // namespace neighborscope
