// The search of a packet: a warp answers 32 queries that are adjacent on the curve, one per lane.
//
// 1. The leaves nearest to the packet on the curve hold at least k points: the farthest corner of their boxes is a first bound. For moving
//    points, the previous answer may give a better one (movement.cuh). For long lists such a bound admits many points that are later
//    dropped: then it is estimated from the density of points, and if a lane finds too few within it, the warp restarts.
// 2. These leaves are scanned; then one walk through the tree, for all 32 queries together, lists the leaves within the greatest bound of
//    the warp, the nearest first.
// 3. Half of a listed leaf is scanned if its box is within the bound of at least one lane. All lanes read its points at the same
//    address. A lane appends points within its bound to its buffer, which is merged into its list (warp_lists.cuh).
// 4. The rows are written, with exact distances.
//
// If a dropped point may belong to the last step of a query's list, the query is searched singly (single_query.cuh), and so are all
// queries of a packet whose list of leaves overflows.
#pragma once
#include "gpu/methods/leaf_warp/bounds.cuh"
#include "gpu/methods/leaf_warp/observer.hpp"
#include "gpu/methods/leaf_warp/warp_lists.cuh"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp {

/// `AnyMetric`: Metric, or the type of the only metric of this kernel. Whole warps call the members.
template <int Dimension, int Capacity, class AnyMetric, class Observer, bool in_parts = false>
struct WarpSearch {
    using Size = Sizes<Dimension, Capacity, in_parts>;
    static constexpr int dimension = Dimension;

    const TreeView<Dimension>& tree;
    const Batch<Dimension>& batch;
    const AnyMetric metric;
    const int lane;
    WarpLists<Capacity, Size> found;
    unsigned *const leaves, *const stack;  ///< [most_leaves], [stack_nodes]
    const bool active;                     ///< this lane has a query
    const Point<Dimension> query;
    Observer observer;

    bool overflow = false;  // of the list of leaves
    float least = 0;        // in parts: entries of smaller steps are already written
    int rank = 0;           // in parts: the wanted rank

    template <class Observation>
    __device__ __forceinline__ WarpSearch(const TreeView<Dimension>& its_tree, const Batch<Dimension>& its_batch,
        const Observation& observation, unsigned* memory, int packet)
        : tree(its_tree),
          batch(its_batch),
          metric(metric_of(its_batch)),
          lane(int(threadIdx.x) % 32),
          found{memory, memory + Size::list_words, lane},
          leaves(found.buffers + Size::after_lists),
          stack(leaves + Size::most_leaves),
          active(packet * 32 + lane < its_batch.queries),
          query(its_batch.at(active ? packet * 32 + lane : packet * 32)),
          observer(its_tree, its_batch, observation, lane, packet * 32 + lane, query, found.list(), found.buffer(), leaves) {}

    __device__ __forceinline__ static AnyMetric metric_of([[maybe_unused]] const Batch<Dimension>& batch) {
        if constexpr (std::is_same_v<AnyMetric, Metric>) return batch.metric;
        else return AnyMetric{};
    }
    __device__ __forceinline__ int k() const { return in_parts ? rank : batch.k; }

    /// Walks through the tree once for the whole warp: lists the leaves within its greatest bound, the nearest first, after the
    /// first [first_count], which begin at `first`. Returns their number.
    __device__ __forceinline__ int list_leaves(int first, int first_count) {
        Box<Dimension> of_queries;
#pragma unroll
        for (int d = 0; d < Dimension; ++d) {
            of_queries.low[d] = unordered(least_of_warp(ordered(query.at[d])));
            of_queries.high[d] = unordered(greatest_of_warp(ordered(query.at[d])));
        }
        const float radius = __uint_as_float(greatest_of_warp(active ? __float_as_uint(found.bound) : 0u));
        unsigned *const listed = found.buffers, *const listed_step = listed + Size::most_leaves;  // the buffers are empty here
        int waiting = 1, found_leaves = 0;
        if (lane == 0) stack[0] = unsigned(tree.top) << 27;
        __syncwarp();
        while (waiting > 0 && !overflow) {
            const unsigned node = stack[--waiting];
            __syncwarp();  // all lanes have read it
            const int level = int(node >> 27), child = int(node & 0x7ffffffu) * 32 + lane;
            float step = std::numeric_limits<float>::infinity();
            if (child < tree.count[level]) step = found.quantizer.of(min_distance(metric, tree.box_of(level, child), of_queries));
            const bool is_leaf = level == 0;
            const bool near_enough = step <= radius && !(is_leaf && child >= first && child < first + first_count);
            const unsigned chosen = __ballot_sync(all_lanes, near_enough);
            const int before = __popc(chosen & ((1u << lane) - 1)), count = __popc(chosen);
            observer.node(level, child, near_enough, of_queries);
            if (is_leaf) {
                overflow = first_count + found_leaves + count > Size::most_leaves;
                if (near_enough && !overflow) {
                    listed[found_leaves + before] = unsigned(child);
                    listed_step[found_leaves + before] = __float_as_uint(step);
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
            const unsigned own = listed_step[i];
            int place = 0;
            for (int j = 0; j < found_leaves; ++j) place += listed_step[j] < own || (listed_step[j] == own && j < i);
            leaves[first_count + place] = listed[i];
        }
        __syncwarp();
        observer.list(first_count, found_leaves, of_queries);
        return found_leaves;
    }

    /// Scans the halves `begin` .. `end` of listed leaves that some lane needs; `all`: scans without testing.
    __device__ __forceinline__ void scan_leaves(int begin, int end, bool all) {
        int half = begin;
        constexpr int step = Size::halves ? 1 : 2;  // halves that are tested at once
        const auto box_of = [&](int of) {
            const int leaf = int(leaves[of / 2]);
            return Size::halves ? tree.box_of_half(2 * leaf + of % 2) : tree.box_of(0, leaf);
        };
        Box<Dimension> box = box_of(min(half, end - 1));  // loaded before it is needed
        bool wanted = false;
        for (bool done = false; !done;) {
            if (half % step == 0) {
                wanted = false;
                for (; half < end; half += step) {  // skips halves that no lane needs
                    wanted = active && (all || found.quantizer.of(min_distance(metric, box, query)) <= found.bound);
                    if constexpr (in_parts)
                        with_metric_here(
                            metric, [&](auto m) { wanted = wanted && found.quantizer.of(max_distance<decltype(m)>(box, query)) >= least; });
                    box = box_of(min(half + step, end - 1));
                    if (__any_sync(all_lanes, wanted)) break;
                    observer.skip(half + step - 1, int(leaves[half / 2]));
                }
            }
            done = half == end;
            if (!done) {
                observer.visit(half, int(leaves[half / 2]), wanted);
                scan(half++);
            }
            if (__any_sync(all_lanes, found.filled > (done ? 0 : buffer_words - half_points))) found.merge(*this);
        }
        __syncwarp();
    }

    /// Scans a half of a listed leaf.
    __device__ __forceinline__ void scan(int half) {
        const int point = int(leaves[half / 2]) * leaf_points + half % 2 * half_points;
        Point<Dimension> near_by[half_points];
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
        int free = 32 * found.filled;  // an index: a moving pointer would become a generic one and take twice the instructions
        with_metric_here(metric, [&](auto m) {
#pragma unroll
            for (int i = 0; i < half_points; ++i) {
                const float step = found.quantizer.of(reduced_distance<decltype(m)>(near_by[i], query));
                if (step <= found.bound && (!in_parts || step >= least)) {
                    found.buffer()[free] = (__float_as_uint(step) << Size::slot_bits) + (slot_here + unsigned(i));
                    free += 32;
                }
            }
        });
        observer.insert(found.filled, free / 32);
        found.filled = free / 32;
    }
};

template <int Dimension, int Capacity, class AnyMetric, class Observation>
__global__ void __launch_bounds__(32 * Sizes<Dimension, Capacity>::warps, Sizes<Dimension, Capacity>::least_blocks)
    search_packet(const __grid_constant__ TreeView<Dimension> tree, const __grid_constant__ Batch<Dimension> batch, int first_packet,
        int packets, FallbackQueue fallback, Observation observation) {
    using Size = Sizes<Dimension, Capacity>;
    NEIGHBORSCOPE_DYNAMIC_SHARED(unsigned, arena);
    const int warp = int(threadIdx.x) / 32, packet = first_packet + int(blockIdx.x) * Size::warps + warp;
    if (packet >= first_packet + packets) return;
    wait_for_previous_launch();
    WarpSearch<Dimension, Capacity, AnyMetric, typename Observation::template OfPacket<Dimension, Capacity>> search(
        tree, batch, observation, arena + warp * Size::words, packet);
    auto& found = search.found;
    // First with an estimated bound; if a lane then has too few neighbours, again with a certain one.
#pragma unroll 1
    for (bool estimated = Size::estimates;; estimated = false) {
        const FirstBound start = first_bound(search, packet, estimated);
        estimated = start.estimated;
        search.observer.begin(start, found.last);
        found.quantize_up_to(search.active, start.farthest);
        found.bound = search.active ? found.quantized(start.farthest) : -1.0f;  // inactive lanes accept nothing
        found.clear();
        for (int i = search.lane; i < start.count; i += 32) search.leaves[i] = unsigned(start.first + i);
        __syncwarp();
        int begin = 0, end = 2 * start.count;  // halves of listed leaves
        // First the leaves around the packet, then those listed by the walk. One loop, so that the networks are in the kernel only once:
        // more copies do not fit into the instruction cache.
#pragma unroll 1
        for (int round = 0; round < 2; ++round) {
            if (round == 1) {
                const int listed = search.list_leaves(start.first, start.count);
                if (search.overflow) break;
                begin = 2 * start.count, end = begin + 2 * listed;
            }
            search.scan_leaves(begin, end, round == 0);
        }
        if (!estimated || search.overflow || !__any_sync(all_lanes, search.active && found.last == no_word)) break;
    }
    const bool uncertain = search.active && (search.overflow || found.uncertain_step == found.step_of(found.last));
    if (uncertain) fallback.push(unsigned(packet * 32 + search.lane));
    const bool wanted = search.active && !uncertain;
    write_rows<Dimension, Capacity, Size::slot_bits>(search.metric, tree, batch, packet, found.lists, search.leaves,
        *reinterpret_cast<RowNotes<Dimension>*>(search.stack), search.query, through_step<Size::slot_bits>(found.last), wanted, nullptr);
    search.observer.done(uncertain);
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp
