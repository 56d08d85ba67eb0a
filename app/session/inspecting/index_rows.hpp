// Groups of rows of an index: those that a number of its health counts.
#pragma once
#include "app/inspect/inspection.hpp"
#include "app/session/shown/inspecting.hpp"

#include <string>
#include <vector>

namespace neighborscope {

/// Ascending, each once. O(rows).
std::vector<std::int64_t> rows_of(const inspect::Inspection&, const IndexRows&);
/// "rows that cannot be reached", "rows that 3 to 5 links lead to"
std::string title_of(const IndexRows&);

}  // namespace neighborscope
