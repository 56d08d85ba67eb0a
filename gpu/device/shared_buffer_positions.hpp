// The positions that a picture draws, computed on the device of the points.
#pragma once
#include "gpu/knn.hpp"

#include <array>

namespace neighborscope {

/// Makes float[count][3] on `device`: the first `axes` (2 or 3) coordinates are those of each point along the axes `which`; the rest are 0,
/// also for axes that the points do not have. Memory Error when it does not fit.
DeviceMemory positions_of(const Points&, DeviceKind device, int axes, std::array<int, 3> which = {0, 1, 2});

}  // namespace neighborscope
