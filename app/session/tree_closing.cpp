#include "app/session/tree_closing.hpp"

#include "app/session/narrate.hpp"
#include "app/session/tree_steps.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace neighborscope {
namespace {

/// What became of the leaves that were not visited.
struct Unvisited {
    int leaves = 0;
    int empty_ones = 0;        ///< without points, stepped past: they may be near
    bool all_skipped = true;   ///< those with points were, wholly
    float nearest = INFINITY;  ///< nothing in those that were skipped is nearer
};

Unvisited unvisited(const Recording& record) {
    const RecordedTree& tree = *record.tree;
    std::vector<bool> visited(std::size_t(tree.leaves()));
    std::vector<std::uint32_t> left(visited.size());  // cells that no skip covers
    for (std::size_t leaf = 0; leaf < left.size(); ++leaf) left[leaf] = tree.first_cell[leaf + 1] - tree.first_cell[leaf];
    for (const LeafVisit& visit : record.visits) visited[std::size_t(visit.leaf)] = true;
    Unvisited rest;
    for (const std::int64_t position : record.skips) {
        const Step& step = record.at(position);
        const auto [first, end] = tree.leaves_of(step.quadrant);
        bool any = false;
        for (int leaf = first; leaf < end; ++leaf) {
            std::uint32_t& cells = left[std::size_t(leaf)];
            cells -= std::min(cells, std::uint32_t(1) << tree.dimension * step.quadrant.up);
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

/// The list at the end, and the distance of its last.
struct Filled {
    int entries = 0;
    float bound = NAN;  ///< NaN: it is not full
};

Filled filled(const Recording& record) {
    Filled list;
    for (const LeafVisit& visit : record.visits) list.entries += visit.entered;
    list.entries = std::min(list.entries, record.k);
    if (!record.visits.empty()) list.bound = record.visits.back().bound;
    return list;
}

}  // namespace

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
    // Rounded to the digits at which the two differ, the smaller one stays below whatever was skipped.
    const auto [bound, nearest] = distances_apart(double(list.bound), double(rest.nearest), 1000 * record.farthest);
    if (list.bound < rest.nearest && bound != nearest) return "Every other" + which + " is farther than " + bound + ".";
    return "No other" + which + " is nearer than the " + ordinal(record.k) + " neighbour.";
}

std::string closing_sentence(const Recording& record) {
    return closing_claim(record) + " " + totals_text(tree_totals(record, record.count()));
}

}  // namespace neighborscope
