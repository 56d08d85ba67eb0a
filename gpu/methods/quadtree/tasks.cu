#include "gpu/methods/quadtree/tasks.hpp"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::quadtree {

namespace {

__global__ void clear_work(QueryWork* work, int count) {
    const int query = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (query < count) work[query] = {};
}

__global__ void mark_runs(SortedQueries sorted, int* run_begin, int* run_end, unsigned* with_leaf) {
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= sorted.count) return;
    const unsigned long long leaf = sorted.leaf[i];
    if (leaf == sorted.none) return;
    if (i == 0 || sorted.leaf[i - 1] != leaf) run_begin[leaf] = i;
    if (i + 1 == sorted.count || sorted.leaf[i + 1] != leaf) {
        run_end[leaf] = i + 1;
        if (i + 1 == sorted.count || sorted.leaf[i + 1] == sorted.none) *with_leaf = unsigned(i + 1);
    }
}

__global__ void mark_tasks(SortedQueries sorted, const int* run_begin, int queries_of_task, unsigned* begins) {
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i > sorted.count) return;
    const bool has_leaf = i < sorted.count && sorted.leaf[i] != sorted.none;
    begins[i] = has_leaf && (i - run_begin[sorted.leaf[i]]) % queries_of_task == 0;
}

}  // namespace

void clear_query_work(Stream& stream, QueryWork* work, int count) {
    launch(stream, {blocks_for(std::size_t(count)), threads_of_block}, KERNEL(clear_work), work, count);
}

void find_runs(Stream& stream, const SortedQueries& sorted, int* run_begin, int* run_end, Totals* totals) {
    launch(stream, {blocks_for(std::size_t(sorted.count)), threads_of_block}, KERNEL(mark_runs), sorted, run_begin, run_end,
        &totals->with_leaf);
}

void find_tasks(Stream& stream, const SortedQueries& sorted, const int* run_begin, int queries_of_task, unsigned* begins) {
    launch(stream, {blocks_for(std::size_t(sorted.count) + 1), threads_of_block}, KERNEL(mark_tasks), sorted, run_begin, queries_of_task,
        begins);
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::quadtree
