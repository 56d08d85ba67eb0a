// Cuts JSON text into unparsed rows: lines, or the elements of one array. Specification: RFC 8259, jsonlines.org, RFC 7946 (GeoJSON).
#pragma once
#include "app/data/load/text_rows.hpp"

#include <string_view>

namespace neighborscope::json {

struct Rows {
    bool lines = true;            ///< else elements of one array
    bool degrees = true;          ///< for a FeatureCollection: it declares no reference system other than longitude and latitude
    text_rows::TextPieces cut{};  ///< in pieces of about 512 KiB, at the beginnings of rows
};

/// Rows are the lines if several lines each hold one JSON value; else the elements of the file's one array: features of GeoJSON, or the
/// only member that is an array of arrays or objects. A single object or array of numbers is one row. Input Errors with the line: unclosed
/// brackets, several values on a line, no rows.
Rows find_rows(const InputFile&, const Progress&);

/// Returns the end of the value that begins at `p`; null if it does not end before `end`.
const char* end_of_value(const char* p, const char* end);

constexpr bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

/// Calls `visit(std::string_view)` for every row of a piece.
template <class Visit>
void for_each_row(const Rows& rows, std::size_t piece, const Visit& visit) {
    const char *p = rows.cut.begins[piece], *last = rows.cut.begins[piece + 1];
    if (rows.lines) {
        text_rows::for_each_row(p, last, text_rows::HoldsText{}, [&](const char* line, const char* end) {
            visit(std::string_view(line, std::size_t(end - line)));
            return true;
        });
        return;
    }
    for (std::size_t left = rows.cut.rows[piece]; left > 0; --left) {  // find_rows has validated these
        while (is_space(*p) || *p == ',') ++p;
        const char* end = end_of_value(p, last);
        visit(std::string_view(p, std::size_t(end - p)));
        p = end;
    }
}

}  // namespace neighborscope::json
