// Makes the chart of a recorded search.
#pragma once
#include "app/session/shown/bound_chart.hpp"
#include "app/session/shown/view_model.hpp"

#include <span>
#include <string>
#include <vector>

namespace neighborscope {

/// The chart of the search: without the steps after it, which compute the distances of the result again and put it in order.
/// Recording::phases and visits must be known. O(steps log k).
BoundChart bound_chart(const Recording&);

/// The true neighbours: those of the list shown, and the missed ones, by rank. While exactness is not known, the list is taken as true.
/// O(steps).
std::vector<NeighbourFate> neighbour_fates(const Recording&, const std::vector<NeighbourRow>& listed, const Exactness&);

/// What is written in the chart about missed neighbours: those that were missed for the same reason have one note.
struct MissedNote {
    std::vector<std::size_t> fates;  ///< indexes, by rank
    std::vector<std::string> texts;  ///< the same in fewer and fewer words; at least one
};
/// `missed`: the rows with their reasons, Exactness::missed.
std::vector<MissedNote> missed_notes(const std::vector<NeighbourFate>&, std::span<const NeighbourRow> missed);

}  // namespace neighborscope
