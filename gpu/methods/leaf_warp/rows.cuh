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

/// The same, of lists that are written in parts.
struct PartNotes {
    double before_sum[32], end_sum[32];  ///< joined terms of the last neighbour of the part before, and of this one
    int before_row[32], end_row[32];     ///< and its row; -1: there is none
    int first[32];                       ///< rank of the list that the part begins with
    int end[32];                         ///< and the rank past its last
    unsigned excluded[32];               ///< whether the point to leave out is in the part
    unsigned out_of_order[32];           ///< whether the part may belong before the end of the one before
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

/// `lists`: [Capacity][32] words, a column a query, ascending; `leaves`: what the places in them mean; `last_word`: greater ones are no
/// entries of this lane's list; `wanted`: whether it is to be written; `parts`: with Parts, what is known of it. Changes `lists`;
/// `entries` has RowShares::bytes. Whole warp.
template <int Dimension, int Capacity, int slot_bits, bool Parts, class AnyMetric>
__device__ __forceinline__ void write_rows(AnyMetric metric, const TreeView<Dimension>& tree, const Batch<Dimension>& batch, int run,
    unsigned* lists, const unsigned* leaves, Exact* entries, RowNotes<Dimension>& notes, [[maybe_unused]] PartNotes* parts,
    const Place<Dimension>& query, unsigned last_word_of_lane, bool wanted) {
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
    notes.last_word[lane] = last_word_of_lane;
    notes.number[lane] = wanted ? batch.query[run * 32 + lane] : 0;
    notes.in_doubt[lane] = 0;
    if constexpr (Parts) {
        parts->before_sum[lane] = parts->end_sum[lane];
        parts->before_row[lane] = parts->end_row[lane];
        parts->excluded[lane] = parts->out_of_order[lane] = 0;
    }
    constexpr int lines = Capacity < 16 ? Capacity : 16;
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

    /// Where an entry of a list goes, and how far its part does.
    const auto rank_of = [&](int row, int place, int excluded_rank) {
        return place - int(excluded_rank < place) + (Parts ? parts->first[row] : 0);
    };
    const auto end_of = [&](int row) { return Parts ? parts->end[row] : batch.k; };
    /// Of the first neighbour of a part: whether it comes after all before.
    [[maybe_unused]] const auto check_begin = [&](int row, double sum, int index) {
        if constexpr (Parts)
            parts->out_of_order[row] =
                parts->before_row[row] >= 0 && !surely_before(parts->before_sum[row], parts->before_row[row], sum, index);
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
            if constexpr (Parts) {
                if (own == 0 && here && index[0] >= 0) check_begin(row, sum[0], index[0]);
                const int following = __shfl_down_sync(all_lanes, index[0], 1);
#pragma unroll
                for (int e = 0; e < each; ++e) {
                    const int next = e + 1 < each ? index[e + 1] : own < Share::lanes - 1 ? following : -1;
                    if (here && index[e] >= 0 && next < 0) parts->end_sum[row] = sum[e], parts->end_row[row] = index[e];
                }
            }
        });
        const unsigned unsure = __ballot_sync(all_lanes, here && !sure);
        if (own == 0 && (unsure & of_group)) notes.in_doubt[row] = 1;
        const std::size_t list = std::size_t(notes.number[row]) * std::size_t(batch.k);
        if (!Parts && batch.in_pieces) {
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
        const int excluded = batch.exclude && here ? batch.exclude[notes.number[row]] : -1;
#pragma unroll
        for (int e = 0; e < each; ++e) {
            const unsigned hits = __ballot_sync(all_lanes, excluded >= 0 && index[e] == excluded) & of_group;
            if (hits) excluded_rank = (__ffs(int(hits)) - 1 - of_row * Share::lanes) * each + e;
            if (rank < Capacity) row_index[rank + e] = index[e], row_distance[rank + e] = distance[e];
        }
        __syncwarp();
        if (wanted_rows >> row & 1u)
            for (int place = own; place < Capacity; place += Share::lanes)
                if (const int at = rank_of(row, place, excluded_rank); place != excluded_rank && at < end_of(row))
                    write(list + std::size_t(at), row_index[place], row_distance[place]);
        if (Parts && own == 0 && excluded_rank < Capacity) parts->excluded[row] = 1;
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
        if constexpr (Parts) {
#pragma unroll 1
            for (int r = lane; r < Capacity; r += 32) {
                const int of = entries[r].index, next = r + 1 < Capacity ? entries[r + 1].index : -1;
                if (of < 0 || (r > 0 && next >= 0)) continue;
                Place<Dimension> neighbour;
                for (int d = 0; d < Dimension; ++d) neighbour.at[d] = __ldg(batch.coordinates + std::size_t(of) * Dimension + d);
                with_metric_here(metric, [&](auto m) {
                    const double sum = exact_sum<decltype(m)>(neighbour, from);
                    if (r == 0) check_begin(row, sum, of);
                    if (next < 0) parts->end_sum[row] = sum, parts->end_row[row] = of;
                });
            }
        }
        const int excluded = batch.exclude ? batch.exclude[number] : -1;
        int excluded_rank = Capacity;
#pragma unroll 1
        for (int begin = 0; begin < Capacity; begin += 32) {
            const bool there = begin + lane < Capacity;
            const Exact entry = entries[there ? begin + lane : 0];
            const unsigned hits = __ballot_sync(all_lanes, there && excluded >= 0 && entry.index == excluded);
            if (hits) excluded_rank = begin + __ffs(int(hits)) - 1;
            const int place = begin + lane, at = rank_of(row, place, excluded_rank);
            if (there && place != excluded_rank && at < end_of(row))
                write(std::size_t(number) * std::size_t(batch.k) + std::size_t(at), entry.index, float(entry.distance));
        }
    }
    if constexpr (Parts) __syncwarp();  // lanes read what is noted of their lists
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp
