// `flat`: what a FAISS user runs. Distances from a matrix product in tiles, then a selection in registers: J. Johnson, M. Douze, H. Jegou,
// "Billion-scale similarity search with GPUs", 2019, sections 4 and 5.1. A few more neighbours than k are kept and ranked by exact
// distances. A certificate says for which queries the list is right (kernels.cuh); `stream` answers the others.
#include "gpu/kernels/centre.hpp"
#include "gpu/kernels/finish.hpp"
#include "gpu/kernels/tile.hpp"
#include "gpu/libraries/cublas.hpp"
#include "gpu/methods/flat/kernels.cuh"
#include "gpu/methods/flat/product.hpp"
#include "gpu/methods/stream/exact_fallback.hpp"

#include <array>

namespace neighborscope::NEIGHBORSCOPE_DEVICE::flat {

namespace {

constexpr std::string_view product_phase = "matrix product", selection_phase = "selection", fallback_phase = "exact fallback";
constexpr std::int64_t most_queries = 4096;                   ///< of a batch
constexpr int least_more = 16;                                ///< neighbours kept beyond k
constexpr int most_parts = 64, warps_of_multiprocessor = 64;  ///< of the selection
constexpr int most_k = 32 * most_registers - least_more;

class Flat final : public Search {
public:
    explicit Flat(const Points& points) : points_(points), product_(stream_), fallback_(stream_, points) {}

    bool points_moved() override { return true; }  // no copy of the points is kept

    std::size_t bytes_needed(const Problem& problem) const override {
        if (problem.queries == 0 || points_.count == 0) return 0;
        const Plan plan = make_plan(problem.queries, problem.k);
        const auto D = std::size_t(points_.dimension), tile = std::size_t(plan.points), queries = std::size_t(plan.queries);
        const std::size_t bytes = centre_.more_for(D) + moved_.more_for(tile * D) + squares_.more_for(tile) +
                                  centred_queries_.more_for(queries * D) + query_squares_.more_for(queries) +
                                  products_.more_for(tile * queries) + lists_.more_for(plan.entries());
        Problem repeated_problem = problem;
        repeated_problem.queries = plan.queries;
        return bytes + fallback_.bytes_needed(repeated_problem, plan.kept < points_.count);
    }

    Report answer(const Queries& queries, const Lists& lists, const Problem& problem, const Progress& progress, Measure measure) override {
        const std::int64_t count = queries.points.count, n = points_.count;
        const int D = points_.dimension, k = problem.k;
        if (count == 0) return Run(stream_, progress, measure).finish();
        if (n == 0) return fallback_.search_all(queries, lists, problem, progress, measure);
        const Plan plan = make_plan(count, k);
        prepare(plan);
        centred_ = -1;
        Run run(stream_, progress, measure);
        std::int64_t repeated = 0;
        for (std::int64_t first = 0; first < count; first += plan.queries) {
            Queries some = queries;
            some.points.count = std::min(plan.queries, count - first);
            some.points.coordinates += first * D;
            if (some.exclude) some.exclude += first;
            const Lists out{lists.index + first * k, lists.distance + first * k};
            const auto done = [&](double share) { run.tile_done(double(first) + double(some.points.count) * share, double(count)); };
            select(run, plan, some, problem.metric, done);
            finish(run, plan, some, k, problem.metric, out);
            repeated += search_failed_queries(run, plan, some, problem, progress, out);
            done(1);
        }
        run.count("distances", n * count);
        run.count("fallback queries", repeated);
        return run.finish();
    }

private:
    /// Queries of a batch, points of a tile, neighbours kept, parts of a tile in the selection.
    struct Plan {
        std::int64_t queries, points;
        int kept, parts;
        std::size_t entries() const { return std::size_t(queries) * std::size_t(parts) * std::size_t(kept); }
    };

    Plan make_plan(std::int64_t queries, int k) const {
        const std::int64_t batches = (queries + most_queries - 1) / most_queries;
        Plan plan{(queries + batches - 1) / batches, 1, register_list_length(k + least_more), 1};
        const double held = double(products_.bytes_held() + moved_.bytes_held() + squares_.bytes_held());
        const double fit = (double(free_bytes()) + held) / 2 / (4.0 * (double(plan.queries) + points_.dimension + 1));
        const std::int64_t work = points_per_launch(points_.count, plan.queries, points_.dimension);
        plan.points = std::clamp<std::int64_t>(std::min(work, std::int64_t(std::min(fit, 1e9))), 1, points_.count);
        const std::int64_t busy = std::int64_t(warps_of_multiprocessor) * limits().multiprocessors / plan.queries;
        plan.parts = int(std::clamp<std::int64_t>(std::min(busy, plan.points / (32 * plan.kept)), 1, most_parts));
        return plan;
    }

    void prepare(const Plan& plan) {
        const auto D = std::size_t(points_.dimension), tile = std::size_t(plan.points), queries = std::size_t(plan.queries);
        centre_.at_least(stream_, D, "flat: centre");
        moved_.at_least(stream_, tile * D, "flat: points around the centre");
        squares_.at_least(stream_, tile, "flat: squares of the points");
        centred_queries_.at_least(stream_, queries * D, "flat: queries around the centre");
        query_squares_.at_least(stream_, queries, "flat: squares of the queries");
        products_.at_least(stream_, tile * queries, "flat: products");
        lists_.at_least(stream_, plan.entries(), "flat: lists");
    }

    void centre_around(const float* rows, std::int64_t count, float weight, float* moved, float* squares) {
        constexpr int rows_of_block = row_threads / lanes_of_row;
        launch(stream_, {unsigned((count + rows_of_block - 1) / rows_of_block), row_threads}, KERNEL(centre_rows), rows, count,
            points_.dimension, static_cast<const float*>(centre_.data()), weight, moved, squares);
    }

    template <class Done>
    void select(Run& run, const Plan& plan, const Queries& some, Metric metric, Done done) {
        const bool products = metric == Metric::inner_product;  // of rows that are not centred
        const std::int64_t n = points_.count, query_count = some.points.count;
        const int D = points_.dimension;
        const double all = double(n) * double(query_count);
        for (std::int64_t first = 0; first < n; first += plan.points) {
            const std::int64_t tile = std::min(plan.points, n - first);
            const double pairs = double(tile) * double(query_count);
            {
                const auto phase = run.phase(product_phase, {4.0 * D * (double(tile) + double(query_count)) + 4 * pairs, 2.0 * D * pairs,
                                                                "4 (n + |Q|) D + 4 n |Q| bytes, 2 n D |Q| operations"});
                if (centred_ < 0 && products) centre_.fill_bytes(stream_, 0);
                else if (centred_ < 0) find_centre(stream_, points_, centre_.data());
                if (first == 0) centre_around(some.points.coordinates, query_count, 1, centred_queries_.data(), query_squares_.data());
                if (centred_ != first)
                    centre_around(
                        points_.coordinates + first * D, tile, products ? 0 : float(1 - double_margin(D)), moved_.data(), squares_.data());
                centred_ = first;
                product_.multiply(centred_queries_.data(), query_count, moved_.data(), tile, D, products_.data());
            }
            {
                const auto phase = run.phase(selection_phase, {4 * pairs, 2 * pairs, "4 n |Q| bytes, 2 n |Q| operations"});
                const Selection selection{
                    products_.data(), squares_.data(), some.exclude, query_count, first, tile, plan.parts, lists_.data(), first == 0};
                const auto shape_for_warps = [](std::int64_t warps) {
                    constexpr int of_block = select_threads / 32;
                    return Shape{unsigned((warps + of_block - 1) / of_block), select_threads};
                };
                with_registers(plan.kept, [&](auto each) {
                    launch(stream_, shape_for_warps(query_count * plan.parts), KERNEL(select_nearest<each.value>), selection);
                    if (plan.parts > 1 && first + tile == n)
                        launch(
                            stream_, shape_for_warps(query_count), KERNEL(join_parts<each.value>), lists_.data(), query_count, plan.parts);
                });
            }
            if (first + tile < n) done(0.9 * double(first + tile) * double(query_count) / all);
        }
    }

    void finish(Run& run, const Plan& plan, const Queries& some, int k, Metric metric, const Lists& out) {
        const auto phase = run.phase(exact_distances_phase, finish_lower_bounds(some.points.count, plan.kept, points_.dimension)[0]);
        const LastStepLaunch last_step{points_, some, k, plan.kept, plan.parts, lists_.data(), query_squares_.data(),
            double_margin(points_.dimension), std::sqrt(double(points_.dimension)) * double(points_.largest), out,
            fallback_.failed(plan.queries)};
        const Shape shape{unsigned(some.points.count), last_step_threads, sizeof(Exact) * std::size_t(finish_entries(plan.kept))};
        if (metric == Metric::inner_product) launch(stream_, shape, KERNEL(finish_queries<InnerProduct>), last_step);
        else launch(stream_, shape, KERNEL(finish_queries<Euclidean>), last_step);
    }

    /// Answers queries without a certificate again; returns their number.
    std::int64_t search_failed_queries(
        Run& run, const Plan& plan, const Queries& some, const Problem& problem, const Progress& progress, const Lists& out) {
        const auto phase = run.phase(fallback_phase, {0, 0, "nothing if all lists are certified"});
        if (plan.kept >= points_.count) return 0;
        return fallback_.search_failed(some, problem, progress, out);
    }

    Points points_;
    Stream stream_;  // declared before the memory allocated on it
    Product product_;
    stream::ExactFallback fallback_;
    Scratch<float> centre_, moved_, squares_, centred_queries_, query_squares_, products_;
    Scratch<Key> lists_;
    std::int64_t centred_ = -1;  ///< first point of the tile in moved_; -1: none, and no centre yet
};

}  // namespace

MethodInfo info() {
    return {
        .name = "flat",
        .title = "Matrix product and selection",
        .group = "Exhaustive",
        .citation = "J. Johnson, M. Douze, H. Jegou: Billion-scale similarity search with GPUs, 2019: IndexFlat",
        .help =
            "Computes all distances as a matrix product (cuBLAS on a GPU), in tiles. A warp per query selects the nearest in registers; a "
            "certificate shows whether rounding can have changed the list.",
        .supports = {.k_to = most_k,
            .manhattan = false,
            .chebyshev = false,
            .sharding = Sharding::rows,
            .missing_cuda_library = libraries::missing_cublas},
        .phases = {product_phase, selection_phase, exact_distances_phase, fallback_phase},
    };
}

std::unique_ptr<Search> prepare(const Points& points, const Options&, const Progress&) { return std::make_unique<Flat>(points); }

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::flat
