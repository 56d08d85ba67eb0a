// Reads separated text as a whole: coordinates and the chosen quantities in one pass.
#pragma once
#include "app/data/load/csv/csv_layout.hpp"
#include "app/data/load/reader.hpp"

namespace neighborscope::csv {

/// The use of the columns of a table. Columns are numbered from 0.
struct TablePlan {
    struct QuantityColumn {
        int column = 0;
        bool words = false;  ///< else numbers, if every value is one
    };
    std::vector<int> coordinates;            ///< a column holds ColumnFacts::parts of them, if that is not 0
    std::vector<QuantityColumn> quantities;  ///< ascending; a column may be both a coordinate and a quantity
    std::vector<int> colours;                ///< none; one of #rrggbb; or red, green and blue
    double colour_scale = 1;                 ///< factor from red, green and blue to 0 - 255
};

/// Sets dimension, coordinates, origin, axes, file_rows, skipped and quantities. A column planned as numbers becomes words as a whole if it
/// holds a text. Input Errors with line and column: a row of another width, a coordinate that is not a number, a NUL byte, an unclosed
/// quote, no rows.
DataSet read_table(const InputFile&, const Layout&, const TablePlan&, const ReadOptions&, const Progress&);

/// Returns "path:12", the beginning of row `row` of the data (from 0, header not counted). Reads the file up to there.
std::string place_of_row(const InputFile&, const Layout&, std::int64_t row);

}  // namespace neighborscope::csv
