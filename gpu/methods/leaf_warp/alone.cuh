// The second kernel: a warp searches for one query alone. For what the first leaves over, for lists beyond its capacities, and for few
// queries, which would not fill the device 32 at a time.
//
// The tree is walked depth first, of the children of a node the nearest first; the lanes look at 32 boxes, or 32 points, at a time. What
// is nearer than the last neighbour so far goes into a buffer in shared memory; a full one is sorted and cut. Entries are whole keys
// (distance, row), and nodes know their least row: among thousands of equal points nothing is visited in vain.
#pragma once
#include "gpu/methods/leaf_warp/counting.hpp"
#include "gpu/methods/leaf_warp/curve.cuh"
#include "gpu/methods/leaf_warp/metric.cuh"
#include "gpu/kernels/finish.cuh"
#include "gpu/kernels/warp.cuh"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp {

/// Shared memory of a warp that searches alone.
struct AloneSpace {
    int sought;    ///< neighbours
    int capacity;  ///< keys of the buffer: a power of two
    __host__ __device__ static AloneSpace of(int sought) {
        int capacity = 64;
        while (capacity < sought + 64) capacity *= 2;
        return {sought, capacity};
    }
    __host__ __device__ std::size_t bytes() const {
        return sizeof(Key) * std::size_t(capacity) + sizeof(double) * std::size_t((sought + 1) / 2 * 2) +
               2 * sizeof(unsigned) * alone_stack;
    }
    static constexpr int alone_stack = 192;
};

/// Sorts keys[0 .. length) ascending, length a power of two of at least 2: bitonic, by a whole warp.
__device__ inline void warp_sort_keys(Key* keys, int length, int lane) {
    for (int size = 2; size <= length; size *= 2)
        for (int apart = size / 2; apart > 0; apart /= 2) {
            __syncwarp();
            for (int pair = lane; pair < length / 2; pair += 32) {
                const int low = pair / apart * apart * 2 + pair % apart, high = low + apart;
                const Key a = keys[low], b = keys[high];
                if ((a > b) == ((low & size) == 0 || size == length)) keys[low] = b, keys[high] = a;
            }
        }
    __syncwarp();
}

