#include "app/session/stepping/tree_steps.hpp"

#include "app/data/points/metric_coordinates.hpp"
#include "app/data/points/point_set.hpp"
#include "app/session/document/session.hpp"
#include "app/session/points/loaded_data.hpp"
#include "app/session/shown/true_ranks.hpp"
#include "app/session/stepping/narrate.hpp"
#include "gpu/oracle/oracle.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace neighborscope {
namespace {

ShownQuadrant shown_quadrant(const RecordedTree& tree, const StepQuadrant& quadrant) {
    ShownQuadrant shown;
    shown.quadrant = quadrant;
    shown.box = tree.box(quadrant);
    shown.leaves = tree.leaves_of(quadrant);
    return shown;
}

std::string way_text(int way) { return way == 0 ? "to the left" : way == 1 ? "to the right" : "as the query's own"; }

/// `found`: neighbours at the step `position`, which may be before the end of the visit.
std::string visited_text(const Recording& record, const ShownQuadrant& shown, std::int64_t position, std::size_t found) {
    const std::span<const LeafVisit> visits = record.visits_at(shown.position);
    const LeafVisit& visit = visits[std::size_t(shown.number - 1)];
    if (position < visit.last && !visit.shared)
        return "Leaf " + text_of_count(visit.leaf) + " is being visited, visit " + text_of_count(shown.number) + ", " +
               way_text(visit.way) + ": " + text_of_count(std::int64_t(found)) + " of " +
               text_of_amount(record.k, "neighbour", "neighbours") + " found so far.";
    std::string text =
        "Leaf " + text_of_count(visit.leaf) + (visit.shared ? " was needed only by other queries of the warp: visit " : " was visit ") +
        text_of_count(shown.number) + ", " + way_text(visit.way) + ": " + text_of_amount(visit.points, "distance", "distances") + ", " +
        text_of_amount(visit.entered, "point", "points") + " entered the list.";
    if (visit.shared) return text;
    const float before = shown.number > 1 ? visits[std::size_t(shown.number - 2)].bound : visit.bound;
    if (!std::isfinite(visit.bound)) return text + " After it the list was not full.";
    if (!std::isfinite(before) || before == visit.bound)
        return text + " The " + ordinal(record.k) + " neighbour was " + distance_text(record, double(visit.bound)) + " away afterwards.";
    const auto [old, now] = distances_apart(double(before), double(visit.bound), 10 * record.farthest);
    return text + " The " + ordinal(record.k) + " neighbour moved from " + old + " to " + now + ".";
}

std::string skipped_text(const Recording& record, const ShownQuadrant& shown) {
    const auto [first, end] = shown.leaves;
    std::int64_t points = 0;
    for (int leaf = first; leaf < end; ++leaf) points += record.tree->objects[std::size_t(leaf)];
    // For several queries together: either the traversal did not list the leaf, by the box of all queries, or each query rejected a listed
    // leaf, which has a direction, on its own.
    const bool together = std::isfinite(shown.reach), passed = together && shown.way < 0;
    const auto [nearest, bound] = distances_apart(double(shown.nearest), double(passed ? shown.reach : shown.bound), 10 * record.farthest);
    std::string what = "Leaf " + text_of_count(first) + " was skipped ";
    if (end - first > 1)
        what = "Leaves " + text_of_count(first) + " to " + text_of_count(end - 1) + " (" + text_of_amount(points, "point", "points") +
               ") were skipped as one " + (record.tree->is_grid() ? "quadrant " : "node ");
    else if (shown.quadrant != record.tree->quadrant_of(first)) what = "This part of leaf " + text_of_count(first) + " was skipped ";
    if (passed)
        return what + "for all queries of the warp, step " + text_of_count(shown.position) +
               ": nothing there is nearer to any of them than " + nearest + ", and none of them had a larger bound than " + bound +
               " at that time.";
    if (together) what += "for all queries of the warp, because none of them needed it any more, ";
    return what + way_text(shown.way) + ", step " + text_of_count(shown.position) + ": nothing there is nearer than " + nearest + ", the " +
           ordinal(record.k) + " neighbour was " + bound + " away at that time.";
}

/// Summary of the leaves that were not visited.
struct Unvisited {
    int leaves = 0;
    int empty_ones = 0;        ///< leaves without points, which may be near
    bool all_skipped = true;   ///< all leaves with points were skipped completely
    float nearest = INFINITY;  ///< lower bound of distances in skipped leaves
};

Unvisited unvisited(const Recording& record) {
    const RecordedTree& tree = *record.tree;
    std::vector<bool> visited(std::size_t(tree.leaves()));
    std::vector<std::uint32_t> left(visited.size());  // cells not skipped
    for (std::size_t leaf = 0; leaf < left.size(); ++leaf) left[leaf] = tree.first_cell[leaf + 1] - tree.first_cell[leaf];
    for (const LeafVisit& visit : record.visits_at(record.count())) visited[std::size_t(visit.leaf)] = true;
    Unvisited rest;
    for (const std::int64_t position : record.skips) {
        if (position < record.search_at(record.count()).begin) continue;
        const Step& step = record.at(position);
        const auto [first, end] = tree.leaves_of(step.quadrant);
        bool any = false;
        for (int leaf = first; leaf < end; ++leaf) {
            std::uint32_t& cells = left[std::size_t(leaf)];
            cells -= std::min(cells, std::uint32_t(1) << tree.cells_log2(step.quadrant.up));
            any = any || !visited[std::size_t(leaf)];
        }
        if (any) rest.nearest = std::min(rest.nearest, step.nearest);
    }
    for (std::size_t leaf = 0; leaf < visited.size(); ++leaf) {
        if (visited[leaf]) continue;
        ++rest.leaves;
        if (left[leaf] == 0) continue;
        if (tree.objects[leaf] == 0) ++rest.empty_ones;
        else rest.all_skipped = false;
    }
    return rest;
}

/// The final list and its k-th distance.
struct Filled {
    int entries = 0;
    float bound = NAN;  ///< NaN: the list is not full
};

Filled filled(const Recording& record) {
    Filled list;
    for (const LeafVisit& visit : record.visits_at(record.count())) list.entries += visit.entered;
    list.entries = std::min(list.entries, record.k);
    if (!record.visits.empty()) list.bound = record.visits.back().bound;
    return list;
}

}  // namespace

double distance_to(const DataSet& data, std::int64_t row, const std::vector<double>& place, Metric metric) {
    if (needs_true_coordinates(data, metric)) {
        std::vector<float> here;
        for (int axis = 0; axis < data.dimension; ++axis) here.push_back(float(data.coordinate(row, axis)));
        return exact_distance(here.data(), std::vector<float>(place.begin(), place.end()).data(), data.dimension, metric);
    }
    const HostRows points{data.coordinates, data.dimension};
    return exact_distance(points.row(row), data.relative(place).data(), data.dimension, metric);
}

TreeSteps tree_steps(const Recording& record, std::int64_t position) {
    TreeSteps shown;
    if (!record.tree || record.tree->leaves() == 0) return shown;
    const RecordedTree& tree = *record.tree;
    const std::span<const LeafVisit> visits = record.visits_at(position);
    for (std::size_t i = 0; i < visits.size(); ++i) {
        const LeafVisit& visit = visits[i];
        ShownQuadrant one = shown_quadrant(tree, tree.quadrant_of(visit.leaf));
        one.way = visit.way;
        one.shared = visit.shared;
        one.number = int(i) + 1;
        one.position = visit.position;
        (visit.position <= position ? shown.visited : shown.to_come).push_back(one);
        if (visit.last < position && std::isfinite(visit.bound)) shown.bound = visit.bound;
    }
    for (const std::int64_t at : record.skips) {
        if (at > position) break;
        if (at < record.search_at(position).begin) continue;
        const Step& step = record.at(at);
        ShownQuadrant one = shown_quadrant(tree, step.quadrant);
        // Leaves out parts of leaves that are visited for another part.
        if (std::any_of(shown.visited.begin(), shown.visited.end(), [&](const ShownQuadrant& leaf) { return leaf.leaves == one.leaves; }))
            continue;
        one.way = step.way;
        one.position = at;
        one.nearest = step.nearest;
        one.bound = step.bound;
        one.reach = step.reach;
        shown.skipped.push_back(one);
    }
    if (position > 0) {
        const Step& step = record.at(position);
        if (std::isfinite(step.bound)) shown.bound = step.bound;
        if (step.quadrant.up >= 0) {
            shown.current = shown_quadrant(tree, step.quadrant);
            shown.current->way = step.way;
            shown.current->position = position;
        }
    }
    for (auto visit = visits.rbegin(); visit != visits.rend(); ++visit) {
        if (visit->last >= position || !std::isfinite(visit->bound)) continue;
        const float newest = shown.earlier_bounds.empty() ? shown.bound : shown.earlier_bounds.back();
        if (visit->bound > newest) shown.earlier_bounds.push_back(visit->bound);
    }
    return shown;
}

std::string way_word(int way) { return way == 0 ? "left" : way == 1 ? "right" : "own"; }
std::string visit_text(int number, int way) { return text_of_count(number) + " " + way_word(way); }
std::string explain_visit(const LeafVisit& visit, std::int64_t position) {
    return "Leaf " + text_of_count(visit.leaf) + ": " + text_of_amount(visit.points, "distance", "distances") + ", " +
           (visit.shared ? "only for other queries of the warp"
                         : text_of_amount(visit.entered, "point", "points") +
                               (visit.last < position ? " entered the list" : " will enter the list"));
}

std::string why_leaf(const Stepping& stepping, std::uint32_t cell) {
    if (!stepping.record || !stepping.record->tree) return {};
    const Recording& record = *stepping.record;
    const int leaf = record.tree->leaf_of(cell);
    for (const ShownQuadrant& one : stepping.tree.visited)
        if (one.leaves[0] == leaf) return visited_text(record, one, stepping.position, stepping.best.size());
    for (const ShownQuadrant& one : stepping.tree.skipped)
        if (record.tree->contains(one.quadrant, cell)) return skipped_text(record, one);
    const std::string text =
        "Leaf " + text_of_count(leaf) + ", " + text_of_amount(record.tree->objects[std::size_t(leaf)], "point", "points") + ", ";
    for (const ShownQuadrant& one : stepping.tree.to_come)
        if (one.leaves[0] == leaf) return text + "is not visited yet: it will be visit " + text_of_count(one.number) + ".";
    return text + (stepping.position < stepping.count ? "is not visited yet." : "was neither visited nor recorded as skipped.");
}

std::string why_point(const ViewModel& view, const DataSet& data, const SessionState& session, std::int64_t row) {
    if (row < 0 || row >= data.count() || view.query.size() < std::size_t(data.dimension)) return {};
    const std::string name = "Row " + text_of_count(data.file_row(row));
    const bool products = larger_is_nearer(session.metric);
    const auto at = [&](const std::string& distance) { return products ? "at the product " + distance : distance + " away"; };
    for (const NeighbourRow& one : view.neighbours)
        if (one.row == row) {
            // Where neighbours are missed, a place in the list is no rank.
            const int rank = view.exactness.missed.empty()
                                 ? one.rank
                                 : ranks_of_listed(view.neighbours, view.exactness.missed)[std::size_t(one.rank - 1)];
            const bool is_true = view.exactness.missed.empty() || rank > 0;
            std::string text = name +
                               (is_true ? " is the " + ordinal(rank) + " neighbour, "
                                        : " is number " + text_of_count(one.rank) + " of the list, but no true neighbour; it is ") +
                               at(text_of_coordinate(one.distance, 10 * std::max({std::abs(view.kth_distance), view.list_extent, 1e-30}))) +
                               ".";
            const bool later = std::find(view.stepping.later.begin(), view.stepping.later.end(), row) != view.stepping.later.end();
            if (view.stepping.ready && later) text += " At this step it is not found yet.";
            return text;
        }
    const std::vector<float> query = data.relative(view.query);
    const HostRows points = searched_rows(data);
    const bool from_zero = needs_true_coordinates(data, session.metric);
    const auto distance_of = [&](std::int64_t one) {
        return from_zero ? distance_to(data, one, view.query, session.metric)
                         : exact_distance(points.row(one), query.data(), data.dimension, session.metric);
    };
    const double own = distance_of(row);
    if (!points.allows(row))
        return name + " is not found because the filter does not allow it: " + filter_text(data) + ". It is " +
               at(text_of_coordinate(own, 10 * std::max(std::abs(view.kth_distance), 1e-30))) + ".";
    if (session.exclude_self && session.query_row == data.file_row(row)) return name + " is the query itself, which is excluded.";
    std::int64_t before = 0;
    for (std::int64_t other = 0; other < data.count(); ++other) {
        if (!points.allows(other) || (session.exclude_self && session.query_row == data.file_row(other))) continue;
        const double distance = distance_of(other);
        if (rank_value(session.metric, distance) < rank_value(session.metric, own) || (distance == own && other < row)) ++before;
    }
    const std::int64_t k = std::int64_t(view.neighbours.size());
    const double last = k > 0 ? view.neighbours.back().distance : 0;
    const auto [mine, bound] = distances_apart(own, last, 10 * std::abs(last));
    const std::vector<NeighbourRow>& missed = view.exactness.missed;
    std::string text = name + " is " + at(mine) + "; the " + ordinal(k) + " neighbour is " + at(bound) + ".";
    if (k > 0 && float(own) == float(last))
        text = name + " is " + at(bound) + "; the " + ordinal(k) + " neighbour, row " + text_of_count(view.neighbours.back().file_row) +
               ", is at the same distance. Of equal distances the smaller index comes first.";
    else if (rank_value(session.metric, own) < rank_value(session.metric, last))
        text = name + " is " + at(mine) +
               (before < k ? ", nearer than the " + ordinal(k) + " neighbour (" + bound + "), but the method missed it."
                           : "; the " + ordinal(k) + " row in the list is " + at(bound) + ".");
    else if (std::any_of(missed.begin(), missed.end(), [row](const NeighbourRow& one) { return one.row == row; }))  // of a short list
        text = name + " is " + at(mine) + ". It is a true neighbour, but the method missed it.";
    text += " It is the " + ordinal(before + 1) + " nearest of " + text_of_count(allowed_rows(data)) +
            (data.filter ? " allowed points" : " points");
    // No true neighbour, but nearer than a row in the place of a missed neighbour.
    text += before >= k && rank_value(session.metric, own) < rank_value(session.metric, last)
                ? ". It is no true neighbour; the last rows of the list stand in the places of missed ones."
                : ".";
    for (const NeighbourRow& one : missed)
        if (one.row == row && !one.why.sentence.empty()) text += " " + one.why.sentence;
    const Stepping& stepping = view.stepping;
    if (stepping.ready && stepping.record->tree) {
        std::vector<double> place;
        for (int axis = 0; axis < data.dimension; ++axis)
            place.push_back(double(data.coordinates[std::size_t(row) * std::size_t(data.dimension) + std::size_t(axis)]));
        const RecordedTree& tree = *stepping.record->tree;
        const int leaf = tree.leaf_of_row(std::int32_t(row));
        if (const auto cell = leaf < 0 ? tree.cell_at(place) : std::optional(std::uint32_t(leaf))) text += " " + why_leaf(stepping, *cell);
    }
    return text;
}

// ---- Totals and reasons -----------------------------------------------------------------------------------------------------------

TreeTotals tree_totals(const Recording& record, std::int64_t position) {
    TreeTotals totals;
    if (!record.tree) return totals;
    totals.of_leaves = record.tree->leaves();
    totals.of_distances = std::accumulate(record.tree->objects.begin(), record.tree->objects.end(), std::int64_t(0));
    for (const LeafVisit& visit : record.visits) {
        if (visit.position > position) break;
        ++totals.leaves;
        totals.distances += visit.points;
    }
    return totals;
}

std::string totals_text(const TreeTotals& totals) {
    return text_of_count(totals.leaves) + " of " + text_of_amount(totals.of_leaves, "leaf", "leaves") + ", " +
           text_of_count(totals.distances) + " of " + text_of_amount(totals.of_distances, "distance", "distances") + ".";
}

std::string closing_claim(const Recording& record) {
    const Filled list = filled(record);
    const Unvisited rest = unvisited(record);
    const std::string which = rest.empty_ones > 0 ? " leaf with points" : " leaf";
    if (!std::isfinite(list.bound)) {
        const std::string all = rest.leaves > 0 ? "Every leaf with points was visited" : "Every leaf was visited";
        return all + ": there are only " + text_of_amount(list.entries, "neighbour", "neighbours") + ", not " + text_of_count(record.k) +
               ".";
    }
    const std::int64_t points = tree_totals(record, 0).of_distances;
    if (list.entries == points && points > 1)
        return (rest.leaves > 0 ? "Every leaf with points was visited: " : "Every leaf was visited: ") +
               ("all " + text_of_count(points) + " points are neighbours.");
    if (rest.leaves == 0) return record.tree->leaves() == 1 ? "There is no other leaf." : "Every leaf was visited.";
    if (rest.leaves == rest.empty_ones) return "Every leaf with points was visited.";
    if (!rest.all_skipped) return "The " + ordinal(record.k) + " neighbour is " + distance_text(record, double(list.bound)) + " away.";
    // With the digits at which the two differ, the rounded bound stays below all skipped distances.
    const auto [bound, nearest] = distances_apart(double(list.bound), double(rest.nearest), 1000 * record.farthest);
    if (list.bound < rest.nearest && bound != nearest) return "Every other" + which + " is farther than " + bound + ".";
    return "No other" + which + " is nearer than the " + ordinal(record.k) + " neighbour.";
}

std::string closing_sentence(const Recording& record) {
    const std::string paid = explain_warp(record);
    return (paid.empty() ? "" : paid + " ") + closing_claim(record) + " " + totals_text(tree_totals(record, record.count()));
}

std::string explain_warp(const Recording& record) {
    const std::vector<StepKind>& kinds = record.method->info.step_kinds;
    const bool together = std::any_of(record.steps.begin(), record.steps.end(), [](const Step& step) { return std::isfinite(step.reach); });
    if (!together || kinds.empty()) return {};
    if (record.visits.empty()) return {};
    const std::span<const LeafVisit> visits = record.visits_at(0);
    const std::int64_t own = std::ranges::count(visits, false, &LeafVisit::shared);
    std::string text = "Its warp visited " + text_of_amount(std::int64_t(visits.size()), "leaf", "leaves") +
                       ", of which this query needed " + text_of_count(own) + ".";
    if (const std::int64_t after = std::int64_t(record.visits.size() - visits.size()); after > 0)
        text +=
            " Its last neighbours were not certain: a warp searched for this query alone, " + text_of_amount(after, "leaf", "leaves") + ".";
    return text;
}

}  // namespace neighborscope
