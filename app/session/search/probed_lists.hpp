// The inverted lists that an answer probed, and the recall that fewer or more probes would have.
#pragma once
#include "app/session/shown/view_model.hpp"
#include "gpu/inverted_lists.hpp"
#include "gpu/voronoi.hpp"

#include <memory>
#include <vector>

namespace neighborscope {

struct ProbedLists {
    static constexpr int max_drawn = 4096;  ///< lists: for more, no regions or boxes are drawn

    std::shared_ptr<const InvertedLists> lists;
    std::shared_ptr<const Voronoi> cells;   ///< regions of the centroids in the plane; null: not 2-D, or too many lists
    std::vector<int> nearest;               ///< all lists by the distance of their centroids; the first ones were probed
    std::vector<double> centroid_distance;  ///< [lists] distance of the centroid from the query, or their product
    std::vector<int> place;                 ///< [lists] index in `nearest`

    int probed() const { return lists->probes; }
    bool is_probed(int list) const { return place[std::size_t(list)] < probed(); }
    std::int64_t points_probed() const;
    /// Whether regions (2-D) or boxes (3-D) can be drawn.
    bool drawn() const { return lists->lists() <= max_drawn && (cells || lists->dimension == 3); }
    /// found[p - 1]: number of true neighbours that p probes find. The true neighbours are the first `right` of `listed` and the missed.
    std::vector<int> found_by_probes(const std::vector<NeighbourRow>& listed, const Exactness&) const;
};

/// Null without lists. Reuses the regions of `former` if the lists are the same.
std::shared_ptr<const ProbedLists> probed_lists(std::shared_ptr<const InvertedLists>, const float* query, const ProbedLists* former);

}  // namespace neighborscope
