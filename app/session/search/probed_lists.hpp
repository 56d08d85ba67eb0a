// The lists of points that an answer was searched in: which of them, and what searching fewer or more would find.
#pragma once
#include "app/session/shown/view_model.hpp"
#include "gpu/inverted_lists.hpp"
#include "gpu/voronoi.hpp"

#include <memory>
#include <vector>

namespace neighborscope {

struct ProbedLists {
    static constexpr int max_drawn = 4096;  ///< lists: of more no regions and no boxes are drawn

    std::shared_ptr<const InvertedLists> lists;
    std::shared_ptr<const Voronoi> cells;   ///< of the centroids in the plane; null: other dimensions, or too many lists
    std::vector<int> nearest;               ///< all lists, those probed first, in the order of their centroids' distances
    std::vector<double> centroid_distance;  ///< [lists] distance of each one's centroid from the query
    std::vector<int> place;                 ///< [lists] where it stands in `nearest`, from 0

    int probed() const { return lists->probes; }
    bool is_probed(int list) const { return place[std::size_t(list)] < probed(); }
    std::int64_t points_probed() const;
    /// Whether regions (2-D) or boxes (3-D) can be drawn.
    bool drawn() const { return lists->lists() <= max_drawn && (cells || lists->dimension == 3); }
    /// found[p - 1]: how many of the true neighbours of this query p probes find, which are the lists' first `right` and the missed.
    std::vector<int> found_by_probes(const std::vector<NeighbourRow>& listed, const Exactness&) const;
};

/// Null without lists. `former` lends its regions where the lists are the same.
std::shared_ptr<const ProbedLists> probed_lists(std::shared_ptr<const InvertedLists>, const float* query, const ProbedLists* former);

}  // namespace neighborscope
