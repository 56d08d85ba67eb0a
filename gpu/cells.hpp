// The leaves of a method's tree as pictures and inspectors want them, made where the tree is.
#pragma once
#include "gpu/knn.hpp"

#include <array>

namespace neighborscope {

/// A leaf: where it lies, relative to the data's origin as points are, along the axes of the picture; on axes that the tree does not
/// divide both corners are 0. Neighbours in a grid have equal numbers where they meet. Laid out as render/shaders/tree.glsl reads it.
struct Cell {
    float low[3], high[3];
    unsigned code;  ///< as MortonGrid::leaf_code; of a box its number
    int objects, level;
    // Where the work of queries has been added: how many lie here, and what one of them took on average, rounded; else 0.
    int queries;
    unsigned distances, visited;
};

/// The level of the cells that positions are sorted into first: no leaf of a MortonGrid is deeper.
constexpr int deepest_level(int dimension) { return dimension == 2 ? 12 : 8; }

/// What is known of all leaves together.
struct CellCounts {
    static constexpr int counted = 4096;  ///< objects of a leaf that have a number of their own; beyond is one number
    std::vector<int> leaves_with;         ///< [counted + 1] leaves by how many objects they hold, 0, 1, ...; last those with more
    std::vector<int> leaves_at;           ///< [Tree::level + 1] leaves by their level
    int most = 0;                         ///< objects of the fullest
};

/// Cell[leaves] on `device`, in the order of the curve; `shown` are the data's axes that the picture's are. Memory Error when it does not fit.
DeviceMemory cells_of(const Tree&, DeviceKind device, std::array<int, 3> shown = {0, 1, 2});
/// Adds to Cell[leaves] of the same tree what each query took, where it lies: work[queries.count]; those that were not asked visited 0
/// leaves. All in the memory of `device`. Of LeafBoxes the queries are the points.
void add_work(const Tree&, const Points& queries, const QueryWork* work, DeviceKind device, Cell* cells);
/// Counted on `device`; some 16 KB come to the host.
CellCounts count_cells(const Tree&, DeviceKind device);

}  // namespace neighborscope
