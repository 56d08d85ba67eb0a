// The box of all points, and the point in its middle.
#pragma once
#include "gpu/progress.hpp"

#include <cstdint>
#include <vector>

namespace neighborscope {
struct DataSet;

/// Relative to DataSet::origin, [dimension] each; empty without points.
struct Extent {
    std::vector<float> low, high;
};
/// Of the progress only `stop` is looked at.
Extent extent_of(const DataSet&, const Progress& = {});
/// The row nearest the middle of the box: the first query where none is asked for. -1 without points.
std::int64_t middle_row(const DataSet&, const Extent&, const Progress& = {});

}  // namespace neighborscope
