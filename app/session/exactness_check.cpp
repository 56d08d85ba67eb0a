#include "app/session/exactness_check.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_set>

namespace neighborscope {

Exactness check_exactness(const HostRows& points, const std::vector<float>& query, std::span<const std::int32_t> index,
    std::span<const float> distance, Metric metric, std::int64_t exclude, const Progress& progress, bool approximate) {
    const auto truth = exhaustive_search_in_blocks(points, query.data(), int(index.size()), metric, exclude, progress);
    Exactness exactness;
    exactness.of = int(truth.size());
    exactness.known = true;
    if (approximate) {
        const RoundingBound bound = rounding_bound(points, {query, points.dimension}, metric);
        const Recall recall = judge_approximate(points, query.data(), index, distance, truth, metric, bound, exclude);
        exactness.approximate = true;
        exactness.right = recall.found;
        exactness.wrong = recall.reason;
        return exactness;
    }
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
    return exactness;
}

}  // namespace neighborscope
