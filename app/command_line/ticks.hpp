// --ticks: searches moving points tick by tick.
#pragma once
#include "app/command_line/measure.hpp"
#include "app/command_line/queries.hpp"
#include "app/command_line/report.hpp"

#include <functional>
#include <string>
#include <vector>

namespace neighborscope::shell {

/// Parses the number of ticks; 0 if nothing was typed. Usage Errors: not a number, points that do not move, more ticks than there are.
std::int64_t ticks_in(const std::string& typed, const DataSet&);

/// Moves the points to a typed tick, numbered as in the file; returns its index from 0. Usage Errors: not a number, points that do not
/// move, no such tick.
std::int64_t move_to_tick(const std::string& typed, DataSet&, const Progress&);

/// A search for any points and queries: method, options, k, metric.
struct Question {
    const Method& method;
    const Options& options;
    DeviceKind device;
    int k;
    Metric metric;
    bool exclude_self;
};

struct Answer {
    FetchedLists lists;  ///< from the last tick
    Measurement measured;
    std::vector<MeasuredTick> ticks;  ///< empty for points that do not move
};

/// Called at each tick, with its part of the progress.
using TickVisitor = std::function<void(std::int64_t tick, Searcher&, const QuerySet&, ListSet&, const Progress&)>;

/// Visits `ticks` ticks; for 0 ticks visits the present positions once. Moves the points in device memory, and updates the index by
/// Searcher::points_moved. Leaves `data` and `batch` at the last tick.
void for_each_tick(const Question&, DataSet& data, QueryBatch& batch, std::int64_t ticks, const Progress&, const TickVisitor&);

/// Searches at every tick of for_each_tick; for 0 ticks once.
Answer search_ticks(const Question&, DataSet& data, QueryBatch& batch, MeasurePlan, std::int64_t ticks, const Progress&);

/// Converts lists of some points (QueryBatch::query_rows) to lists of all points; those of other rows are empty.
FetchedLists lists_of_rows(const FetchedLists&, const QueryBatch&, const DataSet&);

/// One line per tick (of many ticks the first, the last and those that rebuilt the index): times, index update, measured counters.
std::string ticks_text(const std::vector<MeasuredTick>&);

}  // namespace neighborscope::shell
