// The bounding box of all points, computed on the device.
#pragma once
#include "gpu/kernels/ordered.cuh"

namespace neighborscope::NEIGHBORSCOPE_DEVICE {

/// *to becomes `value` if that is greater. Both must be non-negative: such floats are ordered like their bits.
__device__ __forceinline__ void raise_to(float* to, float value) { atomicMax(reinterpret_cast<int*>(to), __float_as_int(value)); }

constexpr unsigned extent_threads = 512;  ///< of a block of find_extent
inline unsigned extent_blocks(std::int64_t count) {
    const std::int64_t wanted = (count + extent_threads - 1) / extent_threads;
    return unsigned(std::min<std::int64_t>(wanted, 2 * std::int64_t(limits().multiprocessors)));
}

/// Writes minima to extent[0 .. D) and maxima to extent[D .. 2 D), as ordered numbers, minima inverted, so that both only grow from zero.
template <int Dimension>
__global__ void __launch_bounds__(extent_threads) find_extent(const float* coordinates, std::int64_t count, unsigned* extent) {
    __shared__ unsigned of_block[2 * Dimension];
    if (threadIdx.x < 2 * Dimension) of_block[threadIdx.x] = 0;
    unsigned low[Dimension], high[Dimension];
    for (int d = 0; d < Dimension; ++d) low[d] = high[d] = 0;
    for (std::int64_t row = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x; row < count; row += std::int64_t(gridDim.x) * blockDim.x)
        for (int d = 0; d < Dimension; ++d) {
            const unsigned value = ordered(__ldg(coordinates + row * Dimension + d));
            low[d] = max(low[d], ~value);
            high[d] = max(high[d], value);
        }
    __syncthreads();
    for (int d = 0; d < Dimension; ++d) {
        const unsigned least = greatest_of_warp(low[d]), greatest = greatest_of_warp(high[d]);
        if (threadIdx.x % 32 == 0) {
            atomicMax(of_block + d, least);
            atomicMax(of_block + Dimension + d, greatest);
        }
    }
    __syncthreads();
    if (threadIdx.x < 2 * Dimension && of_block[threadIdx.x] != 0) atomicMax(extent + threadIdx.x, of_block[threadIdx.x]);
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE
