// The matrix of distances between two sets of vectors, in tiles: Q. Kuang, L. Zhao, "A Practical GPU Based KNN Algorithm", section III-B
// and Algorithm 1. A block computes a tile, one distance per thread, in steps over the dimensions: it loads both sets' coordinates of the
// step into shared memory, barrier, every thread joins the step's terms to its sum, barrier. Values beyond an edge are zero.
//
// Algorithm 1 is wrong in two places, each with a test (tests/gpu/methods/tiled_radix_test.cpp):
//   the running sum is added to the result at every step and never reset, which counts all but the last step again
//                                                  here: one running sum, written once
//   `shared_prob` is never loaded                  here: it holds the train set's part
#pragma once
#include "gpu/kernels/distance.cuh"
#include "gpu/kernels/tile.hpp"

namespace neighborscope::NEIGHBORSCOPE_DEVICE {

template <int Width, int Height, int Step>
struct TileShape {
    static constexpr int width = Width, height = Height, step = Step, threads = Width * Height;
};
/// The paper's tile, and the one it advises for few dimensions (section IV-B): both of 256 threads.
using SquareTile = TileShape<16, 16, 16>;
using TallTile = TileShape<8, 32, 8>;

/// With fewer than 16 dimensions a square tile's step would be padded with zeros.
inline bool square_tile_suits(int dimension) { return dimension >= SquareTile::step; }

/// Calls `f(tile type)`.
template <class F>
void with_tile(bool square, F f) {
    if (square) f(SquareTile{});
    else f(TallTile{});
}

/// Vectors [begin, end) of a set of rows.
struct Side {
    const float* rows;
    std::int64_t begin, end;
};

/// Calls store(vector of `down`, vector of `across`, in_key of the joined terms) for every pair. Blocks of the grid's x are tiles across,
/// of its y tiles down.
template <class Metric, class Tile, class Store>
__global__ void __launch_bounds__(Tile::threads) tile_distances(Side across, Side down, int dimension, Store store) {
    __shared__ float wide[Tile::width][Tile::step + 1], high[Tile::height][Tile::step + 1];  // one column more: no two rows share a bank
    const int thread = int(threadIdx.x), x = thread % Tile::width, y = thread / Tile::width;
    const std::int64_t left = across.begin + std::int64_t(blockIdx.x) * Tile::width,
                       top = down.begin + std::int64_t(blockIdx.y) * Tile::height;
    const auto part_of = [&](const Side& side, std::int64_t vector, int d) {
        return vector < side.end && d < dimension ? __ldg(side.rows + vector * dimension + d) : 0.0f;
    };
    float sum = 0;
    for (int first = 0; first < dimension; first += Tile::step) {
        for (int i = thread; i < Tile::width * Tile::step; i += Tile::threads)
            wide[i / Tile::step][i % Tile::step] = part_of(across, left + i / Tile::step, first + i % Tile::step);
        for (int i = thread; i < Tile::height * Tile::step; i += Tile::threads)
            high[i / Tile::step][i % Tile::step] = part_of(down, top + i / Tile::step, first + i % Tile::step);
        __syncthreads();  // both parts are loaded
#pragma unroll
        for (int d = 0; d < Tile::step; ++d) sum = Metric::join(sum, Metric::term(high[y][d], wide[x][d]));
        __syncthreads();  // all threads have finished reading
    }
    if (left + x < across.end && top + y < down.end) store(top + y, left + x, Metric::in_key(sum));
}

template <class Tile>
std::int64_t tiles(const Side& across, const Side& down) {
    return (across.end - across.begin + Tile::width - 1) / Tile::width * ((down.end - down.begin + Tile::height - 1) / Tile::height);
}

/// The most tiles down of one launch.
constexpr std::int64_t most_tiles_down = 65535;

template <class Metric, class Tile, class Store>
void launch_tiles(Stream& stream, const Side& across, const Side& down, int dimension, const Store& store) {
    const unsigned columns = unsigned((across.end - across.begin + Tile::width - 1) / Tile::width),
                   rows = unsigned((down.end - down.begin + Tile::height - 1) / Tile::height);
    launch(stream, {{columns, rows}, Tile::threads}, KERNEL(tile_distances<Metric, Tile, Store>), across, down, dimension, store);
}

/// Every vector is read once per tile of the other set: an upper bound, from caches at best.
inline LowerBound tile_distances_lower_bound(const Points& points, std::int64_t queries, int bytes_of_result) {
    const double n = double(points.count), D = points.dimension, Q = double(queries);
    return {4 * (n + Q) * D + bytes_of_result * n * Q, 3 * n * D * Q,
        "4 (n + |Q|) D + " + std::to_string(bytes_of_result) + " n |Q| bytes, 3 n D |Q| operations, for each batch of queries"};
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE
