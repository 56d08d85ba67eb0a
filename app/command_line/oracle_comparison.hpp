// Lists of many queries against the oracle: all of them, or a sample.
#pragma once
#include "app/command_line/queries.hpp"
#include "app/command_line/report.hpp"
#include "gpu/oracle/oracle.hpp"

namespace neighborscope::shell {

/// How many of `count` lists are compared: `sample` of them, all where that is 0 or more than there are.
inline std::int64_t lists_compared(std::int64_t count, std::int64_t sample) { return sample > 0 && sample < count ? sample : count; }

/// Judges so many of the lists: one of every count / sample in a row, chosen by a hash, the same each time. `first_wrong` is the number
/// of a query among all.
Tally compare_with_oracle(
    const DataSet&, const QueryBatch&, const FetchedLists&, Metric, bool approximate, std::int64_t sample, const Progress&);

}  // namespace neighborscope::shell
