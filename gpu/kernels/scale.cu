#include "gpu/device/simt.hpp"
#include "gpu/kernels/scale.hpp"

namespace neighborscope::NEIGHBORSCOPE_DEVICE {

__global__ void scale_by_power_of_two(const float* from, float* to, std::size_t count, int exponent) {
    const std::size_t stride = std::size_t(gridDim.x) * blockDim.x;
    for (std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += stride) to[i] = ldexpf(from[i], exponent);
}

void scale_values(const float* from, float* to, std::size_t count, int exponent) {
    Stream stream;
    const unsigned blocks = unsigned(std::min<std::size_t>((count + 255) / 256, 4096));
    launch(stream, {blocks, 256}, KERNEL(scale_by_power_of_two), from, to, count, exponent);
    stream.wait();
}

/// In float64, as cosine_of does. NaN stays NaN.
__global__ void half_of_squares(float* values, std::size_t count) {
    const std::size_t stride = std::size_t(gridDim.x) * blockDim.x;
    for (std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += stride) {
        const double half = 0.5 * double(values[i]) * double(values[i]);
        values[i] = half > 2 ? 2.0f : float(half);
    }
}

void cosine_distances(float* values, std::size_t count) {
    if (count == 0) return;
    Stream stream;
    const unsigned blocks = unsigned(std::min<std::size_t>((count + 255) / 256, 4096));
    launch(stream, {blocks, 256}, KERNEL(half_of_squares), values, count);
    stream.wait();
}

/// NaN, which stands behind the end of a list, stays as it is: subtracted, it would have other bits on each device.
__global__ void subtract_from_zero(float* values, std::size_t count) {
    const std::size_t stride = std::size_t(gridDim.x) * blockDim.x;
    for (std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += stride) {
        const float value = values[i];
        if (value == value) values[i] = 0.0f - value;
    }
}

void change_signs(float* values, std::size_t count) {
    if (count == 0) return;
    Stream stream;
    const unsigned blocks = unsigned(std::min<std::size_t>((count + 255) / 256, 4096));
    launch(stream, {blocks, 256}, KERNEL(subtract_from_zero), values, count);
    stream.wait();
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE
