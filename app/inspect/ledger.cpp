#include "app/data/files/parallel.hpp"
#include "app/inspect/loss.hpp"
#include "gpu/index/replay_pool.hpp"

#include <algorithm>
#include <cmath>

namespace neighborscope::inspect {
namespace {

using stored::Found;
using stored::IndexReplay;
using stored::ReplaySettings;

/// Looks into one query.
class QueryLedger {
public:
    QueryLedger(
        const Searched& searched, IndexReplay& replay, stored::ReachOfStarts* reach, const ReplaySettings& settings, const float* query)
        : searched_(searched),
          index_(searched.index),
          replay_(replay),
          explainer_(searched, replay, reach, settings, query),
          settings_(settings),
          query_(query) {}

    void look(std::int64_t number, const std::vector<TrueRow>& truth) {
        if (truth.empty()) return;
        const auto replayed = replay_.search(query_, settings_);
        const std::vector<Found> list(replayed.begin(), replayed.end());
        distances = replay_.counts().distances;
        for (const TrueRow& neighbour : truth) reachable += explainer_.is_reachable(neighbour.row);
        found = std::int64_t(std::count_if(list.begin(), list.end(), [&](const Found& one) { return is_true(one.row, truth); }));
        found = std::min(found, std::int64_t(truth.size()));
        // As many are missed as the list lacks: where distances are equal, other rows stand for those at the end.
        auto missed = std::int64_t(truth.size()) - found;
        for (std::size_t rank = 0; rank < truth.size() && missed > 0; ++rank) {
            const auto is_it = [&](const Found& one) { return one.row == truth[rank].row; };
            if (std::any_of(list.begin(), list.end(), is_it)) continue;
            Loss loss{number, int(rank) + 1, truth[rank].row, truth[rank].distance};
            explainer_.explain(loss);
            losses.push_back(loss);
            --missed;
        }
    }

    std::int64_t found = 0, reachable = 0, distances = 0;
    std::vector<Loss> losses;

private:
    bool is_true(std::int32_t row, const std::vector<TrueRow>& truth) {
        if (std::any_of(truth.begin(), truth.end(), [=](const TrueRow& one) { return one.row == row; })) return true;
        return !index_.rounds_query &&
               true_distance(query_, searched_.row(row, decoded_), index_.dimension, index_.metric) <= truth.back().distance;
    }

    const Searched& searched_;
    const stored::StoredIndex& index_;
    IndexReplay& replay_;
    stored::LossExplainer explainer_;
    ReplaySettings settings_;
    const float* query_;
    std::vector<float> decoded_;
};

/// The least setting that most of the losses need, and how many it finds when run.
void find_setting_for_most(
    Ledger& ledger, const stored::StoredIndex& index, stored::ReplayPool& replays, std::span<const float> queries, std::size_t wide) {
    std::vector<int> needed;
    for (const Loss& loss : ledger.losses)
        if (loss.needed > 0) needed.push_back(loss.needed);
    const auto most = std::size_t(std::ceil(most_of_losses * double(ledger.losses.size())));
    if (most == 0 || needed.size() < most) return;
    std::nth_element(needed.begin(), needed.begin() + std::ptrdiff_t(most - 1), needed.end());
    ledger.setting_for_most = needed[most - 1];
    const bool lists = index.lists != nullptr;
    const stored::ReplayPool::Borrowed replay(replays, index);
    std::int64_t query = -1;
    std::vector<Found> list;
    for (const Loss& loss : ledger.losses) {
        if (loss.query != query) {
            query = loss.query;
            ReplaySettings settings = ledger.settings;
            (lists ? settings.probes : settings.ef) = ledger.setting_for_most;
            const auto found = replay->search(queries.data() + std::size_t(query) * wide, settings);
            list.assign(found.begin(), found.end());
        }
        ledger.found_by_it += std::any_of(list.begin(), list.end(), [&](const Found& one) { return one.row == loss.row; });
    }
}

}  // namespace

Ledger ledger_of(const Searched& searched, std::span<const float> queries, const std::vector<std::vector<TrueRow>>& truth,
    const ReplaySettings& settings, const Progress& progress) {
    const stored::StoredIndex& index = searched.index;
    Ledger ledger;
    ledger.settings = stored::settled(index, settings);
    ledger.queries = std::int64_t(truth.size());
    ledger.recalls.assign(truth.size(), 1);
    const auto wide = std::size_t(index.dimension);
    stored::ReplayPool replays;
    std::optional<stored::ReachOfStarts> reach;
    if (index.has_graph()) reach.emplace(index);
    std::mutex mutex;
    double distances = 0;
    parallel_pieces(truth.size(), 1, progress, [&](std::size_t query) {
        const stored::ReplayPool::Borrowed replay(replays, index);
        QueryLedger one(searched, *replay, reach ? &*reach : nullptr, ledger.settings, queries.data() + query * wide);
        one.look(std::int64_t(query), truth[query]);
        const std::lock_guard lock(mutex);
        ledger.asked += std::int64_t(truth[query].size());
        ledger.found += one.found;
        ledger.reachable += one.reachable;
        distances += double(one.distances);
        if (!truth[query].empty()) ledger.recalls[query] = double(one.found) / double(truth[query].size());
        ledger.losses.insert(ledger.losses.end(), one.losses.begin(), one.losses.end());
    });
    std::sort(ledger.losses.begin(), ledger.losses.end(),
        [](const Loss& a, const Loss& b) { return a.query < b.query || (a.query == b.query && a.rank < b.rank); });
    for (const Loss& loss : ledger.losses) ++ledger.counts[std::size_t(loss.cause)];
    ledger.mean_distances = truth.empty() ? 0 : distances / double(truth.size());
    find_setting_for_most(ledger, index, replays, queries, wide);
    return ledger;
}

}  // namespace neighborscope::inspect
