// The mean of rows, as a sum in two steps in an order that is the same on both devices.
#pragma once
#include "gpu/device/simt.hpp"

namespace neighborscope::NEIGHBORSCOPE_DEVICE {

constexpr int mean_dimensions = 32;  ///< of one block

/// Threads of a block in which `parts` threads share the rows. On the host executor synchronising costs more than one thread working alone.
constexpr unsigned mean_threads(int parts) {
#if defined(__CUDACC__)
    return unsigned(mean_dimensions * parts);
#else
    return parts > 0 ? 1 : 0;
#endif
}

/// Computes mean[d] of row_at(0 .. count) for `mean_dimensions` dimensions from `first` on. Part p sums rows p, p + Parts, ... in double
/// precision; then the parts are added in order. Called by all mean_threads(Parts) threads of a block, once; count > 0.
template <int Parts, class RowAt>
__device__ void block_mean(RowAt row_at, std::int64_t count, int dimension, int first, float* mean) {
    constexpr int threads = int(mean_threads(Parts)), lanes = threads < mean_dimensions ? 1 : mean_dimensions, sharers = threads / lanes,
                  of_lane = mean_dimensions / lanes;
    __shared__ double sums[Parts][mean_dimensions];
    const int lane = int(threadIdx.x) % lanes, sharer = int(threadIdx.x) / lanes;
    for (int part = sharer; part < Parts; part += sharers) {
        double sum[of_lane] = {};
        for (std::int64_t i = part; i < count; i += Parts) {
            const float* const row = row_at(i) + first;
#pragma unroll
            for (int own = 0; own < of_lane; ++own)
                if (const int d = lane + own * lanes; first + d < dimension) sum[own] += double(__ldg(row + d));
        }
#pragma unroll
        for (int own = 0; own < of_lane; ++own) sums[part][lane + own * lanes] = sum[own];
    }
    __syncthreads();
    if (sharer > 0) return;
    for (int d = lane; d < mean_dimensions && first + d < dimension; d += lanes) {
        double sum = sums[0][d];
        for (int part = 1; part < Parts; ++part) sum += sums[part][d];
        mean[first + d] = float(sum / double(count));
    }
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE
