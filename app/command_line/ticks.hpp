// --ticks: points that move, searched tick by tick.
#pragma once
#include "app/command_line/measure.hpp"
#include "app/data/data_set.hpp"

#include <string>
#include <vector>

namespace neighborscope::shell {

/// How many ticks are asked for; 0 when nothing was typed. Usage Errors: no number, points that stand still, more ticks than there are.
std::int64_t ticks_in(const std::string& typed, const DataSet&);

/// One line a tick, the first and the last of many.
std::string ticks_text(const std::vector<MeasuredTick>&);

}  // namespace neighborscope::shell
