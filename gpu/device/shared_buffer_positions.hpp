// The positions that a picture draws, made where the points are.
#pragma once
#include "gpu/knn.hpp"

namespace neighborscope {

/// float[count][3] on `device`: the first `axes` (2 or 3) coordinates of each point, 0 in the rest (also when there are fewer).
/// Memory Error when it does not fit.
DeviceMemory positions_of(const Points&, DeviceKind device, int axes);

}  // namespace neighborscope
