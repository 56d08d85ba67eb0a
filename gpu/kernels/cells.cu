// Converts the leaves of a tree into records for pictures, and counts them.
#include "gpu/cells.hpp"
#include "gpu/device/simt.hpp"
#include "gpu/methods/quadtree/cells.cuh"

namespace neighborscope::NEIGHBORSCOPE_DEVICE {

static_assert(quadtree::deepest_level<2> == deepest_level(2) && quadtree::deepest_level<3> == deepest_level(3));

namespace {

constexpr unsigned leaf_threads = 128;
Shape leaf_shape(std::int64_t threads) { return {dim3(unsigned((threads + leaf_threads - 1) / leaf_threads)), leaf_threads}; }
__device__ std::int64_t leaf_thread() { return std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x; }

/// What kernels need from a leaf, for both forms of trees.
template <int Dimension>
struct GridLeaves {
    static constexpr int dimension = Dimension;
    MortonGrid grid;
    int deepest, leaves;

    __device__ unsigned code(int leaf) const { return grid.leaf_code[leaf]; }
    __device__ int level(int leaf) const { return grid.leaf_level[leaf]; }
    __device__ int objects(int leaf) const { return grid.leaf_end[leaf] - grid.leaf_begin[leaf]; }
    __device__ float corner(int leaf, bool high, int d) const {
        const unsigned wide = high ? 1u << (deepest - level(leaf)) : 0;
        return grid.low[d] + float(quadtree::gather_bits<Dimension>(code(leaf) >> d) + wide) * (grid.side / float(1 << deepest));
    }
    /// The number of the i-th query, and the leaf in which it begins.
    __device__ std::int64_t query(std::int64_t i) const { return i; }
    __device__ int leaf_of(std::int64_t i, const float* coordinates) const {
        quadtree::Square<Dimension> square;
        quadtree::Position<Dimension> position;
        for (int d = 0; d < Dimension; ++d) {
            square.low.at[d] = grid.low[d];
            position.at[d] = coordinates[i * Dimension + d];
        }
        square.side = grid.side;
        square.cells_per_unit = float(1 << quadtree::deepest_level<Dimension>) / grid.side;
        return grid.leaf_of_cell[quadtree::morton_code(square, position) >> Dimension * (quadtree::deepest_level<Dimension> - deepest)];
    }
};

template <int Dimension>
struct BoxLeaves {
    static constexpr int dimension = Dimension;
    LeafBoxes boxes;
    int deepest, leaves;

    __device__ unsigned code(int leaf) const { return unsigned(leaf); }
    __device__ int level(int) const { return deepest; }
    __device__ int objects(int leaf) const { return min(LeafBoxes::capacity, boxes.points - leaf * LeafBoxes::capacity); }
    __device__ float corner(int leaf, bool high, int d) const {
        constexpr int numbers = Dimension == 2 ? 2 : 4;  // numbers of a corner
        return boxes.corner[(std::size_t(leaf) * 2 + high) * numbers + std::size_t(d)];
    }
    __device__ std::int64_t query(std::int64_t i) const { return boxes.row[i]; }
    __device__ int leaf_of(std::int64_t i, const float*) const { return int(i / LeafBoxes::capacity); }
};

/// Calls f(the leaves of the tree as a kernel argument).
template <class F>
void with_leaves(const Tree& tree, F f) {
    const auto in = [&](auto dimension) {
        if (const MortonGrid* grid = tree.grid()) f(GridLeaves<dimension.value>{*grid, tree.level, tree.leaves});
        else f(BoxLeaves<dimension.value>{*tree.boxes(), tree.level, tree.leaves});
    };
    if (tree.dimension == 2) in(std::integral_constant<int, 2>());
    else in(std::integral_constant<int, 3>());
}

template <class Leaves>
__global__ void describe_leaves(Leaves tree, int first, int second, int third, Cell* cells) {
    const int leaf = int(leaf_thread());
    if (leaf >= tree.leaves) return;
    Cell cell{};
    for (int axis = 0; axis < 3; ++axis) {
        const int d = axis == 0 ? first : axis == 1 ? second : third;
        if (d >= Leaves::dimension) continue;
        cell.low[axis] = tree.corner(leaf, false, d);
        cell.high[axis] = tree.corner(leaf, true, d);
    }
    cell.code = tree.code(leaf);
    cell.objects = tree.objects(leaf);
    cell.level = tree.level(leaf);
    cells[leaf] = cell;
}

/// Sets counts[0 .. counted]: leaves with so many objects; then leaves of each level; last the most objects in a leaf.
template <class Leaves>
__global__ void count_leaves(Leaves tree, int* counts) {
    const int leaf = int(leaf_thread());
    if (leaf >= tree.leaves) return;
    const int objects = tree.objects(leaf);
    int* const levels = counts + CellCounts::counted + 1;
    atomicAdd(counts + min(objects, CellCounts::counted), 1);
    atomicAdd(levels + tree.level(leaf), 1);
    atomicMax(levels + tree.deepest + 1, objects);
}

/// The total work of a leaf's queries.
struct LeafWork {
    unsigned long long queries, distances, visited;
};

/// One thread per query: adds its work to the leaf in which it begins.
template <class Leaves>
__global__ void add_queries(Leaves tree, const float* coordinates, std::int64_t count, const QueryWork* work, LeafWork* leaves) {
    const std::int64_t i = leaf_thread();
    if (i >= count) return;
    const QueryWork own = work[tree.query(i)];
    if (own.leaves == 0) return;
    LeafWork& leaf = leaves[tree.leaf_of(i, coordinates)];
    atomicAdd(&leaf.queries, 1ull);
    atomicAdd(&leaf.distances, static_cast<unsigned long long>(own.distances));
    atomicAdd(&leaf.visited, static_cast<unsigned long long>(own.leaves));
}

__global__ void write_work(const LeafWork* leaves, int count, Cell* cells) {
    const int leaf = int(leaf_thread());
    if (leaf >= count) return;
    const LeafWork& sum = leaves[leaf];
    const auto mean = [&](unsigned long long all) { return sum.queries ? unsigned((all + sum.queries / 2) / sum.queries) : 0u; };
    cells[leaf].queries = int(sum.queries);
    cells[leaf].distances = mean(sum.distances);
    cells[leaf].visited = mean(sum.visited);
}

}  // namespace

/// Launches and waits. `cells` is in the memory of the tree's device.
void add_work_on_device(const Tree& tree, const Points& queries, const QueryWork* work, Cell* cells) {
    Stream stream;
    Buffer<LeafWork> leaves(stream, std::size_t(tree.leaves), "work of leaves");
    leaves.zero(stream);
    const std::int64_t count = tree.boxes() ? tree.boxes()->points : queries.count;  // boxes know only the leaves of their own points
    with_leaves(tree, [&](auto of_tree) {
        launch(stream, leaf_shape(count), KERNEL(add_queries<decltype(of_tree)>), of_tree, queries.coordinates, count, work, leaves.data());
    });
    launch(stream, leaf_shape(tree.leaves), KERNEL(write_work), leaves.data(), tree.leaves, cells);
    stream.wait();
}

/// Launches and waits. `cells` is in the memory of the tree's device.
void describe_cells(const Tree& tree, std::array<int, 3> shown, Cell* cells) {
    Stream stream;
    with_leaves(tree, [&](auto of_tree) {
        launch(stream, leaf_shape(tree.leaves), KERNEL(describe_leaves<decltype(of_tree)>), of_tree, shown[0], shown[1], shown[2], cells);
    });
    stream.wait();
}

CellCounts count_cells_on_device(const Tree& tree) {
    const std::size_t levels = std::size_t(tree.level) + 1, by_objects = CellCounts::counted + 1;
    Stream stream;
    Buffer<int> counts(stream, by_objects + levels + 1, "numbers of leaves");
    counts.zero(stream);
    with_leaves(tree,
        [&](auto of_tree) { launch(stream, leaf_shape(tree.leaves), KERNEL(count_leaves<decltype(of_tree)>), of_tree, counts.data()); });
    std::vector<int> found(by_objects + levels + 1);
    counts.to_host(stream, std::span<int>(found));
    const auto at = [&](std::size_t place) { return found.begin() + std::ptrdiff_t(place); };
    return {{at(0), at(by_objects)}, {at(by_objects), at(by_objects + levels)}, found.back()};
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE
