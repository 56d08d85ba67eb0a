// What windows show of the tree that a method searches: how many leaves there are, how full, how deep.
#pragma once
#include "gpu/cells.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace neighborscope {

struct TreeFacts {
    int dimension = 2, leaves = 0;
    int level = 0;      ///< of the deepest leaf
    bool drawn = true;  ///< its cells can be: there are not too many
    CellCounts counts;
    int strongest = 1;        ///< the number of objects with the strongest colour: at most so many are in 199 of 200 leaves
    std::uint64_t bytes = 0;  ///< of the index on its device: leaves, table of cells, objects in the order of leaves

    int empty() const { return counts.leaves_with.empty() ? 0 : counts.leaves_with[0]; }
    bool is_quadtree() const { return dimension == 2; }
    const char* name() const { return is_quadtree() ? "quadtree" : "octree"; }
};
TreeFacts facts_of(const Tree&, std::int64_t objects, CellCounts, bool drawn);

/// Leaves with `from` to `to` objects (or of such levels), both included.
struct LeafBar {
    int from = 0, to = 0, leaves = 0;
};
/// Empty leaves, then steps of one width, then, where some few hold far more, those beyond; at most `most` bars.
std::vector<LeafBar> occupancy_bars(const TreeFacts&, int most);
/// One for each level from the first to the last that has leaves.
std::vector<LeafBar> depth_bars(const TreeFacts&);
std::string text_of_range(const LeafBar&);  ///< "3", "9 – 16"

}  // namespace neighborscope
