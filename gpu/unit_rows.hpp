// Rows at unit length, whose Euclidean distances have the order of cosine distances.
#pragma once
#include "gpu/oracle/oracle.hpp"

namespace neighborscope {

/// Greater than any coordinate of a unit row. A row of zeros with this first coordinate is farther from a unit row than any unit row is.
inline constexpr float farther_than_unit_rows = 3;

/// Scales a row to unit length. A row of zeros gets farther_than_unit_rows as its first coordinate: returns false.
inline bool make_unit_row(float* row, int dimension) {
    if (unit_row(row, dimension, row)) return true;
    row[0] = farther_than_unit_rows;
    return false;
}

}  // namespace neighborscope
