// A batch of queries on their way through the tree: the state of each, and the tasks of an iteration. Queries are
// structures of arrays in the order of their own leaves; a slot is an index into them.
#pragma once
#include "gpu/device/run.hpp"
#include "gpu/methods/quadtree/index.hpp"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::quadtree {

enum Direction { left, right };

/// All in device memory, [queries] each unless said otherwise.
template <int Dimension>
struct Batch {
    int queries, k;
    float* position[Dimension];
    int* query;           ///< the caller's number of each, where its list is written
    int* excluded;        ///< a row that is not returned, or -1
    int* kept;            ///< entries of its list
    Key* farthest;        ///< the last of them if there are k, else no_key: an entry must come before it
    unsigned* cursor[2];  ///< range searched so far: first cell seen, first cell after it
    Key* lists;           ///< [queries][k] by `query`, unordered

    __device__ Position<Dimension> at(unsigned slot) const {
        Position<Dimension> p;
        for (int d = 0; d < Dimension; ++d) p.at[d] = position[d][slot];
        return p;
    }
    __device__ Key* list(unsigned slot) const { return lists + std::size_t(query[slot]) * std::size_t(k); }
};

/// Queries with the same leaf, at most the threads of a block: one block searches them.
struct Task {
    int leaf;
    unsigned begin;  ///< of SortedTasks::slot
    int queries;
};

/// Threads of a block at most.
constexpr int most_threads = 256;

/// All tasks of a search; counted if the work of single queries is wanted.
struct TaskCounts {
    unsigned long long weight, heaviest;  ///< numbers of distances
    unsigned weighing[TaskBalance::bins];
};

/// Queries sorted by their next leaf, those without one last, and their tasks, the heaviest first.
struct SortedTasks {
    const unsigned* slot;
    const Task* tasks;
    const unsigned* order;  ///< of tasks
};

/// Indices of counters.
enum Slot { slot_distances, slot_own_distances, slot_quadrants_tested, slot_quadrants_skipped, slot_leaves_visited, slot_passes };
inline constexpr std::array<std::string_view, 6> counter_names{
    "distances", "distances in own leaves", "quadrants tested", "quadrants skipped", "leaves visited", "selection passes"};

/// Counters, and what recorded steps of a launch have in common. Counters may be null if only the work of queries is wanted.
struct LaunchCounts : Counts {
    RecordedStep common = {};
    QueryWork* work = nullptr;  ///< [queries], each written by one thread of a launch; null: not counted

    __device__ void add(int slot, long long by) const {
        if (value) Counts::add(slot, by);
    }
    /// Adds the comparison of the query with so many objects of a leaf.
    __device__ void visited(int query, int objects) const {
        if (!work) return;
        work[query].leaves += 1;
        work[query].distances += unsigned(objects);
    }
};
template <class Counting>
inline constexpr bool records_steps = std::is_same_v<Counting, LaunchCounts>;

template <int Dimension>
__device__ StepQuadrant quadrant_of_leaf(const IndexView<Dimension>& view, int leaf) {
    return {view.leaf_code[leaf], view.level - int(view.leaf_level[leaf])};
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::quadtree
