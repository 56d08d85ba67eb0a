#include "gpu/methods/stream/again.hpp"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::stream {

MethodInfo info();
std::unique_ptr<Search> prepare(const Points&, const Options&, const Progress&);

namespace {

constexpr int copy_threads = 128;

/// Brings the queries that failed together.
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
/// And puts their lists where they belong.
__global__ void __launch_bounds__(copy_threads) scatter_lists(Lists from, const unsigned* failed, int k, Lists to) {
    const std::size_t query = failed[1 + blockIdx.x];
    for (int rank = int(threadIdx.x); rank < k; rank += copy_threads) {
        to.index[query * std::size_t(k) + std::size_t(rank)] = from.index[std::size_t(blockIdx.x) * std::size_t(k) + std::size_t(rank)];
        to.distance[query * std::size_t(k) + std::size_t(rank)] =
            from.distance[std::size_t(blockIdx.x) * std::size_t(k) + std::size_t(rank)];
    }
}

}  // namespace

Again::Again(Stream& stream, const Points& points)
    : points_(points), stream_(stream), search_(stream::prepare(points, Options(stream::info().options), {})) {}

std::size_t Again::bytes_needed(const Problem& problem, bool some_fail) const {
    const auto queries = std::size_t(problem.queries), D = std::size_t(points_.dimension), k = std::size_t(problem.k);
    if (!some_fail) return failed_.more_for(queries + 1);
    return search_->bytes_needed(problem) + failed_.more_for(queries + 1) + coordinates_.more_for(queries * D) +
           (problem.exclude_self ? exclude_.more_for(queries) : 0) + index_.more_for(queries * k) + distance_.more_for(queries * k);
}

unsigned* Again::failed(std::int64_t queries) {
    unsigned* const list = failed_.at_least(stream_, std::size_t(queries) + 1, "queries to ask again");
    failed_.fill_bytes(stream_, 0);
    return list;
}

std::int64_t Again::ask(const Queries& some, const Problem& problem, const Progress& progress, const Lists& out) {
    unsigned failed = 0;
    failed_.to_host(stream_, std::span(&failed, 1));
    if (failed == 0) return 0;
    const auto D = std::size_t(points_.dimension), asked = std::size_t(failed), k = std::size_t(problem.k);
    Problem again = problem;
    again.queries = failed;
    const Lists found{index_.at_least(stream_, asked * k, "lists of queries asked again"),
        distance_.at_least(stream_, asked * k, "lists of queries asked again")};
    Queries those{};
    those.points = some.points;
    those.points.count = failed;
    float* const coordinates = coordinates_.at_least(stream_, asked * D, "queries asked again");
    those.points.coordinates = coordinates;
    std::int32_t* const exclude = some.exclude ? exclude_.at_least(stream_, asked, "queries asked again") : nullptr;
    those.exclude = exclude;
    const Shape a_block_each{failed, copy_threads};
    launch(stream_, a_block_each, KERNEL(gather_failed), Gathering{some, failed_.data(), coordinates, exclude, points_.dimension});
    stream_.wait();  // the other search has a stream of its own
    search_->answer(those, found, again, {{}, progress.stop}, Measure::total);
    launch(stream_, a_block_each, KERNEL(scatter_lists), found, static_cast<const unsigned*>(failed_.data()), problem.k, out);
    return failed;
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::stream
