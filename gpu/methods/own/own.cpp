// `own`: the search of an index of another library, replayed from its file (gpu/index). Approximate: what the library misses is missed here.
// The k rows that the library returns get exact distances and the order of all methods.
#include "gpu/index/loss.hpp"
#include "gpu/index/own_index.hpp"
#include "gpu/index/replay_pool.hpp"
#include "gpu/index/step_recorder.hpp"
#include "gpu/inverted_lists.hpp"
#include "gpu/kernels/tile.hpp"
#include "gpu/libraries/host_finish.hpp"
#include "gpu/libraries/in_parallel.hpp"

#include <cctype>

namespace neighborscope::host::own {
namespace {

/// The value of an option, 0 if it is not set. Usage Error if it is set and this index does not have it.
int setting_in(const Options& options, std::string_view option, const stored::StoredIndex* index) {
    const std::int64_t value = options.get<std::int64_t>(option);
    const std::string_view its = index ? stored::option_of(*index) : option;
    if (value != 0 && its != option)
        throw Error(Failure::usage, "own has no option '" + std::string(option) + "' for this index, " + index->kind,
            its.empty() ? "it has no options" : "set " + std::string(its));
    return int(value);
}

class Own final : public Search {
public:
    Own(const Points& points, const Options& options)
        : points_(points),
          index_(points.own.index),
          settings_{1, setting_in(options, "ef", points.own.index), setting_in(options, "probes", points.own.index), points.filter},
          threads_(libraries::threads_of(0)) {}

    std::size_t bytes_needed(const Problem& problem) const override {
        const std::size_t entries = std::size_t(batch_for(problem.queries, width_for(problem))) * std::size_t(width_for(problem));
        const bool graph = points_.own.index && points_.own.index->has_graph();
        const std::size_t new_replays = threads_ - std::min<std::size_t>(threads_, replays_.free_count());
        return exact_.more_for(entries) + row_.more_for(entries) +
               (graph ? new_replays * std::size_t(points_.count) * sizeof(std::uint32_t) : 0);
    }

    Report answer(const Queries& queries, const Lists& lists, const Problem& problem, const Progress& progress, Measure measure) override;
    std::vector<MissReason> miss_reasons(const float* query, std::span<const std::int32_t> rows) override;
    std::shared_ptr<const InvertedLists> inverted_lists() override;

private:
    /// Libraries leave no row out: where a query does, they are asked for one more.
    static int width_for(const Problem& problem) { return problem.k + (problem.exclude_self ? 1 : 0); }
    /// Queries that are answered together: at most 4 million entries of lists.
    static std::int64_t batch_for(std::int64_t queries, int width) {
        return std::clamp<std::int64_t>((std::int64_t(1) << 22) / width, 1, std::max<std::int64_t>(queries, 1));
    }
    void use_metric(Metric);
    Steps steps_of(const float* query, const Problem&, std::int32_t exclude, const Exact* sorted, int width);
    LowerBound lower_bound(const Problem&, std::int64_t queries) const;

    Points points_;
    const stored::StoredIndex* index_;                        ///< the one to search: that of the points, or `with_metric_`
    std::unique_ptr<const stored::StoredIndex> with_metric_;  ///< the same with a metric that its file does not say
    stored::ReplaySettings settings_;                         ///< k and what follows from it: those of the last search
    unsigned threads_;
    stored::ReplayPool replays_;
    std::unique_ptr<stored::ReachOfStarts> reach_;         ///< made when a miss is first explained
    std::shared_ptr<const InvertedLists> inverted_lists_;  ///< null: not requested yet
    Stream stream_;
    Scratch<Exact> exact_;       ///< [queries][width]
    Scratch<std::int32_t> row_;  ///< [queries][width]
};

/// A file that does not say its metric is searched by any.
void Own::use_metric(Metric metric) {
    if (stored::metric_of(*index_) == metric) return;
    replays_.clear();
    reach_.reset();
    inverted_lists_.reset();
    index_ = points_.own.index;
    if (stored::metric_of(*index_) == metric) return;
    auto changed = std::make_unique<stored::StoredIndex>(*index_);
    stored::set_metric(*changed, stored::vector_metric_of(metric));
    with_metric_ = std::move(changed);
    index_ = with_metric_.get();
}

LowerBound Own::lower_bound(const Problem& problem, std::int64_t queries) const {
    const double entries = double(queries) * std::min<double>(problem.k, double(points_.count)), D = points_.dimension;
    const double vector = double(index_->codec().bytes());
    return {.bytes = 8 * entries,
        .formula = "8 k |Q| bytes of lists",
        .traversal = {{"distances", {}, vector, 3 * D, vector * double(points_.count)}}};
}

/// The steps of the search for one query, whose k nearest are sorted. The last two phases are as all methods record them
/// (gpu/kernels/finish.cuh).
Steps Own::steps_of(const float* query, const Problem& problem, std::int32_t exclude, const Exact* sorted, int width) {
    const stored::ReplayPool::Borrowed replay(replays_, *index_);
    replay->search(query, settings_);
    stored::StepRecorder::Asked asked{problem.k, stored::settled(*index_, settings_), exclude, {}, replay->counts().distances};
    for (int i = 0; i < std::min(problem.k, width) && sorted[i].index >= 0; ++i) asked.list.push_back(std::int32_t(sorted[i].index));
    stored::StepRecorder recorder(*index_, asked);
    replay->search(query, settings_, recorder);
    Steps steps = recorder.take();
    for (int part = 0; part < 2; ++part)
        for (int i = 0; i < (part == 0 ? width : std::min(problem.k, width)) && sorted[i].index >= 0; ++i) {
            Step& step = steps.emplace_back();
            step.phase = 1 + part;
            step.kind = stored::step_exact_distance + part;
            step.entered = {std::int32_t(sorted[i].index), rank_value(problem.metric, float(sorted[i].distance))};
            if (part == 1) step.size = i + 1;
        }
    return steps;
}

Report Own::answer(const Queries& queries, const Lists& lists, const Problem& problem, const Progress& progress, Measure measure) {
    use_metric(problem.metric);
    const std::int64_t count = queries.points.count;
    const int width = width_for(problem);
    settings_.k = width;
    const std::int64_t batch = batch_for(count, width);
    const std::size_t entries = std::size_t(batch) * std::size_t(width);
    std::int32_t* const row = row_.at_least(stream_, entries, "own: rows");
    Exact* const exact = exact_.at_least(stream_, entries, "own: exact distances");
    std::atomic<std::int64_t> distances{0}, hops{0}, probed{0};
    Steps steps;

    Run run(stream_, progress, measure);
    for (std::int64_t first = 0; first < count; first += batch) {
        Queries some{queries.points, queries.exclude ? queries.exclude + first : nullptr};
        some.points.coordinates += first * points_.dimension;
        some.points.count = std::min(batch, count - first);
        {
            const auto phase = run.phase("search", lower_bound(problem, some.points.count));
            constexpr std::int64_t piece = 8;  // queries
            libraries::in_parallel(some.points.count, piece, threads_, progress.stop, [&](std::int64_t begin, std::int64_t end) {
                const stored::ReplayPool::Borrowed replay(replays_, *index_);
                for (std::int64_t query = begin; query < end; ++query) {
                    std::int32_t* at = row + query * width;
                    std::int32_t *const last = at + problem.k, *const past = at + width;
                    for (const stored::Found& found : replay->search(some.points.coordinates + query * points_.dimension, settings_)) {
                        if (some.exclude && found.row == some.exclude[query]) continue;
                        if (at == last) break;  // by the library's order, which may be another than by exact distances
                        *at++ = found.row;
                    }
                    std::fill(at, past, -1);
                    distances += replay->counts().distances;
                    hops += replay->counts().hops;
                    probed += replay->counts().lists;
                }
            });
        }
        libraries::exact_distances(
            run, points_, some, width, problem.metric, [&](std::int64_t query, int i) { return row[query * width + i]; }, exact, threads_,
            progress.stop);
        libraries::order(
            run, some.points.count, width, problem.k, exact, threads_, progress.stop, [&](std::int64_t query, const Exact* sorted) {
                libraries::write_list(lists, first + query, problem.k, sorted, width);
                if (measure == Measure::steps)
                    steps = steps_of(some.points.coordinates, problem, some.exclude ? *some.exclude : -1, sorted, width);
            });
        run.tile_done(double(first + some.points.count), double(count));
    }
    run.count("distances", distances);
    if (index_->has_graph()) run.count("rows whose links were followed", hops);
    if (index_->lists) run.count("lists probed", probed);
    Report report = run.finish();
    report.steps = std::move(steps);
    return report;
}

std::shared_ptr<const InvertedLists> Own::inverted_lists() {
    if (!index_ || !index_->lists || !index_->lists->coarse->has_vectors()) return nullptr;
    const int probes = stored::settled(*index_, settings_).probes;
    if (!inverted_lists_) inverted_lists_ = std::make_shared<const InvertedLists>(stored::lists_of(*index_, points_.coordinates, probes));
    return inverted_lists_;
}

std::vector<MissReason> Own::miss_reasons(const float* query, std::span<const std::int32_t> rows) {
    std::vector<MissReason> all(rows.size());
    if (!index_ || rows.empty()) return all;
    if (index_->has_graph() && !reach_) reach_ = std::make_unique<stored::ReachOfStarts>(*index_);
    // Points are what the index holds, decoded: only where numbers are lost can their order be another.
    const bool lossless = index_->codec().is_exact() && !index_->rounds_query;
    const stored::Searched searched{*index_,
        lossless ? std::span<const float>() : std::span(points_.coordinates, std::size_t(points_.count) * std::size_t(points_.dimension))};
    const stored::ReplayPool::Borrowed replay(replays_, *index_);
    stored::LossExplainer explainer(searched, *replay, reach_.get(), stored::settled(*index_, settings_), query);
    std::vector<float> decoded;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        stored::Loss loss;
        loss.row = rows[i];
        loss.distance = stored::true_distance(query, searched.row(rows[i], decoded), points_.dimension, index_->metric);
        explainer.explain(loss);
        MissReason& reason = all[i];
        reason.what = stored::name(loss.cause);
        reason.sentence = stored::reason_of(loss, *index_) + ".";
        reason.sentence[0] = char(std::toupper(static_cast<unsigned char>(reason.sentence[0])));
        if (loss.needed > 0) reason.option = stored::option_of(*index_), reason.value = std::to_string(loss.needed);
    }
    return all;
}

}  // namespace

std::unique_ptr<Search> prepare(const Points& points, const Options& options, const Progress&) {
    return std::make_unique<Own>(points, options);
}

}  // namespace neighborscope::host::own
