// `heap`, "Heap reduction": R. J. Barrientos, J. I. Gómez, C. Tenllado, M. Prieto, "Heap Based k-Nearest Neighbor Search on GPUs",
// section 5.2 and Algorithm 1. One query after the other: a kernel for its distances to all points, then one block that reduces
// them with heaps, in three phases with barriers between.
//
// The pseudo-code breaks in three ways, each has a test (tests/gpu/methods/test_heap.cpp):
//   `tid` is unique over all blocks but strides by one block's size    here: the index within the block, over that query's own D
//   each heap is popped once, though all its entries have to be seen   all entries of every heap are offered on
//   distances are kept without indices                                 keys of (distance, index)
#include "gpu/device/run.hpp"
#include "gpu/kernels/finish.hpp"
#include "gpu/kernels/finish.cuh"
#include "gpu/kernels/heap.cuh"
#include "gpu/kernels/tile.hpp"

#include <array>

namespace neighborscope::NEIGHBORSCOPE_DEVICE::heap {

namespace {

constexpr int distance_threads = 128, most_threads = 1024, warp = 32;

constexpr std::array reduction_phases{std::string_view("phase 1"), std::string_view("phase 2"), std::string_view("phase 3")};
enum Slot { slot_distances, slot_pushes, slot_evictions = slot_pushes + 3 };
constexpr std::array counter_names{std::string_view("distances"), std::string_view("heap pushes, phase 1"),
    std::string_view("heap pushes, phase 2"), std::string_view("heap pushes, phase 3"), std::string_view("heap evictions, phase 1"),
    std::string_view("heap evictions, phase 2"), std::string_view("heap evictions, phase 3")};

/// Section 5: a one-dimensional grid, a thread for each element of D.
template <class Metric, class Counting>
__global__ void distances(Points points, const float* query, std::int64_t begin, std::int64_t end, float* row, Counting counts) {
    const std::int64_t point = begin + std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (point >= end) return;
    row[point] = thread_distance<Metric>(points.coordinates + point * points.dimension, query, points.dimension);
    counts.add(slot_distances, 1);
}

/// Where the heaps of one reduction are: columns of a k x T, a k x 32 and a k x 1 array, each in shared or in device memory.
struct Heaps {
    Key *first, *second, *third;  ///< in device memory; null for those in shared memory, which follow each other there
};

/// Algorithm 1, for one query, by one block.
template <class Stamping, class Counting>
__global__ void __launch_bounds__(most_threads, 1) reduce(
    const float* row, std::int64_t count, int k, const std::int32_t* exclude, Heaps heaps, Key* chosen, Stamping stamps, Counting counts) {
    NEIGHBORSCOPE_DYNAMIC_SHARED(Key, arena);
    __shared__ int held[most_threads];  // sizes of the heaps of the phase before
    const int thread = int(threadIdx.x), threads = int(blockDim.x);
    Key* shared = arena;
    const auto place = [&](Key* in_device_memory, int columns) {
        if (in_device_memory) return in_device_memory;
        Key* const here = shared;
        shared += std::size_t(k) * columns;
        return here;
    };
    Key* const first = place(heaps.first, threads);
    Key* const second = place(heaps.second, warp);
    Key* const third = place(heaps.third, 1);
    const std::int64_t excluded = exclude ? *exclude : -1;
    stamps.stamp(0);

    // Phase 1: each thread keeps the k smallest of its elements of D.
    {
        long long pushes = 0, evictions = 0;
        HeapColumn own(first, threads, thread, k);
        for (std::int64_t i = thread; i < count; i += threads)
            if (i != excluded) own.offer(make_key(row[i], unsigned(i)), pushes, evictions);
        held[thread] = own.size();
        if constexpr (Counting::on) {
            counts.add(slot_pushes, pushes);
            counts.add(slot_evictions, evictions);
        }
    }
    __syncthreads();
    stamps.stamp(1);

    // Phase 2: the first warp merges the T heaps into 32.
    int size = 0;
    if (thread < warp) {
        long long pushes = 0, evictions = 0;
        HeapColumn own(second, warp, thread, k);
        for (int heap = thread; heap < threads; heap += warp)
            for (int i = 0; i < held[heap]; ++i) own.offer(first[std::size_t(i) * threads + heap], pushes, evictions);
        size = own.size();
        if constexpr (Counting::on) {
            counts.add(slot_pushes + 1, pushes);
            counts.add(slot_evictions + 1, evictions);
        }
    }
    __syncthreads();  // sizes of phase 1 have been read
    if (thread < warp) held[thread] = size;
    __syncthreads();
    stamps.stamp(2);

    // Phase 3: one thread takes the k smallest of the 32 heaps.
    if (thread == 0) {
        long long pushes = 0, evictions = 0;
        HeapColumn own(third, 1, 0, k);
        for (int heap = 0; heap < warp; ++heap)
            for (int i = 0; i < held[heap]; ++i) own.offer(second[std::size_t(i) * warp + heap], pushes, evictions);
        held[0] = own.size();
        if constexpr (Counting::on) {
            counts.add(slot_pushes + 2, pushes);
            counts.add(slot_evictions + 2, evictions);
        }
    }
    __syncthreads();
    for (int i = thread; i < k; i += threads) chosen[i] = i < held[0] ? third[i] : no_key;
    if constexpr (Stamping::on) {
        __syncthreads();
        stamps.stamp(3);
    }
}

class Heap final : public Search {
public:
    Heap(const Points& points, const Options& options) : points_(points), threads_(int(options.get<std::int64_t>("threads"))) {}

