// The kernels of Barrientos et al., "Heap Based k-Nearest Neighbor Search on GPUs": distances (section 5) and Algorithm 1, "Heap
// reduction", on a grid of blocks that reduce one query each. `heap` launches them for one query, `bulk-heap` for as many as fit.
//
// The pseudo-code is wrong in three places, each with a test (tests/gpu/methods/heap_test.cpp):
//   `tid` is unique over all blocks but strides by one block's size    here: the index within the block, over that query's own D
//   only the top of each heap is popped                                here: all entries of every heap are passed on
//   distances are kept without indices                                 here: keys of (distance, index)
#pragma once
#include "gpu/device/run.hpp"
#include "gpu/kernels/heap.cuh"
#include "gpu/methods/heap/steps.hpp"

#include <array>

namespace neighborscope::NEIGHBORSCOPE_DEVICE::heap {

constexpr int distance_threads = 128, most_threads = 1024, warp = 32;

inline constexpr std::array reduction_phases{std::string_view("phase 1"), std::string_view("phase 2"), std::string_view("phase 3")};
enum Slot { slot_distances, slot_pushes, slot_evictions = slot_pushes + 3 };
inline constexpr std::array counter_names{std::string_view("distances"), std::string_view("heap pushes, phase 1"),
    std::string_view("heap pushes, phase 2"), std::string_view("heap pushes, phase 3"), std::string_view("heap evictions, phase 1"),
    std::string_view("heap evictions, phase 2"), std::string_view("heap evictions, phase 3")};

/// Section 5: a one-dimensional grid, one thread per element of D. `queries` starts with the row of the grid's first query; the
/// grid's y counts queries, each with its own row in rows[][points].
template <class Metric, class Counting>
__global__ void distances(Points points, const float* queries, std::int64_t begin, std::int64_t end, float* rows, Counting counts) {
    const std::int64_t point = begin + std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (point >= end) return;
    const float* const query = queries + std::int64_t(blockIdx.y) * points.dimension;
    float* const row = rows + std::int64_t(blockIdx.y) * points.count;
    row[point] = Metric::in_key(thread_distance<Metric>(points.coordinates + point * points.dimension, query, points.dimension));
    counts.add(slot_distances, 1);
    if constexpr (Counting::on) {  // one step for all of them, recorded with the last
        if (point + 1 == points.count) counts.step({.phase = 0, .kind = kind_distances, .size = int(points.count)});
    }
}

/// The memory of heaps: for each block columns of a k x T, a k x 32 and a k x 1 array, each in shared or in device
/// memory.
struct Heaps {
    Key *first, *second, *third;  ///< in device memory, [blocks][k][columns]; null for those in shared memory, which are adjacent
};

/// The arguments of one launch: block b reduces the query b places after the first.
struct Reduction {
    const float* rows;  ///< in_key of the distances, [blocks][count]
    std::int64_t count;
    int k;
    const std::int32_t* exclude;  ///< of the first query; null if no query excludes a point
    Heaps heaps;
    Key* chosen;  ///< [blocks][k]
};

/// Counts and records the insertions of a thread's heap in one of the phases 1 to 3.
template <class Counting>
class PushCounter {
public:
    __device__ PushCounter(Counting counts, int phase, const HeapColumn& heap) : counts_(counts), phase_(phase), heap_(heap) {}

    /// Called when `key` is inserted, as the thread's `round`-th, from heap `source` of the previous phase.
    __device__ void on_push(Key key, Key left, std::int64_t round, int source) {
        const bool evicted = left != no_key;
        ++pushes_;
        evictions_ += evicted;
        if constexpr (Counting::on)
            counts_.step({.phase = phase_,
                .kind = (evicted ? kind_eviction : kind_push) + 2 * (phase_ - 1),
                .block = int(blockIdx.x),
                .actor = int(threadIdx.x),
                .round = round,
                .entered = key,
                .left = left,
                .bound = heap_.bound(),
                .size = heap_.size(),
                .source = source});
    }
    __device__ void write_counts() const {
        if constexpr (Counting::on) {
            counts_.add(slot_pushes + phase_ - 1, pushes_);
            counts_.add(slot_evictions + phase_ - 1, evictions_);
        }
    }

private:
    Counting counts_;
    int phase_;
    const HeapColumn& heap_;
    long long pushes_ = 0, evictions_ = 0;
};

/// Algorithm 1, one block per query.
template <class Stamping, class Counting>
__global__ void __launch_bounds__(most_threads, 1) reduce(Reduction all, Stamping stamps, Counting counts) {
    NEIGHBORSCOPE_DYNAMIC_SHARED(Key, arena);
    __shared__ int held[most_threads];  // sizes of the previous phase's heaps
    const int thread = int(threadIdx.x), threads = int(blockDim.x), k = all.k;
    const std::size_t query = blockIdx.x;
    const float* const row = all.rows + query * std::size_t(all.count);
    Key* const chosen = all.chosen + query * k;
    Key* shared = arena;
    const auto place = [&](Key* in_device_memory, int columns) {
        if (in_device_memory) return in_device_memory + query * (std::size_t(k) * columns);
        Key* const here = shared;
        shared += std::size_t(k) * columns;
        return here;
    };
    Key* const first = place(all.heaps.first, threads);
    Key* const second = place(all.heaps.second, warp);
    Key* const third = place(all.heaps.third, 1);
    const std::int64_t excluded = all.exclude ? all.exclude[query] : -1;
    stamps.stamp(0);

    // Phase 1: each thread keeps the k smallest of its elements of D.
    {
        HeapColumn own(first, threads, thread, k);
        PushCounter counter(counts, 1, own);
        for (std::int64_t i = thread; i < all.count; i += threads) {
            if (i == excluded) continue;
            const Key key = make_key(row[i], unsigned(i));
            own.offer(key, [&](Key left) { counter.on_push(key, left, i / threads, -1); });
        }
        held[thread] = own.size();
        counter.write_counts();
    }
    __syncthreads();
    stamps.stamp(1);

    // Phase 2: the first warp merges the T heaps into 32.
    int size = 0;
    if (thread < warp) {
        HeapColumn own(second, warp, thread, k);
        PushCounter counter(counts, 2, own);
        std::int64_t round = 0;
        for (int heap = thread; heap < threads; heap += warp) {
            for (int i = 0; i < held[heap]; ++i, ++round) {
                const Key key = first[std::size_t(i) * threads + heap];
                own.offer(key, [&](Key left) { counter.on_push(key, left, round, heap); });
            }
        }
        size = own.size();
        counter.write_counts();
    }
    __syncthreads();  // sizes of phase 1 have been read
    if (thread < warp) held[thread] = size;
    __syncthreads();
    stamps.stamp(2);

    // Phase 3: one thread takes the k smallest of the 32 heaps.
    if (thread == 0) {
        HeapColumn own(third, 1, 0, k);
        PushCounter counter(counts, 3, own);
        std::int64_t round = 0;
        for (int heap = 0; heap < warp; ++heap) {
            for (int i = 0; i < held[heap]; ++i, ++round) {
                const Key key = second[std::size_t(i) * warp + heap];
                own.offer(key, [&](Key left) { counter.on_push(key, left, round, heap); });
            }
        }
        held[0] = own.size();
        counter.write_counts();
    }
    __syncthreads();
    for (int i = thread; i < k; i += threads) chosen[i] = i < held[0] ? third[i] : no_key;
    if (stamps.wanted()) {
        __syncthreads();
        stamps.stamp(3);
    }
}

constexpr std::size_t declared_bytes = sizeof(int) * most_threads + 1024;  ///< most shared memory that `reduce` declares itself

/// Which heaps are in shared memory: those of phase 1 are accessed most, so they have priority.
struct HeapPlan {
    int k, threads;
    bool first_shared, second_shared, third_shared;
    std::size_t shared_bytes = 0, device_keys = 0;  ///< of a block

    HeapPlan(int neighbours, int block_threads) : k(neighbours), threads(block_threads) {
        const std::size_t available = limits().shared_bytes_block - declared_bytes;
        const auto place = [&](int columns) {
            const std::size_t keys = std::size_t(k) * std::size_t(columns), bytes = keys * sizeof(Key);
            const bool fits = shared_bytes + bytes <= available;
            if (fits) shared_bytes += bytes;
            else device_keys += keys;
            return fits;
        };
        first_shared = place(threads);
        second_shared = place(warp);
        third_shared = place(1);
    }

    /// The arrays of `blocks` blocks in `memory`, which has blocks * device_keys keys.
    Heaps heaps(Key* memory, std::int64_t blocks) const {
        const auto in_device_memory = [&](bool shared, int columns) -> Key* {
            if (shared) return nullptr;
            Key* const here = memory;
            memory += std::size_t(blocks) * std::size_t(k) * std::size_t(columns);
            return here;
        };
        Heaps heaps{};
        heaps.first = in_device_memory(first_shared, threads);
        heaps.second = in_device_memory(second_shared, warp);
        heaps.third = in_device_memory(third_shared, 1);
        return heaps;
    }
};

inline LowerBound distances_lower_bound(const Points& points, std::int64_t queries) {
    const double n = double(points.count), D = points.dimension, Q = double(queries);
    return {Q * (4 * n * D + 4 * n), Q * 3 * n * D, "4 n D + 4 n bytes, 3 n D operations, for each query"};
}

inline std::array<LowerBound, 3> reduction_lower_bounds(std::int64_t count, int k, int threads, std::int64_t queries) {
    const double n = double(count), keys = double(k) * threads, Q = double(queries);
    return {LowerBound{Q * 4 * n, Q * n, "4 n bytes, n comparisons, for each query"},
        LowerBound{Q * 8 * std::min(n, keys), Q * std::min(n, keys), "8 k T bytes, k T comparisons, for each query"},
        LowerBound{Q * 8 * std::min(n, 32.0 * k), Q * std::min(n, 32.0 * k), "8 k 32 bytes, 32 k comparisons, for each query"}};
}

/// Computes distances of points [begin, end) from `bulk` queries, in the current phase of the Run.
template <class Metric>
void launch_distances(Run& run, const Points& points, const float* queries, std::int64_t bulk, std::int64_t begin, std::int64_t end,
    float* rows, unsigned long long* counters) {
    const Shape shape{{unsigned((end - begin + distance_threads - 1) / distance_threads), unsigned(bulk)}, distance_threads};
    if (counters)
        launch(run.stream(), shape, KERNEL(distances<Metric, Counts>), points, queries, begin, end, rows, Counts{counters, run.recorder()});
    else launch(run.stream(), shape, KERNEL(distances<Metric, NoCounts>), points, queries, begin, end, rows, NoCounts{});
}

/// Runs the three phases of one launch of `reduce` in a Run.
inline void launch_reduction(
    Run& run, const Reduction& reduction, const HeapPlan& plan, std::int64_t blocks, unsigned long long* counters) {
    const Shape shape{unsigned(blocks), unsigned(plan.threads), plan.shared_bytes, Start::in_order, declared_bytes};
    const auto lower_bounds = reduction_lower_bounds(reduction.count, reduction.k, plan.threads, blocks);
    run.phases_inside_kernel(reduction_phases, lower_bounds, unsigned(blocks), [&](auto stamps) {
        using S = decltype(stamps);
        if constexpr (S::on) launch(run.stream(), shape, KERNEL(reduce<S, NoCounts>), reduction, stamps, NoCounts{});
        else if (counters) launch(run.stream(), shape, KERNEL(reduce<S, Counts>), reduction, stamps, Counts{counters, run.recorder()});
        else launch(run.stream(), shape, KERNEL(reduce<S, NoCounts>), reduction, stamps, NoCounts{});
    });
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::heap
