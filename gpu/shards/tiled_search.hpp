// Exact search over more points than fit into memory: rows are read in tiles, each tile is searched while the next one is read, and lists are
// merged by distances in double precision. Several devices take tiles in turn.
#pragma once
#include "gpu/kernels/shards.hpp"
#include "gpu/knn.hpp"
#include "gpu/range.hpp"

#include <functional>

namespace neighborscope::shards {

/// Rows of points that are read when they are needed.
struct RowSource {
    std::int64_t count = 0;
    int dimension = 0;
    std::int64_t first_row = 0;  ///< number of the first row, if they are a part of a larger set
    /// Writes rows [first, first + count), all finite, to `to` ([count][dimension]) and returns their magnitudes. Called from several threads
    /// at once. Throws an input Error if they cannot be read.
    std::function<Magnitudes(std::int64_t first, std::int64_t count, float* to)> read;
};

/// Memory that the search may take; 0: nine tenths of what is free.
struct MemoryLimits {
    std::size_t device_bytes = 0;  ///< of each device
    std::size_t host_bytes = 0;
};

/// The limit of the host's memory, or nine tenths of what is free.
std::size_t host_bytes_of(const MemoryLimits&);

/// How rows are divided into tiles and queries into batches, decided before anything is read. Every batch is compared with all tiles.
struct TilePlan {
    int ranks = 1;                     ///< devices
    std::int64_t tiles = 0, rows = 0;  ///< tiles of all devices, and rows of each but the last
    std::size_t tile_bytes = 0;
    std::size_t device_bytes = 0;  ///< of each device at most: two tiles, the same for the method, queries and lists
    int readers = 1;               ///< threads that read for each device
    std::size_t piece_bytes = 0;   ///< that one of them reads at once
    std::size_t host_bytes = 0;    ///< pieces, a batch of queries, and the lists of all queries
    std::int64_t queries = 0;      ///< of a batch
    std::int64_t batches = 1;
};
/// A batch has all queries if they and their lists take at most half of the memory. Memory Error with the numbers if the lists of all queries
/// do not fit, or if one query leaves no room for a tile.
TilePlan plan_tiles(std::int64_t count, int dimension, std::int64_t queries, int k, DeviceKind, int ranks, const MemoryLimits&);

/// What happened in a tiled search. Times in milliseconds.
struct TiledReport {
    double total = 0;
    std::vector<DeviceTime> devices;  ///< `waiting`: for tiles; `communicating`: copying tiles, which happens while it works or waits
    double reading = 0, copying = 0;  ///< of all reading threads together
    std::int64_t tiles = 0;           ///< searched, of all batches

    /// Adds another batch's.
    void add(const TiledReport&);
};

/// Finds the k nearest of all rows for each query of a batch, as entries [queries][k] in order; with the cosine distance they hold the Euclidean
/// distance of unit rows. The method must be exact: usage Error. `exclude`: one row of the whole set or -1 per query, or empty. Progress is
/// reported in rows, and cancelling takes effect within a tile.
std::vector<ListEntry> search_tiles(const Method&, const Options&, DeviceKind, const RowSource&, std::span<const float> queries,
    std::span<const std::int32_t> exclude, int k, Metric, const TilePlan&, TiledReport&, const Progress&);

/// Merges lists of k of other rows into `all`.
void merge_lists(std::vector<ListEntry>& all, std::span<const ListEntry> others, int k);
/// Writes entries as Searcher writes lists: index[entries] and distance[entries].
void write_lists(std::span<const ListEntry>, Metric, std::int32_t* index, float* distance);

}  // namespace neighborscope::shards
