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

/// What the queries of a leaf took together.
struct LeafWork {
    unsigned long long queries, distances, visited;
};

/// A thread a query: to the leaf where it begins.
template <int Dimension>
__global__ void add_queries(Tree tree, const float* coordinates, std::int64_t count, const QueryWork* work, LeafWork* leaves) {
    const std::int64_t query = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (query >= count || work[query].leaves == 0) return;
    quadtree::Square<Dimension> square;
    quadtree::Position<Dimension> position;
    for (int d = 0; d < Dimension; ++d) {
        square.low.at[d] = tree.low[d];
        position.at[d] = coordinates[query * Dimension + d];
    }
    square.side = tree.side;
    square.cells_per_unit = float(1 << quadtree::deepest_level<Dimension>) / tree.side;
    const unsigned code = quadtree::morton_code(square, position) >> Dimension * (quadtree::deepest_level<Dimension> - tree.level);
    LeafWork& leaf = leaves[tree.leaf_of_cell[code]];
    atomicAdd(&leaf.queries, 1ull);
    atomicAdd(&leaf.distances, static_cast<unsigned long long>(work[query].distances));
    atomicAdd(&leaf.visited, static_cast<unsigned long long>(work[query].leaves));
}

__global__ void write_work(const LeafWork* leaves, int count, Cell* cells) {
    const int leaf = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (leaf >= count) return;
    const LeafWork& sum = leaves[leaf];
    const auto mean = [&](unsigned long long all) { return sum.queries ? unsigned((all + sum.queries / 2) / sum.queries) : 0u; };
    cells[leaf].queries = int(sum.queries);
    cells[leaf].distances = mean(sum.distances);
    cells[leaf].visited = mean(sum.visited);
}

}  // namespace

/// The same.
void add_work_here(const Tree& tree, const Points& queries, const QueryWork* work, Cell* cells) {
    Stream stream;
    Buffer<LeafWork> leaves(stream, std::size_t(tree.leaves), "work of leaves");
    leaves.zero(stream);
    const Shape a_query{quadtree::blocks_for(std::size_t(queries.count)), quadtree::threads_of_block};
    const auto kernel = tree.dimension == 2 ? KERNEL(add_queries<2>) : KERNEL(add_queries<3>);
    launch(stream, a_query, kernel, tree, queries.coordinates, queries.count, work, leaves.data());
    launch(stream, {quadtree::blocks_for(std::size_t(tree.leaves)), quadtree::threads_of_block}, KERNEL(write_work), leaves.data(),
        tree.leaves, cells);
    stream.wait();
}

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
