// Exact self-join of more points of the plane or of space than fit into memory. The cells of a grid are numbered along a curve, and a run is
// a part of the curve. Each run is searched together with the cells around it: a list is certain if its last neighbour is nearer than
// everything outside of them. The few other queries are asked over all points in tiles (tiled_search.hpp).
#pragma once
#include "gpu/shards/tiled_search.hpp"

namespace neighborscope::shards {

/// Whether points can be searched by runs: 2 or 3 dimensions, a distance that is no smaller than the difference of any coordinate, and a
/// method that gives each device a region of space.
bool can_join_by_runs(const MethodInfo&, int dimension, Metric);

/// How the points are divided, decided before anything is read.
struct RunPlan {
    int ranks = 1;                 ///< devices
    int workers = 1;               ///< runs of a device at the same time: one is gathered while another is searched
    int level = 0;                 ///< the grid has 2^level cells along each axis
    std::int64_t rows = 0;         ///< of a run at most, with those around it
    std::int64_t runs = 0;         ///< at least
    std::int64_t uncertain = 0;    ///< so many queries are asked over all points at once
    std::int64_t piece_rows = 0;   ///< that a thread reads at once
    std::size_t device_bytes = 0;  ///< of each device at most
    std::size_t host_bytes = 0;    ///< at most, with the lists that are kept
};
/// `kept_bytes`: host memory for the lists that the caller keeps. Memory Error with the numbers if not even a small run fits.
RunPlan plan_runs(std::int64_t count, int dimension, int k, DeviceKind, int ranks, const MemoryLimits&, std::size_t kept_bytes);

struct RunReport : TiledReport {  ///< `tiles`: runs
    std::int64_t around = 0;      ///< rows that runs read beside their own, of all runs
    std::int64_t uncertain = 0;   ///< queries that were asked over all points
};

/// The self-join that is asked for.
struct SelfJoin {
    const Method& method;
    const Options& options;
    DeviceKind device;
    const RowSource& source;  ///< the whole set: first_row is 0
    bool exclude_self;
    int k;  ///< at most the number of points
    Metric metric;
};

/// Receives final lists, as Searcher writes them, of these rows: index[rows][k] and distance[rows][k]. Called from several threads at once, and
/// once for each row.
using TakeLists = std::function<void(std::span<const std::int32_t> rows, const std::int32_t* index, const float* distance)>;

/// Finds the k nearest of all points for each point. False, before anything is taken: some cell and those around it hold more points than a
/// run may have. Progress is reported in rows, and cancelling takes effect within a run.
bool join_by_runs(const SelfJoin&, const RunPlan&, const MemoryLimits&, const TakeLists&, RunReport&, const Progress&);

}  // namespace neighborscope::shards
