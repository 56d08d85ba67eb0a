// --ticks: points that move, searched tick by tick.
#pragma once
#include "app/command_line/measure.hpp"
#include "app/command_line/queries.hpp"
#include "app/command_line/report.hpp"

#include <functional>
#include <string>
#include <vector>

namespace neighborscope::shell {

/// How many ticks are asked for; 0 when nothing was typed. Usage Errors: no number, points that stand still, more ticks than there are.
std::int64_t ticks_in(const std::string& typed, const DataSet&);

/// Moves the points to a tick that was typed, as the file counts; returns which it is, from 0. Usage Errors: no number, points that stand
/// still, no such tick.
std::int64_t move_to_tick(const std::string& typed, DataSet&, const Progress&);

/// What is asked of a method, whatever the points and the queries.
struct Question {
    const Method& method;
    const Options& options;
    DeviceKind device;
    int k;
    Metric metric;
    bool exclude_self;
};

struct Answer {
    FetchedLists lists;  ///< of the last tick
    Measurement measured;
    std::vector<MeasuredTick> ticks;  ///< empty for points that stand still
};

/// What is done at one tick; its part of the progress comes with it.
using TickVisitor = std::function<void(std::int64_t tick, Searcher&, const QuerySet&, ListSet&, const Progress&)>;

/// Goes through the ticks, 0 ticks: once, where the points stand. The points are moved where they lie, and the method follows as it
/// can: Searcher::points_moved. Leaves `data` and `batch` as they are at the last tick.
void for_each_tick(const Question&, DataSet& data, QueryBatch& batch, std::int64_t ticks, const Progress&, const TickVisitor&);

/// Searches at every tick; of 0 ticks once, where the points stand: for_each_tick.
Answer search_ticks(const Question&, DataSet& data, QueryBatch& batch, MeasurePlan, std::int64_t ticks, const Progress&);

/// Lists of a share of the points (QueryBatch::query_rows) as lists of all: those of rows that did not ask are empty.
FetchedLists lists_of_rows(const FetchedLists&, const QueryBatch&, const DataSet&);

/// One line a tick, of many the first, the last and those at which the index was made anew: times, what became of the index, and the
/// counters people compare where they were measured.
std::string ticks_text(const std::vector<MeasuredTick>&);

}  // namespace neighborscope::shell
