// Neighbour lists in arrays of numbers: NPZ, NPY, HDF5.
#pragma once
#include "app/data/lists/lists_parts.hpp"
#include "app/data/load/number_columns.hpp"

#include <functional>
#include <optional>

namespace neighborscope::lists {

/// An array before it is read.
struct ListArray {
    std::string name;
    std::uint64_t rows = 0, columns = 1;
    int dimensions = 0;
    bool numbers = false, integers = false;  ///< by its type
    std::optional<Error> error;              ///< why it cannot be read
};

/// A matrix of numbers, row by row.
struct Matrix : NumberMatrix {
    Matrix(const NumberMatrix& matrix, const char* first) : NumberMatrix(matrix), first(first) {}
    NumberColumn row(std::uint64_t row) const { return {first + row * row_stride, column_stride, number}; }
    const char* first;
};

/// Reads lists from the arrays with known names, else from the only matrix of integers and the other matrix of its shape. `open` reads an
/// array, whose numbers must stay in place. Input Errors: no such arrays, several, other shapes, indices that refuse_index refuses.
ForeignLists read_arrays(const std::string& path, const std::vector<ListArray>&, const std::function<Matrix(int)>& open, const Progress&);
/// The same from one checked matrix of indices, for which require_room found memory.
ForeignLists read_indices(const std::string& path, const Matrix&, const Progress&);

/// Whether the arrays are lists and not points: by their names, for arr_0 and arr_1 by their types.
bool arrays_name_lists(const std::vector<ListArray>&);

}  // namespace neighborscope::lists
