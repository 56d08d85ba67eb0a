// Chooses the coordinates and quantities among the columns of one numpy array.
#pragma once
#include "app/data/load/npy/npy_header.hpp"

#include <optional>
#include <vector>

namespace neighborscope::npy {

/// Columns in a file, which must outlive them.
struct Columns {
    std::size_t rows = 0;
    std::vector<NumberColumn> coordinates;
    std::vector<ColumnQuantity> quantities;
    std::optional<ColumnColours> colours;
    int label = -1, title = -1;  ///< indices into `quantities`
};

/// For a matrix, chooses the given columns, or all. For records, the given fields, or x, y (and z), or all numbers; red, green and blue are
/// colours, and the other fields quantities. Errors as chosen_columns and check_dimension; an input Error if there is only text.
Columns choose_columns(const InputFile&, const Header&, const LoadOptions&);

/// Returns a one-dimensional array as a quantity of that name.
ColumnQuantity quantity_of(const InputFile&, const Header&, const std::string& name);

/// Whether a packed matrix can be read without holding it: no column is a quantity, and no row is wider than `largest_row_unpacked`; for
/// columns one after another, whether they are long enough for one stream each.
bool only_coordinates(const std::string& path, const Header&, const LoadOptions&);

/// Adds the chosen quantities to points that were read.
void add_quantities(DataSet&, const std::string& path, const Columns&, const ReadOptions&, const Progress&);

/// Reads the chosen columns.
DataSet read_columns(const std::string& path, const Columns&, const ReadOptions&, const Progress&);

}  // namespace neighborscope::npy
