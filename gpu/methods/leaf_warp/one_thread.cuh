// The kernel for packets on the host device: one thread does the work of a warp. The steps are those of warp_search.cuh, but
// no lanes must synchronise, a leaf's distances are computed in a loop that compilers vectorise, and a list is only as long as needed.
#pragma once
#include "gpu/kernels/finish.cuh"
#include "gpu/methods/leaf_warp/bounds.cuh"
#include "gpu/methods/leaf_warp/observer.hpp"
#include "gpu/methods/leaf_warp/curve.cuh"

#include <algorithm>

namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp {

/// Memory of one thread beside a query's list.
struct OneThread {
    static constexpr int most_leaves = 1024;
    /// Keys of a query before the farthest are dropped.
    __host__ __device__ static int room(int k) { return k + std::max(k / 2, leaf_points / 2) + leaf_points; }
    static std::size_t bytes(int k) {
        return sizeof(Key) * (most_leaves + std::size_t(room(k))) + sizeof(Exact) * std::size_t(k) + sizeof(unsigned) * stack_nodes;
    }
};

template <int Dimension, class M, class Counting>
struct OneThreadSearch {
    const TreeView<Dimension>& tree;
    const Batch<Dimension>& batch;
    Key *const leaves, *const keys;  ///< for leaves: distance from all queries, and number
    Exact* const exact;
    unsigned* const stack;
    const Counting& counts;

    __device__ OneThreadSearch(
        const TreeView<Dimension>& its_tree, const Batch<Dimension>& its_batch, Key* memory, const Counting& counting)
        : tree(its_tree),
          batch(its_batch),
          leaves(memory),
          keys(leaves + OneThread::most_leaves),
          exact(reinterpret_cast<Exact*>(keys + OneThread::room(batch.k))),
          stack(reinterpret_cast<unsigned*>(exact + batch.k)),
          counts(counting) {}

    /// Lists the leaves within `radius` of the box, the nearest first. Returns their number; -1: too many.
    __device__ int walk(const Box<Dimension>& of_queries, float radius) const {
        int waiting = 1, listed = 0;
        int nodes = 0;
        stack[0] = unsigned(tree.top) << 27;
        while (waiting > 0) {
            const unsigned node = stack[--waiting];
            ++nodes;
            const int level = int(node >> 27), first = int(node & 0x7ffffffu) * 32, count = std::min(32, tree.count[level] - first);
            float gaps[32];
            for (int i = 0; i < count; ++i) gaps[i] = min_distance<M>(tree.box_of(level, first + i), of_queries);
            for (int i = 0; i < count; ++i) {
                if (!(gaps[i] <= radius)) continue;
                if (level > 0) {
                    stack[waiting++] = unsigned(level - 1) << 27 | unsigned(first + i);
                } else {
                    if (listed == OneThread::most_leaves) {
                        counts.add(slot_nodes, nodes);
                        return -1;
                    }
                    leaves[listed++] = make_key(gaps[i], unsigned(first + i));
                }
            }
        }
        std::sort(leaves, leaves + listed);
        counts.add(slot_nodes, nodes);
        counts.add(slot_listed, listed);
        return listed;
    }

    /// Answers one query, whose nearest are within `radius`: scans the leaf `own` first and then the listed ones.
    __device__ void answer(int number, const Point<Dimension>& query, int own, int listed, float radius) const {
        const int k = batch.k, room = OneThread::room(k);
        Key bound = no_key;
        int filled = 0;
        int visited = 0, distances = 0, cuts = 0, accepted = 0;
        const auto cut = [&] {
            ++cuts;
            std::nth_element(keys, keys + k - 1, keys + filled);
            filled = k;
            bound = keys[k - 1];
            radius = std::min(radius, __uint_as_float(unsigned(bound >> 32)));
        };
        const auto scan = [&](int leaf) {
            float distance[leaf_points];
            for (int i = 0; i < leaf_points; ++i) distance[i] = reduced_distance<M>(tree.point(leaf * leaf_points + i), query);
            const int points = tree.points_of(leaf), before = filled;
            for (int i = 0; i < points; ++i) {
                if (!(distance[i] <= radius)) continue;
                keys[filled] = make_key(distance[i], unsigned(tree.row[leaf * leaf_points + i]));
                filled += keys[filled] < bound;
            }
            ++visited, distances += points, accepted += filled - before;
            if (filled > room - leaf_points || (bound == no_key && filled >= k)) cut();
        };
        scan(own);
        for (int i = 0; i < listed; ++i) {
            if (__uint_as_float(unsigned(leaves[i] >> 32)) > radius) break;  // so are all after it
            const int leaf = int(unsigned(leaves[i]));
            if (leaf != own && min_distance<M>(tree.box_of(0, leaf), query) <= radius) scan(leaf);
        }
        if (filled > k) cut();
        counts.add(slot_distances, distances);
        counts.add(slot_visited, visited);
        counts.add(slot_needed, visited);
        counts.add(slot_merges, cuts);
        counts.add(slot_accepted, accepted);
        for (int i = 0; i < filled; ++i) {
            const int row = index_of(keys[i]);
            Point<Dimension> neighbour;
            for (int d = 0; d < Dimension; ++d) neighbour.at[d] = batch.coordinates[std::size_t(row) * Dimension + d];
            exact[i] = {exact_distance_here(batch.metric, neighbour, query), row};
        }
        std::sort(exact, exact + filled, [](const Exact& a, const Exact& b) { return before(a, b); });
        const int excluded = batch.exclude ? batch.exclude[number] : -1;
        int rank = 0;
        const std::size_t list = std::size_t(number) * std::size_t(batch.row_length);
        for (int i = 0; i < filled && rank < batch.row_length; ++i)
            if (exact[i].index != excluded) write_neighbour(batch.lists, list + std::size_t(rank++), exact[i]);
        for (; rank < batch.row_length; ++rank) write_neighbour(batch.lists, list + std::size_t(rank), Exact{0, -1});
    }

    /// Answers a packet of up to 32 queries.
    __device__ void answer_packet(int packet, FallbackQueue fallback) const {
        const int first = packet * 32, count = std::min(32, batch.queries - first);
        const int own_leaf = batch.key ? leaf_at(tree, batch.key[std::min(first + 16, batch.queries - 1)]) : packet;
        int first_count = std::min(first_leaf_count<Dimension>(batch.k), tree.leaves());
        int first_leaf = std::min(std::max(own_leaf - first_count / 2, 0), tree.leaves() - first_count);
        if (first_leaf + first_count == tree.leaves() && first_leaf > 0) --first_leaf, ++first_count;  // the last leaf may hold few points
        Box<Dimension> near = tree.box_of(0, first_leaf);
        for (int i = 1; i < first_count; ++i) near = box_union(near, tree.box_of(0, first_leaf + i));
        Point<Dimension> query[32];
        Box<Dimension> of_queries{};
        float farthest[32], radius = 0;
        for (int i = 0; i < count; ++i) {
            query[i] = batch.at(first + i);
            for (int d = 0; d < Dimension; ++d) {
                of_queries.low[d] = i == 0 ? query[i].at[d] : std::min(of_queries.low[d], query[i].at[d]);
                of_queries.high[d] = i == 0 ? query[i].at[d] : std::max(of_queries.high[d], query[i].at[d]);
            }
            farthest[i] = max_distance<M>(near, query[i]);
            if (batch.previous.of_row)
                farthest[i] = std::min(farthest[i], batch.previous.reduced_bound(batch.metric, batch.query[first + i]));
            radius = std::max(radius, farthest[i]);
        }
        const int listed = walk(of_queries, radius);
        for (int i = 0; i < count; ++i) {
            if (listed < 0) fallback.push(unsigned(first + i));
            else answer(batch.query ? batch.query[first + i] : first + i, query[i], own_leaf, listed, farthest[i]);
        }
    }
};

/// One thread per block, which answers a packet.
template <int Dimension, class Counting>
__global__ void search_in_one_thread(
    TreeView<Dimension> tree, Batch<Dimension> batch, int first_packet, FallbackQueue fallback, Counting counts) {
    NEIGHBORSCOPE_DYNAMIC_SHARED(Key, memory);
    with_metric_here(batch.metric, [&](auto m) {
        OneThreadSearch<Dimension, decltype(m), Counting>(tree, batch, memory, counts)
            .answer_packet(first_packet + int(blockIdx.x), fallback);
    });
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp
