// The neighbours listed and those missed, in one order with one numbering.
#pragma once
#include "app/session/shown/neighbour_row.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace neighborscope {

struct RankedRow {
    bool missed = false;
    std::size_t place = 0;  ///< in the list, or among the missed ones
    /// True rank, from 1. 0: the listed row is no true neighbour, and stands in the place of a missed one.
    int rank = 0;
};

/// All rows by true rank, then those without one. `missed`: by rank; they are of a list of as many true neighbours. Listed rows take the
/// ranks that the missed ones leave, in their order.
std::vector<RankedRow> true_ranks(std::span<const NeighbourRow> listed, std::span<const NeighbourRow> missed);
/// [listed] true rank of each listed row, from 1; 0: none.
std::vector<int> ranks_of_listed(std::span<const NeighbourRow> listed, std::span<const NeighbourRow> missed);
/// "3"; ">16" of a row that is none of the 16 true neighbours.
std::string rank_text(int true_rank, int true_neighbours);

}  // namespace neighborscope
