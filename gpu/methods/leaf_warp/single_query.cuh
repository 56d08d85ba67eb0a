// The search of a single query by a whole warp: for queries that packets could not answer, for lists beyond their capacities, and for few
// queries, which would not occupy the device 32 at a time.
//
// The tree is walked depth first, the nearest children first; the lanes test 32 boxes, or 32 points, at a time. Points
// nearer than the last neighbour so far enter a buffer in shared memory, which is truncated when full. Entries are whole keys (distance,
// row), and nodes know their smallest row: among thousands of equal points nothing is visited in vain.
#pragma once
#include "gpu/kernels/finish.cuh"
#include "gpu/methods/leaf_warp/candidate_buffer.cuh"
#include "gpu/methods/leaf_warp/curve.cuh"
#include "gpu/methods/leaf_warp/metric.cuh"
#include "gpu/methods/leaf_warp/observer.hpp"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp {

/// Whole warps call the members, in the order below.
template <int Dimension, class Observer>
struct SingleQuerySearch {
    static constexpr int together = 2;  // leaves that are read before the first is processed
    static_assert(CandidateSpace::room >= together * leaf_points);

    const TreeView<Dimension>& tree;
    const Batch<Dimension>& batch;
    const Point<Dimension>& query;
    const int lane, number, excluded;
    CandidateBuffer found;
    Observer observer;
    unsigned* const stack = found.stack();
    float* const stack_distance = reinterpret_cast<float*>(stack + stack_nodes);

    int first = 0, end = 0, next = 0;  // leaves around the query: all of them, and the next to be scanned
    int node = 0;                      // whose leaves are processed
    bool wanted = false;               // the leaf of this lane, among those
    float distance = 0;                // its distance
    unsigned left = 0;                 // lanes whose leaves are still wanted
    int waiting = 1;                   // nodes on the stack

    /// Starts with the leaves around the query's position on the curve, which give a bound, and then the tree.
    __device__ __forceinline__ void begin(int middle) {
        const int count = min((batch.k + leaf_points - 1) / leaf_points + 1, tree.leaves());
        first = min(max(middle - count / 2, 0), tree.leaves() - count), end = first + count;
        observer.begin(middle, first, end);
        next = first;
        if (lane == 0) stack[0] = unsigned(tree.top) << 27, stack_distance[0] = 0;
        __syncwarp();
    }
    __device__ __forceinline__ void take_first_leaves(int (&leaf)[together]) {
#pragma unroll
        for (int i = 0; i < together; ++i) leaf[i] = next + i < end ? next + i : -1;
        next += together;
    }
    /// Takes leaves of the current node.
    __device__ __forceinline__ void take_nearest_leaves(int (&leaf)[together]) {
#pragma unroll
        for (int i = 0; i < together; ++i) {
            leaf[i] = -1;
            if (!left) continue;
            const unsigned bits = wanted ? __float_as_uint(distance) : ~0u, least = least_of_warp(bits);
            const int nearest = __ffs(int(__ballot_sync(all_lanes, bits == least))) - 1;
            left &= ~(1u << nearest);
            wanted = wanted && lane != nearest;
            if (within(__uint_as_float(least), 0, node * 32 + nearest)) leaf[i] = node * 32 + nearest;
            else if (__uint_as_float(least) > found.radius()) left = 0;
            const bool skipped = (leaf[i] < 0) & ((lane == nearest) | (wanted & (left == 0)));
            observer.skip(found.bound, 0, node * 32 + lane, distance, skipped);
        }
    }
    /// Tests the children of the next node: pushes the wanted nodes on the stack, the nearest on top, or stores which leaves are wanted.
    __device__ __forceinline__ void open_node() {
        const unsigned one = stack[--waiting];
        const float its_distance = stack_distance[waiting];
        __syncwarp();  // all lanes have read it
        if (its_distance > found.radius())
            return observer.skip(found.bound, int(one >> 27) + 1, int(one & 0x7ffffffu), its_distance, lane == 0);
        const int level = int(one >> 27), child = int(one & 0x7ffffffu) * 32 + lane;
        distance = std::numeric_limits<float>::infinity();
        wanted = false;
        if (child < tree.count[level]) {
            distance = min_distance(batch.metric, tree.box_of(level, child), query);
            wanted = within(distance, level, child) && !(level == 0 && child >= first && child < end);
        }
        const unsigned all = __ballot_sync(all_lanes, wanted);
        observer.node(found.bound, level + 1, int(one & 0x7ffffffu), its_distance, all, distance);
        if (level == 0) {
            node = int(one & 0x7ffffffu);
            left = all;
            return;
        }
        int before = 0;
        for (unsigned others = all; others; others &= others - 1) {
            const int other = __ffs(int(others)) - 1;
            const float its = __shfl_sync(all_lanes, distance, other);
            before += its > distance || (its == distance && other > lane);
        }
        if (wanted) {
            stack[waiting + before] = unsigned(level - 1) << 27 | unsigned(child);
            stack_distance[waiting + before] = distance;
        }
        waiting += __popc(all);
        __syncwarp();
    }
    /// Whether a box may hold a neighbour: at the distance of the last one, only a smaller row can enter.
    __device__ __forceinline__ bool within(float distance, int level, int number_of_box) const {
        const float radius = found.radius();
        return distance < radius ||
               (distance == radius && make_key(distance, unsigned(__ldg(tree.least_row[level] + number_of_box))) < found.bound);
    }
    __device__ __forceinline__ void scan(const int (&leaf)[together]) {
        Point<Dimension> point[together];
        int row[together];
#pragma unroll
        for (int i = 0; i < together; ++i) {
            const int place = max(leaf[i], 0) * leaf_points + lane;
            point[i] = tree.point(place);
            row[i] = __ldg(tree.row + place);
        }
#pragma unroll
        for (int i = 0; i < together; ++i) {
            if (leaf[i] < 0) continue;
            observer.visit(found.bound, leaf[i]);
            float reduced = std::numeric_limits<float>::infinity();
            with_metric_here(batch.metric, [&](auto m) { reduced = reduced_distance<decltype(m)>(point[i], query); });
            const Key key = make_key(reduced, unsigned(row[i]));
            const bool in = row[i] >= 0 && row[i] != excluded && key < found.bound;
            const unsigned ins = __ballot_sync(all_lanes, in);
            if (in) found.keys[found.filled + __popc(ins & ((1u << lane) - 1))] = key;
            found.filled += __popc(ins);
            observer.insert(found.bound, key, ins, found.filled);
        }
        __syncwarp();
    }
    __device__ __forceinline__ void cut_when_full() {
        if (found.filled > found.space.capacity - CandidateSpace::room || (next >= end && found.bound == no_key)) {
            const int before = found.filled;
            found.cut(observer);
            observer.merge(found.bound, before, found.filled);
        }
    }
    /// Computes exact distances, sorts by them, and writes the list.
    __device__ __forceinline__ void write_list() {
        const int length = found.rank();
        double* const exact = reinterpret_cast<double*>(found.bins);
        const auto row_of = [&](int rank) { return unsigned(found.at(rank)); };
        for (int rank = lane; rank < length; rank += 32) {
            Point<Dimension> neighbour;
            for (int d = 0; d < Dimension; ++d) neighbour.at[d] = __ldg(batch.coordinates + std::size_t(row_of(rank)) * Dimension + d);
            exact[rank] = exact_distance_here(batch.metric, neighbour, query);
        }
        __syncwarp();
        found.sort_by(exact, length);
        for (int rank = lane; rank < batch.row_length; rank += 32)
            write_neighbour(batch.lists, std::size_t(number) * std::size_t(batch.row_length) + std::size_t(rank),
                rank < length ? Exact{exact[rank], std::int32_t(row_of(rank))} : Exact{0, -1});
        observer.done(found, exact, length);
    }
};

/// Blocks of whole warps; warp w searches the queries w, w + warps, ... of the launch: those of `queue`, or without one the slots from
/// `first` on.
template <int Dimension, class Observation>
__global__ void search_single_query(const __grid_constant__ TreeView<Dimension> tree, const __grid_constant__ Batch<Dimension> batch,
    const unsigned* queue, const unsigned* queued, int first, int count, Observation observation) {
    using Observer = typename Observation::template OfSingleQuery<Dimension>;
    using Search = SingleQuerySearch<Dimension, Observer>;
    NEIGHBORSCOPE_DYNAMIC_SHARED(unsigned char, arena);
    const int lane = int(threadIdx.x) % 32, warp = int(threadIdx.x) / 32, warps_of_block = int(blockDim.x) / 32;
    const CandidateSpace space = CandidateSpace::of(batch.k);
    unsigned char* const memory = arena + std::size_t(warp) * space.bytes();
    wait_for_previous_launch();
    const int items = queue ? int(*queued) : count;

    const unsigned stride = gridDim.x * unsigned(warps_of_block);  // the last step may exceed an int
    for (unsigned item = blockIdx.x * unsigned(warps_of_block) + unsigned(warp); item < unsigned(items); item += stride) {
        const int slot = queue ? int(queue[item]) : first + int(item);
        const int number = batch.query ? batch.query[slot] : slot;
        const Point<Dimension> query = batch.at(slot);
        Search search{tree, batch, query, lane, number, batch.exclude ? batch.exclude[number] : -1, CandidateBuffer(space, memory, lane),
            Observer(tree, batch, observation, query, slot, number, lane, queue != nullptr)};
        __syncwarp();  // the previous query has been written
        search.begin(queue && !batch.key ? slot / leaf_points : leaf_at(tree, curve_key<Dimension>(tree.extent, tree.bits, query)));
        while (true) {  // one loop, so that long code is in the kernel only once
            int leaf[Search::together];
            if (search.next < search.end) {
                search.take_first_leaves(leaf);
            } else if (search.left) {
                search.take_nearest_leaves(leaf);
            } else if (search.waiting > 0) {
                search.open_node();
                continue;
            } else {
                break;
            }
            search.scan(leaf);
            search.cut_when_full();
        }
        search.write_list();
    }
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp
