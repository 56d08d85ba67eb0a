// Records the steps of one query (steps.hpp), searched in a packet or singly. Whole warps call these functions, which do nothing
// unless the query is one of theirs.
#pragma once
#include "gpu/kernels/warp.cuh"
#include "gpu/methods/leaf_warp/metric.cuh"
#include "gpu/methods/leaf_warp/observer.hpp"
#include "gpu/methods/leaf_warp/steps.hpp"
#include "gpu/methods/leaf_warp/warp_lists.cuh"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp {

__device__ inline int way_to(int leaf, int own_leaf) { return leaf < own_leaf ? 0 : leaf > own_leaf ? 1 : -1; }

/// For a query in a packet.
template <int Dimension, int Capacity>
struct RecordingObserver : CountingObserver<Dimension> {
    using Counting = CountingObserver<Dimension>;
    using Counting::tree, Counting::batch, Counting::counts, Counting::lane, Counting::visited;
    using Size = Sizes<Dimension, Capacity>;

    const Point<Dimension>& query;
    const unsigned *const own_list, *const own_buffer, *const leaves;
    int recorded_lane;  ///< of the recorded query; -1: none in this warp
    bool own;           ///< this lane is the recorded one
    int excluded = -1, own_leaf = 0, first_leaf = 0, first_end = 0;
    int tries = 0, first_part = part_first_leaves;  ///< of this try
    int part = part_first_leaves, round = 0, held = 0, list_round = 0;
    Key bound = no_key, radius = no_key;
    Key asked_with = no_key;  ///< the bound when the leaf was tested

    __device__ RecordingObserver(const TreeView<Dimension>& its_tree, const Batch<Dimension>& its_batch, const Recorded& recording,
        int own_lane, int own_slot, const Point<Dimension>& its_query, const unsigned* its_list, const unsigned* its_buffer,
        const unsigned* its_leaves)
        : Counting(its_tree, its_batch, recording, own_lane, own_slot),
          query(its_query),
          own_list(its_list),
          own_buffer(its_buffer),
          leaves(its_leaves) {
        recorded_lane = recording.records() && recording.slot / 32 == own_slot / 32 ? recording.slot % 32 : -1;
        own = recorded_lane == lane;
        if (own && batch.exclude) excluded = batch.exclude[batch.query[own_slot]];
    }

    // ---- Events ----

