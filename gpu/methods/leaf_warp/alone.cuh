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
#include "gpu/methods/leaf_warp/telling_alone.cuh"
#include "gpu/kernels/finish.cuh"
#include "gpu/kernels/warp.cuh"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp {

/// Shared memory of a warp that searches alone.
struct AloneSpace {
    int sought;                      ///< neighbours
    int capacity;                    ///< keys of the buffer, and bins to sort them: a multiple of 32
    static constexpr int room = 64;  ///< kept free for what comes next

    __host__ __device__ static AloneSpace of(int sought) {
        const int capacity = (sought + sought / 8 + 3 * room + 31) / 32 * 32;
        return {sought, capacity};
    }
    /// Bins, and later exact distances.
    __host__ __device__ std::size_t bin_bytes() const {
        const std::size_t bins = sizeof(unsigned) * std::size_t(capacity), exact = sizeof(double) * std::size_t(sought);
        return ((bins > exact ? bins : exact) + 15) / 16 * 16;
    }
    __host__ __device__ std::size_t bytes() const {
        return (sizeof(Key) + 2 * sizeof(unsigned short)) * std::size_t(capacity) + bin_bytes() + 2 * sizeof(unsigned) * stack_nodes;
    }
};

/// Sorts keys[0 .. count) ascending, by a whole warp: bitonic, in the form whose first comparators of each merge are mirrored. They all
/// put the greater last, so that those which reach beyond the end can be left out.
__device__ inline void warp_sort_keys(Key* keys, int count, int lane) {
    int length = 2;
    while (length < count) length *= 2;
    for (int size = 2; size <= length; size *= 2)
        for (int apart = size / 2; apart > 0; apart /= 2) {
            __syncwarp();
            for (int pair = lane; pair < length / 2; pair += 32) {
                const int low = pair / apart * apart * 2 + pair % apart;
                const int high = 2 * apart == size ? pair / apart * size + size - 1 - pair % apart : low + apart;
                if (high >= count) continue;
                const Key a = keys[low], b = keys[high];
                if (a > b) keys[low] = b, keys[high] = a;
            }
        }
    __syncwarp();
}

/// The keys that a warp has found for a query, in no order, and how they are cut to the nearest and ranked: by counting them in bins of
/// equal distance, which takes a few steps a key where a sort takes dozens. Equal distances by the thousand are sorted all the same.
struct AloneKeys {
    AloneSpace space;
    int lane;
    Key* keys;
    unsigned* bins;
    unsigned short *order, *ranked;  ///< places in `keys`
    int filled = 0;
    Key bound = no_key;  ///< there are as many keys as are sought up to it: what comes later has to be before it

    __device__ AloneKeys(AloneSpace own_space, unsigned char* memory, int own_lane) : space(own_space), lane(own_lane) {
        keys = reinterpret_cast<Key*>(memory);
        bins = reinterpret_cast<unsigned*>(keys + space.capacity);
        order = reinterpret_cast<unsigned short*>(reinterpret_cast<unsigned char*>(bins) + space.bin_bytes());
        ranked = order + space.capacity;
    }
    __device__ unsigned* stack() const { return reinterpret_cast<unsigned*>(ranked + space.capacity); }
    __device__ static float distance_of(Key key) { return __uint_as_float(unsigned(key >> 32)); }
    __device__ float reach() const { return bound == no_key ? std::numeric_limits<float>::infinity() : distance_of(bound); }
    __device__ int bin_of(Key key, float bins_per_unit) const { return min(int(distance_of(key) * bins_per_unit), space.capacity - 1); }

