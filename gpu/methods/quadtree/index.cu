#include "gpu/methods/quadtree/index.hpp"

#include "gpu/device/primitives.hpp"
#include "gpu/kernels/extent.cuh"

#include <array>
#include <deque>

namespace neighborscope::NEIGHBORSCOPE_DEVICE::quadtree {

namespace {

__device__ std::int64_t global_thread() { return std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x; }

// ---- The square ------------------------------------------------------------------------------------------------------------

template <int Dimension>
Square<Dimension> bounding_square(Stream& stream, const Points& points, bool room) {
    Buffer<unsigned> extent(stream, 2 * Dimension, "quadtree: extent of the objects");
    extent.zero(stream);
    launch(stream, {extent_blocks(points.count), extent_threads}, KERNEL(find_extent<Dimension>), points.coordinates, points.count,
        extent.data());
    std::array<unsigned, 2 * Dimension> found{};
    extent.to_host(stream, std::span<unsigned>(found));
    Square<Dimension> square{};
    float high[Dimension];
    for (int d = 0; d < Dimension; ++d) {
        square.low.at[d] = unordered(~found[std::size_t(d)]);
        high[d] = unordered(found[std::size_t(Dimension) + std::size_t(d)]);
        if (points.extent) {
            square.low.at[d] = std::min(square.low.at[d], points.extent[d]);
            high[d] = std::max(high[d], points.extent[Dimension + d]);
        }
        square.side = std::max(square.side, high[d] - square.low.at[d]);
    }
    if (room) {
        const float margin = square.side / 16;
        square.side = 0;
        for (int d = 0; d < Dimension; ++d) {
            square.low.at[d] -= margin;
            square.side = std::max(square.side, high[d] - square.low.at[d] + margin);
        }
    }
    // If all objects are at one position any square will do, except one so small that its inverse is infinite.
    if (!(square.side >= 0x1p-100f)) square.side = 0x1p-100f;
    square.cells_per_unit = float(1 << deepest_level<Dimension>) / square.side;
    return square;
}

// ---- Codes -----------------------------------------------------------------------------------------------------------------

/// Sets codes[row] at the level `down` above the deepest allowed, and rows[row] = row. Sets `outside`, unless null, to 1 if an object
/// is outside the square.
template <int Dimension>
__global__ void find_codes(Square<Dimension> square, const float* coordinates, std::int64_t count, int down, unsigned long long* codes,
    unsigned* rows, unsigned* outside) {
    const std::int64_t row = global_thread();
    if (row >= count) return;
    Position<Dimension> p;
    bool inside = true;
    for (int d = 0; d < Dimension; ++d) {
        p.at[d] = __ldg(coordinates + row * Dimension + d);
        const float relative = p.at[d] - square.low.at[d];
        inside = inside && relative >= 0 && relative <= square.side;
    }
    codes[row] = morton_code(square, p) >> down;
    rows[row] = unsigned(row);
    if (outside && !inside) atomicMax(outside, 1u);
}

// ---- Level by level --------------------------------------------------------------------------------------------------------

/// The quadrants created at one level: children of those split at the level above, in Morton order.
struct Level {
    unsigned* code;    ///< at this level
    int *begin, *end;  ///< objects
    unsigned* split;   ///< [count + 1] 1 or 0; the last is 0
    unsigned* before;  ///< [count + 1] number of split quadrants before it
    int count;
};

__global__ void find_splits(Level level, int capacity) {
    const std::int64_t i = global_thread();
    if (i <= level.count) level.split[i] = i < level.count && level.end[i] - level.begin[i] > capacity;
}

__global__ void copy_number(const unsigned* from, unsigned* to) { *to = *from; }

/// The first object of [begin, end) whose code is at least `code`.
__device__ int first_from(const unsigned long long* codes, int begin, int end, unsigned long long code) {
    while (begin < end) {
        const int middle = begin + (end - begin) / 2;
        if (__ldg(codes + middle) < code) begin = middle + 1;
        else end = middle;
    }
    return begin;
}

/// One thread per child of a split quadrant. `below`: bits of a code below this next level.
template <int Dimension>
__global__ void make_children(Level level, Level next, const unsigned long long* codes, int below) {
    const std::int64_t thread = global_thread(), i = thread >> Dimension;
    if (i >= level.count || !level.split[i]) return;
    const unsigned child = unsigned(thread) & ((1u << Dimension) - 1), code = level.code[i] << Dimension | child;
    const std::size_t place = (std::size_t(level.before[i]) << Dimension) + child;
    next.code[place] = code;
    next.begin[place] = first_from(codes, level.begin[i], level.end[i], static_cast<unsigned long long>(code) << below);
    next.end[place] = first_from(codes, level.begin[i], level.end[i], static_cast<unsigned long long>(code + 1) << below);
}

/// Writes leaves (quadrants not split) from index `first` on: their first cell at the table's level, `up` levels below, and their own
/// level.
__global__ void collect_leaves(Level level, int number, int up_bits, std::size_t first, unsigned long long* code, unsigned* own_level) {
    const std::int64_t i = global_thread();
    if (i >= level.count || level.split[i]) return;
    const std::size_t place = first + std::size_t(i) - level.before[i];
    code[place] = static_cast<unsigned long long>(level.code[i]) << up_bits;
    own_level[place] = unsigned(number);
}

__global__ void write_leaves(
    const unsigned long long* code, const unsigned* own_level, int leaves, unsigned cells, unsigned* leaf_code, unsigned char* leaf_level) {
    const std::int64_t i = global_thread();
    if (i > leaves) return;
    leaf_code[i] = i < leaves ? unsigned(code[i]) : cells;
    if (i < leaves) leaf_level[i] = static_cast<unsigned char>(own_level[i]);
}

/// One warp per leaf writes its range of the table.
__global__ void write_table(const unsigned* leaf_code, int leaves, int* leaf_of_cell) {
    const std::int64_t leaf = global_thread() / 32;
    if (leaf >= leaves) return;
    const unsigned end = leaf_code[leaf + 1];
    for (unsigned cell = leaf_code[leaf] + threadIdx.x % 32; cell < end; cell += 32) leaf_of_cell[cell] = int(leaf);
}

// ---- Objects ---------------------------------------------------------------------------------------------------------------

template <int Dimension>
struct ObjectsByLeaf {
    float* position[Dimension];
    int *id, *leaf_begin, *leaf_end;
};

/// Walks over objects in the order of their codes; where the leaf changes, one leaf ends and another begins.
template <int Dimension>
__global__ void place_in_leaves(const float* coordinates, const unsigned long long* codes, const unsigned* rows, int count, int down,
    const int* leaf_of_cell, ObjectsByLeaf<Dimension> to) {
    const std::int64_t i = global_thread();
    if (i >= count) return;
    const unsigned row = rows[i];
    for (int d = 0; d < Dimension; ++d) to.position[d][i] = __ldg(coordinates + std::size_t(row) * Dimension + d);
    to.id[i] = int(row);
    const int leaf = leaf_of_cell[codes[i] >> down], before = i > 0 ? leaf_of_cell[codes[i - 1] >> down] : -1;
    if (leaf != before) {
        to.leaf_begin[leaf] = int(i);
        if (before >= 0) to.leaf_end[before] = int(i);
    }
    if (i == count - 1) to.leaf_end[leaf] = count;
}

}  // namespace

template <int Dimension>
std::size_t Index<Dimension>::bytes_needed(std::int64_t points) {
    const std::size_t n = std::size_t(points);
    return n * (2 * sizeof(unsigned long long) + 3 * sizeof(unsigned) + Dimension * sizeof(float)) + sort_pairs_bytes(n);
}

template <int Dimension>
void Index<Dimension>::sort_codes(Stream& stream, const Points& points, int down, unsigned* outside) {
    const std::size_t n = std::size_t(points.count);
    unsigned long long* const codes = codes_.at_least(stream, n, "quadtree: codes of objects");
    unsigned long long* const sorted = sorted_codes_.at_least(stream, n, "quadtree: sorted codes of objects");
    unsigned* const rows = rows_.at_least(stream, n, "quadtree: objects");
    unsigned* const sorted_rows = sorted_rows_.at_least(stream, n, "quadtree: sorted objects");
    launch(stream, {blocks_for(n), threads_of_block}, KERNEL(find_codes<Dimension>), square_, points.coordinates, points.count, down, codes,
        rows, outside);
    sort_pairs(stream, codes, sorted, rows, sorted_rows, n, std::max(1, code_bits - down));
}

template <int Dimension>
void Index<Dimension>::create(Stream& stream, const Points& points, bool room) {
    square_ = bounding_square<Dimension>(stream, points, room);
    sort_codes(stream, points, 0, nullptr);
    divide(stream, int(points.count));
    codes_below_ = Dimension * (deepest_level<Dimension> - level_);
}

template <int Dimension>
bool Index<Dimension>::sort_objects(Stream& stream, const Points& points) {
    unsigned* const outside = outside_.at_least(stream, 1, "quadtree: objects outside the square");
    outside_.fill_bytes(stream, 0);
    sort_codes(stream, points, Dimension * (deepest_level<Dimension> - level_), outside);
    codes_below_ = 0;
    unsigned found = 0;
    outside_.to_host(stream, {&found, 1});
    return found == 0;
}

template <int Dimension>
void Index<Dimension>::divide(Stream& stream, int objects) {
    struct LevelMemory {
        Buffer<unsigned> code, split, before;
        Buffer<int> begin, end;
        int count, splits = 0;
        LevelMemory(Stream& stream, int quadrants)
            : code(stream, std::size_t(quadrants), "quadtree: quadrants"),
              split(stream, std::size_t(quadrants) + 1, "quadtree: quadrants"),
              before(stream, std::size_t(quadrants) + 1, "quadtree: quadrants"),
              begin(stream, std::size_t(quadrants), "quadtree: quadrants"),
              end(stream, std::size_t(quadrants), "quadtree: quadrants"),
              count(quadrants) {}
        Level level() const { return {code.data(), begin.data(), end.data(), split.data(), before.data(), count}; }
    };
    const int most = std::min(parameters_.max_level, deepest_level<Dimension>);
    std::deque<LevelMemory> levels;
    levels.emplace_back(stream, 1);
    const unsigned root_code = 0;
    const int none = 0;
    levels[0].code.from_host(stream, {&root_code, 1});
    levels[0].begin.from_host(stream, {&none, 1});
    levels[0].end.from_host(stream, {&objects, 1});
    Buffer<unsigned> total(stream, 1, "quadtree: quadrants to be split");
    std::size_t leaves = 0;
    for (int level = 0;; ++level) {
        LevelMemory& memory = levels.back();
        const int capacity = level < most ? parameters_.leaf_capacity : std::numeric_limits<int>::max();
        const std::size_t entries = std::size_t(memory.count) + 1;
        launch(stream, {blocks_for(entries), threads_of_block}, KERNEL(find_splits), memory.level(), capacity);
        exclusive_scan(stream, memory.split.data(), memory.before.data(), entries);
        if (level < most) {
            launch(stream, {1, 1}, KERNEL(copy_number), memory.before.data() + memory.count, total.data());
            unsigned splits = 0;
            total.to_host(stream, {&splits, 1});
            memory.splits = int(splits);
        }
        leaves += std::size_t(memory.count - memory.splits);
        if (memory.splits == 0) {
            level_ = level;
            break;
        }
        levels.emplace_back(stream, memory.splits << Dimension);
        launch(stream, {blocks_for(std::size_t(memory.count) << Dimension), threads_of_block}, KERNEL(make_children<Dimension>),
            memory.level(), levels.back().level(), sorted_codes_.data(), Dimension * (deepest_level<Dimension> - level - 1));
    }

    leaves_ = int(leaves);
    const unsigned cells = 1u << Dimension * level_;
    Buffer<unsigned long long> code(stream, leaves, "quadtree: leaves"), sorted_code(stream, leaves, "quadtree: leaves");
    Buffer<unsigned> level(stream, leaves, "quadtree: leaves"), sorted_level(stream, leaves, "quadtree: leaves");
    std::size_t first = 0;
    for (int i = 0; i <= level_; ++i) {
        const LevelMemory& memory = levels[std::size_t(i)];
        launch(stream, {blocks_for(std::size_t(memory.count)), threads_of_block}, KERNEL(collect_leaves), memory.level(), i,
            Dimension * (level_ - i), first, code.data(), level.data());
        first += std::size_t(memory.count - memory.splits);
    }
    sort_pairs(stream, code.data(), sorted_code.data(), level.data(), sorted_level.data(), leaves, std::max(1, Dimension * level_));
    unsigned* const leaf_code = leaf_code_.at_least(stream, leaves + 1, "quadtree: leaves");
    launch(stream, {blocks_for(leaves + 1), threads_of_block}, KERNEL(write_leaves), sorted_code.data(), sorted_level.data(), leaves_,
        cells, leaf_code, leaf_level_.at_least(stream, leaves, "quadtree: levels of leaves"));
    launch(stream, {blocks_for(leaves * 32), threads_of_block}, KERNEL(write_table), leaf_code, leaves_,
        leaf_of_cell_.at_least(stream, cells, "quadtree: lookup table"));
}

template <int Dimension>
void Index<Dimension>::place_objects(Stream& stream, const Points& points) {
    const std::size_t n = std::size_t(points.count), leaves = std::size_t(leaves_);
    ObjectsByLeaf<Dimension> to{};
    for (int d = 0; d < Dimension; ++d) to.position[d] = position_[d].at_least(stream, n, "quadtree: positions in the order of leaves");
    to.id = id_.at_least(stream, n, "quadtree: objects in the order of leaves");
    to.leaf_begin = leaf_begin_.at_least(stream, leaves, "quadtree: objects of leaves");
    to.leaf_end = leaf_end_.at_least(stream, leaves, "quadtree: objects of leaves");
    leaf_begin_.fill_bytes(stream, 0);
    leaf_end_.fill_bytes(stream, 0);
    launch(stream, {blocks_for(n), threads_of_block}, KERNEL(place_in_leaves<Dimension>), points.coordinates, sorted_codes_.data(),
        sorted_rows_.data(), int(points.count), codes_below_, leaf_of_cell_.data(), to);
}

template <int Dimension>
IndexView<Dimension> Index<Dimension>::view() const {
    IndexView<Dimension> view{};
    view.square = square_;
    view.level = level_;
    view.cell_side = square_.side / float(1 << level_);
    view.leaves = leaves_;
    view.leaf_code = leaf_code_.data();
    view.leaf_level = leaf_level_.data();
    view.leaf_of_cell = leaf_of_cell_.data();
    view.leaf_begin = leaf_begin_.data();
    view.leaf_end = leaf_end_.data();
    for (int d = 0; d < Dimension; ++d) view.position[d] = position_[d].data();
    view.id = id_.data();
    return view;
}

template <int Dimension>
RecordedTree Index<Dimension>::recorded(Stream& stream) const {
    RecordedTree tree{.dimension = Dimension, .low = {}, .side = square_.side, .level = level_, .first_cell = {}, .objects = {}};
    std::copy(std::begin(square_.low.at), std::end(square_.low.at), tree.low.begin());
    tree.first_cell.resize(std::size_t(leaves_) + 1);
    leaf_code_.to_host(stream, tree.first_cell);
    std::vector<int> begin(std::size_t(leaves_), 0), end(begin);
    leaf_begin_.to_host(stream, begin);
    leaf_end_.to_host(stream, end);
    for (std::size_t leaf = 0; leaf < begin.size(); ++leaf) tree.objects.push_back(end[leaf] - begin[leaf]);
    return tree;
}

template class Index<2>;
template class Index<3>;

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::quadtree
