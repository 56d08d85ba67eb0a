// --record: what one query did, step by step, as JSON. The schema is in README.md beside this file.
#pragma once
#include "app/command_line/report.hpp"
#include "app/data/files/output_file.hpp"

namespace neighborscope::shell {

/// A recorded query, and what was asked of what.
struct RecordInput {
    const DataSet& data;
    const Method& method;
    const Options& options;
    DeviceInfo device;
    int k;
    Metric metric;
    const QueryBatch& query;  ///< one
    const FetchedLists& list;
    const Report& report;  ///< of Measure::steps
};

/// A line a step, written as it is made: a million take about a second.
void write_record(OutputFile&, const RecordInput&, const Progress&);

}  // namespace neighborscope::shell
