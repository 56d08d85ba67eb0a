#include "app/data/files/parallel.hpp"
#include "app/inspect/loss.hpp"
#include "app/inspect/reach.hpp"
#include "app/inspect/smallest_setting.hpp"

#include <algorithm>
#include <cmath>

namespace neighborscope::inspect {
namespace {

using stored::Found;
using stored::IndexReplay;
using stored::ReplaySettings;

/// One IndexReplay for each thread: it has an entry for each row.
class Replays {
public:
    explicit Replays(const stored::StoredIndex& index) : index_(index) {}
    std::unique_ptr<IndexReplay> take() {
        const std::lock_guard lock(mutex_);
        if (free_.empty()) return std::make_unique<IndexReplay>(index_);
        std::unique_ptr<IndexReplay> replay = std::move(free_.back());
        free_.pop_back();
        return replay;
    }
    void give_back(std::unique_ptr<IndexReplay> replay) {
        const std::lock_guard lock(mutex_);
        free_.push_back(std::move(replay));
    }

private:
    const stored::StoredIndex& index_;
    std::mutex mutex_;
    std::vector<std::unique_ptr<IndexReplay>> free_;
};

/// Looks into one query.
class QueryLedger {
public:
    QueryLedger(const Searched& searched, IndexReplay& replay, ReachOfStarts* reach, const ReplaySettings& settings, const float* query)
        : searched_(searched), index_(searched.index), replay_(replay), reach_(reach), settings_(settings), query_(query) {}

    void look(std::int64_t number, const std::vector<TrueRow>& truth) {
        if (truth.empty()) return;
        const std::vector<Found> list = searched_for(settings_);
        distances = replay_.counts().distances;
        if (reach_) start_ = replay_.start_of(query_);
        for (const TrueRow& neighbour : truth) reachable += is_reachable(neighbour.row);
        found = std::int64_t(std::count_if(list.begin(), list.end(), [&](const Found& one) { return is_true(one.row, truth); }));
        found = std::min(found, std::int64_t(truth.size()));
        // As many are missed as the list lacks: where distances are equal, other rows stand for those at the end.
        auto missed = std::int64_t(truth.size()) - found;
        for (std::size_t rank = 0; rank < truth.size() && missed > 0; ++rank) {
            if (holds(list, truth[rank].row)) continue;
            Loss loss{number, int(rank) + 1, truth[rank].row, truth[rank].distance};
            explain(loss);
            losses.push_back(loss);
            --missed;
        }
    }

    std::int64_t found = 0, reachable = 0, distances = 0;
    std::vector<Loss> losses;

private:
    std::vector<Found> searched_for(const ReplaySettings& settings) {
        const auto list = replay_.search(query_, settings);
        return {list.begin(), list.end()};
    }
    static bool holds(const std::vector<Found>& list, std::int32_t row) {
        return std::any_of(list.begin(), list.end(), [=](const Found& found) { return found.row == row; });
    }
    double distance_of(std::int32_t row) { return true_distance(query_, searched_.row(row, decoded_), index_.dimension, index_.metric); }
    bool is_true(std::int32_t row, const std::vector<TrueRow>& truth) {
        if (std::any_of(truth.begin(), truth.end(), [=](const TrueRow& one) { return one.row == row; })) return true;
        return !index_.rounds_query && distance_of(row) <= truth.back().distance;
    }
    bool is_reachable(std::int32_t row) { return !index_.is_deleted(row) && (!reach_ || reach_->reaches(start_, row)); }

    /// Whether the row is among the k nearest by what is stored, so that a search of everything returns it.
    bool code_is_near_enough(std::int32_t row) {
        if (searched_.points.empty() && index_.codec().is_exact()) return true;
        if (nearest_by_codes_.empty()) {
            if (index_.lists) {
                nearest_by_codes_ = searched_for({settings_.k, 0, int(index_.lists->lists.size())});
            } else {
                stored::QueryDistance distance(index_.codec(), index_);
                distance.ask(query_);
                stored::NoObserver nothing;
                stored::NearestOfFaiss<stored::NoObserver> nearest(std::size_t(settings_.k), nothing);
                for (std::int32_t other = 0; other < std::int32_t(index_.rows); ++other)
                    if (!index_.is_deleted(other)) nearest.offer(other, distance.of(index_.vectors.at(other)));
                nearest.sort_into(nearest_by_codes_);
            }
        }
        return holds(nearest_by_codes_, row);
    }

