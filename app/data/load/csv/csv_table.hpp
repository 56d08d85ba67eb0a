// Separated text read whole: coordinates, and of the further columns those that were chosen, in one go.
#pragma once
#include "app/data/load/csv/csv_layout.hpp"
#include "app/data/load/reader.hpp"

namespace neighborscope::csv {

/// What becomes of the columns of a table. Columns from 0.
struct TablePlan {
    struct QuantityColumn {
        int column = 0;
        bool words = false;  ///< else numbers, as long as every value is one
    };
    std::vector<int> coordinates;            ///< a column holds as many as ColumnFacts::parts says, where it does
    std::vector<QuantityColumn> quantities;  ///< ascending; a coordinate may be a quantity too
    std::vector<int> colours;                ///< none; one of #rrggbb; or red, green and blue
    double colour_scale = 1;                 ///< of red, green and blue, to 0 - 255
};

/// Fills dimension, coordinates, origin, axes, file_rows, skipped and quantities. A column that was to hold
/// numbers but holds a text somewhere becomes words, all of it. Input Errors with line and column: a row of other width, a
/// coordinate that is no number, a NUL byte, a quote that is never closed, no rows.
DataSet read_table(const InputFile&, const Layout&, const TablePlan&, const ReadOptions&, const Progress&);

/// "path:12", where row `row` of the data (from 0, header not counted) begins. It reads the file up to there.
std::string place_of_row(const InputFile&, const Layout&, std::int64_t row);

}  // namespace neighborscope::csv
