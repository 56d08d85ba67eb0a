// How the lanes of a warp share rows, and how the sums of several queries and points are joined.
#pragma once
#include "gpu/kernels/warp.cuh"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::stream {

/// `Lanes` lanes share a row, so that a warp reads 32 / Lanes adjacent rows together; each lane works on `Points` rows at
/// once, which share every read of a query, and has `Pieces` pieces of each in flight. A piece is `Width` floats.
template <int Lanes, int Points, int Pieces, int Width>
struct Reading {
    static constexpr int lanes = Lanes, points = Points, pieces = Pieces, width = Width;
    static constexpr int groups = 32 / Lanes;        ///< of lanes, one row each
    static constexpr int rows = groups * Points;     ///< of a warp's tile
    static constexpr int stride = Lanes * Width;     ///< coordinates that a group reads at once
    static constexpr int stretch = Pieces * stride;  ///< coordinates in flight; rows are padded to whole stretches
    using Piece = std::conditional_t<Width == 4, float4, float>;
};

__device__ __forceinline__ float4 read_once(const float4* p) { return __ldcs(p); }
__device__ __forceinline__ float read_once(const float* p) { return __ldg(p); }  // its neighbours in the sector are read next

template <class Metric>
__device__ __forceinline__ float accumulate(float sum, float4 a, float4 b) {
    sum = Metric::accumulate(sum, a.x, b.x);
    sum = Metric::accumulate(sum, a.y, b.y);
    sum = Metric::accumulate(sum, a.z, b.z);
    return Metric::accumulate(sum, a.w, b.w);
}
template <class Metric>
__device__ __forceinline__ float accumulate(float sum, float a, float b) {
    return Metric::accumulate(sum, a, b);
}

/// How many of `Count` sums remain in a lane after join_row has distributed them over `Lanes` lanes.
template <int Count, int Lanes>
constexpr int sums_left() {
    int left = Count;
    for (int mask = Lanes / 2; mask >= 1; mask /= 2) left = (left + 1) / 2;
    return left;
}

/// Joins `Count` sums over the lanes whose numbers differ below 2 * Mask: in each step a lane sends half of its sums and receives
/// its partner's part of the other half, so that all of them cost less than one shuffle each. The order of joining is a tree over
/// lanes, the same for every sum and on both devices.
template <class Metric, int Count, int Mask>
__device__ __forceinline__ void join_row(float* sum, int lane) {
    if constexpr (Mask >= 1) {
        constexpr int half = (Count + 1) / 2;
        if constexpr (Count > 1) {
            const bool upper = lane & Mask;
#pragma unroll
            for (int i = 0; i < half; ++i) {
                const float low = sum[i], high = half + i < Count ? sum[half + i] : 0;
                sum[i] = Metric::join(upper ? high : low, __shfl_xor_sync(all_lanes, upper ? low : high, Mask));
            }
        } else {
            sum[0] = Metric::join(sum[0], __shfl_xor_sync(all_lanes, sum[0], Mask));
        }
        join_row<Metric, half, Mask / 2>(sum, lane);
    }
}

/// The sums [first, last) that a lane holds after join_row; none if another lane holds the same one.
struct OwnSums {
    int first, last;
};
template <int Count, int Lanes>
__device__ __forceinline__ OwnSums own_sums(int lane) {
    OwnSums own{0, Count};
    int left = Count;
#pragma unroll
    for (int mask = Lanes / 2; mask >= 1; mask /= 2) {
        const int half = (left + 1) / 2;
        if (left == 1) {
            if (lane & mask) own.last = own.first;
        } else if (lane & mask) {
            own.first += half;
        } else {
            own.last = min(own.last, own.first + half);
        }
        left = half;
    }
    return own;
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::stream