/// Blocks of whole warps; warp w takes the queries w, w + warps, ... of the launch: those of `queue`, or without one the slots from
/// `first` on.
template <int Dimension, class Counting>
__global__ void search_alone(const __grid_constant__ TreeView<Dimension> tree, const __grid_constant__ Batch<Dimension> batch,
    const unsigned* queue, const unsigned* queued, int first, int count, Counting counts) {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    NEIGHBORSCOPE_DYNAMIC_SHARED(unsigned char, arena);
    const int lane = int(threadIdx.x) % 32, warp = int(threadIdx.x) / 32, warps_of_block = int(blockDim.x) / 32;
    const AloneSpace space = AloneSpace::of(batch.sought);
    unsigned char* const own = arena + std::size_t(warp) * space.bytes();
    Key* const keys = reinterpret_cast<Key*>(own);
    double* const exact = reinterpret_cast<double*>(keys + space.capacity);
    unsigned* const stack = reinterpret_cast<unsigned*>(exact + (space.sought + 1) / 2 * 2);
    float* const stack_gap = reinterpret_cast<float*>(stack + AloneSpace::alone_stack);
    const int items = queue ? int(*queued) : count;

    for (int item = int(blockIdx.x) * warps_of_block + warp; item < items; item += int(gridDim.x) * warps_of_block) {
        const int slot = queue ? int(queue[item]) : first + item;
        const int number = batch.query ? batch.query[slot] : slot;
        const Place<Dimension> query = batch.at(slot);
        const int excluded = batch.exclude ? batch.exclude[number] : -1;
        [[maybe_unused]] unsigned visited = 0, distances = 0, nodes = 0, merges = 0;
        [[maybe_unused]] long long accepted = 0;
        int filled = 0;
        Key bound = no_key;  // of the last neighbour so far: what an entry has to come before
        float reach = infinity;
        __syncwarp();  // the query before has been written

        const auto cut = [&] {
            if constexpr (Counting::on) ++merges;
            int length = 2;
            while (length < filled) length *= 2;
            for (int i = filled + lane; i < length; i += 32) keys[i] = no_key;
            warp_sort_keys(keys, length, lane);
            filled = min(filled, batch.sought);
            if (filled == batch.sought) {
                bound = keys[batch.sought - 1];
                reach = __uint_as_float(unsigned(bound >> 32));
            }
            __syncwarp();
        };
        const auto scan = [&](int leaf) {
            const int place = leaf * leaf_points + lane, row = __ldg(tree.row + place);
            float distance = infinity;
            with_metric_here(batch.metric, [&](auto m) { distance = joined<decltype(m)>(tree.point(place), query); });
            const Key key = make_key(distance, unsigned(row));
            const bool in = row >= 0 && row != excluded && key < bound;
            const unsigned ins = __ballot_sync(all_lanes, in);
            if (in) keys[filled + __popc(ins & ((1u << lane) - 1))] = key;
            filled += __popc(ins);
            if constexpr (Counting::on) {
                ++visited;
                distances += unsigned(tree.points_of(leaf));
                accepted += __popc(ins);
            }
            if (filled > space.capacity - 32) cut();
        };
        /// Whether a box may hold a neighbour: of those as far as the last one so far only rows before it.
        const auto within = [&](float distance, int level, int number_of_box) {
            return distance < reach ||
                   (distance == reach && make_key(distance, unsigned(__ldg(tree.least_row[level] + number_of_box))) < bound);
        };

        // The leaves around the query's place on the curve give a first bound.
        const int middle = queue && !batch.key ? slot / leaf_points : leaf_at(tree, curve_key<Dimension>(tree.extent, tree.bits, query));
        int few = min((batch.sought + leaf_points - 1) / leaf_points + 1, tree.leaves());
        int from = min(max(middle - few / 2, 0), tree.leaves() - few);
        for (int leaf = from; leaf < from + few; ++leaf) scan(leaf);
        if (filled >= batch.sought) cut();

        int waiting = 1;
        if (lane == 0) stack[0] = unsigned(tree.top) << 27, stack_gap[0] = 0;
        __syncwarp();
        while (waiting > 0) {
            const unsigned node = stack[--waiting];
            const float node_gap = stack_gap[waiting];
            if (node_gap > reach) continue;
            const int level = int(node >> 27), child = int(node & 0x7ffffffu) * 32 + lane;
            float distance = infinity;
            bool wanted = false;
            if (child < tree.count[level]) {
                distance = gap(batch.metric, tree.box_of(level, child), query);
                wanted = within(distance, level, child) && !(level == 0 && child >= from && child < from + few);
            }
            if constexpr (Counting::on) ++nodes;
            unsigned left = __ballot_sync(all_lanes, wanted);  // also: everybody has read the stack
            if (level == 0) {                                  // the nearest leaf first
                while (left) {
                    const unsigned bits = wanted ? __float_as_uint(distance) : ~0u, least = least_of_warp(bits);
                    const int nearest = __ffs(int(__ballot_sync(all_lanes, bits == least))) - 1;
                    left &= ~(1u << nearest);
                    if (lane == nearest) wanted = false;
                    const int leaf = int(node & 0x7ffffffu) * 32 + nearest;
                    if (within(__uint_as_float(least), 0, leaf)) scan(leaf);
                    else if (__uint_as_float(least) > reach) break;
                }
            } else {  // the nearest on top
                int before = 0;
                for (unsigned others = left; others; others &= others - 1) {
                    const int other = __ffs(int(others)) - 1;
                    const float its = __shfl_sync(all_lanes, distance, other);
                    before += its > distance || (its == distance && other > lane);
                }
                if (wanted) {
                    stack[waiting + before] = unsigned(level - 1) << 27 | unsigned(child);
                    stack_gap[waiting + before] = distance;
                }
                waiting += __popc(left);
                __syncwarp();
            }
        }
        if (filled > 0) cut();

        // Exact distances, the order by them, and the list.
        for (int i = lane; i < filled; i += 32) {
            const Key key = keys[i];
            Place<Dimension> neighbour;
            for (int d = 0; d < Dimension; ++d) neighbour.at[d] = __ldg(batch.coordinates + std::size_t(unsigned(key)) * Dimension + d);
            exact[i] = exact_distance_here(batch.metric, neighbour, query);
        }
        __syncwarp();
        const auto in_disorder = [&](int i) {
            return exact[i + 1] < exact[i] || (exact[i + 1] == exact[i] && unsigned(keys[i + 1]) < unsigned(keys[i]));
        };
        bool more = false;
        for (int i = lane; i + 1 < filled; i += 32) more = more || in_disorder(i);
        while (__any_sync(all_lanes, more)) {
            more = false;
            for (int odd = 0; odd < 2; ++odd) {
                for (int i = 2 * lane + odd; i + 1 < filled; i += 64)
                    if (in_disorder(i)) {
                        const Key key = keys[i];
                        const double distance = exact[i];
                        keys[i] = keys[i + 1], exact[i] = exact[i + 1];
                        keys[i + 1] = key, exact[i + 1] = distance;
                        more = true;
                    }
                __syncwarp();
            }
        }
        for (int rank = lane; rank < batch.k; rank += 32)
            write_neighbour(batch.lists, std::size_t(number) * std::size_t(batch.k) + std::size_t(rank),
                rank < filled ? Exact{exact[rank], std::int32_t(unsigned(keys[rank]))} : Exact{0, -1});
        if constexpr (Counting::on) {
            if (lane == 0) {
                counts.took(number, visited, distances);
                counts.add(slot_distances, distances);
                counts.add(slot_nodes, nodes);
                counts.add(slot_visited, visited);
                counts.add(slot_needed, visited);
                counts.add(slot_merges, merges);
                counts.add(slot_accepted, accepted);
                counts.add(slot_alone, 1);
            }
        }
    }
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp
