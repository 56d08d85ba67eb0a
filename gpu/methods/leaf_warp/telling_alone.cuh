// What search_alone records of one query (steps.hpp): called by the whole warp.
#pragma once
#include "gpu/kernels/warp.cuh"
#include "gpu/methods/leaf_warp/counting.hpp"
#include "gpu/methods/leaf_warp/metric.cuh"
#include "gpu/methods/leaf_warp/steps.hpp"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp {

/// Of a kernel that records nothing.
template <int Dimension, class Counting, bool tells = tells_steps<Counting>>
struct TellingAlone {
    struct Gone {
        static constexpr bool on = false;
        __device__ void operator()(Key, int) const {}
    };
    __device__ Gone gone() const { return {}; }
};

template <int Dimension, class Counting>
struct TellingAlone<Dimension, Counting, true> {
    const TreeView<Dimension>& tree;
    const Batch<Dimension>& batch;
    const Counting& counts;
    const Place<Dimension>& query;
    int lane, own_leaf = 0, part, round = 0;
    bool tells;  ///< the same for every lane

    __device__ TellingAlone(const TreeView<Dimension>& its_tree, const Batch<Dimension>& its_batch, const Counting& counting,
        const Place<Dimension>& place, int slot, int own_lane, bool left_over)
        : tree(its_tree),
          batch(its_batch),
          counts(counting),
          query(place),
          lane(own_lane),
          part(left_over ? part_alone : part_first_leaves) {
        tells = counts.records() && counts.recorded == slot;
    }

    /// Of the lanes that tell: one step each, in the order given.
    __device__ void steps(bool tell, int order, RecordedStep one) {
        one.iteration = part;
        one.phase = phase_alone;
        one.round = round;
        one.order = order;
        if (tell) counts.step(one);
    }
    __device__ void step(const RecordedStep& one) {
        if (tells) steps(lane == 0, 0, one), ++round;
    }
    __device__ int way(int leaf) const { return leaf < own_leaf ? 0 : leaf > own_leaf ? 1 : -1; }

    __device__ void begin(int middle, int few) {
        own_leaf = middle;
        step({.kind = kind_begin_alone, .size = few, .quadrant = node_quadrant(0, middle)});
    }
    __device__ void node(Key bound, int level, int number, int wanted, float distance) {
        step({.kind = kind_node,
            .bound = bound,
            .size = wanted,
            .quadrant = node_quadrant(level, number),
            .nearest = make_key(distance, 0)});
    }
    /// `skipped`: of this lane's leaf or node.
    __device__ void skips(Key bound, int level, int number, bool skipped, float distance) {
        if (!tells) return;
        steps(skipped, lane,
            {.kind = kind_skip_alone, .bound = bound, .quadrant = node_quadrant(level, number), .nearest = make_key(distance, 0)});
        ++round;
    }
    __device__ void scan(Key bound, int leaf, int visit) {
        if (!tells) return;
        step({.kind = kind_scan_alone,
            .bound = bound,
            .size = tree.points_of(leaf),
            .quadrant = node_quadrant(0, leaf),
            .nearest = make_key(gap(batch.metric, tree.box_of(0, leaf), query), 0),
            .way = way(leaf),
            .visit = visit});
    }
    /// `ins`: the lanes whose point has come into the buffer, which now has `filled`.
    __device__ void entries(Key bound, Key key, unsigned ins, int filled, int visit) {
        if (!tells) return;
        const int with_own = __popc(ins & ((2u << lane) - 1));
        steps(ins >> lane & 1u, lane,
            {.kind = kind_entry_alone, .entered = key, .bound = bound, .size = filled - __popc(ins) + with_own, .visit = visit});
        ++round;
    }
    /// For AloneKeys: the fewer are left, the later.
    struct Gone {
        static constexpr bool on = true;
        TellingAlone* told;
        __device__ void operator()(Key key, int left) const {
            if (told->tells) told->steps(true, -left, {.kind = kind_leave_alone, .left = key, .size = left});
        }
    };
    __device__ Gone gone() { return {this}; }
    __device__ void cut(Key bound, int gone, int filled, int visit) {
        if (gone > 0 || bound != no_key) ++round, step({.kind = kind_cut, .bound = bound, .size = filled, .visit = visit});
    }
    __device__ void ranked(Key bound, int gone, int length, int visit) {
        round += gone > 0;
        step({.kind = kind_ranked, .bound = bound, .size = length, .visit = visit});
    }
    __device__ void place(int rank, double distance, unsigned row) {
        if (!tells) return;
        part += rank < 32;  // once
        steps(true, rank, {.kind = kind_place_alone, .entered = make_key(float(distance), row), .size = rank + 1, .true_distances = true});
    }
};

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp
