// The index: the leaves of a point-region quadtree or octree in Morton order, a table from cells to leaves, and the objects in the
// order of their leaves (Lettich et al., section 4.1).
#pragma once
#include "gpu/kernels/tile.hpp"
#include "gpu/methods/quadtree/cells.cuh"
#include "gpu/record/record.hpp"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::quadtree {

/// Of blocks whose threads work independently.
constexpr unsigned threads_of_block = 128;
inline dim3 blocks_for(std::size_t threads) { return dim3(unsigned((threads + threads_of_block - 1) / threads_of_block)); }

/// The parameters of a tree.
struct TreeParameters {
    int leaf_capacity = 64;  ///< objects; a quadrant with more is split, up to the deepest level
    int max_level = 12;      ///< at most deepest_level
};

/// An index as kernels see it. All in device memory.
template <int Dimension>
struct IndexView {
    Square<Dimension> square;
    int level;        ///< the deepest one with a leaf: the level of the table and of all codes here
    float cell_side;  ///< at that level
    int leaves;
    const unsigned* leaf_code;         ///< [leaves + 1] the first cell of each, ascending; then the number of cells
    const unsigned char* leaf_level;   ///< [leaves]
    const int* leaf_of_cell;           ///< [cells]
    const int *leaf_begin, *leaf_end;  ///< [leaves] objects, as places in `position` and `id`; equal in an empty leaf
    const float* position[Dimension];  ///< [objects], in the order of leaves
    const int* id;                     ///< [objects] rows of the points

    __device__ unsigned cells() const { return 1u << Dimension * level; }
    __device__ unsigned cell_of(const Position<Dimension>& p) const {
        return morton_code(square, p) >> Dimension * (deepest_level<Dimension> - level);
    }
    __device__ Position<Dimension> object(int place) const {
        Position<Dimension> p;
        for (int d = 0; d < Dimension; ++d) p.at[d] = __ldg(position[d] + place);
        return p;
    }
};

template <int Dimension>
class Index {
public:
    explicit Index(const TreeParameters& tree_parameters) : parameters_(tree_parameters) {}

    /// Creates the tree anew in the square around all objects, and around `points.extent` if there is one. At least one point. With `room`
    /// the square is an eighth longer, for objects that move outward.
    void create(Stream&, const Points&, bool room);
    /// Sorts objects by existing cells. False: one is outside the square; create the index.
    bool sort_objects(Stream&, const Points&);
    /// Puts the sorted objects into their leaves, after create or sort_objects.
    void place_objects(Stream&, const Points&);

    IndexView<Dimension> view() const;
    /// The leaves, for a record.
    RecordedTree recorded(Stream&) const;
    /// Device memory that `create` needs for so many points, without the lookup table, whose size is known only then.
    static std::size_t bytes_needed(std::int64_t points);

private:
    /// Sorts codes and their rows, at the level `down / Dimension` above the deepest allowed.
    void sort_codes(Stream&, const Points&, int down, unsigned* outside);
    void divide(Stream&, int objects);

    TreeParameters parameters_;
    Square<Dimension> square_{};
    int level_ = 0, leaves_ = 0;
    int codes_below_ = 0;  ///< bits of the sorted codes below the table's level
    Scratch<unsigned long long> codes_, sorted_codes_;
    Scratch<unsigned> rows_, sorted_rows_;
    Scratch<unsigned> leaf_code_, outside_;
    Scratch<unsigned char> leaf_level_;
    Scratch<int> leaf_of_cell_, leaf_begin_, leaf_end_, id_;
    Scratch<float> position_[Dimension];
};

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::quadtree