    std::size_t bytes_needed(const Problem& problem) const override {
        if (problem.queries == 0) return 0;
        const Plan plan = cut(problem.k);
        return row_.more_for(std::size_t(points_.count)) + heaps_.more_for(plan.device_keys) +
               chosen_.more_for(std::size_t(problem.queries) * std::size_t(problem.k)) +
               finish_.more_for(finish_bytes(problem.queries, problem.k));
    }

    Report answer(const Queries& queries, const Lists& lists, const Problem& problem, const Progress& progress, Measure measure) override {
        const std::int64_t count = queries.points.count, n = points_.count;
        const int k = problem.k, dimension = points_.dimension;
        if (count == 0) return Run(stream_, progress, measure).finish();
        const Plan plan = cut(k);
        float* const row = row_.at_least(stream_, std::size_t(n), "heap: distances of a query");
        Key* const chosen = chosen_.at_least(stream_, std::size_t(count) * std::size_t(k), "heap: chosen neighbours");
        void* const scratch = finish_.at_least(stream_, finish_bytes(count, k), "heap: exact distances");
        Key* memory = heaps_.at_least(stream_, plan.device_keys, "heap: heaps");
        const auto in_device_memory = [&](bool shared, int columns) -> Key* {
            if (shared) return nullptr;
            Key* const here = memory;
            memory += std::size_t(k) * std::size_t(columns);
            return here;
        };
        const Heaps heaps{in_device_memory(plan.first_shared, threads_), in_device_memory(plan.second_shared, warp),
            in_device_memory(plan.third_shared, 1)};

        Run run(stream_, progress, measure);
        unsigned long long* const counters = run.counters(counter_names);
        const std::int64_t piece = points_per_launch(n, 1, dimension);
        with_metric(problem.metric, [&](auto metric) {
            using M = decltype(metric);
            for (std::int64_t query = 0; query < count; ++query) {
                {
                    const auto phase = run.phase("distances", distances_floor());
                    for (std::int64_t begin = 0; begin < n; begin += piece) {
                        const std::int64_t end = std::min(n, begin + piece);
                        const Shape shape{unsigned((end - begin + distance_threads - 1) / distance_threads), distance_threads};
                        const float* const coordinates = queries.points.coordinates + query * dimension;
                        if (counters)
                            launch(stream_, shape, KERNEL(distances<M, Counts>), points_, coordinates, begin, end, row, Counts{counters});
                        else launch(stream_, shape, KERNEL(distances<M, NoCounts>), points_, coordinates, begin, end, row, NoCounts{});
                        if (end < n) run.tile_done(double(query) + double(end) / double(n), double(count));
                    }
                }
                const std::int32_t* const exclude = queries.exclude ? queries.exclude + query : nullptr;
                const Shape shape{1, unsigned(threads_), plan.shared_bytes};
                run.phases_inside_kernel(reduction_phases, reduction_floors(k), 1, [&](auto stamps) {
                    using S = decltype(stamps);
                    if constexpr (S::on)
                        launch(
                            stream_, shape, KERNEL(reduce<S, NoCounts>), row, n, k, exclude, heaps, chosen + query * k, stamps, NoCounts{});
                    else if (counters)
                        launch(stream_, shape, KERNEL(reduce<S, Counts>), row, n, k, exclude, heaps, chosen + query * k, stamps,
                            Counts{counters});
                    else
                        launch(
                            stream_, shape, KERNEL(reduce<S, NoCounts>), row, n, k, exclude, heaps, chosen + query * k, stamps, NoCounts{});
                });
                run.tile_done(double(query + 1), double(count));
            }
        });
        finish_lists(run, points_, queries, k, problem.metric, chosen, lists, scratch);
        return run.finish();
    }

private:
    /// Which heaps fit in shared memory: phase 1's are the busiest, so they go first.
    struct Plan {
        bool first_shared = false, second_shared = false, third_shared = false;
        std::size_t shared_bytes = 0, device_keys = 0;
    };
    Plan cut(int k) const {
        Plan plan;
        const std::size_t available = limits().shared_bytes_block - sizeof(int) * most_threads - 1024;
        const auto place = [&](int columns) {
            const std::size_t keys = std::size_t(k) * std::size_t(columns), bytes = keys * sizeof(Key);
            const bool fits = plan.shared_bytes + bytes <= available;
            if (fits) plan.shared_bytes += bytes;
            else plan.device_keys += keys;
            return fits;
        };
        plan.first_shared = place(threads_);
        plan.second_shared = place(warp);
        plan.third_shared = place(1);
        return plan;
    }

    Floor distances_floor() const {
        const double n = double(points_.count), D = points_.dimension;
        return {4 * n * D + 4 * n, 3 * n * D, "4 n D + 4 n bytes, 3 n D operations, for each query"};
    }
    std::array<Floor, 3> reduction_floors(int k) const {
        const double n = double(points_.count), keys = double(k) * threads_;
        return {Floor{4 * n, n, "4 n bytes, n comparisons, for each query"},
            Floor{8 * std::min(n, keys), std::min(n, keys), "8 k T bytes, k T comparisons, for each query"},
            Floor{8.0 * std::min(n, 32.0 * k), std::min(n, 32.0 * k), "8 k 32 bytes, 32 k comparisons, for each query"}};
    }

    Points points_;
    int threads_;
    Stream stream_;  // before what is allocated from it
    Scratch<float> row_;
    Scratch<Key> heaps_, chosen_;
    Scratch<unsigned char> finish_;
};

}  // namespace

MethodInfo info() {
    return {
        .name = "heap",
        .title = "Heap reduction",
        .group = "Exhaustive",
        .citation =
            "R. J. Barrientos, J. I. Gómez, C. Tenllado, M. Prieto: Heap Based k-Nearest Neighbor Search on GPUs, 2010, section 5.2",
        .help = "All distances of a query, then one block reduces them with max-heaps: one a thread, 32 of the first warp, one.",
        .supports = {},
        .options = {{"threads", std::int64_t(256), IntegerRange{32, 1024, true}, "threads of the reducing block, each with a heap"}},
        .phases = {"distances", reduction_phases[0], reduction_phases[1], reduction_phases[2], exact_distances_phase, order_phase},
    };
}

std::unique_ptr<Search> prepare(const Points& points, const Options& options, const Progress&) {
    return std::make_unique<Heap>(points, options);
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::heap
