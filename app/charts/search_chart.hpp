// The bound chart of a recorded search, for a file.
#pragma once
#include "app/charts/chart.hpp"
#include "app/session/stepping/bound_chart.hpp"

namespace neighborscope::charts {

/// Steps across, distances up: computed and entered distances, the k-th distance so far, lines of the true neighbours, missed ones dashed.
/// `notes`: missed_notes() of the fates.
Chart search_chart(
    const BoundChart&, const std::vector<NeighbourFate>&, const std::vector<MissedNote>& notes, std::string title, std::string subtitle);

}  // namespace neighborscope::charts
