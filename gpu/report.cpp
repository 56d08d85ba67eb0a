// Adding up what the tiles of a search report.
#include "gpu/knn.hpp"

#include <algorithm>

namespace neighborscope {

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
        same->floor.bytes += phase.floor.bytes;
        same->floor.operations += phase.floor.operations;
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
        for (std::size_t i = 0; i < std::min(both.tasks_weighing.size(), tile.balance->tasks_weighing.size()); ++i)
            both.tasks_weighing[i] += tile.balance->tasks_weighing[i];
        both.tasks += tile.balance->tasks;
        both.weight += tile.balance->weight;
        both.heaviest = std::max(both.heaviest, tile.balance->heaviest);
    }
    sum.steps.insert(sum.steps.end(), tile.steps.begin(), tile.steps.end());
    if (tile.tree) sum.tree = tile.tree;
}

}  // namespace neighborscope
