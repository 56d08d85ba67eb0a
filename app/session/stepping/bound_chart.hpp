// Makes the chart of a recorded search.
#pragma once
#include "app/session/shown/bound_chart.hpp"
#include "app/session/shown/view_model.hpp"

namespace neighborscope {

/// The chart of all steps. Recording::phases and visits must be known. O(steps log k).
BoundChart bound_chart(const Recording&);

/// The true neighbours: those of the list shown, and the missed ones, by rank. While exactness is not known, the list is taken as true.
/// O(steps).
std::vector<NeighbourFate> neighbour_fates(const Recording&, const std::vector<NeighbourRow>& listed, const Exactness&);

}  // namespace neighborscope
