// Text with one row per line (PLY, PCD, OFF, OBJ, PTS, LIBSVM, ARFF...): cuts it at line starts into pieces for parallel reading, and reads
// numbers. CSV has its own code, because its quotes may contain line ends.
#pragma once
#include "app/data/files/parallel.hpp"
#include "app/data/load/csv/csv_layout.hpp"
#include "app/data/load/input_file.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

namespace neighborscope::text_rows {

using csv::line_end;  // the newline, or the end of the text
using csv::piece_bytes;
using csv::place;  // "path:12"
using csv::refuse_line;

/// Returns "path:12" for the last line, for a text that ends too early.
inline std::string last_place(const InputFile& file) {
    return place(file, file.size() > 0 && file.end()[-1] == '\n' ? file.end() - 1 : file.end());
}

constexpr bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v'; }

inline const char* skip_blanks(const char* p, const char* end) {
    while (p < end && is_blank(*p)) ++p;
    return p;
}

/// Throws the input Error if bytes other than blanks and zeros follow the last point of a binary file.
void refuse_rest(const InputFile&, const char* from, const char* remedy);

/// Returns the start of the line after the one with `p`, or the end of the text.
inline const char* next_line(const char* p, const char* end) {
    p = line_end(p, end);
    return p < end ? p + 1 : end;
}

inline bool read_number(const char*& p, const char* end, double& value) { return csv::parse_number(p, end, value); }

/// Returns the characters up to the next blank or line end, at most 40, for messages.
inline std::string word_at(const char* p, const char* end) {
    std::string word;
    for (; p < end && *p != '\n' && !is_blank(*p); ++p) {
        if (word.size() == 40) return word + "...";
        word += static_cast<unsigned char>(*p) < 32 || *p == 127 ? '?' : *p;
    }
    return word;
}

/// Recognises rows by the first non-blank character of a line and its end.
struct HoldsText {
    bool operator()(const char* first, const char* line_end) const { return first < line_end; }
};
struct HoldsTextBeforeComment {
    char comment = '#';
    bool operator()(const char* first, const char* line_end) const { return first < line_end && *first != comment; }
};

/// Calls `visit(first non-blank character, end of the line)` for every row of [p, last); `p` is the start of a line. `visit` may return
/// false to stop. Returns where the next line begins.
template <class IsRow, class Visit>
const char* for_each_row(const char* p, const char* last, const IsRow& is_row, const Visit& visit) {
    while (p < last) {
        const char* line = line_end(p, last);
        const char* first = skip_blanks(p, line);
        p = line < last ? line + 1 : last;
        if (is_row(first, line) && !visit(first, line)) break;
    }
    return p;
}

/// Pieces of about 512 KiB that begin at line starts.
struct TextPieces {
    std::vector<const char*> begins;  ///< [pieces + 1], the last is the end
    std::vector<std::size_t> rows;    ///< [pieces], exact
    std::size_t total() const {
        std::size_t sum = 0;
        for (const std::size_t n : rows) sum += n;
        return sum;
    }
};

/// Cuts [begin, end) of the file and counts the rows of each piece, in parallel. With `continued`, a line after one that ends in a
/// backslash belongs to it and begins no piece. An input Error with the line for a NUL byte.
template <class IsRow>
TextPieces cut(
    const InputFile& file, const char* begin, const char* end, const Progress& progress, const IsRow& is_row = {}, bool continued = false) {
    TextPieces result;
    const auto goes_on = [&](const char* newline) {
        const char* before = newline;
        while (before > begin && before[-1] == '\r') --before;
        return before > begin && before[-1] == '\\';
    };
    result.begins = csv::line_starts(begin, end, [&](const char* newline) { return continued && goes_on(newline); });
    result.rows.resize(result.begins.size() - 1);
    parallel_pieces(result.rows.size(), 0, Progress{{}, progress.stop}, [&](std::size_t i) {
        const char *p = result.begins[i], *last = result.begins[i + 1];
        csv::refuse_nul(file, {p, std::size_t(last - p)});
        std::size_t rows = 0;
        for_each_row(p, last, is_row, [&](const char*, const char*) { return bool(++rows); });
        result.rows[i] = rows;
    });
    return result;
}

/// Keeps the first `rows` rows (there must be as many) and returns where the next line begins.
template <class IsRow>
const char* keep_first_rows(TextPieces& cut, std::size_t rows, const IsRow& is_row = {}) {
    std::size_t piece = 0;
    while (piece + 1 < cut.rows.size() && rows > cut.rows[piece]) rows -= cut.rows[piece++];
    const char* last = cut.begins[piece];
    if (std::size_t left = rows)
        last = for_each_row(last, cut.begins[piece + 1], is_row, [&](const char*, const char*) { return --left > 0; });
    cut.begins.resize(piece + 1);
    cut.begins.push_back(last);
    cut.rows.resize(piece + 1);
    cut.rows[piece] = rows;
    return last;
}

}  // namespace neighborscope::text_rows
