#include "app/session/shown/true_ranks.hpp"

#include "app/session/text/numbers.hpp"

#include <algorithm>

namespace neighborscope {

std::vector<RankedRow> true_ranks(std::span<const NeighbourRow> listed, std::span<const NeighbourRow> missed) {
    std::vector<RankedRow> all;
    // Points that are as far as the last neighbour may be listed in place of missed ones, which are then not counted as missed.
    const std::size_t true_ones = std::max(listed.size(), missed.empty() ? 0 : std::size_t(missed.back().rank));
    std::size_t next_missed = 0, place = 0;
    for (std::size_t rank = 1; rank <= true_ones; ++rank) {
        if (next_missed < missed.size() && std::size_t(missed[next_missed].rank) == rank) all.push_back({true, next_missed++, int(rank)});
        else if (place < listed.size()) all.push_back({false, place++, int(rank)});
    }
    for (; place < listed.size(); ++place) all.push_back({false, place, 0});
    return all;
}

std::vector<int> ranks_of_listed(std::span<const NeighbourRow> listed, std::span<const NeighbourRow> missed) {
    std::vector<int> ranks(listed.size());
    for (const RankedRow& one : true_ranks(listed, missed))
        if (!one.missed) ranks[one.place] = one.rank;
    return ranks;
}

std::string rank_text(int true_rank, int true_neighbours) {
    return true_rank > 0 ? text_of_count(true_rank) : ">" + text_of_count(true_neighbours);
}

}  // namespace neighborscope
