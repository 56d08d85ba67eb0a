// `faiss-ivf-cpu`, FAISS's IndexIVFFlat: k-means divides the points into lists, and a query scans the `probes` lists with the nearest
// centroids. Approximate: neighbours in other lists are missed. Candidates are ranked again exactly, so that no result is wrong.
// Equal seeds make equal lists, for any number of threads.
#include "gpu/inverted_lists.hpp"
#include "gpu/kernels/tile.hpp"
#include "gpu/libraries/blas.hpp"
#include "gpu/libraries/faiss_support.hpp"
#include "gpu/libraries/host_finish.hpp"
#include "gpu/libraries/in_parallel.hpp"
#include "gpu/sample_rows.hpp"

#include <faiss/IndexFlat.h>
#include <faiss/IndexIVFFlat.h>

#include <cmath>
#include <unordered_map>

namespace neighborscope::host::faiss_ivf_cpu {

namespace {

using Label = faiss::Index::idx_t;

/// Finds nearest centroids in pieces of rows, over threads. Can be cancelled. The result does not depend on the number of threads, because
/// the pieces do not.
class Centres final : public faiss::IndexFlatL2 {
public:
    Centres(int dimension, unsigned threads) : faiss::IndexFlatL2(dimension), threads_(threads) {}
    void search(Label count, const float* rows, Label k, float* distances, Label* labels,
        const faiss::SearchParameters* parameters) const override {
        const Label piece =
            std::clamp<Label>(Label(libraries::work_per_call / libraries::work_of_pairs(double(ntotal), int(d))), 32, 1 << 14);
        libraries::in_parallel(count, piece, threads_, stop, [&](std::int64_t first, std::int64_t last) {
            const libraries::SingleThreadScope alone;
            faiss::IndexFlatL2::search(last - first, rows + first * d, k, distances + first * k, labels + first * k, parameters);
        });
    }
    const std::atomic<bool>* stop = nullptr;

private:
    unsigned threads_;
};

class Inverted final : public Search {
public:
    Inverted(const Points& points, const Options& options, const Progress& progress)
        : points_(points), threads_(libraries::threads_of(options.get<std::int64_t>("threads"))) {
        if (points.count == 0) return;
        const auto began = std::chrono::steady_clock::now();
        const libraries::SingleThreadScope alone;
        const std::int64_t typed = options.get<std::int64_t>("lists");
        lists_ = std::clamp<std::int64_t>(typed > 0 ? typed : std::llround(std::sqrt(double(points.count))), 1, points.count);
        probes_ = std::min(options.get<std::int64_t>("probes"), lists_);
        const std::size_t row_bytes = std::size_t(points.dimension) * sizeof(float) + sizeof(Label);
        libraries::require_free(std::size_t(points.count + std::min(points.count, most_rows_per_list * lists_)) * row_bytes,
            "faiss-ivf-cpu: its copy of the points, and those that k-means is given,");
        libraries::open_blas();
        centre_ = libraries::Centre(points, progress);
        centres_ = std::make_unique<Centres>(points.dimension, threads_);
        centres_->stop = progress.stop;
        index_ = std::make_unique<faiss::IndexIVFFlat>(centres_.get(), std::size_t(points.dimension), std::size_t(lists_));
        train(std::uint64_t(options.get<std::int64_t>("seed")), progress);
        fill(progress);
        centres_->stop = nullptr;  // it may point to an object that ends with this call
        index_->nprobe = std::size_t(probes_);
        build_milliseconds_ = libraries::milliseconds_since(began);
    }

    double build_milliseconds() const override { return build_milliseconds_; }
    std::vector<MissReason> miss_reasons(const float* query, std::span<const std::int32_t> rows) override;

    std::size_t bytes_needed(const Problem& problem) const override {
        const std::int64_t width = width_for(problem.k), batch = batch_for(problem.queries, width);
        const std::size_t entries = std::size_t(batch * width);
        return exact_.more_for(entries) + value_.more_for(entries) + label_.more_for(entries) +
               moved_.more_for(std::size_t(batch * points_.dimension));
    }

    Report answer(const Queries& queries, const Lists& lists, const Problem& problem, const Progress& progress, Measure measure) override;

private:
    /// Most points per list that k-means learns from: the library's own number.
    static constexpr std::int64_t most_rows_per_list = 256;

    void train(std::uint64_t seed, const Progress& progress) {
        const auto rows = sample_rows(points_.count, most_rows_per_list * lists_, seed);
        std::vector<float> given(rows.size() * std::size_t(points_.dimension));
        for (std::size_t i = 0; i < rows.size(); ++i)
            centre_.subtract(
                points_.coordinates + std::int64_t(rows[i]) * points_.dimension, 1, given.data() + i * std::size_t(points_.dimension));
        index_->cp.seed = int(seed);
        index_->cp.min_points_per_centroid = 1;  // FAISS would warn on standard error about fewer points than it prefers
        index_->train(Label(rows.size()), given.data());
    }

    void fill(const Progress& progress) {
        const std::int64_t piece = std::max<std::int64_t>(1, (1 << 22) / points_.dimension);
        std::vector<float> rows;
        for (std::int64_t first = 0; first < points_.count; first += piece) {
            const std::int64_t some = std::min(piece, points_.count - first);
            rows.resize(std::size_t(some) * std::size_t(points_.dimension));
            centre_.subtract(points_.coordinates + first * points_.dimension, some, rows.data());
            index_->add(some, rows.data());
            progress.step(double(first + some), double(points_.count));
        }
    }

    /// Candidates of a query: a few more than k, because the library's float32 values order equal distances arbitrarily.
    std::int64_t width_for(int k) const { return std::min<std::int64_t>(k + 1 + std::max(8, k / 4), points_.count); }

    /// Queries in one call of the library.
    std::int64_t piece_of_queries() const {
        const double scanned = double(points_.count) * double(probes_) / double(std::max<std::int64_t>(lists_, 1)) + double(lists_);
        return std::clamp<std::int64_t>(
            std::int64_t(libraries::work_per_call / libraries::work_of_pairs(scanned + 1, points_.dimension)), 1, 256);
    }
    /// Queries that are answered together: a few calls for each thread, and at most 4 million candidates.
    std::int64_t batch_for(std::int64_t queries, std::int64_t width) const {
        return std::clamp<std::int64_t>(
            std::min(8 * threads_ * piece_of_queries(), (std::int64_t(1) << 22) / (width + 1)), 1, std::max<std::int64_t>(queries, 1));
    }
    struct At {
        float *moved, *value;
        Label* label;
    };
    void search_lists(const At&, std::int64_t count, int width, std::atomic<std::int64_t>& probed, std::atomic<std::int64_t>& distances,
        const std::atomic<bool>* stop);

    Points points_;
    unsigned threads_;
    std::int64_t lists_ = 0, probes_ = 0;
    libraries::Centre centre_;
    std::unique_ptr<Centres> centres_;
    std::unique_ptr<faiss::IndexIVFFlat> index_;
    double build_milliseconds_ = 0;
    Stream stream_;
    Scratch<float> moved_, value_;  ///< [queries][dimension], [queries][width]
    Scratch<Label> label_;
    Scratch<Exact> exact_;
};

/// Sets at.label[query][width] for at.moved[query]: the library's candidates in the lists with the nearest centroids, then -1.
void Inverted::search_lists(const At& at, std::int64_t count, int width, std::atomic<std::int64_t>& probed,
    std::atomic<std::int64_t>& distances, const std::atomic<bool>* stop) {
    libraries::in_parallel(count, piece_of_queries(), threads_, stop, [&](std::int64_t first, std::int64_t last) {
        const libraries::SingleThreadScope alone;
        const std::int64_t some = last - first;
        const float* const rows = at.moved + first * points_.dimension;
        std::vector<float> to_centre(std::size_t(some * probes_));
        std::vector<Label> list(to_centre.size());
        faiss::IndexIVFStats stats;
        centres_->faiss::IndexFlatL2::search(some, rows, probes_, to_centre.data(), list.data());
        index_->search_preassigned(
            some, rows, width, list.data(), to_centre.data(), at.value + first * width, at.label + first * width, false, nullptr, &stats);
        probed += std::int64_t(stats.nlist);
        distances += std::int64_t(stats.ndis);
    });
}

/// Either all points of a list are scanned or none: it is probed if its centroid is one of the nearest.
std::vector<MissReason> Inverted::miss_reasons(const float* query, std::span<const std::int32_t> rows) {
    std::vector<MissReason> all(rows.size());
    if (!index_) return all;
    const libraries::SingleThreadScope alone;
    std::vector<float> moved(std::size_t(points_.dimension)), to_centre(static_cast<std::size_t>(lists_));
    std::vector<Label> nearest(to_centre.size());
    centre_.subtract(query, 1, moved.data());
    centres_->faiss::IndexFlatL2::search(1, moved.data(), lists_, to_centre.data(), nearest.data());
    std::unordered_map<Label, Label> list_of;
    for (const std::int32_t row : rows) list_of[row] = -1;
    for (std::size_t list = 0; list < std::size_t(lists_); ++list) {
        const faiss::InvertedLists::ScopedIds ids(index_->invlists, list);
        for (std::size_t i = 0; i < index_->invlists->list_size(list); ++i)
            if (const auto found = list_of.find(ids[i]); found != list_of.end()) found->second = Label(list);
    }
    const auto number = [](Label value) { return std::to_string(value); };
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const Label list = list_of[rows[i]];
        const Label place = std::find(nearest.begin(), nearest.end(), list) - nearest.begin();
        if (list < 0 || place >= lists_) continue;
        if (place >= probes_) all[i] = reason_list_skipped(list, place, lists_, probes_);
        else
            all[i] = {"rounding", "It lies in list " + number(list) +
                                      ", which was searched. The library's float32 distances did not rank it among the candidates."};
    }
    return all;
}

Report Inverted::answer(const Queries& queries, const Lists& lists, const Problem& problem, const Progress& progress, Measure measure) {
    const std::int64_t count = queries.points.count;
    const int dimension = points_.dimension, k = problem.k, width = int(width_for(k));
    const std::int64_t batch = batch_for(count, width);
    std::atomic<std::int64_t> probed{0}, distances{count * lists_};

    const std::size_t entries = std::size_t(batch * width);
    const At at = {.moved = moved_.at_least(stream_, std::size_t(batch * dimension), "faiss-ivf-cpu: queries less the middle"),
        .value = value_.at_least(stream_, entries, "faiss-ivf-cpu: distances"),
        .label = label_.at_least(stream_, entries, "faiss-ivf-cpu: indices")};
    Exact* const exact = exact_.at_least(stream_, entries, "faiss-ivf-cpu: exact distances");

    Run run(stream_, progress, measure);
    for (std::int64_t first = 0; first < count; first += batch) {
        Queries some{queries.points, queries.exclude ? queries.exclude + first : nullptr};
        some.points.coordinates += first * dimension;
        some.points.count = std::min(batch, count - first);
        const std::int64_t query_count = some.points.count;
        {
            const double neighbours = double(query_count) * std::min<double>(k, double(points_.count)), D = dimension;
            const double all = 4 * D * (double(lists_) + double(points_.count));  // centroids of the lists, and points
            const auto phase = run.phase("search",
                {.bytes = 8 * neighbours, .formula = "8 k |Q| bytes of lists", .traversal = {{"distances", {}, 4 * D, 3 * D, all}}});
            centre_.subtract(some.points.coordinates, query_count, at.moved);
            if (index_) search_lists(at, query_count, width, probed, distances, progress.stop);
        }
        libraries::exact_distances(
            run, points_, some, width, problem.metric,
            [&](std::int64_t query, int i) {
                const Label label = at.label[query * width + i];  // -1 if the lists hold fewer
                return some.exclude && label == some.exclude[query] ? -1 : std::int32_t(label);
            },
            exact, threads_, progress.stop);
        libraries::order(run, query_count, width, k, exact, threads_, progress.stop,
            [&](std::int64_t query, const Exact* sorted) { libraries::write_list(lists, first + query, k, sorted, width); });
        run.tile_done(double(first + query_count), double(count));
    }
    run.count("lists probed", probed);
    run.count("distances", distances);
    return run.finish();
}

}  // namespace

std::unique_ptr<Search> prepare(const Points& points, const Options& options, const Progress& progress) {
    return std::make_unique<Inverted>(points, options, progress);
}

}  // namespace neighborscope::host::faiss_ivf_cpu
