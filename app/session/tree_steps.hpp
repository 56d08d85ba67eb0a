// What a step's picture says of the tree that the search goes through, and why a leaf or a point is not in the answer: plain data and
// words, for the view, the tables and the command line.
#pragma once
#include "app/session/view_model.hpp"

#include <optional>
#include <string>
#include <utility>

namespace neighborscope {

struct SessionState;

/// What is visited, still to come and skipped at a position of a record that has a tree.
TreeSteps tree_steps(const Recording&, std::int64_t position);

/// "1 own", "3 right": of a visited leaf, which one and its way (0 left, 1 right, -1 the query's own).
std::string visit_text(int number, int way);

/// The cell of the tree's grid that a place lies in, by the kernels' own arithmetic; none outside of the square. `place` is relative to
/// the data's origin, along its axes.
std::optional<std::uint32_t> cell_at(const RecordedTree&, const std::vector<double>& place);

/// The leaf that a cell belongs to, and what has become of it by the present step: in a sentence with the two numbers that decided.
std::string why_leaf(const Stepping&, std::uint32_t cell);

/// Why a point is no neighbour, or that it is one: its distance and rank, and the last neighbour's distance. Says what became of its
/// leaf when the search is stepped through and has a tree.
std::string why_point(const ViewModel&, const DataSet&, const SessionState&, std::int64_t row);

}  // namespace neighborscope
