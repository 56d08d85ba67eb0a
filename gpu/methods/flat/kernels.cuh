// Kernels of `flat`: centring rows, selection in registers, exact distances with a certificate.
//
// The error of a computed square. u = 2^-24, m = D + 8 for sums in any order; P = |p - c|, Q = |q - c|, c the centre. Rounding p - c and
// q - c changes the square of the distance by little more than 4 u (P^2 + Q^2); |p - c|^2, |q - c|^2 and twice the product have errors of
// at most m u P^2, m u Q^2 and m u (P^2 + Q^2); adding them adds 3 u (P^2 + Q^2) (Higham, Accuracy and Stability, chapter 3). So the true
// square is at least the computed one minus 2 g (P^2 + Q^2), g = (m + 8) u. The points' share of this is subtracted before values are
// compared: a point's rank value is (1 - 2 g) P^2 - 2 p q, and every point that is not kept has a true square of at least the last kept
// value + (1 - 2 g) Q^2. If the k-th exact square is less, the list is right, including ties; else the query is answered again.
//
// Inner products are ranked by their negatives. Rows are not centred (the centre is 0), and points have no squares (their weight is 0). So
// a rank value is -2 fl(p q); doubling is exact. A sum of D products in any order has an error of at most D u |p| |q|, and |p| is at most
// sqrt(D) times the largest coordinate of all points. So every point that is not kept has a true -p q of at least half the last kept value
// minus g |p| |q|. What is lost below float32's range is less than the 2^-120 D that is subtracted; for |q|^2 it is less than 2^-149 D. The
// k-th exact value is computed in double precision: its error is less than what g has beyond D u.
#pragma once
#include "gpu/kernels/extent.cuh"
#include "gpu/kernels/finish.cuh"
#include "gpu/kernels/register_list.cuh"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::flat {

constexpr int row_threads = 128, select_threads = 128, last_step_threads = 256;

#if defined(__CUDACC__)
constexpr int lanes_of_row = 32;
#else
constexpr int lanes_of_row = 1;  // on the host executor synchronising costs more than one thread working alone
#endif

/// 2 g, increased by a hundredth for errors of the computed squares.
inline double double_margin(int dimension) { return 2.02 * (dimension + 16) * 0x1p-24; }

/// Sets moved[row] = row - centre, square[row] = weight |moved[row]|^2. `lanes_of_row` lanes per row.
__global__ void __launch_bounds__(row_threads)
    centre_rows(const float* rows, std::int64_t count, int dimension, const float* centre, float weight, float* moved, float* square) {
    const std::int64_t row = (std::int64_t(blockIdx.x) * row_threads + threadIdx.x) / lanes_of_row;
    const int lane = int(threadIdx.x) % lanes_of_row;
    if (row >= count) return;
    float sum = 0;
    for (int d = lane; d < dimension; d += lanes_of_row) {
        const float x = __ldg(rows + row * dimension + d) - __ldg(centre + d);
        moved[row * dimension + d] = x;
        sum = __fmaf_rn(x, x, sum);
    }
#pragma unroll
    for (int m = lanes_of_row / 2; m >= 1; m /= 2) sum += __shfl_xor_sync(all_lanes, sum, m);
    if (lane == 0) square[row] = weight * sum;
}

/// A tile of products, and the lists that its points may enter.
struct Selection {
    const float* products;        ///< [queries][points]
    const float* squares;         ///< [points] minus the margin
    const std::int32_t* exclude;  ///< [queries] or null
    std::int64_t queries, first, points;
    int parts;   ///< of the tile, because few queries alone would leave the device idle
    Key* lists;  ///< [queries][parts][32 Each], ascending
    bool begin;  ///< starts with empty lists, whatever they contain
};

/// Inserts the points of a tile into the lists. One warp per query and part.
template <int Each>
__global__ void __launch_bounds__(select_threads) select_nearest(Selection s) {
    constexpr int ahead = 8;  // points of a lane that are loaded at once: a warp alone must keep the memory busy
    __shared__ Key waiting_keys[select_threads / 32][32 * (ahead + 1)];
    const int lane = int(threadIdx.x) % 32, warp = int(threadIdx.x) / 32;
    const std::int64_t place = std::int64_t(blockIdx.x) * (select_threads / 32) + warp, query = place / s.parts, part = place % s.parts;
    if (query >= s.queries) return;
    const std::int64_t part_begin = s.points * part / s.parts, part_end = s.points * (part + 1) / s.parts;
    Key* const own = s.lists + place * (32 * Each);
    RegisterList<Each> list(waiting_keys[warp], lane);
    if (!s.begin) list.begin_with(own);
    const float* const products = s.products + query * s.points;
    const std::int64_t excluded = s.exclude ? s.exclude[query] : -1;
    for (std::int64_t begin = part_begin; begin < part_end; begin += 32 * ahead) {
        const float farthest = unordered(unsigned(list.last() >> 32));  // NaN: the list is not full
        float value[ahead];
        bool any = false;
#pragma unroll
        for (int i = 0; i < ahead; ++i) {
            const std::int64_t point = begin + 32 * i + lane;
            value[i] = point < part_end ? __fmaf_rn(-2, __ldg(products + point), __ldg(s.squares + point)) : 0;
            any |= !(value[i] > farthest);  // sums beyond float's range are NaN
        }
        if (!__any_sync(all_lanes, any)) continue;
#pragma unroll
        for (int i = 0; i < ahead; ++i) {
            const std::int64_t point = begin + 32 * i + lane;
            Key key = no_key;
            if (point < part_end && s.first + point != excluded) key = Key(ordered(value[i])) << 32 | unsigned(s.first + point);
            list.push(key);
        }
        list.take_waiting();
    }
    list.finish();
    list.write(own);
}

/// Merges the lists of a query's parts into the first. One warp per query.
template <int Each>
__global__ void __launch_bounds__(select_threads) join_parts(Key* lists, std::int64_t queries, int parts) {
    const int lane = int(threadIdx.x) % 32;
    const std::int64_t query = (std::int64_t(blockIdx.x) * select_threads + threadIdx.x) / 32;
    if (query >= queries) return;
    Key* const own = lists + query * parts * (32 * Each);
    RegisterList<Each> list(nullptr, lane);
    list.begin_with(own);
    for (int part = 1; part < parts; ++part) list.join(own + part * (32 * Each));
    list.write(own);
}

/// The arguments of the last kernel, for a batch of queries.
struct LastStepLaunch {
    Points points;
    Queries queries;
    int k, kept, parts;
    const Key* lists;      ///< [queries][parts][kept], the first part's
    const float* squares;  ///< [queries]
    double margin;         ///< double_margin
    double longest;        ///< of inner products: no point is longer
    Lists out;
    unsigned* failed;  ///< [0] the number of queries without certificate, then their indices
};

/// A lower bound for points left out: of their squares, or of their rank values for inner products. `last` is the value of the last kept
/// point.
template <class Metric>
__device__ double limit_of(const LastStepLaunch& s, std::size_t query, float last) {
    const double square = double(s.squares[query]);
    if constexpr (std::is_same_v<Metric, InnerProduct>)
        return double(last) / 2 - s.margin / 2 * s.longest * sqrt((square + 0x1p-149 * s.points.dimension) * (1 + s.margin)) -
               0x1p-120 * s.points.dimension;
    return double(last) + square - s.margin * square - 0x1p-120 * s.points.dimension;
}

/// Exact distances of the kept points, the first k of them in order, and the certificate. One block per query.
template <class Metric>
__global__ void __launch_bounds__(last_step_threads) finish_queries(LastStepLaunch s) {
    NEIGHBORSCOPE_DYNAMIC_SHARED(Exact, exact);
    const std::size_t query = blockIdx.x;
    const Key* const list = s.lists + query * std::size_t(s.parts) * std::size_t(s.kept);
    block_exact_distances<Metric>(
        s.points.coordinates, s.queries.points.coordinates + query * std::size_t(s.points.dimension), s.points.dimension, s.kept,
        [&](int i) { return index_of(list[i]); }, exact);
    const Key last = list[s.kept - 1];
    // A lower bound for points left out; if the list is not full, none were.
    const double limit =
        last == no_key ? std::numeric_limits<double>::infinity() : limit_of<Metric>(s, query, unordered(unsigned(last >> 32)));
    const auto is_below = [&](double distance) {
        if constexpr (std::is_same_v<Metric, InnerProduct>) return distance < limit;
        return distance * distance * (1 + 0x1p-50) < limit;
    };
    block_order(exact, s.kept, [&](int rank, const Exact& neighbour) {
        if (rank >= s.k) return;
        write_neighbour(s.out, query * std::size_t(s.k) + std::size_t(rank), neighbour);
        if (rank == s.k - 1 && last != no_key && !is_below(neighbour.distance)) s.failed[1 + atomicAdd(s.failed, 1u)] = unsigned(query);
    });
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::flat
