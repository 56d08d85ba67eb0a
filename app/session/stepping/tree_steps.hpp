// The state of a tree search at a step, explanations why a leaf or a point is not in the result, and a summary at the end: as plain data
// and text, for the view, the tables and the command line.
#pragma once
#include "app/session/shown/view_model.hpp"

#include <optional>
#include <string>
#include <utility>

namespace neighborscope {

struct SessionState;

/// The leaves visited, to be visited and skipped at a position of a recording with a tree.
TreeSteps tree_steps(const Recording&, std::int64_t position);

/// "1 own", "3 right": number and direction of a visit (0 left, 1 right, -1 the query's own leaf).
std::string visit_text(int number, int way);
std::string way_word(int way);  ///< "left", "right", "own"
/// "Leaf 12: 30 distances, 4 points entered the list", or "will enter" if the visit has not ended at this position.
std::string explain_visit(const LeafVisit&, std::int64_t position);

/// A sentence about the leaf of a cell: whether it is visited or skipped by the present step, with the two numbers that were compared.
std::string why_leaf(const Stepping&, std::uint32_t cell);

/// Distance of a row from a position in true coordinates along all axes of the data.
double distance_to(const DataSet&, std::int64_t row, const std::vector<double>& place, Metric);

/// Explains why a point is a neighbour or not: its distance and rank, and the k-th distance. While a tree search is stepped through, also
/// whether its leaf is visited or skipped.
std::string why_point(const ViewModel&, const DataSet&, const SessionState&, std::int64_t row);

/// The parts of a tree that a search has used.
struct TreeTotals {
    std::int64_t leaves = 0, of_leaves = 0;        ///< visited leaves; all leaves
    std::int64_t distances = 0, of_distances = 0;  ///< distances computed in visited leaves; points in the tree
};
/// Totals up to a position of a recording with a tree. A visit counts from its first step on.
TreeTotals tree_totals(const Recording&, std::int64_t position);
/// "7 of 337 leaves, 115 of 4 000 distances."
std::string totals_text(const TreeTotals&);

/// Says why the result of a tree search is complete: "Every other leaf is farther than 519." The claim excludes empty leaves; the distance
/// has enough digits to make the sentence true. Says so if all points are neighbours, or if there are fewer than k.
std::string closing_claim(const Recording&);
/// The extra work of a search in a warp: "Its warp visited 9 leaves, of which this query needed 5." "" if the query was alone.
std::string explain_warp(const Recording&);
/// Joins the claim, the totals and explain_warp().
std::string closing_sentence(const Recording&);

}  // namespace neighborscope
