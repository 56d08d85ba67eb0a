#include "gpu/libraries/host_finish.hpp"

#include "gpu/libraries/in_parallel.hpp"

namespace neighborscope::host::libraries {

namespace {

/// Queries of one piece: some thousand terms, so that distributing pieces costs nothing and cancelling is quick.
std::int64_t piece_of(int width, int dimension) {
    return std::max<std::int64_t>(1, (1 << 18) / (std::int64_t(width) * (dimension + 8) + 1));
}

}  // namespace

void exact_distances(Run& run, const Points& points, const Queries& queries, int width, Metric metric,
    const std::function<std::int32_t(std::int64_t, int)>& index_at, Exact* candidates, unsigned threads, const std::atomic<bool>* stop) {
    const std::int64_t count = queries.points.count;
    const int dimension = points.dimension;
    const auto phase = run.phase(exact_distances_phase, finish_lower_bounds(count, width, dimension)[0]);
    in_parallel(count, piece_of(width, dimension), threads, stop, [&](std::int64_t first, std::int64_t last) {
        for (std::int64_t query = first; query < last; ++query) {
            const float* const position = queries.points.coordinates + query * dimension;
            for (int i = 0; i < width; ++i) {
                const std::int32_t index = index_at(query, i);
                const double distance = index < 0 ? 0
                                                  : rank_value(metric, exact_distance(points.coordinates + std::int64_t(index) * dimension,
                                                                           position, dimension, metric));
                candidates[query * width + i] = {distance, index};
            }
        }
    });
}

void order(Run& run, std::int64_t queries, int width, int k, Exact* candidates, unsigned threads, const std::atomic<bool>* stop,
    const std::function<void(std::int64_t query, const Exact* sorted)>& use) {
    const auto phase = run.phase(order_phase, finish_lower_bounds(queries, k, 1)[1]);
    in_parallel(queries, piece_of(width, 16), threads, stop, [&](std::int64_t first, std::int64_t last) {
        for (std::int64_t query = first; query < last; ++query) {
            Exact* const own = candidates + query * width;
            std::sort(own, own + width, before);
            use(query, own);
        }
    });
}

void write_list(const Lists& lists, std::int64_t at, int k, const Exact* sorted, int width) {
    for (int i = 0; i < k; ++i) write_neighbour(lists, std::size_t(at * k + i), i < width ? sorted[i] : Exact{0, -1});
}

}  // namespace neighborscope::host::libraries
