// Kernels of the radix sort of Kuang & Zhao (section III-C), which is that of N. Satish, M. Harris, M. Garland, "Designing Efficient
// Sorting Algorithms for Manycore GPUs", 2009: 4 bits a pass, in four steps.
//   1) each block sorts its tile in shared memory by four 1-bit splits
//   2) and writes it back, with its 16-entry histogram of digits
//   3) a prefix sum over the table of histograms, in column-major order: all tiles of digit 0, then of digit 1 ...
//   4) each block copies its keys to the places given by this table
// Many rows are sorted at once, each by itself: the grid's y counts them. A pass is stable, so that equal distances
// stay in the order of their indices.
#pragma once
#include "gpu/device/run.hpp"
#include "gpu/kernels/block_scan.cuh"
#include "gpu/kernels/distance.cuh"
#include "gpu/methods/tiled_radix/steps.hpp"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::tiled_radix {

constexpr int digit_bits = 4, digits = 1 << digit_bits, passes = 32 / digit_bits;
constexpr int sort_threads = 128, keys_of_thread = 8, tile_keys = sort_threads * keys_of_thread;
constexpr int scan_threads = 256;
constexpr unsigned last_key = ~0u;  ///< after every distance: for the excluded point

/// The matrix of distances as sortable bits (in_key of gpu/kernels/distance.cuh), one query per row.
struct RowStore {
    unsigned* keys;  ///< [queries][points]
    std::int64_t points;
    const std::int32_t* exclude;
    __device__ void operator()(std::int64_t query, std::int64_t point, float distance) const {
        keys[query * points + point] = exclude && exclude[query] == point ? last_key : __float_as_uint(distance);
    }
};

/// Rows of keys with their indices. Null indices: each key's own place.
struct Pairs {
    unsigned *keys, *indices;  ///< [rows][count]
};

/// The arguments of one launch of a pass. The grid is (tiles, rows).
struct Pass {
    Pairs from, to;
    std::int64_t count;  ///< keys of a row
    int shift;           ///< of the digit
    unsigned* table;     ///< [rows][digits][tiles]

    __device__ unsigned* entry(int digit) const { return table + (std::int64_t(blockIdx.y) * digits + digit) * gridDim.x + blockIdx.x; }
    __device__ std::int64_t first() const { return std::int64_t(blockIdx.y) * count + std::int64_t(blockIdx.x) * tile_keys; }
    __device__ int keys_of_tile() const {
        const std::int64_t left = count - std::int64_t(blockIdx.x) * tile_keys;
        return int(left < tile_keys ? left : tile_keys);
    }
    __device__ int digit(unsigned key) const { return int(key >> shift) & (digits - 1); }
};

/// Sets begins[d] to the place of the first of sorted[0, count) whose digit is at least d, begins[digits] = count. Barriers before and
/// after.
__device__ inline void find_digits(const Pass& pass, const unsigned* sorted, int count, int* begins) {
    __syncthreads();
    for (int i = int(threadIdx.x); i < count; i += int(blockDim.x)) {
        const int own = pass.digit(sorted[i]), before = i > 0 ? pass.digit(sorted[i - 1]) : -1;
        for (int d = before + 1; d <= own; ++d) begins[d] = i;
        if (i + 1 == count)
            for (int d = own + 1; d <= digits; ++d) begins[d] = count;
    }
    __syncthreads();
}

