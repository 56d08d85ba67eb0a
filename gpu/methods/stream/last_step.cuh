// From the blocks' lists to the answer: k of the survivors, their exact distances, their order. Several blocks share one query, as a
// multiprocessor converts few floats to double; the last of them to finish writes the list in order.
#pragma once
#include "gpu/kernels/finish.cuh"
#include "gpu/kernels/select.cuh"
#include "gpu/methods/stream/scan.cuh"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::stream {

constexpr int most_survivors = 1024;  ///< in shared memory; more are selected where they are
constexpr int most_counted = 512;     ///< of those, put in order by counting
constexpr int heads = 4;              ///< keys of a list that are fetched before its length is known

struct LastStep {
    Points points;
    Queries queries;
    int k, lists, kept, sharers;  ///< sharers: blocks of a query
    const Key* partial;
    const int* partial_held;
    Lists out;
    Key* chosen;        ///< [queries][k] for long lists, else null: then in shared memory
    Exact* exact;       ///< [queries][finish_entries(k)] for long lists and where blocks share a query
    Key* published;     ///< forgotten here, for the next search
    unsigned* tickets;  ///< [queries], zero
};

inline std::size_t last_step_shared_bytes(int k) {
    const std::size_t own = k <= finish_shared_k ? sizeof(Exact) * std::size_t(finish_entries(k)) + sizeof(Key) * std::size_t(k) : 0;
    return sizeof(Key) * most_survivors + own;
}

template <class Metric>
__global__ void __launch_bounds__(finish_threads_most, 1) last_step(LastStep step, OptionalStamps stamps) {
    NEIGHBORSCOPE_DYNAMIC_SHARED(Key, arena);
    __shared__ int found, arrived;
    Key* const survivors = arena;
    Exact* const shared_exact = reinterpret_cast<Exact*>(survivors + most_survivors);
    const std::size_t query = blockIdx.x / unsigned(step.sharers);
    const int share = int(blockIdx.x % unsigned(step.sharers));
    const int thread = int(threadIdx.x), threads = int(blockDim.x), lane = thread % 32, k = step.k, dimension = step.points.dimension;
    const Key* const partial = step.partial + query * step.lists * step.kept;
    const int* const partial_held = step.partial_held + query * step.lists;
    Key* const chosen = step.chosen ? step.chosen + query * k : reinterpret_cast<Key*>(shared_exact + finish_entries(k));
    Exact* const query_exact = step.exact ? step.exact + query * finish_entries(k) : nullptr;
    Exact* const exact = step.chosen ? query_exact : shared_exact;
    stamps.stamp(0);
    if (thread == 0) found = 0;
    __syncthreads();
    wait_for_previous_launch();  // it was started early: until here nothing of the scan was read

    // A thread per list: lengths and first keys are fetched together, and few lists are longer.
    for (int from = 0; from < step.lists; from += threads) {
        const int list = from + thread, there = list < step.lists ? partial_held[list] : 0;
        Key head[heads];
#pragma unroll
        for (int i = 0; i < heads; ++i) head[i] = list < step.lists && i < step.kept ? partial[std::size_t(list) * step.kept + i] : no_key;
        const int at = there > 0 ? atomicAdd(&found, there) : 0;
#pragma unroll
        for (int i = 0; i < heads; ++i)
            if (i < there && at + i < most_survivors) survivors[at + i] = head[i];
        for (unsigned longer = __ballot_sync(all_lanes, there > heads); longer; longer &= longer - 1) {
            const int source = __ffs(int(longer)) - 1, many = __shfl_sync(all_lanes, there, source),
                      to = __shfl_sync(all_lanes, at, source);
            const Key* const keys = partial + std::size_t(list - lane + source) * step.kept;
            for (int i = heads + lane; i < many; i += 32)
                if (to + i < most_survivors) survivors[to + i] = keys[i];
        }
    }
    __syncthreads();
    const int many = found;
    // Selection by digits gives its keys in an order of its own each time: only one block can go on from there.
    const bool counted = many <= most_counted;
    const int sharers = counted ? step.sharers : 1;
    if (share >= sharers) return;
    for (int i = thread; i < k; i += threads)
        if (!counted || i >= many) chosen[i] = no_key;
    if (counted) {
        count_smaller(survivors, many, thread, threads, [&](int, Key own, int smaller) {
            if (smaller < k) chosen[smaller] = own;
        });
    } else {
        const auto choose = [&](int at, Key key) { chosen[at] = key; };
        if (many <= most_survivors) {
            block_select(
                many, k, [&](long long i) { return survivors[i]; }, choose);
        } else {
            block_select(
                static_cast<long long>(step.lists) * step.kept, k,
                [&](long long i) { return i % step.kept < partial_held[i / step.kept] ? partial[i] : no_key; }, choose);
        }
    }
    __syncthreads();
    stamps.stamp(1);

    const float* const own_query = step.queries.points.coordinates + query * dimension;
    const int from = int(static_cast<long long>(k) * share / sharers), upto = int(static_cast<long long>(k) * (share + 1) / sharers);
    block_exact_distances<Metric>(
        step.points.coordinates, own_query, dimension, upto - from, [&](int i) { return index_of(chosen[from + i]); }, exact);
    if (sharers > 1) {
        for (int i = thread; i < upto - from; i += threads) query_exact[from + i] = exact[i];
        __threadfence();
        __syncthreads();
        if (thread == 0) arrived = int(atomicAdd(step.tickets + query, 1u));
        __syncthreads();
        if (arrived != sharers - 1) return;
        __threadfence();
        for (int i = thread; i < k; i += threads) exact[i] = query_exact[i];
        __syncthreads();
    }
    stamps.stamp(2);
    block_order(exact, k, [&](int rank, const Exact& neighbour) { write_neighbour(step.out, query * k + rank, neighbour); });
    for (int i = thread; i < most_slots; i += threads) step.published[query * most_slots + i] = no_key;
    if (thread == 0) step.tickets[query] = 0;
    if (stamps.time) __syncthreads();
    stamps.stamp(3);
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::stream
