// Kernels of `insertion`: a thread sorts a column of the distance matrix, whose rows are points, so that the threads of a warp read
// consecutive addresses.
//
// Equal distances: an insertion sort over points in order that moves a new entry only past greater ones keeps the smaller index
// first. Comb sort is not stable: it sorts keys of (distance, index).
#pragma once
#include "gpu/device/relaxed.cuh"
#include "gpu/device/run.hpp"
#include "gpu/kernels/distance.cuh"
#include "gpu/methods/insertion/steps.hpp"

#include <array>

namespace neighborscope::NEIGHBORSCOPE_DEVICE::insertion {

constexpr int block_threads = 128;
constexpr double work_of_move = 4;  ///< of an entry that moves to the next place, in the units of work_per_thread

enum Slot { slot_insertions, slot_shifts, slot_exchanges = 0 };
inline constexpr std::array counter_names{std::string_view("insertions"), std::string_view("shifts")};
inline constexpr std::array full_counter_names{std::string_view("exchanges")};

/// The matrix as distances, or as keys in which the excluded point comes last.
struct DistanceStore {
    float* matrix;  ///< [points][columns]
    std::int64_t columns;
    __device__ void operator()(std::int64_t point, std::int64_t query, float distance) const { matrix[point * columns + query] = distance; }
};
struct KeyStore {
    Key* matrix;  ///< [points][columns]
    std::int64_t columns;
    const std::int32_t* exclude;
    __device__ void operator()(std::int64_t point, std::int64_t query, float distance) const {
        matrix[point * columns + query] = exclude && exclude[query] == point ? no_key : make_key(distance, unsigned(point));
    }
};

/// One launch of the insertion sort: rows [begin, end) of the matrix.
struct Insert {
    const float* matrix;          ///< [points][columns]
    Key* lists;                   ///< [k][columns]
    std::int64_t* next;           ///< [columns] the row at which a thread continues
    const std::int32_t* exclude;  ///< [columns] or null
    std::int64_t points, columns, begin, end;
    std::int64_t moves;  ///< after so many a thread leaves the rest to the next launch
    int k;
    bool continues;  ///< continues with the same rows
};

template <class Counting>
__global__ void __launch_bounds__(block_threads) insert_smallest(Insert all, unsigned* unfinished, Counting counts) {
    const std::int64_t query = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x, stride = all.columns;
    if (query >= stride) return;
    Key* const list = all.lists + query;
    const std::int64_t excluded = all.exclude ? all.exclude[query] : -1;
    std::int64_t row = all.continues ? all.next[query] : all.begin;
    if (all.continues && row >= all.end) return;
    const std::int64_t seen = row - (excluded >= 0 && excluded < row);
    int kept = int(seen < all.k ? seen : all.k);
    Key farthest = kept == all.k ? list[(all.k - 1) * stride] : no_key;
    std::int64_t moved = 0, insertions = 0;
    for (; row < all.end && moved < all.moves; ++row) {
        if (row == excluded) continue;
        const Key key = make_key(all.matrix[row * stride + query], unsigned(row));
        if (key > farthest) continue;
        [[maybe_unused]] const Key left = farthest;
        int place = kept < all.k ? kept++ : all.k - 1;  // the last of k is dropped
        for (; place > 0; --place, ++moved) {
            const Key before = list[(place - 1) * stride];
            if (before < key) break;
            list[place * stride] = before;
        }
        list[place * stride] = key;
        if (kept == all.k) farthest = list[(all.k - 1) * stride];
        ++insertions;
        if constexpr (Counting::on)
            counts.step({.phase = 1,
                .kind = left == no_key ? kind_insertion : kind_replacement,
                .block = int(blockIdx.x),
                .actor = int(threadIdx.x),
                .round = row,
                .entered = key,
                .left = left,
                .bound = farthest,
                .size = kept});
    }
    all.next[query] = row;
    if (row < all.end) store_relaxed(unfinished, 1u);
    if (row == all.points)
        for (int i = kept; i < all.k; ++i) list[i * stride] = no_key;
    if constexpr (Counting::on) {
        counts.add(slot_insertions, insertions);
        counts.add(slot_shifts, moved);
    }
}

/// One launch of a comb sort's pass: compares entries `gap` apart, the first of them in rows [begin, end).
struct Comb {
    Key* matrix;  ///< [points][columns]
    std::int64_t columns, begin, end, gap;
};

/// The gap after `gap`: S. Lacey, R. Box, "A Fast, Easy Sort", 1991: a shrink factor of 1.3.
inline std::int64_t next_gap(std::int64_t gap) { return std::max<std::int64_t>(1, gap * 10 / 13); }

template <class Counting>
__global__ void __launch_bounds__(block_threads) comb(Comb pass, unsigned* exchanged, Counting counts) {
    const std::int64_t query = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (query >= pass.columns) return;
    std::int64_t exchanges = 0;
    for (std::int64_t row = pass.begin; row < pass.end; ++row) {
        Key* const first = pass.matrix + row * pass.columns + query;
        Key* const second = first + pass.gap * pass.columns;
        const Key a = *first, b = *second;
        if (a <= b) continue;
        *first = b;
        *second = a;
        ++exchanges;
    }
    if (exchanges > 0) store_relaxed(exchanged, 1u);
    if constexpr (Counting::on) counts.add(slot_exchanges, exchanges);
}

/// Copies the first k rows of sorted[][columns], which has `rows` rows, to chosen[columns][k].
template <class Counting>
__global__ void __launch_bounds__(block_threads)
    take(const Key* sorted, std::int64_t rows, std::int64_t columns, int k, Key* chosen, Counting counts) {
    const std::int64_t entry = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if constexpr (Counting::on) {  // one step for all distances
        if (entry == 0 && rows > 0) counts.step({.phase = 0, .kind = kind_distances, .size = int(rows)});
    }
    if (entry >= columns * k) return;
    const std::int64_t rank = entry / columns, query = entry % columns;
    chosen[query * k + rank] = rank < rows ? sorted[rank * columns + query] : no_key;
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::insertion