/// Steps 1 and 2.
__global__ void __launch_bounds__(sort_threads) sort_tiles(Pass pass) {
    __shared__ unsigned keys[tile_keys], indices[tile_keys];
    __shared__ int sums[32], begins[digits + 1];
    const int thread = int(threadIdx.x), count = pass.keys_of_tile();
    const std::int64_t first = pass.first();
    for (int i = thread; i < tile_keys; i += sort_threads) {  // padding sorts after all keys
        keys[i] = i < count ? pass.from.keys[first + i] : last_key;
        indices[i] = i >= count ? 0 : pass.from.indices ? pass.from.indices[first + i] : blockIdx.x * unsigned(tile_keys) + unsigned(i);
    }
    __syncthreads();
    for (int bit = pass.shift; bit < pass.shift + digit_bits; ++bit) {
        unsigned key[keys_of_thread], index[keys_of_thread];
        int zeros = 0;
#pragma unroll
        for (int i = 0; i < keys_of_thread; ++i) {
            key[i] = keys[thread * keys_of_thread + i];
            index[i] = indices[thread * keys_of_thread + i];
            zeros += !(key[i] >> bit & 1u);
        }
        int all_zeros = 0;
        int zeros_before = block_sum_before(zeros, sums, all_zeros);  // has a barrier: all threads have read their keys
#pragma unroll
        for (int i = 0; i < keys_of_thread; ++i) {
            const bool one = key[i] >> bit & 1u;
            const int place = one ? all_zeros + thread * keys_of_thread + i - zeros_before : zeros_before++;
            keys[place] = key[i];
            indices[place] = index[i];
        }
        __syncthreads();
    }
    for (int i = thread; i < count; i += sort_threads) {
        pass.to.keys[first + i] = keys[i];
        pass.to.indices[first + i] = indices[i];
    }
    find_digits(pass, keys, count, begins);
    if (thread < digits) *pass.entry(thread) = unsigned(begins[thread + 1] - begins[thread]);
}

/// Step 3, one block per row: replaces each of `entries` of its table by the sum of those before it. Records the pass.
template <class Counting>
__global__ void __launch_bounds__(scan_threads)
    add_up(unsigned* table, std::int64_t entries, int pass, std::int64_t count, Counting counts) {
    if constexpr (Counting::on) {
        if (blockIdx.x == 0 && threadIdx.x == 0) counts.step({.phase = 1, .kind = kind_pass, .round = pass + 1, .size = int(count)});
    }
    __shared__ unsigned sums[32];
    unsigned* const own = table + std::int64_t(blockIdx.x) * entries;
    unsigned before = 0;
    for (std::int64_t begin = 0; begin < entries; begin += scan_threads) {
        const std::int64_t i = begin + threadIdx.x;
        unsigned all = 0;
        const unsigned sum = block_sum_before(i < entries ? own[i] : 0u, sums, all);
        if (i < entries) own[i] = before + sum;
        before += all;
    }
}

/// Step 4: copies the sorted tiles to the places given by the table.
__global__ void __launch_bounds__(sort_threads) scatter(Pass pass) {
    __shared__ unsigned keys[tile_keys];
    __shared__ unsigned places[digits];
    __shared__ int begins[digits + 1];
    const int thread = int(threadIdx.x), count = pass.keys_of_tile();
    const std::int64_t first = pass.first(), row = std::int64_t(blockIdx.y) * pass.count;
    for (int i = thread; i < count; i += sort_threads) keys[i] = pass.from.keys[first + i];
    if (thread < digits) places[thread] = *pass.entry(thread);
    find_digits(pass, keys, count, begins);
    for (int i = thread; i < count; i += sort_threads) {
        const int digit = pass.digit(keys[i]);
        const std::int64_t place = row + places[digit] + (i - begins[digit]);
        pass.to.keys[place] = keys[i];
        pass.to.indices[place] = pass.from.indices[first + i];
    }
}

/// Sets indices[count] to 0, 1, ...
__global__ void __launch_bounds__(scan_threads) number(unsigned* indices, std::int64_t count) {
    const std::int64_t i = std::int64_t(blockIdx.x) * scan_threads + threadIdx.x;
    if (i < count) indices[i] = unsigned(i);
}

/// Copies the first k of each sorted row to chosen[rows][k].
template <class Counting>
__global__ void __launch_bounds__(scan_threads)
    take(Pairs sorted, std::int64_t count, std::int64_t rows, int k, Key* chosen, Counting counts) {
    const std::int64_t entry = std::int64_t(blockIdx.x) * scan_threads + threadIdx.x;
    if constexpr (Counting::on) {  // one step for all distances
        if (entry == 0 && count > 0) counts.step({.phase = 0, .kind = kind_distances, .size = int(count)});
    }
    if (entry >= rows * k) return;
    const std::int64_t row = entry / k, rank = entry % k;
    const unsigned key = rank < count ? sorted.keys[row * count + rank] : last_key;
    chosen[entry] = key == last_key ? no_key : Key(key) << 32 | sorted.indices[row * count + rank];
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::tiled_radix
