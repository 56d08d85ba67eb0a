// Finds the layout of a text file from its first records: delimiter, header, names, columns of numbers.
#pragma once
#include "app/data/load/csv/compound_fields.hpp"
#include "app/data/load/input_file.hpp"
#include "app/data/points/data_set.hpp"
#include "gpu/error.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace neighborscope::csv {

/// What the examined records show about one column.
struct ColumnFacts {
    int numbers = 0, texts = 0;          ///< counts of values
    int above_byte = 0, above_zero = 0;  ///< counts of numbers above 255, and above 0
    Field first_text;                    ///< the first of the counted texts
    int different = 0;                   ///< how many distinct values there are, compared as text
    bool whole = true;                   ///< every number is an integer
    bool codes = false;                  ///< every value has the same number of digits, and some begin with 0: post codes
    bool colours = false;                ///< there are texts, and all are #rrggbb
    FieldForm form = FieldForm::text;    ///< point or vector: there are texts, and most are points or other geometry, or vectors
    int parts = 0;                       ///< count of numbers in the first of these; 0 for a text
    bool same_number_of_parts = true;    ///< all of them have as many
    bool degrees = false;                ///< the first point declares longitude and latitude
    double minimum = 0, maximum = 0;     ///< of the numbers; infinite beyond float32
    std::vector<std::string> examples;   ///< from the first rows, see TablePreview

    bool mostly_numbers() const { return numbers > 0 && numbers >= texts; }
    bool only_numbers() const { return numbers > 0 && texts == 0 && !codes; }
    bool empty() const { return numbers == 0 && texts == 0; }
};

struct Layout {
    Dialect dialect;
    const char* data = nullptr;       ///< the first record of data; at the start of a line
    const char* end = nullptr;        ///< end of the text
    const char* looked_at = nullptr;  ///< the first record that was not examined
    int columns = 0;
    std::vector<std::string> names;  ///< [columns], or empty if the file has none; some may be ""
    bool header = false;             ///< the names are in a row of their own that is not a comment
    bool row_names = false;          ///< that row has no name for the first column, which holds names of rows
    std::int64_t announced = -1;     ///< the number of word vectors in the first line; -1 without
    std::vector<ColumnFacts> facts;  ///< [columns]
    MissingValues missing_values;    ///< in the examined records
    bool is_final = true;            ///< bytes beyond those of the file (InputFile::is_partial) could not change this result

    std::string name_of(int column) const;    ///< "depth"; "column 3" without a name
    std::string in_column(int column) const;  ///< in messages: "column 'depth'", "column 3"
    /// Returns how many coordinates the column holds: 1, or the numbers in each of its fields.
    std::size_t width_of(int column) const { return std::size_t(std::max(1, facts[std::size_t(column)].parts)); }
};

/// Examines the first records (up to 1000 or 256 KiB, at least two). Input Errors: those of refuse_unsupported_text, LIBSVM text, an
/// unclosed quote, no records.
Layout find_layout(const InputFile&);

/// Returns the line (from 1) of this character.
std::size_t line_of(const InputFile&, const char* position);
/// "path:12"
std::string place(const InputFile&, const char* position);
/// Throws the input Error "path:12: cause; remedy".
[[noreturn]] void refuse_line(const InputFile&, const char* position, const std::string& cause, const std::string& remedy);
/// A decimal comma after the examined records, which had none. The file may be readable with decimal commas.
struct LateDecimalComma : Error {
    using Error::Error;
};
/// Throws the input Error with the line for a coordinate that is not a number or is too large.
[[noreturn]] void refuse_coordinate(const InputFile&, const Layout&, int column, const Field&, Kind);
/// Throws the input Error with the line if this part of the file has a NUL byte.
void refuse_nul(const InputFile&, std::string_view part);

}  // namespace neighborscope::csv
