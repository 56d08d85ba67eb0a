#include "app/session/timing_statistics.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace neighborscope {

double quantile(std::vector<double>& values, double share) {
    if (values.empty()) return 0;
    std::sort(values.begin(), values.end());
    const double place = share * double(values.size() - 1);
    const std::size_t below = std::size_t(std::floor(place));
    const std::size_t above = std::min(below + 1, values.size() - 1);
    return values[below] + (values[above] - values[below]) * (place - double(below));
}

void TimingStatistics::reset() { *this = TimingStatistics(); }

void TimingStatistics::add(const Report& report, Measure measure) {
    if (measure == Measure::total) {
        if (!std::exchange(warmed_total_, true) && report.total_milliseconds < warm_up_matters) return;
        totals_.push_back(report.total_milliseconds);
        if (totals_.size() > kept) totals_.pop_front();
    } else if (measure == Measure::phases) {
        double sum = 0;
        for (const PhaseTime& phase : report.phases) sum += phase.milliseconds;
        if (!std::exchange(warmed_phases_, true) && sum < warm_up_matters) return;
        phases_.push_back(report.phases);
        if (phases_.size() > kept) phases_.pop_front();
    }
}

Timings TimingStatistics::summary() const {
    Timings timings;
    std::vector<double> values(totals_.begin(), totals_.end());
    timings.runs = int(values.size());
    timings.total_median = quantile(values, 0.5);
    timings.total_p5 = quantile(values, 0.05);
    timings.total_p95 = quantile(values, 0.95);
    if (phases_.empty()) return timings;
    for (const PhaseTime& latest : phases_.back()) {
        values.clear();
        for (const auto& run : phases_)
            for (const PhaseTime& phase : run)
                if (phase.name == latest.name) values.push_back(phase.milliseconds);
        TimingRow row;
        row.phase = latest.name;
        row.median = quantile(values, 0.5);
        row.p5 = quantile(values, 0.05);
        row.p95 = quantile(values, 0.95);
        row.floor = latest.floor;
        row.inside = latest.inside;
        timings.phases.push_back(std::move(row));
    }
    return timings;
}

}  // namespace neighborscope
