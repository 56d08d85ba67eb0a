// Lists that are longer than those of the kernel for packets: it finds and writes them in parts of some hundred entries, the nearest first.
//
// The walk lists the leaves once, with a bound within which there are probably k neighbours. For each part they are
// scanned again: points nearer than the last step of the previous part are already written, and leaves that are entirely nearer
// are skipped. The bound of a part is estimated from the density of points, like that of the walk. If a lane finds too few, the part
// restarts with the bound of the walk; if that has too few, the search restarts with a wider one.
//
// A part ends before the step of its last entry, so that all entries of a step are in the same part. When rows are written, the kernel
// detects distances that rounding may have put into the wrong part. Such queries are searched singly, and so are those with more entries of
// one step than a part has.
#pragma once
#include "gpu/methods/leaf_warp/warp_search.cuh"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp {

constexpr int part_capacity = 128;
/// Entries that a part writes at most: with up to 3 words before the first 16-byte boundary a warp's lanes still have an entry each.
constexpr int part_entries = 124;

template <int Dimension>
using PartSizes = Sizes<Dimension, part_capacity, true>;

template <int Dimension, class AnyMetric, class Observation>
__global__ void __launch_bounds__(32) search_packet_in_parts(const __grid_constant__ TreeView<Dimension> tree,
    const __grid_constant__ Batch<Dimension> batch, int first_packet, FallbackQueue fallback, Observation observation) {
    using Size = PartSizes<Dimension>;
    NEIGHBORSCOPE_DYNAMIC_SHARED(unsigned, arena);
    const int packet = first_packet + int(blockIdx.x);
    wait_for_previous_launch();
    WarpSearch<Dimension, part_capacity, AnyMetric, typename Observation::template OfPacket<Dimension, part_capacity>, true> search(
        tree, batch, observation, arena, packet);
    auto& found = search.found;
    PartNotes& notes = *reinterpret_cast<PartNotes*>(search.stack + stack_nodes);
    const int lane = search.lane;
    bool falls_back = false;  // this lane's query is searched singly
    constexpr float widest = 2;
#pragma unroll 1
    for (float wider = 1;; wider *= 2) {
        const FirstBound start = first_bound(search, packet, wider <= widest);
        const float farthest = start.estimated ? start.farthest * wider : start.farthest;
        found.quantize_up_to(search.active, farthest);
        const float full = found.quantized(farthest);
        found.bound = full;
        const int listed = search.list_leaves(0, 0);
        falls_back = search.active && search.overflow;
        notes.written[lane] = notes.passed[lane] = notes.farthest[lane] = 0;
        int delivered = 0;
        bool unsettled = search.active && !search.overflow, too_few = false;
        search.least = 0;
#pragma unroll 1
        while (__any_sync(all_lanes, unsettled)) {
            const int rest = batch.k - delivered, parts = (rest + part_entries - 1) / part_entries;
            const bool is_last = parts <= 1;
            // One more than the part holds, because it ends before the step of that entry.
            search.rank = is_last ? max(rest, 1) : (rest + parts - 1) / parts + 1;
            float estimated_end = farthest;
            if (start.estimated && !is_last)
                with_metric_here(search.metric, [&](auto m) {
                    estimated_end =
                        wider * estimated_bound<decltype(m)>(tree, search.query, delivered + search.rank, start.volume_of_point);
                });
#pragma unroll 1
            for (bool estimated = true;; estimated = false) {
                search.observer.begin(start, found.last);
                found.clear();
                found.bound = !unsettled ? -1.0f : estimated ? fminf(found.quantized(estimated_end), full) : full;
                __syncwarp();
                search.scan_leaves(0, 2 * listed, false);
                too_few = __any_sync(all_lanes, unsettled && found.last == no_word);
                if (!too_few || !estimated) break;
            }
            if (too_few) break;
            const unsigned last_step = found.step_of(found.last);
            const unsigned end = is_last ? through_step<Size::slot_bits>(found.last) : (last_step << Size::slot_bits) - 1;
            int length = 0;  // of the part, unless it is the last one
            for (int more = part_capacity / 2; more > 0; more /= 2)
                if (found.list()[32 * (length + more - 1)] <= end) length += more;
            const bool uncertain = unsettled && (is_last ? found.uncertain_step == last_step : last_step == 0 || length == 0);
            falls_back = falls_back || uncertain;
            write_rows<Dimension, part_capacity, Size::slot_bits>(search.metric, tree, batch, packet, found.lists, search.leaves,
                *reinterpret_cast<RowNotes<Dimension>*>(search.stack), search.query, end, unsettled && !uncertain, &notes);
            __syncwarp();
            falls_back = falls_back || (unsettled && notes.farthest[lane] == PartNotes::in_disorder);
            delivered += length;
            notes.written[lane] = delivered - int(notes.passed[lane]);
            search.least = Quantizer::of_step(last_step);
            unsettled = unsettled && !falls_back && !is_last;
            __syncwarp();
        }
        if (!too_few) break;
        if (!start.estimated) {  // fewer than k exist: impossible
            falls_back = search.active;
            break;
        }
    }
    if (falls_back) fallback.push(unsigned(packet * 32 + lane));
    search.observer.done(falls_back);
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp
