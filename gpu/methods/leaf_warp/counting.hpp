// What a search counts, where it is asked to, and the queries that the first kernel leaves to the second.
#pragma once
#include "gpu/device/run.hpp"

#include <array>

namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp {

enum Slot {
    slot_distances,
    slot_nodes,
    slot_listed,
    slot_visited,
    slot_needed,
    slot_merges,
    slot_accepted,
    slot_alone,
    slot_alone_distances,
    slot_alone_nodes
};
inline constexpr std::array<std::string_view, 10> counter_names{"distances", "nodes tested", "leaves listed", "leaves visited by warps",
    "leaves needed by queries", "list merges", "candidates accepted", "queries searched alone", "distances of queries alone",
    "nodes of queries alone"};

/// Counting on. `value` is null where only the work of single queries is wanted.
struct WorkCounts : Counts {
    QueryWork* work = nullptr;  ///< by query; null: not wanted

    __device__ void add(int slot, long long by) const {
        if (value) Counts::add(slot, by);
    }
    __device__ void took(int query, unsigned leaves, unsigned distances) const {
        if (!work) return;
        work[query].leaves += leaves;
        work[query].distances += distances;
    }
};

/// And the steps of a query are recorded. A type of its own, as code that could record makes a kernel twice as slow.
struct ToldCounts : WorkCounts {
    int recorded = -1;  ///< the slot of that query
};
template <class Counting>
inline constexpr bool tells_steps = std::is_same_v<Counting, ToldCounts>;

/// Queries, as slots of their batch, that have to be searched alone.
struct Alone {
    unsigned* slot;   ///< [queries]
    unsigned* count;  ///< 0 before the search
    __device__ void put(unsigned one) const { slot[atomicAdd(count, 1u)] = one; }
};

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp
