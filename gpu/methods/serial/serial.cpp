// `serial`, one thread on the CPU: the baseline of Kuang & Zhao ("CPU") and of Mohammadi (figure 2). Two nested loops, then a
// selection. Written to be read.
#include "gpu/device/run.hpp"
#include "gpu/kernels/finish.hpp"
#include "gpu/kernels/tile.hpp"

namespace neighborscope::host::serial {

namespace {

/// Compares keys, and checks every 65536 comparisons for cancellation, because sorting a long row takes long.
struct Less {
    const std::atomic<bool>* stop;
    unsigned* comparisons;
    bool operator()(Key a, Key b) const {
        if (stop && (++*comparisons & 0xffff) == 0 && stop->load(std::memory_order_relaxed)) throw Cancelled{};
        return a < b;
    }
};

class Serial final : public Search {
public:
    Serial(const Points& points, const Options& options)
        : points_(points), sorts_whole_row_(options.get<std::string>("selection") == "quicksort") {}

    bool points_moved() override { return true; }  // no copy of the points is kept
    std::size_t bytes_needed(const Problem& problem) const override {
        return row_.more_for(std::size_t(points_.count)) + chosen_.more_for(std::size_t(problem.queries) * std::size_t(problem.k)) +
               finish_.more_for(finish_bytes(problem.queries, problem.k));
    }

    Report answer(const Queries& queries, const Lists& lists, const Problem& problem, const Progress& progress, Measure measure) override {
        const std::int64_t count = queries.points.count;
        if (count == 0) return Run(stream_, progress, measure).finish();
        Key* const row = row_.at_least(stream_, std::size_t(points_.count), "serial: a row of distances");
        Key* const chosen = chosen_.at_least(stream_, std::size_t(count) * std::size_t(problem.k), "serial: chosen neighbours");
        void* const scratch = finish_.at_least(stream_, finish_bytes(count, problem.k), "serial: exact distances");
        Run run(stream_, progress, measure);
        for (std::int64_t query = 0; query < count; ++query) {
            const std::int32_t exclude = queries.exclude ? queries.exclude[query] : -1;
            std::int64_t length = 0;
            {
                const auto phase = run.phase("T1 distances", distances_lower_bound());
                with_metric(problem.metric, [&](auto metric) {
                    length = distances<decltype(metric)>(queries.points.coordinates + query * points_.dimension, exclude, row, progress);
                });
            }
            {
                const auto phase = run.phase("T2 selection", selection_lower_bound());
                select(row, length, problem.k, chosen + query * problem.k, progress.stop);
            }
            run.tile_done(double(query + 1), double(count));
        }
        run.count("distances", count * points_.count);
        finish_lists(run, points_, queries, problem.k, problem.metric, chosen, lists, scratch);
        return run.finish();
    }

private:
    template <class Metric>
    std::int64_t distances(const float* query, std::int32_t exclude, Key* row, const Progress& progress) const {
        const std::int64_t piece = points_per_launch(points_.count, 1, points_.dimension);
        std::int64_t length = 0;
        for (std::int64_t i = 0; i < points_.count; ++i) {
            float sum = 0;
            const float* const point = points_.coordinates + i * points_.dimension;
            for (int d = 0; d < points_.dimension; ++d) sum = Metric::join(sum, Metric::term(point[d], query[d]));
            if (i != exclude) row[length++] = make_key(Metric::in_key(sum), unsigned(i));
            if (i % piece == piece - 1 && progress.stop && progress.stop->load(std::memory_order_relaxed)) throw Cancelled{};
        }
        return length;
    }

    void select(Key* row, std::int64_t length, int k, Key* chosen, const std::atomic<bool>* stop) const {
        unsigned comparisons = 0;
        const Less less{stop, &comparisons};
        const std::int64_t wanted = std::min<std::int64_t>(k, length);
        if (sorts_whole_row_) std::sort(row, row + length, less);
        else if (wanted < length) std::nth_element(row, row + wanted, row + length, less);
        std::copy(row, row + wanted, chosen);
        std::fill(chosen + wanted, chosen + k, no_key);
    }

    LowerBound distances_lower_bound() const {
        const double n = double(points_.count), D = points_.dimension;
        return {4 * n * D + 8 * n, 3 * n * D, "4 n D + 8 n bytes, 3 n D operations, for each query"};
    }
    LowerBound selection_lower_bound() const {
        const double n = double(points_.count);
        if (!sorts_whole_row_) return {8 * n, n, "8 n bytes, n comparisons, for each query"};
        return {16 * n, n * std::log2(std::max(n, 2.0)), "16 n bytes, n log2 n comparisons, for each query"};
    }

    Points points_;
    bool sorts_whole_row_;
    Stream stream_;
    Scratch<Key> row_, chosen_;
    Scratch<unsigned char> finish_;
};

}  // namespace

MethodInfo info() {
    return {
        .name = "serial",
        .title = "One thread on the CPU",
        .group = "Exhaustive",
        .citation =
            "Q. Kuang, L. Zhao: A Practical GPU Based KNN Algorithm, 2009, \"CPU\"; N. Mohammadi: Presentation of a Parallel Algorithm for "
            "Nearest Neighbor Search on GPU Using CUDA, figure 2",
        .help = "Two nested loops over queries and points fill a row of distances. Then the k smallest are selected.",
        .supports = {},
        .options = {{"selection", std::string("partial"), Choice{{"quicksort", "partial"}},
            "quicksort sorts the whole row, as the paper's CPU version does; partial selects only the k smallest"}},
        .phases = {"T1 distances", "T2 selection", exact_distances_phase, order_phase},
    };
}

std::unique_ptr<Search> prepare(const Points& points, const Options& options, const Progress&) {
    return std::make_unique<Serial>(points, options);
}

}  // namespace neighborscope::host::serial
