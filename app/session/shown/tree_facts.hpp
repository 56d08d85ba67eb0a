// What windows show of the tree that a method searches: how many leaves there are, how full, how deep.
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
    Distribution leaves, distances;             ///< of queries: those it visits, those it computes; places are rows
    Distribution cell_queries, cell_distances;  ///< of leaves: how many queries lie there, and what one of these computes on average
    std::vector<Iteration> iterations;
    TaskBalance balance;
    double milliseconds = 0;  ///< of the search that counted it, which is slower than a plain search
};

struct TreeFacts;

/// The numbers that colours of leaves run between, of several trees side by side: a colour means the same in each.
struct LeafColourRange {
    int strongest = 1, level = 0;  ///< as in TreeFacts, the most
    unsigned max_queries = 0;      ///< Distribution::high of cell_queries
    unsigned min_distances = 0, max_distances = 0;

    static LeafColourRange of(const std::vector<const TreeFacts*>&);  ///< of one at the least
};

struct TreeFacts {
    int dimension = 2, leaves = 0;
    int level = 0;      ///< of the deepest leaf
    bool grid = true;   ///< a quadtree or octree; else boxes that may overlap
    bool drawn = true;  ///< its cells can be: there are not too many
    CellCounts counts;
    int strongest = 1;             ///< the number of points with the strongest colour: 199 of 200 leaves have at most this many
    std::uint64_t bytes = 0;       ///< of the index on its device
    std::optional<TreeWork> work;  ///< where it is wanted, and known by now
    std::optional<LeafColourRange> compared = std::nullopt;  ///< where other trees stand beside it

    int empty() const { return counts.leaves_with.empty() ? 0 : counts.leaves_with[0]; }
    const char* name() const { return !grid ? "Tree of boxes" : dimension == 2 ? "Quadtree" : "Octree"; }
    const char* order() const { return grid ? "Morton order" : "Hilbert order"; }  ///< of its leaves
};
TreeFacts facts_of(const Tree&, CellCounts, bool drawn);

/// Leaves with `from` to `to` points (or of these levels), both included.
struct LeafBar {
    int from = 0, to = 0, leaves = 0;
};
/// Empty leaves, then steps of one width, then, where some few hold far more, those beyond; at most `most` bars.
std::vector<LeafBar> occupancy_bars(const TreeFacts&, int most);
/// Of numbers of leaves, in steps of one width, those beyond the 99th of a hundred in the last; at most `most` bars.
std::vector<LeafBar> spread_bars(const Distribution&, int most);
/// Tasks by their weights, from the lightest to the heaviest, in steps that grow with them; LeafBar::leaves are tasks.
std::vector<LeafBar> task_bars(const TaskBalance&, int most);
/// Active queries of each iteration, from 1; LeafBar::leaves are queries. Of many iterations several together, as their mean.
std::vector<LeafBar> iteration_bars(const std::vector<Iteration>&, int most);
/// One for each level from the first to the last that has leaves.
std::vector<LeafBar> depth_bars(const TreeFacts&);
std::string text_of_range(const LeafBar&);  ///< "3", "9 – 16"

}  // namespace neighborscope
