// --timings: what a run measured, as JSON. The schema is in README.md beside this file.
#pragma once
#include "app/command_line/measure.hpp"
#include "app/data/points/data_set.hpp"

#include <string>

namespace neighborscope::shell {

/// What was measured of what.
struct TimingsInput {
    const DataSet& data;
    const Method& method;
    const Options& options;
    DeviceInfo device;
    int k;
    Metric metric;
    std::int64_t queries;
    bool exclude_self;
    const Measurement& measured;             ///< of all ticks together where there are ticks
    const std::vector<MeasuredTick>& ticks;  ///< empty without --ticks
};

std::string timings_json(const TimingsInput&);

}  // namespace neighborscope::shell
