#include "app/session/search/exactness_check.hpp"

#include "app/session/points/describe_data.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_set>

namespace neighborscope {
namespace {

/// True neighbours that the list lacks, except ties with the last one, which count as found.
std::vector<NeighbourRow> missed_of(const HostRows& points, const std::vector<float>& query, std::span<const std::int32_t> index,
    std::span<const TrueNeighbour> truth, Metric metric) {
    std::vector<NeighbourRow> missed;
    if (truth.empty()) return missed;
    const std::unordered_set<std::int64_t> listed(index.begin(), index.end());
    const double last = truth.back().distance, last_ranked = rank_value(metric, last);
    std::int64_t others = 0;  // listed points that are ties with the last
    for (const std::int64_t row : listed)
        others += row >= 0 && row < points.count() &&
                  rank_value(metric, exact_distance(points.row(row), query.data(), points.dimension, metric)) <= last_ranked;
    for (std::size_t rank = 0; rank < truth.size(); ++rank) {
        if (listed.count(truth[rank].index)) {
            --others;
            continue;
        }
        NeighbourRow one;
        one.rank = int(rank) + 1;
        one.row = truth[rank].index;
        one.distance = double(float(truth[rank].distance));
        one.missed = true;
        missed.push_back(std::move(one));
    }
    for (; others > 0 && !missed.empty() && truth[std::size_t(missed.back().rank - 1)].distance == last; --others) missed.pop_back();
    return missed;
}

/// The rank where the distances of a list that is exact within rounding differ most from the oracle's.
std::optional<Exactness::Confused> confused_of(const HostRows& points, const std::vector<float>& query, std::span<const std::int32_t> index,
    std::span<const TrueNeighbour> truth, Metric metric, const RoundingBound& bound) {
    std::optional<Exactness::Confused> most;
    for (std::size_t rank = 0; rank < std::min(index.size(), truth.size()); ++rank) {
        if (index[rank] == truth[rank].index) continue;
        const double listed = exact_distance(points.row(index[rank]), query.data(), points.dimension, metric), right = truth[rank].distance;
        if (!most || std::abs(listed - right) > std::abs(most->listed - most->right))
            most = {int(rank) + 1, listed, right, bound.at(std::max(listed, right)), index[rank], truth[rank].index};
    }
    return most;
}

}  // namespace

Exactness check_exactness(const HostRows& points, const std::vector<float>& query, std::span<const std::int32_t> index,
    std::span<const float> distance, Metric metric, std::int64_t exclude, const Progress& progress, bool approximate) {
    auto truth = exhaustive_search_in_blocks(points, query.data(), int(index.size()) + 1, metric, exclude, progress);
    Exactness exactness;
    if (truth.size() > index.size()) {
        const float beyond = float(truth.back().distance);
        truth.pop_back();
        exactness.tie_beyond = !truth.empty() && float(truth.back().distance) == beyond;
    }
    exactness.of = int(truth.size());
    exactness.known = true;
    if (approximate) {
        const RoundingBound bound = rounding_bound(points, {query, points.dimension}, metric);
        const Recall recall = verify_approximate_list(points, query.data(), index, distance, truth, metric, bound, exclude);
        exactness.approximate = true;
        exactness.right = recall.found;
        exactness.wrong = recall.reason;
        exactness.missed = missed_of(points, query, index, truth, metric);
        return exactness;
    }
    ListVerification verification = verify_list(points, query.data(), index, distance, truth, metric, {}, exclude);
    if (verification.verdict != Verdict::exact) {  // computing the bound takes a pass over the data
        const RoundingBound bound = rounding_bound(points, {query, points.dimension}, metric);
        verification = verify_list(points, query.data(), index, distance, truth, metric, bound, exclude);
        if (verification.verdict == Verdict::within_rounding) exactness.confused = confused_of(points, query, index, truth, metric, bound);
        else if (verification.verdict == Verdict::wrong) exactness.missed = missed_of(points, query, index, truth, metric);
    }
    exactness.within_rounding = verification.verdict == Verdict::within_rounding;
    std::unordered_set<std::int64_t> true_rows;
    for (const TrueNeighbour& neighbour : truth) true_rows.insert(neighbour.index);
    for (const std::int32_t row : index) exactness.right += int(true_rows.erase(row));
    // The same rows in a wrong order or with wrong distances are wrong, too: then only equal ranks count.
    if (verification.verdict == Verdict::wrong && exactness.right == exactness.of) {
        exactness.right = 0;
        for (std::size_t rank = 0; rank < truth.size(); ++rank)
            exactness.right += index[rank] == truth[rank].index &&
                               std::abs(double(distance[rank]) - truth[rank].distance) <= 1e-6 * std::abs(truth[rank].distance);
        exactness.right = std::min(exactness.right, exactness.of - 1);
    }
    return exactness;
}

std::vector<std::int32_t> indices_of(const std::vector<NeighbourRow>& rows) {
    std::vector<std::int32_t> all;
    for (const NeighbourRow& one : rows) all.push_back(std::int32_t(one.row));
    return all;
}

void describe_missed(std::vector<NeighbourRow>& missed, const DataSet& data, std::vector<MissReason> why) {
    std::vector<float> distance;
    for (const NeighbourRow& one : missed) distance.push_back(float(one.distance));
    std::vector<NeighbourRow> rows = neighbour_rows(data, indices_of(missed), distance);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        rows[i].rank = missed[i].rank;
        rows[i].missed = true;
        rows[i].why = std::move(why[i]);
    }
    missed = std::move(rows);
}

}  // namespace neighborscope
