// How far a product of rounded rows may be from the true value: what makes `fused` exact. Both devices and all kernels use these bounds.
//
// Definitions. m is the centre, s a power of two. For a row x, x' = s (x - m) is the exact value; h is x' rounded to FP16 per coordinate;
// norm n >= |h|, residual r >= |x' - h|, both stored as floats rounded up. For a query q and a point c
//
//     nearness(q, c) = (|h_q|^2 - |q' - c'|^2) / 2:
//
// Of two points the one with the greater nearness is nearer. A kernel computes  v = fl(fl(h_q . h_c) - H), H = |h_c|^2 / 2 rounded up to
// float: without the other roundings this is (|h_q|^2 - e^2) / 2, where e = |h_q - h_c|.
//
// Claim. |v - nearness(q, c)| <= error, the sum of
//   1. r (e + r), r = r_q + r_c. Rounding: |q' - c'| is between e - r and e + r (the triangle inequality), so its square differs by
//      at most 2 e r + r^2. For points far from the centre but near each other, e is small, and so is the error: neighbours in a cluster.
//   2. kappa n_q n_c. Summation: products of two FP16 numbers are exact in FP32. A tensor core adds b products and the running sum in one
//      step: it shifts all to the exponent of the greatest of them, truncates each there, at 2^-23 of that greatest or finer, and rounds
//      the sum once more (M. Fasi, N. Higham, M. Mikaitis, S. Pranesh, "Numerical behavior of NVIDIA tensor cores", 2021; b = 4, 8 or 16).
//      Each addend and each sum is at most n_q n_c, so a step's error is at most (b + 2) 2^-23 n_q n_c, of all W / b steps for rows of W
//      coordinates at most 1.5 W 2^-23 n_q n_c; of a loop over floats at most W 2^-24 n_q n_c. kappa = (1.5 W + 32) 2^-23 leaves 32 for
//      what follows, and for sums that exceed n_q n_c because of earlier errors.
//   3. kappa H. H is rounded, and so is the difference: 2^-23 H and 2^-24 (n_q n_c + H), included in kappa's 32.
//   4. own = 2^-40 (n_q + r_q)^2 + 2^-100. Lists are ordered by distances computed in double precision, with D / 32 + 8 roundings of
//      2^-53 each: squares within 2^-45 of each other, relative, may come in either order. Twice that, times
//      |q' - c'|^2 <= 2 |q'|^2 + 8 H + 4 r_c^2, is covered by own + kappa H and by the 2^-20 below times r^2: a point that is farther
//      by more than the error is farther in the list's arithmetic too. |h_q|^2 is a sum of up to 4096 squares in double precision, with an
//      error of 2^-41 of it. 2^-100 covers products below the range of floats.
//
// e is not known, but 2 and 3 bound how much it can exceed (n_q^2 - 2 v)^(1/2). To decide whether nearness may reach a
// threshold T = (|h_q|^2 - d^2) / 2, no v is needed. Apart from 2 to 4: if e >= r it may only if e - r <= d, hence
// v >= (|h_q|^2 - (d + r)^2) / 2 = T - r (d + r / 2); if e < r, v > (|h_q|^2 - r^2) / 2 >= T - r^2 / 2. Both are within r (d + 2 r). So one
// limit serves all points of a tile.
//
// Inner products have a claim of their own, without distances. m and H are 0, and each query has its own power of two for s, which does not
// change the order of points. nearness(q, c) = q' . c', and v = fl(h_q . h_c). |v - nearness(q, c)| <= error, the sum of
//   1. r_q n_c + (n_q + r_q) r_c. Rounding: q' . c' - h_q . h_c = (q' - h_q) . h_c + q' . (c' - h_c), and |q'| <= n_q + r_q (the
//      Cauchy-Schwarz inequality).
//   2. kappa n_q n_c, as above.
//   3. own = 2^-100. Lists are ordered by products computed in double precision, each with an error of at most 2^-45 |q'| |c'|. Twice that
//      is covered by kappa's 32 and by the 2^-19 below times term 1.
// As above, a point may reach a threshold only if v + error >= threshold. So one limit serves all points of a tile here too.
//
// A few points, the outliers, may have coordinates x' beyond 2^15. They would loosen the bounds of their tile or the rounding of all. So up
// to 64 of them are excluded here, and get exact distances with the candidates of every query. Inner products have no outliers: the largest
// coordinate sets the scale.
//
// Points are processed in tiles of 128; n_c, r_c and H are then the greatest of the tile. Errors are computed in floats, with some 10
// roundings, and multiplied by 1 + 2^-19; 2^-20 n_q^2 is added to n_q^2 - 2 v beforehand, because its parts may cancel.
//
// The search. threshold(q) = the k-th greatest of v - error, rounded down, over some of the points: at least k points are that near, hence
// every neighbour has nearness >= threshold. Points with v + error < threshold, computed so that rounding keeps a point rather than drops
// it, are dropped: they are strictly farther than the k-th neighbour, so that ties remain. A point excluded by the query takes part,
// and k is then one greater. The certificate of a query: no list of its candidates overflowed, and the k-th exact distance agrees
// with the threshold. Without it the query is answered again.
#pragma once
#include "gpu/device/simt.hpp"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::fused {

constexpr int tile_points = 128;
constexpr int record_floats = tile_points + 4;  ///< of a tile: H of its points, then the greatest n, r and H, and a 0
constexpr float no_point = 3e37f;               ///< H of outliers and of rows after the last point: never candidates
constexpr float least_value = -1e37f;           ///< all other values are greater
constexpr int most_outliers = 64;
constexpr float outlying = 0x1p15f;

/// For a query; `own` as above. Padding after the last query has zeros.
struct QueryBound {
    float norm, residual, own;
};
/// For a tile: the greatest values.
struct TileBound {
    float norm, residual, half_square;
};

/// What errors depend on besides the rows.
struct ErrorForm {
    float kappa;
    bool products;  ///< nearness is an inner product
};
inline ErrorForm error_form(int width, bool products) { return {float((1.5 * width + 32) * 0x1p-23), products}; }

/// The greatest |h_q - h_c| of points whose value, apart from errors of summation, is at least `value`.
__device__ __forceinline__ float greatest_distance_at(const QueryBound& query, float value) {
    return fminf(sqrtf(fmaxf(query.norm * query.norm * (1 + 0x1p-20f) - 2 * value, 0)), 0x1p61f);  // finite: 0 times infinity is NaN
}

/// `greatest_distance`: greatest_distance_at the threshold, to decide whether a point can reach it.
__device__ __forceinline__ float error_of(const QueryBound& query, const TileBound& tile, ErrorForm form, float greatest_distance) {
    const float r = query.residual + tile.residual;
    const float rounding =
        form.products ? query.residual * tile.norm + (query.norm + query.residual) * tile.residual : r * (greatest_distance + 2 * r);
    return (rounding + form.kappa * (query.norm * tile.norm + tile.half_square) + query.own) * (1 + 0x1p-19f);
}

/// For a point with value v.
__device__ __forceinline__ float error_at(const QueryBound& query, const TileBound& tile, ErrorForm form, float value) {
    const float added = form.kappa * (query.norm * tile.norm + tile.half_square);
    return error_of(query, tile, form, greatest_distance_at(query, value - added));
}

__device__ __forceinline__ TileBound tile_bound(const float* record) {
    return {record[tile_points], record[tile_points + 1], record[tile_points + 2]};
}

/// a - b rounded down; a + b rounded up.
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
