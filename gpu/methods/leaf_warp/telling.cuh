// What search_leaves records of one query (steps.hpp). Whole warps come here, and do nothing unless a query of theirs is recorded.
#pragma once
#include "gpu/kernels/warp.cuh"
#include "gpu/methods/leaf_warp/counting.hpp"
#include "gpu/methods/leaf_warp/metric.cuh"
#include "gpu/methods/leaf_warp/steps.hpp"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp {

template <int Dimension, int Capacity, bool in_parts = false>
struct Sizes;

/// Of a kernel that records nothing.
template <int Dimension, int Capacity, class Counting, bool tells>
struct Telling {
    template <class... Whatever>
    __device__ explicit Telling(const Whatever&...) {}
};

template <int Dimension, int Capacity, class Counting>
struct Telling<Dimension, Capacity, Counting, true> {
    static constexpr int slot_bits = Sizes<Dimension, Capacity>::slot_bits;
    static constexpr bool halves = Sizes<Dimension, Capacity>::halves;
    static constexpr unsigned nothing = ~0u;  ///< behind every entry of a list

    const TreeView<Dimension>& tree;
    const Batch<Dimension>& batch;
    const Counting& counts;
    const Place<Dimension>& query;
    const unsigned *list, *leaves;
    int teller;  ///< the lane of the recorded query; -1: none in this warp
    bool own;    ///< that is this lane
    int lane, slot, excluded = -1, own_leaf = 0;
    int part = part_first_leaves, round = 0, held = 0, walk_round = 0;
    int first_part = part_first_leaves;  ///< of this try
    Key bound = no_key, reach = no_key;
    Key asked_with = no_key;  ///< the bound with which a leaf was asked for

    __device__ Telling(const TreeView<Dimension>& its_tree, const Batch<Dimension>& its_batch, const Counting& counting, int run,
        int own_lane, const Place<Dimension>& place, const unsigned* own_list, const unsigned* its_leaves)
        : tree(its_tree), batch(its_batch), counts(counting), query(place), list(own_list), leaves(its_leaves), lane(own_lane) {
        teller = counts.records() && counts.recorded / 32 == run ? counts.recorded % 32 : -1;
        own = teller == lane;
        slot = run * 32 + lane;
        if (own && batch.exclude) excluded = batch.exclude[batch.query[slot]];
    }

    __device__ void step(RecordedStep one) {
        one.iteration = part;
        one.phase = phase_leaf_search;
        one.round = round++;
        one.bound = bound;
        counts.step(one);
    }
    __device__ int way(int leaf) const { return leaf < own_leaf ? 0 : leaf > own_leaf ? 1 : -1; }
    /// To what is asked for: a half of a leaf, or all of it.
    __device__ Key gap_to_half(int half) const {
        return make_key(gap(batch.metric, halves ? tree.box_of_half(half) : tree.box_of(0, half / 2), query), 0);
    }
    __device__ Key nearer_half(int leaf) const { return min(gap_to_half(2 * leaf), gap_to_half(2 * leaf + 1)); }
    /// What an entry of the list or the buffer stands for.
    __device__ Key key_of(unsigned word) const {
        const unsigned number = word & ((1u << slot_bits) - 1);
        const int place = int(leaves[number / leaf_points]) * leaf_points + int(number % leaf_points);
        float apart = 0;
        with_metric_here(batch.metric, [&](auto m) { apart = joined<decltype(m)>(tree.point(place), query); });
        return make_key(apart, unsigned(__ldg(tree.row + place)));
    }
    __device__ bool is_excluded(Key key) const { return excluded >= 0 && unsigned(key) == unsigned(excluded); }

