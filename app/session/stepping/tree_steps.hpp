// What a step's picture says of the tree that the search goes through, why a leaf or a point is not in the answer, and at the end what the
// search came to: plain data and words, for the view, the tables and the command line.
#pragma once
#include "app/session/shown/view_model.hpp"

#include <optional>
#include <string>
#include <utility>

namespace neighborscope {

struct SessionState;

/// What is visited, still to come and skipped at a position of a record that has a tree.
TreeSteps tree_steps(const Recording&, std::int64_t position);

/// "1 own", "3 right": of a visited leaf, which one and its way (0 left, 1 right, -1 the query's own); the way alone.
std::string visit_text(int number, int way);
std::string way_word(int way);
std::string explain_visit(const LeafVisit&);  ///< "Leaf 12: 30 distances, 4 points into the list"

/// The leaf that a cell belongs to, and what has become of it by the present step: in a sentence with the two numbers that decided.
std::string why_leaf(const Stepping&, std::uint32_t cell);

/// True distance of a row from a place of true coordinates along all axes of the data.
double distance_to(const DataSet&, std::int64_t row, const std::vector<double>& place, Metric);

/// Why a point is no neighbour, or that it is one: its distance and rank, and the last neighbour's distance. Says what became of its
/// leaf when the search is stepped through and has a tree.
std::string why_point(const ViewModel&, const DataSet&, const SessionState&, std::int64_t row);

/// How much of its tree a search has looked at.
struct TreeTotals {
    std::int64_t leaves = 0, of_leaves = 0;        ///< visited; in the tree
    std::int64_t distances = 0, of_distances = 0;  ///< computed for visited leaves; points in the tree
};
/// Up to a position of a record that has a tree: a visit counts from its first step on.
TreeTotals tree_totals(const Recording&, std::int64_t position);
/// "7 of 337 leaves, 115 of 4 000 distances."
std::string totals_text(const TreeTotals&);

/// Why the answer is complete, of a record that has a tree: "Every other leaf is farther than 519." Leaves without points, which are
/// stepped past wherever they are, are left out of what is claimed; the distance has as many digits as make the sentence true. Where all
/// points are neighbours, or there are fewer than k, it says so.
std::string closing_claim(const Recording&);
/// What a query paid for being answered with others: "Its warp visited 9 leaves, of which this query needed 5." Empty when it was alone.
std::string explain_warp(const Recording&);
/// That, the claim and the totals.
std::string closing_sentence(const Recording&);

}  // namespace neighborscope
