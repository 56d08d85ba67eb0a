// The grammar of separated text: fields and records (RFC 4180 and common deviations), numbers, missing values.
#pragma once
#include "app/data/load/words.hpp"

#include <fast_float/fast_float.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace neighborscope::csv {

/// How a file separates fields and writes numbers.
struct Dialect {
    char delimiter = ',';        ///< ' ' means runs of blanks (spaces and tabs)
    bool decimal_comma = false;  ///< "1,5" is one and a half
    bool brackets = false;       ///< a delimiter within (), [], {} or behind SRID=4326 belongs to the field
    /// For word vectors (GloVe, word2vec): so many numbers end each line, and everything before them is a word, in which quotes and # are
    /// ordinary characters. 0 for any other table.
    int numbers_after_word = 0;
    bool blanks() const { return delimiter == ' '; }
    bool is_blank(char c) const { return c == ' ' || c == '\r' || (c == '\t' && delimiter != '\t'); }
};

/// The characters of one field without surrounding blanks and quotes; doubled quotes are still doubled.
struct Field {
    const char* begin = nullptr;
    const char* end = nullptr;
    bool quoted = false;
    bool open = false;  ///< the quote is not closed
    std::string_view text() const { return {begin, std::size_t(end - begin)}; }
};

inline const char* skip_blanks(const char* p, const char* end, const Dialect& dialect) {
    while (p < end && dialect.is_blank(*p)) ++p;
    return p;
}

inline const char* line_end(const char* p, const char* end) {
    const void* newline = std::memchr(p, '\n', std::size_t(end - p));
    return newline ? static_cast<const char*>(newline) : end;
}

constexpr std::size_t piece_bytes = 512 << 10;  ///< some milliseconds: short enough to cancel, and small beside a cache

/// Returns line starts at about equal distances, and the end. Excludes those after a newline for which `goes_on` is true.
template <class GoesOn>
std::vector<const char*> line_starts(const char* begin, const char* end, const GoesOn& goes_on) {
    std::vector<const char*> starts{begin};
    while (std::size_t(end - starts.back()) > piece_bytes) {
        const char* newline = line_end(starts.back() + piece_bytes, end);
        while (newline < end && goes_on(newline)) newline = line_end(newline + 1, end);
        if (newline + 1 >= end) break;
        starts.push_back(newline + 1);
    }
    starts.push_back(end);
    return starts;
}

/// Returns the end of an unquoted field in which brackets may hold delimiters; a delimiter, newline or `end` may follow. A bracket that is
/// not closed on its line is an ordinary character.
const char* bracketed_end(const char* p, const char* end, const Dialect&);

/// Reads the field that begins at `p`. Returns where it stopped: at a newline, at `end`, at the delimiter, or (for runs of blanks) at the
/// next field.
inline const char* read_field(const char* p, const char* end, const Dialect& dialect, Field& field) {
    p = skip_blanks(p, end, dialect);
    const char* start = p;
    if (p < end && *p == '"' && !dialect.numbers_after_word) {
        const char* close = p + 1;
        for (;;) {
            close = close < end ? static_cast<const char*>(std::memchr(close, '"', std::size_t(end - close))) : nullptr;
            if (!close) {
                field = {start + 1, end, true, true};
                return end;
            }
            if (close + 1 < end && close[1] == '"') {
                close += 2;
                continue;
            }
            break;
        }
        p = skip_blanks(close + 1, end, dialect);
        const bool separated = p == end || *p == '\n' || (dialect.blanks() ? p > close + 1 : *p == dialect.delimiter);
        if (separated) {
            field = {start + 1, close, true, false};
            return p;
        }  // else text follows the quote: kept literally
    }
    if (dialect.brackets) {
        p = bracketed_end(p, end, dialect);
        const char* last = p;
        while (last > start && dialect.is_blank(last[-1])) --last;
        field = {start, last, false, false};
        return dialect.blanks() ? skip_blanks(p, end, dialect) : p;
    }
    if (dialect.blanks()) {
        while (p < end && *p != '\n' && !dialect.is_blank(*p)) ++p;
        field = {start, p, false, false};
        return skip_blanks(p, end, dialect);
    }
    while (p < end && *p != '\n' && *p != dialect.delimiter) ++p;
    const char* last = p;
    while (last > start && dialect.is_blank(last[-1])) --last;
    field = {start, last, false, false};
    return p;
}

/// Whether the record ends where read_field stopped.
inline bool is_record_end(const char* p, const char* end) { return p == end || *p == '\n'; }

/// Reads the word at the beginning of a line of word vectors: everything before the last `numbers_after_word` fields. It may hold blanks,
/// but not end with a number: then the line has a number too many, and the word is its first field. Returns where the next field begins.
const char* read_word(const char* p, const char* end, const Dialect&, Field&);

/// Calls `take` with the fields of the record that begins at `p`, until it returns false. Returns where it stopped or the record ends.
template <class Take>
const char* read_record(const char* p, const char* end, const Dialect& dialect, const Take& take) {
    Field field;
    for (bool word = dialect.numbers_after_word > 0;; word = false) {
        p = word ? read_word(p, end, dialect, field) : read_field(p, end, dialect, field);
        if (!take(field) || is_record_end(p, end)) return p;
        if (!dialect.blanks()) ++p;
    }
}
inline const char* read_record(const char* p, const char* end, const Dialect& dialect, std::vector<Field>& fields) {
    return read_record(p, end, dialect, [&](const Field& field) { return fields.push_back(field), true; });
}

/// Whether the line whose first non-blank character is this '#' is a comment. "#ff8000," and "#ff8000ff," are colours, "#N/A," and
/// "#DIV/0!," are values from spreadsheets.
inline bool is_comment(const char* hash, const char* end, const Dialect& dialect) {
    const char* p = hash + 1;
    const auto is_digit = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); };
    if (dialect.numbers_after_word) return false;
    if (dialect.blanks()) return true;
    while (p < end && p - hash < 10 && is_digit(*p)) ++p;
    if (p - hash != 7 && p - hash != 9) {
        const std::string_view line(hash, std::size_t(std::min<std::ptrdiff_t>(8, end - hash)));
        p = hash;
        for (const std::string_view word : {"#n/a", "#na", "#div/0!", "#ref!", "#name?", "#null!", "#num!", "#value!"})
            if (same_word(line.substr(0, word.size()), word)) p = hash + word.size();
        if (p == hash) return true;
    }
    p = skip_blanks(p, end, dialect);
    return p == end || *p != dialect.delimiter;
}

/// Returns the first character of the next record at or after `p` (the start of a line); skips blank lines and comments.
inline const char* next_record(const char* p, const char* end, const Dialect& dialect) {
    while (p < end) {
        const char* first = skip_blanks(p, end, dialect);
        if (first == end) return end;
        if (*first != '\n' && (*first != '#' || !is_comment(first, end, dialect))) return first;
        p = *first == '\n' ? first + 1 : line_end(first, end);
        if (p < end && *p == '\n') ++p;
    }
    return end;
}

/// The kind of a field's value.
enum class Kind { number, missing, text, too_large };

/// Whether the text marks a missing number; NaN and infinity are handled separately.
inline bool is_missing(std::string_view text) {
    if (text.size() > 4) return false;
    for (const std::string_view word : {"", "na", "n/a", "#n/a", "#na", "<na>", "null", "nil", "none", "-", "--", "?", ".", "\\n"})
        if (same_word(text, word)) return true;
    return false;
}

/// Whether 1.#QNAN, -1.#IND, 1.#INF00 or 1.#J is at `p`, as programs for Windows write non-finite numbers. Moves `p` behind it.
bool skip_windows_non_finite(const char*& p, const char* end, char point);

/// Reads the number that begins at `p` and moves `p` behind its last character, whatever follows: the caller knows what may separate
/// numbers. NaN and infinity are numbers too: nan, -inf, Infinity, 1.#QNAN, and 1e400, which is outside the range of float64. Returns false
/// without moving `p` if there is no number.
inline bool parse_number(const char*& p, const char* end, double& value, char point = '.') {
    const char* first = p < end && *p == '+' && p + 1 < end && p[1] != '-' ? p + 1 : p;
    const fast_float::parse_options options(fast_float::chars_format::general, point);
    const auto [stopped, error] = fast_float::from_chars_advanced(first, end, value, options);
    if (error == std::errc::invalid_argument) return false;
    if (stopped < end && *stopped == '#' && skip_windows_non_finite(p, end, point)) {
        value = std::numeric_limits<double>::quiet_NaN();
        return true;
    }
    p = stopped;
    return true;
}

/// Reads a whole field as a number. A missing value (see `is_missing`; NaN, infinity, also beyond float64) gives NaN; `too_large` is
/// outside the range of float32. Digit groups are not supported: "1,234" may be either of two numbers.
inline Kind read_number(std::string_view text, const Dialect& dialect, double& value) {
    value = std::numeric_limits<double>::quiet_NaN();
    while (!text.empty() && dialect.is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && dialect.is_blank(text.back())) text.remove_suffix(1);
    if (is_missing(text)) return Kind::missing;
    const char *p = text.data(), *end = p + text.size();
    if (!parse_number(p, end, value, dialect.decimal_comma ? ',' : '.') || p != end) return Kind::text;
    if (!std::isfinite(value)) {
        value = std::numeric_limits<double>::quiet_NaN();
        return Kind::missing;
    }
    return std::fabs(value) <= double(std::numeric_limits<float>::max()) ? Kind::number : Kind::too_large;
}

/// Returns the text of a field with doubled quotes reduced. It is in the file or in `scratch`.
inline std::string_view content(const Field& field, std::string& scratch) {
    if (!field.quoted || field.text().find('"') == std::string_view::npos) return field.text();
    scratch.clear();
    for (const char* p = field.begin; p < field.end; ++p) {
        if (*p == '"' && p + 1 < field.end && p[1] == '"') ++p;
        scratch += *p;
    }
    return scratch;
}

/// Returns a field for messages and axis names: doubled quotes reduced, no line breaks, at most 40 characters.
inline std::string printable(const Field& field) {
    std::string quotes, scratch;
    return std::string(clean_word(content(field, quotes), scratch, 43));
}

}  // namespace neighborscope::csv
