#include "app/data/classify/labelling.hpp"

#include "app/data/files/parallel.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>

namespace neighborscope {
namespace {

constexpr std::int64_t together = 64;  // queries per piece

/// Calls `work(first, end)` for pieces of the queries.
template <class Work>
void in_pieces(std::int64_t queries, const Progress& progress, const Work& work) {
    parallel_pieces(std::size_t((queries + together - 1) / together), 1, progress, [&](std::size_t piece) {
        const std::int64_t first = std::int64_t(piece) * together;
        work(first, std::min(first + together, queries));
    });
}

/// Adds the votes of ranks `from` to `end` - 1, counted from 0, up to the end of the list.
void add_votes(
    VoteCounter& vote_counter, const NeighbourLists& lists, std::span<const std::int32_t> classes, std::int64_t query, int from, int end) {
    for (int rank = from; rank < std::min(end, lists.k); ++rank) {
        const auto at = std::size_t(query * lists.k + rank);
        if (lists.index[at] < 0) break;
        vote_counter.add(classes[std::size_t(lists.index[at])], double(lists.distance[at]));
    }
}

}  // namespace

Predictions predict(const NeighbourLists& lists, std::span<const std::int32_t> classes, int k, Voting voting, const Progress& progress) {
    const std::int64_t queries = lists.queries();
    Predictions result{std::vector<std::int32_t>(std::size_t(queries), -1), std::vector<double>(std::size_t(queries), 0)};
    in_pieces(queries, progress, [&](std::int64_t first, std::int64_t end) {
        VoteCounter vote_counter(voting);
        for (std::int64_t query = first; query < end; ++query) {
            vote_counter.clear();
            add_votes(vote_counter, lists, classes, query, 0, k);
            result.of_query[std::size_t(query)] = vote_counter.winner();
            result.share[std::size_t(query)] = vote_counter.share();
        }
    });
    return result;
}

std::vector<std::int64_t> count_correct(const NeighbourLists& lists, std::span<const std::int32_t> classes,
    std::span<const std::int32_t> truth, std::span<const int> ks, Voting voting, const Progress& progress) {
    std::vector<std::int64_t> correct(ks.size(), 0);
    std::mutex mutex;
    in_pieces(lists.queries(), progress, [&](std::int64_t first, std::int64_t end) {
        VoteCounter vote_counter(voting);
        std::vector<std::int64_t> here(ks.size(), 0);
        for (std::int64_t query = first; query < end; ++query) {
            vote_counter.clear();
            for (std::size_t i = 0; i < ks.size(); ++i) {
                add_votes(vote_counter, lists, classes, query, i == 0 ? 0 : ks[i - 1], ks[i]);
                here[i] += vote_counter.winner() == truth[std::size_t(query)];
            }
        }
        const std::lock_guard lock(mutex);
        for (std::size_t i = 0; i < here.size(); ++i) correct[i] += here[i];
    });
    return correct;
}

std::vector<Confusion> confusion_of(std::span<const std::int32_t> truth, std::span<const std::int32_t> predicted) {
    std::map<std::pair<std::int32_t, std::int32_t>, std::int64_t> counts;
    for (std::size_t i = 0; i < truth.size(); ++i) ++counts[{truth[i], predicted[i]}];
    std::vector<Confusion> pairs;
    for (const auto& [pair, count] : counts) pairs.push_back({pair.first, pair.second, count});
    return pairs;
}

}  // namespace neighborscope
