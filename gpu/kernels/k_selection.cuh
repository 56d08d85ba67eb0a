// The k-selection kernel of Cordeiro & Zola (Algorithm 1, line 3), one block per query, followed in the same launch by the shared
// last step: a separate launch would cost more than either.
#pragma once
#include "gpu/kernels/finish.cuh"
#include "gpu/kernels/select.cuh"
#include "gpu/kernels/warp_search_steps.hpp"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::warp_search {

constexpr int most_candidates = 1024;   ///< with up to so many, selection in shared memory
constexpr int most_counted_here = 512;  ///< with up to so many, sorting by counting; more are selected by digits
constexpr int most_heads = 2048;

struct SelectionLaunch {
    Points points;
    Queries queries;
    int k, lists, kept;  ///< partial: [queries][lists][kept]
    const Key* partial;
    Lists out;
    Key* chosen;   ///< [queries][k] in device memory for long lists, else null
    Exact* exact;  ///< [queries][finish_entries(k)] for long lists, else null
};

constexpr std::size_t selection_bytes = sizeof(Key) * (most_candidates + most_heads);

inline std::size_t choose_shared_bytes(int k) {
    return selection_bytes + (k <= finish_shared_k ? sizeof(Exact) * std::size_t(finish_entries(k)) + sizeof(Key) * std::size_t(k) : 0);
}

/// Records the chosen keys and which block's list each came from.
template <class Counting>
__device__ void record_chosen(const Key* chosen, int k, const Key* partial, long long all, int kept, Counting counts) {
    Key last = 0;
    for (int i = 0; i < k; ++i)
        if (chosen[i] != no_key && chosen[i] > last) last = chosen[i];
    for (long long i = threadIdx.x; i < all; i += blockDim.x) {
        const Key key = partial[i];
        if (key > last) continue;
        int smaller = 0;
        for (int j = 0; j < k; ++j) smaller += chosen[j] < key;
        counts.step({.phase = phase_selection,
            .kind = kind_chosen,
            .block = int(blockIdx.x),
            .order = smaller,
            .entered = key,
            .size = smaller + 1,
            .source = int(i / kept)});
    }
}

template <class Metric, class Stamping, class Counting>
__global__ void __launch_bounds__(finish_threads_most, 1) choose(SelectionLaunch selection, Stamping stamps, Counting counts) {
    NEIGHBORSCOPE_DYNAMIC_SHARED(Key, arena);
    __shared__ Key limit;
    __shared__ int found;
    Key* const candidates = arena;
    Key* const heads = candidates + most_candidates;
    Exact* const shared_exact = reinterpret_cast<Exact*>(heads + most_heads);
    const std::size_t query = blockIdx.x;
    const int thread = int(threadIdx.x), threads = int(blockDim.x), k = selection.k;
    const long long all = static_cast<long long>(selection.lists) * selection.kept;
    const Key* const partial = selection.partial + query * std::size_t(all);
    Key* const chosen = selection.chosen ? selection.chosen + query * k : reinterpret_cast<Key*>(shared_exact + finish_entries(k));
    Exact* const exact = selection.exact ? selection.exact + query * finish_entries(k) : shared_exact;
    stamps.stamp(0);
    for (int i = thread; i < k; i += threads) chosen[i] = no_key;
    if (thread == 0) {
        limit = no_key - 1;
        found = 0;
    }
    __syncthreads();
    wait_for_previous_launch();  // this kernel was started early: the results of the scan are read from here on

    // The k-th smallest of the lists' first entries bounds the k-th neighbour, because k different entries do not exceed it. Entries beyond
    // it are dropped; little more than k remain, unless a few lists hold most of the nearest.
    const bool bounded = all > most_candidates && selection.lists >= k && selection.lists <= most_heads;
    if (bounded) {
        for (int i = thread; i < selection.lists; i += threads) heads[i] = partial[std::size_t(i) * selection.kept];
        __syncthreads();
        count_smaller(heads, selection.lists, thread, threads, [&](int, Key own, int smaller) {
            if (own != no_key && smaller == k - 1) limit = own;
        });
        __syncthreads();
    }
    const bool quick = bounded || all <= most_candidates;
    if (quick) {
        const Key last = limit;
#pragma unroll 4
        for (long long i = thread; i < all; i += threads) {
            const Key key = partial[i];
            if (key <= last) {
                const int at = atomicAdd(&found, 1);
                if (at < most_candidates) candidates[at] = key;
            }
        }
        __syncthreads();
    }
    const int many = found;
    if (quick && many <= most_counted_here) {
        count_smaller(candidates, many, thread, threads, [&](int, Key own, int smaller) {
            if (smaller < k) chosen[smaller] = own;
        });
    } else if (quick && many <= most_candidates) {
        block_select_keys(candidates, many, k, chosen);
    } else {
        block_select_keys(partial, all, k, chosen);
    }
    __syncthreads();
    if constexpr (Counting::on) record_chosen(chosen, k, partial, all, selection.kept, counts);
    stamps.stamp(1);
    block_finish<Metric>(
        selection.points.coordinates, selection.queries.points.coordinates + query * selection.points.dimension, selection.points.dimension,
        k, [&](int i) { return index_of(chosen[i]); }, exact, selection.out, query, stamps, 2, counts, finish_steps);
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::warp_search
