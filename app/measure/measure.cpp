#include "app/measure/measure.hpp"

#include "app/data/files/memory.hpp"
#include "app/data/points/point_set.hpp"
#include "gpu/error.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>

namespace neighborscope::measure {
namespace {

constexpr int least_runs = 3, most_disturbed = 10;
constexpr double long_run_ms = 200;  // a longer run checks for cancellation

double now_ms() {
    using namespace std::chrono;
    return duration<double, std::milli>(steady_clock::now().time_since_epoch()).count();
}

/// Searches without checks for cancellation, if that takes little time.
class Search {
public:
    Search(ResidentData& resident, const Question& question, const Progress& progress)
        : question_(question),
          queries_(resident.queries(question.queries)),
          searcher_(resident.searcher(question, progress)),
          lists(resident.device(), question.queries > 0 ? question.queries : resident.data().count(), question.k),
          stop_(progress.stop),
          within_{{}, progress.stop} {}  // the time of the first run is unknown

    Report operator()(Measure what) {
        const double began = now_ms();
        Report report = searcher_.search(queries_, question_.k, question_.metric, lists, within_, what);
        within_.stop = now_ms() - began > long_run_ms ? stop_ : nullptr;
        return report;
    }

private:
    const Question& question_;
    const QuerySet& queries_;
    Searcher& searcher_;

public:
    ListSet lists;

private:
    const std::atomic<bool>* stop_;
    Progress within_;
};

}  // namespace

double student_t(int degrees) {
    static constexpr std::array table{12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145,
        2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042};
    if (degrees < 1) return 0;
    return degrees <= int(table.size()) ? table[std::size_t(degrees - 1)] : 1.96 + 2.46 / degrees;  // within 0.2 % beyond the table
}

Mean mean_of(std::span<const double> values) {
    Mean found;
    found.runs = int(values.size());
    if (values.empty()) return found;
    for (const double value : values) found.mean += value / double(values.size());
    double squares = 0;
    for (const double value : values) squares += (value - found.mean) * (value - found.mean);
    if (values.size() > 1)
        found.interval = student_t(found.runs - 1) * std::sqrt(squares / double(values.size() - 1) / double(values.size()));
    return found;
}

void repeat(const Repeats& repeats, const Progress& progress, const std::function<void(bool)>& once, const std::function<void()>& forget) {
    const Progress waits = progress.without_report();
    const auto disturbed = [&] { return progress.pause && progress.pause->load(); };
    double one_run = 0;
    for (const double began = now_ms(); one_run == 0 || now_ms() - began < repeats.warm_up_ms;) {
        waits.step(0, 0);
        const double from = now_ms();
        once(false);
        one_run = std::max(now_ms() - from, 1e-9);
    }
    const int least = one_run > repeats.time_budget_ms ? 1 : least_runs;
    double spent = 0;
    int again = 0;
    for (int run = 0; run < std::max(repeats.most, 1); ++run) {
        waits.step(0, 0);
        if (run >= least && spent > repeats.time_budget_ms) break;
        const double from = now_ms();
        once(true);
        spent += now_ms() - from;
        if (forget && disturbed() && ++again < most_disturbed) forget(), --run;
    }
}

ResidentData::ResidentData(DeviceKind device, const DataSet& data, const Progress& progress, const DataSet* asked)
    : data_(data), asked_(asked), points_(points_on(device, data, progress)) {}

const QuerySet& ResidentData::queries(std::int64_t count) {
    if (const auto found = queries_.find(count); found != queries_.end()) return found->second;
    if (count == 0) return queries_.emplace(count, QuerySet::self_join(points_, true)).first->second;
    const auto rows =
        asked_ ? std::span(asked_->coordinates).first(std::size_t(count) * std::size_t(data_.dimension)) : std::span<const float>();
    const std::vector<float> from = asked_ ? std::vector(rows.begin(), rows.end()) : random_queries(data_, count);
    return queries_.emplace(count, QuerySet(points_.device(), from, data_.dimension)).first->second;
}

Searcher& ResidentData::searcher(const Question& question, const Progress& progress) {
    std::string key(question.method->info.name);
    for (const auto& [option, value] : question.options) key += "," + option + "=" + value;
    auto& found = searchers_[key];
    if (!found)
        found = std::make_unique<Searcher>(*question.method, points_, Options(question.method->info.options, question.options), progress);
    return *found;
}

double recall_of(const FetchedLists& found, const FetchedLists& truth, int k, Metric metric) {
    std::int64_t there = 0, true_ones = 0;
    for (std::size_t row = 0; row < truth.index.size(); row += std::size_t(k)) {
        int length = 0;
        while (length < k && truth.index[row + std::size_t(length)] >= 0) ++length;
        true_ones += length;
        const float last = length > 0 ? truth.distance[row + std::size_t(length) - 1] : 0;
        for (int rank = 0; rank < length; ++rank) {
            const std::size_t at = row + std::size_t(rank);
            there += found.index[at] >= 0 && rank_value(metric, found.distance[at]) <= rank_value(metric, last);
        }
    }
    return true_ones > 0 ? double(there) / double(true_ones) : 1;
}

Times measure_total(ResidentData& resident, const Question& question, const Progress& progress) {
    Search search(resident, question, progress);
    Times times;
    repeat(
        question.repeats, progress,
        [&](bool counts) {
            const double time = search(Measure::total).total_milliseconds;
            if (counts) times.milliseconds.push_back(time);
        },
        [&] { times.milliseconds.pop_back(); });
    times.lists = std::move(search.lists);
    return times;
}

std::vector<MeasuredPhase> measure_phases(ResidentData& resident, const Question& question, const Progress& progress) {
    Search search(resident, question, progress);
    std::vector<MeasuredPhase> phases;
    repeat(
        question.repeats, progress,
        [&](bool counts) {
            const Report report = search(Measure::phases);
            if (!counts) return;
            phases.resize(std::max(phases.size(), report.phases.size()));
            for (std::size_t i = 0; i < report.phases.size(); ++i) {
                phases[i].name = report.phases[i].name;
                phases[i].lower_bound = report.phases[i].lower_bound;
                phases[i].milliseconds.push_back(report.phases[i].milliseconds);
            }
        },
        [&] {
            for (MeasuredPhase& phase : phases) phase.milliseconds.pop_back();
        });
    if (std::any_of(phases.begin(), phases.end(), [](const MeasuredPhase& one) { return !one.lower_bound.traversal.empty(); })) {
        const std::vector<Counter> counters = search(Measure::counters).counters;
        for (MeasuredPhase& phase : phases) phase.lower_bound = with_traversal(std::move(phase.lower_bound), counters);
    }
    return phases;
}

std::string too_large(std::int64_t n, int dimension, bool on_host, bool on_cuda) {
    const double bytes = 4.0 * double(n) * dimension, host = bytes * (on_host ? 2 : 1) * 1.02;
    if (const double free = double(available_memory()); host > free)
        return "needs " + bytes_text(host) + " of memory, " + bytes_text(free) + " are free";
    if (!on_cuda) return {};
    const double free = double(device_info(DeviceKind::cuda).free_bytes);
    if (bytes * 1.05 <= free) return {};
    return "needs " + bytes_text(bytes * 1.05) + " on the device, " + bytes_text(free) + " are free";
}

}  // namespace neighborscope::measure
