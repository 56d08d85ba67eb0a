// `nn-global`: N. Mohammadi, "Presentation of a Parallel Algorithm for Nearest Neighbor Search on GPU Using CUDA", section 3.3 and
// figure 3. One thread per query, which loops over all points in global memory.
//
// The pseudo-code is wrong in one place, tested in tests/gpu/methods/nn_test.cpp: `if (i = Idx) continue`, an assignment, moves every
// thread but the first back to its own point forever. Here the excluded point is compared; it is that of the query, which may differ from
// the thread's number.
//
// Lower bound: 3 n D |Q| operations by the lanes that have a query, 4 (n + |Q|) D + 8 |Q| bytes through ideal caches. If
// |Q| / T blocks do not fill the device, the rest of it is idle: that is inherent, and `threads` = 64 or 128 spreads the queries.
#include "gpu/kernels/nearest.cuh"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::nn_global {

namespace {

using namespace nearest;

template <class Metric, int Dimension, class Counting>
__global__ void __launch_bounds__(most_threads) find_nearest(Task task, Counting counts) {
    const std::int64_t query = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (query >= task.queries.points.count) return;
    const int dimension = task.points.dimension, excluded = task.queries.exclude ? task.queries.exclude[query] : -1;
    const Query<Dimension> own(task.queries.points.coordinates + query * dimension);
    Nearest<Metric> nearest(task.begin > 0 ? task.nearest[query] : no_key);
    scan_rows<Metric, GlobalMemory>(task.points.coordinates + std::int64_t(task.begin) * dimension, dimension, task.end - task.begin,
        task.begin, own, excluded, nearest);
    task.nearest[query] = nearest.key();
    if constexpr (Counting::on) counts.add(slot_distances, task.end - task.begin - (excluded >= task.begin && excluded < task.end));
}

struct Kernel {
    static constexpr std::string_view name = "nn-global", phase = "search";
    static constexpr std::array counters{std::string_view("distances")};
    static int stage(int, int) { return 256; }  // no stages: a round number of points
    static LowerBound lower_bound(const Points& points, std::int64_t queries, int) {
        const double n = double(points.count), D = points.dimension, Q = double(queries);
        return {4 * (n + Q) * D + 8 * Q, 3 * n * D * Q, "4 (n + |Q|) D + 8 |Q| bytes, 3 n D |Q| operations"};
    }
    template <class Metric, int Dimension, class Counting>
    static void launch(Stream& stream, unsigned blocks, unsigned threads, const Task& task, Counting counts) {
        NEIGHBORSCOPE_DEVICE::launch(stream, {blocks, threads}, KERNEL(find_nearest<Metric, Dimension, Counting>), task, counts);
    }
};

}  // namespace

MethodInfo info() {
    return {
        .name = "nn-global",
        .title = "Nearest neighbour from global memory",
        .group = "Exhaustive",
        .citation = "N. Mohammadi: Presentation of a Parallel Algorithm for Nearest Neighbor Search on GPU Using CUDA, section 3.3",
        .help = "One thread per query: it reads all points from global memory and remembers the nearest.",
        .supports = {.k_to = 1},
        .options = {threads_option()},
        .phases = {Kernel::phase, exact_distances_phase, order_phase},
    };
}

std::unique_ptr<Search> prepare(const Points& points, const Options& options, const Progress&) {
    return std::make_unique<NearestSearch<Kernel>>(points, options);
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::nn_global
