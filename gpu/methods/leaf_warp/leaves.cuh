// The first kernel: a warp answers the 32 queries of a run, a lane each.
//
// 1. The leaves nearest to the run on the curve hold at least k points: the farthest corner of their boxes is a first bound. Where points
//    move, the answer before may give a better one (movement.cuh). Of long lists most of what such a bound lets in would leave again:
//    there a bound is guessed from how densely points lie, and where a lane finds too few within it, the warp begins once more.
// 2. These leaves are scanned; then one walk through the tree, for all 32 queries together, lists the leaves that the greatest bound of
//    the warp still reaches, the nearest first.
// 3. Half of a listed leaf is scanned when its box is within the bound of at least one lane. Its points are read by all lanes at the same
//    address. A lane puts what is within its bound into its column of a buffer in shared memory. When any column may overflow, every
//    lane sorts its own with a network in registers and merges it into its list.
// 4. The rows are written, with exact distances.
//
// Where a query's last step may hold a point that found no place, the query is searched alone (alone.cuh), and so are all queries of a
// run whose list of leaves overflows.
#pragma once
#include "gpu/methods/leaf_warp/warp_search.cuh"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp {

/// `AnyMetric`: Metric, or the type of the only one that this kernel knows.
template <int Dimension, int Capacity, class AnyMetric, class Counting>
__global__ void __launch_bounds__(32 * Sizes<Dimension, Capacity>::warps, Sizes<Dimension, Capacity>::least_blocks)
    search_leaves(const __grid_constant__ TreeView<Dimension> tree, const __grid_constant__ Batch<Dimension> batch, int first_run, int runs,
        Alone alone, Counting counts) {
    using Size = Sizes<Dimension, Capacity>;
    NEIGHBORSCOPE_DYNAMIC_SHARED(unsigned, arena);
    const int warp = int(threadIdx.x) / 32, run = first_run + int(blockIdx.x) * Size::warps + warp;
    if (run >= first_run + runs) return;
    wait_for_previous_launch();
    WarpSearch<Dimension, Capacity, AnyMetric, Counting> search(tree, batch, counts, arena + warp * Size::words, run);
    // With a bound that is likely first, and where it leaves a lane with too few neighbours again, with one that is sure.
#pragma unroll 1
    for (bool likely = Size::guesses;; likely = false) {
        const auto start = search.start(run, likely);
        likely = start.likely;
        if constexpr (search.tells) search.told.begin(start.leaf, start.few, start.farthest, likely);
        search.measure_by(start.farthest);
        search.bound = search.active ? search.step_within(start.farthest) : -1.0f;  // of others nothing
        search.empty_lists();
        for (int i = search.lane; i < start.few; i += 32) search.leaves[i] = unsigned(start.from + i);
        __syncwarp();
        int begin = 0, end = 2 * start.few;  // halves of listed leaves
        // First the leaves around the run, then those that the walk lists. One loop, so that the networks stand in the kernel once: more
        // copies do not fit into the instruction cache.
#pragma unroll 1
        for (int round = 0; round < 2; ++round) {
            if (round == 1) {
                const int found = search.walk(start.from, start.few);
                if (search.overflow) break;
                begin = 2 * start.few, end = begin + 2 * found;
            }
            search.visit(begin, end, round == 0);
        }
        if (!likely || search.overflow || !__any_sync(all_lanes, search.active && search.last == no_word)) break;
        if constexpr (search.tells) search.told.once_more(search.last);
    }
    const bool unsure = search.active && (search.overflow || search.unsure_step == search.step_of(search.last));
    if (unsure) alone.put(unsigned(run * 32 + search.lane));
    if constexpr (search.tells) search.told.end(search.visited, search.needed, unsure);
    search.count_up(counts, run * 32 + search.lane);
    const bool wanted = search.active && !unsure;
    write_rows<Dimension, Capacity, Size::slot_bits>(search.metric, tree, batch, run, search.lists, search.leaves,
        *reinterpret_cast<RowNotes<Dimension>*>(search.stack), search.query, through_step<Size::slot_bits>(search.last), wanted, nullptr);
    if constexpr (search.tells) search.told.rows(wanted);
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp
