#include "app/session/exactness_check.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <unordered_set>

namespace neighborscope {

std::vector<TrueNeighbour> exhaustive_search_in_blocks(
    const HostRows& points, const float* query, int k, Metric metric, std::int64_t exclude, const Progress& progress) {
    const std::int64_t rows_per_block = std::max<std::int64_t>(1, (1 << 20) / std::max(1, points.dimension));
    const auto nearer = [](const TrueNeighbour& a, const TrueNeighbour& b) {
        return a.distance != b.distance ? a.distance < b.distance : a.index < b.index;
    };
    std::vector<TrueNeighbour> best;
    for (std::int64_t first = 0; first < points.count(); first += rows_per_block) {
        progress.step(double(first), double(points.count()));
        const std::int64_t rows = std::min(rows_per_block, points.count() - first);
        const HostRows block{
            points.coordinates.subspan(std::size_t(first) * points.dimension, std::size_t(rows) * points.dimension), points.dimension};
        const bool excluded_here = exclude >= first && exclude < first + rows;
        const auto found = exhaustive_search(block, query, k, metric, excluded_here ? exclude - first : -1);
        const auto middle = std::ptrdiff_t(best.size());
        for (TrueNeighbour neighbour : found) {
            neighbour.index += first;
            best.push_back(neighbour);
        }
        std::inplace_merge(best.begin(), best.begin() + middle, best.end(), nearer);
        if (best.size() > std::size_t(k)) best.resize(std::size_t(k));
    }
    return best;
}

Exactness check_exactness(const HostRows& points, const std::vector<float>& query, std::span<const std::int32_t> index,
    std::span<const float> distance, Metric metric, std::int64_t exclude, const Progress& progress) {
    const auto began = std::chrono::steady_clock::now();
    const auto truth = exhaustive_search_in_blocks(points, query.data(), int(index.size()), metric, exclude, progress);
    Exactness exactness;
    exactness.of = int(truth.size());
    Judgement judgement = judge(points, query.data(), index, distance, truth, metric, {}, exclude);
    if (judgement.verdict != Verdict::exact)  // the bound costs a pass over the data
        judgement =
            judge(points, query.data(), index, distance, truth, metric, rounding_bound(points, {query, points.dimension}, metric), exclude);
    exactness.within_rounding = judgement.verdict == Verdict::within_rounding;
    std::unordered_set<std::int64_t> true_rows;
    for (const TrueNeighbour& neighbour : truth) true_rows.insert(neighbour.index);
    for (const std::int32_t row : index) exactness.right += int(true_rows.erase(row));
    // The same rows in a wrong order, or with wrong distances, are not right all the same: then only equal ranks count.
    if (judgement.verdict == Verdict::wrong && exactness.right == exactness.of) {
        exactness.right = 0;
        for (std::size_t rank = 0; rank < truth.size(); ++rank)
            exactness.right +=
                index[rank] == truth[rank].index && std::abs(double(distance[rank]) - truth[rank].distance) <= 1e-6 * truth[rank].distance;
        exactness.right = std::min(exactness.right, exactness.of - 1);
    }
    exactness.known = true;
    exactness.milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - began).count();
    return exactness;
}

}  // namespace neighborscope
