#include "app/session/shown/point_changes.hpp"

#include "app/session/shown/view_model.hpp"

#include <set>

namespace neighborscope {
namespace {

constexpr int max_parts_drawn = 256;

/// Number of a leaf's first cell in a grid that is `finer` levels finer than the tree's finest.
std::uint64_t first_cell(const RecordedTree& tree, int leaf, int finer) {
    return std::uint64_t(tree.first_cell[std::size_t(leaf)]) << tree.dimension * finer;
}

/// Leaf `whole` of one tree consists of the leaves `first` to `end` - 1 of the other.
ChangedLeaf changed_leaf_of(const RecordedTree& one, int whole, const RecordedTree& other, int first, int end) {
    ChangedLeaf changed{whole, first, end - first, one.box(one.quadrant_of(whole)), {}};
    for (int part = first; part < end && changed.parts <= max_parts_drawn; ++part)
        changed.boxes.push_back(other.box(other.quadrant_of(part)));
    return changed;
}

/// Number of leaves in `after` whose box differs from that of the leaf with the same number in `before`.
int count_shifted(const RecordedTree& before, const RecordedTree& after) {
    int others = 0;
    for (std::size_t leaf = 0; leaf < after.boxes.size(); ++leaf)
        others += leaf >= before.boxes.size() || before.boxes[leaf] != after.boxes[leaf];
    return others;
}

std::string text_of(const ChangedLeaf& leaf) { return text_of_count(leaf.first) + " – " + text_of_count(leaf.first + leaf.parts - 1); }

}  // namespace

std::vector<ChangedPoint> changed_points(const DataSet& data, const PointEdits& before, const PointEdits& after) {
    std::set<std::int64_t> rows;
    const std::int64_t first_new = first_new_row(data);
    for (const PointEdits* edits : {&before, &after}) {
        for (const PointEdits::Added& one : edits->added) rows.insert(first_new + one.number);
        for (const PointEdits::Moved& one : edits->moved) rows.insert(one.row);
        rows.insert(edits->erased.begin(), edits->erased.end());
    }
    std::vector<ChangedPoint> changed;
    for (const std::int64_t row : rows) {
        ChangedPoint one{row, place_of_row(data, before, row), place_of_row(data, after, row)};
        if (one.from != one.to) changed.push_back(std::move(one));
    }
    return changed;
}

std::string changed_points_text(const std::vector<ChangedPoint>& points) {
    if (points.empty()) return {};
    if (points.size() > 1) return text_of_count(std::int64_t(points.size())) + " points were changed by hand";
    const ChangedPoint& one = points.front();
    return "row " + text_of_count(one.file_row) + " was " + (one.added() ? "added" : one.erased() ? "erased" : "moved") + " by hand";
}

LeafChanges changed_leaves(const RecordedTree& before, const RecordedTree& after) {
    LeafChanges changes;
    changes.leaves_before = before.leaves();
    changes.leaves = after.leaves();
    changes.dimension = after.dimension;
    if (!before.is_grid() && !after.is_grid()) changes.shifted = count_shifted(before, after);
    if (!before.is_grid() || !after.is_grid()) return changes;
    if (before.dimension != after.dimension || before.low != after.low || before.side != after.side) {
        changes.other_square = true;
        return changes;
    }
    // Both partition the same cells, so they are traversed together.
    const int level = std::max(before.level, after.level);
    const int finer_before = level - before.level, finer_after = level - after.level;
    for (int b = 0, a = 0; b < before.leaves() && a < after.leaves();) {
        const std::uint64_t end_before = first_cell(before, b + 1, finer_before), end_after = first_cell(after, a + 1, finer_after);
        if (end_before == end_after) {
            ++b, ++a;
        } else if (end_after < end_before) {
            const int first = a;
            while (a < after.leaves() && first_cell(after, a + 1, finer_after) <= end_before) ++a;
            changes.split.push_back(changed_leaf_of(before, b++, after, first, a));
        } else {
            const int first = b;
            while (b < before.leaves() && first_cell(before, b + 1, finer_before) <= end_after) ++b;
            changes.merged.push_back(changed_leaf_of(after, a++, before, first, b));
        }
    }
    return changes;
}

std::string LeafChanges::text() const {
    if (other_square)
        return std::string("the index now divides another ") + (dimension == 3 ? "cube: " : "square: ") +
               text_of_amount(leaves_before, "leaf", "leaves") + " before, now " + text_of_count(leaves);
    if (shifted > 0)
        return text_of_count(shifted) + " of " + text_of_amount(leaves, "leaf", "leaves") + " (runs of points along a curve) shifted";
    std::string text;
    if (split.size() == 1) {
        const ChangedLeaf& one = split.front();
        text = "leaf " + text_of_count(one.leaf) + " split into " + text_of_count(one.parts) + " (now " + text_of(one) + ")";
    } else if (!split.empty()) {
        text = text_of_count(std::int64_t(split.size())) + " leaves split";
    }
    if (merged.empty()) return text;
    if (!text.empty()) text += ", ";
    if (merged.size() == 1) {
        const ChangedLeaf& one = merged.front();
        return text + "leaves " + text_of(one) + " merged into leaf " + text_of_count(one.leaf);
    }
    return text + "leaves merged in " + text_of_count(std::int64_t(merged.size())) + " places";
}

}  // namespace neighborscope
