// `nn-shared`: N. Mohammadi, "Presentation of a Parallel Algorithm for Nearest Neighbor Search on GPU Using CUDA", section 4.1 and
// figure 4. One thread per query; a block loads as many points as it has threads into shared memory, barrier, every thread compares its
// query with this stage, barrier, until all points are done. With long rows a stage holds fewer points, so that every dimension works.
//
// The pseudo-code is wrong in three places, each with a test (tests/gpu/methods/nn_test.cpp):
//   the nearest distance starts at -1              here: infinity, because nothing is nearer than -1
//   an index inside the stage is compared with the thread's own among all points, which excludes the wrong point
//                                                  here: both are indices among all points
//   an index inside the stage is stored            here: the index among all points
//
// Lower bound: 3 n D |Q| operations by the lanes that have a query; each of B = ceil(|Q| / T) blocks loads all points: 4 n D B bytes.
#include "gpu/kernels/nearest.cuh"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::nn_shared {

namespace {

using namespace nearest;

constexpr int stage_bytes = 48 * 1024;  ///< at most: every device has that much, so that stages are equal on all of them

/// Points of a stage.
int stage_points(int dimension, int threads) {
    return std::clamp(stage_bytes / int(sizeof(float) * SharedMemory::stride(dimension)), 1, threads);
}

template <class Metric, int Dimension, class Counting>
__global__ void __launch_bounds__(most_threads) find_nearest(Task task, int stage_points, Counting counts) {
    NEIGHBORSCOPE_DYNAMIC_SHARED(float, stage);
    const std::int64_t query = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x, last = task.queries.points.count - 1;
    const bool serves = query <= last;  // the others load points, too
    const int thread = int(threadIdx.x), dimension = task.points.dimension;
    const int excluded = serves && task.queries.exclude ? task.queries.exclude[query] : -1;
    const Query<Dimension> own(task.queries.points.coordinates + (serves ? query : last) * dimension);
    Nearest<Metric> nearest(serves && task.begin > 0 ? task.nearest[query] : no_key);

    const auto source = [&](int point) { return task.points.coordinates + std::int64_t(point) * dimension; };
    // If a thread loads one whole point, it does so while the previous stage is compared.
    [[maybe_unused]] Row<std::max(Dimension, 2)> next{};
    const auto fetch = [&]([[maybe_unused]] int from) {
        if constexpr (Dimension > 0) {
            if (thread < min(stage_points, task.end - from)) next = Row<Dimension>::template load<GlobalMemory>(source(from + thread));
        }
    };
    fetch(task.begin);
    int stages = 0;
    for (int from = task.begin; from < task.end; ++stages) {
        const int points = min(stage_points, task.end - from);
        if constexpr (Dimension > 0) {
            if (thread < points) next.store(stage + thread * SharedMemory::stride(Dimension));
        } else if (dimension % 4 == 0) {
            const float4* const rows = reinterpret_cast<const float4*>(source(from));
            for (int i = thread; i < points * dimension / 4; i += int(blockDim.x)) reinterpret_cast<float4*>(stage)[i] = __ldg(rows + i);
        } else {
            const float* const rows = source(from);
            for (int i = thread; i < points * dimension; i += int(blockDim.x)) stage[i] = __ldg(rows + i);
        }
        __syncthreads();  // all points are loaded
        fetch(from + points);
        if (serves) scan_rows<Metric, SharedMemory>(stage, dimension, points, from, own, excluded, nearest);
        __syncthreads();  // all threads have finished reading
        from += points;
    }
    if (serves) task.nearest[query] = nearest.key();
    if constexpr (Counting::on) {
        if (serves) counts.add(slot_distances, task.end - task.begin - (excluded >= task.begin && excluded < task.end));
        if (thread == 0) counts.add(slot_stages, stages);
    }
}

struct Kernel {
    static constexpr std::string_view name = "nn-shared", phase = "search";
    static constexpr std::array counters{std::string_view("distances"), std::string_view("stages")};
    static int stage(int dimension, int threads) { return stage_points(dimension, threads); }
    static LowerBound lower_bound(const Points& points, std::int64_t queries, int threads) {
        const double n = double(points.count), D = points.dimension, Q = double(queries), blocks = std::ceil(Q / threads);
        return {4 * n * D * blocks + 4 * Q * D + 8 * Q, 3 * n * D * Q,
            "4 n D B + 4 |Q| D + 8 |Q| bytes, 3 n D |Q| operations, B = |Q| / T blocks read all points"};
    }
    template <class Metric, int Dimension, class Counting>
    static void launch(Stream& stream, unsigned blocks, unsigned threads, const Task& task, Counting counts) {
        const int dimension = task.points.dimension, points = stage_points(dimension, int(threads));
        const std::size_t bytes = sizeof(float) * std::size_t(points) * std::size_t(SharedMemory::stride(dimension));
        NEIGHBORSCOPE_DEVICE::launch(
            stream, {blocks, threads, bytes}, KERNEL(find_nearest<Metric, Dimension, Counting>), task, points, counts);
    }
};

}  // namespace

MethodInfo info() {
    return {
        .name = "nn-shared",
        .title = "Nearest neighbour from shared memory",
        .group = "Exhaustive",
        .citation = "N. Mohammadi: Presentation of a Parallel Algorithm for Nearest Neighbor Search on GPU Using CUDA, section 4.1",
        .help = "One thread per query: its block copies the points to shared memory part by part, and the thread compares them there.",
        .supports = {.k_to = 1},
        .options = {threads_option()},
        .phases = {Kernel::phase, exact_distances_phase, order_phase},
    };
}

std::unique_ptr<Search> prepare(const Points& points, const Options& options, const Progress&) {
    return std::make_unique<NearestSearch<Kernel>>(points, options);
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::nn_shared
