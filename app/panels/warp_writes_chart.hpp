// The writes of a warp of either quadtree, as a picture of memory.
#pragma once
#include "app/panels/panel.hpp"

namespace neighborscope::panels {

/// The 32 lists of a warp's queries below one another, twice: what the first write of quadtree-cached puts there, and of
/// quadtree-coalesced, with the sectors of 32 bytes that it touches.
Row warp_writes_row(int k);
/// Where the two methods cross along k as it was measured on this device; that it was not, with a button that does.
std::vector<Row> measured_along_k(const Context&);

}  // namespace neighborscope::panels
