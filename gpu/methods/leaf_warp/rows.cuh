// What a warp has found, written as lists: a row at a time, or several short ones, so that memory is written in one piece.
#pragma once
#include "gpu/kernels/finish.cuh"
#include "gpu/kernels/warp.cuh"
#include "gpu/methods/leaf_warp/metric.cuh"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp {

/// Shared memory that write_rows takes for a warp.
template <int Dimension, int Capacity>
struct RowSpace {
    static constexpr int lanes = Capacity < 32 ? Capacity : 32;  ///< of a row
    static constexpr int rows = 32 / lanes;                      ///< at once
    static constexpr int each = Capacity / lanes;                ///< entries of a lane
    Exact entry[rows * Capacity];
    float query[Dimension][32];
    unsigned last_step[32];
    int number[32], excluded[32];
    static constexpr std::size_t bytes = sizeof(Exact) * rows * Capacity + (Dimension + 3) * 32 * sizeof(int);
};

/// Puts [count] entries of each group of `lanes` lanes in order; all are nearly so. Whole warp.
__device__ __forceinline__ void exchange_until_in_order(Exact* entry, int count, int own_lane, int lanes) {
    for (bool more = true; __any_sync(all_lanes, more);) {
        more = false;
        for (int odd = 0; odd < 2; ++odd) {
            for (int first = 2 * own_lane + odd; first + 1 < count; first += 2 * lanes) {
                const Exact a = entry[first], b = entry[first + 1];
                if (!before(b, a)) continue;
                entry[first] = b;
                entry[first + 1] = a;
                more = true;
            }
            __syncwarp();
        }
    }
}

/// `lists`: [Capacity][32] words, a column a query, ascending; `leaves`: what the places in them mean; `last`: the entry of the rank
/// that is sought; `wanted`: whether this lane's list is to be written. Changes `lists`; `memory` has RowSpace::bytes. Whole warp.
template <int Dimension, int Capacity, int slot_bits>
__device__ __forceinline__ void write_rows(const TreeView<Dimension>& tree, const Batch<Dimension>& batch, int run, unsigned* lists,
    const unsigned* leaves, void* memory, const Place<Dimension>& query, unsigned last, bool wanted) {
    using Space = RowSpace<Dimension, Capacity>;
    Space& space = *static_cast<Space*>(memory);
    const int lane = int(threadIdx.x) % 32;
    const unsigned wanted_rows = __ballot_sync(all_lanes, wanted);
    if (wanted_rows == 0) return;
    const int number = wanted ? batch.query[run * 32 + lane] : 0;
#pragma unroll
    for (int d = 0; d < Dimension; ++d) space.query[d][lane] = query.at[d];
    space.last_step[lane] = last >> slot_bits;
    space.number[lane] = number;
    space.excluded[lane] = wanted && batch.exclude ? batch.exclude[number] : -1;
    // Each line is turned by its number, so that the entries of a row lie in different banks.
    constexpr int lines = Capacity < 16 ? Capacity : 16;
#pragma unroll 1
    for (int first = 0; first < Capacity; first += lines) {
        unsigned word[lines];
#pragma unroll
        for (int i = 0; i < lines; ++i) word[i] = lists[32 * (first + i) + lane];
        __syncwarp();
#pragma unroll
        for (int i = 0; i < lines; ++i) lists[32 * (first + i) + (lane + first + i) % 32] = word[i];
    }
    __syncwarp();

    const int own = lane % Space::lanes, of_row = lane / Space::lanes;
    Exact* const entries = space.entry + of_row * Capacity;
#pragma unroll 1
    for (int first = 0; first < 32; first += Space::rows) {
        const int row = first + of_row;
        const bool here = wanted_rows >> row & 1u;
        if (Space::rows == 1 && !here) continue;  // all lanes alike
        Place<Dimension> from;
#pragma unroll
        for (int d = 0; d < Dimension; ++d) from.at[d] = space.query[d][row];
        const unsigned last_step = space.last_step[row];
        Exact found[Space::each];
#pragma unroll
        for (int e = 0; e < Space::each; ++e) {
            const int rank = own + e * Space::lanes;
            const unsigned word = lists[32 * rank + (row + rank) % 32];
            // Of the last step all that are known are put in order, so that the nearest of them are in the list.
            const bool there = here && word != ~0u && (rank < batch.sought || word >> slot_bits <= last_step);
            found[e] = {0, -1};
            if (there) {
                const unsigned slot = word & ((1u << slot_bits) - 1);
                const int place = int(leaves[slot / leaf_points]) * leaf_points + int(slot % leaf_points);
                found[e] = {exact_distance_here(batch.metric, tree.point(place), from), __ldg(tree.row + place)};
            }
            entries[rank] = found[e];
        }
        __syncwarp();
        bool disorder = false;
#pragma unroll
        for (int e = 0; e < Space::each; ++e) {
            const int rank = own + e * Space::lanes;
            if (rank + 1 < Capacity) disorder = disorder || before(entries[rank + 1], found[e]);
        }
        if (__any_sync(all_lanes, disorder)) {
            __syncwarp();
            exchange_until_in_order(entries, Capacity, own, Space::lanes);
#pragma unroll
            for (int e = 0; e < Space::each; ++e) found[e] = entries[own + e * Space::lanes];
        }
        int excluded_rank = Capacity;
        if (batch.exclude) {
            const int excluded = space.excluded[row];
#pragma unroll
            for (int e = 0; e < Space::each; ++e) {
                const unsigned hits = __ballot_sync(all_lanes, here && excluded >= 0 && found[e].index == excluded);
                const unsigned of_group = Space::rows == 1 ? hits : hits >> (of_row * Space::lanes) & ((1u << Space::lanes % 32) - 1);
                if (of_group) excluded_rank = __ffs(int(of_group)) - 1 + e * Space::lanes;
            }
        }
        const std::size_t list = std::size_t(space.number[row]) * std::size_t(batch.k);
#pragma unroll
        for (int e = 0; e < Space::each; ++e) {
            const int place = own + e * Space::lanes, rank = place - (excluded_rank < place);
            if (here && place != excluded_rank && rank < batch.k) write_neighbour(batch.lists, list + std::size_t(rank), found[e]);
        }
        __syncwarp();
    }
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp
