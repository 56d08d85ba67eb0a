#include "app/command_line/tiled_run.hpp"

#include "app/command_line/console.hpp"
#include "app/command_line/lists_file.hpp"
#include "app/command_line/report.hpp"
#include "app/command_line/table.hpp"
#include "app/data/files/memory.hpp"
#include "app/data/load/reader.hpp"
#include "app/data/load/row_file.hpp"
#include "app/data/make/parameters.hpp"
#include "app/modules/modules.hpp"
#include "gpu/costs.hpp"
#include "gpu/device/host/available_memory.hpp"
#include "gpu/shards/sharded_search.hpp"
#include "gpu/shards/tiled_search.hpp"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <limits>
#include <thread>

namespace neighborscope::shell {
namespace {

constexpr double read_bytes_per_second = 25e9;  ///< from the page cache to the devices of a host with 16 cores, measured
constexpr std::size_t assumed_device_bytes = std::size_t(80) * 1000 * 1000 * 1000;

/// What is known of the points without reading them.
struct PointsSize {
    std::string name;
    std::int64_t count = 0;
    int dimension = 0;
    std::size_t bytes() const { return std::size_t(count) * std::size_t(dimension) * sizeof(float); }
};

std::string size_text(const PointsSize& size) {
    return printable(size.name) + ": " + std::to_string(size.count) + " points of " + std::to_string(size.dimension) + " dimensions, " +
           bytes_text(double(size.bytes())) + " as float32";
}

/// Of a file, or of a generator with n= and d=.
PointsSize size_of(const DataArguments& data) {
    if (generator_of(data.source)) {
        const auto given = given_parameters(data.source);
        PointsSize size{data.source, 0, 2};
        std::int64_t dimension = 2;
        if (const auto n = given.find("n"); n == given.end() || !whole_number(n->second, size.count))
            throw Error(Failure::usage, "--plan needs the number of points", "give n, for example uniform:n=1e9,d=2");
        if (const auto d = given.find("d"); d != given.end() && !whole_number(d->second, dimension))
            throw Error(Failure::usage, "--plan needs the number of dimensions", "give d, for example uniform:n=1e9,d=2");
        size.dimension = int(dimension);
        return size;
    }
    const RowFile file(data.source, data.options());
    return {std::filesystem::path(data.source).filename().string(), file.count(), file.dimension()};
}

shards::MemoryLimits limits_of(const MemoryArguments& memory) {
    shards::MemoryLimits limits;
    if (!memory.device.empty()) limits.device_bytes = bytes_in(memory.device, "--device-memory");
    if (!memory.host.empty()) limits.host_bytes = bytes_in(memory.host, "--host-memory");
    return limits;
}

std::string decimal_text(double value, int decimals) {
    char text[64];
    std::snprintf(text, sizeof text, "%.*f", decimals, value);
    return text;
}

std::string seconds_text(double milliseconds) {
    return milliseconds < 1000 ? decimal_text(milliseconds, milliseconds < 10 ? 2 : 0) + " ms"
                               : decimal_text(milliseconds / 1000, milliseconds < 1e5 ? 1 : 0) + " s";
}

/// Whether the name is that of a format whose points can be read in parts.
bool reads_in_parts(const std::string& source) {
    return std::any_of(readers().begin(), readers().end(),
        [&](const Reader* reader) { return reader->rows && has_extension(source, reader->extensions); });
}

std::string tiles_text(const shards::TilePlan& plan) {
    return std::to_string(plan.tiles) + (plan.tiles == 1 ? " tile of " : " tiles of ") + std::to_string(plan.rows) + " points, " +
           bytes_text(double(plan.tile_bytes)) + " each";
}

}  // namespace

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

/// The points: of a file that is read in parts, or of data in memory.
struct PointsInTiles {
    std::optional<RowFile> file;
    DataSet data;  ///< without rows if there is a file: name and dimension
    shards::RowSource source;
};

void open_points(PointsInTiles& points, const DataArguments& typed) {
    if (std::error_code error; reads_in_parts(typed.source) && std::filesystem::is_regular_file(typed.source, error)) {
        points.file.emplace(typed.source, typed.options());
        points.data.name = std::filesystem::path(typed.source).filename().string();
        points.data.source = typed.source;
        points.data.format = points.file->format();
        points.data.dimension = points.file->dimension();
        points.data.origin.assign(std::size_t(points.file->dimension()), 0.0);
        const RowFile& file = *points.file;
        points.source = {file.count(), file.dimension(), 0,
            [&file](std::int64_t first, std::int64_t count, float* to) { return file.read(first, count, to); }};
        return;
    }
    points.data = typed.load();
    const DataSet& data = points.data;
    points.source = {data.count(), data.dimension, 0, [&data](std::int64_t first, std::int64_t count, float* to) {
                         const auto from = data.coordinates.begin() + std::ptrdiff_t(first * data.dimension);
                         std::copy(from, from + std::ptrdiff_t(count * data.dimension), to);
                         return magnitudes_of({to, std::size_t(count) * std::size_t(data.dimension)});
                     }};
}

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
    PointsInTiles points;
    open_points(points, typed.data);
    DataSet& data = points.data;
    if (typed.kind == QueryKind::none || (points.file && (typed.kind == QueryKind::self || typed.kind == QueryKind::random)))
        throw Error(Failure::usage, "points that are read in tiles need queries of their own",
            "give --queries FILE, --query x,y or --query-index I");
    if (points.file && typed.exclude_self && typed.kind != QueryKind::row)
        throw Error(Failure::usage, "--exclude-self looks for each query among all points, which are read in tiles",
            "leave it out, or give --query-index I");
    if (points.source.count > std::numeric_limits<std::int32_t>::max())
        throw Error(Failure::usage, "at most 2147483647 points can be searched, the file has " + std::to_string(points.source.count),
            "save it in parts");
    const Metric metric = metric_for(typed.metric, data);
    QueryBatch asked;
    if (points.file && typed.kind == QueryKind::row) {
        const RowFile& file = *points.file;
        const std::int64_t row = integer_in(typed.queries.index, "--query-index", 0, std::max<std::int64_t>(file.count() - 1, 0), 17);
        asked.kind = typed.kind;
        asked.count = 1;
        asked.coordinates.resize(std::size_t(file.dimension()));
        file.read(row, 1, asked.coordinates.data());
        if (typed.exclude_self) asked.exclude = {std::int32_t(row)};
        asked.description = "row " + std::to_string(row) + (typed.exclude_self ? ", the point itself excluded" : "");
    } else {
        ProgressBar bar("Reading queries");
        asked = make_query_batch(typed.queries, typed.kind, data, typed.data, typed.exclude_self, bar.progress());
        asked.at_tick(data, 0, typed.exclude_self);
    }
    const std::vector<float>& queries = asked.kind == QueryKind::self ? data.coordinates : asked.coordinates;
    const std::int64_t all = points.source.count;
    const shards::RowSource source = ranks ? part_of(points.source, *ranks) : points.source;
    const int width = int(std::clamp<std::int64_t>(all, 1, typed.k));
    const shards::MemoryLimits limits = limits_of(typed.memory);
    const int devices = int(sharing_devices(device).size());
    const shards::TilePlan plan = shards::plan_tiles(source.count, source.dimension, asked.count, width, device, devices, limits);
    if (limits.device_bytes > 0 && device != DeviceKind::host) limit_device_memory(device, limits.device_bytes);
    std::optional<OutputFile> lists_file;
    ListsFormat format = ListsFormat::csv;
    if (!typed.out.empty() && (!ranks || ranks->rank() == 0)) {
        format = lists_format(typed.out);
        lists_file.emplace(typed.out);
        require_room_for_lists(*lists_file, format, asked.count, typed.k, all);
    }
    const Options options(typed.method.info.options, typed.chosen);
    FetchedLists lists;
    lists.queries = asked.count;
    lists.k = width;
    lists.wanted = typed.k;
    shards::TiledReport report;
    {
        ProgressBar bar(!ranks || ranks->rank() == 0 ? "Searching" : "");
        std::vector<ListEntry> entries = shards::search_tiles(
            typed.method, options, device, source, queries, asked.exclude, width, metric, plan, report, bar.progress());
        if (ranks) entries = gathered(std::move(entries), *ranks, width);
        if (ranks && ranks->rank() > 0) return 0;
        shards::write_lists(entries, metric, lists.index, lists.distance);
    }
    if (lists_file) {
        ProgressBar bar("Writing " + typed.out);
        write_lists(*lists_file, format, data, lists, asked.kind == QueryKind::self, bar.progress());
        OutputFile* files[] = {&*lists_file};
        OutputFile::commit_all(files);
    }
    std::string text = "data     " + size_text({data.name, all, source.dimension}) + "\n";
    if (points.file && points.file->rounds()) text += "         its numbers were rounded to float32\n";
    text += "method   " + method_text(typed.method, typed.chosen) + ", k = " + std::to_string(typed.k) + ", " + std::string(name(metric)) +
            ", on " + device_info(device).name + "\n";
    text += (asked.count == 1 ? "query    " : "queries  ") + asked.description + "\n";
    if (ranks) text += "ranks    " + std::to_string(ranks->count()) + ", started by MPI; the times below are those of rank 0\n";
    text += "tiles    " + tiles_text(plan) + ", read while the one before is searched\n\n";
    print(text + summary_text(data, lists, metric) + "\n");
    Table table;
    table.column("device", Table::Align::left);
    for (const char* const header : {"points", "searches s", "waits for points s"}) table.column(header);
    for (const DeviceTime& one : report.devices)
        table.row({one.device, std::to_string(one.points), decimal_text(one.working / 1000, 3), decimal_text(one.waiting / 1000, 3)});
    const double bytes = double(source.count) * source.dimension * sizeof(float);
    print(table.text() + "\ntotal: " + seconds_text(report.total) + ", " + bytes_text(bytes) + " of points at " +
          bytes_text(bytes / std::max(report.total, 1e-3) * 1000) + "/s; reading took " + seconds_text(report.reading) + " and copying " +
          seconds_text(report.copying) + " of all reading threads together\n");
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

namespace {

/// "cuda:8" is eight devices here; else the devices as named, or as many as the list names.
int devices_planned(const std::string& text, DeviceKind& kind) {
    kind = text.starts_with("host") ? DeviceKind::host : text.empty() ? default_device() : DeviceKind::cuda;
    if (text.empty() || text == "host" || text == "cuda") return 1;
    if (text == "cuda:all") return std::max(int(cuda_devices().size()), 1);
    int commas = 1;
    for (const char c : text) commas += c == ',';
    if (commas > 1 || kind == DeviceKind::host) return commas;
    return int(integer_in(text.substr(text.find(':') + 1), "--device cuda:", 1, 1 << 16, 8));
}

}  // namespace

int print_plan(const TiledRun& typed) {
    const PointsSize size = size_of(typed.data);
    DeviceKind kind = DeviceKind::host;
    const int ranks = devices_planned(typed.device, kind);
    shards::MemoryLimits limits = limits_of(typed.memory);
    const bool is_here = kind == DeviceKind::host || why_no_cuda().empty();
    std::string assumed;
    if (!is_here && limits.device_bytes == 0) {
        limits.device_bytes = assumed_device_bytes / 10 * 9;
        assumed = "; 80 GB a device is assumed, --device-memory says otherwise";
    }
    std::int64_t queries = 1;
    if (typed.kind == QueryKind::self) queries = size.count;
    if (typed.kind == QueryKind::random) queries = integer_in(typed.queries.random, "--random-queries", 1, std::int64_t(1) << 40, 1000);
    if (typed.kind == QueryKind::file) queries = RowFile(typed.queries.file, {}).count();
    const int width = int(std::clamp<std::int64_t>(size.count, 1, typed.k));
    const Metric metric = typed.metric.empty() ? Metric::euclidean : metric_named(typed.metric);
    const bool divides = shards::can_share_points(typed.method.info);
    const int used = divides || typed.memory.given() ? ranks : 1;

    std::string text = "data      " + size_text(size) + "\n";
    text += "question  " + method_text(typed.method, typed.chosen) + ", k = " + std::to_string(typed.k) + ", " + std::string(name(metric)) +
            ", " + std::to_string(queries) + (queries == 1 ? " query" : " queries") + "\n";
    const DeviceInfo info = is_here ? device_info(kind) : DeviceInfo{.kind = kind, .name = "CUDA devices"};
    text += "devices   " + std::to_string(used) + " of " + info.name + (used < ranks ? ": this method does not divide points" : "") +
            assumed + "\n";
    const shards::TilePlan plan = shards::plan_tiles(size.count, size.dimension, queries, width, kind, used, limits);
    const std::int64_t of_shard = (size.count + used - 1) / used;
    text += "shards    " + std::to_string(used) + " of " + std::to_string(of_shard) + " points, " +
            bytes_text(double(size.bytes()) / used) + " each\n";
    text += "tiles     " + tiles_text(plan) + "; one is searched while the next one is read\n";
    text += "memory    " + bytes_text(double(plan.device_bytes)) + " of each device at most" +
            (kind == DeviceKind::host ? "" : ", " + bytes_text(double(plan.host_bytes)) + " of the host") + "\n";
    const double lists = double(queries) * width * 16;
    text += "moved     " + bytes_text(double(size.bytes())) + " of points to the devices, " + bytes_text(lists * used) +
            " of lists between them\n";

    Problem problem{.count = of_shard, .queries = queries, .dimension = size.dimension, .k = width, .metric = metric};
    if (typed.method.info.supports.sharding == Sharding::regions) problem.queries = (queries + used - 1) / used;
    const DeviceCosts* const costs = costs_for(kind, info.name);
    double searching = 0;
    for (const ExpectedTime& one : expected_times(problem, kind, info.name))
        if (one.method->info.name == typed.method.info.name || typed.method.info.name == "auto") {
            searching = one.milliseconds;
            break;
        }
    const double copying = kind == DeviceKind::host ? 0 : double(size.bytes()) / read_bytes_per_second * 1000;
    if (searching > 0 && costs) {
        text += "time      " + seconds_text(std::max(searching, plan.tiles > used ? copying : 0)) + " expected: the search takes " +
                seconds_text(searching) + " on each device, by times measured on " + costs->device;
    } else {
        text += "time      of the search unknown: the times of this method were not measured (neighborscope bench regimes)";
    }
    if (kind == DeviceKind::cuda)
        text += ";\n          reading the points takes " + seconds_text(copying) +
                " at 25 GB/s, as measured from memory, or as long as the disk takes";
    print(text + "\n");
    return 0;
}

}  // namespace neighborscope::shell
