// What an edit changed: points, and leaves of the method's tree.
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
    std::vector<double> from, to;  ///< true coordinates; `from` is empty for an added point, `to` for an erased one

    bool added() const { return from.empty(); }
    bool erased() const { return to.empty(); }
};
/// The points that differ, by file row. `data` is without edits.
std::vector<ChangedPoint> changed_points(const DataSet& data, const PointEdits& before, const PointEdits& after);
std::string changed_points_text(
    const std::vector<ChangedPoint>&);  ///< "row 12 was moved by hand", "3 points were changed by hand"; "": none

/// A leaf that split into several, or that several leaves merged into.
struct ChangedLeaf {
    int leaf = 0;   ///< its number in its tree
    int first = 0;  ///< number of its first part in the other tree
    int parts = 0;  ///< number of its parts
    RecordedTree::Box box;
    std::vector<RecordedTree::Box> boxes;  ///< boxes of the parts, if they are few
};
struct LeafChanges {
    bool other_square = false;  ///< the root square or cube changed, and so all leaves
    int dimension = 2;          ///< of the tree
    int leaves_before = 0, leaves = 0;
    std::vector<ChangedLeaf> split, merged;  ///< in Morton order; empty for trees whose leaves are runs of points
    int shifted = 0;  ///< runs of points whose box changed: an added or erased point shifts all runs after it on the curve

    bool any() const { return other_square || !split.empty() || !merged.empty() || shifted > 0; }
    /// "leaf 41 split into 4 (now 41 – 44)", "3 leaves split, 1 merged from 4", "31 of 94 leaves (runs of points along a curve) shifted";
    /// "" if none changed.
    std::string text() const;
};
LeafChanges changed_leaves(const RecordedTree& before, const RecordedTree& after);

}  // namespace neighborscope
