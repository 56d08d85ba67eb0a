// The vectors that an index stores, as points.
#pragma once
#include "app/data/points/data_set.hpp"
#include "gpu/index/stored_index.hpp"
#include "gpu/progress.hpp"

namespace neighborscope::index_files {

/// All rows, decoded, in their order, without an origin. A memory Error when they do not fit, an input Error when the file has none,
/// there are no
/// rows, or a value is no finite number.
DataSet points_of(const stored::StoredIndex&, const std::string& path, const Progress& = {});

}  // namespace neighborscope::index_files
