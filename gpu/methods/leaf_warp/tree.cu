#include "gpu/methods/leaf_warp/tree.hpp"

#include "gpu/device/primitives.hpp"
#include "gpu/device/relaxed.cuh"
#include "gpu/kernels/warp.cuh"
#include "gpu/methods/leaf_warp/curve.cuh"

#include <numeric>

namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp {

namespace {

constexpr unsigned threads_of_block = 256;
dim3 blocks_for(std::int64_t threads) { return dim3(unsigned((threads + threads_of_block - 1) / threads_of_block)); }
Shape early(std::int64_t threads) { return {blocks_for(threads), threads_of_block, 0, Start::early}; }
__device__ std::int64_t global_thread() { return std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x; }

template <int Dimension>
__device__ Point<Dimension> place_of(const float* coordinates, std::int64_t row) {
    Point<Dimension> p;
    for (int d = 0; d < Dimension; ++d) p.at[d] = __ldg(coordinates + row * Dimension + d);
    return p;
}

template <int Dimension>
__device__ typename Packed<Dimension>::Type packed(const Point<Dimension>& p, int row) {
    if constexpr (Dimension == 2) return make_float2(p.at[0], p.at[1]);
    else return make_float4(p.at[0], p.at[1], p.at[2], __int_as_float(row));
}

template <int Dimension, class Key>
__global__ void find_keys(const float* coordinates, std::int64_t count, const unsigned* extent, int bits, Key* keys, unsigned* rows) {
    const std::int64_t row = global_thread();
    if (row >= count) return;
    wait_for_previous_launch();
    keys[row] = Key(curve_key<Dimension>(extent, bits, place_of<Dimension>(coordinates, row)));
    rows[row] = unsigned(row);
}

template <int Dimension>
__device__ void write_corners(const Box<Dimension>& box, float4* boxes, std::int64_t number) {
    if constexpr (Dimension == 2) {
        boxes[number] = make_float4(box.low[0], box.low[1], box.high[0], box.high[1]);
    } else {
        boxes[2 * number] = make_float4(box.low[0], box.low[1], box.low[2], 0);
        boxes[2 * number + 1] = make_float4(box.high[0], box.high[1], box.high[2], 0);
    }
}

/// The bounding box over all lanes, written by lane 0.
template <int Dimension>
__device__ void write_box(const Box<Dimension>& own, unsigned least_row, int lane, float4* boxes, int* least_rows, std::int64_t number) {
    Box<Dimension> box;
    for (int d = 0; d < Dimension; ++d) {
        box.low[d] = unordered(least_of_warp(ordered(own.low[d])));
        box.high[d] = unordered(greatest_of_warp(ordered(own.high[d])));
    }
    const unsigned least = least_of_warp(least_row);
    if (lane != 0) return;
    write_corners(box, boxes, number);
    least_rows[number] = int(least);
}

/// The bounding box over 16 lanes. Whole warp.
template <int Dimension>
__device__ void write_half_box(Box<Dimension> box, int lane, float4* boxes, std::int64_t number) {
    for (int apart = half_points / 2; apart > 0; apart /= 2) {
        for (int d = 0; d < Dimension; ++d) {
            box.low[d] = fminf(box.low[d], __shfl_xor_sync(all_lanes, box.low[d], apart));
            box.high[d] = fmaxf(box.high[d], __shfl_xor_sync(all_lanes, box.high[d], apart));
        }
    }
    if (lane % half_points == 0) write_corners(box, boxes, number);
}

/// Copies the points into the order of the curve and makes the boxes of the leaves and their halves: one warp per leaf.
template <int Dimension, class Key>
__global__ void __launch_bounds__(threads_of_block) fill_leaves(const float* coordinates, int count, int leaves, const Key* keys,
    const unsigned* rows, typename Packed<Dimension>::Type* position, int* row_of, float4* boxes, float4* half_boxes, int* least_rows,
    unsigned long long* first_key, unsigned* crowded) {
    const std::int64_t place = global_thread(), leaf = place / leaf_points;
    if (leaf >= leaves) return;
    const int lane = int(threadIdx.x) % 32;
    const bool there = place < count;
    wait_for_previous_launch();
    const int row = there ? int(rows[place]) : -1;
    Point<Dimension> p;
    Box<Dimension> box;
    for (int d = 0; d < Dimension; ++d) {
        p.at[d] = there ? __ldg(coordinates + std::int64_t(row) * Dimension + d) : std::numeric_limits<float>::infinity();
        box.low[d] = p.at[d];
        box.high[d] = there ? p.at[d] : -std::numeric_limits<float>::infinity();
    }
    position[place] = packed<Dimension>(p, row);
    row_of[place] = row;
    write_box(box, there ? unsigned(row) : ~0u, lane, boxes, least_rows, leaf);
    write_half_box(box, lane, half_boxes, place / half_points);
    if (lane != 0) return;
    const Key first = keys[place];
    first_key[leaf] = first;
    if (place + leaf_points - 1 < count && keys[place + leaf_points - 1] == first) atomicAdd(crowded, 1u);
}

/// Makes the boxes of one level from those below: one warp per node. Reports many crowded leaves: with few, finer keys gain nothing.
template <int Dimension>
__global__ void __launch_bounds__(threads_of_block)
    join_boxes(TreeView<Dimension> tree, int below, float4* boxes, int* least_rows, const unsigned* crowded, unsigned* says_crowded) {
    const std::int64_t child = global_thread(), node = child / 32;
    const int children = tree.count[below], lane = int(threadIdx.x) % 32;
    if (node * 32 >= children) return;
    wait_for_previous_launch();
    if (child == 0 && below == 0 && *crowded > unsigned(children) / least_refined) store_relaxed(says_crowded, 1u);
    Box<Dimension> box;
    for (int d = 0; d < Dimension; ++d) {
        box.low[d] = std::numeric_limits<float>::infinity();
        box.high[d] = -box.low[d];
    }
    if (child < children) box = tree.box_of(below, int(child));
    write_box(box, child < children ? unsigned(tree.least_row[below][child]) : ~0u, lane, boxes, least_rows, node);
}

template <int Dimension>
__global__ void pack_queries(
    const float* coordinates, int count, const unsigned* number, typename Packed<Dimension>::Type* position, int* query) {
    const std::int64_t slot = global_thread();
    if (slot >= count) return;
    wait_for_previous_launch();
    const int own = int(number[slot]);
    position[slot] = packed<Dimension>(place_of<Dimension>(coordinates, own), own);
    query[slot] = own;
}

/// Enough bits for 16 times as many cells as points: a further digit costs the sort as much as it saves the search.
template <int Dimension>
int bits_for(std::int64_t points, bool fine) {
    if (fine) return bits_of_long_keys<Dimension>;
    const int wanted = int(std::bit_width(std::uint64_t(points))) + 3;
    return std::clamp((wanted + Dimension - 1) / Dimension, 4, bits_of_short_keys<Dimension>);
}

}  // namespace

template <int Dimension>
void LeafTree<Dimension>::sort_points(Stream& stream, const Points& points) {
    const std::size_t n = std::size_t(points.count);
    unsigned* const rows = rows_.at_least(stream, n, "leaf-warp: rows");
    unsigned* const sorted_rows = sorted_rows_.at_least(stream, n, "leaf-warp: rows");
    sorting_.at_least(stream, sort_pairs_bytes(n), "leaf-warp: sorting");
    const Shape shape = early(points.count);
    if (fine_) {
        unsigned long long* const keys = long_keys_.at_least(stream, n, "leaf-warp: keys");
        unsigned long long* const sorted = sorted_long_keys_.at_least(stream, n, "leaf-warp: keys");
        launch(stream, shape, KERNEL(find_keys<Dimension, unsigned long long>), points.coordinates, points.count, extent_.data(),
            view_.bits, keys, rows);
        sort_pairs(stream, keys, sorted, rows, sorted_rows, n, Dimension * view_.bits, sorting_.all());
    } else {
        unsigned* const keys = keys_.at_least(stream, n, "leaf-warp: keys");
        unsigned* const sorted = sorted_keys_.at_least(stream, n, "leaf-warp: keys");
        launch(stream, shape, KERNEL(find_keys<Dimension, unsigned>), points.coordinates, points.count, extent_.data(), view_.bits, keys,
            rows);
        sort_pairs(stream, keys, sorted, rows, sorted_rows, n, Dimension * view_.bits, sorting_.all());
    }
}

template <int Dimension>
void LeafTree<Dimension>::build(Stream& stream, const Points& points) {
    const int leaves = int((points.count + leaf_points - 1) / leaf_points);
    const std::size_t places = std::size_t(leaves) * leaf_points;
    const char* const what = "leaf-warp: leaves";
    view_.points = int(points.count);
    view_.bits = bits_for<Dimension>(points.count, fine_);
    extent_.at_least(stream, 2 * Dimension + 1, what);  // after the extent: the number of crowded leaves
    extent_.fill_bytes(stream, 0);
    unsigned* const crowded = extent_.data() + 2 * Dimension;
    view_.extent = extent_.data();
    launch(stream, {extent_blocks(points.count), extent_threads}, KERNEL(find_extent<Dimension>), points.coordinates, points.count,
        extent_.data());
    sort_points(stream, points);

    auto* const position = position_.at_least(stream, places, what);
    int* const row = row_.at_least(stream, places, what);
    view_.position = position;
    view_.row = row;
    unsigned long long* const first_key = first_key_.at_least(stream, std::size_t(leaves), what);
    view_.first_key = first_key;
    const auto boxes_of = [&](int level, int count) {
        view_.count[level] = count;
        view_.top = level;
        view_.box[level] = box_[level].at_least(stream, std::size_t(count) * (Dimension == 2 ? 1 : 2), what);
        view_.least_row[level] = least_row_[level].at_least(stream, std::size_t(count), what);
    };
    boxes_of(0, leaves);
    float4* const half_box = half_box_.at_least(stream, 2 * std::size_t(leaves) * (Dimension == 2 ? 1 : 2), what);
    view_.half_box = half_box;
    const auto fill = [&](auto key, const auto* sorted_keys) {
        launch(stream, early(std::int64_t(places)), KERNEL(fill_leaves<Dimension, decltype(key)>), points.coordinates, int(points.count),
            leaves, sorted_keys, sorted_rows_.data(), position, row, box_[0].data(), half_box, least_row_[0].data(), first_key, crowded);
    };
    if (fine_) fill(0ull, sorted_long_keys_.data());
    else fill(0u, sorted_keys_.data());
    while (view_.count[view_.top] > 32) {
        const int below = view_.top, level = below + 1;
        boxes_of(level, (view_.count[below] + 31) / 32);
        launch(stream, early(std::int64_t(view_.count[level]) * 32), KERNEL(join_boxes<Dimension>), view_, below, box_[level].data(),
            least_row_[level].data(), crowded, crowded_.on_device());
    }
}

template <int Dimension>
Tree LeafTree<Dimension>::described() const {
    std::uint64_t boxes = 0;
    for (int level = 0; level <= view_.top; ++level) boxes += std::uint64_t(view_.count[level]);
    constexpr std::uint64_t of_place = sizeof(typename Packed<Dimension>::Type) + sizeof(int), of_leaf = sizeof(unsigned long long);
    constexpr std::uint64_t of_corners = (Dimension == 2 ? 1 : 2) * sizeof(float4);
    const auto leaves = std::uint64_t(view_.count[0]);
    const LeafBoxes form{view_.points, reinterpret_cast<const float*>(view_.box[0]), view_.row};
    return {.dimension = Dimension,
        .level = view_.top + 1,
        .leaves = view_.count[0],
        .bytes = leaves * (leaf_points * of_place + of_leaf + 2 * of_corners) + boxes * (of_corners + sizeof(int)),
        .form = form};
}

template <int Dimension>
RecordedTree LeafTree<Dimension>::recorded(Stream& stream) const {
    const std::size_t leaves = std::size_t(view_.count[0]);
    RecordedTree tree{.dimension = Dimension, .low = {}, .side = 0, .level = view_.top + 1, .first_cell = {}, .objects = {}};
    tree.first_cell.resize(leaves + 1);
    std::iota(tree.first_cell.begin(), tree.first_cell.end(), 0u);
    constexpr std::size_t numbers = Dimension == 2 ? 2 : 4;  // of a corner
    std::vector<float4> packed(leaves * numbers / 2), packed_halves(2 * packed.size());
    box_[0].to_host(stream, std::span<float4>(packed));
    half_box_.to_host(stream, std::span<float4>(packed_halves));
    tree.rows.resize(leaves * leaf_points);
    row_.to_host(stream, std::span<std::int32_t>(tree.rows));
    tree.rows.resize(std::size_t(view_.points));
    const auto box_at = [](const std::vector<float4>& boxes, std::size_t number) {
        const float* const corners = &boxes[0].x;
        RecordedTree::Box box;
        for (std::size_t d = 0; d < Dimension; ++d) {
            box.low[d] = corners[2 * number * numbers + d];
            box.size[d] = corners[(2 * number + 1) * numbers + d] - box.low[d];
        }
        return box;
    };
    for (std::size_t leaf = 0; leaf < leaves; ++leaf) {
        tree.boxes.push_back(box_at(packed, leaf));
        tree.objects.push_back(std::min(leaf_points, view_.points - int(leaf) * leaf_points));
        for (const std::size_t half : {0, 1})  // halves without points have no box
            tree.halves.push_back(
                tree.objects.back() > int(half) * half_points ? box_at(packed_halves, 2 * leaf + half) : RecordedTree::Box());
    }
    return tree;
}

template <int Dimension>
bool LeafTree<Dimension>::wants_refining() {
    if (fine_ || !crowded_.take()) return false;
    fine_ = true;
    return true;
}

template <int Dimension>
std::size_t LeafTree<Dimension>::bytes_needed(std::int64_t points) {
    const std::size_t n = std::size_t(points);
    constexpr std::size_t bytes_of_point =
        sizeof(typename Packed<Dimension>::Type) + 5 * sizeof(int) + 6 * sizeof(float4) / leaf_points + 2;
    return n * bytes_of_point + sort_pairs_bytes(n);
}

template <int Dimension>
void LeafTree<Dimension>::sort_queries(Stream& stream, const Points& queries, Sorting& sorting, Batch<Dimension>& batch) const {
    const std::size_t n = std::size_t(queries.count);
    Sorting::each(sorting, queries.count, [&](auto& scratch, std::size_t size) { scratch.at_least(stream, size, "leaf-warp: queries"); });
    const Shape shape = early(queries.count);
    launch(stream, shape, KERNEL(find_keys<Dimension, unsigned long long>), queries.coordinates, queries.count, view_.extent, view_.bits,
        sorting.key.data(), sorting.number.data());
    sort_pairs(stream, sorting.key.data(), sorting.sorted_key.data(), sorting.number.data(), sorting.sorted_number.data(), n,
        Dimension * view_.bits, sorting.sorting.all());
    launch(stream, shape, KERNEL(pack_queries<Dimension>), queries.coordinates, int(n), sorting.sorted_number.data(),
        sorting.position.data(), sorting.query.data());
    batch.position = sorting.position.data();
    batch.query = sorting.query.data();
    batch.key = sorting.sorted_key.data();
}

template class LeafTree<2>;
template class LeafTree<3>;

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp
