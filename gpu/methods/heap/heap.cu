// `heap`, "Heap reduction": R. J. Barrientos, J. I. Gómez, C. Tenllado, M. Prieto, "Heap Based k-Nearest Neighbor Search on GPUs",
// section 5.2 and Algorithm 1. One query after the other: a kernel for its distances to all points, then one block that reduces
// them with heaps, in three phases with barriers between.
#include "gpu/kernels/finish.hpp"
#include "gpu/kernels/tile.hpp"
#include "gpu/methods/heap/reduction.cuh"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::heap {

namespace {

class Heap final : public Search {
public:
    Heap(const Points& points, const Options& options) : points_(points), threads_(int(options.get<std::int64_t>("threads"))) {}

    std::size_t bytes_needed(const Problem& problem) const override {
        if (problem.queries == 0) return 0;
        return row_.more_for(std::size_t(points_.count)) + heaps_.more_for(HeapPlan(problem.k, threads_).device_keys) +
               chosen_.more_for(std::size_t(problem.queries) * std::size_t(problem.k)) +
               finish_.more_for(finish_bytes(problem.queries, problem.k));
    }

    Report answer(const Queries& queries, const Lists& lists, const Problem& problem, const Progress& progress, Measure measure) override {
        const std::int64_t count = queries.points.count, n = points_.count;
        const int k = problem.k, dimension = points_.dimension;
        if (count == 0) return Run(stream_, progress, measure).finish();
        const HeapPlan plan(k, threads_);
        float* const row = row_.at_least(stream_, std::size_t(n), "heap: distances of a query");
        Key* const chosen = chosen_.at_least(stream_, std::size_t(count) * std::size_t(k), "heap: chosen neighbours");
        void* const scratch = finish_.at_least(stream_, finish_bytes(count, k), "heap: exact distances");
        const Heaps heaps = plan.heaps(heaps_.at_least(stream_, plan.device_keys, "heap: heaps"), 1);

        Run run(stream_, progress, measure);
        unsigned long long* const counters = run.counters(counter_names);
        run.record_steps(problem.metric, steps_at_most(n, k));
        const std::int64_t piece = points_per_launch(n, 1, dimension);
        with_metric(problem.metric, [&](auto metric) {
            for (std::int64_t query = 0; query < count; ++query) {
                {
                    const auto phase = run.phase("distances", distances_floor(points_, 1));
                    for (std::int64_t begin = 0; begin < n; begin += piece) {
                        const std::int64_t end = std::min(n, begin + piece);
                        launch_distances<decltype(metric)>(
                            run, points_, queries.points.coordinates + query * dimension, 1, begin, end, row, counters);
                        if (end < n) run.tile_done(double(query) + double(end) / double(n), double(count));
                    }
                }
                const std::int32_t* const exclude = queries.exclude ? queries.exclude + query : nullptr;
                launch_reduction(run, {row, n, k, exclude, heaps, chosen + query * k}, plan, 1, counters);
                run.tile_done(double(query + 1), double(count));
            }
        });
        finish_lists(run, points_, queries, k, problem.metric, chosen, lists, scratch, finish_steps);
        return run.finish();
    }

private:
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
        .pseudo_code = pseudo_code(),
        .structures = structures(),
        .step_kinds = step_kinds(),
    };
}

std::unique_ptr<Search> prepare(const Points& points, const Options& options, const Progress&) {
    return std::make_unique<Heap>(points, options);
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::heap
