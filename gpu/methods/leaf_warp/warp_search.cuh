// What a warp does that answers 32 queries together, a lane each: it walks through the tree once for all of them, scans the leaves that the
// walk lists, and merges what lanes find into their lists. The kernels that put this together: leaves.cuh and parts.cuh.
//
// An entry is one word of 32 bits: the distance in steps of the first bound, above the place of the point among the leaves that the
// warp has listed. So a comparator of the networks takes two instructions instead of five. Entries that share a step are put in order
// by their exact distances when the rows are written.
#pragma once
#include "gpu/methods/leaf_warp/bounds.cuh"
#include "gpu/methods/leaf_warp/counting.hpp"
#include "gpu/methods/leaf_warp/curve.cuh"
#include "gpu/methods/leaf_warp/networks.cuh"
#include "gpu/methods/leaf_warp/rows.cuh"
#include "gpu/methods/leaf_warp/telling.cuh"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp {

constexpr unsigned no_word = ~0u;  ///< behind every entry
constexpr int buffer_words = 32;   ///< of a lane, at once

/// The sizes of a search in so many dimensions for lists of up to Capacity; `in_parts`: or for longer ones, so many entries at a time.
template <int Dimension, int Capacity, bool in_parts>
struct Sizes {
    /// Whether a first bound is guessed: of short lists it costs what it spares.
    static constexpr bool guesses = Capacity > 32 || (Dimension == 3 && Capacity == 32);
    /// Whether each half of a leaf is asked for by itself: fewer points are read, more boxes are looked at.
    static constexpr bool halves = Dimension == 2 || Capacity <= 8;
    static constexpr int slot_bits = Dimension == 2 ? (in_parts             ? 13
                                                          : Capacity <= 128 ? 11
                                                                            : 12)
                                                    : (Capacity < 32                     ? 12
                                                          : Capacity <= 128 && !in_parts ? 13
                                                                                         : 14);
    static constexpr int step_bits = 32 - slot_bits;
    static constexpr int most_leaves = 1 << (slot_bits - 5);
    static constexpr int warps = Dimension == 2 && Capacity <= 32 ? 2 : 1;  ///< of a block
    /// At once on a multiprocessor, so that a thread has 64 or 96 registers; 0: as many as it likes, shared memory binds.
    static constexpr int least_blocks = Dimension == 2 && Capacity <= 32 ? 16 : Dimension == 3 && Capacity <= 16 ? 20 : 0;
    static constexpr int list_words = Capacity * 32;
    static constexpr int after_lists = std::max(buffer_words * 32, int(RowShares<Capacity>::bytes / sizeof(unsigned)));  ///< words
    static constexpr int words = list_words + after_lists + most_leaves + stack_nodes + (in_parts ? PartNotes::words : 0);
    static constexpr std::size_t shared_bytes = std::size_t(warps) * words * sizeof(unsigned);
    static_assert(2 * most_leaves <= buffer_words * 32);
    static_assert(sizeof(RowNotes<Dimension>) <= stack_nodes * sizeof(unsigned));
};

/// Distances as whole steps from 0 on: the fraction bits of a float between 2^23 and 2^24.
struct Steps {
    float per_unit;
    static constexpr float origin = 0x1p23f;
    __device__ __forceinline__ float of(float distance) const { return __fmaf_rn(distance, per_unit, origin); }
};

/// `AnyMetric`: Metric, or the type of the only one that this kernel knows. Members are called by whole warps.
template <int Dimension, int Capacity, class AnyMetric, class Counting, bool in_parts = false>
struct WarpSearch {
    using Size = Sizes<Dimension, Capacity, in_parts>;
    static constexpr bool tells = tells_steps<Counting> && !in_parts;  ///< records the steps of a query

    const TreeView<Dimension>& tree;
    const Batch<Dimension>& batch;
    const AnyMetric metric;
    const int lane;
    unsigned *const lists, *const buffers, *const leaves,
                                               *const stack;  ///< [Capacity][32], [buffer_words][32], [most_leaves], [stack_nodes]
    const bool active;
    const Place<Dimension> query;
    Telling<Dimension, Capacity, Counting, tells> told;

    Steps steps{};
    float bound = 0;                 // whatever is not farther in steps may be among the nearest
    unsigned unsure_step = no_word;  // a point of this step found no place
    unsigned last = no_word;         // the entry of the rank that is sought
    int filled = 0;                  // words of the buffer
    bool empty = true;               // the lists of all lanes
    bool overflow = false;           // of the list of leaves
    float least = 0;                 // in parts: steps before this one are in the rows already
    int rank = 0;                    // in parts: that is sought

    unsigned visited = 0, needed = 0, distances = 0, merges = 0, accepted = 0, nodes = 0;  // where they are counted
    int listed = 0;

    __device__ __forceinline__ WarpSearch(
        const TreeView<Dimension>& its_tree, const Batch<Dimension>& its_batch, const Counting& counts, unsigned* memory, int run)
        : tree(its_tree),
          batch(its_batch),
          metric(metric_of(its_batch)),
          lane(int(threadIdx.x) % 32),
          lists(memory),
          buffers(lists + Size::list_words),
          leaves(buffers + Size::after_lists),
          stack(leaves + Size::most_leaves),
          active(run * 32 + lane < its_batch.queries),
          query(its_batch.at(active ? run * 32 + lane : run * 32)),
          told(its_tree, its_batch, counts, run, lane, query, lists + lane, leaves) {}

    __device__ __forceinline__ static AnyMetric metric_of([[maybe_unused]] const Batch<Dimension>& batch) {
        if constexpr (std::is_same_v<AnyMetric, Metric>) return batch.metric;
        else return AnyMetric{};
    }
    __device__ __forceinline__ unsigned* list() const { return lists + lane; }
    __device__ __forceinline__ unsigned* buffer() const { return buffers + lane; }
    __device__ __forceinline__ int sought() const { return in_parts ? rank : batch.sought; }
    __device__ __forceinline__ static unsigned step_of(unsigned word) { return word >> Size::slot_bits; }
    __device__ __forceinline__ static float as_step(unsigned step) { return Steps::origin + float(step); }

    /// Where a search begins: [few] leaves along the curve, those nearest to the run, or where the bound is a guess the run's own alone.
    struct Start {
        int leaf, few, from;
        float farthest;  ///< the joined terms within which there are enough points, surely or likely
        bool likely;
        float of_point = 0;  ///< where a guess is asked for: how much of the plane or of space a point takes up
    };
    /// `likely`: whether a guess will do.
    __device__ __forceinline__ Start start(int run, bool likely) const {
        int own_run = run;
#if defined(__CUDACC__)
        asm volatile("" : "+r"(own_run));  // so that what both tries begin with is found twice, and takes no registers in between
#endif
        Start start{};
        start.leaf = batch.key ? leaf_at(tree, batch.key[min(own_run * 32 + 16, batch.queries - 1)]) : own_run;
        start.few = min(first_leaves<Dimension>(batch.sought), tree.leaves());
        start.from = min(max(start.leaf - start.few / 2, 0), tree.leaves() - start.few);
        if (start.from + start.few == tree.leaves() && start.from > 0) --start.from, ++start.few;  // the last leaf may hold few points
        Box<Dimension> near = tree.box_of(0, start.from);
        [[maybe_unused]] float volume = volume_of(near);
        for (int i = 1; i < start.few; ++i) {
            const Box<Dimension> leaf = tree.box_of(0, start.from + i);
            near = joined_boxes(near, leaf);
            if constexpr (Size::guesses) volume += volume_of(leaf);
        }
        with_metric_here(metric, [&](auto m) {
            start.farthest = farthest_in<decltype(m)>(near, query);
            if (batch.last.of_row && active)
                start.farthest = fminf(start.farthest, batch.last.joined_bound(batch.metric, batch.query[own_run * 32 + lane]));
            if constexpr (Size::guesses) {
                if (likely && tree.top > 0) {
                    const int node = start.leaf / 32, points_of_node = min(32 * leaf_points, tree.points - node * 32 * leaf_points);
                    const float here = volume / float(start.few * leaf_points),
                                in_node = volume_of(tree.box_of(1, node)) / float(points_of_node);
                    start.of_point = fmaxf(here, in_node);
                    const float guess = likely_bound<decltype(m)>(tree, query, batch.sought, start.of_point);
                    // Where points lie farther apart than around, density falls, and the ball would hold too few.
                    start.likely = __all_sync(all_lanes, guess > 0 && guess < start.farthest && here <= 1.2f * in_node);
                    if (start.likely) start.farthest = guess, start.few = 1, start.from = start.leaf;
                }
            }
        });
        return start;
    }
    /// Steps are so long that the farthest bound of the warp has a number.
    __device__ __forceinline__ void measure_by(float farthest) {
        const float range = __uint_as_float(greatest_of_warp(active ? __float_as_uint(farthest) : 0u));
        steps.per_unit = __fdiv_rn(float((1u << Size::step_bits) - 4), fmaxf(range, 1e-30f));
    }
    __device__ __forceinline__ float step_within(float farthest) const {
        return fminf(steps.of(farthest), as_step((1u << Size::step_bits) - 2));
    }
    __device__ __forceinline__ void empty_lists() {
        unsure_step = last = no_word;
        filled = 0;
        empty = true;
#pragma unroll 8
        for (int i = 0; i < Capacity; ++i) list()[32 * i] = no_word;
    }

    /// Sorts every lane's buffer and merges it into the list.
    __device__ __forceinline__ void merge() {
        if constexpr (Counting::on) ++merges;
        if constexpr (tells) told.before_merge(buffer(), filled, last);
        [[maybe_unused]] const bool merged = filled > 0;
        unsigned dropped = no_word;
        unsigned word[buffer_words];
#pragma unroll
        for (int i = 0; i < buffer_words; ++i) word[i] = i < filled ? buffer()[32 * i] : no_word;
        sort_words(word);
        if (Capacity > buffer_words && empty) {
#pragma unroll
            for (int i = 0; i < buffer_words; ++i) list()[32 * i] = word[i];
        } else {
            dropped = merge_into_list<Capacity>(list(), word, buffer());
        }
        empty = false;
        filled = 0;
        last = list()[32 * (sought() - 1)];
        if (last != no_word) {
            if (step_of(dropped) == step_of(last)) unsure_step = step_of(last);
            if (active) bound = as_step(step_of(last));
        }
        if constexpr (tells) told.after_merge(merged, last, visited);
    }

    /// Scans a half of a listed leaf.
    __device__ __forceinline__ void scan(int half) {
        const int point = int(leaves[half / 2]) * leaf_points + half % 2 * half_points;
        Place<Dimension> near_by[half_points];
        if constexpr (Dimension == 2) {
            const float4* const two = reinterpret_cast<const float4*>(tree.position + point);
#pragma unroll
            for (int i = 0; i < half_points / 2; ++i) {
                const float4 both = __ldg(two + i);
                near_by[2 * i] = {both.x, both.y};
                near_by[2 * i + 1] = {both.z, both.w};
            }
        } else {
#pragma unroll
            for (int i = 0; i < half_points; ++i) near_by[i] = tree.point(point + i);
        }
        const unsigned slot_here = unsigned(half * half_points);
        int free = 32 * filled;  // an index: a pointer that moves becomes one to any memory, and takes twice the instructions
        with_metric_here(metric, [&](auto m) {
#pragma unroll
            for (int i = 0; i < half_points; ++i) {
                const float step = steps.of(joined<decltype(m)>(near_by[i], query));
                if (step <= bound && (!in_parts || step >= least)) {
                    buffer()[free] = (__float_as_uint(step) << Size::slot_bits) + (slot_here + unsigned(i));
                    free += 32;
                }
            }
        });
        const int now = free / 32;
        if constexpr (Counting::on) accepted += unsigned(now - filled);
        if constexpr (tells) told.entries(buffer(), filled, now, visited);
        filled = now;
    }

    /// One walk through the tree for the whole warp: lists the leaves that its greatest bound reaches, the nearest first, behind the
    /// first [few], which begin `from`, and returns how many there are.
    __device__ __forceinline__ int walk(int from, int few) {
        Box<Dimension> of_queries;
#pragma unroll
        for (int d = 0; d < Dimension; ++d) {
            of_queries.low[d] = unordered(least_of_warp(ordered(query.at[d])));
            of_queries.high[d] = unordered(greatest_of_warp(ordered(query.at[d])));
        }
        const float reach = __uint_as_float(greatest_of_warp(active ? __float_as_uint(bound) : 0u));
        unsigned *const found = buffers, *const found_step = buffers + Size::most_leaves;  // the buffers are empty now
        if constexpr (tells) told.begin_walk(active);
        int waiting = 1, found_leaves = 0;
        if (lane == 0) stack[0] = unsigned(tree.top) << 27;
        __syncwarp();
        while (waiting > 0 && !overflow) {
            const unsigned node = stack[--waiting];
            __syncwarp();  // everybody has read it
            const int level = int(node >> 27), child = int(node & 0x7ffffffu) * 32 + lane;
            float step = std::numeric_limits<float>::infinity();
            if (child < tree.count[level]) step = steps.of(gap(metric, tree.box_of(level, child), of_queries));
            const bool is_leaf = level == 0;
            const bool near_enough = step <= reach && !(is_leaf && child >= from && child < from + few);
            const unsigned chosen = __ballot_sync(all_lanes, near_enough);
            const int before = __popc(chosen & ((1u << lane) - 1)), count = __popc(chosen);
            if constexpr (Counting::on) ++nodes;
            if constexpr (tells) told.passes(level, child, !near_enough && !(is_leaf && child >= from && child < from + few), of_queries);
            if (is_leaf) {
                overflow = few + found_leaves + count > Size::most_leaves;
                if (near_enough && !overflow) {
                    found[found_leaves + before] = unsigned(child);
                    found_step[found_leaves + before] = __float_as_uint(step);
                }
                found_leaves += count;
            } else {
                if (near_enough) stack[waiting + before] = unsigned(level - 1) << 27 | unsigned(child);
                waiting += count;
            }
            __syncwarp();
        }
        if (overflow) return 0;
        for (int i = lane; i < found_leaves; i += 32) {  // by counting those before
            const unsigned own = found_step[i];
            int place = 0;
            for (int j = 0; j < found_leaves; ++j) place += found_step[j] < own || (found_step[j] == own && j < i);
            leaves[few + place] = found[i];
        }
        __syncwarp();
        if constexpr (tells) told.candidates(few, found_leaves, of_queries);
        if constexpr (Counting::on) listed += few + found_leaves;
        return found_leaves;
    }

    /// Scans the listed leaves whose halves are `begin` .. `end`, those that a lane needs; `all`: without asking.
    __device__ __forceinline__ void visit(int begin, int end, bool all) {
        int half = begin;
        [[maybe_unused]] int last_visited = -1, last_needed = -1;
        constexpr int step = Size::halves ? 1 : 2;  // halves that are asked for at once
        const auto box_of = [&](int of) {
            const int leaf = int(leaves[of / 2]);
            return Size::halves ? tree.box_of_half(2 * leaf + of % 2) : tree.box_of(0, leaf);
        };
        Box<Dimension> box = box_of(min(half, end - 1));  // read before it is needed
        bool wanted = false;
        for (bool done = false; !done;) {
            if (half % step == 0) {
                wanted = false;
                for (; half < end; half += step) {  // past what no lane needs
                    wanted = active && (all || steps.of(gap(metric, box, query)) <= bound);
                    if constexpr (in_parts)
                        with_metric_here(
                            metric, [&](auto m) { wanted = wanted && steps.of(farthest_in<decltype(m)>(box, query)) >= least; });
                    box = box_of(min(half + step, end - 1));
                    if (__any_sync(all_lanes, wanted)) break;
                    if constexpr (tells)
                        if ((half + step) % 2 == 0 && half / 2 != last_visited) told.skip(int(leaves[half / 2]));
                }
            }
            done = half == end;
            if constexpr (Counting::on) {
                if (!done) {
                    const int leaf = int(leaves[half / 2]),
                              points = min(half_points, max(0, tree.points - leaf * leaf_points - half % 2 * half_points));
                    visited += half / 2 != last_visited;
                    needed += wanted && half / 2 != last_needed;
                    last_visited = half / 2;
                    if (wanted) last_needed = half / 2;
                    distances += unsigned(points);
                    if constexpr (tells) told.scan(2 * leaf + half % 2, points, wanted, visited, !all);
                }
            }
            if (!done) scan(half++);
            if (__any_sync(all_lanes, filled > (done ? 0 : buffer_words - half_points))) merge();
        }
        __syncwarp();
    }

    /// Adds what was counted, where it is.
    __device__ __forceinline__ void count_up(const Counting& counts, int slot) const {
        if constexpr (Counting::on) {
            if (active) {
                counts.took(batch.query[slot], visited, distances);
                counts.add(slot_distances, distances);
                counts.add(slot_accepted, accepted);
                counts.add(slot_needed, needed);
            }
            if (lane == 0) {
                counts.add(slot_nodes, nodes);
                counts.add(slot_listed, listed);
                counts.add(slot_visited, visited);
                counts.add(slot_merges, merges);
            }
        }
    }
};

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp
