// Geometry of the virtual full tree: cells of its deepest level in Morton order, quadrants as ranges of them, and the distance of a
// quadrant from a query, all by arithmetic (Lettich et al., sections 4.1.1 and 4.2.2). `Dimension` is 2 (quadrants) or 3 (octants,
// also called quadrants here).
#pragma once
#include "gpu/kernels/distance.cuh"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::quadtree {

/// The deepest level a tree may have: its lookup table has 4^12 or 8^8 entries then, 64 MiB.
template <int Dimension>
inline constexpr int deepest_level = Dimension == 2 ? 12 : 8;
/// Bits of a Morton code at that level, in either dimension.
inline constexpr int code_bits = 24;
static_assert(2 * deepest_level<2> == code_bits && 3 * deepest_level<3> == code_bits);

template <int Dimension>
struct Position {
    float at[Dimension];
};

/// The square or cube that the tree divides. It contains every object when the index is created.
template <int Dimension>
struct Square {
    Position<Dimension> low;
    float side;            ///< above 0
    float cells_per_unit;  ///< at the deepest level allowed
};

/// Inserts Dimension - 1 zeros between the bits of `value`.
template <int Dimension>
__device__ __forceinline__ unsigned spread_bits(unsigned value) {
    if constexpr (Dimension == 2) {
        value = (value | value << 8) & 0x00ff00ffu;
        value = (value | value << 4) & 0x0f0f0f0fu;
        value = (value | value << 2) & 0x33333333u;
        return (value | value << 1) & 0x55555555u;
    } else {
        value = (value | value << 16) & 0x030000ffu;
        value = (value | value << 8) & 0x0300f00fu;
        value = (value | value << 4) & 0x030c30c3u;
        return (value | value << 2) & 0x09249249u;
    }
}

/// The inverse of spread_bits: every Dimension-th bit.
template <int Dimension>
__device__ __forceinline__ unsigned gather_bits(unsigned value) {
    if constexpr (Dimension == 2) {
        value &= 0x55555555u;
        value = (value | value >> 1) & 0x33333333u;
        value = (value | value >> 2) & 0x0f0f0f0fu;
        value = (value | value >> 4) & 0x00ff00ffu;
        return (value | value >> 8) & 0x0000ffffu;
    } else {
        value &= 0x09249249u;
        value = (value | value >> 2) & 0x030c30c3u;
        value = (value | value >> 4) & 0x0300f00fu;
        value = (value | value >> 8) & 0x030000ffu;
        return (value | value >> 16) & 0x000003ffu;
    }
}

/// The Morton code, at the deepest level allowed, of the cell that contains a position, or of the nearest cell if it is outside the
/// square. Every step is monotone in each coordinate, as quadrant_bound requires.
template <int Dimension>
__device__ __forceinline__ unsigned morton_code(const Square<Dimension>& square, const Position<Dimension>& position) {
    constexpr int cells = 1 << deepest_level<Dimension>;
    unsigned code = 0;
#pragma unroll
    for (int d = 0; d < Dimension; ++d) {
        const float cell = (position.at[d] - square.low.at[d]) * square.cells_per_unit;
        code |= spread_bits<Dimension>(unsigned(fminf(fmaxf(cell, 0.0f), float(cells - 1)))) << d;
    }
    return code;
}

/// A query's position relative to the corner of the square, with the error that rounding may cause.
template <int Dimension>
struct RelativeQuery {
    Position<Dimension> relative, slack;

    __device__ __forceinline__ RelativeQuery(const Square<Dimension>& square, const Position<Dimension>& position) {
#pragma unroll
        for (int d = 0; d < Dimension; ++d) {
            relative.at[d] = position.at[d] - square.low.at[d];
            slack.at[d] = 0x1p-19f * fmaxf(square.side, fabsf(relative.at[d]));
        }
    }
};

/// A lower bound of the joined terms of the distance, as any kernel computes it, from a query to any object in the quadrant whose first
/// cell is `code` at a level with cells of `cell_side`, and which is `2^up` cells wide: edges are moved outwards by more than all roundings
/// of morton_code, and the result is lowered by more than those of a distance (both below 2^-20 of it).
template <class Metric, int Dimension>
__device__ __forceinline__ float quadrant_bound(const RelativeQuery<Dimension>& query, float cell_side, unsigned code, int up) {
    float sum = 0;
#pragma unroll
    for (int d = 0; d < Dimension; ++d) {
        const unsigned cell = gather_bits<Dimension>(code >> d);
        const float low = float(cell) * cell_side, high = float(cell + (1u << up)) * cell_side;
        const float gap = fmaxf(low - query.relative.at[d], query.relative.at[d] - high) - query.slack.at[d];
        sum = Metric::join(sum, Metric::term(fmaxf(gap, 0.0f), 0.0f));
    }
    return sum * (1 - 0x1p-19f);
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::quadtree
