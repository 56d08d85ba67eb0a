// The leaves of a tree as records for pictures, and how many there are of each kind.
#include "gpu/cells.hpp"
#include "gpu/methods/quadtree/index.hpp"

namespace neighborscope::NEIGHBORSCOPE_DEVICE {

static_assert(quadtree::deepest_level<2> == deepest_level(2) && quadtree::deepest_level<3> == deepest_level(3));

namespace {

template <int Dimension>
__global__ void describe_leaves(Tree tree, int first, int second, int third, Cell* cells) {
    const std::int64_t leaf = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (leaf >= tree.leaves) return;
    const int level = tree.leaf_level[leaf];
    const unsigned code = tree.leaf_code[leaf], wide = 1u << (tree.level - level);
    const float side = tree.side / float(1 << tree.level);
    Cell cell{};
    for (int axis = 0; axis < 3; ++axis) {
        const int d = axis == 0 ? first : axis == 1 ? second : third;
        if (d >= Dimension) continue;
        const unsigned at = quadtree::gather_bits<Dimension>(code >> d);
        cell.low[axis] = tree.low[d] + float(at) * side;
        cell.high[axis] = tree.low[d] + float(at + wide) * side;
    }
    cell.code = code;
    cell.objects = tree.leaf_end[leaf] - tree.leaf_begin[leaf];
    cell.level = level;
    cells[leaf] = cell;
}

/// counts[0 .. counted]: leaves with so many objects, then leaves of each level, last the most objects.
__global__ void count_leaves(Tree tree, int* counts) {
    const std::int64_t leaf = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (leaf >= tree.leaves) return;
    const int objects = tree.leaf_end[leaf] - tree.leaf_begin[leaf];
    int* const levels = counts + CellCounts::counted + 1;
    atomicAdd(counts + min(objects, CellCounts::counted), 1);
    atomicAdd(levels + tree.leaf_level[leaf], 1);
    atomicMax(levels + tree.level + 1, objects);
}

}  // namespace

/// Launches and waits. `cells` lies on the device of the tree.
void describe_cells(const Tree& tree, std::array<int, 3> shown, Cell* cells) {
    Stream stream;
    const Shape shape{quadtree::blocks_for(std::size_t(tree.leaves)), quadtree::threads_of_block};
    if (tree.dimension == 2) launch(stream, shape, KERNEL(describe_leaves<2>), tree, shown[0], shown[1], shown[2], cells);
    else launch(stream, shape, KERNEL(describe_leaves<3>), tree, shown[0], shown[1], shown[2], cells);
    stream.wait();
}

CellCounts count_cells_here(const Tree& tree) {
    const std::size_t levels = std::size_t(tree.level) + 1, by_objects = CellCounts::counted + 1;
    Stream stream;
    Buffer<int> counts(stream, by_objects + levels + 1, "numbers of leaves");
    counts.zero(stream);
    launch(stream, {quadtree::blocks_for(std::size_t(tree.leaves)), quadtree::threads_of_block}, KERNEL(count_leaves), tree, counts.data());
    std::vector<int> found(by_objects + levels + 1);
    counts.to_host(stream, std::span<int>(found));
    const auto at = [&](std::size_t place) { return found.begin() + std::ptrdiff_t(place); };
    return {{at(0), at(by_objects)}, {at(by_objects), at(by_objects + levels)}, found.back()};
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE
