// What a search through a tree comes to: how much of the tree it looked at, and why nothing of the rest can be in the answer.
#pragma once
#include "app/session/stepping.hpp"

#include <cstdint>
#include <string>

namespace neighborscope {

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
/// The claim and the totals.
std::string closing_sentence(const Recording&);

}  // namespace neighborscope
