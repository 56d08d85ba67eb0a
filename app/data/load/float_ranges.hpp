// The least and the largest value of every column of float32 rows, several values at a time.
#pragma once
#include <cstddef>
#include <vector>

namespace neighborscope {

struct FloatRange {
    float minimum = 0, maximum = 0;
};

/// Of [rows][ranges.size()] values, one row at least, to `ranges`. False when some value is NaN or infinite.
bool ranges_of(const float* values, std::size_t rows, std::vector<FloatRange>& ranges);

}  // namespace neighborscope
