// Repeated runs of one question, brought to medians.
#pragma once
#include "app/measure/builds.hpp"

#include <optional>
#include <string>
#include <vector>

namespace neighborscope::shell {

struct Spread {
    double median = 0, minimum = 0, maximum = 0;
};  ///< milliseconds

struct MeasuredPhase {
    std::string name;
    Spread milliseconds;
    LowerBound lower_bound;
    std::optional<InsideKernel> inside;  ///< medians
};

struct Measurement {
    int runs = 0;
    bool warmed_up = false;             ///< the first run was left out
    Spread total;                       ///< of runs that measure nothing else
    std::vector<MeasuredPhase> phases;  ///< of other runs; empty when they were not measured
    std::vector<Counter> counters;
    std::optional<double> neighbours_within;  ///< as in Report
    std::vector<Iteration> iterations;        ///< where counters are, of methods that have them
    Report recorded;                          ///< of Measure::steps
    std::string chosen;                       ///< of a method that lets others answer: which did, and why
    BuildTimes build;                         ///< for these positions, not in the total
    std::optional<IndexUpdate> index_update;  ///< of methods that keep an index while points move
    std::int64_t ticks = 0;                   ///< that this is over; 0: points that stand still
};

/// One tick of points that move.
struct MeasuredTick {
    std::int64_t number = 0;  ///< as the data counts
    std::int64_t queries = 0;
    Measurement measured;
};

struct MeasurePlan {
    std::optional<int> repeat;  ///< one run to warm up, then this many; none: what is quick is repeated, what is slow is not
    bool phases = false;        ///< wanted whatever they cost
    bool counters = false;
    bool steps = false;  ///< of one query
    bool once = false;   ///< without `repeat`: one run, nothing warmed up, however quick it is; and no build is repeated
};

/// Runs with Measure::total and in turn with phases, then counters and steps, where they are wanted. Either measure is warmed up by a run of
/// its own, or neither is. The lists are those of the last run.
Measurement measure(Searcher&, const QuerySet&, int k, Metric, ListSet&, const MeasurePlan&, const Progress&);

/// All ticks together: medians of their medians, the least and the greatest; means of builds and floors; sums of counters. Record,
/// iterations and upkeep are the last tick's. At least one.
Measurement summarise_ticks(const std::vector<MeasuredTick>&);

}  // namespace neighborscope::shell
