#include "app/data/load/words.hpp"

#include <algorithm>

namespace neighborscope {
namespace {

unsigned char byte(char c) { return static_cast<unsigned char>(c); }

}  // namespace

std::string lower_case(std::string_view text) {
    std::string result(text);
    for (char& c : result)
        if (c >= 'A' && c <= 'Z') c = char(c + 32);
    return result;
}

bool same_word(std::string_view text, std::string_view lower_case) {
    return std::ranges::equal(text, lower_case, [](char a, char b) { return (a >= 'A' && a <= 'Z' ? char(a + 32) : a) == b; });
}

bool is_one_of(std::string_view text, std::span<const std::string_view> lower_case) {
    return std::ranges::any_of(lower_case, [&](std::string_view word) { return same_word(text, word); });
}

std::size_t utf8_length(std::string_view text) {
    const unsigned char first = byte(text[0]);
    const std::size_t length = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
    if (length == 0 || length > text.size()) return 0;
    for (std::size_t i = 1; i < length; ++i)
        if ((byte(text[i]) & 0xc0) != 0x80) return 0;
    if (length < 3) return length;
    const unsigned char second = byte(text[1]);
    const bool too_long = (first == 0xe0 && second < 0xa0) || (first == 0xf0 && second < 0x90);
    const bool surrogate = first == 0xed && second > 0x9f, beyond = first == 0xf4 && second > 0x8f;
    return too_long || surrogate || beyond ? 0 : length;
}

std::string_view clean_word(std::string_view text, std::string& scratch, std::size_t longest) {
    unsigned odd = 0;  // no branch: this runs over every word of a file
    for (const char c : text) odd |= unsigned(byte(c) - 32u >= 95u);
    if (!odd && text.size() <= longest) return text;

    // The rest is ignored, and may be megabytes.
    const bool cut = text.size() > longest;
    std::string_view seen = text.substr(0, longest + 3);
    if (cut)  // not in the middle of a character
        for (int i = 0; i < 3 && !seen.empty() && (byte(seen.back()) & 0xc0) == 0x80; ++i) seen.remove_suffix(1);
    if (cut && !seen.empty() && byte(seen.back()) >= 0xc0) seen.remove_suffix(1);
    bool utf8 = true;
    for (std::size_t at = 0, length = 0; at < seen.size() && utf8; at += length) utf8 = (length = utf8_length(seen.substr(at))) > 0;
    scratch.clear();
    std::size_t whole = 0;  // the end of the last character after which "..." still fits
    while (!seen.empty()) {
        const std::size_t length = utf8 ? utf8_length(seen) : 1;
        if (byte(seen[0]) < 32 || seen[0] == 127) scratch += ' ';
        else if (utf8 || byte(seen[0]) < 0x80) scratch += seen.substr(0, length);
        else scratch += {char(0xc0 | byte(seen[0]) >> 6), char(0x80 | (byte(seen[0]) & 0x3f))};
        seen.remove_prefix(length);
        if (scratch.size() + 3 <= longest) whole = scratch.size();
    }
    if (cut || scratch.size() > longest) scratch.replace(whole, std::string::npos, "...");
    return scratch;
}

}  // namespace neighborscope
