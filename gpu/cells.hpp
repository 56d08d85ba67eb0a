// The leaves of a method's tree, prepared for drawing and inspection on the device of the tree.
#pragma once
#include "gpu/knn.hpp"

#include <array>

namespace neighborscope {

/// A leaf: its corners relative to the data's origin, as points are, along the axes of the picture. On axes that the tree does not divide
/// both corners are 0. Neighbouring cells of a grid have equal numbers where they meet. The layout is that of render/shaders/tree.glsl.
struct Cell {
    float low[3], high[3];
    unsigned code;  ///< as MortonGrid::leaf_code; for a box: its number
    int objects, level;
    // If the work of queries is known: the number of queries here, and their average work, rounded; else 0.
    int queries;
    unsigned distances, visited;
};

/// Positions are first sorted into cells of this level; no leaf of a MortonGrid is deeper.
constexpr int deepest_level(int dimension) { return dimension == 2 ? 12 : 8; }

/// Counts over all leaves.
struct CellCounts {
    static constexpr int counted = 4096;  ///< points in a leaf counted separately; larger numbers share one entry
    std::vector<int> leaves_with;         ///< [counted + 1] leaves by number of points, 0, 1, ...; the last: all with more
    std::vector<int> leaves_at;           ///< [Tree::level + 1] leaves by their level
    int most = 0;                         ///< points in the fullest leaf
};

/// Makes Cell[leaves] on `device`, in the order of the curve. `shown` names the data's axes that the picture shows. Memory Error if it does
/// not fit.
DeviceMemory cells_of(const Tree&, DeviceKind device, std::array<int, 3> shown = {0, 1, 2});
/// Adds the work of each query, work[queries.count], to its cell in Cell[leaves] of the same tree. Rows that are not queries have 0 visited
/// leaves. All arrays are in the memory of `device`. If the leaves are LeafBoxes, the queries must be the points.
void add_work(const Tree&, const Points& queries, const QueryWork* work, DeviceKind device, Cell* cells);
/// Counts on `device`; copies some 16 KB to the host.
CellCounts count_cells(const Tree&, DeviceKind device);

}  // namespace neighborscope