    __device__ void begin(int start, int few, float farthest, bool likely) {
        if (teller < 0) return;
        own_leaf = start;
        if (own && first_part == part_first_leaves)
            step({.kind = kind_own_leaf, .size = tree.points_of(start), .quadrant = node_quadrant(0, start)});
        bound = make_key(farthest, 0);
        if (own) step({.kind = likely ? kind_likely_bound : kind_first_bound, .size = few});
    }
    /// What is held leaves, and all begin again.
    __device__ void once_more(unsigned last) {
        part = first_part = parts_of_try;
        if (!own) return;
        step({.kind = kind_once_more});
        bound = no_key;
        for (int i = 0; i < Capacity; ++i) {
            const unsigned word = list[32 * i];
            if (word == nothing || word >> slot_bits > last >> slot_bits) continue;
            const Key key = key_of(word);
            if (!is_excluded(key)) step({.kind = kind_leave, .left = key, .size = --held});
        }
    }
    __device__ void entries(const unsigned* buffer, int from, int to, unsigned visited) {
        if (!own) return;
        for (int i = from; i < to; ++i) {
            const Key key = key_of(buffer[32 * i]);
            if (!is_excluded(key)) step({.kind = kind_entry, .entered = key, .size = ++held, .visit = int(visited)});
        }
    }
    /// Says who will leave. The kernel keeps more than it seeks, as far as there is room; here what is farther than the last that is
    /// sought has left.
    __device__ void before_merge(const unsigned* buffer, int filled, unsigned last_before) {
        if (!own) return;
        long long last = -1;  // the words in ascending order, up to the rank that is sought
        for (int rank = 0; rank < batch.sought; ++rank) {
            unsigned next = nothing;
            for (int i = 0; i < Capacity + filled; ++i) {
                const unsigned word = i < Capacity ? list[32 * i] : buffer[32 * (i - Capacity)];
                if ((long long)(word) > last && word < next) next = word;
            }
            if (next == nothing) return;  // not full
            last = next;
        }
        const unsigned last_step = unsigned(last) >> slot_bits;
        bound = key_of(unsigned(last));
        for (int i = 0; i < Capacity + filled; ++i) {
            const unsigned word = i < Capacity ? list[32 * i] : buffer[32 * (i - Capacity)];
            const bool was_held = i >= Capacity || last_before == nothing || word >> slot_bits <= last_before >> slot_bits;
            if (word == nothing || !was_held || word >> slot_bits <= last_step) continue;
            const Key key = key_of(word);
            if (!is_excluded(key)) step({.kind = kind_leave, .left = key, .size = --held});
        }
    }
    __device__ void after_merge(bool merged, unsigned last, unsigned visited) {
        if (teller < 0) return;
        if (last != nothing) bound = key_of(last);
        if (own && merged) step({.kind = last != nothing ? kind_bound : kind_room, .size = held, .visit = int(visited)});
    }
    __device__ void begin_walk(bool active) {
        if (teller < 0) return;
        part = first_part + part_walk;
        walk_round = round++;
        reach = warp_maximum(active ? bound : 0);
    }
    /// Of what a lane has looked at.
    template <class Box>
    __device__ void passes(int level, int child, bool passed, const Box& of_queries) {
        if (teller < 0) return;
        round = __shfl_sync(all_lanes, round, teller);
        const Key own_bound = __shfl_sync(all_lanes, bound, teller);
        if (passed && child < tree.count[level])
            counts.step({.iteration = part,
                .phase = phase_leaf_search,
                .kind = kind_pass,
                .round = round,
                .order = lane,
                .bound = own_bound,
                .quadrant = node_quadrant(level, child),
                .nearest = make_key(gap(batch.metric, tree.box_of(level, child), of_queries), 0),
                .reach = reach});
        ++round;
    }
    template <class Box>
    __device__ void candidates(int few, int listed, const Box& of_queries) {
        if (!own) return;
        const int next = round;
        round = walk_round;
        step({.kind = kind_walk, .size = listed, .reach = reach});
        round = next;
        for (int i = 0; i < listed; ++i) {
            const int leaf = int(leaves[few + i]);
            step({.kind = kind_candidate,
                .size = i + 1,
                .quadrant = node_quadrant(0, leaf),
                .nearest = make_key(gap(batch.metric, tree.box_of(0, leaf), of_queries), 0),
                .reach = reach,
                .way = way(leaf)});
        }
    }
    __device__ void skip(int leaf) {
        if (own)
            part = first_part + part_listed,
            step({.kind = kind_skip, .quadrant = node_quadrant(0, leaf), .nearest = nearer_half(leaf), .reach = reach, .way = way(leaf)});
    }
    __device__ void scan(int half, int points, bool wanted, unsigned visited, int pass) {
        if (!own || points == 0) return;
        if (pass > 0) part = first_part + part_listed;
        // A leaf that is asked for as a whole has its second half scanned whatever the first has brought.
        if (halves || half % 2 == 0) asked_with = bound;
        const Key now = bound;
        bound = asked_with;
        step({.kind = pass == 0 ? kind_scan_first
                      : wanted  ? kind_scan
                                : kind_scan_for_others,
            .size = points,
            .quadrant = {std::uint32_t(half / 2), 0, halves ? half % 2 : -1},
            .nearest = gap_to_half(half),
            .way = way(half / 2),
            .visit = int(visited)});
        bound = now;
    }
    __device__ void end(unsigned visited, unsigned needed, bool unsure) {
        if (!own) return;
        part = part_rows;
        step({.kind = kind_paid, .size = int(needed), .visit = int(visited)});
        if (unsure) step({.kind = kind_again});
    }
    /// The list as it has been written.
    __device__ void rows(bool written) {
        if (teller < 0) return;
        __syncwarp();
        if (!own || !written) return;
        bound = no_key;
        const std::size_t first = std::size_t(batch.query[slot]) * std::size_t(batch.k);
        for (int rank = 0; rank < batch.k; ++rank) {
            const int row = batch.lists.index[first + std::size_t(rank)];
            if (row < 0) return;
            step({.kind = kind_place,
                .entered = make_key(batch.lists.distance[first + std::size_t(rank)], unsigned(row)),
                .size = rank + 1,
                .true_distances = true});
        }
    }
};

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp
