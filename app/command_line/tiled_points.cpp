#include "app/command_line/tiled_points.hpp"

#include "app/command_line/console.hpp"
#include "app/command_line/report.hpp"
#include "app/command_line/table.hpp"
#include "app/data/files/memory.hpp"
#include "app/data/load/reader.hpp"

#include <algorithm>
#include <filesystem>
#include <numeric>

namespace neighborscope::shell {
namespace {

/// The reader of a format whose rows can be read in parts, by the name; null: it is none.
const Reader* reader_in_parts(const std::string& source) {
    const auto found = std::find_if(readers().begin(), readers().end(),
        [&](const Reader* reader) { return reader->rows && has_extension(source, reader->extensions); });
    return found == readers().end() ? nullptr : *found;
}

/// Whether the file's rows are the queries. In a format with several arrays, the one with the queries is chosen when the file is loaded.
bool are_queries_in_parts(const std::string& file) {
    const Reader* const reader = reader_in_parts(file);
    return reader && !reader->arrays;
}

}  // namespace

bool reads_in_parts(const std::string& source) { return reader_in_parts(source) != nullptr; }

shards::MemoryLimits limits_of(const MemoryArguments& memory) {
    shards::MemoryLimits limits;
    if (!memory.device.empty()) limits.device_bytes = bytes_in(memory.device, "--device-memory");
    if (!memory.host.empty()) limits.host_bytes = bytes_in(memory.host, "--host-memory");
    return limits;
}

std::string size_text(const std::string& name, std::int64_t count, int dimension) {
    return printable(name) + ": " + std::to_string(count) + " points of " + std::to_string(dimension) + " dimensions, " +
           bytes_text(double(count) * dimension * sizeof(float)) + " as float32";
}

std::string tiles_text(const shards::TilePlan& plan) {
    return std::to_string(plan.tiles) + (plan.tiles == 1 ? " tile of " : " tiles of ") + std::to_string(plan.rows) + " points, " +
           bytes_text(double(plan.tile_bytes)) + " each";
}

std::string batches_text(const shards::TilePlan& plan) {
    return std::to_string(plan.batches) + " batches of " + std::to_string(plan.queries) + (plan.queries == 1 ? " query" : " queries") +
           "; each batch reads all tiles";
}

std::string duration_text(double milliseconds) {
    char text[64];
    const bool seconds = milliseconds >= 1000;
    std::snprintf(text, sizeof text, "%.*f %s", seconds ? int(milliseconds < 1e5) : 2 * int(milliseconds < 10),
        seconds ? milliseconds / 1000 : milliseconds, seconds ? "s" : "ms");
    return text;
}

std::string described(const TiledRun& typed, const PointsInTiles& points, const std::string& asked, Metric metric, DeviceKind device) {
    std::string text = "data     " + size_text(points.data.name, points.source.count, points.source.dimension) + "\n";
    if (points.file && points.file->rounds()) text += "         its numbers were rounded to float32\n";
    text += "method   " + method_text(typed.method, typed.chosen) + ", k = " + std::to_string(typed.k) + ", " + std::string(name(metric)) +
            ", on " + device_info(device).name + "\n";
    return text + (typed.kind == QueryKind::row || typed.kind == QueryKind::position ? "query    " : "queries  ") + asked + "\n";
}

std::string devices_text(std::span<const DeviceTime> devices, std::int64_t batches) {
    Table table;
    table.column("device", Table::Align::left);
    for (const char* const header : {"points", "searches", "waits for points"}) table.column(header);
    for (const DeviceTime& one : devices)
        table.row({one.device, std::to_string(one.points / batches), duration_text(one.working), duration_text(one.waiting)});
    return table.text();
}

PointsInTiles::PointsInTiles(const DataArguments& typed) {
    if (std::error_code error; reads_in_parts(typed.source) && std::filesystem::is_regular_file(typed.source, error)) {
        file.emplace(typed.source, typed.options());
        data.name = std::filesystem::path(typed.source).filename().string();
        data.source = typed.source;
        data.format = file->format();
        data.dimension = file->dimension();
        data.origin.assign(std::size_t(file->dimension()), 0.0);
        source = {file->count(), file->dimension(), 0,
            [this](std::int64_t first, std::int64_t count, float* to) { return file->read(first, count, to); }};
        return;
    }
    data = typed.load();
    source = {data.count(), data.dimension, 0, [this](std::int64_t first, std::int64_t count, float* to) {
                  const auto from = data.coordinates.begin() + std::ptrdiff_t(first * data.dimension);
                  std::copy(from, from + std::ptrdiff_t(count * data.dimension), to);
                  return magnitudes_of({to, std::size_t(count) * std::size_t(data.dimension)});
              }};
}

QueriesInBatches::QueriesInBatches(const TiledRun& typed, PointsInTiles& points) : points_(points) {
    const bool in_file = points.file.has_value();
    if (typed.kind == QueryKind::none || (in_file && typed.kind == QueryKind::random))
        throw Error(Failure::usage, "points that are read in tiles need queries of their own",
            "give --queries FILE, --query x,y, --query-index I or --self");
    if (in_file && typed.exclude_self && typed.kind != QueryKind::row && typed.kind != QueryKind::self)
        throw Error(Failure::usage, "--exclude-self looks for each query among all points, which are read in tiles",
            "leave it out, or give --query-index I or --self");
    asked_.kind = typed.kind;
    if (in_file && typed.kind == QueryKind::row) {
        ask_row(typed, *points.file);
        return;
    }
    if (in_file && typed.kind == QueryKind::self) {
        rows_ = &*points.file;
        exclude_self_ = typed.exclude_self;
        asked_.count = rows_->count();
        asked_.description = every_point_text(asked_.count, exclude_self_);
        return;
    }
    if (in_file && typed.kind == QueryKind::file && are_queries_in_parts(typed.queries.file)) {
        file_.emplace(typed.queries.file, LoadOptions{});
        rows_ = &*file_;
        if (rows_->dimension() != points.data.dimension)
            throw Error(Failure::input,
                typed.queries.file + " has queries of " + std::to_string(rows_->dimension()) + " dimensions, the points have " +
                    std::to_string(points.data.dimension),
                "choose queries of the same dimension");
        asked_.count = rows_->count();
        asked_.description = queries_from_text(asked_.count, typed.queries.file);
        return;
    }
    ProgressBar bar("Reading queries");
    asked_ = make_query_batch(typed.queries, typed.kind, points.data, typed.data, typed.exclude_self, bar.progress());
    asked_.at_tick(points.data, 0, typed.exclude_self);
}

void QueriesInBatches::ask_row(const TiledRun& typed, const RowFile& file) {
    const std::int64_t row = integer_in(typed.queries.index, "--query-index", 0, std::max<std::int64_t>(file.count() - 1, 0), 17);
    asked_.count = 1;
    asked_.coordinates.resize(std::size_t(file.dimension()));
    file.read(row, 1, asked_.coordinates.data());
    if (typed.exclude_self) asked_.exclude = {std::int32_t(row)};
    asked_.description = "row " + std::to_string(row) + (typed.exclude_self ? ", the point itself excluded" : "");
}

QueriesInBatches::Batch QueriesInBatches::read(std::int64_t first, std::int64_t count) const {
    Batch batch;
    const auto dimension = std::size_t(points_.data.dimension), begin = std::size_t(first), size = std::size_t(count);
    if (rows_) {
        batch.coordinates.resize(size * dimension);
        rows_->read(first, count, batch.coordinates.data());
        if (exclude_self_) {
            batch.exclude.resize(size);
            std::iota(batch.exclude.begin(), batch.exclude.end(), std::int32_t(first));
        }
        return batch;
    }
    const std::span<const float> all = asked_.rows(points_.data).coordinates;
    const auto from = all.begin() + std::ptrdiff_t(begin * dimension);
    batch.coordinates.assign(from, from + std::ptrdiff_t(size * dimension));
    if (!asked_.exclude.empty()) {
        const auto excluded = asked_.exclude.begin() + std::ptrdiff_t(first);
        batch.exclude.assign(excluded, excluded + std::ptrdiff_t(count));
    }
    return batch;
}

}  // namespace neighborscope::shell
