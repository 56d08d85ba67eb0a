#include "gpu/index/own_index.hpp"

#include <algorithm>

namespace neighborscope::stored {

Metric metric_of(const StoredIndex& index) {
    switch (index.metric) {
        case VectorMetric::inner_product: return Metric::inner_product;
        case VectorMetric::cosine: return Metric::cosine;
        default: return Metric::euclidean;
    }
}

VectorMetric vector_metric_of(Metric metric) {
    switch (metric) {
        case Metric::euclidean: return VectorMetric::euclidean;
        case Metric::inner_product: return VectorMetric::inner_product;
        case Metric::cosine: return VectorMetric::cosine;
        default: return VectorMetric::unknown;
    }
}

std::optional<std::string> why_not_searched(const OwnIndex& own, Metric metric, bool filtered) {
    if (!own.index) return "the points are not from an index of another library";
    if (own.points_changed) return "the points have changed since they were read from the index";
    if (own.index->walk == Walk::none) return "this index cannot be searched: " + own.index->why_no_walk;
    if (!own.index->has_vectors()) return "the file of this index holds no vectors";
    if (vector_metric_of(metric) == VectorMetric::unknown) return "no index has the metric " + std::string(name(metric));
    if (metric != metric_of(*own.index) && !own.index->metric_is_guessed)
        return "the metric of this index is " + std::string(name(metric_of(*own.index)));
    if (filtered && !own.index->why_no_filter.empty()) return own.index->why_no_filter;
    return std::nullopt;
}

InvertedLists lists_of(const StoredIndex& index, const float* points, int probes) {
    const auto count = index.lists->lists.size(), wide = std::size_t(index.dimension);
    InvertedLists lists;
    lists.dimension = index.dimension;
    lists.probes = probes;
    lists.by_product = metric_of(index) != Metric::euclidean;
    lists.centroids.resize(count * wide);
    lists.begin.push_back(0);
    for (std::size_t number = 0; number < count; ++number) {
        index.lists->coarse->vector_of(std::int64_t(number), lists.centroids.data() + number * wide);
        for (std::int64_t entry = 0; entry < index.lists->lists[number].count; ++entry)
            lists.rows.push_back(unsigned(index.lists->row_of(number, entry)));
        std::sort(lists.rows.begin() + lists.begin.back(), lists.rows.end());
        lists.begin.push_back(unsigned(lists.rows.size()));
    }
    lists.complete();
    for (std::size_t number = 0; number < count && wide <= 3; ++number) {
        InvertedLists::Box& box = lists.boxes.emplace_back();
        for (std::size_t axis = 0; axis < wide; ++axis) {
            box.low[axis] = box.high[axis] = lists.centroid(int(number))[axis];
            for (std::size_t i = lists.begin[number]; i < lists.begin[number + 1]; ++i) {
                const float x = points[lists.rows[i] * wide + axis];
                if (i == lists.begin[number]) box.low[axis] = box.high[axis] = x;
                box.low[axis] = std::min(box.low[axis], x), box.high[axis] = std::max(box.high[axis], x);
            }
        }
    }
    return lists;
}

std::string_view option_of(const StoredIndex& index) { return index.has_graph() ? "ef" : index.lists ? "probes" : ""; }

}  // namespace neighborscope::stored
