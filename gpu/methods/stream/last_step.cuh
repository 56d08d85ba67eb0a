// From the blocks' lists to the result: the k nearest survivors, their exact distances, their order. Several blocks share one query,
// because a multiprocessor converts few floats to double; the last of them to finish writes the list in order.
#pragma once
#include "gpu/kernels/finish.cuh"
#include "gpu/kernels/select.cuh"
#include "gpu/methods/stream/scan.cuh"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::stream {

constexpr int most_survivors = 1024;  ///< in shared memory; more are selected in place
constexpr int most_counted = 512;     ///< with up to so many, sorting by counting

struct LastStep {
    Points points;
    Queries queries;
    int k, wanted, lists, kept, sharers;  ///< wanted: survivors that may be chosen, k or for Dots some more; sharers: blocks of a query
    const Key* partial;
    const int* partial_held;
    Lists out;
    Key* chosen;              ///< [queries][wanted] for long lists, else null: then in shared memory
    Exact* exact;             ///< [queries][finish_entries(wanted)] for long lists and where blocks share a query
    Key* published;           ///< cleared here, for the next search
    int slots, rank, needed;  ///< for published keys, as in Scan
    bool one_step;            ///< the scan had one step
    unsigned* tickets;        ///< [queries], zero

    float margin;          ///< of Dots, as in Scan; 0 where keys are certain
    const float* squares;  ///< see Scan
    unsigned* failed;
    unsigned* has_failed;  ///< set if a query has failed
    unsigned search;
    bool is_repeat;     ///< after Dots: only groups with a failed query are served
    int group_queries;  ///< of the scan
};

inline std::size_t last_step_shared_bytes(int wanted) {
    const std::size_t own =
        wanted <= finish_shared_k ? sizeof(Exact) * std::size_t(finish_entries(wanted)) + sizeof(Key) * std::size_t(wanted) : 0;
    return sizeof(Key) * most_survivors + own;
}

/// Sorts distinct keys. Whole block; `spare` holds as many.
__device__ inline void sort_keys_by_counting(Key* keys, int count, Key* spare) {
    const int thread = int(threadIdx.x), threads = int(blockDim.x);
    for (int i = thread; i < count; i += threads) spare[i] = keys[i];
    __syncthreads();
    count_smaller(spare, count, thread, threads, [&](int, Key own, int smaller) { keys[smaller] = own; });
    __syncthreads();
}

/// After Dots: sorts the chosen and returns how many of them may be neighbours, or 0 if that is unknown: the scan has given
/// up the query, or a survivor that was not chosen may be a neighbour. Whole block.
__device__ inline int certain_survivors(
    const LastStep& step, std::size_t query, Key* spare, Key* chosen, int many, bool ordered, int* certain) {
    const int thread = int(threadIdx.x), threads = int(blockDim.x), there = min(many, step.wanted);
    if (!ordered) sort_keys_by_counting(chosen, there, spare);
    if (many < step.k || load_relaxed(step.failed + query) == step.search) return 0;
    const Key limit = make_key(certain_limit(__uint_as_float(unsigned(chosen[step.k - 1] >> 32)), step.squares[query], step.margin), ~0u);
    for (int i = thread; i < there; i += threads)  // a single thread writes
        if (chosen[i] <= limit && (i + 1 == there || chosen[i + 1] > limit)) *certain = i + 1;
    __syncthreads();
    return *certain == there && many > there ? 0 : *certain;
}

/// Gathers a query's survivors by the bound that all blocks together have published: a scan of few points ends before its blocks have read
/// each other's bounds, and all of their points are in their lists. Whole block.
__device__ inline void gather_by_bound(const LastStep& step, std::size_t query, Key* survivors, int* found) {
    constexpr int at_once = 8;  // keys of a thread that are loaded at once
    const unsigned thread = threadIdx.x, threads = blockDim.x;
    const Key* const partial = step.partial + query * step.lists * step.kept;
    const int* const held = step.partial_held + query * step.lists;
    const unsigned entries = unsigned(step.lists) * unsigned(step.kept), kept = unsigned(step.kept);
    Key key[at_once];
    const auto load = [&](unsigned from) {
#pragma unroll
        for (int j = 0; j < at_once; ++j) {
            const unsigned i = from + unsigned(j) * threads + thread;
            key[j] = i < entries ? partial[i] : no_key;
        }
    };
    load(0);
    const Key bound = published_bound(step.published + query * most_slots, step.slots, step.needed, int(thread % 32));
    __syncthreads();  // all threads have read the earlier number
    if (thread == 0) *found = 0;
    __syncthreads();
    for (unsigned from = 0; from < entries;) {
#pragma unroll
        for (int j = 0; j < at_once; ++j) {
            const unsigned i = from + unsigned(j) * threads + thread;
            // Few keys pass the first test; entries after a list's end are from an earlier search.
            if (key[j] > bound || i >= entries || int(i % kept) >= held[i / kept]) continue;
            const int place = atomicAdd(found, 1);
            if (place < most_survivors) survivors[place] = key[j];
        }
        from += at_once * threads;
        load(from);
    }
    __syncthreads();
}

/// Gathers a query's survivors from the lists of its blocks; `found` also counts those that did not fit. One thread per list:
/// lengths and first keys are loaded together, and few lists are longer. Block; ends without a barrier.
__device__ __forceinline__ void gather_lists(
    const LastStep& step, const Key* partial, const int* partial_held, Key* survivors, int* found) {
    const int thread = int(threadIdx.x), threads = int(blockDim.x), lane = thread % 32;
    for (int from = 0; from < step.lists; from += threads) {
        const int list = from + thread, there = list < step.lists ? partial_held[list] : 0;
        Key head[heads];
#pragma unroll
        for (int i = 0; i < heads; ++i) head[i] = list < step.lists && i < step.kept ? partial[std::size_t(list) * step.kept + i] : no_key;
        const int at = there > 0 ? atomicAdd(found, there) : 0;
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
}

/// Sets chosen[0 .. wanted) to the nearest of `many` survivors, no_key where there are fewer. Returns whether they are sorted, which is so
/// if they are few enough for counting. Block; ends in a barrier.
__device__ __forceinline__ bool choose_nearest(
    const LastStep& step, const Key* partial, const int* partial_held, const Key* survivors, int many, Key* chosen) {
    const int thread = int(threadIdx.x), threads = int(blockDim.x), wanted = step.wanted;
    const bool counted = many <= most_counted;
    for (int i = thread; i < wanted; i += threads)
        if (!counted || i >= many) chosen[i] = no_key;
    if (counted) {
        count_smaller(survivors, many, thread, threads, [&](int, Key own, int smaller) {
            if (smaller < wanted) chosen[smaller] = own;
        });
    } else {
        if (many <= most_survivors) {
            block_select_keys(survivors, many, wanted, chosen);
        } else {
            block_select(
                static_cast<long long>(step.lists) * step.kept, wanted,
                [&](long long i) { return i % step.kept < partial_held[i / step.kept] ? partial[i] : no_key; },
                [&](int at, Key key) { chosen[at] = key; });
        }
    }
    __syncthreads();
    return counted;
}

/// Clears published keys for the next search.
__device__ __forceinline__ void clear_bounds(const LastStep& step, std::size_t query) {
    for (int i = int(threadIdx.x); i < most_slots; i += int(blockDim.x)) step.published[query * most_slots + i] = no_key;
}

/// After Dots: marks that Differences must answer this query.
__device__ __forceinline__ void mark_failed(const LastStep& step, std::size_t query) {
    clear_bounds(step, query);
    if (threadIdx.x == 0) {
        atomicExch(step.failed + query, step.search);
        store_relaxed(step.has_failed, 1u);
    }
}

/// Computes exact distances of one block's share, [from, upto) of the `near` chosen, and stores them for all blocks of the query. Returns
/// true in the last block, which then has all of them in `exact`. Block.
__device__ __forceinline__ bool finishes_last(
    const LastStep& step, std::size_t query, int from, int upto, int near, Exact* exact, Exact* query_exact, int* arrived) {
    const int thread = int(threadIdx.x), threads = int(blockDim.x);
    for (int i = thread; i < upto - from; i += threads) query_exact[from + i] = exact[i];
    __threadfence();
    __syncthreads();
    if (thread == 0) *arrived = int(atomicAdd(step.tickets + query, 1u));
    __syncthreads();
    if (*arrived != step.sharers - 1) return false;
    __threadfence();
    for (int i = thread; i < near; i += threads) exact[i] = query_exact[i];
    __syncthreads();
    return true;
}

template <class Metric>
__global__ void __launch_bounds__(finish_threads_most, 1) last_step(LastStep step, OptionalStamps stamps) {
    NEIGHBORSCOPE_DYNAMIC_SHARED(Key, arena);
    __shared__ int found, arrived, certain;
    Key* const survivors = arena;
    Exact* const shared_exact = reinterpret_cast<Exact*>(survivors + most_survivors);
    const std::size_t query = blockIdx.x / unsigned(step.sharers);
    const int share = int(blockIdx.x % unsigned(step.sharers)), sharers = step.sharers;
    const int k = step.k, wanted = step.wanted, dimension = step.points.dimension;
    const Key* const partial = step.partial + query * step.lists * step.kept;
    const int* const partial_held = step.partial_held + query * step.lists;
    Key* const chosen = step.chosen ? step.chosen + query * wanted : reinterpret_cast<Key*>(shared_exact + finish_entries(wanted));
    Exact* const query_exact = step.exact ? step.exact + query * finish_entries(wanted) : nullptr;
    Exact* const exact = step.chosen ? query_exact : shared_exact;
    const auto nothing_more = [&](int stamp) {
        for (; stamp <= 3; ++stamp) stamps.stamp(stamp);
    };
    stamps.stamp(0);
    if (threadIdx.x == 0) found = certain = 0;
    __syncthreads();
    let_next_launch_start();
    wait_for_previous_launch();  // this kernel was started early: the results of the scan are read from here on
    if (step.is_repeat) {
        const int first = int(query) / step.group_queries * step.group_queries;
        if (!any_failed(step.failed, step.search, first, min(step.group_queries, int(step.queries.points.count) - first)))
            return nothing_more(1);
    }

    const bool bounded = step.margin == 0 && step.rank <= most_ranked;
    const bool at_once = bounded && step.one_step;
    if (!at_once) gather_lists(step, partial, partial_held, survivors, &found);
    __syncthreads();
    if (at_once || (bounded && found > most_counted)) gather_by_bound(step, query, survivors, &found);
    const int many = found;
    const bool ordered = choose_nearest(step, partial, partial_held, survivors, many, chosen);
    // Selection by digits returns keys in an arbitrary order: blocks that share a query need the same one.
    if (!ordered && sharers > 1 && step.margin == 0) sort_keys_by_counting(chosen, min(many, wanted), survivors);
    int near = k;  // so many of the chosen get exact distances
    if (step.margin > 0) {
        near = certain_survivors(step, query, survivors, chosen, many, ordered, &certain);
        if (near == 0) {
            if (share == 0) mark_failed(step, query);
            return nothing_more(1);
        }
    }
    stamps.stamp(1);

    const float* const own_query = step.queries.points.coordinates + query * dimension;
    const int from = int(static_cast<long long>(near) * share / sharers), upto = int(static_cast<long long>(near) * (share + 1) / sharers);
    block_exact_distances<Metric>(
        step.points.coordinates, own_query, dimension, upto - from, [&](int i) { return index_of(chosen[from + i]); }, exact);
    if (sharers > 1 && !finishes_last(step, query, from, upto, near, exact, query_exact, &arrived)) return;
    stamps.stamp(2);
    block_order(exact, near, [&](int rank, const Exact& neighbour) {
        if (rank < k) write_neighbour(step.out, query * k + rank, neighbour);
    });
    clear_bounds(step, query);
    if (threadIdx.x == 0) atomicExch(step.tickets + query, 0u);
    if (stamps.wanted()) __syncthreads();
    stamps.stamp(3);
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::stream
