#include "gpu/kernels/finish.hpp"
#include "gpu/kernels/finish.cuh"

#include <array>

namespace neighborscope::NEIGHBORSCOPE_DEVICE {

namespace {
constexpr int nearest_threads = 128;  ///< of a block of finish_nearest

// Short lists of many queries in few dimensions: with a block per query most threads would wait.
constexpr int short_dimension = 4, short_queries = 64;
#if defined(__CUDACC__)
constexpr int short_k = 256;
constexpr int short_lanes = 32, short_threads = 128;  ///< of a query, and of a block
constexpr int long_threads = finish_threads_most;     ///< of a block that orders a long list
#else
constexpr int short_k = 64;
constexpr int short_lanes = 1, short_threads = 32;  ///< on the host executor synchronising costs more than one thread working alone
constexpr int long_threads = 32;
#endif
}  // namespace

template <class Metric, class Stamping, class Counting>
__global__ void __launch_bounds__(finish_threads_most, 1) finish(Points points, Queries queries, int k, const Key* chosen, Lists lists,
    Exact* scratch, Stamping stamps, Counting counts, FinishSteps steps) {
    NEIGHBORSCOPE_DYNAMIC_SHARED(Exact, arena);
    const std::size_t query = blockIdx.x;
    Exact* const exact = scratch ? scratch + query * finish_entries(k) : arena;
    const Key* const own = chosen + query * k;
    stamps.stamp(0);
    block_finish<Metric>(
        points.coordinates, queries.points.coordinates + query * points.dimension, points.dimension, k,
        [&](int i) { return index_of(own[i]); }, exact, lists, query, stamps, 1, counts, steps);
}

/// For lists of one, which need no order: one thread per query up to four dimensions, else a warp.
template <class Metric, class Stamping>
__global__ void __launch_bounds__(nearest_threads)
    finish_nearest(Points points, Queries queries, const Key* chosen, Lists lists, int threads_of_query, Stamping stamps) {
    const std::int64_t query = (std::int64_t(blockIdx.x) * nearest_threads + threadIdx.x) / threads_of_query;
    const int lane = int(threadIdx.x) % threads_of_query, dimension = points.dimension;
    const bool there = query < queries.points.count;  // the same for a whole warp that shares a query
    stamps.stamp(0);
    Exact nearest{0, there ? index_of(chosen[query]) : -1};
    if (nearest.index >= 0) {
        const float* const row[1] = {points.coordinates + std::int64_t(nearest.index) * dimension};
        const float* const own = queries.points.coordinates + query * dimension;
        double sum[1] = {0};
        if (threads_of_query > 1) warp_exact_sums<Metric>(row, own, dimension, lane, sum);
        else
            for (int d = 0; d < dimension; ++d) sum[0] = Metric::join(sum[0], Metric::term(double(row[0][d]), double(own[d])));
        nearest.distance = Metric::distance(sum[0]);
    }
    if (stamps.wanted()) __syncthreads();
    stamps.stamp(1);
    if (there && lane == 0) write_neighbour(lists, std::size_t(query), nearest);
    if (stamps.wanted()) __syncthreads();
    stamps.stamp(2);
}

/// For short lists: `short_lanes` lanes per query compute its exact distances, and each counts those before its own.
template <class Metric, class Stamping>
__global__ void __launch_bounds__(short_threads)
    finish_short(Points points, Queries queries, int k, const Key* chosen, Lists lists, Stamping stamps) {
    NEIGHBORSCOPE_DYNAMIC_SHARED(Exact, arena);  // [queries of the block][k]
    const int thread = int(threadIdx.x), lane = thread % short_lanes, dimension = points.dimension;
    const std::int64_t query = (std::int64_t(blockIdx.x) * short_threads + thread) / short_lanes;
    const bool there = query < queries.points.count;  // the same for all lanes of a query
    Exact* const exact = arena + thread / short_lanes * k;
    stamps.stamp(0);
    if (there) {
        const float* const own = queries.points.coordinates + query * dimension;
        for (int i = lane; i < k; i += short_lanes) {
            const std::int32_t index = index_of(chosen[query * k + i]);
            double sum = 0;
            for (int d = 0; index >= 0 && d < dimension; ++d)
                sum = Metric::join(sum, Metric::term(double(points.coordinates[std::size_t(index) * dimension + d]), double(own[d])));
            exact[i] = {Metric::distance(sum), index};
        }
    }
    if (stamps.wanted()) __syncthreads();
    else if constexpr (short_lanes > 1) __syncwarp();
    stamps.stamp(1);
    if (there) {
        for (int i = lane; i < k; i += short_lanes) {
            const Exact mine = exact[i];
            int rank = 0;
            for (int j = 0; j < k; ++j)  // missing neighbours are equal: they keep their order
                rank += mine.index >= 0 ? before(exact[j], mine) : (exact[j].index >= 0 || j < i);
            write_neighbour(lists, std::size_t(query) * std::size_t(k) + std::size_t(rank), mine);
        }
    }
    if (stamps.wanted()) __syncthreads();
    stamps.stamp(2);
}

std::size_t finish_bytes(std::int64_t queries, int k) {
    return k <= finish_shared_k ? 0 : std::size_t(queries) * std::size_t(finish_entries(k)) * sizeof(Exact);
}

unsigned finish_threads(int k, int dimension) {
    return unsigned(std::int64_t(k) * std::min(dimension, exact_stride) > 512 ? long_threads : std::min(long_threads, 128));
}

std::array<LowerBound, 2> finish_lower_bounds(std::int64_t queries, int k, int dimension) {
    const double entries = double(queries) * k;
    return {LowerBound{.bytes = 4 * entries * dimension,
                .operations = 3 * entries * dimension,
                .formula = "4 k D |Q| bytes, 3 k D |Q| operations in double"},
        LowerBound{.bytes = 8 * entries,
            .operations = entries * std::max(1.0, std::log2(double(k))),
            .formula = "8 k |Q| bytes, k log2 k |Q| comparisons"}};
}

void finish_lists(Run& run, const Points& points, const Queries& queries, int k, Metric metric, const Key* chosen, const Lists& lists,
    void* scratch, FinishSteps steps) {
    const std::array names{exact_distances_phase, order_phase};
    const auto lower_bounds = finish_lower_bounds(queries.points.count, k, points.dimension);
    const std::size_t shared = k <= finish_shared_k ? sizeof(Exact) * std::size_t(finish_entries(k)) : 0;
    const Counts counts{nullptr, run.recorder()};
    const bool records = steps.phase >= 0 && counts.recorder.steps;
    const bool nearest = k == 1 && !records;
    const int threads_of_query = points.dimension <= 4 ? 1 : 32;
    const bool are_short =
        !nearest && !records && k <= short_k && points.dimension <= short_dimension && queries.points.count >= short_queries;
    const std::int64_t queries_of_block = nearest ? nearest_threads / threads_of_query : are_short ? short_threads / short_lanes : 1;
    const unsigned blocks = unsigned((queries.points.count + queries_of_block - 1) / queries_of_block);
    with_metric(metric, [&](auto m) {
        run.phases_inside_kernel(names, lower_bounds, blocks, [&](auto stamps) {
            using M = decltype(m);
            using S = decltype(stamps);
            if (nearest)
                return launch(run.stream(), {blocks, nearest_threads}, KERNEL(finish_nearest<M, S>), points, queries, chosen, lists,
                    threads_of_query, stamps);
            if (are_short)
                return launch(run.stream(), {blocks, short_threads, sizeof(Exact) * std::size_t(queries_of_block) * std::size_t(k)},
                    KERNEL(finish_short<M, S>), points, queries, k, chosen, lists, stamps);
            const Shape shape{blocks, finish_threads(k, points.dimension), shared};
            Exact* const exact = static_cast<Exact*>(scratch);
            if constexpr (!S::on) {
                if (records)
                    return launch(
                        run.stream(), shape, KERNEL(finish<M, S, Counts>), points, queries, k, chosen, lists, exact, stamps, counts, steps);
            }
            launch(
                run.stream(), shape, KERNEL(finish<M, S, NoCounts>), points, queries, k, chosen, lists, exact, stamps, NoCounts{}, steps);
        });
    });
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE
