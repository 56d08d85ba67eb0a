// Repeated runs of one search, summarised as medians.
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
    bool warmed_up = false;             ///< the first run was discarded
    Spread total;                       ///< from runs that measure nothing else
    std::vector<MeasuredPhase> phases;  ///< from separate runs; empty if not measured
    std::vector<Counter> counters;
    std::optional<double> neighbours_within;  ///< as in Report
    std::vector<Iteration> iterations;        ///< with counters, for methods that have iterations
    Report recorded;                          ///< of Measure::steps
    std::string chosen;                       ///< for `auto`: the method that searched, and why
    BuildTimes build;                         ///< for the present positions, not in the total
    std::optional<IndexUpdate> index_update;  ///< for methods that keep an index while points move
    std::vector<DeviceTime> devices;          ///< of the last run, if several devices shared the points
    std::string communication;                ///< how they communicate
    std::int64_t ticks = 0;                   ///< number of ticks summarised; 0: points that do not move
};

/// One tick of moving points.
struct MeasuredTick {
    std::int64_t number = 0;  ///< the data's own number
    std::int64_t queries = 0;
    Measurement measured;
};

struct MeasurePlan {
    std::optional<int> repeat;  ///< one warm-up run, then this many; none: fast runs are repeated, slow ones are not
    bool phases = false;        ///< measure phases, whatever they cost
    bool counters = false;
    bool steps = false;  ///< for one query
    bool once = false;   ///< without `repeat`: a single run without warm-up, however fast, and a single build
};

/// Runs with Measure::total and, alternately, with phases; then with counters and steps, if requested. Either both measures are warmed up
/// by a separate run, or neither. The lists are those of the last run.
Measurement measure(Searcher&, const QuerySet&, int k, Metric, ListSet&, const MeasurePlan&, const Progress&);

/// Summarises all ticks, at least one: medians of their medians, least and greatest; means of builds and lower bounds; sums of counters.
/// Recording, iterations and index update are the last tick's.
Measurement summarise_ticks(const std::vector<MeasuredTick>&);

}  // namespace neighborscope::shell
