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
    return {first, (int(std::bit_width(cells)) - 1) / dimension};
}

RecordedTree::Box RecordedTree::box(const StepQuadrant& quadrant) const {
    Box box;
    const float cell_side = side / float(1u << level);
    for (int axis = 0; axis < dimension; ++axis) {
        std::uint32_t place = 0;
        for (int bit = 0; bit < level; ++bit) place |= (quadrant.cell >> (bit * dimension + axis) & 1) << bit;
        box.low[std::size_t(axis)] = low[std::size_t(axis)] + float(place) * cell_side;
    }
    box.side = cell_side * float(1u << std::max(0, quadrant.up));
    return box;
}

std::array<int, 2> RecordedTree::leaves_of(const StepQuadrant& quadrant) const {
    const std::uint32_t last = quadrant.cell + (1u << dimension * std::max(0, quadrant.up)) - 1;
    return {leaf_of(quadrant.cell), leaf_of(last) + 1};
}

}  // namespace neighborscope
