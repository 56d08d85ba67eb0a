// The index of `leaf-warp`: the points in the order of a Hilbert curve, runs of 32 of them as leaves with their boxes, and a tree of
// boxes in which every node has 32 children. Nothing is balanced or split: the order alone determines a point's leaf.
#pragma once
#include "gpu/device/primitives.hpp"
#include "gpu/kernels/distance.cuh"
#include "gpu/kernels/tile.hpp"
#include "gpu/knn.hpp"

#include <array>

namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp {

constexpr int leaf_points = LeafBoxes::capacity;  ///< of a leaf, and children of a node: the lanes of a warp
constexpr int half_points = leaf_points / 2;      ///< of half a leaf, which has its own box
constexpr int most_levels = 7;                    ///< 32^7 is more than the greatest number of points
constexpr int stack_nodes = 192;                  ///< most nodes on the stack of a depth-first walk
/// Above the leaves: at each level but the lowest, 31 nodes wait while one is visited; at the lowest its 32 children do.
static_assert(stack_nodes >= 31 * (most_levels - 2) + 32, "every walk has room for its nodes");
constexpr int least_refined = 8;  ///< if one in so many leaves lies in a single cell of the curve, the curve is refined

/// A point as leaves store it, read by one load. In 3-D the place of a fourth coordinate holds the row.
template <int Dimension>
struct Packed;
template <>
struct Packed<2> {
    using Type = float2;
};
template <>
struct Packed<3> {
    using Type = float4;
};

template <int Dimension>
struct Point {
    float at[Dimension];
};

template <int Dimension>
struct Box {
    float low[Dimension], high[Dimension];
};

/// The index as kernels see it. All in device memory.
template <int Dimension>
struct TreeView {
    const typename Packed<Dimension>::Type* position;  ///< [leaves * 32] along the curve; +infinity after the last point
    const int* row;                                    ///< [leaves * 32] rows of the points; undefined after the last
    const float4* box[most_levels];                    ///< [count[level]] boxes, a float4 each in 2-D and two in 3-D; level 0: leaves
    const float4* half_box;                            ///< [2 * leaves] of half leaves; inverted infinite boxes for halves without points
    const int* least_row[most_levels];                 ///< [count[level]] the smallest row in a box
    int count[most_levels];
    int top;  ///< the lowest level with at most 32 boxes
    int points;
    const unsigned* extent;               ///< the extent of the curve: see find_extent
    int bits;                             ///< bits of the curve per axis
    const unsigned long long* first_key;  ///< [leaves] key of each leaf's first point

    __device__ int leaves() const { return count[0]; }
    __device__ int points_of(int leaf) const { return min(leaf_points, points - leaf * leaf_points); }
    __device__ __forceinline__ Point<Dimension> point(int place) const {
        Point<Dimension> p;
        const auto packed = __ldg(position + place);
        p.at[0] = packed.x, p.at[1] = packed.y;
        if constexpr (Dimension == 3) p.at[2] = packed.z;
        return p;
    }
    __device__ __forceinline__ Box<Dimension> box_of(int level, int number) const { return box_at(box[level], number); }
    __device__ __forceinline__ Box<Dimension> box_of_half(int half) const { return box_at(half_box, half); }
    __device__ __forceinline__ static Box<Dimension> box_at(const float4* boxes, int number) {
        Box<Dimension> b;
        if constexpr (Dimension == 2) {
            const float4 corners = __ldg(boxes + number);
            b.low[0] = corners.x, b.low[1] = corners.y, b.high[0] = corners.z, b.high[1] = corners.w;
        } else {
            const float4 low = __ldg(boxes + 2 * std::size_t(number)), high = __ldg(boxes + 2 * std::size_t(number) + 1);
            b.low[0] = low.x, b.low[1] = low.y, b.low[2] = low.z;
            b.high[0] = high.x, b.high[1] = high.y, b.high[2] = high.z;
        }
        return b;
    }
};

/// What a search of moving points knows from the previous answer (movement.cuh); null if nothing is known.
struct PreviousRadius {
    const float* of_row = nullptr;           ///< [points] distance of the last neighbour at that time
    const unsigned* longest_path = nullptr;  ///< longest path of a point since then

    static constexpr float beyond_rounding = 1 + 0x1p-18f;  ///< a float32 distance times this is no less than the exact one
    /// An upper bound of the reduced distance of a point's last neighbour.
    __device__ __forceinline__ float reduced_bound(Metric metric, int row) const {
        const float radius = (of_row[row] + 2 * __uint_as_float(*longest_path)) * beyond_rounding;
        return metric == Metric::euclidean ? radius * radius * beyond_rounding : radius;
    }
};

/// Queries as the search takes them: each run of 32 is one packet, which a warp answers.
template <int Dimension>
struct Batch {
    const float* coordinates;                          ///< of the points, by row
    const typename Packed<Dimension>::Type* position;  ///< [queries]; null: in the caller's order, in `own`
    const float* own;                                  ///< [queries][Dimension]
    const int* query;                                  ///< [queries] the caller's number of each, where its list is written; null: the same
    const unsigned long long* key;                     ///< [queries] keys on the curve, ascending; null: the queries are the points
    const std::int32_t* exclude;                       ///< by `query`; may be null
    int queries;
    int row_length;  ///< of the lists: the k of the caller
    int k;           ///< neighbours to find: one more if a query may find the point it excludes, at most the number of points
    Metric metric;
    Lists lists;
    PreviousRadius previous;
    bool in_pieces;  ///< four entries of a list may be written at once: no point is excluded, and all lists are aligned to 16 bytes

    __device__ __forceinline__ Point<Dimension> at(int slot) const {
        Point<Dimension> p;
        if (position) {
            const auto packed = __ldg(position + slot);
            p.at[0] = packed.x, p.at[1] = packed.y;
            if constexpr (Dimension == 3) p.at[2] = packed.z;
        } else {
            for (int d = 0; d < Dimension; ++d) p.at[d] = __ldg(own + std::size_t(slot) * Dimension + d);
        }
        return p;
    }
};

template <int Dimension>
class LeafTree {
public:
    /// Builds over the present positions of the points, at least one. Asynchronous.
    void build(Stream&, const Points&);
    /// Whether too many leaves lie in a single cell of the curve, so that a finer curve would be better. The stream must have been waited
    /// for. Refines the curve from the next build on.
    bool wants_refining();
    TreeView<Dimension> view() const { return view_; }
    bool fine() const { return fine_; }  ///< whether keys have twice as many bits
    /// The tree for drawing. At least one point.
    Tree described() const;
    /// The tree for a record. Waits.
    RecordedTree recorded(Stream&) const;
    static std::size_t bytes_needed(std::int64_t points);

    /// Memory for sorting arbitrary queries along the curve, kept between answers.
    struct Sorting {
        Scratch<unsigned long long> key, sorted_key;
        Scratch<unsigned> number, sorted_number;
        Scratch<typename Packed<Dimension>::Type> position;
        Scratch<int> query;
        Scratch<unsigned char> sorting;
        /// Calls f(scratch, elements) for each buffer.
        template <class Self, class F>
        static void each(Self& self, std::int64_t queries, F f) {
            const std::size_t n = std::size_t(queries), slots = (n + 31) / 32 * 32;
            for (auto* keys : {&self.key, &self.sorted_key}) f(*keys, n);
            for (auto* numbers : {&self.number, &self.sorted_number}) f(*numbers, n);
            f(self.position, slots);
            f(self.query, slots);
            f(self.sorting, sort_pairs_bytes(n));
        }
        /// The addresses of the buffers.
        std::array<const void*, 7> places() const {
            std::array<const void*, 7> all{};
            std::size_t next = 0;
            each(*this, 1, [&](const auto& scratch, std::size_t) { all.at(next++) = scratch.data(); });
            return all;
        }
    };
    void sort_queries(Stream&, const Points& queries, Sorting&, Batch<Dimension>&) const;

private:
    void sort_points(Stream&, const Points&);

    TreeView<Dimension> view_{};
    bool fine_ = false;
    Flag crowded_;
    Scratch<unsigned> extent_, keys_, sorted_keys_, rows_, sorted_rows_;
    Scratch<unsigned long long> long_keys_, sorted_long_keys_, first_key_;
    Scratch<unsigned char> sorting_;
    Scratch<typename Packed<Dimension>::Type> position_;
    Scratch<int> row_, least_row_[most_levels];
    Scratch<float4> box_[most_levels], half_box_;
};

/// The greatest number of bits per axis for which keys fit into 32 bits, and into 64.
template <int Dimension>
constexpr int bits_of_short_keys = Dimension == 2 ? 16 : 10;
template <int Dimension>
constexpr int bits_of_long_keys = Dimension == 2 ? 31 : 20;

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp
