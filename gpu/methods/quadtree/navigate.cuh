// Navigation of a query through the tree, in one direction of the Morton order, to the next leaf that may hold a neighbour (Lettich et
// al., section 4.2.2, step 1). One thread per query.
#pragma once
#include "gpu/methods/quadtree/steps.hpp"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::quadtree {

/// A quadrant that was tested, as the turn'th; `up` below 0: none is left.
template <class Counting>
__device__ void record_quadrant(
    const Counting& counts, int kind, int turn, Key farthest, const StepQuadrant& quadrant, float nearest, int objects) {
    RecordedStep step = counts.common;
    step.kind = kind;
    step.round = turn;
    step.bound = farthest;
    step.quadrant = quadrant;
    if (quadrant.up >= 0) step.nearest = make_key(nearest, 0);
    step.size = objects;
    counts.step(step);
}

/// Sets assigned[i], for the query in order[i], to the next leaf with objects within its bound, or to `view.leaves` if there is
/// none. From the cursor on, the largest aligned quadrant is skipped if it is too far, else divided down to a cell, whose
/// leaf is then looked up.
template <class Metric, int Dimension, Direction Way, class Counting>
__global__ void navigate(IndexView<Dimension> view, Batch<Dimension> batch, const unsigned* order, int count, unsigned long long* assigned,
    unsigned* slots, Counting counts) {
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= count) return;
    const unsigned slot = order[i], cells = view.cells();
    const RelativeQuery<Dimension> query(view.square, batch.at(slot));
    const Key farthest = batch.farthest[slot];
    const float bound = farthest == no_key ? std::numeric_limits<float>::infinity() : __uint_as_float(unsigned(farthest >> 32));
    unsigned at = batch.cursor[Way][slot];  // `left`: the end of the remaining range; `right`: its beginning
    int leaf = view.leaves, tested = 0, skipped = 0;
    while (Way == right ? at < cells : at > 0) {
        int up = min((at ? __ffs(int(at)) - 1 : Dimension * view.level) / Dimension, view.level);
        bool skip = false;
        float nearest = 0;
        for (;; --up) {
            const unsigned first = Way == right ? at : at - (1u << Dimension * up);
            ++tested;
            nearest = quadrant_bound<Metric>(query, view.cell_side, first, up);
            skip = nearest > bound;
            if constexpr (records_steps<Counting>)
                if (skip || up > 0) record_quadrant(counts, skip ? kind_skip : kind_descent, tested, farthest, {first, up}, nearest, 0);
            if (skip || up == 0) break;
        }
        if (skip) {
            ++skipped;
            at = Way == right ? at + (1u << Dimension * up) : at - (1u << Dimension * up);
            continue;
        }
        const unsigned cell = Way == right ? at : at - 1;
        const int found = view.leaf_of_cell[cell];
        if constexpr (records_steps<Counting>) {
            const int objects = view.leaf_end[found] - view.leaf_begin[found];
            record_quadrant(counts, objects > 0 ? kind_leaf : kind_empty_leaf, tested, farthest, {cell, 0}, nearest, objects);
        }
        at = Way == right ? view.leaf_code[found + 1] : view.leaf_code[found];
        if (view.leaf_begin[found] < view.leaf_end[found]) {
            leaf = found;
            break;
        }
    }
    batch.cursor[Way][slot] = at;
    assigned[i] = static_cast<unsigned long long>(leaf);
    slots[i] = slot;
    if constexpr (Counting::on) {
        counts.add(slot_quadrants_tested, tested);
        counts.add(slot_quadrants_skipped, skipped);
    }
    if constexpr (records_steps<Counting>) {
        if (leaf == view.leaves) record_quadrant(counts, kind_end, tested + 1, farthest, {}, 0, 0);
    }
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::quadtree
