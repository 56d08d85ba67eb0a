// Shows the memory writes of a warp in the two quadtree methods.
#pragma once
#include "app/panels/panel.hpp"

namespace neighborscope::panels {

/// Draws the 32 lists of a warp's queries for each method, with the entries of its first write and the sectors of 32 bytes that it touches.
Row warp_writes_row(int k);
/// The k at which the two methods are equally fast, as measured on this device; else a button that measures it.
std::vector<Row> measured_along_k(const Context&);

}  // namespace neighborscope::panels
