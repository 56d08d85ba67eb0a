// `faiss-flat-cpu`, FAISS's IndexFlat: what a FAISS user without a GPU runs. The library returns equal distances in any order, and from
// 20 queries on its matrix product is less precise. So it finds a few candidates more than k, which are ranked exactly, and a bound of the
// library's errors tells whether a point that it left out may belong to the list. If so, it finds more; at last all points are scanned.
#include "gpu/kernels/tile.hpp"
#include "gpu/libraries/blas.hpp"
#include "gpu/libraries/faiss_support.hpp"
#include "gpu/libraries/host_finish.hpp"
#include "gpu/libraries/in_parallel.hpp"
#include "gpu/libraries/search_in_double.hpp"

#include <faiss/IndexFlat.h>
#include <faiss/utils/distances.h>

#include <cmath>

namespace neighborscope::host::faiss_flat_cpu {

namespace {

using Label = faiss::Index::idx_t;
using libraries::milliseconds_since;

/// The exact norm of a row in the metric.
double norm(const float* row, int dimension, Metric metric) {
    static const std::vector<float> zeros(4096);
    return exact_distance(row, zeros.data(), dimension, metric);
}

/// A lower bound of the distance of points that the library left out, if the value of its last candidate is `last` (squared for Euclid),
/// and the query minus the mean has norm q. Errors, u = 2^-24, D dimensions, d' the true distance of the rows minus the mean:
///   dot form (and, smaller, difference form): |value - d'^2| <= (D + 8) u (|x'| + q)^2 + 4 D 2^-149 (sums of D products in any
///   order, with or without FMA; squares too small for float32), and |x'| <= q + d';
///   Manhattan: a factor 1 +- (D + 1) u; Chebyshev: 1 +- u;
///   the mean: x' is rounded once, |d - d'| <= u (|x'| + q).
/// Each holds for every point left out and grows with d'. So it holds for the smallest d' that the value allows.
///
/// Inner products (least_left_out), as rank values: the mean m is subtracted only from points. q p = q p' + q m, so points minus the mean
/// have the same order. The library's value has an error of at most (D + 8) u q |x'|, rounding x' one of u q |x'|. `longest` is the
/// greatest |x'|; `shift` is q m, summed in double precision; `middle` is |m|.
double least_left_out(double last, double q, double longest, double shift, double middle, int dimension) {
    constexpr double u = 0x1p-24, more = 1.01;
    return last - shift - more * (dimension + 9) * u * q * longest - 0x1p-40 * q * (middle + longest) - 4.0 * dimension * 0x1p-149;
}
double nearest_left_out(double last, double q, int dimension, Metric metric) {
    constexpr double u = 0x1p-24, more = 1.01;  // `more` for second-order terms
    double d = 0;
    if (metric == Metric::euclidean) {
        const double sum = 2 * q + std::sqrt(last);
        const double square = last - more * (dimension + 8) * u * sum * sum - 4.0 * dimension * 0x1p-149;
        d = square > 0 ? std::sqrt(square) : 0;
    } else {
        d = last * (1 - more * (metric == Metric::manhattan ? dimension + 1 : 2) * u);
    }
    return d - more * u * (2 * q + d);
}

/// One candidate as the library returns it.
struct Candidate {
    float value;
    std::int32_t index;
    bool operator<(const Candidate& other) const { return value != other.value ? value < other.value : index < other.index; }
};

class Flat final : public Search {
public:
    Flat(const Points& points, unsigned threads, const Progress& progress) : points_(points), threads_(threads) {
        const auto began = std::chrono::steady_clock::now();
        const std::size_t bytes = std::size_t(points.count) * std::size_t(points.dimension) * sizeof(float);
        libraries::require_free(bytes, "faiss-flat-cpu: its copy of the points");
        centre_ = libraries::Centre(points, progress);
        const std::int64_t piece = std::min<std::int64_t>(4096, shard_rows()), shard = shard_rows() / piece * piece;
        std::vector<float> rows;
        for (std::int64_t first = 0; first < points.count; first += piece) {
            if (first % shard == 0) shards_.push_back(std::make_unique<faiss::IndexFlat>(points.dimension));
            const std::int64_t some = std::min(piece, points.count - first);
            rows.resize(std::size_t(some) * std::size_t(points.dimension));
            centre_.subtract(points.coordinates + first * points.dimension, some, rows.data());
            shards_.back()->add(some, rows.data());
            for (std::int64_t row = 0; row < some; ++row)
                longest_ = std::max(longest_, norm(rows.data() + row * points.dimension, points.dimension, Metric::euclidean));
            progress.step(double(first + some), double(points.count));
        }
        build_milliseconds_ = milliseconds_since(began);
    }

    double build_milliseconds() const override { return build_milliseconds_; }

    std::size_t bytes_needed(const Problem& problem) const override {
        const Sizes sizes = sizes_for(problem);
        return candidates_.more_for(sizes.candidates) + exact_.more_for(sizes.candidates) + value_.more_for(sizes.of_shards) +
               label_.more_for(sizes.of_shards) + moved_.more_for(sizes.rows) + original_.more_for(sizes.rows);
    }

    Report answer(const Queries& queries, const Lists& lists, const Problem& problem, const Progress& progress, Measure measure) override;

private:
    /// Coordinates of one index, approximately. Several indices, as in the library's IndexShards, let threads share one query, and a search
    /// be cancelled between two of them.
    static constexpr std::int64_t most_values = std::int64_t(1) << 23;
    static constexpr int retry_factor = 4;  ///< by which the number of candidates grows when a query is repeated

    int width_for(int k, int factor) const {
        const std::int64_t width = std::int64_t(factor) * (k + 1 + std::max(8, k / 4));
        return int(std::min(width, points_.count));
    }
    /// Queries in one call of the library.
    std::int64_t piece_of_queries() const {
        const double row = libraries::work_of_pairs(double(std::min(points_.count, shard_rows())), points_.dimension);
        return std::max<std::int64_t>(1, std::int64_t(libraries::work_per_call / std::max(row, 1.0)));
    }
    /// Queries that are answered together: a few calls for each thread, and at most 4 million candidates.
    std::int64_t batch_for(std::int64_t queries, int width) const {
        const std::int64_t room = (std::int64_t(1) << 22) / (std::int64_t(width + 1) * std::int64_t(shards_.size() + 1));
        return std::clamp<std::int64_t>(std::min(4 * threads_ * piece_of_queries(), room), 1, std::max<std::int64_t>(queries, 1));
    }
    /// Entries of the scratch arrays, including queries that are repeated.
    struct Sizes {
        std::size_t candidates, of_shards, rows;
    };
    Sizes sizes_for(const Problem& problem) const {
        const int width = width_for(problem.k, retry_factor);
        const std::size_t batch = std::size_t(batch_for(problem.queries, width)), candidates = batch * std::size_t(width);
        return {candidates, candidates * shards_.size(), batch * std::size_t(points_.dimension)};
    }
    std::int64_t shard_rows() const { return std::max<std::int64_t>(1, most_values / (points_.dimension + 24)); }

    void search_shards(const float* moved, std::int64_t count, int width, Metric, const std::atomic<bool>* stop);
    std::vector<std::int64_t> try_width(Run&, const Queries&, std::span<const std::int64_t> which, const Problem&, int width, const Lists&,
        const Progress&, std::int64_t& done, std::int64_t of);

    Points points_;
    unsigned threads_;
    libraries::Centre centre_;
    std::vector<std::unique_ptr<faiss::IndexFlat>> shards_;
    double longest_ = 0;  ///< the greatest length of the rows minus the mean
    double build_milliseconds_ = 0;
    Stream stream_;
    Scratch<Candidate> candidates_;  ///< [queries][width], unordered, except that the last is the farthest
    Scratch<Exact> exact_;           ///< [queries][width]
    Scratch<float> value_;           ///< [shards][queries][width], only the first entries of a call if a shard has fewer
    Scratch<Label> label_;
    Scratch<float> moved_, original_;  ///< [queries][dimension]: minus the mean, and unchanged
    struct {
        Candidate* candidates;
        Exact* exact;
        float *value, *moved, *original;
        Label* label;
    } at_ = {};
};

/// Fills candidates_[query][0 .. width) with the nearest by the library's values, the farthest of them last.
void Flat::search_shards(const float* moved, std::int64_t count, int width, Metric metric, const std::atomic<bool>* stop) {
    const std::int64_t shards = std::int64_t(shards_.size()), piece = piece_of_queries(), pieces = (count + piece - 1) / piece;
    const auto width_of = [&](std::int64_t shard) { return std::min<std::int64_t>(width, shards_[std::size_t(shard)]->ntotal); };
    for (const auto& shard : shards_)
        shard->metric_type = metric == Metric::euclidean   ? faiss::METRIC_L2
                             : metric == Metric::manhattan ? faiss::METRIC_L1
                             : metric == Metric::chebyshev ? faiss::METRIC_Linf
                                                           : faiss::METRIC_INNER_PRODUCT;
    // The library answers only that many queries by matrix products.
    if ((metric == Metric::euclidean || metric == Metric::inner_product) &&
        std::min(piece, count) >= faiss::distance_compute_blas_threshold)
        libraries::open_blas();
    libraries::in_parallel(shards * pieces, 1, threads_, stop, [&](std::int64_t task, std::int64_t) {
        const libraries::SingleThreadScope alone;
        const std::int64_t shard = task % shards, first = task / shards * piece;
        const std::size_t at = std::size_t((shard * count + first) * width);
        shards_[std::size_t(shard)]->search(
            std::min(piece, count - first), moved + first * points_.dimension, width_of(shard), at_.value + at, at_.label + at);
    });
    libraries::in_parallel(count, 64, threads_, stop, [&](std::int64_t from, std::int64_t to) {
        std::vector<Candidate> all;
        for (std::int64_t query = from; query < to; ++query) {
            all.clear();
            std::int64_t first_row = 0;
            for (std::int64_t shard = 0; shard < shards; ++shard) {
                const std::int64_t first = query / piece * piece, here = width_of(shard);  // rows of a call are adjacent
                const std::size_t at = std::size_t((shard * count + first) * width + (query - first) * here);
                for (std::size_t i = at; i < at + std::size_t(here); ++i)
                    all.push_back({metric == Metric::inner_product ? rank_value(metric, at_.value[i]) : std::max(at_.value[i], 0.0f),
                        std::int32_t(first_row + at_.label[i])});
                first_row += shards_[std::size_t(shard)]->ntotal;
            }
            if (width == 0) continue;
            std::nth_element(all.begin(), all.begin() + width - 1, all.end());
            std::copy_n(all.begin(), width, at_.candidates + query * width);
        }
    });
}

/// Answers the queries `which` with `width` candidates each; returns those that may need more.
std::vector<std::int64_t> Flat::try_width(Run& run, const Queries& queries, std::span<const std::int64_t> which, const Problem& problem,
    int width, const Lists& lists, const Progress& progress, std::int64_t& done, std::int64_t of) {
    const int dimension = points_.dimension, k = problem.k;
    const bool all_points_in_list = width == points_.count;
    std::vector<std::int64_t> uncertain;
    const std::int64_t batch = batch_for(std::int64_t(which.size()), width_for(k, retry_factor));  // as in sizes_for
    const double n = double(points_.count), D = dimension;
    for (std::size_t first = 0; first < which.size(); first += std::size_t(batch)) {
        const auto some = which.subspan(first, std::min(std::size_t(batch), which.size() - first));
        const std::int64_t count = std::int64_t(some.size());
        {
            const auto phase = run.phase("search", {.bytes = 4 * n * D + 4 * D * double(count),
                                                       .operations = 3 * n * D * double(count),
                                                       .formula = "4 n D + 4 D |Q| bytes, 3 n D |Q| operations"});
            for (std::int64_t i = 0; i < count; ++i)
                std::copy_n(queries.points.coordinates + some[std::size_t(i)] * dimension, dimension, at_.original + i * dimension);
            centre_.subtract(at_.original, count, at_.moved);
            search_shards(problem.metric == Metric::inner_product ? at_.original : at_.moved, count, width, problem.metric, progress.stop);
        }
        const auto excluded = [&](std::int64_t query) { return queries.exclude ? queries.exclude[some[std::size_t(query)]] : -1; };
        libraries::exact_distances(
            run, points_, {{at_.original, count, dimension, queries.points.largest}, nullptr}, width, problem.metric,
            [&](std::int64_t query, int i) {
                const std::int32_t index = at_.candidates[query * width + i].index;
                return index == excluded(query) ? -1 : index;
            },
            at_.exact, threads_, progress.stop);
        std::vector<char> certain(std::size_t(count), 1);
        libraries::order(run, count, width, k, at_.exact, threads_, progress.stop, [&](std::int64_t query, const Exact* sorted) {
            libraries::write_list(lists, some[std::size_t(query)], k, sorted, width);
            if (all_points_in_list) return;
            const double last = at_.candidates[(query + 1) * width - 1].value;
            const float* const original = at_.original + query * dimension;
            const double limit =
                problem.metric == Metric::inner_product
                    ? least_left_out(last, norm(original, dimension, Metric::euclidean), longest_, centre_.product_with(original),
                          centre_.length(), dimension)
                    : nearest_left_out(last, norm(at_.moved + query * dimension, dimension, problem.metric), dimension, problem.metric);
            certain[std::size_t(query)] = sorted[k - 1].index >= 0 && sorted[k - 1].distance < limit;
        });
        for (std::size_t i = 0; i < some.size(); ++i)
            if (!certain[i]) uncertain.push_back(some[i]);
            else ++done;
        run.count("distances", count * points_.count);
        run.tile_done(double(done), double(of));
    }
    return uncertain;
}

Report Flat::answer(const Queries& queries, const Lists& lists, const Problem& problem, const Progress& progress, Measure measure) {
    const std::int64_t count = queries.points.count;
    std::vector<std::int64_t> which(static_cast<std::size_t>(count));
    for (std::int64_t query = 0; query < count; ++query) which[std::size_t(query)] = query;
    std::int64_t done = 0;
    if (count == 0) return Run(stream_, progress, measure).finish();
    const Sizes sizes = sizes_for(problem);
    at_ = {.candidates = candidates_.at_least(stream_, sizes.candidates, "faiss-flat-cpu: candidates"),
        .exact = exact_.at_least(stream_, sizes.candidates, "faiss-flat-cpu: exact distances"),
        .value = value_.at_least(stream_, sizes.of_shards, "faiss-flat-cpu: distances"),
        .moved = moved_.at_least(stream_, sizes.rows, "faiss-flat-cpu: queries less the middle"),
        .original = original_.at_least(stream_, sizes.rows, "faiss-flat-cpu: queries"),
        .label = label_.at_least(stream_, sizes.of_shards, "faiss-flat-cpu: indices")};

    Run run(stream_, progress, measure);
    which = try_width(run, queries, which, problem, width_for(problem.k, 1), lists, progress, done, count);
    run.count("fallback queries", std::int64_t(which.size()));
    if (!which.empty()) which = try_width(run, queries, which, problem, width_for(problem.k, retry_factor), lists, progress, done, count);
    run.count("queries scanned in double", std::int64_t(which.size()));
    if (!which.empty()) {  // more than `width` points at nearly the same distance
        const auto phase = run.phase("search", {.bytes = 4.0 * double(points_.count) * points_.dimension,
                                                   .operations = 3.0 * double(points_.count) * points_.dimension * double(which.size()),
                                                   .formula = "4 n D + 4 D |Q| bytes, 3 n D |Q| operations"});
        const std::size_t values = std::size_t(points_.count) * std::size_t(points_.dimension);
        const HostRows rows{{points_.coordinates, values}, points_.dimension};
        libraries::search_in_double(
            rows, std::int64_t(which.size()), problem.k, problem.metric, threads_, progress.stop,
            [&](std::int64_t i) {
                const std::int64_t query = which[std::size_t(i)];
                return libraries::DoubleQuery{
                    queries.points.coordinates + query * points_.dimension, queries.exclude ? queries.exclude[query] : -1};
            },
            [&](std::int64_t i, const std::vector<TrueNeighbour>& truth) {
                std::vector<Exact> sorted;
                for (const TrueNeighbour& neighbour : truth)
                    sorted.push_back({rank_value(problem.metric, neighbour.distance), std::int32_t(neighbour.index)});
                libraries::write_list(lists, which[std::size_t(i)], problem.k, sorted.data(), int(sorted.size()));
            });
    }
    return run.finish();
}

}  // namespace

std::unique_ptr<Search> prepare(const Points& points, const Options& options, const Progress& progress) {
    return std::make_unique<Flat>(points, libraries::threads_of(options.get<std::int64_t>("threads")), progress);
}

}  // namespace neighborscope::host::faiss_flat_cpu