    void explain(Loss& loss) {
        if (!index_.codec().is_exact() || !searched_.points.empty()) {
            decoded_.resize(std::size_t(index_.dimension));
            index_.vector_of(loss.row, decoded_.data());
            loss.code_distance = true_distance(query_, decoded_.data(), index_.dimension, index_.metric);
        }
        if (index_.is_deleted(loss.row)) loss.cause = Cause::deleted;
        else if (index_.has_graph() && !is_reachable(loss.row)) loss.cause = Cause::unreachable;
        else if (!code_is_near_enough(loss.row)) loss.cause = Cause::code;
        else if (index_.lists) explain_list(loss);
        else if (index_.has_graph()) explain_beam(loss);
        else loss.cause = Cause::code;  // every row was looked at
    }
    void explain_list(Loss& loss) {
        loss.cause = Cause::not_probed;
        const std::size_t list = index_.lists->list_of(index_.lists->place_of(loss.row));
        loss.tried = int(index_.lists->lists.size());
        const auto nearest = replay_.nearest_lists(query_, loss.tried);
        const auto at = std::find_if(nearest.begin(), nearest.end(), [&](const Found& one) { return std::size_t(one.row) == list; });
        if (at == nearest.end()) return;  // a graph over centroids does not find all
        loss.list_rank = int(at - nearest.begin()) + 1;
        loss.needed = smallest_setting(std::max(loss.list_rank, settings_.probes + 1), loss.tried, [&](int probes) {
            return holds(searched_for({settings_.k, 0, probes}), loss.row);
        });
    }
    void explain_beam(Loss& loss) {
        loss.cause = Cause::beam_ended;
        loss.tried = int(std::min<std::int64_t>(index_.rows, std::numeric_limits<int>::max()));
        loss.needed = smallest_setting(std::min(settings_.ef + 1, loss.tried), loss.tried, [&](int ef) {
            return holds(searched_for({settings_.k, ef, 0}), loss.row);
        });
    }

    const Searched& searched_;
    const stored::StoredIndex& index_;
    IndexReplay& replay_;
    ReachOfStarts* reach_;
    ReplaySettings settings_;
    const float* query_;
    std::int32_t start_ = -1;
    std::vector<float> decoded_;
    std::vector<Found> nearest_by_codes_;
};

/// The least setting that most of the losses need, and how many it finds when run.
void find_setting_for_most(Ledger& ledger, Replays& replays, std::span<const float> queries, std::size_t wide, bool lists) {
    std::vector<int> needed;
    for (const Loss& loss : ledger.losses)
        if (loss.needed > 0) needed.push_back(loss.needed);
    const auto most = std::size_t(std::ceil(most_of_losses * double(ledger.losses.size())));
    if (most == 0 || needed.size() < most) return;
    std::nth_element(needed.begin(), needed.begin() + std::ptrdiff_t(most - 1), needed.end());
    ledger.setting_for_most = needed[most - 1];
    std::unique_ptr<IndexReplay> replay = replays.take();
    std::int64_t query = -1;
    std::vector<Found> list;
    for (const Loss& loss : ledger.losses) {
        if (loss.query != query) {
            query = loss.query;
            const ReplaySettings settings{ledger.settings.k, lists ? 0 : ledger.setting_for_most, lists ? ledger.setting_for_most : 0};
            const auto found = replay->search(queries.data() + std::size_t(query) * wide, settings);
            list.assign(found.begin(), found.end());
        }
        ledger.found_by_it += std::any_of(list.begin(), list.end(), [&](const Found& one) { return one.row == loss.row; });
    }
    replays.give_back(std::move(replay));
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
    Replays replays(index);
    std::optional<ReachOfStarts> reach;
    if (index.has_graph()) reach.emplace(index);
    std::mutex mutex;
    double distances = 0;
    parallel_pieces(truth.size(), 1, progress, [&](std::size_t query) {
        std::unique_ptr<IndexReplay> replay = replays.take();
        QueryLedger one(searched, *replay, reach ? &*reach : nullptr, ledger.settings, queries.data() + query * wide);
        one.look(std::int64_t(query), truth[query]);
        replays.give_back(std::move(replay));
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
    find_setting_for_most(ledger, replays, queries, wide, index.lists != nullptr);
    return ledger;
}

}  // namespace neighborscope::inspect