    /// Counts the keys in bins of equal width up to the farthest. 0: all are at distance 0, or they cannot be told apart.
    __device__ float count_bins() const {
        unsigned farthest = 0;
        for (int i = lane; i < filled; i += 32) farthest = max(farthest, unsigned(keys[i] >> 32));
        const float width = __uint_as_float(greatest_of_warp(farthest)), bins_per_unit = __fdiv_rn(float(space.capacity), width);
        if (!(bins_per_unit < 1e30f)) return 0;
        for (int i = lane; i < space.capacity; i += 32) bins[i] = 0;
        __syncwarp();
        for (int i = lane; i < filled; i += 32) atomicAdd(bins + bin_of(keys[i], bins_per_unit), 1u);
        __syncwarp();
        return bins_per_unit;
    }
    /// Makes of each bin's number the number of keys in all bins before it; returns the greatest number of a bin.
    __device__ unsigned sum_bins() const {
        const int each = space.capacity / 32;
        unsigned own = 0, most = 0;
        for (int i = 0; i < each; ++i) {
            const unsigned number = bins[lane * each + i];
            own += number;
            most = max(most, number);
        }
        unsigned before = own;
        for (int apart = 1; apart < 32; apart *= 2) {
            const unsigned other = __shfl_up_sync(all_lanes, before, unsigned(apart));
            if (lane >= apart) before += other;
        }
        before -= own;
        for (int i = 0; i < each; ++i) {
            const unsigned number = bins[lane * each + i];
            bins[lane * each + i] = before;
            before += number;
        }
        __syncwarp();
        return greatest_of_warp(most);
    }
    /// Lets go of what is too far, when there are as many as are sought. Calls gone(key, how many are left) of each.
    template <class Gone>
    __device__ void cut(Gone gone) {
        if (filled < space.sought) return;
        const float bins_per_unit = count_bins();
        if (bins_per_unit > 0) {
            sum_bins();
            int last = space.capacity;  // the first bin before which there are enough
            for (int i = lane; i < space.capacity; i += 32)
                if (bins[i] >= unsigned(space.sought)) last = min(last, i);
            last = int(least_of_warp(unsigned(last)));
            int kept = 0;
            Key farthest = 0;
            for (int first = 0; first < filled; first += 32) {
                const Key key = first + lane < filled ? keys[first + lane] : no_key;
                const bool keep = first + lane < filled && bin_of(key, bins_per_unit) < last;
                const unsigned all = __ballot_sync(all_lanes, keep);
                __syncwarp();  // everybody has read their own
                if (keep) {
                    keys[kept + __popc(all & ((1u << lane) - 1))] = key;
                    farthest = key > farthest ? key : farthest;
                }
                if constexpr (Gone::on)
                    if (first + lane < filled && !keep) gone(key, filled - (first - kept) - __popc(~all & ((2u << lane) - 1)));
                kept += __popc(all);
                __syncwarp();
            }
            filled = kept;
            bound = warp_maximum(farthest);
        }
        if (filled > space.capacity - 2 * AloneSpace::room) {
            warp_sort_keys(keys, filled, lane);
            if constexpr (Gone::on)
                for (int i = space.sought + lane; i < filled; i += 32) gone(keys[i], filled - 1 - (i - space.sought));
            filled = space.sought;
            bound = keys[space.sought - 1];
            __syncwarp();
        }
    }
    /// ranked[0 .. filled): places of the keys in ascending order. Returns how many there are, no more than are sought.
    __device__ int rank() {
        const float bins_per_unit = filled > 0 ? count_bins() : 0.0f;
        constexpr unsigned most_of_bin = 48;
        if (bins_per_unit == 0 || sum_bins() > most_of_bin) {
            __syncwarp();
            warp_sort_keys(keys, filled, lane);
            for (int i = lane; i < filled; i += 32) ranked[i] = static_cast<unsigned short>(i);
        } else {
            for (int i = lane; i < filled; i += 32)
                order[atomicAdd(bins + bin_of(keys[i], bins_per_unit), 1u)] = static_cast<unsigned short>(i);
            __syncwarp();  // now each bin says where it ends
            for (int i = lane; i < filled; i += 32) {
                const Key own = keys[i];
                const int bin = bin_of(own, bins_per_unit);
                unsigned place = bin > 0 ? bins[bin - 1] : 0;
                const unsigned end = bins[bin];
                unsigned rank = place;
                for (; place < end; ++place) rank += keys[order[place]] < own;
                ranked[rank] = static_cast<unsigned short>(i);
            }
        }
        __syncwarp();
        return min(filled, space.sought);
    }
};

