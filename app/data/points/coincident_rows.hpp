// Which points queries stand on.
#pragma once
#include "app/data/points/data_set.hpp"

#include <cstdint>
#include <vector>

namespace neighborscope {

/// For each query ([count][dimension], relative to the data's origin) the first row at exactly its place, else -1; empty when no query
/// stands on a point.
std::vector<std::int32_t> coincident_rows(const DataSet&, const std::vector<float>& queries);

}  // namespace neighborscope
