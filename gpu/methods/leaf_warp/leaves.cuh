// The first kernel: a warp answers the 32 queries of a run, a lane each.
//
// 1. The leaves nearest to the run on the curve hold at least k points: the farthest corner of their boxes is a first bound. Where points
//    move, the answer before may give a better one (movement.cuh).
// 2. These leaves are scanned; then one walk through the tree, for all 32 queries together, lists the leaves that the greatest bound of
//    the warp still reaches, the nearest first.
// 3. A listed leaf is scanned when its box is within the bound of at least one lane. Its points are read by all lanes at the same
//    address. A lane puts what is within its bound into its column of a buffer in shared memory. When any column may overflow, every
//    lane sorts its own with a network in registers and merges it into its list.
// 4. The rows are written, with exact distances.
//
// An entry is one word of 32 bits: the distance in steps of the first bound, above the place of the point among the leaves that the
// warp has listed. So a comparator of the networks takes two instructions instead of five. Entries that share a step are put in order
// by their exact distances when the rows are written. Where a query's last step may hold a point that found no place, the query is
// searched alone (alone.cuh), and so are all queries of a run whose list of leaves overflows.
#pragma once
#include "gpu/methods/leaf_warp/counting.hpp"
#include "gpu/methods/leaf_warp/curve.cuh"
#include "gpu/methods/leaf_warp/metric.cuh"
#include "gpu/methods/leaf_warp/networks.cuh"
#include "gpu/methods/leaf_warp/rows.cuh"
#include "gpu/methods/leaf_warp/telling.cuh"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp {

constexpr unsigned no_word = ~0u;  ///< behind every entry
constexpr int stack_nodes = 192;   ///< 31 of each level wait at most, and the 32 of one
constexpr int buffer_words = 32;   ///< of a lane

/// The sizes of a search in so many dimensions for lists of up to Capacity.
template <int Dimension, int Capacity>
struct Sizes {
    static constexpr int chunk = 16;  ///< points that are read before they are looked at
    static constexpr int slot_bits = Dimension == 2 ? (Capacity <= 128 ? 11 : 12) : Capacity < 32 ? 12 : Capacity <= 128 ? 13 : 14;
    static constexpr int step_bits = 32 - slot_bits;
    static constexpr int most_leaves = 1 << (slot_bits - 5);
    static constexpr int warps = Dimension == 2 && Capacity <= 32 ? 2 : 1;  ///< of a block
    static constexpr int words = (Capacity + buffer_words) * 32 + most_leaves + stack_nodes;
    static constexpr std::size_t shared_bytes = std::size_t(warps) * words * sizeof(unsigned);
    static_assert(2 * most_leaves <= buffer_words * 32);
    static_assert(RowShares<Capacity>::bytes <= buffer_words * 32 * sizeof(unsigned));
    static_assert(sizeof(RowNotes<Dimension>) <= stack_nodes * sizeof(unsigned));
};

/// The leaves that are scanned before the walk through the tree.
template <int Dimension>
__device__ __forceinline__ int first_leaves(int sought) {
    if constexpr (Dimension == 2) return sought <= 8 ? 1 : sought <= 16 ? 2 : 2 + (sought + 31) / 32;
    else return sought <= 16 ? 2 : 3 + (sought + 31) / 32;
}

/// Distances as whole steps from 0 on: the fraction bits of a float between 2^23 and 2^24.
struct Steps {
    float per_unit;
    static constexpr float origin = 0x1p23f;
    __device__ __forceinline__ float of(float distance) const { return __fmaf_rn(distance, per_unit, origin); }
};

template <int Dimension, int Capacity, class Counting>
__global__ void __launch_bounds__(32 * Sizes<Dimension, Capacity>::warps) search_leaves(const __grid_constant__ TreeView<Dimension> tree,
    const __grid_constant__ Batch<Dimension> batch, int first_run, int runs, Alone alone, Counting counts) {
    using Size = Sizes<Dimension, Capacity>;
    constexpr float infinity = std::numeric_limits<float>::infinity();
    NEIGHBORSCOPE_DYNAMIC_SHARED(unsigned, arena);
    const int lane = int(threadIdx.x) % 32, warp = int(threadIdx.x) / 32;
    const int run = first_run + int(blockIdx.x) * Size::warps + warp;
    if (run >= first_run + runs) return;
    unsigned* const lists = arena + warp * Size::words;  // [Capacity][32]
    unsigned* const buffers = lists + Capacity * 32;     // [buffer_words][32]
    unsigned* const leaves = buffers + buffer_words * 32;
    unsigned* const stack = leaves + Size::most_leaves;
    unsigned *const list = lists + lane, *const buffer = buffers + lane;

    const int slot = run * 32 + lane;
    const bool active = slot < batch.queries;
    const Place<Dimension> query = batch.at(active ? slot : run * 32);

    // ---- The first leaves, and the bound they give
    const int start = batch.key ? leaf_at(tree, batch.key[min(run * 32 + 16, batch.queries - 1)]) : run;
    int few = min(first_leaves<Dimension>(batch.sought), tree.leaves());
    int from = min(max(start - few / 2, 0), tree.leaves() - few);
    if (from + few == tree.leaves() && from > 0) --from, ++few;  // the last leaf may hold few points
    Box<Dimension> near = tree.box_of(0, from);
    for (int i = 1; i < few; ++i) near = joined_boxes(near, tree.box_of(0, from + i));
    float farthest = 0;
    with_metric_here(batch.metric, [&](auto m) { farthest = farthest_in<decltype(m)>(near, query); });
    if (batch.last.of_row && active) farthest = fminf(farthest, batch.last.joined_bound(batch.metric, batch.query[slot]));
    const float range = __uint_as_float(greatest_of_warp(active ? __float_as_uint(farthest) : 0u));
    const Steps steps{__fdiv_rn(float((1u << Size::step_bits) - 4), fmaxf(range, 1e-30f))};
    // Whatever is not farther in steps may be among the nearest; lanes without a query take nothing.
    float bound = active ? fminf(steps.of(farthest), Steps::origin + float((1u << Size::step_bits) - 2)) : -1.0f;
    unsigned unsure_step = no_word;  // a point of this step found no place
    unsigned last = no_word;         // the entry of the rank that is sought
    int filled = 0;                  // words of the buffer
    bool empty = true;               // the lists of all lanes
#pragma unroll 8
    for (int i = 0; i < Capacity; ++i) list[32 * i] = no_word;
    for (int i = lane; i < few; i += 32) leaves[i] = unsigned(from + i);
    __syncwarp();

    [[maybe_unused]] unsigned visited = 0, needed = 0, distances = 0, merges = 0, accepted = 0, nodes = 0;
    [[maybe_unused]] Telling<Dimension, Capacity, Counting> told(tree, batch, counts, run, lane, query, list, leaves);
    if constexpr (Counting::on) told.begin(start, few, farthest);

    /// Sorts every lane's buffer and merges it into the list.
    const auto merge = [&] {
        if constexpr (Counting::on) {
            ++merges;
            told.before_merge(buffer, filled, last);
        }
        [[maybe_unused]] const bool merged = filled > 0;
        unsigned word[buffer_words];
#pragma unroll
        for (int i = 0; i < buffer_words; ++i) word[i] = i < filled ? buffer[32 * i] : no_word;
        sort_words(word);
        unsigned dropped = no_word;
        if (Capacity > buffer_words && empty) {
#pragma unroll
            for (int i = 0; i < buffer_words; ++i) list[32 * i] = word[i];
        } else {
            dropped = merge_into_list<Capacity>(list, word, buffer);
        }
        empty = false;
        filled = 0;
        last = list[32 * (batch.sought - 1)];
        if (last != no_word) {
            if (dropped >> Size::slot_bits == last >> Size::slot_bits) unsure_step = last >> Size::slot_bits;
            if (active) bound = Steps::origin + float(last >> Size::slot_bits);
        }
        if constexpr (Counting::on) told.after_merge(merged, last, visited);
    };
    /// Scans part of the leaf at a place of the list.
    const auto scan = [&](int place, int first) {
        const int point = int(leaves[place]) * leaf_points + first;
        Place<Dimension> near_by[Size::chunk];
        if constexpr (Dimension == 2) {
            const float4* const two = reinterpret_cast<const float4*>(tree.position + point);
#pragma unroll
            for (int i = 0; i < Size::chunk / 2; ++i) {
                const float4 both = __ldg(two + i);
                near_by[2 * i] = {both.x, both.y};
                near_by[2 * i + 1] = {both.z, both.w};
            }
        } else {
#pragma unroll
            for (int i = 0; i < Size::chunk; ++i) near_by[i] = tree.point(point + i);
        }
        const unsigned slot_here = unsigned(place * leaf_points + first);
        int free = 32 * filled;  // an index: a pointer that moves becomes one to any memory, and takes twice the instructions
        with_metric_here(batch.metric, [&](auto m) {
#pragma unroll
            for (int i = 0; i < Size::chunk; ++i) {
                const float step = steps.of(joined<decltype(m)>(near_by[i], query));
                if (step <= bound) {
                    buffer[free] = (__float_as_uint(step) << Size::slot_bits) + (slot_here + unsigned(i));
                    free += 32;
                }
            }
        });
        const int now = free / 32;
        if constexpr (Counting::on) {
            accepted += unsigned(now - filled);
            told.entries(buffer, filled, now, visited);
        }
        filled = now;
    };
    /// One walk through the tree for the whole warp: lists the leaves that its greatest bound reaches, the nearest first, and returns how
    /// many there are.
    const auto walk = [&](bool& overflow) {
        Box<Dimension> of_queries;
#pragma unroll
        for (int d = 0; d < Dimension; ++d) {
            of_queries.low[d] = unordered(least_of_warp(ordered(query.at[d])));
            of_queries.high[d] = unordered(greatest_of_warp(ordered(query.at[d])));
        }
        const float reach = __uint_as_float(greatest_of_warp(active ? __float_as_uint(bound) : 0u));
        unsigned *const found = buffers, *const found_step = buffers + Size::most_leaves;  // the buffers are empty now
        if constexpr (Counting::on) told.begin_walk(active);
        int waiting = 1, listed = 0;
        if (lane == 0) stack[0] = unsigned(tree.top) << 27;
        __syncwarp();
        while (waiting > 0 && !overflow) {
            const unsigned node = stack[--waiting];
            __syncwarp();  // everybody has read it
            const int level = int(node >> 27), child = int(node & 0x7ffffffu) * 32 + lane;
            float step = infinity;
            if (child < tree.count[level]) step = steps.of(gap(batch.metric, tree.box_of(level, child), of_queries));
            const bool is_leaf = level == 0;
            const bool near_enough = step <= reach && !(is_leaf && child >= from && child < from + few);
            const unsigned chosen = __ballot_sync(all_lanes, near_enough);
            const int before = __popc(chosen & ((1u << lane) - 1)), count = __popc(chosen);
            if constexpr (Counting::on) {
                ++nodes;
                told.passes(level, child, !near_enough && !(is_leaf && child >= from && child < from + few), of_queries);
            }
            if (is_leaf) {
                overflow = few + listed + count > Size::most_leaves;
                if (near_enough && !overflow) {
                    found[listed + before] = unsigned(child);
                    found_step[listed + before] = __float_as_uint(step);
                }
                listed += count;
            } else {
                if (near_enough) stack[waiting + before] = unsigned(level - 1) << 27 | unsigned(child);
                waiting += count;
            }
            __syncwarp();
        }
        if (overflow) return 0;
        for (int i = lane; i < listed; i += 32) {  // by counting those before
            const unsigned own = found_step[i];
            int rank = 0;
            for (int j = 0; j < listed; ++j) rank += found_step[j] < own || (found_step[j] == own && j < i);
            leaves[few + rank] = found[i];
        }
        __syncwarp();
        if constexpr (Counting::on) told.candidates(few, listed, of_queries);
        return listed;
    };
    int begin = 0, end = few;
    bool overflow = false;
    [[maybe_unused]] int listed = 0;
    // First the leaves around the run, then those that the walk lists. One loop, so that the networks stand in the kernel once: more
    // copies do not fit into the instruction cache.
#pragma unroll 1
    for (int round = 0; round < 2; ++round) {
        if (round == 1) {
            listed = walk(overflow);
            if (overflow) break;
            begin = few, end = few + listed;
        }
        int place = begin, first = 0;
        Box<Dimension> box = tree.box_of(0, int(leaves[min(place, end - 1)]));  // of the leaf at `place`, read before it is needed
        for (bool done = false; !done;) {
            if (first == 0) {
                bool wanted = false;
                for (; place < end; ++place) {  // past leaves that no lane needs
                    wanted = active && (round == 0 || steps.of(gap(batch.metric, box, query)) <= bound);
                    box = tree.box_of(0, int(leaves[min(place + 1, end - 1)]));
                    if (__any_sync(all_lanes, wanted)) break;
                    if constexpr (Counting::on) told.skip(int(leaves[place]));
                }
                done = place == end;
                if constexpr (Counting::on) {
                    if (!done) {
                        ++visited;
                        needed += wanted;
                        distances += unsigned(tree.points_of(int(leaves[place])));
                        told.scan(int(leaves[place]), wanted, visited, round);
                    }
                }
            }
            if (!done) {
                scan(place, first);
                first = (first + Size::chunk) % leaf_points;
                place += first == 0;
            }
            if (__any_sync(all_lanes, filled > (done ? 0 : buffer_words - Size::chunk))) merge();
        }
        __syncwarp();
    }
    const bool unsure = active && (overflow || unsure_step == last >> Size::slot_bits);
    if (unsure) alone.put(unsigned(slot));
    if constexpr (Counting::on) {
        told.end(visited, needed, unsure);
        if (active) {
            counts.took(batch.query[slot], visited, distances);
            counts.add(slot_distances, distances);
            counts.add(slot_accepted, accepted);
            counts.add(slot_needed, needed);
        }
        if (lane == 0) {
            counts.add(slot_nodes, nodes);
            counts.add(slot_listed, few + listed);
            counts.add(slot_visited, visited);
            counts.add(slot_merges, merges);
        }
    }
    write_rows<Dimension, Capacity, Size::slot_bits>(tree, batch, run, lists, leaves, reinterpret_cast<Exact*>(buffers),
        *reinterpret_cast<RowNotes<Dimension>*>(stack), query, last, active && !unsure);
    if constexpr (Counting::on) told.rows(active && !unsure);
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp
