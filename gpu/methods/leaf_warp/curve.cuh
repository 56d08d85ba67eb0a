// The position of a point on the Hilbert curve through the box of all points (J. Skilling: Programming the Hilbert curve, 2004).
// Consecutive points on it are near each other: 32 of them lie in a small box, whereas Morton order jumps.
#pragma once
#include "gpu/kernels/extent.cuh"
#include "gpu/methods/leaf_warp/tree.hpp"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp {

/// The number of a cell on the curve, from its numbers along the axes, `bits` each.
template <int Dimension>
__device__ __forceinline__ unsigned long long along_curve(unsigned (&cell)[Dimension], int bits) {
    for (unsigned high = 1u << (bits - 1); high > 1; high >>= 1) {
        const unsigned below = high - 1;
#pragma unroll
        for (int d = 0; d < Dimension; ++d) {
            if (cell[d] & high) {
                cell[0] ^= below;
            } else {
                const unsigned exchanged = (cell[0] ^ cell[d]) & below;
                cell[0] ^= exchanged;
                cell[d] ^= exchanged;
            }
        }
    }
#pragma unroll
    for (int d = 1; d < Dimension; ++d) cell[d] ^= cell[d - 1];
    unsigned turned = 0;
    for (unsigned high = 1u << (bits - 1); high > 1; high >>= 1)
        if (cell[Dimension - 1] & high) turned ^= high - 1;
#pragma unroll
    for (int d = 0; d < Dimension; ++d) cell[d] ^= turned;
    unsigned long long number = 0;
    for (int bit = bits - 1; bit >= 0; --bit)
#pragma unroll
        for (int d = 0; d < Dimension; ++d) number = number << 1 | (cell[d] >> bit & 1u);
    return number;
}

/// The same for a position; outside the box, for the nearest position on its edge. `extent` is the result of find_extent.
template <int Dimension>
__device__ __forceinline__ unsigned long long curve_key(const unsigned* extent, int bits, const Point<Dimension>& place) {
    float low[Dimension], side = 0;
#pragma unroll
    for (int d = 0; d < Dimension; ++d) {
        low[d] = unordered(~extent[d]);
        side = fmaxf(side, unordered(extent[Dimension + d]) - low[d]);
    }
    const unsigned cells = 1u << bits;
    const float cells_per_unit = side > 0 ? __fdiv_rn(float(cells), side) : 0.0f;
    unsigned cell[Dimension];
#pragma unroll
    for (int d = 0; d < Dimension; ++d) {
        const float at = (place.at[d] - low[d]) * cells_per_unit;  // may be infinite, or NaN for 0 times infinity
        cell[d] = at >= float(cells - 1) ? cells - 1 : at > 0 ? unsigned(at) : 0u;
    }
    return along_curve(cell, bits);
}

/// The leaf that contains such a position on the curve; before the first leaf, the first.
template <int Dimension>
__device__ __forceinline__ int leaf_at(const TreeView<Dimension>& tree, unsigned long long key) {
    int leaf = 0, end = tree.leaves();
    while (end - leaf > 1) {
        const int middle = leaf + (end - leaf) / 2;
        if (__ldg(tree.first_key + middle) <= key) leaf = middle;
        else end = middle;
    }
    return leaf;
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp
