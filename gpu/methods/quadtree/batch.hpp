// A batch of queries on their way through the tree: what is known of each, and the tasks they make in an iteration. Queries are
// structures of arrays in the order of their own leaves; a place in them is a slot.
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
    int* query;           ///< which of the caller's it is: its list is there
    int* excluded;        ///< a row never to be returned, or -1
    int* kept;            ///< entries of its list
    Key* farthest;        ///< the last of them when there are k, else no_key: what an entry has to come before
    unsigned* cursor[2];  ///< how far it has looked: the first cell of all it has seen, and the first one after
    Key* lists;           ///< [queries][k] by `query`, in no order

    __device__ Position<Dimension> at(unsigned slot) const {
        Position<Dimension> p;
        for (int d = 0; d < Dimension; ++d) p.at[d] = position[d][slot];
        return p;
    }
    __device__ Key* list(unsigned slot) const { return lists + std::size_t(query[slot]) * std::size_t(k); }
};

/// Up to a block's number of queries with the same leaf: one block.
struct Task {
    int leaf;
    unsigned begin;  ///< of SortedTasks::slot
    int queries;
};

/// Threads of a block at most.
constexpr int most_threads = 256;

/// All tasks of a search, counted where what single queries take is wanted.
struct TaskCounts {
    unsigned long long weight, heaviest;  ///< distances
    unsigned weighing[TaskBalance::bins];
};

/// Queries sorted by the leaf they are to look at, those without one last, and the tasks that makes, the heaviest first.
struct SortedTasks {
    const unsigned* slot;
    const Task* tasks;
    const unsigned* order;  ///< of tasks
};

/// The slots of counters.
enum Slot { slot_distances, slot_own_distances, slot_quadrants_tested, slot_quadrants_skipped, slot_leaves_visited, slot_passes };
inline constexpr std::array<std::string_view, 6> counter_names{
    "distances", "distances in own leaves", "quadrants tested", "quadrants skipped", "leaves visited", "selection passes"};

/// Counting on, and what the steps of a launch have in common, when they are recorded. Counters may be missing where only the work of
/// queries is wanted.
struct LaunchCounts : Counts {
    RecordedStep common = {};
    QueryWork* work = nullptr;  ///< [queries], each written by one thread of a launch; null: not wanted

    __device__ void add(int slot, long long by) const {
        if (value) Counts::add(slot, by);
    }
    /// The query has been compared with so many objects of a leaf.
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
