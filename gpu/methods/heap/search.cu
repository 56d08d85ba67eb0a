#include "gpu/methods/heap/search.hpp"

#include "gpu/kernels/finish.hpp"
#include "gpu/kernels/tile.hpp"
#include "gpu/methods/heap/reduction.cuh"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::heap {

namespace {

class HeapReduction final : public Search {
public:
    HeapReduction(const Points& points, const Settings& settings)
        : points_(points), method_(settings.method), threads_(settings.threads), blocks_(settings.blocks) {}

    bool points_moved() override { return true; }  // no copy of the points is kept
    std::size_t bytes_needed(const Problem& problem) const override {
        if (problem.queries == 0) return 0;
        const std::size_t blocks = std::size_t(blocks_for(problem.queries, problem.k));
        return rows_.more_for(blocks * std::size_t(points_.count)) + heaps_.more_for(blocks * HeapPlan(problem.k, threads_).device_keys) +
               chosen_.more_for(std::size_t(problem.queries) * std::size_t(problem.k)) +
               finish_.more_for(finish_bytes(problem.queries, problem.k));
    }

    Report answer(const Queries& queries, const Lists& lists, const Problem& problem, const Progress& progress, Measure measure) override {
        const std::int64_t count = queries.points.count, n = points_.count;
        const int k = problem.k, dimension = points_.dimension;
        if (count == 0) return Run(stream_, progress, measure).finish();
        const HeapPlan plan(k, threads_);
        const std::int64_t blocks = blocks_for(count, k);
        float* const rows = rows_.at_least(stream_, std::size_t(blocks * n), of("distances of the queries of a launch"));
        Key* const memory = heaps_.at_least(stream_, std::size_t(blocks) * plan.device_keys, of("heaps"));
        const Heaps heaps = plan.heaps(memory, blocks);
        Key* const chosen = chosen_.at_least(stream_, std::size_t(count) * std::size_t(k), of("chosen neighbours"));
        void* const scratch = finish_.at_least(stream_, finish_bytes(count, k), of("exact distances"));

        Run run(stream_, progress, measure);
        unsigned long long* const counters = run.counters(counter_names);
        run.record_steps(problem.metric, steps_at_most(n, k));
        with_metric(problem.metric, [&](auto metric) {
            for (std::int64_t first = 0; first < count; first += blocks) {
                const std::int64_t bulk = std::min(blocks, count - first);
                {
                    const auto phase = run.phase("distances", distances_lower_bound(points_, bulk));
                    const std::int64_t piece = points_per_launch(n, bulk, dimension);
                    for (std::int64_t begin = 0; begin < n; begin += piece) {
                        const std::int64_t end = std::min(n, begin + piece);
                        launch_distances<decltype(metric)>(
                            run, points_, queries.points.coordinates + first * dimension, bulk, begin, end, rows, counters);
                        if (end < n) run.tile_done(double(first) + double(bulk) * double(end) / double(n), double(count));
                    }
                }
                const std::int32_t* const exclude = queries.exclude ? queries.exclude + first : nullptr;
                launch_reduction(run, {rows, n, k, exclude, heaps, chosen + first * k}, plan, bulk, counters);
                run.tile_done(double(first + bulk), double(count));
            }
        });
        finish_lists(run, points_, queries, k, problem.metric, chosen, lists, scratch, finish_steps);
        return run.finish();
    }

private:
    /// The purpose of an allocation, for messages: "bulk-heap: heaps".
    std::string of(std::string_view what) const { return std::string(method_) + ": " + std::string(what); }
    /// B: as many as the option says, or as fit into half of the free memory (including memory already held), and no more than one launch
    /// of a search that can be cancelled allows; up to one block per multiprocessor takes no longer than one alone. At least one.
    std::int64_t blocks_for(std::int64_t queries, int k) const {
        const double most = double(std::min(queries, most_blocks));
        if (blocks_ > 0) return std::int64_t(std::min(double(blocks_), most));
        const double bytes = double(points_.count) * sizeof(float) + double(HeapPlan(k, threads_).device_keys) * sizeof(Key);
        const double free = (double(free_bytes()) + double(rows_.bytes_held()) + double(heaps_.bytes_held())) / 2;
        const double in_time = work_per_launch() / (double(points_.count) * work_of_pair(0) + merge_work(k));
        const double wanted = std::max(in_time, double(limits().multiprocessors));
        return std::int64_t(std::clamp(std::min(wanted, free / std::max(bytes, 1.0)), 1.0, most));
    }
    /// Work of phases 2 and 3, in the units of work_per_launch: entries that a warp or a thread offers one after another.
    double merge_work(int k) const {
        const double n = double(points_.count), first = std::min(n, double(k) * threads_), second = std::min(n, 32.0 * k);
        return 256 * (first + 32 * second);
    }

    Points points_;
    std::string_view method_;
    int threads_;
    std::int64_t blocks_;
    Stream stream_;  // declared before the memory allocated on it
    Scratch<float> rows_;
    Scratch<Key> heaps_, chosen_;
    Scratch<unsigned char> finish_;
};

}  // namespace

const std::array<std::string_view, 6> phases{
    "distances", reduction_phases[0], reduction_phases[1], reduction_phases[2], exact_distances_phase, order_phase};

OptionSpec threads_option() {
    return {"threads", std::int64_t(256), IntegerRange{32, 1024, true}, "threads of a block that reduces; each has its own heap"};
}

std::unique_ptr<Search> prepare(const Points& points, const Settings& settings) {
    return std::make_unique<HeapReduction>(points, settings);
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::heap
