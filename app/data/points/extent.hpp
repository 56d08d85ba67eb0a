// The bounding box of all points, and the point in its middle.
#pragma once
#include "gpu/progress.hpp"

#include <cstdint>
#include <vector>

namespace neighborscope {
struct DataSet;

/// The bounding box relative to DataSet::origin, [dimension] each; empty without points.
struct Extent {
    std::vector<float> low, high;
};
/// Of the progress only `stop` is read.
Extent extent_of(const DataSet&, const Progress& = {});
/// Returns the row nearest to the centre of the box: the default query. -1 without points.
std::int64_t middle_row(const DataSet&, const Extent&, const Progress& = {});

}  // namespace neighborscope
