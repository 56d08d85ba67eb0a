// Observers of a search. A kernel reports each event of its search to an observer, which it makes from its argument of type Observation.
// An observer ignores events, counts work (CountingObserver), or records the steps of one query (recording_observer.cuh).
#pragma once
#include "gpu/device/run.hpp"
#include "gpu/methods/leaf_warp/tree.hpp"

#include <array>

namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp {

/// The events of a search, in their order. This observer ignores them and compiles to nothing.
struct NoObserver {
    __device__ __forceinline__ explicit NoObserver(const auto&...) {}
    __device__ __forceinline__ void begin(auto...) const {}   ///< a search or a part of it begins with the leaves around it
    __device__ __forceinline__ void node(auto...) const {}    ///< lanes have tested the children of a node
    __device__ __forceinline__ void list(auto...) const {}    ///< a packet's leaves have been listed
    __device__ __forceinline__ void visit(auto...) const {}   ///< a leaf or half a leaf is scanned
    __device__ __forceinline__ void skip(auto...) const {}    ///< a leaf or node is skipped
    __device__ __forceinline__ void insert(auto...) const {}  ///< points have entered a buffer
    __device__ __forceinline__ void evict(auto...) const {}   ///< points leave a buffer
    __device__ __forceinline__ void merge(auto...) const {}   ///< buffers have been merged into lists, or a buffer was truncated
    __device__ __forceinline__ void done(auto...) const {}    ///< the list has been written
};

// ---- Arguments of a kernel -------------------------------------------------------------------------------------------------

enum Slot {
    slot_distances,
    slot_nodes,
    slot_listed,
    slot_visited,
    slot_needed,
    slot_merges,
    slot_accepted,
    slot_single_queries,
    slot_single_query_distances,
    slot_single_query_nodes
};
inline constexpr std::array<std::string_view, 10> counter_names{"distances", "nodes tested", "leaves listed", "leaves visited by warps",
    "leaves needed by queries", "list merges", "candidates accepted", "queries searched alone", "distances of queries alone",
    "nodes of queries alone"};

template <int Dimension>
struct CountingObserver;
template <int Dimension, int Capacity>
struct RecordingObserver;
template <int Dimension>
struct SingleQueryRecordingObserver;

struct NotObserved : NoCounts {
    template <int Dimension, int Capacity>
    using OfPacket = NoObserver;
    template <int Dimension>
    using OfSingleQuery = NoObserver;
};

/// Counts work. `value` is null if only the work of single queries is wanted.
struct Counted : Counts {
    QueryWork* work = nullptr;  ///< by query; null: not counted

    template <int Dimension, int Capacity>
    using OfPacket = CountingObserver<Dimension>;

    __device__ void add(int slot, long long by) const {
        if (value) Counts::add(slot, by);
    }
    __device__ void took(int query, unsigned leaves, unsigned distances) const {
        if (!work) return;
        work[query].leaves += leaves;
        work[query].distances += distances;
    }
};

/// Also records the steps of a query. A separate type, because code that can record makes a kernel twice as slow.
struct Recorded : Counted {
    int slot = -1;  ///< of the recorded query

    template <int Dimension, int Capacity>
    using OfPacket = RecordingObserver<Dimension, Capacity>;
    template <int Dimension>
    using OfSingleQuery = SingleQueryRecordingObserver<Dimension>;
};

// ---- Counting --------------------------------------------------------------------------------------------------------------

/// Counts what a warp does for a packet of queries, one per lane.
template <int Dimension>
struct CountingObserver : NoObserver {
    const TreeView<Dimension>& tree;
    const Batch<Dimension>& batch;
    const Counted& counts;
    const int lane, slot;
    unsigned visited = 0, needed = 0, distances = 0, accepted = 0, merges = 0, nodes = 0, listed = 0;
    int last_visited, last_needed;  ///< of the listed leaves

    __device__ CountingObserver(const TreeView<Dimension>& its_tree, const Batch<Dimension>& its_batch, const Counted& its_counts,
        int own_lane, int own_slot, const auto&...)
        : tree(its_tree), batch(its_batch), counts(its_counts), lane(own_lane), slot(own_slot) {}

    __device__ int points_of_half(int leaf, int half) const {
        return min(half_points, max(0, tree.points - leaf * leaf_points - half * half_points));
    }

    __device__ void begin(auto...) { last_visited = last_needed = -1; }
    __device__ void node(auto...) { ++nodes; }
    __device__ void list(int first, int found, auto...) { listed += unsigned(first + found); }
    /// `half` is the index among the halves of the listed leaves.
    __device__ void visit(int half, int leaf, bool wanted) {
        visited += half / 2 != last_visited;
        needed += wanted && half / 2 != last_needed;
        last_visited = half / 2;
        if (wanted) last_needed = half / 2;
        distances += unsigned(points_of_half(leaf, half % 2));
    }
    __device__ void insert(int from, int to) { accepted += unsigned(to - from); }
    __device__ void merge(auto...) { ++merges; }
    __device__ void done(bool) const {
        if (slot < batch.queries) {
            counts.took(batch.query[slot], visited, distances);
            counts.add(slot_distances, distances);
            counts.add(slot_accepted, accepted);
            counts.add(slot_needed, needed);
        }
        if (lane == 0) {
            counts.add(slot_nodes, nodes);
            counts.add(slot_listed, listed);
            counts.add(slot_visited, visited);
            counts.add(slot_merges, merges);
        }
    }
};

/// Queries, as slots of their batch, that must be searched singly.
struct FallbackQueue {
    unsigned* slot;   ///< [queries]
    unsigned* count;  ///< 0 before the search
    __device__ void push(unsigned one) const { slot[atomicAdd(count, 1u)] = one; }
};

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp
