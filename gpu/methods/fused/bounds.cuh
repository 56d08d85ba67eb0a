// How far a product of rounded rows may be from the truth: what makes `fused` exact. Both devices and every path use these bounds.
//
// Words. m is the centre, s a power of two. Of a row x, x' = s (x - m) is what we mean; h is x' rounded to FP16, coordinate by coordinate;
// norm n >= |h|, residual r >= |x' - h|, both stored as floats rounded up. For a query q and a point c
//
//     nearness(q, c) = (|h_q|^2 - |q' - c'|^2) / 2:
//
// of two points the one with the greater nearness is nearer. A path computes  v = fl(fl(h_q . h_c) - H), H = |h_c|^2 / 2 rounded up to float:
// without roundings in between this is (|h_q|^2 - e^2) / 2, where e = |h_q - h_c|.
//
// Claim. |v - nearness(q, c)| <= error, the sum of
//   1. r (e + r), r = r_q + r_c. Rounding: |q' - c'| is between e - r and e + r (the triangle inequality), so its square is off by
//      2 e r + r^2 at most. Of points far from the centre but near each other, e is small and all is well: neighbours in a cluster.
//   2. kappa n_q n_c. Adding up: products of two FP16 numbers are exact in FP32. A tensor core adds b products and the sum so far in one
//      step: it shifts all to the exponent of the greatest of them and cuts each off there, at 2^-23 of that greatest or finer, and rounds
//      the sum once more (M. Fasi, N. Higham, M. Mikaitis, S. Pranesh, "Numerical behavior of NVIDIA tensor cores", 2021; b = 4, 8 or 16).
//      Each addend and each sum is at most n_q n_c, so a step is off by (b + 2) 2^-23 n_q n_c at most, all W / b steps of rows of W
//      coordinates by 1.5 W 2^-23 n_q n_c; a loop over floats, by W 2^-24 n_q n_c, less. kappa = (1.5 W + 32) 2^-23 leaves 32 for what
//      follows, and for sums that exceed n_q n_c by what was added wrongly before.
//   3. kappa H. H was rounded, and so is the difference: 2^-23 H and 2^-24 (n_q n_c + H), inside of kappa's 32.
//   4. own = 2^-40 (n_q + r_q)^2 + 2^-100. Lists are in the order of distances that are computed in double precision and rounded to it, by
//      D / 32 + 8 roundings of 2^-53 each: squares of points within 2^-45 of each other, relative, may come in either order. Twice that,
//      times |q' - c'|^2 <= 2 |q'|^2 + 8 H + 4 r_c^2, is inside of own + kappa H and of the 2^-20 below times r^2: a point that is farther
//      by more than the error is farther in the list's arithmetic too. |h_q|^2 is a sum of up to 4096 squares in double precision, off by
//      2^-41 of it. 2^-100 stands for products below the range of floats.
//
// e is not known, but 2 and 3 tell how much greater than (n_q^2 - 2 v)^(1/2) it can be. Where the question is whether nearness may reach a
// threshold T = (|h_q|^2 - d^2) / 2, no v is needed. But for 2 to 4: where e >= r it may do so only if e - r <= d, hence
// v >= (|h_q|^2 - (d + r)^2) / 2 = T - r (d + r / 2); where e < r, v > (|h_q|^2 - r^2) / 2 >= T - r^2 / 2. Both are within r (d + 2 r). So a tile
// needs one limit for all its points.
//
// Inner products have another claim, and no use for distances. m is 0, H is 0, and a query has a power of two of its own for s, which changes the
// order of nobody. nearness(q, c) = q' . c', and v = fl(h_q . h_c). |v - nearness| <= error, the sum of
//   1. r_q n_c + (n_q + r_q) r_c. Rounding: q' . c' - h_q . h_c = (q' - h_q) . h_c + q' . (c' - h_c), and |q'| <= n_q + r_q (Cauchy and Schwarz).
//   2. kappa n_q n_c, as above.
//   3. What lists are computed with: their products are sums in double precision, off by 2^-45 |q'| |c'| each. Twice that is inside of kappa's
//      32 and of the 2^-19 below, times 1; own = 2^-100.
// It tells all points of a tile apart from a threshold in the same way: v + error < threshold. So tiles need one limit here, too.
//
// A few points may have coordinates x' beyond 2^15. They would loosen the bounds of their tile or the rounding of all: up to 64 of them are no
// part of this, and get exact distances with the candidates of every query. With inner products there are none: the scale is that of the
// largest coordinate.
//
// Points are handled by tiles of 128; n_c, r_c and H are then the greatest of the tile. Errors are computed in floats, some 10 roundings, and
// multiplied by 1 + 2^-19; n_q^2 - 2 v, whose parts may cancel, has 2^-20 n_q^2 added before.
//
// The search. threshold(q) = the k-th greatest of v - error, rounded down, over some of the points: at least k points are so near, hence
// every neighbour has nearness >= threshold. Points with v + error < threshold, computed so that rounding keeps a point rather than drops
// it, are dropped: they are strictly farther than the k-th neighbour, so that ties stay. A point that was excluded by the query takes part,
// and k is one greater then. The certificate of a query: no list that held its candidates overflowed, and the k-th exact distance agrees
// with the threshold. Else it is asked again.
#pragma once
#include "gpu/device/simt.hpp"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::fused {

constexpr int tile_points = 128;
constexpr int record_floats = tile_points + 4;  ///< of a tile: H of its points, then the greatest n, r and H, and a 0
constexpr float no_point = 3e37f;               ///< H of outliers and of rows behind the last point: they are nearer than nobody
constexpr float least_value = -1e37f;           ///< all others have greater values
constexpr int most_outliers = 64;
constexpr float outlying = 0x1p15f;

/// Of a query; `own` as above. Padding behind the last query has zeros.
struct QueryBound {
    float norm, residual, own;
};
/// Of a tile: the greatest.
struct TileBound {
    float norm, residual, half_square;
};

/// What errors depend on besides the rows.
struct ErrorForm {
    float kappa;
    bool products;  ///< nearness is an inner product
};
inline ErrorForm error_form(int width, bool products) { return {float((1.5 * width + 32) * 0x1p-23), products}; }

/// The greatest |h_q - h_c| of points whose value, but for what adding up did, is at least `value`.
__device__ __forceinline__ float greatest_distance_at(const QueryBound& query, float value) {
    return fminf(sqrtf(fmaxf(query.norm * query.norm * (1 + 0x1p-20f) - 2 * value, 0)), 0x1p61f);  // no infinity: 0 times that is none
}

/// `greatest_distance`: greatest_distance_at the threshold, to know whether a point can reach it.
__device__ __forceinline__ float error_of(const QueryBound& query, const TileBound& tile, ErrorForm form, float greatest_distance) {
    const float r = query.residual + tile.residual;
    const float rounding =
        form.products ? query.residual * tile.norm + (query.norm + query.residual) * tile.residual : r * (greatest_distance + 2 * r);
    return (rounding + form.kappa * (query.norm * tile.norm + tile.half_square) + query.own) * (1 + 0x1p-19f);
}

/// Of a point with a value v.
__device__ __forceinline__ float error_at(const QueryBound& query, const TileBound& tile, ErrorForm form, float value) {
    const float added = form.kappa * (query.norm * tile.norm + tile.half_square);
    return error_of(query, tile, form, greatest_distance_at(query, value - added));
}

__device__ __forceinline__ TileBound tile_bound(const float* record) {
    return {record[tile_points], record[tile_points + 1], record[tile_points + 2]};
}

/// a - b, never more; a + b, never less.
__device__ __forceinline__ float difference_below(float a, float b) {
#if defined(__CUDACC__)
    return __fsub_rd(a, b);
#else
    return __double2float_rd(double(a) - double(b));
#endif
}
__device__ __forceinline__ float sum_above(float a, float b) {
#if defined(__CUDACC__)
    return __fadd_ru(a, b);
#else
    return __double2float_ru(double(a) + double(b));
#endif
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::fused
