// The last step of every way to a DataSet.
#pragma once
#include "app/data/data_set.hpp"

namespace neighborscope {

/// DataSet::hash of the data as it stands. Of the progress only `stop` is looked at.
std::uint64_t hash_of(const DataSet&, const Progress& = {});

/// DataSet::shown of the data as they stand.
std::array<int, 3> axes_to_show(const DataSet&);

}  // namespace neighborscope
