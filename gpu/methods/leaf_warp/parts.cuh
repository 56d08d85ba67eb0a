// Lists that are longer than the first kernel's: it finds and writes them in parts of some hundred entries, the nearest first.
//
// The walk lists the leaves once, with a bound within which there are likely as many neighbours as are sought. For each part they are
// scanned again: what is nearer than the last step of the part before is in the rows already, and leaves that are nearer altogether
// are passed over. The bound of a part is guessed from how densely points lie, as that of the walk; where a lane finds too few, the part
// begins once more with the bound of the walk, and where that has too few, the search with a wider one.
//
// A part ends before the step of its last entry, so that all entries of a step are in the same part. Distances that rounding may have put
// into the wrong part are noticed when the rows are written; such queries are searched alone, and so are those with more entries of
// one step than a part has.
#pragma once
#include "gpu/methods/leaf_warp/warp_search.cuh"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp {

constexpr int part_capacity = 128;
/// Of these a part writes no more: with up to 3 words before the first border of 16 bytes a warp's lanes still have an entry each.
constexpr int part_entries = 124;

template <int Dimension>
using PartSizes = Sizes<Dimension, part_capacity, true>;

template <int Dimension, class AnyMetric, class Counting>
__global__ void __launch_bounds__(32) search_parts(const __grid_constant__ TreeView<Dimension> tree,
    const __grid_constant__ Batch<Dimension> batch, int first_run, Alone alone, Counting counts) {
    using Size = PartSizes<Dimension>;
    NEIGHBORSCOPE_DYNAMIC_SHARED(unsigned, arena);
    const int run = first_run + int(blockIdx.x);
    wait_for_previous_launch();
    WarpSearch<Dimension, part_capacity, AnyMetric, Counting, true> search(tree, batch, counts, arena, run);
    PartNotes& notes = *reinterpret_cast<PartNotes*>(search.stack + stack_nodes);
    const int lane = search.lane;
    bool left_alone = false;  // what this lane asks for is searched alone
    constexpr float widest = 2;
#pragma unroll 1
    for (float wider = 1;; wider *= 2) {
        const auto start = search.start(run, wider <= widest);
        const float farthest = start.likely ? start.farthest * wider : start.farthest;
        search.measure_by(farthest);
        const float full = search.step_within(farthest);
        search.bound = full;
        const int found = search.walk(0, 0);
        left_alone = search.active && search.overflow;
        notes.written[lane] = notes.passed[lane] = notes.farthest[lane] = 0;
        int delivered = 0;
        bool unsettled = search.active && !search.overflow, too_few = false;
        search.least = 0;
#pragma unroll 1
        while (__any_sync(all_lanes, unsettled)) {
            const int rest = batch.sought - delivered, parts = (rest + part_entries - 1) / part_entries;
            const bool is_last = parts <= 1;
            // One more than the part is to hold, as it ends before the step of that one.
            search.rank = is_last ? max(rest, 1) : (rest + parts - 1) / parts + 1;
            float likely_end = farthest;
            if (start.likely && !is_last)
                with_metric_here(search.metric, [&](auto m) {
                    likely_end = wider * likely_bound<decltype(m)>(tree, search.query, delivered + search.rank, start.of_point);
                });
#pragma unroll 1
            for (bool likely = true;; likely = false) {
                search.empty_lists();
                search.bound = !unsettled ? -1.0f : likely ? fminf(search.step_within(likely_end), full) : full;
                __syncwarp();
                search.visit(0, 2 * found, false);
                too_few = __any_sync(all_lanes, unsettled && search.last == no_word);
                if (!too_few || !likely) break;
            }
            if (too_few) break;
            const unsigned last_step = search.step_of(search.last);
            const unsigned end = is_last ? through_step<Size::slot_bits>(search.last) : (last_step << Size::slot_bits) - 1;
            int length = 0;  // of the part, if it is not the last one
            for (int more = part_capacity / 2; more > 0; more /= 2)
                if (search.list()[32 * (length + more - 1)] <= end) length += more;
            const bool unsure = unsettled && (is_last ? search.unsure_step == last_step : last_step == 0 || length == 0);
            left_alone = left_alone || unsure;
            write_rows<Dimension, part_capacity, Size::slot_bits>(search.metric, tree, batch, run, search.lists, search.leaves,
                *reinterpret_cast<RowNotes<Dimension>*>(search.stack), search.query, end, unsettled && !unsure, &notes);
            __syncwarp();
            left_alone = left_alone || (unsettled && notes.farthest[lane] == PartNotes::in_disorder);
            delivered += length;
            notes.written[lane] = delivered - int(notes.passed[lane]);
            search.least = search.as_step(last_step);
            unsettled = unsettled && !left_alone && !is_last;
            __syncwarp();
        }
        if (!too_few) break;
        if (!start.likely) {  // there are not so many: cannot be
            left_alone = search.active;
            break;
        }
    }
    if (left_alone) alone.put(unsigned(run * 32 + lane));
    search.count_up(counts, run * 32 + lane);
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp
