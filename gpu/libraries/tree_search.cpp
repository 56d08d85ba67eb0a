#include "gpu/libraries/tree_search.hpp"

namespace neighborscope::host::libraries {

TreeSearch::TreeSearch(std::string name, const Points& points, unsigned threads, Build build)
    : name_(std::move(name)), points_(points), threads_(threads), build_(std::move(build)) {
    tree_for(Metric::euclidean);
}

const Tree* TreeSearch::tree_for(Metric metric) {
    std::unique_ptr<Tree>& tree = trees_[int(metric)];
    if (!tree && points_.count > 0) {
        const auto began = std::chrono::steady_clock::now();
        tree = build_(points_, metric);
        build_milliseconds_ = milliseconds_since(began);
    }
    return tree.get();
}

std::size_t TreeSearch::bytes_needed(const Problem& problem) const {
    const std::size_t entries = std::size_t(problem.queries) * std::size_t(problem.k);
    return chosen_.more_for(entries) + exact_.more_for(entries);
}

Report TreeSearch::answer(const Queries& queries, const Lists& lists, const Problem& problem, const Progress& progress, Measure measure) {
    const std::int64_t count = queries.points.count;
    const int k = problem.k, dimension = points_.dimension;
    if (count == 0) return Run(stream_, progress, measure).finish();
    const Tree* const tree = tree_for(problem.metric);
    const std::size_t entries = std::size_t(count) * std::size_t(k);
    Key* const chosen = chosen_.at_least(stream_, entries, name_ + ": chosen neighbours");
    Exact* const exact = exact_.at_least(stream_, entries, name_ + ": exact distances");
    const PruningTolerance tolerance(points_.count, dimension);
    std::atomic<std::int64_t> nodes{0}, candidates{0};

    Run run(stream_, progress, measure);
    const std::int64_t batch = std::max<std::int64_t>(1 << 10, (1 << 20) / k),
                       piece = std::clamp<std::int64_t>(count / threads_ / 4, 1, 64);
    for (std::int64_t first = 0; first < count; first += batch) {
        Queries some = queries;
        some.points.count = std::min(batch, count - first);
        some.points.coordinates += first * dimension;
        if (some.exclude) some.exclude += first;
        const double neighbours = double(some.points.count) * std::min<double>(k, double(points_.count));
        {
            constexpr double of_node = 16;  // an axis, a position and two children
            const double of_point = 4.0 * dimension, points = double(points_.count);
            const auto phase = run.phase("search", {.bytes = 8 * neighbours,
                                                       .formula = "8 k |Q| bytes of lists",
                                                       .traversal = {{"candidates", {}, of_point, 3.0 * dimension, of_point * points},
                                                           {"nodes visited", {}, of_node, 0, of_node * points}}});
            in_parallel(some.points.count, piece, threads_, progress.stop, [&](std::int64_t from, std::int64_t to) {
                std::int64_t piece_nodes = 0, piece_candidates = 0;
                for (std::int64_t query = from; query < to; ++query) {
                    Key* const own = chosen + query * k;
                    KnnResultSet kept(own, k, some.exclude ? some.exclude[query] : -1, tolerance, progress.stop);
                    if (tree) tree->find(kept, some.points.coordinates + query * dimension);
                    std::fill(own + kept.size(), own + k, no_key);
                    piece_nodes += kept.nodes();
                    piece_candidates += kept.candidates();
                }
                nodes += piece_nodes;
                candidates += piece_candidates;
            });
        }
        exact_distances(
            run, points_, some, k, problem.metric, [&](std::int64_t query, int i) { return index_of(chosen[query * k + i]); }, exact,
            threads_, progress.stop);
        order(run, some.points.count, k, k, exact, threads_, progress.stop,
            [&](std::int64_t query, const Exact* sorted) { write_list(lists, first + query, k, sorted, k); });
        run.tile_done(double(first + some.points.count), double(count));
    }
    run.count("nodes visited", nodes);
    run.count("candidates", candidates);
    return run.finish();
}

}  // namespace neighborscope::host::libraries
