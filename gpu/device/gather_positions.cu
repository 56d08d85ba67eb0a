// Copies rows of any dimension into the three floats per point that OpenGL draws.
#include "gpu/device/simt.hpp"
#include "gpu/knn.hpp"

#include <array>

namespace neighborscope::NEIGHBORSCOPE_DEVICE {

/// Sets positions[count][3] to the coordinates first, second and third of each row, `axes` of them, the rest to 0. One thread per output
/// float, grid-stride, so that writes are coalesced for any dimension.
__global__ void gather_axes(
    const float* coordinates, long long count, int dimension, int axes, int first, int second, int third, float* positions) {
    const long long stride = static_cast<long long>(gridDim.x) * blockDim.x;
    for (long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x; i < 3 * count; i += stride) {
        const long long row = i / 3;
        const int axis = static_cast<int>(i - 3 * row);
        positions[i] = axis < axes ? coordinates[row * dimension + (axis == 0 ? first : axis == 1 ? second : third)] : 0.0f;
    }
}

/// Launches and waits. `positions` lies on the same device as the points.
void gather_positions(const Points& points, int axes, std::array<int, 3> which, float* positions) {
    if (points.count == 0) return;
    constexpr unsigned block = 256;
    const long long blocks_of_all = (3 * points.count + block - 1) / block, blocks_at_once = 8LL * limits().multiprocessors;
    Stream stream;
    launch(stream, {dim3(static_cast<unsigned>(std::min(blocks_of_all, blocks_at_once))), dim3(block), 0}, KERNEL(gather_axes),
        points.coordinates, static_cast<long long>(points.count), points.dimension, axes, which[0], which[1], which[2], positions);
    stream.wait();
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE
