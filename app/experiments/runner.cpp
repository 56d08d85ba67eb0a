// Measures the cases of a suite, data by data: each is made and uploaded once, and gone before the next one comes.
#include "app/experiments/experiments.hpp"

#include "app/data/data_set.hpp"
#include "app/data/memory.hpp"
#include "gpu/device/ceilings.hpp"
#include "gpu/error.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>

namespace neighborscope::experiments {
namespace {

constexpr int least_runs = 3;

const Method* registered(std::string_view name) {
    for (const Method& method : methods())
        if (method.info.name == name) return &method;
    return nullptr;
}

/// A case and where its figures go.
struct Task {
    const Case* asked;
    Findings* findings;
    const Method* method;
    DeviceKind device;
};

void leave_out(Findings& findings, LeftOut what) {
    if (std::find(findings.left_out.begin(), findings.left_out.end(), what) == findings.left_out.end())
        findings.left_out.push_back(std::move(what));
}

double now_ms() {
    using namespace std::chrono;
    return duration<double, std::milli>(steady_clock::now().time_since_epoch()).count();
}

/// Runs once to warm up, then until the case's repeats or its patience are used up.
template <class Once>
void repeat(const Case& asked, const Progress& progress, Once once) {
    const double began = now_ms();
    once(false);
    const double first = now_ms() - began;
    const int least = first > asked.patience_ms ? 1 : least_runs;
    const double limit = now_ms() + asked.patience_ms;
    for (int run = 0; run < std::max(asked.repeats, 1); ++run) {
        if (progress.stop && progress.stop->load()) throw Cancelled{};
        if (run >= least && now_ms() > limit) break;
        once(true);
    }
}

/// Points and queries of one data set on one device.
struct Resident {
    PointSet points;
    std::map<std::int64_t, QuerySet> queries;
    std::map<std::string, std::unique_ptr<Searcher>> searchers;

    Resident(DeviceKind device, const DataSet& data, const Progress& progress)
        : points(device, data.coordinates, data.dimension, progress) {}

    const QuerySet& asked(const DataSet& data, std::int64_t count) {
        if (const auto found = queries.find(count); found != queries.end()) return found->second;
        if (count == 0) return queries.emplace(count, QuerySet::every_point(points, true)).first->second;
        return queries.emplace(count, QuerySet(points.device(), random_queries(data, count), data.dimension)).first->second;
    }
    Searcher& searcher(const Task& task, const Progress& progress) {
        std::string key(task.method->info.name);
        for (const auto& [option, value] : task.asked->options) key += "," + option + "=" + value;
        auto& found = searchers[key];
        if (!found)
            found = std::make_unique<Searcher>(*task.method, points, Options(task.method->info.options, task.asked->options), progress);
        return *found;
    }
};

struct FetchedLists {
    std::vector<std::int32_t> index;
    std::vector<float> distance;
};
/// The first exact lists of each question, which all other methods' are compared with.
using Lists1 = std::map<std::pair<std::int64_t, int>, FetchedLists>;

/// The share of the true neighbours that are found. Equal distances count as each other: all methods give exact ones.
double recall_of(const FetchedLists& found, const FetchedLists& truth, int k) {
    std::int64_t there = 0, true_ones = 0;
    for (std::size_t row = 0; row < truth.index.size(); row += std::size_t(k)) {
        int length = 0;
        while (length < k && truth.index[row + std::size_t(length)] >= 0) ++length;
        true_ones += length;
        const float last = length > 0 ? truth.distance[row + std::size_t(length) - 1] : 0;
        for (int rank = 0; rank < length; ++rank) {
            const std::size_t at = row + std::size_t(rank);
            there += found.index[at] >= 0 && found.distance[at] <= last;
        }
    }
    return true_ones > 0 ? double(there) / double(true_ones) : 1;
}

/// Counts in `measured` the lists that are unlike those of the first method asked the same; of an approximate one finds the recall.
void compare(Measured& measured, const ListSet& lists, bool approximate, Lists1& first_lists) {
    const Case& asked = measured.asked;
    FetchedLists now;
    lists.fetch(now.index, now.distance);
    if (approximate) {
        if (const auto truth = first_lists.find({asked.queries, asked.k}); truth != first_lists.end())
            measured.recall = recall_of(now, truth->second, asked.k);
        return;
    }
    const auto [first, is_first] = first_lists.try_emplace({asked.queries, asked.k}, now);
    if (is_first) return;
    measured.other_lists = 0;
    for (std::int64_t query = 0; query < asked.asked(); ++query)
        measured.other_lists += std::memcmp(first->second.index.data() + query * asked.k, now.index.data() + query * asked.k,
                                    std::size_t(asked.k) * sizeof(std::int32_t)) != 0;
}

/// Of points that move: each repeat is a tick, the first tick warms up and is where lists are compared.
Measured measure_ticks(const Task& task, const DataSet& data, Lists1& first_lists, const Progress& progress) {
    const Case& asked = *task.asked;
    Measured measured{asked, task.device};
    std::vector<float> positions = data.coordinates;
    PointSet points(task.device, positions, data.dimension, progress);
    points.stays_within(data.motion->extent());
    Searcher searcher(*task.method, points, Options(task.method->info.options, asked.options), progress);
    std::vector<std::int32_t> askers;
    for (std::int64_t i = 0; i < asked.queries; ++i) askers.push_back(std::int32_t(double(i) * double(asked.n) / double(asked.queries)));
    const auto queries = [&] {
        if (askers.empty()) return QuerySet::every_point(points, true);
        std::vector<float> from;
        for (const std::int32_t row : askers)
            from.insert(from.end(), positions.begin() + std::ptrdiff_t(row) * data.dimension,
                positions.begin() + std::ptrdiff_t(row + 1) * data.dimension);
        return QuerySet(task.device, from, data.dimension, askers);
    };
    ListSet lists(task.device, asked.asked(), asked.k);
    const std::unique_ptr<Walk> walk = data.motion->walk();
    MeasuredPhase index{"index", {}, {}};
    const Progress stop_only{{}, progress.stop};
    repeat(asked, progress, [&](bool counts) {
        if (counts) {
            walk->next(positions);
            points.move(positions);
            searcher.points_moved(stop_only);
        }
        const Report report = searcher.search(queries(), asked.k, Metric::euclidean, lists, stop_only);
        if (!counts) return compare(measured, lists, task.method->info.supports.approximate, first_lists);
        measured.milliseconds.push_back(report.build_milliseconds + report.total_milliseconds);
        index.milliseconds.push_back(report.build_milliseconds);
    });
    measured.phases = {std::move(index)};
    return measured;
}

Measured measure(const Task& task, const DataSet& data, Resident& resident, Lists1& first_lists, const Progress& progress) {
    const Case& asked = *task.asked;
    Measured measured{asked, task.device};
    const QuerySet& queries = resident.asked(data, asked.queries);
    Searcher& searcher = resident.searcher(task, progress);
    ListSet lists(task.device, asked.asked(), asked.k);
    // What is timed is not asked whether it should stop: between runs is often enough, unless a run is long.
    Progress within{{}, nullptr};
    const auto search = [&](Measure what) {
        const double began = now_ms();
        Report report = searcher.search(queries, asked.k, Metric::euclidean, lists, within, what);
        if (now_ms() - began > 200) within.stop = progress.stop;
        return report;
    };
    within.stop = progress.stop;  // of the first run nothing is known
    repeat(asked, progress, [&](bool counts) {
        const double time = search(Measure::total).total_milliseconds;
        if (counts) measured.milliseconds.push_back(time);
        else within.stop = time > 200 ? progress.stop : nullptr;
    });
    if (asked.phases) {
        repeat(asked, progress, [&](bool counts) {
            const Report report = search(Measure::phases);
            if (!counts) return;
            measured.phases.resize(std::max(measured.phases.size(), report.phases.size()));
            for (std::size_t i = 0; i < report.phases.size(); ++i) {
                measured.phases[i].name = report.phases[i].name;
                measured.phases[i].floor = report.phases[i].floor;
                measured.phases[i].milliseconds.push_back(report.phases[i].milliseconds);
            }
        });
    }
    compare(measured, lists, task.method->info.supports.approximate, first_lists);
    return measured;
}

/// Why these points cannot be held, "" when they can: on the host once as data, once more as the host device's own rows.
std::string too_large(const Case& asked, bool on_host, bool on_cuda) {
    const double bytes = 4.0 * double(asked.n) * asked.dimension, host = bytes * (on_host ? 2 : 1) * 1.02;
    if (const double free = double(available_memory()); host > free)
        return "needs " + bytes_text(host) + " of memory, " + bytes_text(free) + " are free";
    if (!on_cuda) return {};
    const double free = double(device_info(DeviceKind::cuda).free_bytes);
    if (bytes * 1.05 <= free) return {};
    return "needs " + bytes_text(bytes * 1.05) + " on the device, " + bytes_text(free) + " are free";
}

}  // namespace

std::vector<Findings> run_suite(const Suite& suite, const RunOptions& options) {
    std::vector<Findings> all(suite.experiments.size());
    std::vector<std::vector<Case>> cases;
    std::vector<std::string> order;
    std::map<std::string, std::vector<Task>> by_data;
    const Ceilings& most = ceilings(options.device);
    for (const Experiment& experiment : suite.experiments) cases.push_back(experiment.cases(options.scale));
    std::size_t total = 0, done = 0;
    for (std::size_t e = 0; e < cases.size(); ++e) {
        Findings& findings = all[e];
        findings.device = options.device;
        findings.read_bytes_per_second = most.read_bytes_per_second;
        findings.fp32_operations_per_second = most.fp32_operations_per_second;
        for (const Case& asked : cases[e]) {
            const Method* method = registered(asked.method);
            if (!method) {
                leave_out(findings, {asked.method, "is not in this build"});
                continue;
            }
            // The CPU's own methods are measured on the CPU, whatever the others run on.
            const bool there = options.device == DeviceKind::cuda ? method->info.supports.cuda : method->info.supports.host;
            const DeviceKind device = there ? options.device : DeviceKind::host;
            const Problem problem{asked.n, asked.asked(), asked.dimension, asked.k, Metric::euclidean, asked.queries == 0};
            if (const auto why = method->info.refuses(problem, device)) {
                leave_out(findings, {asked.method, "cannot: " + *why});
                continue;
            }
            auto& tasks = by_data[asked.data];
            if (tasks.empty()) order.push_back(asked.data);
            tasks.push_back({&asked, &findings, method, device});
            ++total;
        }
    }

    const Progress stop_only{{}, options.progress.stop};
    for (const std::string& source : order) {
        std::vector<Task>& tasks = by_data[source];
        const auto uses = [&](DeviceKind device) {
            return std::any_of(tasks.begin(), tasks.end(), [&](const Task& task) { return task.device == device; });
        };
        if (const std::string why = too_large(*tasks.front().asked, uses(DeviceKind::host), uses(DeviceKind::cuda)); !why.empty()) {
            for (const Task& task : tasks) leave_out(*task.findings, {source, why});
            done += tasks.size();
            continue;
        }
        if (options.now) options.now("making " + source);
        options.progress.step(double(done), double(total));
        const DataSet data = load_data(source, {}, stop_only);
        std::map<DeviceKind, Resident> residents;
        Lists1 first_lists;
        for (const Task& task : tasks) {
            if (options.now)
                options.now(task.asked->method + ", " + source + ", k = " + std::to_string(task.asked->k) + ", " +
                            std::to_string(task.asked->asked()) + (task.asked->asked() == 1 ? " query" : " queries"));
            options.progress.step(double(done), double(total));
            try {
                if (task.asked->moving) {
                    task.findings->measured.push_back(measure_ticks(task, data, first_lists, options.progress));
                    options.progress.step(double(++done), double(total));
                    continue;
                }
                const auto resident = residents.try_emplace(task.device, task.device, data, stop_only).first;
                task.findings->measured.push_back(measure(task, data, resident->second, first_lists, options.progress));
            } catch (const Error& error) {
                if (error.kind != Failure::memory) throw;
                leave_out(*task.findings, {task.asked->method + ", " + source, error.what()});
            }
            options.progress.step(double(++done), double(total));
        }
    }
    return all;
}

}  // namespace neighborscope::experiments
