// Writes the results of a warp as lists, several rows at a time if they are short.
//
// A lane computes the distances of consecutive entries, so that it compares all but the last of them by itself, and writes
// them in pieces of 16 bytes. Rows with uncertain order or rounding are written again in double precision: after all others, so
// that the code for few rows takes neither registers nor instructions from the rest.
#pragma once
#include "gpu/kernels/finish.cuh"
#include "gpu/kernels/warp.cuh"
#include "gpu/methods/leaf_warp/exact_sum.cuh"

#include <bit>

namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp {

/// How the lanes of a warp share the rows.
template <int Capacity>
struct RowShares {
    /// Entries per lane: as many as leave the fewest lanes idle.
    static constexpr int half = int(std::bit_floor(unsigned(Capacity - 1)));
    static constexpr int each = Capacity > 256 ? 10 : Capacity > 192 ? 8 : Capacity > 16 && Capacity <= half + half / 2 ? 6 : 4;
    static constexpr int lanes = int(std::bit_ceil(unsigned((Capacity + each - 1) / each)));  ///< of a row
    static constexpr int rows = 32 / lanes;                                                   ///< at once
    static constexpr int piece = each % 4 == 0 ? 4 : 2;  ///< entries written at once, aligned to as many
    static_assert(lanes * each >= Capacity);

    /// Words of a column that are moved at once: whole shares.
    static constexpr int lines = each % 4 != 0 ? 2 * each : Capacity % 16 == 0 ? 16 : 8;
    static constexpr int moves = (Capacity + lines - 1) / lines;
    static constexpr int tail = moves * lines - Capacity, spare_lines = tail + each;  ///< after the lists, because columns are moved down
    static constexpr int first_free_line = Capacity + tail + 4;  ///< when all rows have been read except uncertain ones
    /// Memory after the lists.
    static constexpr std::size_t bytes = std::max(128 * std::size_t(spare_lines),
        128 * std::size_t(first_free_line - Capacity) + std::max(sizeof(Exact) * Capacity, 2 * sizeof(unsigned) * rows * Capacity));

    /// How far the line of a rank is rotated, so that the words that lanes read at once are in different banks.
    __device__ static constexpr int turn(int rank) { return rank / each * rows; }
};

/// What lanes tell the writers of their rows.
template <int Dimension>
struct RowNotes {
    float query[Dimension][32];
    unsigned last_word[32];
    int number[32];
    unsigned uncertain[32];
};

/// For rows written in parts: what lanes store about the previous parts of their rows.
struct PartNotes {
    unsigned written[32];                         ///< entries
    unsigned passed[32];                          ///< 1: the excluded point is among those before
    unsigned farthest[32];                        ///< the upper half of the greatest sum of a part, or
    static constexpr unsigned in_disorder = ~0u;  ///< a part holds an entry that may be nearer than that
    static constexpr int words = 3 * 32;
};

/// The last word with the step of `word`; the last of all words if it is no entry.
template <int slot_bits>
__device__ __forceinline__ unsigned through_step(unsigned word) {
    return word == ~0u ? ~0u - 1 : min(word | ((1u << slot_bits) - 1), ~0u - 1);
}

/// Sorts [count] entries that are nearly in order. Whole warp.
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

/// `lists`: [Capacity][32] words, one column per query, ascending; `leaves`: decodes the slots in them; `end`: the last word that counts:
/// of the last step all known entries, so that the nearest of them are in the list; `wanted`: whether this lane's list is written; `parts`:
/// PartNotes*, if rows are written in parts, or nullptr. Changes `lists` and RowShares::bytes after them. Whole warp.
template <int Dimension, int Capacity, int slot_bits, class AnyMetric, class Parts>
__device__ __forceinline__ void write_rows(AnyMetric metric, const TreeView<Dimension>& tree, const Batch<Dimension>& batch, int packet,
    unsigned* lists, const unsigned* leaves, RowNotes<Dimension>& notes, const Point<Dimension>& query, unsigned end, bool wanted,
    [[maybe_unused]] Parts parts) {
    using Share = RowShares<Capacity>;
    constexpr int each = Share::each;
    constexpr bool in_parts = std::is_same_v<Parts, PartNotes*>;
    // Adjacent entries in the wrong order are exchanged at once if that occurs in one row of ten.
    constexpr int tries = Dimension == 3 && Capacity > 64 ? 1 : 0;
    const int lane = int(threadIdx.x) % 32;
    const unsigned wanted_rows = __ballot_sync(all_lanes, wanted);
    if (wanted_rows == 0) return;
#pragma unroll
    for (int d = 0; d < Dimension; ++d) notes.query[d][lane] = query.at[d];
    notes.last_word[lane] = end;
    notes.number[lane] = wanted ? batch.query[packet * 32 + lane] : 0;
    notes.uncertain[lane] = 0;
    /// Entries of a row written by previous parts.
    const auto written = [&](int row) {
        if constexpr (in_parts) return int(parts->written[row]);
        else return 0;
    };
    // Four entries at a time are written, aligned to 16 bytes: if a row does not begin at such an address, its first entry is not the first
    // of the first lane. The number of entries before it:
    const bool in_pieces =
        batch.in_pieces && (in_parts || batch.row_length % Share::piece == 0 || batch.row_length + Share::piece - 1 <= Share::lanes * each);
    const auto before_row = [&](int row) {
        return in_pieces ? (int(unsigned(notes.number[row]) * unsigned(batch.row_length)) + written(row)) & (Share::piece - 1) : 0;
    };
    const int down = before_row(lane);
#pragma unroll
    for (int i = 0; i < Share::spare_lines; ++i) lists[32 * (Capacity + i) + lane] = ~0u;
#pragma unroll 1
    for (int first = (Share::moves - 1) * Share::lines; first >= 0; first -= Share::lines) {
        unsigned word[Share::lines];
#pragma unroll
        for (int i = 0; i < Share::lines; ++i) word[i] = lists[32 * (first + i) + lane];
        __syncwarp();
        unsigned* const own = lists + 32 * (first + down);
        int turned = (lane + Share::turn(first)) % 32;
#pragma unroll
        for (int i = 0; i < Share::lines; i += each) {
            const int next = (turned + Share::rows) % 32;
#pragma unroll
            for (int e = 0; e < each; ++e) own[32 * (i + e) + (e + down < each ? turned : next)] = word[i + e];
            turned = next;
        }
    }
#pragma unroll
    for (int i = 0; i < Share::piece - 1; ++i)
        if (i < down) lists[32 * i + lane] = ~0u;
    __syncwarp();

    /// The position of the neighbour that a word of a list encodes.
    const auto place_of = [&](unsigned word) {
        const unsigned slot = word & ((1u << slot_bits) - 1);
        return int(leaves[slot / leaf_points]) * leaf_points + int(slot % leaf_points);
    };
    const auto query_of = [&](int row) {
        Point<Dimension> from;
#pragma unroll
        for (int d = 0; d < Dimension; ++d) from.at[d] = notes.query[d][row];
        return from;
    };
    const auto write = [&](std::size_t at, int index, float distance) {
        batch.lists.index[at] = index;
        batch.lists.distance[at] = index < 0 ? __uint_as_float(0x7fc00000u) : distance;
    };

    /// Where a row continues in the lists.
    const auto begin_of = [&](int row) {
        return std::size_t(notes.number[row]) * std::size_t(batch.row_length) + std::size_t(written(row));
    };

    Exact* const entries = reinterpret_cast<Exact*>(lists + 32 * Share::first_free_line);
    const int own = lane % Share::lanes, of_row = lane / Share::lanes;
    const unsigned of_group = Share::lanes == 32 ? ~0u : ((1u << Share::lanes % 32) - 1) << of_row * Share::lanes;
#pragma unroll 1
    for (int first = 0; first < 32; first += Share::rows) {
        const int row = first + of_row;
        if (Share::rows == 1 && !(wanted_rows >> row & 1u)) continue;  // the same for all lanes
        const bool here = bool(wanted_rows >> row & 1u) && own * each < Capacity + (in_pieces ? Share::piece - 1 : 0);
        const Point<Dimension> from = query_of(row);
        const unsigned last_word = here ? notes.last_word[row] : 0;
        const unsigned* const words = lists + 32 * (here ? own * each : 0) + (row + Share::turn(own * each)) % 32;
        Point<Dimension> neighbour[each];
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
        bool certain = true;
        with_metric_here(metric, [&](auto m) {
            double sum[each];
#pragma unroll
            for (int e = 0; e < each; ++e) {
                sum[e] = exact_sum<decltype(m)>(neighbour[e], from);
                certain = certain & (rounded_distance(m, sum[e], distance[e]) | (index[e] < 0));
            }
            bool in_order = true;
#pragma unroll 1
            for (int tried = 0;; ++tried) {
                in_order = true;
#pragma unroll
                for (int e = 0; e + 1 < each; ++e)
                    in_order = in_order & (certainly_before(sum[e], index[e], sum[e + 1], index[e + 1]) | ((index[e] | index[e + 1]) < 0));
                // and before the first of the next lane
                const double after = __shfl_down_sync(all_lanes, sum[0], 1);
                const int index_after = __shfl_down_sync(all_lanes, index[0], 1);
                in_order = in_order & (certainly_before(sum[each - 1], index[each - 1], after, index_after) |
                                          ((index[each - 1] | index_after) < 0) | (own == Share::lanes - 1));
                if (tried == tries || !__any_sync(all_lanes, !in_order)) break;
                    // Entries of one step may be in any order: usually two of the same lane.
#pragma unroll
                for (int e = 0; e + 1 < each; ++e) {
                    if ((index[e] | index[e + 1]) < 0 || !certainly_before(sum[e + 1], index[e + 1], sum[e], index[e])) continue;
                    const double greater = sum[e];
                    sum[e] = sum[e + 1], sum[e + 1] = greater;
                    const float greater_distance = distance[e];
                    distance[e] = distance[e + 1], distance[e + 1] = greater_distance;
                    const int greater_index = index[e];
                    index[e] = index[e + 1], index[e + 1] = greater_index;
                }
            }
            certain = certain & in_order;
            if constexpr (in_parts) {
                unsigned nearest = ~0u, farthest = 0;
#pragma unroll
                for (int e = 0; e < each; ++e) {
                    const unsigned half = unsigned(static_cast<unsigned long long>(__double_as_longlong(sum[e])) >> 32);
                    if (here && index[e] >= 0) nearest = min(nearest, half), farthest = max(farthest, half);
                }
                nearest = least_of_warp(nearest);
                farthest = greatest_of_warp(farthest);
                if (lane == 0)
                    parts->farthest[row] =
                        parts->written[row] + parts->passed[row] > 0 && nearest <= parts->farthest[row] ? PartNotes::in_disorder : farthest;
            }
        });
        // The last words of a row that was moved down may lie after those that its lanes read. If one of them counts, it is a neighbour
        // that was compared with nothing.
        if constexpr (Capacity + Share::piece - 1 > Share::lanes * each) {
            constexpr int behind = Share::lanes * each;
            if (in_pieces && own == Share::lanes - 1)
                certain = certain & (lists[32 * behind + (row + Share::turn(behind)) % 32] > last_word);
        }
        const unsigned uncertain = __ballot_sync(all_lanes, here && !certain);
        if (own == 0 && (uncertain & of_group)) notes.uncertain[row] = 1;
        const std::size_t list = begin_of(row);
        const int room = batch.row_length - written(row), rank = own * each - before_row(row);  // from this lane's first entry on
        if (in_pieces) {
            const auto distance_at = [&](int e) { return index[e] < 0 ? __uint_as_float(0x7fc00000u) : distance[e]; };
#pragma unroll
            for (int e = 0; e < each; e += Share::piece) {
                const int place = rank + e;
                if (!here || place >= room) continue;
                int* const to = batch.lists.index + list + place;
                float* const distance_to = batch.lists.distance + list + place;
                const bool whole = place >= 0 && place + Share::piece <= room && (!in_parts || index[e + Share::piece - 1] >= 0);
                if constexpr (Share::piece == 4) {
                    if (whole) {
                        *reinterpret_cast<int4*>(to) = make_int4(index[e], index[e + 1], index[e + 2], index[e + 3]);
                        *reinterpret_cast<float4*>(distance_to) =
                            make_float4(distance_at(e), distance_at(e + 1), distance_at(e + 2), distance_at(e + 3));
                        continue;
                    }
                } else if (whole) {
                    *reinterpret_cast<int2*>(to) = make_int2(index[e], index[e + 1]);
                    *reinterpret_cast<float2*>(distance_to) = make_float2(distance_at(e), distance_at(e + 1));
                    continue;
                }
#pragma unroll
                for (int i = 0; i < Share::piece; ++i)
                    if (place + i >= 0 && place + i < room && (!in_parts || index[e + i] >= 0))
                        to[i] = index[e + i], distance_to[i] = distance_at(e + i);
            }
            continue;
        }
        // In pieces of one: the row is arranged in shared memory, so that adjacent lanes write adjacent entries.
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
            if (rank + e < Capacity) row_index[rank + e] = index[e], row_distance[rank + e] = distance[e];
        __syncwarp();
        if (wanted_rows >> row & 1u)
            for (int place = own; place < Capacity; place += Share::lanes)
                if (const int at = place - (excluded_rank < place);
                    place != excluded_rank && at < room && !(in_parts && row_index[place] < 0))
                    write(list + std::size_t(at), row_index[place], row_distance[place]);
        if constexpr (in_parts)
            if (lane == 0 && excluded_rank < Capacity) parts->passed[row] = 1;
        __syncwarp();
    }

    __syncwarp();
    for (unsigned rest = __ballot_sync(all_lanes, notes.uncertain[lane] != 0); rest; rest &= rest - 1) {
        const int row = __ffs(int(rest)) - 1, number = notes.number[row];
        const int down_of_row = before_row(row);
        const Point<Dimension> from = query_of(row);
        __syncwarp();
#pragma unroll 1
        for (int r = lane; r < Capacity; r += 32) {
            const unsigned word = lists[32 * (r + down_of_row) + (row + Share::turn(r + down_of_row)) % 32];
            entries[r] = {0, -1};
            if (word > notes.last_word[row]) continue;
            const int place = place_of(word);
            entries[r] = {exact_distance_here(metric, tree.point(place), from), __ldg(tree.row + place)};
        }
        __syncwarp();
        exchange_until_in_order(entries, Capacity, lane);
        const int excluded = batch.exclude ? batch.exclude[number] : -1;
        const std::size_t list = begin_of(row);
        const int room = batch.row_length - written(row);
        int excluded_rank = Capacity;
#pragma unroll 1
        for (int begin = 0; begin < Capacity; begin += 32) {
            const bool there = begin + lane < Capacity;
            const Exact entry = entries[there ? begin + lane : 0];
            const unsigned hits = __ballot_sync(all_lanes, there && excluded >= 0 && entry.index == excluded);
            if (hits) excluded_rank = begin + __ffs(int(hits)) - 1;
            const int place = begin + lane, at = place - (excluded_rank < place);
            if (there && place != excluded_rank && at < room && !(in_parts && entry.index < 0))
                write(list + std::size_t(at), entry.index, float(entry.distance));
        }
    }
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp
