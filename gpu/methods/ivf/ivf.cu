// `ivf`: what a FAISS user runs when exhaustive search takes too long. k-means divides the points into lists; a query scans the rows of
// the lists with the nearest centroids: J. Johnson, M. Douze, H. Jegou, "Billion-scale similarity search with GPUs", 2019, section 5.
#include "gpu/device/primitives.hpp"
#include "gpu/inverted_lists.hpp"
#include "gpu/kernels/finish.cuh"
#include "gpu/methods/ivf/index.hpp"
#include "gpu/methods/ivf/kernels.cuh"

#if !defined(__CUDACC__)
#include "gpu/libraries/host_finish.hpp"
#include "gpu/libraries/in_parallel.hpp"
#endif

#include <array>
#include <optional>

namespace neighborscope::NEIGHBORSCOPE_DEVICE::ivf {

namespace {

constexpr std::string_view centroids_phase = "nearest centroids", scan_phase = "scan of lists";
constexpr int least_more = 16;  ///< neighbours kept beyond k: float32 orders equal distances arbitrarily
constexpr int most_k = 32 * most_registers - least_more;
constexpr int most_lists = 65536, most_probes_at_once = 32 * most_registers;
constexpr std::int64_t most_queries = 4096, most_keys = 1 << 25;  ///< of a batch
constexpr int most_parts = 512, least_rows_of_part = 64, warps_of_multiprocessor = 64;
constexpr int most_row_a_lane = 32;  ///< most dimensions of rows that one lane reads

int lists_for(const Options& options, std::int64_t count) {
    const std::int64_t typed = options.get<std::int64_t>("lists");
    return int(std::clamp<std::int64_t>(typed > 0 ? typed : std::llround(std::sqrt(double(count))), 1, std::max<std::int64_t>(count, 1)));
}

class Ivf final : public Search {
public:
    Ivf(const Points& points, const Options& options, const Progress& progress)
        : points_(points),
          lists_(points.learned.empty() ? lists_for(options, points.count) : int(points.learned.size()) / points.dimension),
          probes_(int(std::min<std::int64_t>(options.get<std::int64_t>("probes"), lists_))) {
        if (points.count == 0) return;
        const std::size_t needed = Index::bytes_needed(points.count, points.dimension, lists_), free = free_bytes();
        if (needed > free)
            throw Error(Failure::memory,
                "ivf: an index over " + std::to_string(points.count) + " points needs " + std::to_string(needed) +
                    " bytes of device memory, " + std::to_string(free) + " are free",
                "use fewer points or another method");
        const CancellationScope stops(stream_, progress);
        Event begin, end;
        begin.record(stream_);
        index_.emplace(stream_, points, lists_, progress);
        end.record(stream_);
        stream_.wait();
        build_milliseconds_ = Event::milliseconds(begin, end);
    }

    double build_milliseconds() const override { return build_milliseconds_; }
    std::shared_ptr<const InvertedLists> inverted_lists() override {
        if (index_ && !inverted_lists_) inverted_lists_ = std::make_shared<const InvertedLists>(index_->copy_to_host(stream_, probes_));
        return inverted_lists_;
    }
    std::vector<MissReason> miss_reasons(const float* query, std::span<const std::int32_t> rows) override {
        const auto lists = inverted_lists();
        return lists ? lists->miss_reasons(query, rows) : std::vector<MissReason>(rows.size());
    }

    std::size_t bytes_needed(const Problem& problem) const override {
        if (problem.queries == 0) return 0;
        const Plan plan = make_plan(problem.queries, problem.k);
        const auto queries = std::size_t(plan.queries);
        std::size_t bytes = chosen_.more_for(plan.chosen());
        if (index_) {
            bytes += keys_.more_for(plan.keys()) + before_.more_for(plan.before()) + parts_.more_for(plan.of_parts());
            if (sorts()) bytes += sorted_.more_for(plan.keys());
            if (pads()) bytes += padded_.more_for(queries * std::size_t(index_->stride()));
        }
#if defined(__CUDACC__)
        return bytes + found_index_.more_for(plan.chosen()) + found_distance_.more_for(plan.chosen()) +
               scratch_.more_for(finish_bytes(plan.queries, plan.width));
#else
        return bytes + exact_.more_for(plan.chosen());
#endif
    }

    Report answer(const Queries& queries, const Lists& lists, const Problem& problem, const Progress& progress, Measure measure) override {
        const std::int64_t count = queries.points.count;
        const int D = points_.dimension, k = problem.k;
        if (count == 0) return Run(stream_, progress, measure).finish();
        const Plan plan = make_plan(count, k);
        prepare(plan);
        Run run(stream_, progress, measure);
        std::int64_t scanned = 0;
        for (std::int64_t first = 0; first < count; first += plan.queries) {
            Queries some = queries;
            some.points.count = std::min(plan.queries, count - first);
            some.points.coordinates += first * D;
            if (some.exclude) some.exclude += first;
            if (index_) {
                find_lists(run, some);
                scan(run, plan, some, problem.metric);
                if (measure == Measure::counters) scanned += rows_scanned(some.points.count);
            } else {
                run_empty_phases(run);
            }
            finish(run, plan, some, k, problem.metric, {lists.index + first * k, lists.distance + first * k}, progress.stop);
            run.tile_done(double(first + some.points.count), double(count));
        }
        run.count("lists probed", index_ ? count * probes_ : 0);
        run.count("distances to centroids", index_ ? count * lists_ : 0);
        run.count("distances", scanned);
        return run.finish();
    }

private:
    /// Queries of a batch; neighbours kept while lists are scanned, and those passed to the last step; parts of a query's rows.
    struct Plan {
        std::int64_t queries;
        int lists, probes, length, width, parts;
        std::size_t keys() const { return std::size_t(queries) * std::size_t(lists); }
        std::size_t before() const { return std::size_t(queries) * (std::size_t(probes) + 1); }
        std::size_t of_parts() const { return parts > 1 ? std::size_t(queries) * std::size_t(parts) * std::size_t(length) : 0; }
        std::size_t chosen() const { return std::size_t(queries) * std::size_t(width); }
    };

    Plan make_plan(std::int64_t queries, int k) const {
        const std::int64_t most = std::clamp<std::int64_t>(most_keys / lists_, 1, most_queries), batches = (queries + most - 1) / most;
        const int width = int(std::clamp<std::int64_t>(points_.count, k, k + least_more));
        Plan plan{(queries + batches - 1) / batches, lists_, probes_, list_length(width), width, 1};
        const std::int64_t busy = std::int64_t(busy_scans()) * limits().multiprocessors / plan.queries;
        const double rows = double(points_.count) * probes_ / lists_;
        const auto fit = std::int64_t(rows / std::max(least_rows_of_part, plan.length));
        const auto quick = std::int64_t(rows * work_of_own_pair(points_.dimension) / work_per_scan());  // can be cancelled in time
        plan.parts = int(std::clamp<std::int64_t>(std::max(std::min(busy, fit), quick), 1, most_parts));
        return plan;
    }
#if defined(__CUDACC__)
    static int busy_scans() { return warps_of_multiprocessor; }
    static double work_per_scan() { return 0x1p24; }
    bool sorts() const { return probes_ > most_probes_at_once; }
#else
    static int busy_scans() { return 2; }
    static double work_per_scan() { return work_per_thread(); }
    bool sorts() const { return false; }
#endif
    bool pads() const { return index_->stride() != points_.dimension; }

    void prepare(const Plan& plan) {
        const auto queries = std::size_t(plan.queries);
        chosen_.at_least(stream_, plan.chosen(), "ivf: candidates");
        if (index_) {
            keys_.at_least(stream_, plan.keys(), "ivf: distances to centroids");
            before_.at_least(stream_, plan.before(), "ivf: rows of the lists probed");
            parts_.at_least(stream_, plan.of_parts(), "ivf: lists of parts");
            if (sorts()) sorted_.at_least(stream_, plan.keys(), "ivf: distances to centroids");
            if (pads()) padded_.at_least(stream_, queries * std::size_t(index_->stride()), "ivf: queries");
        }
#if defined(__CUDACC__)
        found_index_.at_least(stream_, plan.chosen(), "ivf: lists");
        found_distance_.at_least(stream_, plan.chosen(), "ivf: lists");
        scratch_.at_least(stream_, finish_bytes(plan.queries, plan.width), "ivf: exact distances");
#else
        exact_.at_least(stream_, plan.chosen(), "ivf: exact distances");
#endif
    }

    Shape shape_for_scans(std::int64_t scans, int length = 0) const {
        Shape shape = shape_for_lanes(scans, lanes_of_list, scan_threads);
        shape.shared_bytes = list_bytes(length);
        return shape;
    }

    LowerBound centroids_lower_bound(double queries) const {
        const double D = points_.dimension, L = lists_;
        return {.bytes = 4 * D * (L + queries),
            .operations = 3 * D * L * queries,
            .formula = "4 (lists + |Q|) D bytes, 3 lists D |Q| operations"};
    }
    LowerBound scan_lower_bound() const {
        const double D = points_.dimension;
        return {.formula = "4 D bytes of each row once, 3 D operations of each distance",
            .traversal = {{"distances", {}, 4 * D, 3 * D, 4 * D * double(points_.count)}}};
    }

    void find_lists(Run& run, const Queries& some) {
        const std::int64_t query_count = some.points.count;
        const auto phase = run.phase(centroids_phase, centroids_lower_bound(double(query_count)));
        index_->compare(stream_, some.points.coordinates, query_count, keys_.data());
        if (sorts()) {
            sort_runs(stream_, keys_.data(), sorted_.data(), std::size_t(query_count), std::size_t(lists_));
        } else {
            with_lists(list_length(probes_), [&](auto each) {
                launch(stream_, shape_for_scans(query_count), KERNEL(put_nearest_first<each.value>), keys_.data(), query_count, lists_,
                    probes_);
            });
        }
        launch(stream_, shape_for_scans(query_count), KERNEL(count_rows_before), nearest_lists(), query_count, lists_, probes_,
            index_->begins(), before_.data());
        if (pads()) index_->pad(stream_, some.points.coordinates, query_count, padded_.data());
    }
    const Key* nearest_lists() const { return sorts() ? sorted_.data() : keys_.data(); }

    void scan(Run& run, const Plan& plan, const Queries& some, Metric metric) {
        const std::int64_t query_count = some.points.count;
        const auto phase = run.phase(scan_phase, scan_lower_bound());
        const bool alone = plan.parts == 1;
        const Scan scan{index_->rows(), index_->numbers(), index_->begins(), pads() ? padded_.data() : some.points.coordinates,
            some.exclude, nearest_lists(), before_.data(), query_count, index_->stride(), lists_, probes_, plan.parts, plan.length,
            alone ? chosen_.data() : parts_.data(), alone ? plan.width : plan.length};
        with_lists(plan.length, [&](auto each) {
            with_distance(metric, [&](auto m) {
                using M = decltype(m);
#if defined(__CUDACC__)
                if (index_->stride() <= most_row_a_lane)
                    return launch(stream_, shape_for_scans(query_count * plan.parts), KERNEL(scan_lists<M, each.value, true>), scan);
#endif
                launch(stream_, shape_for_scans(query_count * plan.parts, plan.length), KERNEL(scan_lists<M, each.value, false>), scan);
            });
            for (int apart = 1; apart < plan.parts; apart *= joined_at_once) {
                const std::int64_t groups = (plan.parts + apart * joined_at_once - 1) / (apart * joined_at_once);
                launch(stream_, shape_for_scans(query_count * groups, plan.length), KERNEL(join_parts<each.value>), parts_.data(),
                    query_count, plan.length, plan.parts, apart, groups == 1 ? chosen_.data() : nullptr, plan.width);
            }
        });
    }

    /// For no points: enters and leaves the phases.
    void run_empty_phases(Run& run) {
        const auto first = run.phase(centroids_phase, centroids_lower_bound(0));
        const auto second = run.phase(scan_phase, {0, 0, "nothing, as there are no points"});
        chosen_.fill_bytes(stream_, 0xff);  // no_key
    }

    std::int64_t rows_scanned(std::int64_t query_count) {
        std::vector<unsigned> before(std::size_t(query_count) * (std::size_t(probes_) + 1));
        before_.to_host(stream_, std::span(before));
        std::int64_t sum = 0;
        for (std::size_t last = std::size_t(probes_); last < before.size(); last += std::size_t(probes_) + 1) sum += before[last];
        return sum;
    }

#if defined(__CUDACC__)
    void finish(Run& run, const Plan& plan, const Queries& some, int k, Metric metric, const Lists& out, const std::atomic<bool>*) {
        const std::int64_t entries = some.points.count * k;
        const Lists found = plan.width == k ? out : Lists{found_index_.data(), found_distance_.data()};
        finish_lists(run, points_, some, plan.width, metric, chosen_.data(), found, scratch_.data());
        if (plan.width == k) return;
        const auto phase = run.phase(order_phase, {0, 0, "nothing"});
        const std::int64_t blocks = std::min<std::int64_t>((entries + each_threads - 1) / each_threads, 65536);
        launch(stream_, {unsigned(blocks), each_threads}, KERNEL(keep_first), found, plan.width, out, k, entries);
    }
#else
    void finish(Run& run, const Plan& plan, const Queries& some, int k, Metric metric, const Lists& out, const std::atomic<bool>* stop) {
        const unsigned threads = unsigned(limits().multiprocessors);
        libraries::exact_distances(
            run, points_, some, plan.width, metric,
            [&](std::int64_t query, int i) { return index_of(chosen_.data()[query * plan.width + i]); }, exact_.data(), threads, stop);
        libraries::order(run, some.points.count, plan.width, k, exact_.data(), threads, stop,
            [&](std::int64_t query, const Exact* sorted) { libraries::write_list(out, query, k, sorted, plan.width); });
    }
#endif

    Points points_;
    int lists_, probes_;
    Stream stream_;               // declared before the memory allocated on it
    std::optional<Index> index_;  ///< none for no points
    double build_milliseconds_ = 0;
    std::shared_ptr<const InvertedLists> inverted_lists_;  ///< null: not requested yet
    Scratch<Key> keys_, sorted_, parts_, chosen_;
    Scratch<unsigned> before_;
    Scratch<float> padded_, found_distance_;
    Scratch<std::int32_t> found_index_;
    Scratch<unsigned char> scratch_;
    Scratch<Exact> exact_;
};

}  // namespace

MethodInfo info() {
    return {
        .name = "ivf",
        .title = "Inverted lists, approximate",
        .group = "Indexed",
        .citation =
            "J. Johnson, M. Douze, H. Jegou: Billion-scale similarity search with GPUs, 2019: IndexIVFFlat; the rival of Cordeiro & "
            "Zola, table 4",
        .help =
            "k-means divides the points into lists once. A query searches only the lists whose centroids are nearest by the Euclidean "
            "distance, and may miss neighbours in the others.",
        .supports = {.k_to = most_k,
            .approximate = true,
            .no_inner_product = "its lists are those whose centroids are near, and products are no distances to them",
            .sharding = Sharding::rows},
        .options = {{"lists", std::int64_t(0), IntegerRange{0, most_lists},
                        "number of lists that k-means makes; 0: the square root of the number of points"},
            {"probes", std::int64_t(8), IntegerRange{1, most_lists}, "lists that each query searches; with all lists the result is exact"}},
        .phases = {centroids_phase, scan_phase, exact_distances_phase, order_phase},
    };
}

std::unique_ptr<Search> prepare(const Points& points, const Options& options, const Progress& progress) {
    return std::make_unique<Ivf>(points, options, progress);
}

std::vector<float> learn(const Points& points, const Options& options, const Progress& progress) {
    Stream stream;
    const CancellationScope stops(stream, progress);
    return Index::learn(stream, points, lists_for(options, points.count), progress);
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::ivf
