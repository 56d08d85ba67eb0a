// Kernels that compare rows with centroids and compute centroids from rows: for k-means and the first step of a search. Included
// by index.cu only.
#pragma once
#include "gpu/kernels/mean.cuh"
#include "gpu/kernels/warp.cuh"
#include "gpu/methods/ivf/index.hpp"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::ivf {

constexpr int mean_parts = 8;  ///< of a list's rows
constexpr unsigned list_threads = mean_threads(mean_parts);
constexpr int panel = 8;  ///< centroids stored together, coordinate by coordinate

/// Centroids as kernels read them: [panels][dimension][panel], zeros after the last.
struct Centroids {
    const float* panels;
    int count, dimension;
};

#if defined(__CUDACC__)
constexpr int tile_rows = 64, tile_lists = 64, tile_depth = 16;
constexpr unsigned tile_threads = 256;
#else
constexpr int tile_rows = 32, tile_lists = 1 << 20;
constexpr unsigned tile_threads = 1;  // on the host executor synchronising costs more than one thread working alone
#endif
constexpr unsigned row_threads = 128;

/// Adds one term to a squared distance. With two roundings on both devices, because baseline processors have no fused multiply-add.
__device__ __forceinline__ float add_square(float sum, float a, float b) {
    const float d = a - b;
    return sum + d * d;
}

#if defined(__CUDACC__)

/// Squared distances of `tile_rows` rows from `first` on to centroids [from, to), `from` a multiple of `panel`. Each thread calls
/// use(row, list, distance) for its rows with lists ascending, then after_all(row of the tile) once for each of its rows. Terms are added
/// in ascending dimension.
template <class Use, class AfterAll>
__device__ __forceinline__ void compare_with_centroids(const float* rows, std::int64_t first, std::int64_t count, int dimension,
    Centroids centroids, int from, int to, Use use, AfterAll after_all) {
    constexpr int own = 4;  // rows and centroids of a thread
    static_assert(tile_rows == own * 16 && tile_lists == own * 16 && tile_threads == 256);
    __shared__ float4 row_tile[tile_depth][tile_rows / 4 + 1], list_tile[tile_depth][tile_lists / 4];
    const int thread = int(threadIdx.x), across = thread % 16, down = thread / 16;
    for (int list = from; list < to; list += tile_lists) {
        float sum[own][own] = {};
        for (int begin = 0; begin < dimension; begin += tile_depth) {
            __syncthreads();
            for (int i = thread; i < tile_rows * tile_depth; i += int(tile_threads)) {
                const int row = i / tile_depth, d = i % tile_depth;
                const bool there = first + row < count && begin + d < dimension;
                reinterpret_cast<float*>(row_tile[d])[row] = there ? __ldg(rows + (first + row) * dimension + begin + d) : 0;
            }
            for (int i = thread; i < tile_lists * tile_depth; i += int(tile_threads)) {
                const int group = i / (panel * tile_depth), d = i / panel % tile_depth, place = i % panel;
                const bool there = list + group * panel < centroids.count && begin + d < dimension;
                reinterpret_cast<float*>(list_tile[d])[group * panel + place] =
                    there ? __ldg(centroids.panels + (std::int64_t(list / panel + group) * dimension + begin + d) * panel + place) : 0;
            }
            __syncthreads();
#pragma unroll
            for (int d = 0; d < tile_depth; ++d) {
                const float4 a = row_tile[d][down], b = list_tile[d][across];
                const float of_row[own] = {a.x, a.y, a.z, a.w}, of_list[own] = {b.x, b.y, b.z, b.w};
#pragma unroll
                for (int r = 0; r < own; ++r)
#pragma unroll
                    for (int c = 0; c < own; ++c) sum[r][c] = add_square(sum[r][c], of_row[r], of_list[c]);
            }
        }
#pragma unroll
        for (int r = 0; r < own; ++r)
#pragma unroll
            for (int c = 0; c < own; ++c) {
                const int which = list + across * own + c;
                if (which < to) use(r, first + down * own + r, which, sum[r][c]);
            }
    }
#pragma unroll
    for (int r = 0; r < own; ++r) after_all(r, first + down * own + r);
}
/// The least of the keys of a row, over the threads that share it.
__device__ __forceinline__ Key least_of_row(Key key) {
#pragma unroll
    for (int m = 8; m >= 1; m /= 2) {
        const Key other = __shfl_xor_sync(all_lanes, key, m);
        key = other < key ? other : key;
    }
    return key;
}
__device__ __forceinline__ bool writes_row() { return threadIdx.x % 16 == 0; }

#else

template <class Use, class AfterAll>
inline void compare_with_centroids(const float* rows, std::int64_t first, std::int64_t count, int dimension, Centroids centroids, int from,
    int to, Use use, AfterAll after_all) {
    using Four = float __attribute__((vector_size(16)));
    constexpr int own = 4, halves = panel / 4;
    for (std::int64_t begin = first; begin < std::min(first + tile_rows, count); begin += own) {
        const float* row[own];
        for (int r = 0; r < own; ++r) row[r] = rows + std::min(begin + r, count - 1) * dimension;
        for (int list = from; list < to; list += panel) {
            const float* const of_panel = centroids.panels + std::int64_t(list) * dimension;
            Four sum[own][halves] = {};
            for (int d = 0; d < dimension; ++d) {
                Four c[halves];
                std::memcpy(c, of_panel + d * panel, sizeof c);
                for (int r = 0; r < own; ++r)
                    for (int h = 0; h < halves; ++h) {
                        const Four difference = row[r][d] - c[h];
                        sum[r][h] += difference * difference;
                    }
            }
            for (int r = 0; r < own && begin + r < count; ++r)
                for (int i = 0; i < panel && list + i < to; ++i) use(r, begin + r, list + i, sum[r][i / 4][i % 4]);
        }
        for (int r = 0; r < own && begin + r < count; ++r) after_all(r, begin + r);
    }
}
inline Key least_of_row(Key key) { return key; }
inline bool writes_row() { return true; }

#endif

/// Sets nearest[row] to the list with the nearest centroid, the first of equals. One block per `tile_rows` rows from `first` on.
__global__ void __launch_bounds__(tile_threads) find_nearest_centroids(
    const float* rows, std::int64_t first, std::int64_t count, int dimension, Centroids centroids, unsigned* nearest) {
    Key best[4] = {no_key, no_key, no_key, no_key};
    compare_with_centroids(
        rows, first + std::int64_t(blockIdx.x) * tile_rows, count, dimension, centroids, 0, centroids.count,
        [&](int own, std::int64_t, int list, float distance) {
            const Key key = make_key(distance, unsigned(list));
            best[own] = key < best[own] ? key : best[own];
        },
        [&](int own, std::int64_t row) {
            const Key least = least_of_row(best[own]);
            best[own] = no_key;
            if (writes_row() && row < count) nearest[row] = unsigned(least);
        });
}

/// Sets keys[row][list] to (squared distance, list). One block per `tile_rows` rows and `tile_lists` centroids.
__global__ void __launch_bounds__(tile_threads)
    find_centroid_distances(const float* rows, std::int64_t count, int dimension, Centroids centroids, Key* keys) {
    compare_with_centroids(
        rows, std::int64_t(blockIdx.x) * tile_rows, count, dimension, centroids, int(blockIdx.y) * tile_lists,
        min(centroids.count, (int(blockIdx.y) + 1) * tile_lists),
        [&](int, std::int64_t row, int list, float distance) {
            if (row < count) keys[row * centroids.count + list] = make_key(distance, unsigned(list));
        },
        [](int, std::int64_t) {});
}

/// Sets to[i] = from[row[i]], rows of `dimension` coordinates padded with zeros to `stride`. `lanes_of_row` lanes per row.
__global__ void __launch_bounds__(row_threads)
    gather_rows(const float* from, int dimension, const unsigned* row, std::int64_t count, float* to, int stride) {
    const std::int64_t i = (std::int64_t(blockIdx.x) * row_threads + threadIdx.x) / lanes_of_row;
    if (i >= count) return;
    const float* const own = from + (row ? std::int64_t(row[i]) : i) * dimension;
    for (int d = int(threadIdx.x) % lanes_of_row; d < stride; d += lanes_of_row) to[i * stride + d] = d < dimension ? __ldg(own + d) : 0;
}

/// Sets begin[list] to the first place in `sorted` (ascending) with a number of at least `list`; begin[lists] = count. One thread per list.
__global__ void __launch_bounds__(each_threads) find_list_begins(const unsigned* sorted, std::int64_t count, int lists, unsigned* begin) {
    const std::int64_t list = std::int64_t(blockIdx.x) * each_threads + threadIdx.x;
    if (list > lists) return;
    std::int64_t low = 0, high = count;
    while (low < high) {
        const std::int64_t middle = (low + high) / 2;
        if (std::int64_t(sorted[middle]) < list) low = middle + 1;
        else high = middle;
    }
    begin[list] = unsigned(low);
}

/// Sets the centroid of each list to the mean of its rows; that of an empty list stays. One block per list and `mean_dimensions`
/// dimensions.
__global__ void __launch_bounds__(list_threads)
    find_means(const float* rows, int dimension, const unsigned* order, const unsigned* begin, float* centroids) {
    const unsigned list = blockIdx.x, first = begin[list], count = begin[list + 1] - first;
    if (count == 0) return;
    block_mean<mean_parts>([&](std::int64_t i) { return rows + std::int64_t(order[first + i]) * dimension; }, std::int64_t(count),
        dimension, int(blockIdx.y) * mean_dimensions, centroids + std::int64_t(list) * dimension);
}

/// Sets centroids[lists[i]] = rows[order[places[i]]], for empty lists. `lanes_of_row` lanes each.
__global__ void __launch_bounds__(row_threads) place_centroids(
    const float* rows, int dimension, const unsigned* order, const unsigned* lists, const unsigned* places, int count, float* centroids) {
    const std::int64_t i = (std::int64_t(blockIdx.x) * row_threads + threadIdx.x) / lanes_of_row;
    if (i >= count) return;
    for (int d = int(threadIdx.x) % lanes_of_row; d < dimension; d += lanes_of_row)
        centroids[std::int64_t(lists[i]) * dimension + d] = rows[std::int64_t(order[places[i]]) * dimension + d];
}

/// Copies centroids into panels. `lanes_of_row` lanes per centroid, including those after the last.
__global__ void __launch_bounds__(row_threads) fill_panels(const float* centroids, int lists, int dimension, float* panels) {
    const std::int64_t list = (std::int64_t(blockIdx.x) * row_threads + threadIdx.x) / lanes_of_row;
    if (list >= (lists + panel - 1) / panel * panel) return;
    for (int d = int(threadIdx.x) % lanes_of_row; d < dimension; d += lanes_of_row)
        panels[(list / panel * dimension + d) * panel + list % panel] = list < lists ? centroids[list * dimension + d] : 0;
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::ivf
