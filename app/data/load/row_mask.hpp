// Reads which rows a mask allows.
#pragma once
#include "gpu/progress.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace neighborscope {

/// Reads an NPY file: booleans or bytes, one for each of `rows` rows of the data's file, or other integers, the numbers of the rows that are
/// allowed. Returns [rows] whether each is allowed. Input Error with the place: another length, numbers that are not rows, other arrays.
std::vector<bool> read_row_mask(const std::string& path, std::int64_t rows, const Progress& = {});

}  // namespace neighborscope
