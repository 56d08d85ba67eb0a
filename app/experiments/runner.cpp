// Measures the cases of a suite grouped by data: each is generated and uploaded once, and freed before the next.
#include "app/experiments/experiments.hpp"

#include "app/data/make/parameters.hpp"
#include "app/data/points/data_set.hpp"
#include "app/experiments/labelled.hpp"
#include "gpu/device/ceilings.hpp"
#include "gpu/error.hpp"

#include <algorithm>
#include <cstring>

namespace neighborscope::experiments {
namespace {

const Method* registered(std::string_view name) {
    for (const Method& method : methods())
        if (method.info.name == name) return &method;
    return nullptr;
}

/// A case and the place of its result.
struct Task {
    Case asked;
    Findings* findings;
    const Method* method;
    DeviceKind device;
};

void leave_out(Findings& findings, UnmeasuredCase what) {
    if (std::find(findings.left_out.begin(), findings.left_out.end(), what) == findings.left_out.end())
        findings.left_out.push_back(std::move(what));
}

measure::Repeats repeats_of(const Case& asked) { return {asked.repeats, asked.time_budget_ms, asked.warm_up_ms}; }

/// The first exact lists of each problem, with which those of all other methods are compared.
using Lists1 = std::map<std::pair<std::int64_t, int>, measure::FetchedLists>;

/// Counts in `measured` the lists that differ from those of the first method; computes the recall of an approximate one.
void compare(MeasuredCase& measured, const ListSet& lists, bool approximate, Lists1& first_lists) {
    const Case& asked = measured.asked;
    measure::FetchedLists now;
    lists.fetch(now.index, now.distance);
    if (approximate) {
        if (const auto truth = first_lists.find({asked.queries, asked.k}); truth != first_lists.end())
            measured.recall = measure::recall_of(now, truth->second, asked.k);
        return;
    }
    const auto [first, is_first] = first_lists.try_emplace({asked.queries, asked.k}, now);
    if (is_first) return;
    measured.other_lists = 0;
    for (std::int64_t query = 0; query < asked.asked(); ++query)
        measured.other_lists += std::memcmp(first->second.index.data() + query * asked.k, now.index.data() + query * asked.k,
                                    std::size_t(asked.k) * sizeof(std::int32_t)) != 0;
}

/// Measures moving points: each repeat is a tick; the first tick is the warm-up, and its lists are compared.
MeasuredCase measure_ticks(const Task& task, const DataSet& data, Lists1& first_lists, const Progress& progress) {
    const Case& asked = task.asked;
    MeasuredCase measured{asked, task.device};
    std::vector<float> positions = data.coordinates;
    PointSet points(task.device, positions, data.dimension, progress);
    points.set_extent(data.motion->extent());
    Searcher searcher(*task.method, points, Options(task.method->info.options, asked.options), progress);
    std::vector<std::int32_t> query_rows;
    for (std::int64_t i = 0; i < asked.queries; ++i)
        query_rows.push_back(std::int32_t(double(i) * double(asked.n) / double(asked.queries)));
    const auto queries = [&] {
        if (query_rows.empty()) return QuerySet::self_join(points, true);
        std::vector<float> from;
        for (const std::int32_t row : query_rows)
            from.insert(from.end(), positions.begin() + std::ptrdiff_t(row) * data.dimension,
                positions.begin() + std::ptrdiff_t(row + 1) * data.dimension);
        return QuerySet(task.device, from, data.dimension, query_rows);
    };
    ListSet lists(task.device, asked.asked(), asked.k);
    const std::unique_ptr<TickCursor> tick_cursor = data.motion->tick_cursor();
    MeasuredPhase index{"index", {}, {}};
    const Progress stop_only{{}, progress.stop};
    measure::Repeats repeats = repeats_of(asked);
    repeats.warm_up_ms = 0;  // only the first tick
    measure::repeat(repeats, progress, [&](bool counts) {
        if (counts) {
            tick_cursor->next(positions);
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

/// Counts the votes of the lists, and measures the time of the decision.
void decide(MeasuredCase& measured, const ListSet& lists, const Classes& classes, const Progress& progress) {
    measure::FetchedLists found;
    lists.fetch(found.index, found.distance);
    const NeighbourLists neighbours{found.index, found.distance, measured.asked.k};
    MeasuredPhase labels{std::string(labels_phase), {}, {}};
    measure::repeat(repeats_of(measured.asked), progress, [&](bool counts) {
        const double milliseconds = decision_ms(neighbours, classes);
        if (counts) labels.milliseconds.push_back(milliseconds);
    });
    measured.phases.push_back(std::move(labels));
    measured.correct = correct_by_k(neighbours, classes, progress);
}

MeasuredCase measure_case(
    const Task& task, measure::ResidentData& resident, const Classes* classes, Lists1& first_lists, const Progress& progress) {
    const Case& asked = task.asked;
    MeasuredCase measured{asked, task.device};
    const measure::Question question{task.method, asked.options, asked.queries, asked.k, Metric::euclidean, repeats_of(asked)};
    measure::Times times = measure::measure_total(resident, question, progress);
    measured.milliseconds = std::move(times.milliseconds);
    if (asked.phases) measured.phases = measure::measure_phases(resident, question, progress);
    compare(measured, times.lists, task.method->info.supports.approximate, first_lists);
    if (classes) decide(measured, times.lists, *classes, progress);
    return measured;
}

/// Data from the same source; its cases are measured together.
struct Source {
    std::string data, test;
    std::int64_t n, queries;
    auto operator<=>(const Source&) const = default;
};
Source source_of(const Case& asked) {
    return asked.test.empty() ? Source{asked.data, {}, 0, 0} : Source{asked.data, asked.test, asked.n, asked.queries};
}

}  // namespace

std::vector<Findings> run_suite(const Suite& suite, const RunOptions& options) {
    std::vector<Findings> all(suite.experiments.size());
    std::vector<std::vector<Case>> cases;
    std::vector<Source> order;
    std::map<Source, std::vector<Task>> by_data;
    const Ceilings most = ceilings(options.device);
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
            // CPU methods are measured on the CPU, even if the others run on another device.
            const bool there = options.device == DeviceKind::cuda ? method->info.supports.cuda : method->info.supports.host;
            const DeviceKind device = there ? options.device : DeviceKind::host;
            const Problem problem{asked.n, asked.asked(), asked.dimension, asked.k, Metric::euclidean, asked.queries == 0};
            if (const auto why = method->info.unsupported_reason(problem, device)) {
                leave_out(findings, {asked.method, "cannot: " + *why});
                continue;
            }
            auto& tasks = by_data[source_of(asked)];
            if (tasks.empty()) order.push_back(source_of(asked));
            tasks.push_back({asked, &findings, method, device});
            ++total;
        }
    }

    const Progress stop_only{{}, options.progress.stop};
    for (const Source& from : order) {
        const std::string& source = from.data;
        std::vector<Task>& tasks = by_data[from];
        const auto uses = [&](DeviceKind device) {
            return std::any_of(tasks.begin(), tasks.end(), [&](const Task& task) { return task.device == device; });
        };
        if (const std::string why =
                measure::too_large(tasks.front().asked.n, tasks.front().asked.dimension, uses(DeviceKind::host), uses(DeviceKind::cuda));
            !why.empty()) {
            for (const Task& task : tasks) leave_out(*task.findings, {source, why});
            done += tasks.size();
            continue;
        }
        if (options.now) options.now((generator_of(source) ? "making " : "reading ") + source);
        options.progress.step(double(done), double(total));
        const bool votes = !from.test.empty();
        const LabelledSets labelled = votes ? load_labelled({source, from.n}, {from.test, from.queries}, stop_only)
                                            : LabelledSets{load_data(source, {}, stop_only), {}, {}};
        const DataSet& data = labelled.training;
        if (votes)
            for (Task& task : tasks)
                task.asked.n = data.count(), task.asked.queries = labelled.test.count(), task.asked.dimension = data.dimension;
        std::map<DeviceKind, measure::ResidentData> residents;
        Lists1 first_lists;
        for (const Task& task : tasks) {
            if (options.now)
                options.now(task.asked.method + ", " + source + ", k = " + std::to_string(task.asked.k) + ", " +
                            std::to_string(task.asked.asked()) + (task.asked.asked() == 1 ? " query" : " queries"));
            options.progress.step(double(done), double(total));
            try {
                if (task.asked.moving) {
                    task.findings->measured.push_back(measure_ticks(task, data, first_lists, options.progress));
                    options.progress.step(double(++done), double(total));
                    continue;
                }
                const auto resident =
                    residents.try_emplace(task.device, task.device, data, stop_only, votes ? &labelled.test : nullptr).first;
                task.findings->measured.push_back(
                    measure_case(task, resident->second, votes ? &labelled.classes : nullptr, first_lists, options.progress));
            } catch (const Error& error) {
                if (error.kind != Failure::memory) throw;
                leave_out(*task.findings, {task.asked.method + ", " + source, error.what()});
            }
            options.progress.step(double(++done), double(total));
        }
    }
    return all;
}

}  // namespace neighborscope::experiments
