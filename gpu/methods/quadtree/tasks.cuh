// Sorts queries by their next leaf and makes tasks of them (Lettich et al., section 4.2.2, steps 2 and 3). One thread per
// query throughout.
#pragma once
#include "gpu/methods/quadtree/rebuild.hpp"
#include "gpu/methods/quadtree/tasks.hpp"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::quadtree {

constexpr int weight_bits = 44;  ///< queries x objects of a task: at most 2^8 x 2^31, with a margin
constexpr unsigned long long heaviest = (1ull << weight_bits) - 1;

template <int Dimension>
__global__ void find_cells(IndexView<Dimension> view, const float* coordinates, int count, unsigned long long* cells, unsigned* rows) {
    const int row = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (row >= count) return;
    Position<Dimension> p;
    for (int d = 0; d < Dimension; ++d) p.at[d] = __ldg(coordinates + std::size_t(row) * Dimension + d);
    cells[row] = view.cell_of(p);
    rows[row] = unsigned(row);
}

/// One query per slot, in the order of their cells; each is assigned its own leaf, or none if that is empty.
template <int Dimension, class Counting>
__global__ void begin_queries(IndexView<Dimension> view, Batch<Dimension> batch, Queries queries, const unsigned long long* cells,
    const unsigned* rows, unsigned long long* assigned, unsigned* slots, unsigned* left_order, unsigned* right_order, Counting counts) {
    const int slot = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (slot >= batch.queries) return;
    const unsigned row = rows[slot];
    for (int d = 0; d < Dimension; ++d) batch.position[d][slot] = __ldg(queries.points.coordinates + std::size_t(row) * Dimension + d);
    batch.query[slot] = int(row);
    batch.excluded[slot] = queries.exclude ? queries.exclude[row] : -1;
    batch.kept[slot] = 0;
    batch.farthest[slot] = no_key;
    const int leaf = view.leaf_of_cell[cells[slot]];
    batch.cursor[left][slot] = view.leaf_code[leaf];
    batch.cursor[right][slot] = view.leaf_code[leaf + 1];
    assigned[slot] = static_cast<unsigned long long>(view.leaf_begin[leaf] < view.leaf_end[leaf] ? leaf : view.leaves);
    slots[slot] = left_order[slot] = right_order[slot] = unsigned(slot);
    if constexpr (records_steps<Counting>) {
        RecordedStep step = counts.common;
        step.kind = kind_own_leaf;
        step.quadrant = quadrant_of_leaf(view, leaf);
        step.size = view.leaf_end[leaf] - view.leaf_begin[leaf];
        counts.step(step);
    }
}

/// The inverse of TaskBalance::begin.
__device__ __forceinline__ int bin_of_weight(unsigned long long weight) {
    if (weight < 4) return int(weight);
    const int exponent = 63 - __clzll(static_cast<long long>(weight));
    return 4 * (exponent - 1) + int(weight >> (exponent - 2) & 3);
}

/// Writes tasks with their weights, inverted so that the heaviest sort first, and their number to `totals`, with `weighs` also the
/// distribution of weights. Adds weights to `work` and tasks to `counts`, unless null.
template <int Dimension>
__global__ void make_tasks(IndexView<Dimension> view, SortedQueries sorted, const int* run_end, int queries_of_task, const unsigned* begins,
    const unsigned* number, Task* tasks, unsigned long long* weights, unsigned* numbers, Totals* totals, bool counts_weights,
    unsigned long long* work, TaskCounts* counts) {
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i > sorted.count) return;
    if (i == sorted.count) totals->tasks = number[i];
    if (!begins[i]) return;
    const int leaf = int(sorted.leaf[i]), queries = min(queries_of_task, run_end[leaf] - i);
    const unsigned place = number[i];
    tasks[place] = {leaf, unsigned(i), queries};
    const unsigned long long weight = static_cast<unsigned long long>(queries) * unsigned(view.leaf_end[leaf] - view.leaf_begin[leaf]);
    weights[place] = heaviest - weight;
    if (counts_weights) atomicAdd(totals->weighing + bin_of_weight(weight), 1u);
    if (work) atomicAdd(work + place % work_counters, weight);
    if (counts) {
        atomicAdd(counts->weighing + bin_of_weight(weight), 1u);
        atomicAdd(&counts->weight, weight);
        atomicMax(&counts->heaviest, weight);
    }
    numbers[place] = place;
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::quadtree