/// Blocks of whole warps; warp w takes the queries w, w + warps, ... of the launch: those of `queue`, or without one the slots from
/// `first` on.
template <int Dimension, class Counting>
__global__ void search_alone(const __grid_constant__ TreeView<Dimension> tree, const __grid_constant__ Batch<Dimension> batch,
    const unsigned* queue, const unsigned* queued, int first, int count, Counting counts) {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    constexpr int together = 2;  // leaves that are read before the first is looked at
    static_assert(AloneSpace::room >= together * leaf_points);
    NEIGHBORSCOPE_DYNAMIC_SHARED(unsigned char, arena);
    const int lane = int(threadIdx.x) % 32, warp = int(threadIdx.x) / 32, warps_of_block = int(blockDim.x) / 32;
    const AloneSpace space = AloneSpace::of(batch.sought);
    unsigned char* const memory = arena + std::size_t(warp) * space.bytes();
    wait_for_previous_launch();
    const int items = queue ? int(*queued) : count;

    const unsigned stride = gridDim.x * unsigned(warps_of_block);  // the last step may go beyond what an int holds
    for (unsigned item = blockIdx.x * unsigned(warps_of_block) + unsigned(warp); item < unsigned(items); item += stride) {
        const int slot = queue ? int(queue[item]) : first + int(item);
        const int number = batch.query ? batch.query[slot] : slot;
        const Place<Dimension> query = batch.at(slot);
        const int excluded = batch.exclude ? batch.exclude[number] : -1;
        [[maybe_unused]] unsigned visited = 0, distances = 0, nodes = 0, merges = 0;
        [[maybe_unused]] long long accepted = 0;
        AloneKeys found(space, memory, lane);
        [[maybe_unused]] auto told = [&] {  // nothing but the type, where nothing is counted
            if constexpr (Counting::on) return TellingAlone<Dimension, Counting>(tree, batch, counts, query, slot, lane, queue != nullptr);
            else return TellingAlone<Dimension, Counting>();
        }();
        unsigned* const stack = found.stack();
        float* const stack_gap = reinterpret_cast<float*>(stack + stack_nodes);
        __syncwarp();  // the query before has been written

        /// Whether a box may hold a neighbour: of those as far as the last one so far only rows before it.
        const auto within = [&](float distance, int level, int number_of_box) {
            const float reach = found.reach();
            return distance < reach ||
                   (distance == reach && make_key(distance, unsigned(__ldg(tree.least_row[level] + number_of_box))) < found.bound);
        };

        // First the leaves around the query's place on the curve, which give a bound; then the tree. In one loop, so that what takes
        // many instructions stands in the kernel once.
        const int middle = queue && !batch.key ? slot / leaf_points : leaf_at(tree, curve_key<Dimension>(tree.extent, tree.bits, query));
        const int few = min((batch.sought + leaf_points - 1) / leaf_points + 1, tree.leaves());
        const int from = min(max(middle - few / 2, 0), tree.leaves() - few), past = from + few;
        if constexpr (Counting::on) told.begin(middle, few);
        int next = from;      // of the first leaves
        int node = 0;         // whose leaves are looked at
        bool wanted = false;  // the leaf of this lane, of those
        float distance = 0;   // how far it is
        unsigned left = 0;    // lanes whose leaves are wanted
        int waiting = 1;
        if (lane == 0) stack[0] = unsigned(tree.top) << 27, stack_gap[0] = 0;
        __syncwarp();
        while (true) {
            int leaf[together];
            if (next < past) {
#pragma unroll
                for (int i = 0; i < together; ++i) leaf[i] = next + i < past ? next + i : -1;
                next += together;
            } else if (left) {  // the nearest first
#pragma unroll
                for (int i = 0; i < together; ++i) {
                    leaf[i] = -1;
                    if (!left) continue;
                    const unsigned bits = wanted ? __float_as_uint(distance) : ~0u, least = least_of_warp(bits);
                    const int nearest = __ffs(int(__ballot_sync(all_lanes, bits == least))) - 1;
                    left &= ~(1u << nearest);
                    wanted = wanted && lane != nearest;
                    if (within(__uint_as_float(least), 0, node * 32 + nearest)) leaf[i] = node * 32 + nearest;
                    else if (__uint_as_float(least) > found.reach()) left = 0;
                    if constexpr (Counting::on)
                        if (leaf[i] < 0) told.skips(found.bound, 0, node * 32 + lane, lane == nearest || (wanted && !left), distance);
                }
            } else if (waiting > 0) {
                const unsigned one = stack[--waiting];
                const float its_gap = stack_gap[waiting];
                __syncwarp();  // everybody has read it
                if constexpr (Counting::on)
                    if (its_gap > found.reach()) told.skips(found.bound, int(one >> 27) + 1, int(one & 0x7ffffffu), lane == 0, its_gap);
                if (its_gap > found.reach()) continue;
                const int level = int(one >> 27), child = int(one & 0x7ffffffu) * 32 + lane;
                distance = infinity;
                wanted = false;
                if (child < tree.count[level]) {
                    distance = gap(batch.metric, tree.box_of(level, child), query);
                    wanted = within(distance, level, child) && !(level == 0 && child >= from && child < past);
                }
                if constexpr (Counting::on) ++nodes;
                const unsigned all = __ballot_sync(all_lanes, wanted);
                if constexpr (Counting::on) {
                    told.node(found.bound, level + 1, int(one & 0x7ffffffu), __popc(all), its_gap);
                    const bool is_first = level == 0 && child >= from && child < past;
                    told.skips(found.bound, level, child, !wanted && !is_first && child < tree.count[level], distance);
                }
                if (level == 0) {
                    node = int(one & 0x7ffffffu);
                    left = all;
                    continue;
                }
                int before = 0;  // the nearest on top
                for (unsigned others = all; others; others &= others - 1) {
                    const int other = __ffs(int(others)) - 1;
                    const float its = __shfl_sync(all_lanes, distance, other);
                    before += its > distance || (its == distance && other > lane);
                }
                if (wanted) {
                    stack[waiting + before] = unsigned(level - 1) << 27 | unsigned(child);
                    stack_gap[waiting + before] = distance;
                }
                waiting += __popc(all);
                __syncwarp();
                continue;
            } else {
                break;
            }
            Place<Dimension> point[together];
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
                float apart = infinity;
                with_metric_here(batch.metric, [&](auto m) { apart = joined<decltype(m)>(point[i], query); });
                const Key key = make_key(apart, unsigned(row[i]));
                const bool in = row[i] >= 0 && row[i] != excluded && key < found.bound;
                const unsigned ins = __ballot_sync(all_lanes, in);
                if (in) found.keys[found.filled + __popc(ins & ((1u << lane) - 1))] = key;
                found.filled += __popc(ins);
                if constexpr (Counting::on) {
                    told.scan(found.bound, leaf[i], int(visited) + 1);
                    told.entries(found.bound, key, ins, found.filled, int(visited) + 1);
                    ++visited;
                    distances += unsigned(tree.points_of(leaf[i]));
                    accepted += __popc(ins);
                }
            }
            __syncwarp();
            if (found.filled > space.capacity - AloneSpace::room || (next >= past && found.bound == no_key)) {
                if constexpr (Counting::on) ++merges;
                const int before = found.filled;
                found.cut(told.gone());
                if constexpr (Counting::on) told.cut(found.bound, before - found.filled, found.filled, int(visited));
            }
        }

        // Exact distances, the order by them, and the list.
        const int length = found.rank();
        if constexpr (Counting::on) {
            for (int first = length; first < found.filled; first += 32)
                if (first + lane < found.filled)
                    told.gone()(found.keys[found.ranked[first + lane]], found.filled - 1 - (first - length) - lane);
            const bool full = length == space.sought;
            told.ranked(full ? found.keys[found.ranked[length - 1]] : no_key, found.filled - length, length, int(visited));
        }
        double* const exact = reinterpret_cast<double*>(found.bins);
        const auto row_of = [&](int rank) { return unsigned(found.keys[found.ranked[rank]]); };
        for (int rank = lane; rank < length; rank += 32) {
            Place<Dimension> neighbour;
            for (int d = 0; d < Dimension; ++d) neighbour.at[d] = __ldg(batch.coordinates + std::size_t(row_of(rank)) * Dimension + d);
            exact[rank] = exact_distance_here(batch.metric, neighbour, query);
        }
        __syncwarp();
        const auto in_disorder = [&](int rank) {
            return exact[rank + 1] < exact[rank] || (exact[rank + 1] == exact[rank] && row_of(rank + 1) < row_of(rank));
        };
        bool more = false;
        for (int rank = lane; rank + 1 < length; rank += 32) more = more || in_disorder(rank);
        __syncwarp();  // everybody has looked
        while (__any_sync(all_lanes, more)) {
            more = false;
            for (int odd = 0; odd < 2; ++odd) {
                for (int rank = 2 * lane + odd; rank + 1 < length; rank += 64)
                    if (in_disorder(rank)) {
                        const unsigned short place = found.ranked[rank];
                        const double distance = exact[rank];
                        found.ranked[rank] = found.ranked[rank + 1], exact[rank] = exact[rank + 1];
                        found.ranked[rank + 1] = place, exact[rank + 1] = distance;
                        more = true;
                    }
                __syncwarp();
            }
        }
        for (int rank = lane; rank < batch.k; rank += 32)
            write_neighbour(batch.lists, std::size_t(number) * std::size_t(batch.k) + std::size_t(rank),
                rank < length ? Exact{exact[rank], std::int32_t(row_of(rank))} : Exact{0, -1});
        if constexpr (Counting::on) {
            for (int rank = lane; rank < min(batch.k, length); rank += 32) told.place(rank, exact[rank], row_of(rank));
        }
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
                counts.add(slot_alone_distances, distances);
                counts.add(slot_alone_nodes, nodes);
            }
        }
    }
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp
