// The leaves of a method's tree, prepared for drawing and inspection on the device of the tree.
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
    // With the work of queries: how many queries lie here, and their average work, rounded; else 0.
    int queries;
    unsigned distances, visited;
};

/// The level of the cells that positions are sorted into first: no leaf of a MortonGrid is deeper.
constexpr int deepest_level(int dimension) { return dimension == 2 ? 12 : 8; }

/// What is known of all leaves together.
struct CellCounts {
    static constexpr int counted = 4096;  ///< points in a leaf counted separately; larger numbers share one entry
    std::vector<int> leaves_with;         ///< [counted + 1] leaves by number of points, 0, 1, ...; the last: all with more
    std::vector<int> leaves_at;           ///< [Tree::level + 1] leaves by their level
    int most = 0;                         ///< points in the fullest leaf
};

/// Cell[leaves] on `device`, in the order of the curve; `shown` are the data's axes that the picture's are. Memory Error when it does not fit.
DeviceMemory cells_of(const Tree&, DeviceKind device, std::array<int, 3> shown = {0, 1, 2});
/// Adds the work of each query, work[queries.count], to its cell in Cell[leaves] of the same tree. Rows that are no query visited 0
/// leaves. All in the memory of `device`. Of LeafBoxes the queries are the points.
void add_work(const Tree&, const Points& queries, const QueryWork* work, DeviceKind device, Cell* cells);
/// Counted on `device`; some 16 KB come to the host.
CellCounts count_cells(const Tree&, DeviceKind device);

}  // namespace neighborscope
