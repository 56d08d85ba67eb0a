#include "app/compare/list_judgement.hpp"

#include <algorithm>
#include <cmath>

namespace neighborscope {

std::string_view name(ListClass one) {
    constexpr std::string_view names[] = {"exact", "within rounding", "equal distances in another order", "missing", "wrong"};
    return names[std::size_t(one)];
}

std::string_view short_name(ListClass one) { return one == ListClass::equal_distances ? "equal distances" : name(one); }

std::string help_of(ListClass one) {
    switch (one) {
        case ListClass::exact: return "Every index is right.";
        case ListClass::within_rounding: return "Some index differs from the true one, but its distance differs by no more than rounding.";
        case ListClass::equal_distances:
            return "Some index differs from the true one, but has the same distance: the order differs, or the last place has an equally "
                   "near row.";
        case ListClass::missing: return "Every entry of the list is right, but a nearer point is missing.";
        case ListClass::wrong: return "Some entry of the list is wrong: a row twice, the wrong distance for a row, or a wrong order.";
    }
    return {};
}

std::string_view key(ListClass one) {
    constexpr std::string_view keys[] = {"exact", "within_rounding", "equal_distances", "missing", "wrong"};
    return keys[std::size_t(one)];
}

std::vector<Rounding> roundings_of(const FileRows& points, const FileRows& queries, Metric metric) {
    const FileRows::Extent of_points = points.extent(), of_queries = queries.extent();
    const double dimension = points.dimension(), u64 = 0x1p-53, u32 = 0x1p-24;
    // A distance is between two rows: roundings of four coordinates may add up.
    std::vector<double> in_float64, in_float32;
    for (std::size_t axis = 0; axis < of_points.largest.size(); ++axis) {
        const double largest = std::max(of_points.largest[axis], of_queries.largest[axis]);
        in_float64.push_back(4 * u64 * largest);
        in_float32.push_back(of_points.inexact[axis] || of_queries.inexact[axis] ? 4 * u32 * largest : 0);
    }
    // Relative rounding: one for a difference, one for its square, at most D - 1 for a sum of D terms in any order, one for a root
    // (rounding_bound).
    const auto relative = [&](double u) { return 2 * u * (dimension + 4); };
    // |a|^2 + |b|^2 - 2ab: the error is relative to the lengths, not to the distance. In practice a sum of D terms is off by about sqrt(D).
    const double lengths = of_points.longest * of_points.longest + of_queries.longest * of_queries.longest;
    const double product = metric == Metric::euclidean ? (4 + std::sqrt(dimension)) * lengths : 0;
    // 1 minus a cosine has an absolute error. The error of an inner product is relative to the product of the lengths.
    const bool angles = metric == Metric::cosine || metric == Metric::inner_product;
    const double cosine = (4 + std::sqrt(dimension)) * (metric == Metric::inner_product ? of_points.longest * of_queries.longest : 1);
    const double spread64 = angles ? cosine * u64 : length_by(metric, in_float64);
    const double spread32 = angles ? cosine * u32 : length_by(metric, in_float32);
    return {{relative(u64), spread64, 0, "float64"}, {relative(u64), spread64, product * u64, "float64"},
        {relative(u32), spread64, product * u64, "float32"},
        {relative(u32), spread32, 0, spread32 > 0 && !angles ? "coordinates in float32" : "float32"},
        {relative(u32), spread32, product * u32, "matrix products in float32"}};
}

ListJudgement judge_list(const GivenList& list, std::span<const std::int32_t> true_index, std::span<const double> true_distance,
    std::int64_t exclude, const JudgingTolerances& by, const RowFilter* filter) {
    ListJudgement judgement;
    const auto fault = [&](std::size_t i, unsigned what) {
        judgement.faults |= what;
        const bool worse = what != not_the_nearest && judgement.first == not_the_nearest;
        if (judgement.rank == 0 || worse) judgement.rank = int(i) + 1, judgement.first = what;
    };
    constexpr double nobody = -std::numeric_limits<double>::infinity();
    const double last = true_distance.empty() ? nobody : true_distance.back();
    judgement.asked = int(true_distance.size());
    bool ended = false, other = false, only_equal = true;
    double previous = nobody;
    std::vector<std::int32_t> seen;
    for (std::size_t i = 0; i < list.index.size(); ++i) {
        const std::int32_t row = list.index[i];
        if (row == -1) {
            ended = true;
            if (i < true_distance.size()) fault(i, not_the_nearest);
            continue;
        }
        if (ended) fault(i, after_the_end);
        if (row == GivenList::no_such_row) {
            fault(i, no_row);
            continue;
        }
        if (row == exclude) {
            fault(i, excluded_row);
            continue;
        }
        if (filter && !filter->allows(row)) {
            fault(i, filtered_row);
            continue;
        }
        const auto place = std::lower_bound(seen.begin(), seen.end(), row);
        if (place != seen.end() && *place == row) {
            fault(i, row_twice);
            continue;
        }
        seen.insert(place, row);
        const double distance = list.true_distance[i];
        if (!list.distance.empty()) {
            const double given = list.distance[i];
            if (!by.is_true(given, distance)) fault(i, other_distance);
            else if (std::fabs(distance) > 1e-3 * std::fabs(last) && std::fabs(distance) > 1000 * by.rounding.at_zero() &&
                     distance != by.undefined)
                judgement.largest_difference = std::max(judgement.largest_difference, std::fabs(given - distance) / std::fabs(distance));
        }
        if (distance < previous && !by.rounding.confuses(distance, previous)) fault(i, descending);
        previous = distance;
        if (distance <= last || by.ties.confuses(distance, last)) ++judgement.found;
        if (i >= true_distance.size() || row == true_index[i]) continue;
        other = true;
        if (by.ties.confuses(distance, true_distance[i])) continue;
        only_equal = false;
        if (by.rounding.confuses(distance, true_distance[i])) continue;
        if (distance > true_distance[i]) fault(i, not_the_nearest);
        else judgement.nearer_than_truth = true;
    }
    judgement.nearer_than_truth &= (judgement.faults & untrue) == 0;
    judgement.found = std::min(judgement.found, judgement.asked);
    judgement.list_class = (judgement.faults & untrue) ? ListClass::wrong
                           : judgement.faults          ? ListClass::missing
                           : !other                    ? ListClass::exact
                           : only_equal                ? ListClass::equal_distances
                                                       : ListClass::within_rounding;
    return judgement;
}

}  // namespace neighborscope
