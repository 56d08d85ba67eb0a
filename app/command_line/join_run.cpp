// `run --self` over more points of the plane or of space than fit into memory: by runs of a curve.
#include "app/command_line/console.hpp"
#include "app/command_line/lists_file.hpp"
#include "app/command_line/report.hpp"
#include "app/command_line/tiled_points.hpp"
#include "app/data/files/memory.hpp"
#include "gpu/shards/curve_runs.hpp"

#include <xxhash.h>

#include <atomic>
#include <limits>

namespace neighborscope::shell {
namespace {

constexpr double most_kept_bytes = 1e9;  ///< of lists that are not written, only summed up

/// The sum of the hashes of all rows, each with its list: whatever the order of rows, equal lists have equal checksums.
class Checksum {
public:
    void add(std::span<const std::int32_t> rows, const std::int32_t* index, const float* distance, std::size_t k) {
        std::uint64_t sum = 0;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            std::uint64_t one = XXH64(index + i * k, k * sizeof(std::int32_t), std::uint64_t(rows[i]));
            sum += XXH64(distance + i * k, k * sizeof(float), one);
        }
        sum_ += sum;
    }
    std::string text() const {
        char text[32];
        std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(sum_.load()));
        return text;
    }

private:
    std::atomic<std::uint64_t> sum_{0};
};

std::string runs_text(const shards::RunReport& report, std::int64_t rows, std::int64_t count) {
    char again[32];
    std::snprintf(again, sizeof again, "%.2g %%", 100 * double(report.around) / double(count));
    return std::to_string(report.tiles) + (report.tiles == 1 ? " run" : " runs") + " of a curve, at most " + std::to_string(rows) +
           " points each; " + again + " of the points were read again for the runs beside theirs\n         " +
           std::to_string(report.uncertain) + (report.uncertain == 1 ? " list" : " lists") +
           " reached further and needed a search over all points";
}

}  // namespace

bool joins_by_runs(const TiledRun& typed, const PointsInTiles& points, Metric metric) {
    return typed.kind == QueryKind::self && typed.memory.ranks.empty() && points.source.count > 0 &&
           shards::can_join_by_runs(typed.method.info, points.source.dimension, metric);
}

bool join_by_runs(const TiledRun& typed, const PointsInTiles& points, const std::string& asked, Metric metric, DeviceKind device) {
    const shards::RowSource& source = points.source;
    const int width = int(std::clamp<std::int64_t>(source.count, 1, typed.k));
    const double bytes = double(source.count) * width * (sizeof(std::int32_t) + sizeof(float));
    const shards::MemoryLimits limits = limits_of(typed.memory);
    const bool writes = !typed.out.empty();
    const bool keeps = writes || bytes <= std::min(most_kept_bytes, double(shards::host_bytes_of(limits)) / 2);
    const shards::RunPlan plan = shards::plan_runs(
        source.count, source.dimension, width, device, int(sharing_devices(device).size()), limits, keeps ? std::size_t(bytes) : 0);
    if (limits.device_bytes > 0 && device != DeviceKind::host) limit_device_memory(device, limits.device_bytes);
    std::optional<OutputFile> file;
    ListsFormat format = ListsFormat::csv;
    if (writes) {
        format = lists_format(typed.out);
        file.emplace(typed.out);
        require_room_for_lists(*file, format, source.count, typed.k, source.count);
    }
    FetchedLists lists{.queries = source.count, .k = width, .wanted = typed.k};
    if (keeps) {
        lists.index.resize(std::size_t(source.count) * std::size_t(width));
        lists.distance.resize(lists.index.size());
    }
    Checksum checksum;
    const auto k = std::size_t(width);
    const shards::TakeLists take = [&](std::span<const std::int32_t> rows, const std::int32_t* index, const float* distance) {
        checksum.add(rows, index, distance, k);
        for (std::size_t i = 0; keeps && i < rows.size(); ++i) {
            const std::size_t to = std::size_t(rows[i]) * k;
            std::copy_n(index + i * k, k, lists.index.data() + to);
            std::copy_n(distance + i * k, k, lists.distance.data() + to);
        }
    };
    const Options options(typed.method.info.options, typed.chosen);
    shards::RunReport report;
    {
        ProgressBar bar("Searching");
        if (!shards::join_by_runs(
                {typed.method, options, device, source, typed.exclude_self, width, metric}, plan, limits, take, report, bar.progress()))
            return false;
    }
    if (file) {
        ProgressBar bar("Writing " + typed.out);
        write_lists(*file, format, points.data, lists, true, bar.progress());
        OutputFile* files[] = {&*file};
        OutputFile::commit_all(files);
    }
    std::string text = described(typed, points, asked, metric, device);
    text += "runs     " + runs_text(report, plan.rows, source.count) + "\n";
    text += "lists    " + bytes_text(bytes) + ", checksum " + checksum.text() +
            (keeps ? "" : "; only the checksum is kept: --out FILE writes the lists, if they fit into memory") + "\n\n";
    if (keeps) text += summary_text(points.data, lists, metric) + "\n";
    print(text + devices_text(report.devices, 1) + "\ntotal: " + duration_text(report.total) + ", " +
          duration_text(report.total / double(source.count) * 1e9) + " for 1000000000 points; reading took " +
          duration_text(report.reading) + " and copying " + duration_text(report.copying) + " of all threads together\n");
    if (file) print("\nwrote " + printable(typed.out) + "\n");
    return true;
}

}  // namespace neighborscope::shell
