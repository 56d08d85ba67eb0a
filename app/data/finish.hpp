// The last step of every way to a DataSet.
#pragma once
#include "app/data/data_set.hpp"

namespace neighborscope {

/// DataSet::hash of the data as it stands.
std::uint64_t hash_of(const DataSet&);

}  // namespace neighborscope
