#include "app/session/race/compare_contenders.hpp"

#include <algorithm>
#include <cmath>

namespace neighborscope {
namespace {

constexpr double rounding_of_lists = 1e-5;  // relative; exceeds the rounding of float32 sums of a few hundred coordinates

}  // namespace

ListDifference list_difference(const ViewModel& first, const ViewModel& other, bool same_metric) {
    ListDifference difference;
    difference.of_metric = !same_metric;
    const auto near = [](double a, double b) { return std::fabs(a - b) <= rounding_of_lists * std::fabs(a); };
    const auto is_nearer = [products = first.products](double a, double b) { return products ? a > b : a < b; };
    const auto has = [](const ViewModel& view, const NeighbourRow& one) {
        return std::any_of(
            view.neighbours.begin(), view.neighbours.end(), [&](const NeighbourRow& listed) { return listed.row == one.row; });
    };
    const auto add = [&](const NeighbourRow& one, bool only_in_first, const char* why) {
        difference.rows.push_back({one.row, one.file_row, one.rank, one.distance, only_in_first, same_metric ? why : "another metric"});
    };
    for (const NeighbourRow& one : other.neighbours) {
        if (has(first, one)) continue;
        ++difference.others;
        const double last = first.kth_distance;
        add(one, false,
            one.distance == last            ? "a tie: at the same distance as the last neighbour of A"
            : near(one.distance, last)      ? "within rounding: almost at the distance of the last neighbour of A"
            : is_nearer(one.distance, last) ? "nearer than the last neighbour of A: A misses it"
                                            : "farther than the last neighbour of A: it takes the place of a missed neighbour");
    }
    for (const NeighbourRow& one : first.neighbours) {
        if (has(other, one)) continue;
        const double last = other.kth_distance;
        const bool full = other.neighbours.size() >= first.neighbours.size();
        int ListDifference::*const kind = !same_metric                             ? nullptr
                                          : full && one.distance == last           ? &ListDifference::ties
                                          : full && near(one.distance, last)       ? &ListDifference::within_rounding
                                          : full && !is_nearer(one.distance, last) ? &ListDifference::nearer
                                                                                   : &ListDifference::missed;
        if (kind) ++(difference.*kind);
        add(one, true,
            kind == &ListDifference::ties              ? "a tie: at the same distance as the last neighbour here"
            : kind == &ListDifference::within_rounding ? "within rounding: almost at the distance of the last neighbour here"
            : kind == &ListDifference::nearer          ? "all neighbours here are nearer"
                                                       : "missed: nearer than the last neighbour here");
    }
    difference.other_order =
        difference.rows.empty() && !std::equal(first.neighbours.begin(), first.neighbours.end(), other.neighbours.begin(),
                                       other.neighbours.end(), [](const NeighbourRow& a, const NeighbourRow& b) { return a.row == b.row; });
    return difference;
}

}  // namespace neighborscope
