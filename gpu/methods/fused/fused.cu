// `fused`: many queries in many dimensions. Tensor cores compute products of rows rounded to FP16; while values are still in registers they
// are compared with the query's threshold, and few are kept. Bounds of the rounding error (bounds.cuh) tell which points cannot
// be neighbours; the others get exact distances. Lists are exact, as a certificate confirms. Queries without one are answered again, the
// last of them by `stream`, whose lists are right within float32's rounding.
//
//   bounds.cuh                         the claims and their proof
//   rows.cuh, rounding.cuh             the rounded rows
//   plan.cuh, memory.cuh               batches, rounds, chunks, and memory for candidates
//   product.*, epilogue.cuh, hopper/    products, and their processing in registers
//   select.cuh                         thresholds, survivors, the last step
#include "gpu/kernels/centre.hpp"
#include "gpu/kernels/finish.hpp"
#include "gpu/methods/fused/memory.cuh"
#include "gpu/methods/fused/rounding.cuh"
#include "gpu/methods/fused/select.cuh"
#include "gpu/methods/stream/exact_fallback.hpp"

#include <array>
#include <utility>

namespace neighborscope::NEIGHBORSCOPE_DEVICE::fused {

namespace {

constexpr std::string_view rounding_phase = "rounding", first_phase = "first bound", product_phase = "matrix product",
                           selection_phase = "selection", fallback_phase = "exact fallback";
constexpr std::array<std::string_view, 1> counter_names{"candidates kept"};
enum class Path { automatic, portable, hopper };

Path path_named(const std::string& name) {
    const Path path = name == "portable" ? Path::portable : name == "hopper" ? Path::hopper : Path::automatic;
#if defined(__CUDACC__)
    const int capability = limits().compute_capability;
#if defined(NEIGHBORSCOPE_WITH_HOPPER)
    const bool hopper = capability == 90;
#else
    const bool hopper = false;
#endif
    if (path == Path::hopper && !hopper)
        throw Error(Failure::device,
            "fused: path=hopper needs a GPU of compute capability 9.0, and a build for it; this is " + std::to_string(capability / 10) +
                "." + std::to_string(capability % 10),
            "leave path at automatic");
    if (path == Path::automatic) return hopper ? Path::hopper : Path::portable;
#endif
    return path;
}

class Fused final : public Search {
public:
    Fused(const Points& points, Path path, const Progress& progress)
        : points_(points), path_(path), fallback_(stream_, points), width_((points.dimension + 15) / 16 * 16) {
        if (points.count == 0) return;
        if (const std::size_t needed = bytes_of_index(), free = free_bytes(); needed > free)
            throw Error(Failure::memory,
                "fused: an index over " + std::to_string(points.count) + " points needs " + std::to_string(needed) +
                    " bytes of device memory, " + std::to_string(free) + " are free",
                "use fewer points or another method");
        round_points(false, progress);
    }

    double build_milliseconds() const override { return build_milliseconds_; }

    std::size_t bytes_needed(const Problem& problem) const override {
        if (problem.queries == 0 || points_.count == 0) return 0;
        const Plan plan = make_plan(problem, wide_);
        Problem again = problem;
        again.queries = plan.queries;
        return memory_.more_for(plan, width_) + fallback_.bytes_needed(again);
    }

    Report answer(const Queries& queries, const Lists& lists, const Problem& problem, const Progress& progress, Measure measure) override {
        const std::int64_t count = queries.points.count, n = points_.count;
        if (count == 0) return Run(stream_, progress, measure).finish();
        if (n == 0) return fallback_.search_all(queries, lists, problem, progress, measure);
        if (const bool products = problem.metric == Metric::inner_product; products != products_ || !rounded_points_)
            round_points(products, progress.without_report());
        query_scale_ = products_ ? scale_for(queries.points.largest) : 1;
        Plan plan = make_plan(problem, wide_);
        if (plan.wide && !fits(plan, memory_)) plan = make_plan(problem, false);
        Run run(stream_, progress, measure);
        unsigned long long* const counters = run.counters(counter_names);
        const RepeatCounts repeats = search_in_batches(run, plan, queries, lists, problem, progress, fallback_, counters);
        run.count("products", n * count);
        run.count("certified queries", count - repeats.again);
        run.count("fallback queries", repeats.again);
        run.count("of these exhaustively", repeats.exhaustively);
        // If bounds are loose for many queries they are likely so for the next, too.
        wide_ = wide_ || (repeats.again > count / 8 && 2 * repeats.exhaustively < repeats.again);
        Report report = run.finish();
        if (counters && !products_ && repeats.again == 0 && std::isfinite(repeats.within)) report.neighbours_within = repeats.within;
        return report;
    }

private:
    /// What the launches of a search depend on: addresses of memory and numbers.
    struct LaunchKey {
        const float* queries;
        const std::int32_t* exclude;
        std::int32_t* index;
        float* distance;
        std::int64_t count;
        int k;
        float query_scale;                  ///< 0 unless inner products are searched
        const unsigned* failed;             ///< memory that grows with the size of the search
        std::array<const void*, 9> memory;  ///< likewise
        bool operator==(const LaunchKey&) const = default;
    };

    /// How queries were answered: how many were repeated, and how many of these by `stream`.
    struct RepeatCounts {
        std::int64_t again = 0, exhaustively = 0;
        double within = 0;  ///< as in Report
    };

    int tiles() const { return int((points_.count + tile_points - 1) / tile_points); }

    Plan make_plan(const Problem& problem, bool wide) const {
        return plan_for(problem, points_.count, width_, path_ == Path::hopper, wide);
    }

    bool fits(const Plan& plan, const Memory& held) const {
        const std::size_t more = held.more_for(plan, width_);
        return more == 0 || more <= free_bytes();
    }

    template <bool OfPoints>
    void launch_rounding(Rounding rounding, const Progress& progress = {}) {
        rounding.dimension = points_.dimension;
        rounding.width = width_;
        rounding.centre = centre_.data();
        rounding.normalization = normalization_.data();
        rounding.products = products_;
        rounding.query_scale = query_scale_;
        constexpr int rows = OfPoints ? rows_of_block : rounding_threads / lanes;
        const std::int64_t blocks = (rounding.padded + rows - 1) / rows;
        const auto piece = std::max<std::int64_t>(1, std::int64_t(work_per_launch() / (rows * work_of_own_pair(4 * width_))));
        for (std::int64_t first = 0; first < blocks; first += piece) {
            rounding.first_block = first;
            const Shape shape{unsigned(std::min(piece, blocks - first)), rounding_threads};
            if (points_.dimension % 4 == 0) launch(stream_, shape, KERNEL(round_rows<OfPoints, true>), rounding);
            else launch(stream_, shape, KERNEL(round_rows<OfPoints, false>), rounding);
            if (progress.stop || progress.report) stream_.wait();
            progress.step(double(first + shape.grid.x), double(blocks));
        }
    }

    std::size_t bytes_of_index() const {
        const std::size_t of_tile =
            tile_points * (std::size_t(width_) * sizeof(Rounded) + sizeof(std::int32_t)) + record_floats * sizeof(float);
        return std::size_t(tiles()) * of_tile + std::size_t(points_.dimension + width_) * sizeof(float) + sizeof(Normalization);
    }

    void allocate_index(std::int64_t padded) {
        row_of_place_ = Buffer<std::int32_t>(stream_, std::size_t(padded), "fused: order of the points");
        centre_ = Buffer<float>(stream_, std::size_t(width_), "fused: centre");
        mean_ = Buffer<float>(stream_, std::size_t(points_.dimension), "fused: mean of a sample");
        rounded_ = Buffer<Rounded>(stream_, std::size_t(padded) * std::size_t(width_), "fused: rounded points");
        records_ = Buffer<float>(stream_, std::size_t(tiles()) * record_floats, "fused: bounds of the points");
        normalization_ = Buffer<Normalization>(stream_, 1, "fused: scale and outliers");
    }

    /// The power of two that brings the largest coordinate to between 2^12 and 2^13.
    static float scale_for(float largest) { return largest > 0 ? std::ldexp(1.0f, std::clamp(12 - std::ilogb(largest), -126, 126)) : 1; }

    /// Rounds the points minus their centre; for inner products, the points themselves. Reuses the memory if it is called again.
    void round_points(bool products, const Progress& progress) {
        const CancellationScope stops(stream_, progress);
        const std::int64_t padded = std::int64_t(tiles()) * tile_points;
        if (row_of_place_.size() == 0) allocate_index(padded);
        rounded_points_ = false;
        products_ = products;
        Event begin, end;
        begin.record(stream_);
        const auto round = [&](bool coarse) {
            launch(stream_, {unsigned(tiles()), placing_threads}, KERNEL(place_rows), PointPermutation::over(points_.count),
                row_of_place_.data(), records_.data(), normalization_.data());
            if (products) mean_.zero(stream_);
            else find_centre(stream_, points_, mean_.data(), &normalization_.data()->spread);
            const Scaling scaling{points_.dimension, width_, mean_.data(), points_.largest, coarse, centre_.data(), normalization_.data()};
            launch(stream_, {unsigned(width_ + rounding_threads - 1) / rounding_threads, rounding_threads}, KERNEL(scale_centre), scaling);
            launch_rounding<true>({.rows = points_.coordinates,
                                      .count = points_.count,
                                      .padded = padded,
                                      .row_of_place = row_of_place_.data(),
                                      .rounded = rounded_.data(),
                                      .records = records_.data()},
                progress);
            end.record(stream_);
            Normalization normalization;
            normalization_.to_host(stream_, std::span(&normalization, 1));
            scale_ = normalization.scale;
            return normalization.outliers;
        };
        // For coordinates of all magnitudes. Of inner products only large coordinates matter.
        if (products || round(false) > most_outliers) round(true);
        stream_.wait();
        rounded_points_ = true;
        build_milliseconds_ = Event::milliseconds(begin, end);
    }

    void round_queries(Run& run, const Queries& some) {
        const double Q = double(some.points.count), D = points_.dimension;
        const auto phase = run.phase(rounding_phase, {6 * Q * D, 8 * Q * D, "6 D |Q| bytes, 8 D |Q| operations"});
        const std::int64_t padded = (some.points.count + tile_queries - 1) / tile_queries * tile_queries;
        launch_rounding<false>({.rows = some.points.coordinates,
            .count = some.points.count,
            .padded = padded,
            .rounded = memory_.batch_queries.data(),
            .bounds = memory_.bounds.data(),
            .thresholds = memory_.thresholds.data(),
            .squares = memory_.squares.data()});
    }

    Round round_of(const Queries& some) const {
        Round round{};
        round.queries = memory_.batch_queries.data();
        round.points = rounded_.data();
        round.width = width_;
        round.batch_queries = int(some.points.count);
        round.query_tiles = int((some.points.count + tile_queries - 1) / tile_queries);
        round.records = records_.data();
        round.bounds = memory_.bounds.data();
        round.errors = error_form(width_, products_);
        return round;
    }

    void multiply_by_path(const Round& round) {
#if defined(__CUDACC__) && defined(NEIGHBORSCOPE_WITH_HOPPER)
        if (path_ == Path::hopper) return multiply_on_hopper(stream_, round);
#endif
        multiply(stream_, round);
    }

    static LowerBound lower_bound_of_product(double points, double queries, double dimension) {
        return {2 * dimension * (points + queries), 2 * dimension * points * queries, "2 (n + |Q|) D bytes, 2 n D |Q| operations"};
    }

    void seed(Run& run, const Plan& plan, const Queries& some) {
        const double Q = double(some.points.count), points = double(plan.seed_tiles) * tile_points;
        LowerBound lower_bound = lower_bound_of_product(points, Q, points_.dimension);
        lower_bound.formula = "2 (m + |Q|) D bytes, 2 m D |Q| operations, m points of the seed";
        const auto phase = run.phase(first_phase, lower_bound);
        if (plan.seed_tiles == 0) return;
        Round round = round_of(some);
        round.tiles = plan.seed_tiles;
        round.chunks = chunks_for(some.points.count, plan.seed_tiles, path_ == Path::hopper && width_ <= widest_halved);
        round.groups_of_run = plan.groups_of_run;
        round.maxima = memory_.maxima.data();
        multiply_by_path(round);
        const ThresholdLaunch threshold_launch{memory_.maxima.data(), plan.groups(), 4 * plan.groups_of_run, plan.rank, records_.data(),
            memory_.bounds.data(), round.errors, memory_.thresholds.data()};
        launch(stream_, {unsigned(some.points.count), lanes, sizeof(unsigned) * std::size_t(plan.groups())}, KERNEL(first_thresholds),
            threshold_launch);
    }

    template <class Done>
    void run_rounds(Run& run, const Plan& plan, const Queries& some, Done done) {
        const double Q = double(some.points.count);
        int from = 0;
        for (const auto& [end, chunks] : plan.rounds) {
            Round round = round_of(some);
            round.first_tile = from;
            round.tiles = end - from;
            round.chunks = chunks;
            round.thresholds = memory_.thresholds.data();
            round.segments = memory_.segments.data();
            round.counts = memory_.counts.data();
            round.capacity = plan.capacity;
            {
                const double points = double(std::min(points_.count, std::int64_t(end) * tile_points) - std::int64_t(from) * tile_points);
                const auto phase = run.phase(product_phase, lower_bound_of_product(points, Q, points_.dimension));
                multiply_by_path(round);
            }
            {
                const double kept = Q * double(std::min<std::int64_t>(plan.rank, points_.count));
                const auto phase = run.phase(selection_phase, {16 * kept, 32 * kept, "16 k |Q| bytes, 32 k |Q| operations a round"});
                const SelectionLaunch selection{memory_.segments.data(), memory_.counts.data(), round.chunks, plan.capacity, plan.rank,
                    plan.room, plan.list_room, records_.data(), memory_.bounds.data(), round.errors, memory_.lists.data(),
                    memory_.lengths.data(), memory_.thresholds.data(), from == 0};
                launch(stream_, {unsigned(some.points.count), lanes, selection_bytes(plan.room, round.chunks)}, KERNEL(select_candidates),
                    selection);
            }
            from = end;
            if (end < tiles() && !plan.is_short) done(0.9 * end / tiles());
        }
    }

    void finish(Run& run, const Plan& plan, const Queries& some, int k, const Lists& out, unsigned* failed, unsigned long long* counters) {
        const double row = 4.0 * points_.dimension;
        const auto phase =
            run.phase(exact_distances_phase, {.bytes = row * double(some.points.count),
                                                 .formula = "4 D |Q| bytes, 4 D bytes and 3 D operations a candidate kept",
                                                 .traversal = {{counter_names[0], {}, row, 0.75 * row, row * double(points_.count)}}});
        const LastStepLaunch last_step{points_, some, k, plan.list_room, plan.exact_room, memory_.lists.data(), memory_.lengths.data(),
            normalization_.data(), row_of_place_.data(), memory_.squares.data(), records_.data(), memory_.bounds.data(),
            error_form(width_, products_), memory_.thresholds.data(), out, failed, counters, query_scale_};
        const Shape shape{unsigned(some.points.count), last_step_threads, last_step_bytes(plan.exact_room)};
        if (products_) launch(stream_, shape, KERNEL(finish_queries<InnerProduct>), last_step);
        else launch(stream_, shape, KERNEL(finish_queries<Euclidean>), last_step);
    }

    /// The distance within which neighbours lie by the last thresholds, for the query with the greatest:
    /// |q' - c'|^2 = |h_q|^2 - 2 nearness.
    double bound_of(const Queries& some) {
        const auto queries = std::size_t(some.points.count);
        std::vector<float> threshold(queries);
        std::vector<double> square(queries);
        memory_.thresholds.to_host(stream_, threshold);
        memory_.squares.to_host(stream_, square);
        double farthest = 0;
        for (std::size_t i = 0; i < queries; ++i)
            farthest = std::max(farthest, std::sqrt(std::max(0.0, square[i] - 2 * double(threshold[i]))) / scale_);
        return farthest;
    }

    /// Answers batch after batch, then repeats queries without a certificate.
    RepeatCounts search_in_batches(Run& run, const Plan& plan, const Queries& queries, const Lists& lists, const Problem& problem,
        const Progress& progress, stream::ExactFallback& again, unsigned long long* counters) {
        memory_.at_least(stream_, plan, width_);
        const std::int64_t count = queries.points.count;
        const int k = problem.k;
        RepeatCounts repeats;
        for (std::int64_t first = 0; first < count; first += plan.queries) {
            Queries some = queries;
            some.points.count = std::min(plan.queries, count - first);
            some.points.coordinates += first * points_.dimension;
            if (some.exclude) some.exclude += first;
            const Lists out{lists.index + first * k, lists.distance + first * k};
            const auto done = [&](double share) { run.tile_done(double(first) + double(some.points.count) * share, double(count)); };
            unsigned* const failed = again.failed(plan.queries);
            const auto search = [&] {
                round_queries(run, some);
                seed(run, plan, some);
                run_rounds(run, plan, some, done);
                finish(run, plan, some, k, out, failed, counters);
            };
            if (run.measure() == Measure::total && plan.is_short && &again == &fallback_)
                replay_.run(stream_,
                    {some.points.coordinates, some.exclude, out.index, out.distance, some.points.count, k, products_ ? query_scale_ : 0,
                        failed, memory_.places()},
                    search);
            else search();
            run.end_total_time();
            const std::int64_t repeated_before = repeats.again;
            search_failed_queries(run, plan, some, problem, progress, out, again, repeats);
            if (repeats.again > repeated_before) run.end_total_time();
            else if (counters && !products_) repeats.within = std::max(repeats.within, bound_of(some));
            done(1);
        }
        return repeats;
    }

    /// Repeats queries with room for many more candidates, if memory allows; those still without a certificate are answered by `stream`.
    void search_failed_queries(Run& run, const Plan& plan, const Queries& some, const Problem& problem, const Progress& progress,
        const Lists& out, stream::ExactFallback& again, RepeatCounts& repeats) {
        const auto phase = run.phase(fallback_phase, {0, 0, "nothing if all lists are certified"});
        const stream::ExactFallback::FailedQueries failed = again.gather(some, problem.k);
        Problem these = problem;
        these.queries = failed.queries.points.count;
        if (these.queries == 0) return;
        repeats.again += these.queries;
        Problem part = these;
        part.queries = std::min(these.queries, most_wide_queries);
        const Progress quiet{{}, progress.stop};
        if (const Plan wider = make_plan(part, true); !plan.wide && fits(wider, {})) {
            struct SavedMemory {  // frees memory at the end, so that no more is held than bytes_needed() says
                Memory& own;
                Memory kept = std::exchange(own, {});
                ~SavedMemory() { own = std::move(kept); }
            } saved_memory{memory_};
            stream::ExactFallback last = again.with_own_memory();
            Run inner(stream_, quiet, Measure::total);
            repeats.exhaustively += search_in_batches(inner, wider, failed.queries, failed.found, these, quiet, last, nullptr).again;
            inner.finish();
        } else {
            again.search_all(failed.queries, failed.found, these, quiet, Measure::total);
            repeats.exhaustively += these.queries;
        }
        again.scatter(failed, problem.k, out);
    }

    Points points_;
    Path path_;
    Stream stream_;  // declared before the memory allocated on it
    stream::ExactFallback fallback_;
    bool wide_ = false;  ///< starts with room for many more candidates
    int width_;          ///< of rounded rows: D up to a multiple of 16
    double scale_ = 1, build_milliseconds_ = 0;
    bool products_ = false, rounded_points_ = false;  ///< points are rounded for inner products; are rounded at all
    float query_scale_ = 1;                           ///< of inner products
    Buffer<float> centre_, mean_, records_;
    Buffer<Rounded> rounded_;
    Buffer<Normalization> normalization_;
    Buffer<std::int32_t> row_of_place_;  ///< -1 where there is no row
    Memory memory_;
    Replay<LaunchKey> replay_;
};

}  // namespace

MethodInfo info() {
    return {
        .name = "fused",
        .title = "Certified tensor-core search",
        .group = "Exhaustive",
        .citation = "Neighborscope's own method, for the case of FAISS's IndexFlat: many queries, many dimensions",
        .help =
            "Tensor cores multiply rows rounded to FP16. Bounds on the rounding tell which points cannot be neighbours; the others get "
            "exact distances.",
        .supports = {.k_to = most_k, .manhattan = false, .chebyshev = false, .sharding = Sharding::rows},
        .options = {{"path", std::string("automatic"), Choice{{"automatic", "portable", "hopper"}},
            "on a GPU: hopper uses the instructions of compute capability 9.0, portable those of 7.5"}},
        .phases = {rounding_phase, first_phase, product_phase, selection_phase, exact_distances_phase, fallback_phase},
    };
}

std::unique_ptr<Search> prepare(const Points& points, const Options& options, const Progress& progress) {
    return std::make_unique<Fused>(points, path_named(options.get<std::string>("path")), progress);
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::fused
