#include "gpu/record/record.hpp"

#include <algorithm>
#include <bit>

namespace neighborscope {

int RecordedTree::leaf_of(std::uint32_t cell) const {
    const auto after = std::upper_bound(first_cell.begin(), first_cell.end(), cell);
    return std::clamp(int(after - first_cell.begin()) - 1, 0, leaves() - 1);
}

StepQuadrant RecordedTree::quadrant_of(int leaf) const {
    const std::uint32_t first = first_cell[std::size_t(leaf)], cells = first_cell[std::size_t(leaf) + 1] - first;
    return {first, (int(std::bit_width(cells)) - 1) / (is_grid() ? dimension : 5)};
}

RecordedTree::Box RecordedTree::box(const StepQuadrant& quadrant) const {
    Box box;
    if (!is_grid()) {
        const auto [first, end] = leaves_of(quadrant);
        if (quadrant.half >= 0 && !halves.empty()) return halves[2 * std::size_t(first) + std::size_t(quadrant.half)];
        box = boxes[std::size_t(first)];
        for (std::size_t axis = 0; axis < std::size_t(dimension); ++axis) {
            float& from = box.low[axis];
            float to = from + box.size[axis];
            for (int leaf = first + 1; leaf < end; ++leaf) {
                const Box& other = boxes[std::size_t(leaf)];
                from = std::min(from, other.low[axis]);
                to = std::max(to, other.low[axis] + other.size[axis]);
            }
            box.size[axis] = to - from;
        }
        return box;
    }
    const float cell_side = side / float(1u << level);
    for (int axis = 0; axis < dimension; ++axis) {
        std::uint32_t place = 0;
        for (int bit = 0; bit < level; ++bit) place |= (quadrant.cell >> (bit * dimension + axis) & 1) << bit;
        box.low[std::size_t(axis)] = low[std::size_t(axis)] + float(place) * cell_side;
        box.size[std::size_t(axis)] = cell_side * float(1u << std::max(0, quadrant.up));
    }
    return box;
}

std::array<int, 2> RecordedTree::leaves_of(const StepQuadrant& quadrant) const {
    const std::uint32_t last = quadrant.cell + (1u << cells_log2(quadrant.up)) - 1;
    return {leaf_of(quadrant.cell), leaf_of(last) + 1};
}

std::optional<std::uint32_t> RecordedTree::cell_at(std::span<const double> place) const {
    if (place.size() < std::size_t(dimension) || leaves() == 0) return std::nullopt;
    if (!is_grid()) {
        std::optional<std::uint32_t> found;
        double least = 0;
        for (std::size_t leaf = 0; leaf < boxes.size(); ++leaf) {
            const Box& box = boxes[leaf];
            double volume = 1;
            bool inside = true;
            for (std::size_t axis = 0; axis < std::size_t(dimension); ++axis) {
                inside = inside && place[axis] >= double(box.low[axis]) && place[axis] <= double(box.low[axis]) + double(box.size[axis]);
                volume *= double(box.size[axis]);
            }
            if (inside && (!found || volume < least)) found = std::uint32_t(leaf), least = volume;
        }
        return found;
    }
    const float cells = float(1u << level);
    std::uint32_t cell = 0;
    for (int axis = 0; axis < dimension; ++axis) {
        const float at = (float(place[std::size_t(axis)]) - low[std::size_t(axis)]) * (cells / side);
        if (!(at >= 0 && at <= cells)) return std::nullopt;
        const std::uint32_t along = std::uint32_t(std::min(at, cells - 1));
        for (int bit = 0; bit < level; ++bit) cell |= (along >> bit & 1) << (bit * dimension + axis);
    }
    return cell;
}

int RecordedTree::leaf_of_row(std::int32_t row) const {
    std::size_t place = std::size_t(std::find(rows.begin(), rows.end(), row) - rows.begin());
    if (place == rows.size()) return -1;
    for (int leaf = 0; leaf < leaves(); ++leaf) {
        if (place < std::size_t(objects[std::size_t(leaf)])) return leaf;
        place -= std::size_t(objects[std::size_t(leaf)]);
    }
    return -1;
}

}  // namespace neighborscope
