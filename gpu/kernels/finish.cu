#include "gpu/kernels/finish.hpp"
#include "gpu/kernels/finish.cuh"

#include <array>

namespace neighborscope::NEIGHBORSCOPE_DEVICE {

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

std::size_t finish_bytes(std::int64_t queries, int k) {
    return k <= finish_shared_k ? 0 : std::size_t(queries) * std::size_t(finish_entries(k)) * sizeof(Exact);
}

unsigned finish_threads(int k, int dimension) {
    return std::int64_t(k) * std::min(dimension, exact_stride) > 512 ? finish_threads_most : 128;
}

std::array<Floor, 2> finish_floors(std::int64_t queries, int k, int dimension) {
    const double entries = double(queries) * k;
    return {Floor{.bytes = 4 * entries * dimension,
                .operations = 3 * entries * dimension,
                .formula = "4 k D |Q| bytes, 3 k D |Q| operations in double precision"},
        Floor{.bytes = 8 * entries,
            .operations = entries * std::max(1.0, std::log2(double(k))),
            .formula = "8 k |Q| bytes, k log2 k |Q| comparisons"}};
}

void finish_lists(Run& run, const Points& points, const Queries& queries, int k, Metric metric, const Key* chosen, const Lists& lists,
    void* scratch, FinishSteps steps) {
    const unsigned blocks = unsigned(queries.points.count);
    const std::array names{exact_distances_phase, order_phase};
    const auto floors = finish_floors(queries.points.count, k, points.dimension);
    const std::size_t shared = k <= finish_shared_k ? sizeof(Exact) * std::size_t(finish_entries(k)) : 0;
    with_metric(metric, [&](auto m) {
        run.phases_inside_kernel(names, floors, blocks, [&](auto stamps) {
            using M = decltype(m);
            using S = decltype(stamps);
            const Shape shape{blocks, finish_threads(k, points.dimension), shared};
            Exact* const exact = static_cast<Exact*>(scratch);
            const Counts counts{nullptr, run.recorder()};
            if constexpr (!S::on) {
                if (steps.phase >= 0 && counts.recorder.steps)
                    return launch(
                        run.stream(), shape, KERNEL(finish<M, S, Counts>), points, queries, k, chosen, lists, exact, stamps, counts, steps);
            }
            launch(
                run.stream(), shape, KERNEL(finish<M, S, NoCounts>), points, queries, k, chosen, lists, exact, stamps, NoCounts{}, steps);
        });
    });
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE
