// Adds the reports of a search's tiles, and completes lower bounds by counters.
#include "gpu/knn.hpp"

#include <algorithm>

namespace neighborscope {

bool LowerBound::is_complete() const {
    return std::all_of(traversal.begin(), traversal.end(), [](const TraversalCost& one) { return one.times.has_value(); });
}

LowerBound with_traversal(LowerBound lower_bound, const std::vector<Counter>& counters) {
    const auto counted = [&](std::string_view name) -> std::optional<std::int64_t> {
        const auto found = std::find_if(counters.begin(), counters.end(), [&](const Counter& one) { return one.name == name; });
        if (found == counters.end()) return std::nullopt;
        return found->value;
    };
    for (TraversalCost& one : lower_bound.traversal) {
        const auto all = counted(one.counter), others = one.less.empty() ? std::optional<std::int64_t>(0) : counted(one.less);
        if (one.times || !all || !others) continue;
        one.times = *all - *others;
        lower_bound.bytes += std::min(one.bytes * double(*one.times), one.most_bytes);
        lower_bound.operations += one.operations * double(*one.times);
    }
    return lower_bound;
}

void add_report(Report& sum, const Report& tile) {
    sum.total_milliseconds += tile.total_milliseconds;
    for (const PhaseTime& phase : tile.phases) {
        const auto same = std::find_if(sum.phases.begin(), sum.phases.end(), [&](const PhaseTime& p) { return p.name == phase.name; });
        if (same == sum.phases.end()) {
            sum.phases.push_back(phase);
            continue;
        }
        if (same->inside && phase.inside) {
            const double together = same->milliseconds + phase.milliseconds, weight = together > 0 ? phase.milliseconds / together : 0.5;
            same->inside->share += weight * (phase.inside->share - same->inside->share);
            same->inside->stamping_overhead += weight * (phase.inside->stamping_overhead - same->inside->stamping_overhead);
            same->inside->imbalance = std::max(same->inside->imbalance, phase.inside->imbalance);
        }
        same->milliseconds += phase.milliseconds;
        same->lower_bound.bytes += phase.lower_bound.bytes;
        same->lower_bound.operations += phase.lower_bound.operations;
        for (const TraversalCost& traversal : phase.lower_bound.traversal) {  // each tile reads all that there is to read
            const auto other = std::find_if(same->lower_bound.traversal.begin(), same->lower_bound.traversal.end(),
                [&](const TraversalCost& one) { return one.counter == traversal.counter && one.less == traversal.less; });
            if (other == same->lower_bound.traversal.end()) same->lower_bound.traversal.push_back(traversal);
            else other->most_bytes += traversal.most_bytes;
        }
    }
    for (const Counter& counter : tile.counters) {
        const auto same = std::find_if(sum.counters.begin(), sum.counters.end(), [&](const Counter& c) { return c.name == counter.name; });
        if (same == sum.counters.end()) sum.counters.push_back(counter);
        else same->value += counter.value;
    }
    for (std::size_t i = 0; i < tile.iterations.size(); ++i) {
        if (i == sum.iterations.size()) sum.iterations.push_back({tile.iterations[i].what});
        sum.iterations[i].queries += tile.iterations[i].queries;
        sum.iterations[i].tasks += tile.iterations[i].tasks;
    }
    if (tile.balance && !sum.balance) {
        sum.balance = tile.balance;
    } else if (tile.balance) {
        TaskBalance& both = *sum.balance;
        for (std::size_t i = 0; i < std::min(both.tasks_by_weight.size(), tile.balance->tasks_by_weight.size()); ++i)
            both.tasks_by_weight[i] += tile.balance->tasks_by_weight[i];
        both.tasks += tile.balance->tasks;
        both.weight += tile.balance->weight;
        both.heaviest = std::max(both.heaviest, tile.balance->heaviest);
    }
    sum.steps.insert(sum.steps.end(), tile.steps.begin(), tile.steps.end());
    if (tile.tree) sum.tree = tile.tree;
    if (!tile.chosen.empty()) sum.chosen = tile.chosen;
    for (std::size_t i = 0; i < tile.devices.size(); ++i) {
        if (i == sum.devices.size()) sum.devices.push_back({tile.devices[i].device, tile.devices[i].points});
        DeviceTime& one = sum.devices[i];
        one.queries += tile.devices[i].queries;
        one.working += tile.devices[i].working;
        one.waiting += tile.devices[i].waiting;
        one.communicating += tile.devices[i].communicating;
    }
    if (!tile.communication.empty()) sum.communication = tile.communication;
    if (tile.neighbours_within) sum.neighbours_within = std::max(sum.neighbours_within.value_or(0), *tile.neighbours_within);
}

}  // namespace neighborscope
