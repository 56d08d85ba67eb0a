// What a text file is made of, found from its first records: delimiter, header, names, which columns are numbers.
#pragma once
#include "app/data/load/csv/compound_fields.hpp"
#include "app/data/load/input_file.hpp"
#include "app/data/points/data_set.hpp"
#include "gpu/error.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace neighborscope::csv {

/// What the records looked at say about one column.
struct ColumnFacts {
    int numbers = 0, texts = 0;          ///< of the values
    int above_byte = 0, above_zero = 0;  ///< how many of the numbers are above 255, and above 0
    Field first_text;                    ///< the first of `texts`
    int different = 0;                   ///< how many of the values differ, as they are written
    bool whole = true;                   ///< every number is a whole one
    bool codes = false;                  ///< digits, equally many in every value, and some begin with 0: post codes
    bool colours = false;                ///< there are texts, and all are #rrggbb
    FieldForm form = FieldForm::text;    ///< point or vector: there are texts, and most are points or other geometry, or vectors
    int parts = 0;                       ///< numbers in the first of these; 0 for a text
    bool same_number_of_parts = true;    ///< and in all of them
    bool degrees = false;                ///< the first point says that it has longitude and latitude
    double minimum = 0, maximum = 0;     ///< of the numbers; infinite beyond float32
    std::vector<std::string> examples;   ///< of the first rows, see TablePreview

    bool mostly_numbers() const { return numbers > 0 && numbers >= texts; }
    bool only_numbers() const { return numbers > 0 && texts == 0 && !codes; }
    bool empty() const { return numbers == 0 && texts == 0; }
};

struct Layout {
    Dialect dialect;
    const char* data = nullptr;       ///< where the first record of data begins; at a line's start
    const char* end = nullptr;        ///< of the text
    const char* looked_at = nullptr;  ///< where the first record begins that was not looked at
    int columns = 0;
    std::vector<std::string> names;  ///< [columns], or empty when the file has none; some may be ""
    bool header = false;             ///< the names stand in a row of their own, no comment
    bool row_names = false;          ///< that row has no name for the first column, which holds names of rows
    std::int64_t announced = -1;     ///< how many word vectors the first line says there are
    std::vector<ColumnFacts> facts;  ///< [columns]
    MissingValues missing_values;    ///< of the records looked at
    bool is_final = true;            ///< what stands beyond the file's bytes (InputFile::is_partial) could not change anything of this

    std::string name_of(int column) const;    ///< "depth"; "column 3" without a name
    std::string in_column(int column) const;  ///< for messages: "column 'depth'", "column 3"
    /// How many coordinates the column holds: 1, or the numbers in each of its fields.
    std::size_t width_of(int column) const { return std::size_t(std::max(1, facts[std::size_t(column)].parts)); }
};

/// Looks at the first records (up to 1000 or 256 KiB, two at least). Input Errors: those of refuse_unsupported_text, LIBSVM text, a
/// quote that is never closed, no records.
Layout find_layout(const InputFile&);

/// The line (from 1) that holds this character.
std::size_t line_of(const InputFile&, const char* position);
/// "path:12"
std::string place(const InputFile&, const char* position);
/// The input Error "path:12: cause; remedy".
[[noreturn]] void refuse_line(const InputFile&, const char* position, const std::string& cause, const std::string& remedy);
/// A decimal comma, of which the records looked at had none: with decimal commas the file may be read.
struct LateDecimalComma : Error {
    using Error::Error;
};
/// Throws the input Error with the line for a field that is no number, or one too large, where a coordinate is to stand.
[[noreturn]] void refuse_coordinate(const InputFile&, const Layout&, int column, const Field&, Kind);
/// Throws the input Error with the line when this part of the file holds a NUL byte.
void refuse_nul(const InputFile&, std::string_view part);

}  // namespace neighborscope::csv
