// Finds the points that queries coincide with.
#pragma once
#include "app/data/points/data_set.hpp"

#include <cstdint>
#include <vector>

namespace neighborscope {

/// Returns for each query ([count][dimension], relative to the data's origin) the first row with exactly its coordinates, else -1. The
/// result is empty when no query coincides with a point.
std::vector<std::int32_t> coincident_rows(const DataSet&, const std::vector<float>& queries);

}  // namespace neighborscope
