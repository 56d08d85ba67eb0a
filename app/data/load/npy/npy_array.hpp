// The columns of one numpy array: which are coordinates, which come along.
#pragma once
#include "app/data/load/npy/npy_header.hpp"

#include <optional>
#include <vector>

namespace neighborscope::npy {

/// The columns lie in the file they come from, which must outlive them.
struct Columns {
    std::size_t rows = 0;
    std::vector<NumberColumn> coordinates;
    std::vector<ColumnQuantity> quantities;
    std::optional<ColumnColours> colours;
    int label = -1, title = -1;  ///< of the quantities
};

/// A matrix: the columns asked for, or all. Records: the fields asked for, or x, y (and z), or all numbers; red, green and blue are
/// colours, and the other fields quantities. Errors as chosen_columns and check_dimension; an input Error for text alone.
Columns choose_columns(const InputFile&, const Header&, const LoadOptions&);

/// A one-dimensional array as a quantity of that name.
ColumnQuantity quantity_of(const InputFile&, const Header&, const std::string& name);

/// Whether the rows of a matrix can be read one after another and then forgotten: none of its columns is kept beside coordinates, and
/// no row is wider than `largest_row_unpacked`; or, where columns follow one another, whether these are long enough for a stream each.
bool only_coordinates(const std::string& path, const Header&, const LoadOptions&);

/// Gives points that were read what was chosen beside coordinates.
void add_quantities(DataSet&, const std::string& path, const Columns&, const ReadOptions&, const Progress&);

/// Reads what was chosen.
DataSet read_columns(const std::string& path, const Columns&, const ReadOptions&, const Progress&);

}  // namespace neighborscope::npy
