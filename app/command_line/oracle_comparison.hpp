// Compares lists of many queries with the oracle: all, or a sample.
#pragma once
#include "app/command_line/queries.hpp"
#include "app/command_line/report.hpp"
#include "gpu/oracle/oracle.hpp"

namespace neighborscope::shell {

/// Returns how many of `count` lists are compared: `sample`, or all if that is 0 or more than there are.
inline std::int64_t lists_compared(std::int64_t count, std::int64_t sample) { return sample > 0 && sample < count ? sample : count; }

/// Compares a sample of the lists: one from each run of count / sample, by a fixed hash. `first_wrong` is a query's number among all.
Tally compare_with_oracle(
    const DataSet&, const QueryBatch&, const FetchedLists&, Metric, bool approximate, std::int64_t sample, const Progress&);

}  // namespace neighborscope::shell
