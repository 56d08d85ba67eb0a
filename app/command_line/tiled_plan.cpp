// `run --plan`: how points and queries would be divided, without reading or searching them.
#include "app/command_line/console.hpp"
#include "app/command_line/report.hpp"
#include "app/command_line/tiled_points.hpp"
#include "app/data/files/memory.hpp"
#include "app/data/make/parameters.hpp"
#include "gpu/costs.hpp"
#include "gpu/shards/sharded_search.hpp"

#include <algorithm>
#include <filesystem>

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

    std::string text = "data      " + size_text(size.name, size.count, size.dimension) + "\n";
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
    if (plan.batches > 1) text += "queries   " + batches_text(plan) + "\n";
    text += "memory    " + bytes_text(double(plan.device_bytes)) + " of each device at most" +
            (kind == DeviceKind::host ? "" : ", " + bytes_text(double(plan.host_bytes)) + " of the host") + "\n";
    const double lists = double(queries) * width * 16;
    text += "moved     " + bytes_text(double(size.bytes()) * double(plan.batches)) + " of points to the devices, " +
            bytes_text(lists * used) + " of lists between them\n";

    Problem problem{.count = of_shard, .queries = queries, .dimension = size.dimension, .k = width, .metric = metric};
    if (typed.method.info.supports.sharding == Sharding::regions) problem.queries = (queries + used - 1) / used;
    const DeviceCosts* const costs = costs_for(kind, info.name);
    double searching = 0;
    for (const ExpectedTime& one : expected_times(problem, kind, info.name))
        if (one.method->info.name == typed.method.info.name || typed.method.info.name == "auto") {
            searching = one.milliseconds;
            break;
        }
    const double copying = kind == DeviceKind::host ? 0 : double(size.bytes()) * double(plan.batches) / read_bytes_per_second * 1000;
    if (searching > 0 && costs) {
        text += "time      " + duration_text(std::max(searching, plan.tiles > used ? copying : 0)) + " expected: the search takes " +
                duration_text(searching) + " on each device, by times measured on " + costs->device;
    } else {
        text += "time      of the search unknown: the times of this method were not measured (neighborscope bench regimes)";
    }
    if (kind == DeviceKind::cuda)
        text += ";\n          reading the points takes " + duration_text(copying) +
                " at 25 GB/s, as measured from memory, or as long as the disk takes";
    print(text + "\n");
    return 0;
}

}  // namespace neighborscope::shell
