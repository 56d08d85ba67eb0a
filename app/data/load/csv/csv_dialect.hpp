// How a text separates its columns, found from its first records.
#pragma once
#include "app/data/load/csv/csv_text.hpp"
#include "app/data/load/input_file.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace neighborscope::csv {

constexpr std::size_t most_columns = 100000;

/// The first records of a text, in one dialect: up to 1000 or 256 KiB, two at least.
struct Sample {
    Dialect dialect;
    std::vector<std::vector<Field>> records;
    const char* end = nullptr;  ///< where the next record begins
    double agreement = 0;       ///< share of records with as many fields as the first; 0.9 with `row_names`
    /// The first record names all columns but the first one, which holds names of rows: as write.table of R has it.
    bool row_names = false;
    std::size_t width() const { return records.empty() ? 0 : records.front().size() + (row_names ? 1 : 0); }
};

/// What follows a delimiter that closes a line.
inline bool is_empty_field(const Field& field) { return field.begin == field.end && !field.quoted; }

Sample take_sample(const char* begin, const char* end, const Dialect&);

/// "1,5", "-1,5E+03": a number with one comma between digits.
bool is_comma_decimal(std::string_view text);

struct FoundDialect {
    Sample sample;                ///< in the dialect found
    const char* begin = nullptr;  ///< of the records: what a first line says of all was passed over
    /// The line above `begin` that names the columns, as CloudCompare's "//X Y Z" above the number of points; null without one.
    const char* names = nullptr;
    std::int64_t announced = -1;    ///< how many word vectors the first line says there are
    const char* reached = nullptr;  ///< so far into the text was looked
};

/// A delimiter that splits most records alike wins over blanks, because "1, 2, 3" splits at its blanks too. Word vectors are known by
/// their shape: a word and the same number of numbers in each line, above them, as word2vec has it, how many lines and numbers; without
/// that line there are 10 numbers at least, or a word that other tables cannot hold, such as " or #. `cut`: the text goes on behind its end.
FoundDialect find_dialect(std::string_view text, bool cut);

}  // namespace neighborscope::csv
