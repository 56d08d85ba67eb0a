// Cooperation of the 32 lanes of a warp: sums of several points at once, and the farthest or nearest entry of a list.
#pragma once
#include "gpu/kernels/distance.cuh"

namespace neighborscope::NEIGHBORSCOPE_DEVICE {

constexpr unsigned all_lanes = ~0u;

/// Joins the lanes' values of `Count` points (a power of two up to 32) in fewer shuffles than one butterfly per point: each step
/// halves the points of a lane until it has one; then butterfly steps follow. Every lane gets the joined value
/// of point `point_of_lane<Count>(lane)`. The order of joining is a tree over lanes, the same for every point and device.
template <class Metric, int Count, class T>
__device__ __forceinline__ T join_lanes(T (&value)[Count], int lane) {
    int mask = 16;
#pragma unroll
    for (int half = Count / 2; half >= 1; half /= 2) {
        const bool upper = lane & mask;  // keeps the upper half of the points, sends the lower half
#pragma unroll
        for (int i = 0; i < half; ++i) {
            const T keep = upper ? value[half + i] : value[i], give = upper ? value[i] : value[half + i];
            value[i] = Metric::join(keep, __shfl_xor_sync(all_lanes, give, mask));
        }
        mask /= 2;
    }
    T joined = value[0];
#pragma unroll
    for (int m = 16 / Count; m >= 1; m /= 2) joined = Metric::join(joined, __shfl_xor_sync(all_lanes, joined, m));
    return joined;
}

/// The point whose value a lane holds after join_lanes; the lanes with lane % (32 / Count) == 0 hold each point once, ascending.
template <int Count>
__device__ __forceinline__ int point_of_lane(int lane) {
    return lane / (32 / Count);
}

/// One bit for the first lane of every point.
template <int Count>
constexpr unsigned leading_lanes() {
    unsigned lanes = 0;
    for (int i = 0; i < Count; ++i) lanes |= 1u << (i * (32 / Count));
    return lanes;
}

__device__ __forceinline__ Key warp_maximum(Key key) {
#pragma unroll
    for (int m = 16; m >= 1; m /= 2) {
        const Key other = __shfl_xor_sync(all_lanes, key, m);
        key = other > key ? other : key;
    }
    return key;
}

__device__ __forceinline__ Key warp_minimum(Key key) {
#pragma unroll
    for (int m = 16; m >= 1; m /= 2) {
        const Key other = __shfl_xor_sync(all_lanes, key, m);
        key = other < key ? other : key;
    }
    return key;
}

/// The largest entry of a list and its position; every lane gets both. The list must be visible to the whole warp.
__device__ __forceinline__ Key warp_farthest(const Key* list, int length, int lane, int& place) {
    Key far = 0;
    int where = 0;
    for (int i = lane; i < length; i += 32) {
        const Key entry = list[i];
        if (entry >= far) {
            far = entry;
            where = i;
        }
    }
    const Key farthest = warp_maximum(far);
    const unsigned owners = __ballot_sync(all_lanes, lane < length && far == farthest);
    place = __shfl_sync(all_lanes, where, __ffs(int(owners)) - 1);
    return farthest;
}

/// The entry of rank `rank` (from 1) of an unordered list, found by removing the smallest `rank` times; no_key if there are fewer.
__device__ __forceinline__ Key warp_key_of_rank(const Key* list, int length, int rank, int lane) {
    if (rank > length) return no_key;
    Key found = 0;
    for (int round = 0; round < rank; ++round) {
        Key near = no_key;
        for (int i = lane; i < length; i += 32) {
            const Key entry = list[i];
            if ((round == 0 || entry > found) && entry < near) near = entry;
        }
        found = warp_minimum(near);
    }
    return found;
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE
