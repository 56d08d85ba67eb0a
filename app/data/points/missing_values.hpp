// Rows of a table that lack a number, which a point needs on every axis: how many are lost by which choice of columns.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace neighborscope {

/// What the first rows of a table say, column by column.
struct MissingValues {
    std::int64_t rows = 0;                    ///< that were looked at
    bool all = true;                          ///< the table has no more
    std::vector<std::vector<int>> of_column;  ///< [columns]: those without a number there, ascending from 0

    std::int64_t missing_values(int column) const { return std::int64_t(of_column[std::size_t(column)].size()); }
    /// Whether more than half of the rows have no number there.
    bool is_mostly_missing(int column) const { return 2 * missing_values(column) > rows; }
    /// How many rows are lost when these columns are the coordinates: those that lack one number or more.
    std::int64_t lost_rows(std::span<const int> columns) const;
    /// `columns` without those that lack most numbers, as many as it takes to keep half of the rows. One column is left at least.
    std::vector<int> columns_that_keep_most_rows(std::vector<int> columns) const;
};

/// "328 of 500 rows lack a number in Preis"; "650 of the first 1000 rows ..." unless these are `all`. Names as in a sentence: "Preis or
/// Hoehe", "x, y or 3 more columns".
std::string missing_values_text(std::int64_t lost_rows, std::int64_t rows, bool all, const std::vector<std::string>& names);

/// Columns of numbers that a reader's guess did not take, as it would have lost most rows.
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
