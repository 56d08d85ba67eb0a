// Finds how a text separates its columns, from its first records.
#pragma once
#include "app/data/load/csv/csv_text.hpp"
#include "app/data/load/input_file.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace neighborscope::csv {

constexpr std::size_t most_columns = 100000;

/// The first records of a text in one dialect: up to 1000 or 256 KiB, at least two.
struct Sample {
    Dialect dialect;
    std::vector<std::vector<Field>> records;
    const char* end = nullptr;  ///< the beginning of the next record
    double agreement = 0;       ///< share of records with as many fields as the first; 0.9 with `row_names`
    /// The first record names all columns except the first, which holds names of rows (as write.table in R writes).
    bool row_names = false;
    std::size_t width() const { return records.empty() ? 0 : records.front().size() + (row_names ? 1 : 0); }
};

/// Whether the field is empty, as after a delimiter at the end of a line.
inline bool is_empty_field(const Field& field) { return field.begin == field.end && !field.quoted; }

Sample take_sample(const char* begin, const char* end, const Dialect&);

/// "1,5", "-1,5E+03": a number with one comma between digits.
bool is_comma_decimal(std::string_view text);

struct FoundDialect {
    Sample sample;                ///< in the dialect found
    const char* begin = nullptr;  ///< where the records begin, after an optional first line about the whole file
    /// The line above `begin` that names the columns, as CloudCompare's "//X Y Z" above the number of points; null if there is none.
    const char* names = nullptr;
    std::int64_t announced = -1;    ///< the number of word vectors in the first line; -1 without
    const char* reached = nullptr;  ///< the end of the examined text
};

/// A delimiter that splits most records into equal counts is preferred to blanks, because "1, 2, 3" splits at its blanks too. Word vectors
/// are recognised by their form: in each line a word and the same number of numbers; word2vec begins with a line that has the numbers of
/// lines and of dimensions. Without that line, at least 10 numbers are needed, or a word that is impossible in other tables, such as " or
/// #. `cut`: the text continues after its end.
FoundDialect find_dialect(std::string_view text, bool cut);

}  // namespace neighborscope::csv
