#include "app/session/search/timing_statistics.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace neighborscope {

void TimingStatistics::reset() { *this = TimingStatistics(); }

void TimingStatistics::add(const Report& report, Measure measure, bool idle, std::uint64_t place) {
    if (place < first_place_) return;
    Run run{measure, idle, place, report.total_milliseconds, report.phases};
    chosen_ = report.chosen;
    if (measure == Measure::total) devices_ = report.devices, communication_ = report.communication;
    double length = run.total;
    for (const PhaseTime& phase : run.phases) length += phase.milliseconds;
    bool* warmed = measure == Measure::total ? &warmed_total_ : measure == Measure::phases ? &warmed_phases_ : nullptr;
    if (!warmed || (!std::exchange(*warmed, true) && length < max_warm_up_milliseconds)) return;
    if (!idle) {
        const auto rested = std::find_if(runs_.begin(), runs_.end(), [&](const Run& r) { return r.idle && r.measure == measure; });
        if (rested != runs_.end()) runs_.erase(rested);
    }
    runs_.push_back(std::move(run));
    if (runs_.size() > max_runs) runs_.pop_front();
}

bool TimingStatistics::forget_before(std::uint64_t place) {
    first_place_ = place;
    return std::erase_if(runs_, [&](const Run& run) { return run.place < place; }) > 0;
}

Timings TimingStatistics::summary() const {
    Timings timings;
    std::set<std::uint64_t> places;
    for (const Run& run : runs_) places.insert(run.place);
    timings.queries = int(places.size());
    if (!places.empty()) timings.newest_query = *places.rbegin();
    timings.build = build_;
    timings.chosen = chosen_;
    timings.devices = devices_;
    timings.communication = communication_;
    std::vector<double> values;
    const std::vector<PhaseTime>* latest = nullptr;
    for (const Run& run : runs_) {
        if (run.measure == Measure::total) values.push_back(run.total);
        else latest = &run.phases, ++timings.phase_runs;
    }
    timings.runs = int(values.size());
    timings.totals = values;
    timings.total_median = percentile(values, 0.5);
    timings.total_p5 = percentile(values, 0.05);
    timings.total_p95 = percentile(values, 0.95);
    if (!latest) return timings;
    for (const PhaseTime& shown : *latest) {
        values.clear();
        for (const Run& run : runs_)
            for (const PhaseTime& phase : run.phases)
                if (phase.name == shown.name) values.push_back(phase.milliseconds);
        TimingRow row;
        row.phase = shown.name;
        row.median = percentile(values, 0.5);
        row.p5 = percentile(values, 0.05);
        row.p95 = percentile(values, 0.95);
        row.lower_bound = with_traversal(shown.lower_bound, counters_);
        row.inside = shown.inside;
        timings.phases.push_back(std::move(row));
    }
    return timings;
}

}  // namespace neighborscope
