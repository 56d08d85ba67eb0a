// Two ways from the coordinates of a warp's tile of rows and a tile of queries to squared distances (or the sums of another metric).
//
// Differences: one subtraction and one join per term; the result is the reduced distance itself, and ties are decided by index.
// Dots, Euclidean only: |p - q|^2 = |p'|^2 - 2 p'q' + |q'|^2 with p' = p - c, q' = q - c, c the mean of the queries: one fused
// multiply-add per term, and a subtraction and a square per coordinate of a point for all queries. Cancellation loses digits,
// so that computed distances only tell which points may be neighbours; all of these get exact distances in the last step.
//
// The error of a computed square. u = 2^-24; m additions in the longest chain; P = |p - c|, Q = |q - c|. Rounding p' and q' changes
// the distance by at most u (P + Q), its square by little more than 4 u (P^2 + Q^2); the three sums have an error of at most
// m u (P^2 + 2 P Q + Q^2) <= 2 m u (P^2 + Q^2), adding them 3 u (P^2 + Q^2) more (Higham, Accuracy and Stability, ch. 3).
// Together, including second order, at most e(P) = 2 g (P^2 + Q^2), g = (m + 8) u.
// Let k points have computed squares up to B. With g <= 2^-15, (P - Q)^2 <= B + e(P) gives P <= R = 1.02 (Q + sqrt(B)) for them, so
// that their true squares, and therefore that of the k-th neighbour, are at most B + e(R). Every point that near has P <= R too and so
// a computed square of at most B + 2 e(R) <= B + 4 g (3.1 Q^2 + 2.1 B) < B + 16 g (B + Q^2). The gap between the last two covers
// the roundings of computing it. Underflow adds less than 2^-136.
#pragma once
#include "gpu/methods/stream/reading.cuh"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::stream {

constexpr int most_threads = 512;  ///< of a block: 128 registers each
constexpr int dots_threads = 384;  ///< 168 registers each

template <class Metric, class R, int Tile>
struct Differences {
    using Reading = R;
    static constexpr bool certain = true;         ///< computed values are reduced distances
    static constexpr int tile = Tile;             ///< queries
    static constexpr int threads = most_threads;  ///< of a block, at most
    static constexpr int rows = Tile;             ///< in shared memory
    static constexpr int sums = Tile * R::points;
    static constexpr bool block_in_shared = false;
    using Piece = typename R::Piece;

    float sum[sums];

    __device__ __forceinline__ void clear() {
#pragma unroll
        for (int s = 0; s < sums; ++s) sum[s] = 0;
    }
    /// Joins a piece of every row with that of every query, at query[t * lanes], and calls fetch() when the rows' piece is no longer
    /// needed.
    template <class Fetch>
    __device__ __forceinline__ void add(Piece (&piece)[R::points], const Piece* query, Fetch fetch) {
#pragma unroll
        for (int t = 0; t < Tile; ++t) {
            const Piece q = query[t * R::lanes];
#pragma unroll
            for (int j = 0; j < R::points; ++j) sum[t * R::points + j] = accumulate<Metric>(sum[t * R::points + j], piece[j], q);
        }
        fetch();
    }
    /// Joins the sums over the lanes of a row, then calls visit(query, row of the lane, in_key of the distance) for those up to
    /// near[query].
    template <class Visit>
    __device__ __forceinline__ void visit_near(int lane, const float* near, const float*, Visit visit) {
        const OwnSums own = own_sums<sums, R::lanes>(lane);
        join_row<Metric, sums, R::lanes / 2>(sum, lane);
#pragma unroll
        for (int s = 0; s < sums_left<sums, R::lanes>(); ++s) {
            const int at = own.first + s, t = at < own.last ? at / R::points : Tile;
            if (sum[s] <= near[t]) visit(t, at % R::points, Metric::in_key(sum[s]));  // seldom
        }
    }

    /// The limit for neighbours that follows from k points up to `bound`, in the form that visit_near compares with.
    __device__ static Key limit(Key bound, float, float) { return bound; }
    __device__ static float near_of(Key limit, float) { return Metric::of_key(__uint_as_float(unsigned(limit >> 32))); }
};

/// No point with a computed square above this is a neighbour if k have one up to `bound`. margin is 16 g, square is |q'|^2.
__device__ __forceinline__ float certain_limit(float bound, float square, float margin) {
    return bound + (margin * (bound + square) + 0x1p-130f);
}
/// 16 g for rows of so many coordinates per lane: a chain of these, and five joins of lanes.
inline float dots_margin(int coordinates_of_lane) { return float(16 * (coordinates_of_lane + 5 + 8) * 0x1p-24); }

template <class R, int Tile>
struct Dots {
    using Reading = R;
    static constexpr bool certain = false;
    static constexpr int tile = Tile;
    static constexpr int threads = dots_threads;
    static constexpr int rows = Tile + 1;  ///< the last one is the centre
    static constexpr int sums = Tile * R::points, own = sums / R::lanes;
    /// Whether threads read in shared memory, between tiles, what they could keep in registers about their block: where that spills less
    /// (TUNING.md).
    static constexpr bool block_in_shared = Tile == 8;
    static_assert(sums % R::lanes == 0 && Tile % own == 0 && R::width == 4, "a lane ends up with sums of one row");
    using Piece = float4;

    float sum[sums], square[R::points];  ///< [row][query]; |p'|^2

    __device__ __forceinline__ void clear() {
#pragma unroll
        for (int s = 0; s < sums; ++s) sum[s] = 0;
#pragma unroll
        for (int j = 0; j < R::points; ++j) square[j] = 0;
    }
    template <class Fetch>
    __device__ __forceinline__ void add(Piece (&piece)[R::points], const Piece* query, Fetch fetch) {
        const Piece c = query[Tile * R::lanes];
        Piece p[R::points];
#pragma unroll
        for (int j = 0; j < R::points; ++j) p[j] = make_float4(piece[j].x - c.x, piece[j].y - c.y, piece[j].z - c.z, piece[j].w - c.w);
        fetch();
#pragma unroll
        for (int j = 0; j < R::points; ++j) square[j] = dot(square[j], p[j], p[j]);
#pragma unroll
        for (int t = 0; t < Tile; ++t) {
            const Piece q = query[t * R::lanes];
#pragma unroll
            for (int j = 0; j < R::points; ++j) sum[j * Tile + t] = dot(sum[j * Tile + t], p[j], q);
        }
    }
    /// near and squares hold, for every query, the limit of |p'|^2 - 2 p'q', and |q'|^2.
    template <class Visit>
    __device__ __forceinline__ void visit_near(int lane, const float* near, const float* squares, Visit visit) {
        join_row<Euclidean, sums, R::lanes / 2>(sum, lane);
        join_row<Euclidean, R::points, R::lanes / 2>(square, lane);
        const int first = lane % R::lanes * own, row = first / Tile, query = first % Tile;
        bool any = false;
#pragma unroll
        for (int s = 0; s < own; ++s) {
            sum[s] = __fmaf_rn(-2, sum[s], square[0]);
            any = any || sum[s] <= near[query + s];
        }
        if (!any) return;
#pragma unroll
        for (int s = 0; s < own; ++s)
            if (sum[s] <= near[query + s]) visit(query + s, row, max(0.0f, sum[s] + squares[query + s]));
    }

    __device__ static Key limit(Key bound, float square, float margin) {
        return bound == no_key ? no_key : make_key(certain_limit(__uint_as_float(unsigned(bound >> 32)), square, margin), ~0u);
    }
    __device__ static float near_of(Key limit, float square) { return __uint_as_float(unsigned(limit >> 32)) - square; }

private:
    __device__ static __forceinline__ float dot(float sum, float4 a, float4 b) {
        sum = __fmaf_rn(a.x, b.x, sum);
        sum = __fmaf_rn(a.y, b.y, sum);
        sum = __fmaf_rn(a.z, b.z, sum);
        return __fmaf_rn(a.w, b.w, sum);
    }
};

/// Copies a tile of queries into shared memory as lanes read it: piece p of query t is at [p][t][lane of the row]. Zeros after `there`
/// queries, and after their `dimension` coordinates up to `padded`. Whole block, without a barrier.
template <class Metric, class R, int Tile>
__device__ void fill_tile(Differences<Metric, R, Tile>*, float* tile, const float* queries, int there, int dimension, int padded) {
    for (int t = 0; t < Tile; ++t)
        for (int d = int(threadIdx.x); d < padded; d += int(blockDim.x))
            tile[(d / R::stride * Tile + t) * R::stride + d % R::stride] =
                t < there && d < dimension ? queries[std::int64_t(t) * dimension + d] : 0;
}
/// The same minus their mean, which is stored after them.
template <class R, int Tile>
__device__ void fill_tile(Dots<R, Tile>*, float* tile, const float* queries, int there, int dimension, int padded) {
    const float share = 1.0f / float(there);
    for (int d = 4 * int(threadIdx.x); d < padded; d += 4 * int(blockDim.x)) {
        float4 q[Tile], centre = make_float4(0, 0, 0, 0);
#pragma unroll
        for (int t = 0; t < Tile; ++t)
            q[t] = t < there && d < dimension ? __ldg(reinterpret_cast<const float4*>(queries + std::int64_t(t) * dimension + d))
                                              : make_float4(0, 0, 0, 0);
#pragma unroll
        for (int t = 0; t < Tile; ++t) {
            centre.x += q[t].x * share;
            centre.y += q[t].y * share;
            centre.z += q[t].z * share;
            centre.w += q[t].w * share;
        }
        float4* const place = reinterpret_cast<float4*>(tile + d / R::stride * (Tile + 1) * R::stride + d % R::stride);
#pragma unroll
        for (int t = 0; t < Tile; ++t)
            place[t * R::lanes] = t < there ? make_float4(q[t].x - centre.x, q[t].y - centre.y, q[t].z - centre.z, q[t].w - centre.w)
                                            : make_float4(0, 0, 0, 0);
        place[Tile * R::lanes] = centre;
    }
}

/// |q'|^2 of query t of a tile. Whole warp, every lane gets it.
template <class R, int Rows>
__device__ float square_in_tile(const float* tile, int t, int padded, int lane) {
    float square = 0;
    for (int d = lane; d < padded; d += 32) {
        const float q = tile[(d / R::stride * Rows + t) * R::stride + d % R::stride];
        square = __fmaf_rn(q, q, square);
    }
#pragma unroll
    for (int m = 16; m >= 1; m /= 2) square += __shfl_xor_sync(all_lanes, square, m);
    return square;
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::stream
