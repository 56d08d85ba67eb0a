// The way of a query through the tree, in one direction of the Morton order, to the next leaf that may hold a neighbour (Lettich et
// al., section 4.2.2, step 1). A thread a query.
#pragma once
#include "gpu/methods/quadtree/batch.hpp"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::quadtree {

/// assigned[i] for the query in order[i]: the next leaf with objects that is not farther than its bound, or `view.leaves` when there is
/// none. From where it stands, the largest aligned quadrant is skipped whole when it is too far, else divided down to a cell, whose
/// leaf is then looked up.
template <class Metric, int Dimension, Direction Way, class Counting>
__global__ void navigate(IndexView<Dimension> view, Batch<Dimension> batch, const unsigned* order, int count, unsigned long long* assigned,
    unsigned* slots, Counting counts) {
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= count) return;
    const unsigned slot = order[i], cells = view.cells();
    const Seen<Dimension> query(view.square, batch.at(slot));
    const Key farthest = batch.farthest[slot];
    const float bound = farthest == no_key ? std::numeric_limits<float>::infinity() : __uint_as_float(unsigned(farthest >> 32));
    unsigned at = batch.cursor[Way][slot];  // of `left` the end of what is still to come, of `right` its beginning
    int leaf = view.leaves, tested = 0, skipped = 0;
    while (Way == right ? at < cells : at > 0) {
        int up = min((at ? __ffs(int(at)) - 1 : Dimension * view.level) / Dimension, view.level);
        bool skip = false;
        for (;; --up) {
            const unsigned first = Way == right ? at : at - (1u << Dimension * up);
            ++tested;
            skip = quadrant_bound<Metric>(query, view.cell_side, first, up) > bound;
            if (skip || up == 0) break;
        }
        if (skip) {
            ++skipped;
            at = Way == right ? at + (1u << Dimension * up) : at - (1u << Dimension * up);
            continue;
        }
        const int found = view.leaf_of_cell[Way == right ? at : at - 1];
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
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::quadtree
