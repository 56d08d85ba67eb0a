// The last step of every way to a DataSet.
#pragma once
#include "app/data/data_set.hpp"

namespace neighborscope {

/// DataSet::hash of the data as it stands. Of the progress only `stop` is looked at.
std::uint64_t hash_of(const DataSet&, const Progress& = {});

}  // namespace neighborscope
