// --timings: writes measurements as JSON. The schema is in README.md beside this file.
#pragma once
#include "app/command_line/measure.hpp"
#include "app/data/points/data_set.hpp"

#include <string>

namespace neighborscope::shell {

/// The measurements of one search, and the search.
struct TimingsInput {
    const DataSet& data;
    const Method& method;
    const Options& options;
    DeviceInfo device;
    int k;
    Metric metric;
    std::int64_t queries;
    bool exclude_self;
    const Measurement& measured;             ///< summary of all ticks if there are ticks
    const std::vector<MeasuredTick>& ticks;  ///< empty without --ticks
};

std::string timings_json(const TimingsInput&);

}  // namespace neighborscope::shell
