// Processing of a tile's products in registers; CUDA only, for every kind of tensor core.
//
// A warp has 16 queries and a tile's 128 points in PTX's m16n8 fragments: lane l has rows l / 4 and l / 4 + 8, and of eight
// adjacent points those at 2 (l % 4) and the next: sum[4 n + 2 i + j] is row i, point 8 n + 2 (l % 4) + j.
#pragma once
#include "gpu/methods/fused/product.hpp"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::fused {

/// Value number `which` of the 32 of a lane's row i: a tree of selections, because registers cannot be indexed.
__device__ __forceinline__ float value_at(const float (&sum)[64], int i, int which) {
    float t[16];
#pragma unroll
    for (int n = 0; n < 16; ++n) t[n] = which & 1 ? sum[4 * n + 2 * i + 1] : sum[4 * n + 2 * i];
#pragma unroll
    for (int n = 0; n < 8; ++n) t[n] = which & 2 ? t[2 * n + 1] : t[2 * n];
#pragma unroll
    for (int n = 0; n < 4; ++n) t[n] = which & 4 ? t[2 * n + 1] : t[2 * n];
    t[0] = which & 8 ? t[1] : t[0];
    t[1] = which & 8 ? t[3] : t[2];
    return which & 16 ? t[1] : t[0];
}

/// The two queries of a lane, and the processing of its values for them.
struct OwnRows {
    int query;  ///< the first; the second is 8 further
    float threshold[2], greatest_distance[2];
    QueryBound bound[2];

    __device__ __forceinline__ OwnRows(const Round& r, int first) : query(first) {
#pragma unroll
        for (int i = 0; i < 2; ++i) {
            threshold[i] = r.thresholds ? __ldg(r.thresholds + first + 8 * i) : 0;
            const float* const own = reinterpret_cast<const float*>(r.bounds + first + 8 * i);
            bound[i] = {__ldg(own), __ldg(own + 1), __ldg(own + 2)};
            greatest_distance[i] = greatest_distance_at(bound[i], threshold[i]);
        }
    }

    /// Appends the points that may be neighbours. Most tiles end after the test of the greatest value; the rest is small code, a mask
    /// of signs and one loop, because a branch per value does not fit the instruction cache. found[query - first] is in shared memory.
    __device__ __forceinline__ void append_candidates(
        const Round& r, const float (&sum)[64], const float* record, int tile, int chunk, int* found, int first) const {
        const int column = int(threadIdx.x) % 4 * 2;
        float greatest[2] = {-no_point, -no_point};
#pragma unroll
        for (int n = 0; n < 16; ++n) {
            const float2 half_square = *reinterpret_cast<const float2*>(record + 8 * n + column);
#pragma unroll
            for (int i = 0; i < 2; ++i)
                greatest[i] = fmaxf(greatest[i], fmaxf(sum[4 * n + 2 * i] - half_square.x, sum[4 * n + 2 * i + 1] - half_square.y));
        }
        const float4 tail = *reinterpret_cast<const float4*>(record + tile_points);
#pragma unroll
        for (int i = 0; i < 2; ++i) {
            const float limit =
                difference_below(threshold[i], error_of(bound[i], {tail.x, tail.y, tail.z}, r.errors, greatest_distance[i]));
            if (!(greatest[i] >= limit)) continue;
            unsigned below = 0;  // bit b: value b is below the limit
#pragma unroll
            for (int n = 15; n >= 0; --n) {
                const float2 half_square = *reinterpret_cast<const float2*>(record + 8 * n + column);
                below = __funnelshift_l(__float_as_uint(sum[4 * n + 2 * i + 1] - half_square.y - limit), below, 1);
                below = __funnelshift_l(__float_as_uint(sum[4 * n + 2 * i] - half_square.x - limit), below, 1);
            }
            unsigned near = ~below;
            const int own = query + 8 * i;
            Candidate* const segment = r.segments + (std::size_t(own) * r.chunks + chunk) * r.capacity;
            int at = atomicAdd(found + (own - first), __popc(near));
            const bool is_one = (near & (near - 1)) == 0;  // the usual case: it is the greatest
            for (; near; near &= near - 1, ++at) {
                if (at >= r.capacity) break;
                const int which = __ffs(int(near)) - 1, point = which / 2 * 8 + column + which % 2;
                segment[at] = {is_one ? greatest[i] : value_at(sum, i, which) - record[point], tile * tile_points + point};
            }
        }
    }

    /// Writes the greatest values of groups (group_of) of the tile.
    template <int Groups>
    __device__ __forceinline__ void write_maxima(const Round& r, const float (&sum)[64], const float* record, int tile) const {
        const int of_lane = int(threadIdx.x) % 4, column = of_lane * 2;
        float greatest[2] = {-no_point, -no_point};
#pragma unroll
        for (int n = 0; n < 16; ++n) {
            const float2 half_square = *reinterpret_cast<const float2*>(record + 8 * n + column);
#pragma unroll
            for (int i = 0; i < 2; ++i) {
                float* const out = r.maxima + (std::size_t(query + 8 * i) * r.tiles + (tile - r.first_tile)) * (4 * Groups);
                const float2 value{sum[4 * n + 2 * i] - half_square.x, sum[4 * n + 2 * i + 1] - half_square.y};
                if constexpr (Groups == 32) {
                    *reinterpret_cast<float2*>(out + 8 * n + column) = value;
                } else {
                    greatest[i] = fmaxf(greatest[i], fmaxf(value.x, value.y));
                    constexpr int pairs = 16 / Groups;  // of a group
                    if (n % pairs == pairs - 1) {
                        out[n / pairs * 4 + of_lane] = greatest[i];
                        greatest[i] = -no_point;
                    }
                }
            }
        }
    }
};

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::fused
