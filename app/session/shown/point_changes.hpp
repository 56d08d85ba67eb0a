// The effect of a change: points changed by hand, and changed leaves of the method's tree.
#pragma once
#include "app/data/points/data_set.hpp"
#include "gpu/record/record.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace neighborscope {

/// A point changed by hand.
struct ChangedPoint {
    std::int64_t file_row = -1;
    std::vector<double> from, to;  ///< true coordinates; `from` is empty of one that was added, `to` of one that was erased

    bool added() const { return from.empty(); }
    bool erased() const { return to.empty(); }
};
/// Which points differ, by file row. `data` are without edits.
std::vector<ChangedPoint> changed_points(const DataSet& data, const PointEdits& before, const PointEdits& after);
std::string changed_points_text(
    const std::vector<ChangedPoint>&);  ///< "row 12 was moved by hand", "3 points were changed by hand"; "" of none

/// A leaf that split, or that several leaves merged into.
struct ChangedLeaf {
    int leaf = 0;   ///< its number in the tree that it is a leaf of
    int first = 0;  ///< of its parts: the number of the first in the other tree
    int parts = 0;  ///< how many they are
    RecordedTree::Box box;
    std::vector<RecordedTree::Box> boxes;  ///< of the parts, as far as there are few
};
struct LeafChanges {
    bool other_square = false;  ///< the tree divides another square or cube: all leaves changed
    int dimension = 2;          ///< of the tree
    int leaves_before = 0, leaves = 0;
    std::vector<ChangedLeaf> split, merged;  ///< in Morton order; leaves that are runs of points do neither
    int shifted = 0;  ///< runs of points whose box is another now: a point that comes or goes shifts all that follow along the curve

    bool any() const { return other_square || !split.empty() || !merged.empty() || shifted > 0; }
    /// "leaf 41 split into 4 (now 41 – 44)", "3 leaves split, 1 merged from 4", "31 of 94 leaves (runs of points along a curve) shifted"; "" when none changed.
    std::string text() const;
};
LeafChanges changed_leaves(const RecordedTree& before, const RecordedTree& after);

}  // namespace neighborscope
