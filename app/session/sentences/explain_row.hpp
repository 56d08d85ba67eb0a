// What the index of the method says about one row: whether a search can reach it, or in which list it is.
#pragma once
#include "app/session/shown/view_model.hpp"

#include <string>

namespace neighborscope {

/// "A search can reach it: 3 rows link to it."; "" if the method has no index of links or lists. `missed`: the row is a missed neighbour,
/// whose cause is said beside this.
std::string explain_row(const ViewModel&, const MethodInfo&, std::int64_t row, bool missed);

}  // namespace neighborscope
