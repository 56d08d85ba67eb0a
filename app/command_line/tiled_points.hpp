// Points and queries that are read in parts, for `run` over more points than fit into memory.
#pragma once
#include "app/command_line/tiled_run.hpp"
#include "app/data/load/row_file.hpp"
#include "gpu/shards/tiled_search.hpp"

#include <optional>

namespace neighborscope::shell {

/// Whether the name is that of a format whose rows can be read in parts.
bool reads_in_parts(const std::string& source);

/// --device-memory and --host-memory. Usage Error as bytes_in.
shards::MemoryLimits limits_of(const MemoryArguments&);

/// "base.fbin: 1000 points of 12 dimensions, 48 kB as float32"
std::string size_text(const std::string& name, std::int64_t count, int dimension);
/// "3 tiles of 400 points, 19 kB each"
std::string tiles_text(const shards::TilePlan&);
/// "3 batches of 100 queries; each batch reads all tiles"
std::string batches_text(const shards::TilePlan&);
/// "1.25 ms", "340 ms", "12.5 s"
std::string duration_text(double milliseconds);

/// The points: of a file that is read in parts, or of data in memory. Neither copied nor moved: `source` refers to the others.
struct PointsInTiles {
    std::optional<RowFile> file;
    DataSet data;  ///< without rows if there is a file: name and dimension
    shards::RowSource source;

    /// Errors as RowFile and DataArguments::load.
    explicit PointsInTiles(const DataArguments&);
    PointsInTiles(const PointsInTiles&) = delete;
    PointsInTiles& operator=(const PointsInTiles&) = delete;
};

/// The queries of a tiled run, which are read a batch at a time if they are rows of a file. Refers to the points.
class QueriesInBatches {
public:
    /// Usage Error for kinds of queries that need all points in memory.
    QueriesInBatches(const TiledRun&, PointsInTiles&);
    QueriesInBatches(const QueriesInBatches&) = delete;
    QueriesInBatches& operator=(const QueriesInBatches&) = delete;

    std::int64_t count() const { return asked_.count; }
    bool points_ask() const { return asked_.kind == QueryKind::self; }
    const std::string& description() const { return asked_.description; }

    struct Batch {
        std::vector<float> coordinates;
        std::vector<std::int32_t> exclude;  ///< one row or -1 per query; empty: nothing is excluded
    };
    /// Queries [first, first + count).
    Batch read(std::int64_t first, std::int64_t count) const;

private:
    void ask_row(const TiledRun&, const RowFile&);

    PointsInTiles& points_;
    std::optional<RowFile> file_;
    QueryBatch asked_;
    const RowFile* rows_ = nullptr;  ///< of a file; null: the queries are in memory
    bool exclude_self_ = false;      ///< of rows of a file: each excludes itself
};

/// "data ...", "method ..." and "queries ...", a line each. `asked`: QueriesInBatches::description.
std::string described(const TiledRun&, const PointsInTiles&, const std::string& asked, Metric, DeviceKind);
/// A table of what devices did: their points divided by `batches`, and times.
std::string devices_text(std::span<const DeviceTime>, std::int64_t batches);

/// Whether the points' own lists are found by runs of a curve (gpu/shards/curve_runs.hpp): a self-join in the plane or in space.
bool joins_by_runs(const TiledRun&, const PointsInTiles&, Metric);
/// Finds them, prints what was done, and writes the lists if --out is given. False: the points cannot be divided, and nothing is done.
bool join_by_runs(const TiledRun&, const PointsInTiles&, const std::string& asked, Metric, DeviceKind);

}  // namespace neighborscope::shell
