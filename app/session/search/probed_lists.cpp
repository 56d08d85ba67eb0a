#include "app/session/search/probed_lists.hpp"

#include "gpu/oracle/oracle.hpp"

#include <algorithm>

namespace neighborscope {

std::int64_t ProbedLists::points_probed() const {
    std::int64_t points = 0;
    for (int i = 0; i < probed(); ++i) points += lists->points_of(nearest[std::size_t(i)]);
    return points;
}

std::vector<int> ProbedLists::found_by_probes(const std::vector<NeighbourRow>& listed, const Exactness& exactness) const {
    std::vector<int> found(nearest.size(), 0);
    const auto add = [&](const NeighbourRow& one) {
        if (one.row < 0 || std::size_t(one.row) >= lists->list_of.size()) return;
        ++found[std::size_t(place[lists->list_of[std::size_t(one.row)]])];
    };
    for (std::size_t rank = 0; rank < std::min(listed.size(), std::size_t(std::max(0, exactness.right))); ++rank) add(listed[rank]);
    for (const NeighbourRow& one : exactness.missed) add(one);
    for (std::size_t i = 1; i < found.size(); ++i) found[i] += found[i - 1];
    return found;
}

namespace {

/// Whether the lists are equal: rebuilding an index over the same points gives equal centroids and list lengths.
bool are_same(const InvertedLists& one, const InvertedLists& other) {
    return one.dimension == other.dimension && one.probes == other.probes && one.begin == other.begin && one.centroids == other.centroids;
}

}  // namespace

std::shared_ptr<const ProbedLists> probed_lists(std::shared_ptr<const InvertedLists> lists, const float* query, const ProbedLists* former) {
    if (!lists) return nullptr;
    if (former && former->lists != lists && are_same(*former->lists, *lists)) lists = former->lists;
    auto probed = std::make_shared<ProbedLists>();
    const auto count = std::size_t(lists->lists());
    if (former && former->lists == lists) probed->cells = former->cells;
    else if (lists->dimension == 2 && !lists->by_product && lists->lists() <= ProbedLists::max_drawn)
        probed->cells = std::make_shared<const Voronoi>(lists->centroids);
    probed->nearest = lists->nearest(query);
    probed->place.resize(count);
    for (std::size_t i = 0; i < count; ++i) probed->place[std::size_t(probed->nearest[i])] = int(i);
    probed->centroid_distance.resize(count);
    const Metric metric = lists->by_product ? Metric::inner_product : Metric::euclidean;
    for (std::size_t list = 0; list < count; ++list)
        probed->centroid_distance[list] = exact_distance(lists->centroid(int(list)), query, lists->dimension, metric);
    probed->lists = std::move(lists);
    return probed;
}

}  // namespace neighborscope
