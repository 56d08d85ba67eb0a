#include "gpu/device/shared_buffer_positions.hpp"

#include <algorithm>

namespace neighborscope {

// Both are defined in gather_positions.cu, which is compiled once per device.
namespace host {
void gather_positions(const Points&, int axes, std::array<int, 3> which, float* positions);
}
namespace cuda {
void gather_positions(const Points&, int axes, std::array<int, 3> which, float* positions);
}

DeviceMemory positions_of(const Points& points, DeviceKind device, int axes, std::array<int, 3> which) {
    DeviceMemory positions(device, std::size_t(points.count) * 3 * sizeof(float), "the positions to draw");
    const int shown = std::min(axes, points.dimension);
    auto* to = static_cast<float*>(positions.data());
#ifdef NEIGHBORSCOPE_WITH_CUDA
    if (device == DeviceKind::cuda) {
        cuda::gather_positions(points, shown, which, to);
        return positions;
    }
#endif
    host::gather_positions(points, shown, which, to);
    return positions;
}

}  // namespace neighborscope
