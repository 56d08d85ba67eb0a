#include "app/command_line/measure.hpp"

#include <algorithm>
#include <chrono>

namespace neighborscope::shell {
namespace {

/// Without --repeat: runs shorter than `quick` are repeated, because the first run is slow; phases of runs longer than `slow` are not
/// measured unless requested.
constexpr double quick = 500, slow = 5000;
constexpr int quick_runs = 5;

double median(std::vector<double> values) {
    if (values.empty()) return 0;
    std::sort(values.begin(), values.end());
    const std::size_t half = values.size() / 2;
    return values.size() % 2 ? values[half] : (values[half - 1] + values[half]) / 2;
}

Spread spread(const std::vector<double>& values) {
    if (values.empty()) return {};
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    return {median(values), *low, *high};
}

std::vector<MeasuredPhase> merge(const std::vector<Report>& reports) {
    std::vector<MeasuredPhase> phases;
    for (std::size_t i = 0; i < reports.front().phases.size(); ++i) {
        const PhaseTime& first = reports.front().phases[i];
        MeasuredPhase phase{first.name, {}, first.lower_bound, {}};
        std::vector<double> milliseconds, share, imbalance, overhead;
        for (const Report& report : reports) {
            if (i >= report.phases.size()) continue;
            milliseconds.push_back(report.phases[i].milliseconds);
            if (const auto& inside = report.phases[i].inside) {
                share.push_back(inside->share);
                imbalance.push_back(inside->imbalance);
                overhead.push_back(inside->stamping_overhead);
            }
        }
        phase.milliseconds = spread(milliseconds);
        if (!share.empty()) phase.inside = InsideKernel{median(share), median(imbalance), median(overhead)};
        phases.push_back(std::move(phase));
    }
    return phases;
}

}  // namespace

Measurement measure(
    Searcher& searcher, const QuerySet& queries, int k, Metric metric, ListSet& lists, const MeasurePlan& plan, const Progress& progress) {
    Measurement measured;
    const auto run = [&](Measure what) {
        Report report = searcher.search(queries, k, metric, lists, progress, what);
        if (what == Measure::total) measured.devices = report.devices, measured.communication = report.communication;
        return report;
    };

    const auto began = std::chrono::steady_clock::now();
    const Report first = run(Measure::total);
    measured.build.first = first.build_milliseconds;
    measured.index_update = first.index_update;
    measured.chosen = first.chosen;
    const double first_milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - began).count();
    measured.warmed_up = plan.repeat || (!plan.once && first_milliseconds < quick);
    measured.runs = plan.repeat ? *plan.repeat : measured.warmed_up ? quick_runs : 1;

    const bool phases = plan.phases || plan.repeat || (!plan.once && first_milliseconds < slow);
    if (measured.warmed_up && phases) run(Measure::phases);
    std::vector<double> totals;
    std::vector<Report> reports;
    if (!measured.warmed_up) totals.push_back(first.total_milliseconds);
    for (int i = 0; i < measured.runs; ++i) {  // alternately, so that both have the same conditions
        if (int(totals.size()) == i) totals.push_back(run(Measure::total).total_milliseconds);
        if (phases) reports.push_back(run(Measure::phases));
    }
    measured.total = spread(totals);
    if (phases) measured.phases = merge(reports);
    const bool walks = std::any_of(
        measured.phases.begin(), measured.phases.end(), [](const MeasuredPhase& one) { return !one.lower_bound.traversal.empty(); });
    if (plan.counters || walks) {
        Report counted = run(Measure::counters);
        for (MeasuredPhase& phase : measured.phases) phase.lower_bound = with_traversal(std::move(phase.lower_bound), counted.counters);
        if (plan.counters) {
            measured.counters = std::move(counted.counters);
            measured.iterations = std::move(counted.iterations);
            measured.neighbours_within = counted.neighbours_within;
        }
    }
    if (plan.steps) measured.recorded = run(Measure::steps);
    if (!plan.once) measured.build = neighborscope::measure::measure_builds(searcher, first.build_milliseconds, progress.without_report());
    return measured;
}

Measurement summarise_ticks(const std::vector<MeasuredTick>& ticks) {
    const auto together = [&](const auto& of) {
        std::vector<double> medians;
        Spread all = of(ticks.front().measured);
        for (const MeasuredTick& tick : ticks) {
            const Spread one = of(tick.measured);
            medians.push_back(one.median);
            all.minimum = std::min(all.minimum, one.minimum);
            all.maximum = std::max(all.maximum, one.maximum);
        }
        all.median = median(medians);
        return all;
    };
    const auto mean = [&](const auto& of) {
        double sum = 0;
        for (const MeasuredTick& tick : ticks) sum += of(tick.measured);
        return sum / double(ticks.size());
    };
    Measurement all = ticks.back().measured;
    all.ticks = std::int64_t(ticks.size());
    all.runs = 0;
    for (const MeasuredTick& tick : ticks) all.runs += tick.measured.runs;
    all.total = together([](const Measurement& one) { return one.total; });
    all.build = {mean([](const Measurement& one) { return one.build.milliseconds(); }), {}};
    for (const MeasuredTick& tick : ticks) {  // values that some ticks lack cannot be compared
        all.phases.resize(std::min(all.phases.size(), tick.measured.phases.size()));
        all.counters.resize(std::min(all.counters.size(), tick.measured.counters.size()));
    }
    for (std::size_t i = 0; i < all.phases.size(); ++i) {
        MeasuredPhase& phase = all.phases[i];
        phase.milliseconds = together([i](const Measurement& one) { return one.phases[i].milliseconds; });
        phase.lower_bound.bytes = mean([i](const Measurement& one) { return one.phases[i].lower_bound.bytes; });
        phase.lower_bound.operations = mean([i](const Measurement& one) { return one.phases[i].lower_bound.operations; });
    }
    for (std::size_t i = 0; i < all.counters.size(); ++i) {
        all.counters[i].value = 0;
        for (const MeasuredTick& tick : ticks) all.counters[i].value += tick.measured.counters[i].value;
    }
    return all;
}

}  // namespace neighborscope::shell
