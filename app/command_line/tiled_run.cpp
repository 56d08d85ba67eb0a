#include "app/command_line/tiled_points.hpp"

#include "app/command_line/console.hpp"
#include "app/command_line/lists_file.hpp"
#include "app/command_line/report.hpp"
#include "app/data/files/memory.hpp"
#include "app/modules/modules.hpp"
#include "gpu/device/host/available_memory.hpp"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <limits>
#include <thread>

namespace neighborscope::shell {

void MemoryArguments::add_to(CLI::App& app) {
    app.add_option("--device-memory", device, "use at most so much memory of each device: the points are read and searched in tiles")
        ->type_name("BYTES")
        ->group("Memory");
    app.add_option("--host-memory", host, "use at most so much memory of this machine")->type_name("BYTES")->group("Memory");
    app.add_option(
           "--ranks", ranks, "mpi: each of the processes that mpirun or srun started has a part of the points; rank 0 merges their lists")
        ->type_name("mpi")
        ->group("Memory");
    app.add_flag(
           "--plan", plan, "print shards, tiles, bytes and the expected time, and do not search; --device cuda:8 means eight devices here")
        ->group("Memory");
}

std::size_t bytes_in(const std::string& text, const std::string& option) {
    constexpr std::pair<std::string_view, double> units[] = {{"", 1}, {"B", 1}, {"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"TB", 1e12},
        {"KiB", 0x1p10}, {"MiB", 0x1p20}, {"GiB", 0x1p30}, {"TiB", 0x1p40}};
    const std::size_t letters = std::min(text.find_first_of("KMGTBkmgt"), text.size());
    std::string number = text.substr(0, letters), unit = text.substr(letters);
    while (number.ends_with(' ')) number.pop_back();
    char* end = nullptr;
    const double value = number.empty() ? 0 : std::strtod(number.c_str(), &end);
    for (const auto& [name, factor] : units)
        if (unit == name && end == number.c_str() + number.size() && value * factor >= 1 && value * factor < 0x1p60)
            return std::size_t(value * factor);
    throw Error(
        Failure::usage, option + " " + "'" + printable(text) + "'" + " is not a number of bytes", "for example " + option + " 4GiB");
}

namespace {

/// This process's part of the points.
shards::RowSource part_of(shards::RowSource source, const modules::Ranks& ranks) {
    const std::int64_t begin = source.count * ranks.rank() / ranks.count(), end = source.count * (ranks.rank() + 1) / ranks.count();
    source.first_row = begin;
    source.count = end - begin;
    source.read = [read = source.read, begin](std::int64_t first, std::int64_t count, float* to) { return read(begin + first, count, to); };
    return source;
}

std::vector<ListEntry> gathered(std::vector<ListEntry> own, modules::Ranks& ranks, int k) {
    const std::vector<std::string> all = ranks.gather({reinterpret_cast<const char*>(own.data()), own.size() * sizeof(ListEntry)});
    for (std::size_t rank = 1; rank < all.size(); ++rank) {
        std::vector<ListEntry> others(own.size());
        std::memcpy(others.data(), all[rank].data(), std::min(all[rank].size(), others.size() * sizeof(ListEntry)));
        shards::merge_lists(own, others, k);
    }
    return own;
}

}  // namespace

bool needs_tiles(const DataArguments& data, const MemoryArguments& memory) {
    if (memory.given()) return true;
    if (!data.every.empty()) return false;
    std::error_code error;
    const std::uintmax_t bytes = std::filesystem::file_size(data.source, error);
    return !error && reads_in_parts(data.source) && double(bytes) > 0.8 * double(available_memory());
}

static int search_in_tiles(const TiledRun& typed, DeviceKind device, modules::Ranks* ranks) {
    if (!typed.data.where.empty() || !typed.data.mask.empty())
        throw Error(Failure::usage, "--where and --mask do not apply to points that are read in tiles", "leave them out");
    if (!typed.data.every.empty())
        throw Error(
            Failure::usage, "--every reads a part of the rows, and tiles read all of them", "leave out --every, or the limits of memory");
    PointsInTiles points(typed.data);
    const DataSet& data = points.data;
    if (points.source.count > std::numeric_limits<std::int32_t>::max())
        throw Error(Failure::usage, "at most 2147483647 points can be searched, the file has " + std::to_string(points.source.count),
            "save it in parts");
    const Metric metric = metric_for(typed.metric, data);
    const QueriesInBatches queries(typed, points);
    const std::int64_t all = points.source.count;
    if (joins_by_runs(typed, points, metric) && join_by_runs(typed, points, queries.description(), metric, device)) return 0;
    const shards::RowSource source = ranks ? part_of(points.source, *ranks) : points.source;
    const int width = int(std::clamp<std::int64_t>(all, 1, typed.k));
    const shards::MemoryLimits limits = limits_of(typed.memory);
    const int devices = int(sharing_devices(device).size());
    const shards::TilePlan plan = shards::plan_tiles(source.count, source.dimension, queries.count(), width, device, devices, limits);
    if (ranks && plan.batches > 1)  // each rank would divide them by its own memory
        throw Error(Failure::memory, std::to_string(queries.count()) + " queries do not fit into the memory of a rank",
            "ask fewer queries at once, or allow more memory");
    if (limits.device_bytes > 0 && device != DeviceKind::host) limit_device_memory(device, limits.device_bytes);
    std::optional<OutputFile> lists_file;
    ListsFormat format = ListsFormat::csv;
    if (!typed.out.empty() && (!ranks || ranks->rank() == 0)) {
        format = lists_format(typed.out);
        lists_file.emplace(typed.out);
        require_room_for_lists(*lists_file, format, queries.count(), typed.k, all);
    }
    const Options options(typed.method.info.options, typed.chosen);
    FetchedLists lists{.queries = queries.count(), .k = width, .wanted = typed.k};
    lists.index.resize(std::size_t(lists.queries) * std::size_t(width));
    lists.distance.resize(lists.index.size());
    shards::TiledReport report;
    {
        ProgressBar bar(!ranks || ranks->rank() == 0 ? "Searching" : "");
        const Progress progress = bar.progress();
        for (std::int64_t first = 0; first < queries.count(); first += plan.queries) {
            const QueriesInBatches::Batch batch = queries.read(first, std::min(plan.queries, queries.count() - first));
            const Progress part = progress.part(double(first), double(plan.queries), double(queries.count()));
            shards::TiledReport of_batch;
            std::vector<ListEntry> entries = shards::search_tiles(
                typed.method, options, device, source, batch.coordinates, batch.exclude, width, metric, plan, of_batch, part);
            report.add(of_batch);
            if (ranks) entries = gathered(std::move(entries), *ranks, width);
            const std::int64_t at = first * width;
            shards::write_lists(entries, metric, lists.index.data() + at, lists.distance.data() + at);
        }
    }
    if (ranks && ranks->rank() > 0) return 0;
    if (lists_file) {
        ProgressBar bar("Writing " + typed.out);
        write_lists(*lists_file, format, data, lists, queries.points_ask(), bar.progress());
        OutputFile* files[] = {&*lists_file};
        OutputFile::commit_all(files);
    }
    std::string text = described(typed, points, queries.description(), metric, device);
    if (plan.batches > 1) text += "         " + batches_text(plan) + "\n";
    if (ranks) text += "ranks    " + std::to_string(ranks->count()) + ", started by MPI; the times below are those of rank 0\n";
    text += "tiles    " + tiles_text(plan) + ", read while the one before is searched\n\n";
    print(text + summary_text(data, lists, metric) + "\n");
    const double bytes = double(source.count) * source.dimension * sizeof(float) * double(plan.batches);
    print(devices_text(report.devices, plan.batches) + "\ntotal: " + duration_text(report.total) + ", " + bytes_text(bytes) +
          " of points at " + bytes_text(bytes / std::max(report.total, 1e-3) * 1000) + "/s; reading took " + duration_text(report.reading) +
          " and copying " + duration_text(report.copying) + " of all reading threads together\n");
    if (lists_file) print("\nwrote " + printable(typed.out) + "\n");
    return 0;
}

int run_in_tiles(const TiledRun& typed, DeviceKind device) {
    if (typed.memory.ranks.empty()) return search_in_tiles(typed, device, nullptr);
    (void)choice_in(typed.memory.ranks, "--ranks", {"mpi"});
    modules::Ranks& ranks = modules::mpi_ranks();
    try {
        return search_in_tiles(typed, device, &ranks);
    } catch (const Error& error) {                         // the others would wait for this rank for ever
        const bool of_all = error.kind == Failure::usage;  // every rank finds it: rank 0 says it and ends all
        if (of_all && ranks.rank() > 0) std::this_thread::sleep_for(std::chrono::seconds(5));
        else std::fprintf(stderr, "neighborscope: rank %d: %s\n", ranks.rank(), printable(error.one_line()).c_str());
        ranks.end_all(exit_status(error.kind));
        return exit_status(error.kind);
    }
}

}  // namespace neighborscope::shell
