// What a warp has found, written as lists: several rows at a time where they are short.
//
// A lane computes the distances of entries that follow one another, so that it compares all but the last of them by itself, and writes
// them in pieces of 16 bytes. Rows whose order or rounding is in doubt are written again, in double precision: after all others, so
// that what few rows need keeps neither registers nor instructions from the rest.
#pragma once
#include "gpu/kernels/finish.cuh"
#include "gpu/kernels/warp.cuh"
#include "gpu/methods/leaf_warp/exact_sum.cuh"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp {

/// How a warp's lanes share the rows.
template <int Capacity>
struct RowShares {
    static constexpr int each = Capacity <= 128 ? 4 : 8;  ///< entries of a lane
    static constexpr int lanes = Capacity <= 8 ? 2 : Capacity <= 16 ? 4 : Capacity <= 32 ? 8 : Capacity <= 64 ? 16 : 32;  ///< of a row
    static constexpr int rows = 32 / lanes;                                                                               ///< at once
    static constexpr std::size_t bytes = std::max(sizeof(Exact) * Capacity, 2 * sizeof(unsigned) * rows * Capacity);
    static_assert(lanes * each >= Capacity && Capacity % each == 0);

    /// How far the line of a rank is turned: so, what the lanes read at a time lies in different banks.
    __device__ static constexpr int turn(int rank) { return rank / each * rows; }
};

/// What lanes tell those who write their rows.
template <int Dimension>
struct RowNotes {
    float query[Dimension][32];
    unsigned last_word[32];
    int number[32];
    unsigned in_doubt[32];
};

/// Puts [count] entries in order; all are nearly so. Whole warp.
__device__ __forceinline__ void exchange_until_in_order(Exact* entry, int count, int lane) {
    for (bool more = true; __any_sync(all_lanes, more);) {
        more = false;
        for (int odd = 0; odd < 2; ++odd) {
            for (int first = 2 * lane + odd; first + 1 < count; first += 64) {
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
template <int Dimension, int Capacity, int slot_bits, class AnyMetric>
__device__ __forceinline__ void write_rows(AnyMetric metric, const TreeView<Dimension>& tree, const Batch<Dimension>& batch, int run,
    unsigned* lists, const unsigned* leaves, Exact* entries, RowNotes<Dimension>& notes, const Place<Dimension>& query, unsigned last,
    bool wanted) {
    using Share = RowShares<Capacity>;
    constexpr int each = Share::each;
    // Neighbours in disorder are exchanged at once where one row in ten has some.
    constexpr int tries = Dimension == 3 && Capacity > 64 ? 1 : 0;
    const int lane = int(threadIdx.x) % 32;
    const unsigned wanted_rows = __ballot_sync(all_lanes, wanted);
    if (wanted_rows == 0) return;
#pragma unroll
    for (int d = 0; d < Dimension; ++d) notes.query[d][lane] = query.at[d];
    // Of the last step all that are known are put in order, so that the nearest of them are in the list.
    notes.last_word[lane] = last == ~0u ? ~0u - 1 : min(last | ((1u << slot_bits) - 1), ~0u - 1);
    notes.number[lane] = wanted ? batch.query[run * 32 + lane] : 0;
    notes.in_doubt[lane] = 0;
    constexpr int lines = Capacity % 16 == 0 ? 16 : 8;
#pragma unroll 1
    for (int first = 0; first < Capacity; first += lines) {
        unsigned word[lines];
#pragma unroll
        for (int i = 0; i < lines; ++i) word[i] = lists[32 * (first + i) + lane];
        __syncwarp();
#pragma unroll
        for (int i = 0; i < lines; i += each) {
            unsigned* const line = lists + 32 * (first + i) + (lane + Share::turn(first + i)) % 32;
#pragma unroll
            for (int e = 0; e < each; ++e) line[32 * e] = word[i + e];
        }
    }
    __syncwarp();

    /// Where the neighbour lies that a word of a list stands for.
    const auto place_of = [&](unsigned word) {
        const unsigned slot = word & ((1u << slot_bits) - 1);
        return int(leaves[slot / leaf_points]) * leaf_points + int(slot % leaf_points);
    };
    const auto query_of = [&](int row) {
        Place<Dimension> from;
#pragma unroll
        for (int d = 0; d < Dimension; ++d) from.at[d] = notes.query[d][row];
        return from;
    };
    const auto write = [&](std::size_t at, int index, float distance) {
        batch.lists.index[at] = index;
        batch.lists.distance[at] = index < 0 ? __uint_as_float(0x7fc00000u) : distance;
    };

    const int own = lane % Share::lanes, of_row = lane / Share::lanes, rank = own * each;
    const unsigned of_group = Share::lanes == 32 ? ~0u : ((1u << Share::lanes % 32) - 1) << of_row * Share::lanes;
#pragma unroll 1
    for (int first = 0; first < 32; first += Share::rows) {
        const int row = first + of_row;
        if (Share::rows == 1 && !(wanted_rows >> row & 1u)) continue;  // all lanes alike
        const bool here = bool(wanted_rows >> row & 1u) && rank < Capacity;
        const Place<Dimension> from = query_of(row);
        const unsigned last_word = here ? notes.last_word[row] : 0;
        const unsigned* const words = lists + 32 * (rank < Capacity ? rank : 0) + (row + Share::turn(rank)) % 32;
        Place<Dimension> neighbour[each];
        int index[each];
#pragma unroll
        for (int e = 0; e < each; ++e) {
            const unsigned word = words[32 * e];
            const bool there = word <= last_word;
            const int place = there ? place_of(word) : 0;
            neighbour[e] = tree.point(place);
            index[e] = __ldg(tree.row + place);
            index[e] = there ? index[e] : -1;
        }
        float distance[each];
        bool sure = true;
        with_metric_here(metric, [&](auto m) {
            double sum[each];
#pragma unroll
            for (int e = 0; e < each; ++e) {
                sum[e] = exact_sum<decltype(m)>(neighbour[e], from);
                sure = sure & (rounded_distance(m, sum[e], distance[e]) | (index[e] < 0));
            }
            bool in_order = true;
#pragma unroll 1
            for (int tried = 0;; ++tried) {
                in_order = true;
#pragma unroll
                for (int e = 0; e + 1 < each; ++e)
                    in_order = in_order & (surely_before(sum[e], index[e], sum[e + 1], index[e + 1]) | (index[e + 1] < 0));
                // and before the first of the next lane
                const double after = __shfl_down_sync(all_lanes, sum[0], 1);
                const int index_after = __shfl_down_sync(all_lanes, index[0], 1);
                in_order = in_order & (surely_before(sum[each - 1], index[each - 1], after, index_after) | (index_after < 0) |
                                          (own == Share::lanes - 1));
                if (tried == tries || !__any_sync(all_lanes, !in_order)) break;
                    // Entries of one step may stand in any order: most often two of the same lane.
#pragma unroll
                for (int e = 0; e + 1 < each; ++e) {
                    if (index[e + 1] < 0 || !surely_before(sum[e + 1], index[e + 1], sum[e], index[e])) continue;
                    const double greater = sum[e];
                    sum[e] = sum[e + 1], sum[e + 1] = greater;
                    const float greater_distance = distance[e];
                    distance[e] = distance[e + 1], distance[e + 1] = greater_distance;
                    const int greater_index = index[e];
                    index[e] = index[e + 1], index[e + 1] = greater_index;
                }
            }
            sure = sure & in_order;
        });
        const unsigned unsure = __ballot_sync(all_lanes, here && !sure);
        if (own == 0 && (unsure & of_group)) notes.in_doubt[row] = 1;
        const std::size_t list = std::size_t(notes.number[row]) * std::size_t(batch.k);
        if (batch.in_pieces) {
#pragma unroll
            for (int e = 0; e < each; e += 4) {
                if (!here || rank + e >= batch.k) continue;
                const auto distance_at = [&](int i) { return index[e + i] < 0 ? __uint_as_float(0x7fc00000u) : distance[e + i]; };
                *reinterpret_cast<int4*>(batch.lists.index + list + rank + e) =
                    make_int4(index[e], index[e + 1], index[e + 2], index[e + 3]);
                *reinterpret_cast<float4*>(batch.lists.distance + list + rank + e) =
                    make_float4(distance_at(0), distance_at(1), distance_at(2), distance_at(3));
            }
            continue;
        }
        // In pieces of one: the row is laid out in shared memory, so that lanes beside each other write what lies side by side.
        int* const row_index = reinterpret_cast<int*>(entries) + of_row * Capacity;
        float* const row_distance = reinterpret_cast<float*>(entries) + (Share::rows + of_row) * Capacity;
        int excluded_rank = Capacity;
        if (batch.exclude) {
            const int excluded = here ? batch.exclude[notes.number[row]] : -1;
#pragma unroll
            for (int e = 0; e < each; ++e) {
                const unsigned hits = __ballot_sync(all_lanes, excluded >= 0 && index[e] == excluded) & of_group;
                if (hits) excluded_rank = (__ffs(int(hits)) - 1 - of_row * Share::lanes) * each + e;
            }
        }
#pragma unroll
        for (int e = 0; e < each; ++e)
            if (rank < Capacity) row_index[rank + e] = index[e], row_distance[rank + e] = distance[e];
        __syncwarp();
        if (wanted_rows >> row & 1u)
            for (int place = own; place < Capacity; place += Share::lanes)
                if (const int at = place - (excluded_rank < place); place != excluded_rank && at < batch.k)
                    write(list + std::size_t(at), row_index[place], row_distance[place]);
        __syncwarp();
    }

    __syncwarp();
    for (unsigned rest = __ballot_sync(all_lanes, notes.in_doubt[lane] != 0); rest; rest &= rest - 1) {
        const int row = __ffs(int(rest)) - 1, number = notes.number[row];
        const Place<Dimension> from = query_of(row);
        __syncwarp();
#pragma unroll 1
        for (int r = lane; r < Capacity; r += 32) {
            const unsigned word = lists[32 * r + (row + Share::turn(r)) % 32];
            entries[r] = {0, -1};
            if (word > notes.last_word[row]) continue;
            const int place = place_of(word);
            entries[r] = {exact_distance_here(metric, tree.point(place), from), __ldg(tree.row + place)};
        }
        __syncwarp();
        exchange_until_in_order(entries, Capacity, lane);
        const int excluded = batch.exclude ? batch.exclude[number] : -1;
        int excluded_rank = Capacity;
#pragma unroll 1
        for (int begin = 0; begin < Capacity; begin += 32) {
            const bool there = begin + lane < Capacity;
            const Exact entry = entries[there ? begin + lane : 0];
            const unsigned hits = __ballot_sync(all_lanes, there && excluded >= 0 && entry.index == excluded);
            if (hits) excluded_rank = begin + __ffs(int(hits)) - 1;
            const int place = begin + lane, at = place - (excluded_rank < place);
            if (there && place != excluded_rank && at < batch.k)
                write(std::size_t(number) * std::size_t(batch.k) + std::size_t(at), entry.index, float(entry.distance));
        }
    }
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp
