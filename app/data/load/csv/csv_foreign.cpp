#include "app/data/load/csv/csv_foreign.hpp"

#include "gpu/error.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

namespace neighborscope::csv {
namespace {

/// As one word of a POSIX shell.
std::string shell_word(std::string_view text) {
    std::string word = "'";
    for (const char c : text) {
        if (c == '\'') word += "'\\''";
        else word += c;
    }
    return word + "'";
}

/// A shell command that sends the file, unpacked, through `filter`, and not onto itself.
std::string through(const InputFile& file, const std::string& filter) {
    std::string_view path = file.path();
    constexpr std::string_view unpacked = " (unpacked)";
    if (file.unpacked() && path.ends_with(unpacked)) path.remove_suffix(unpacked.size());
    const std::string to = path == "points.csv" || path.ends_with("/points.csv") ? "converted.csv" : "points.csv";
    const std::string from = shell_word(path);
    return (file.unpacked() ? "gzip -dc < " + from + " | " + filter : filter + " < " + from) + " > " + to;
}

bool begins_with(std::string_view text, std::string_view lower_case) {
    if (text.size() < lower_case.size()) return false;
    for (std::size_t i = 0; i < lower_case.size(); ++i)
        if ((text[i] >= 'A' && text[i] <= 'Z' ? char(text[i] + 32) : text[i]) != lower_case[i]) return false;
    return true;
}

/// UTF-16 whose mark was left out, as far as its first letters are those of English: "UTF-16LE", "UTF-16BE" or "".
std::string unmarked_encoding(std::string_view text) {
    const std::size_t looked_at = std::min<std::size_t>(text.size() / 2 * 2, 64);
    if (looked_at < 4) return {};
    std::size_t zeros[2] = {0, 0};
    for (std::size_t i = 0; i < looked_at; ++i) zeros[i % 2] += text[i] == '\0';
    if (zeros[0] == 0 && zeros[1] == looked_at / 2) return "UTF-16LE";
    return zeros[1] == 0 && zeros[0] == looked_at / 2 ? "UTF-16BE" : "";
}

[[noreturn]] void refuse_encoding(const InputFile& file, const std::string& encoding) {
    throw Error(Failure::input, file.path() + " is text in " + encoding,
        "convert it to UTF-8: " + through(file, "iconv -f " + encoding + " -t UTF-8"));
}

}  // namespace

void refuse_foreign(const InputFile& file) {
    using namespace std::string_view_literals;
    std::string_view text = file.bytes();
    for (const auto& [mark, encoding] : {std::pair("\xff\xfe\0\0"sv, "UTF-32"), std::pair("\0\0\xfe\xff"sv, "UTF-32"),
             std::pair("\xff\xfe"sv, "UTF-16"), std::pair("\xfe\xff"sv, "UTF-16")})
        if (text.starts_with(mark)) refuse_encoding(file, encoding);
    if (const std::string encoding = unmarked_encoding(text); !encoding.empty()) refuse_encoding(file, encoding);
    const std::string_view first = text.substr(0, 256 << 10);
    const std::string_view word = first.substr(std::min(first.size(), first.find_first_not_of(" \t\r\n")));
    if (begins_with(word, "<!doctype html") || begins_with(word, "<html"))
        throw Error(Failure::input, file.path() + " is an HTML page, not a table", "download the file itself, not the page that shows it");
    if (first.find('\n') != std::string_view::npos) return;
    const std::size_t carriage = first.find('\r');
    if (carriage != std::string_view::npos && carriage + 1 < first.size() && first.find('\0') == std::string_view::npos)
        throw Error(Failure::input, file.path() + " ends its lines with CR alone", "convert it: " + through(file, "tr '\\r' '\\n'"));
}

}  // namespace neighborscope::csv
