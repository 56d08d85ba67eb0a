// The shape of the tree that a method searches, as windows show it: number, fill and depth of leaves.
#pragma once
#include "gpu/cells.hpp"
#include "gpu/query_work.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace neighborscope {

/// The work of a self-join (every point is a query) with the present settings.
struct TreeWork {
    Distribution leaves, distances;             ///< visited leaves and computed distances per query; places are rows
    Distribution cell_queries, cell_distances;  ///< per leaf: queries in it, and mean distances computed by one of these
    std::vector<Iteration> iterations;
    TaskBalance balance;
    double milliseconds = 0;  ///< of the search with counting, which is slower than a plain search
};

struct TreeFacts;

/// The range of the colour scale of leaves, common to several trees side by side, so that a colour means the same in each.
struct LeafColourRange {
    int strongest = 1, level = 0;  ///< maxima of TreeFacts::strongest and level
    unsigned max_queries = 0;      ///< Distribution::high of cell_queries
    unsigned min_distances = 0, max_distances = 0;

    static LeafColourRange of(const std::vector<const TreeFacts*>&);  ///< at least one tree
};

struct TreeFacts {
    int dimension = 2, leaves = 0;
    int level = 0;      ///< level of the deepest leaf
    bool grid = true;   ///< a quadtree or octree; else a tree of boxes that may overlap
    bool drawn = true;  ///< its cells are few enough to be drawn
    CellCounts counts;
    int strongest = 1;             ///< the number of points with the strongest colour: 199 of 200 leaves have at most this many
    std::uint64_t bytes = 0;       ///< memory of the index on its device
    std::optional<TreeWork> work;  ///< none: not requested, or not known yet
    std::optional<LeafColourRange> compared = std::nullopt;  ///< if other trees are shown beside it

    int empty() const { return counts.leaves_with.empty() ? 0 : counts.leaves_with[0]; }
    const char* name() const { return !grid ? "Tree of boxes" : dimension == 2 ? "Quadtree" : "Octree"; }
    const char* order() const { return grid ? "Morton order" : "Hilbert order"; }  ///< of its leaves
};
TreeFacts facts_of(const Tree&, CellCounts, bool drawn);

/// One bar of a histogram: the leaves with `from` to `to` points (or of these levels), both included.
struct LeafBar {
    int from = 0, to = 0, leaves = 0;
};
/// Histogram of points per leaf: empty leaves, then bins of equal width; the last bin has all few leaves that hold far more. At most
/// `most` bars.
std::vector<LeafBar> occupancy_bars(const TreeFacts&, int most);
/// Histogram of a distribution in bins of equal width; the last bin has all beyond the 99th percentile. At most `most` bars.
std::vector<LeafBar> spread_bars(const Distribution&, int most);
/// Histogram of the weights of tasks, in bins that grow with the weight; LeafBar::leaves are tasks.
std::vector<LeafBar> task_bars(const TaskBalance&, int most);
/// Active queries of each iteration, from 1; LeafBar::leaves are queries. Of many iterations, a bar is the mean of several.
std::vector<LeafBar> iteration_bars(const std::vector<Iteration>&, int most);
/// One bar for each level from the first to the last that has leaves.
std::vector<LeafBar> depth_bars(const TreeFacts&);
std::string text_of_range(const LeafBar&);  ///< "3", "9 – 16"

}  // namespace neighborscope
