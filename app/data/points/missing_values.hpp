// Rows of a table that lack a number: how many rows a choice of columns loses, since a point needs a number on every axis.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace neighborscope {

/// Which of the first rows of a table lack values, by column.
struct MissingValues {
    std::int64_t rows = 0;                    ///< number of rows examined
    bool all = true;                          ///< these are all rows of the table
    std::vector<std::vector<int>> of_column;  ///< [columns]: rows without a number in the column, ascending from 0

    std::int64_t missing_values(int column) const { return std::int64_t(of_column[std::size_t(column)].size()); }
    /// Whether more than half of the rows have no number in the column.
    bool is_mostly_missing(int column) const { return 2 * missing_values(column) > rows; }
    /// Returns how many rows are lost if these columns are the coordinates: rows that lack at least one number.
    std::int64_t lost_rows(std::span<const int> columns) const;
    /// Returns `columns` without those that lack most numbers, so that at least half of the rows are kept. At least one column is left.
    std::vector<int> columns_that_keep_most_rows(std::vector<int> columns) const;
};

/// "328 of 500 rows lack a number in Preis"; "650 of the first 1000 rows ..." if not `all`. Names are joined as in a sentence: "Preis or
/// Hoehe", "x, y or 3 more columns".
std::string missing_values_text(std::int64_t lost_rows, std::int64_t rows, bool all, const std::vector<std::string>& names);

/// Columns of numbers that a reader did not choose because most rows would have been lost.
struct SkippedColumns {
    std::int64_t rows = 0;  ///< as in MissingValues
    bool all = true;
    struct Column {
        std::string name;
        std::int64_t missing_values = 0;
    };
    std::vector<Column> columns;
};

/// "Not taken as coordinates: Preis (328 of 500 rows lack a number), Hoehe (301)"; "" without any.
std::string skipped_columns_text(const SkippedColumns&);

}  // namespace neighborscope
