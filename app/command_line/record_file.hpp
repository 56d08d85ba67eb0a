// --record: what one query did, step by step, as JSON. The schema is in README.md beside this file.
#pragma once
#include "app/command_line/report.hpp"
#include "app/data/files/output_file.hpp"

namespace neighborscope::shell {

/// A recorded query, with its data and its search.
struct RecordInput {
    const DataSet& data;
    const Method& method;
    const Options& options;
    DeviceInfo device;
    int k;
    Metric metric;
    const QueryBatch& query;  ///< a single query
    const FetchedLists& list;
    const Report& report;  ///< from Measure::steps
};

/// Writes one line per step as it is formatted: a million take about a second.
void write_record(OutputFile&, const RecordInput&, const Progress&);

}  // namespace neighborscope::shell
