// The matrix product of `fused`, whose values are used where they are computed and never written to memory as a matrix. CUDA uses tensor
// cores: product.cu for all devices that have them, hopper/product_hopper.cu for Hopper's own instructions. The host device uses a loop
// over floats.
#pragma once
#include "gpu/methods/fused/rows.cuh"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::fused {

#if defined(__CUDACC__)
constexpr int tile_queries = 256;  ///< queries are padded to whole tiles
#else
constexpr int tile_queries = 8;
#endif

constexpr int widest_halved = 128;             ///< longest rows for which Hopper's product has units of half a tile
constexpr int most_halved = 8 * tile_queries;  ///< queries: with more tiles, half tiles save less than mixed units cost

/// Whether the last tile of queries is only half used and chunks are paired.
inline bool last_is_half(std::int64_t queries, int chunks) {
    return chunks % 2 == 0 && queries > tile_queries && queries <= most_halved && (queries - 1) % tile_queries < tile_queries / 2;
}
/// The number of units that multiprocessors take in turn: a tile of queries and a chunk each, or with `halves` half a tile and two chunks.
inline int units_of(std::int64_t queries, int chunks, bool halves) {
    const int tiles = int((queries + tile_queries - 1) / tile_queries);
    return halves && last_is_half(queries, chunks) ? (2 * tiles - 1) * (chunks / 2) : tiles * chunks;
}

/// A point that may be a neighbour: its value v (bounds.cuh) and its position in the stored order.
struct Candidate {
    float value;
    int place;
};

/// Some tiles of points, for all queries of a batch. The tiles are divided into `chunks`: each pair of query and chunk has its own segment
/// of candidates, so that no two blocks write to the same one.
struct Round {
    const Rounded *queries, *points;  ///< [tiles of queries x tile_queries][width], [tiles x 128][width]; width is a multiple of 16
    int width;
    int batch_queries;  ///< queries, without those that fill the last tile; results of the latter may be left out
    int query_tiles, first_tile, tiles, chunks;
    const float* records;
    const QueryBound* bounds;
    ErrorForm errors;

    // For a round that collects candidates: those with v + error >= threshold.
    const float* thresholds;
    Candidate* segments;  ///< [queries][chunks][capacity]
    int* counts;          ///< [queries][chunks], including candidates that did not fit
    int capacity;

    // For a seed round: the greatest values of small groups of points of a tile, 1, 4 or 32 groups for each of a tile's four runs; 0: no
    // seed round.
    int groups_of_run;
    float* maxima;  ///< [queries][tiles x 4 groups_of_run]

    __host__ __device__ int chunk_begin(int chunk) const { return first_tile + int(std::int64_t(tiles) * chunk / chunks); }
};

/// A tile's points belong to four runs of 32, because tensor cores spread a row of values over four lanes: of eight adjacent points, two
/// belong to each run. With 32 groups per run, each group is one point.
__host__ __device__ constexpr int group_of(int point, int groups_of_run) {
    return groups_of_run == 32 ? point : point / 8 / (16 / groups_of_run) * 4 + point % 8 / 2;
}

[[noreturn]] inline void throw_unsupported_groups(int groups_of_run) {
    throw Error(Failure::device, "fused: no kernel is made for runs of " + std::to_string(groups_of_run) + " groups");
}

void multiply(Stream&, const Round&);
#if defined(__CUDACC__) && defined(NEIGHBORSCOPE_WITH_HOPPER)
void multiply_on_hopper(Stream&, const Round&);  ///< compute capability 9.0
#endif

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::fused
