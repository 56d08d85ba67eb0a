#include "gpu/methods/stream/exact_fallback.hpp"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::stream {

MethodInfo info();
std::unique_ptr<Search> prepare(const Points&, const Options&, const Progress&);

namespace {

constexpr int copy_threads = 128;

/// Gathers the queries that failed.
struct Gathering {
    Queries from;
    const unsigned* failed;
    float* coordinates;
    std::int32_t* exclude;  ///< null as from.exclude is
    int dimension;
};
__global__ void __launch_bounds__(copy_threads) gather_failed(Gathering g) {
    const unsigned query = g.failed[1 + blockIdx.x];
    for (int d = int(threadIdx.x); d < g.dimension; d += copy_threads)
        g.coordinates[std::size_t(blockIdx.x) * std::size_t(g.dimension) + std::size_t(d)] =
            g.from.points.coordinates[std::size_t(query) * std::size_t(g.dimension) + std::size_t(d)];
    if (g.exclude && threadIdx.x == 0) g.exclude[blockIdx.x] = g.from.exclude[query];
}
/// Scatters their lists to the lists of the caller.
__global__ void __launch_bounds__(copy_threads) scatter_lists(Lists from, const unsigned* failed, int k, Lists to) {
    const std::size_t query = failed[1 + blockIdx.x];
    for (int rank = int(threadIdx.x); rank < k; rank += copy_threads) {
        to.index[query * std::size_t(k) + std::size_t(rank)] = from.index[std::size_t(blockIdx.x) * std::size_t(k) + std::size_t(rank)];
        to.distance[query * std::size_t(k) + std::size_t(rank)] =
            from.distance[std::size_t(blockIdx.x) * std::size_t(k) + std::size_t(rank)];
    }
}

}  // namespace

ExactFallback::ExactFallback(Stream& stream, const Points& points)
    : ExactFallback(stream, points, stream::prepare(points, Options(stream::info().options), {})) {}

std::size_t ExactFallback::bytes_needed(const Problem& problem, bool some_fail) const {
    const auto queries = std::size_t(problem.queries), D = std::size_t(points_.dimension), k = std::size_t(problem.k);
    if (!some_fail) return failed_.more_for(queries + 1);
    return search_->bytes_needed(problem) + failed_.more_for(queries + 1) + coordinates_.more_for(queries * D) +
           (problem.exclude_self ? exclude_.more_for(queries) : 0) + index_.more_for(queries * k) + distance_.more_for(queries * k);
}

unsigned* ExactFallback::failed(std::int64_t queries) {
    unsigned* const list = failed_.at_least(stream_, std::size_t(queries) + 1, "queries to ask again");
    failed_.fill_bytes(stream_, 0);
    return list;
}

ExactFallback::FailedQueries ExactFallback::gather(const Queries& some, int k) {
    unsigned failed = 0;
    failed_.to_host(stream_, std::span(&failed, 1));
    const auto D = std::size_t(points_.dimension), failed_count = std::size_t(failed), entries = failed_count * std::size_t(k);
    FailedQueries failed_queries{};
    failed_queries.queries.points = some.points;
    failed_queries.queries.points.count = failed;
    if (failed == 0) return failed_queries;
    failed_queries.found = {
        index_.at_least(stream_, entries, "lists of fallback queries"), distance_.at_least(stream_, entries, "lists of fallback queries")};
    float* const coordinates = coordinates_.at_least(stream_, failed_count * D, "fallback queries");
    failed_queries.queries.points.coordinates = coordinates;
    std::int32_t* const exclude = some.exclude ? exclude_.at_least(stream_, failed_count, "fallback queries") : nullptr;
    failed_queries.queries.exclude = exclude;
    launch(
        stream_, {failed, copy_threads}, KERNEL(gather_failed), Gathering{some, failed_.data(), coordinates, exclude, points_.dimension});
    return failed_queries;
}

void ExactFallback::scatter(const FailedQueries& failed_queries, int k, const Lists& out) {
    launch(stream_, {unsigned(failed_queries.queries.points.count), copy_threads}, KERNEL(scatter_lists), failed_queries.found,
        static_cast<const unsigned*>(failed_.data()), k, out);
}

std::int64_t ExactFallback::search_failed(const Queries& some, const Problem& problem, const Progress& progress, const Lists& out) {
    const FailedQueries failed_queries = gather(some, problem.k);
    const std::int64_t failed_count = failed_queries.queries.points.count;
    if (failed_count == 0) return 0;
    Problem repeated_problem = problem;
    repeated_problem.queries = failed_count;
    search_all(failed_queries.queries, failed_queries.found, repeated_problem, {{}, progress.stop}, Measure::total);
    scatter(failed_queries, problem.k, out);
    return failed_count;
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::stream
