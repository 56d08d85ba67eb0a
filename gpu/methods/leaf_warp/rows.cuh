// What a warp has found, written as lists: a row at a time, or several short ones, so that memory is written in one piece.
#pragma once
#include "gpu/kernels/finish.cuh"
#include "gpu/kernels/warp.cuh"
#include "gpu/methods/leaf_warp/doubled.cuh"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp {

/// How a warp's lanes share the rows.
template <int Capacity>
struct RowShares {
    static constexpr int lanes = Capacity < 32 ? Capacity : 32;  ///< of a row
    static constexpr int rows = 32 / lanes;                      ///< at once
    static constexpr int each = Capacity / lanes;                ///< entries of a lane
    static constexpr std::size_t bytes = sizeof(Exact) * rows * Capacity;
};

/// What lanes tell those who write their rows.
template <int Dimension>
struct RowNotes {
    float query[Dimension][32];
    unsigned last_step[32];
    int number[32], excluded[32];
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
/// that is sought; `wanted`: whether this lane's list is to be written. Changes `lists`; `entries` has RowShares::bytes. Whole warp.
template <int Dimension, int Capacity, int slot_bits>
__device__ __forceinline__ void write_rows(const TreeView<Dimension>& tree, const Batch<Dimension>& batch, int run, unsigned* lists,
    const unsigned* leaves, Exact* row_entries, RowNotes<Dimension>& notes, const Place<Dimension>& query, unsigned last, bool wanted) {
    using Share = RowShares<Capacity>;
    const int lane = int(threadIdx.x) % 32;
    const unsigned wanted_rows = __ballot_sync(all_lanes, wanted);
    if (wanted_rows == 0) return;
    const int number = wanted ? batch.query[run * 32 + lane] : 0;
#pragma unroll
    for (int d = 0; d < Dimension; ++d) notes.query[d][lane] = query.at[d];
    notes.last_step[lane] = last >> slot_bits;
    notes.number[lane] = number;
    notes.excluded[lane] = wanted && batch.exclude ? batch.exclude[number] : -1;
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

    const int own = lane % Share::lanes, of_row = lane / Share::lanes;
    // What is known of the entries of the rows at work.
    float* const high = reinterpret_cast<float*>(row_entries) + of_row * Capacity;
    float* const low = high + Share::rows * Capacity;
    unsigned* const noted = reinterpret_cast<unsigned*>(low + Share::rows * Capacity);  // the row, and whether the distance is exact
    constexpr unsigned nothing = ~0u, is_exact = 0x80000000u;
#pragma unroll 1
    for (int first = 0; first < 32; first += Share::rows) {
        const int row = first + of_row;
        const bool here = wanted_rows >> row & 1u;
        if (Share::rows == 1 && !here) continue;  // all lanes alike
        Place<Dimension> from;
#pragma unroll
        for (int d = 0; d < Dimension; ++d) from.at[d] = notes.query[d][row];
        const unsigned last_step = notes.last_step[row];
        /// Where the neighbour of this rank lies, -1 where there is none. Of the last step all that are known are put in order, so that
        /// the nearest of them are in the list.
        const auto place_of = [&](int rank) {
            const unsigned word = lists[32 * rank + (row + own) % 32], slot = word & ((1u << slot_bits) - 1);
            const bool there = here & (word != ~0u) & ((rank < batch.sought) | (word >> slot_bits <= last_step));
            return there ? int(leaves[slot / leaf_points]) * leaf_points + int(slot % leaf_points) : -1;
        };
        float distance[Share::each];
        int index[Share::each];
        Place<Dimension> neighbour[Share::each];
#pragma unroll
        for (int e = 0; e < Share::each; ++e) {
            const int place = place_of(own + e * Share::lanes);
            neighbour[e] = tree.point(max(place, 0));
            index[e] = __ldg(tree.row + max(place, 0));
            index[e] = place < 0 ? -1 : index[e];
        }
        bool sure = true;
        with_metric_here(batch.metric, [&](auto m) {
            Doubled sum[Share::each];
#pragma unroll
            for (int e = 0; e < Share::each; ++e) {
                const int rank = own + e * Share::lanes;
                sum[e] = doubled_sum<decltype(m)>(neighbour[e], from);
                sure = sure & (rounded_distance(m, sum[e], distance[e]) | (index[e] < 0));
                high[rank] = sum[e].high;
                low[rank] = sum[e].low;
                noted[rank] = index[e] < 0 ? nothing : unsigned(index[e]) | (sum[e].exact ? is_exact : 0u);
            }
            __syncwarp();
#pragma unroll
            for (int e = 0; e < Share::each; ++e) {
                const int next = min(own + e * Share::lanes + 1, Capacity - 1);  // the last one follows itself: no entry to compare
                const unsigned note = noted[next];
                const Doubled after{high[next], low[next], (note & is_exact) != 0};
                const bool compared = (index[e] >= 0) & (note != nothing) & (next > own + e * Share::lanes);
                sure = sure & (surely_before(sum[e], index[e], after, int(note & ~is_exact)) | !compared);
            }
        });
        const bool doubtful = __any_sync(all_lanes, !sure);
        if (doubtful) {  // in double precision
            __syncwarp();
            Exact* const entries = row_entries + of_row * Capacity;
#pragma unroll 1
            for (int rank = own; rank < Capacity; rank += Share::lanes) {
                const int place = place_of(rank);
                entries[rank] =
                    place < 0 ? Exact{0, -1} : Exact{exact_distance_here(batch.metric, tree.point(place), from), __ldg(tree.row + place)};
            }
            __syncwarp();
            exchange_until_in_order(entries, Capacity, own, Share::lanes);
#pragma unroll
            for (int e = 0; e < Share::each; ++e) {
                const Exact entry = entries[own + e * Share::lanes];
                distance[e] = float(entry.distance);
                index[e] = entry.index;
            }
        }
        int excluded_rank = Capacity;
        if (batch.exclude) {
            const int excluded = notes.excluded[row];
#pragma unroll
            for (int e = 0; e < Share::each; ++e) {
                const unsigned hits = __ballot_sync(all_lanes, here && excluded >= 0 && index[e] == excluded);
                const unsigned of_group = Share::rows == 1 ? hits : hits >> (of_row * Share::lanes) & ((1u << Share::lanes % 32) - 1);
                if (of_group) excluded_rank = __ffs(int(of_group)) - 1 + e * Share::lanes;
            }
        }
        const std::size_t list = std::size_t(notes.number[row]) * std::size_t(batch.k);
#pragma unroll
        for (int e = 0; e < Share::each; ++e) {
            const int place = own + e * Share::lanes, rank = place - (excluded_rank < place);
            if (!here || place == excluded_rank || rank >= batch.k) continue;
            batch.lists.index[list + std::size_t(rank)] = index[e];
            batch.lists.distance[list + std::size_t(rank)] = index[e] < 0 ? __uint_as_float(0x7fc00000u) : distance[e];
        }
        __syncwarp();
    }
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp
