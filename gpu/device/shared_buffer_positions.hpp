// The positions that a picture draws, made where the points are.
#pragma once
#include "gpu/knn.hpp"

#include <array>

namespace neighborscope {

/// float[count][3] on `device`: `axes` (2 or 3) coordinates of each point, those of the axes `which`, 0 in the rest (also when there are
/// fewer). Memory Error when it does not fit.
DeviceMemory positions_of(const Points&, DeviceKind device, int axes, std::array<int, 3> which = {0, 1, 2});

}  // namespace neighborscope