    __device__ void begin(const auto& start, unsigned last) {
        Counting::begin();
        if (tries++ > 0) restart(last);
        if (recorded_lane < 0) return;
        own_leaf = start.leaf, first_leaf = start.first, first_end = start.first + start.count;
        if (own && tries == 1) step({.kind = kind_own_leaf, .size = tree.points_of(own_leaf), .quadrant = node_quadrant(0, own_leaf)});
        bound = make_key(start.farthest, 0);
        if (own) step({.kind = start.estimated ? kind_estimated_bound : kind_first_bound, .size = start.count});
    }
    /// `near_enough`: for the child that this lane has tested.
    __device__ void node(int level, int child, bool near_enough, const auto& of_queries) {
        Counting::node();
        if (recorded_lane < 0) return;
        if (level == tree.top) {
            part = first_part + part_walk;
            list_round = round++;
            radius = warp_maximum(this->slot < batch.queries ? bound : 0);
        }
        round = __shfl_sync(all_lanes, round, recorded_lane);
        const Key own_bound = __shfl_sync(all_lanes, bound, recorded_lane);
        const bool is_first = level == 0 && child >= first_leaf && child < first_end;
        if (!near_enough && !is_first && child < tree.count[level])
            counts.step({.iteration = part,
                .phase = phase_leaf_search,
                .kind = kind_pass,
                .round = round,
                .order = lane,
                .bound = own_bound,
                .quadrant = node_quadrant(level, child),
                .nearest = make_key(min_distance(batch.metric, tree.box_of(level, child), of_queries), 0),
                .reach = radius});
        ++round;
    }
    __device__ void list(int first, int found, const auto& of_queries) {
        Counting::list(first, found);
        if (own) {
            const int next = round;
            round = list_round;
            step({.kind = kind_walk, .size = found, .reach = radius});
            round = next;
        }
        for (int i = 0; own && i < found; ++i) {
            const int leaf = int(leaves[first + i]);
            step({.kind = kind_candidate,
                .size = i + 1,
                .quadrant = node_quadrant(0, leaf),
                .nearest = make_key(min_distance(batch.metric, tree.box_of(0, leaf), of_queries), 0),
                .reach = radius,
                .way = way_to(leaf, own_leaf)});
        }
        part = first_part + part_listed;
    }
    /// `half`: if it is the second half, it completes the leaf.
    __device__ void skip(int half, int leaf) {
        if (!own || half % 2 == 0 || half / 2 == Counting::last_visited) return;
        step({.kind = kind_skip,
            .quadrant = node_quadrant(0, leaf),
            .nearest = min(distance_to_half(2 * leaf), distance_to_half(2 * leaf + 1)),
            .reach = radius,
            .way = way_to(leaf, own_leaf)});
    }
    __device__ void visit(int half, int leaf, bool needed) {
        Counting::visit(half, leaf, needed);
        const int side = half % 2, points = Counting::points_of_half(leaf, side);
        if (!own || points == 0) return;
        // If a leaf is tested as a whole, its second half is scanned whatever the first contained.
        if (Size::halves || side == 0) asked_with = bound;
        const Key now = bound;
        bound = asked_with;
        step({.kind = part == first_part ? kind_scan_first
                      : needed           ? kind_scan
                                         : kind_scan_for_others,
            .size = points,
            .quadrant = {std::uint32_t(leaf), 0, Size::halves ? side : -1},
            .nearest = distance_to_half(2 * leaf + side),
            .way = way_to(leaf, own_leaf),
            .visit = int(visited)});
        bound = now;
    }
    __device__ void insert(int from, int to) {
        Counting::insert(from, to);
        if (!own) return;
        for (int i = from; i < to; ++i) {
            const Key key = key_of(own_buffer[32 * i]);
            if (!is_excluded(key)) step({.kind = kind_entry, .entered = key, .size = ++held, .visit = int(visited)});
        }
    }
    /// Records, before a merge, which entries will leave. The kernel keeps more than k if there is room; the record drops entries beyond
    /// the k-th. `last_before`: the list's entry of that rank.
    __device__ void evict(int filled, unsigned last_before) {
        if (!own) return;
        const auto word_at = [&](int i) { return i < Capacity ? own_list[32 * i] : own_buffer[32 * (i - Capacity)]; };
        long long last = -1;  // the words in ascending order, up to rank k
        for (int rank = 0; rank < batch.k; ++rank) {
            unsigned next = no_word;
            for (int i = 0; i < Capacity + filled; ++i)
                if (const unsigned word = word_at(i); (long long)(word) > last && word < next) next = word;
            if (next == no_word) return;  // not full
            last = next;
        }
        bound = key_of(unsigned(last));
        for (int i = 0; i < Capacity + filled; ++i) {
            const bool was_held = i >= Capacity || last_before == no_word || step_of(word_at(i)) <= step_of(last_before);
            if (was_held && step_of(word_at(i)) > step_of(unsigned(last))) leave(word_at(i));
        }
    }
    __device__ void merge(bool merged, unsigned last) {
        Counting::merge();
        if (recorded_lane < 0) return;
        if (last != no_word) bound = key_of(last);
        if (own && merged) step({.kind = last != no_word ? kind_bound : kind_room, .size = held, .visit = int(visited)});
    }
    __device__ void done(bool uncertain) {
        Counting::done(uncertain);
        if (recorded_lane < 0) return;
        __syncwarp();  // the list is written
        if (!own) return;
        part = part_rows;
        step({.kind = kind_paid, .size = int(Counting::needed), .visit = int(visited)});
        if (uncertain) return step({.kind = kind_fallback});
        bound = no_key;
        const std::size_t first = std::size_t(batch.query[this->slot]) * std::size_t(batch.row_length);
        for (int rank = 0; rank < batch.row_length && batch.lists.index[first + std::size_t(rank)] >= 0; ++rank)
            step({.kind = kind_place,
                .entered =
                    make_key(batch.lists.distance[first + std::size_t(rank)], unsigned(batch.lists.index[first + std::size_t(rank)])),
                .size = rank + 1,
                .true_distances = true});
    }

private:
    __device__ void step(RecordedStep one) {
        one.iteration = part;
        one.phase = phase_leaf_search;
        one.round = round++;
        one.bound = bound;
        counts.step(one);
    }
    /// All entries leave, and the search restarts.
    __device__ void restart(unsigned last) {
        part = first_part = parts_of_try;
        if (!own) return;
        step({.kind = kind_once_more});
        bound = no_key;
        for (int i = 0; i < Capacity; ++i)
            if (step_of(own_list[32 * i]) <= step_of(last)) leave(own_list[32 * i]);
    }
    __device__ void leave(unsigned word) {
        if (word == no_word) return;
        const Key key = key_of(word);
        if (!is_excluded(key)) step({.kind = kind_leave, .left = key, .size = --held});
    }
    __device__ static unsigned step_of(unsigned word) { return word >> Size::slot_bits; }
    /// To the unit that is tested: half a leaf, or all of it.
    __device__ Key distance_to_half(int half) const {
        return make_key(min_distance(batch.metric, Size::halves ? tree.box_of_half(half) : tree.box_of(0, half / 2), query), 0);
    }
    /// The key of an entry of the list or buffer.
    __device__ Key key_of(unsigned word) const {
        const unsigned number = word & ((1u << Size::slot_bits) - 1);
        const int place = int(leaves[number / leaf_points]) * leaf_points + int(number % leaf_points);
        float distance = 0;
        with_metric_here(batch.metric, [&](auto m) { distance = reduced_distance<decltype(m)>(tree.point(place), query); });
        return make_key(distance, unsigned(__ldg(tree.row + place)));
    }
    __device__ bool is_excluded(Key key) const { return excluded >= 0 && unsigned(key) == unsigned(excluded); }
};

/// For a single query.
template <int Dimension>
struct SingleQueryRecordingObserver {
    const TreeView<Dimension>& tree;
    const Batch<Dimension>& batch;
    const Recorded& counts;
    const Point<Dimension>& query;
    const int lane, number;
    int own_leaf = 0, first_leaf = 0, first_end = 0, part, round = 0;
    const bool recorded;  ///< the same for every lane
    unsigned visited = 0, distances = 0, nodes = 0, merges = 0;
    long long accepted = 0;

    /// `fallback`: it was searched in a packet before.
    __device__ SingleQueryRecordingObserver(const TreeView<Dimension>& its_tree, const Batch<Dimension>& its_batch,
        const Recorded& recording, const Point<Dimension>& its_query, int slot, int its_number, int own_lane, bool fallback)
        : tree(its_tree),
          batch(its_batch),
          counts(recording),
          query(its_query),
          lane(own_lane),
          number(its_number),
          part(fallback ? part_single : part_first_leaves),
          recorded(recording.records() && recording.slot == slot) {}

    // ---- Events ----

    __device__ void begin(int leaf, int first, int end) {
        own_leaf = leaf, first_leaf = first, first_end = end;
        step({.kind = kind_begin_single, .size = end - first, .quadrant = node_quadrant(0, leaf)});
    }
    /// `wanted`: the lanes whose child, at `child_distance`, may hold a neighbour.
    __device__ void node(Key bound, int level, int number_of_node, float distance, unsigned wanted, float child_distance) {
        ++nodes;
        step({.kind = kind_node,
            .bound = bound,
            .size = __popc(wanted),
            .quadrant = node_quadrant(level, number_of_node),
            .nearest = make_key(distance, 0)});
        const int child = number_of_node * 32 + lane;
        const bool is_first = level == 1 && child >= first_leaf && child < first_end;
        skip_one(bound, level - 1, child, child_distance, !(wanted >> lane & 1u) && !is_first && child < tree.count[level - 1]);
    }
    /// `skipped`: for this lane's node or leaf.
    __device__ void skip(Key bound, int level, int number_of_node, float distance, bool skipped) {
        if (__any_sync(all_lanes, skipped)) skip_one(bound, level, number_of_node, distance, skipped);
    }
    __device__ void visit(Key bound, int leaf) {
        ++visited;
        distances += unsigned(tree.points_of(leaf));
        step({.kind = kind_scan_single,
            .bound = bound,
            .size = tree.points_of(leaf),
            .quadrant = node_quadrant(0, leaf),
            .nearest = make_key(min_distance(batch.metric, tree.box_of(0, leaf), query), 0),
            .way = way_to(leaf, own_leaf),
            .visit = int(visited)});
    }
    /// `entering`: the lanes whose point has entered the buffer, which now has `filled` entries.
    __device__ void insert(Key bound, Key key, unsigned entering, int filled) {
        accepted += __popc(entering);
        const int with_own = __popc(entering & ((2u << lane) - 1));
        steps(entering >> lane & 1u, lane,
            {.kind = kind_entry_single,
                .entered = key,
                .bound = bound,
                .size = filled - __popc(entering) + with_own,
                .visit = int(visited)});
        ++round;
    }
    /// `leaves`: for this lane; steps with fewer remaining entries come later.
    __device__ void evict(bool leaves, Key key, int left) { steps(leaves, -left, {.kind = kind_leave_single, .left = key, .size = left}); }
    /// All keys from a rank on.
    __device__ void evict(int begin, int end, const auto& key_at) {
        for (int rank = begin + lane; rank < end; rank += 32) evict(true, key_at(rank), end - 1 - (rank - begin));
    }
    __device__ void merge(Key bound, int before, int filled) {
        ++merges;
        if (before > filled || bound != no_key) ++round, step({.kind = kind_cut, .bound = bound, .size = filled, .visit = int(visited)});
    }
    __device__ void done(const auto& found, const double* exact, int length) {
        evict(length, found.filled, [&](int rank) { return found.at(rank); });
        round += found.filled > length;
        Key last = 0;
        for (int rank = lane; rank < length; rank += 32) last = max(last, found.at(rank));
        last = warp_maximum(last);
        if (length < found.space.k) last = no_key;
        step({.kind = kind_ranked, .bound = last, .size = length, .visit = int(visited)});
        ++part;
        for (int rank = lane; rank < min(batch.row_length, length); rank += 32)
            steps(true, rank,
                {.kind = kind_place_single,
                    .entered = make_key(float(exact[rank]), unsigned(found.at(rank))),
                    .size = rank + 1,
                    .true_distances = true});
        if (lane != 0) return;
        counts.took(number, visited, distances);
        for (const Slot slot : {slot_visited, slot_needed}) counts.add(slot, visited);
        for (const Slot slot : {slot_distances, slot_single_query_distances}) counts.add(slot, distances);
        for (const Slot slot : {slot_nodes, slot_single_query_nodes}) counts.add(slot, nodes);
        counts.add(slot_merges, merges);
        counts.add(slot_accepted, accepted);
        counts.add(slot_single_queries, 1);
    }

private:
    /// Records a step for each lane that has one, in the given order.
    __device__ void steps(bool has_one, int order, RecordedStep one) {
        one.iteration = part;
        one.phase = phase_single;
        one.round = round;
        one.order = order;
        if (recorded && has_one) counts.step(one);
    }
    __device__ void step(const RecordedStep& one) { steps(lane == 0, 0, one), ++round; }
    __device__ void skip_one(Key bound, int level, int number_of_node, float distance, bool skipped) {
        steps(skipped, lane,
            {.kind = kind_skip_single, .bound = bound, .quadrant = node_quadrant(level, number_of_node), .nearest = make_key(distance, 0)});
        ++round;
    }
};

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp
