#include "gpu/index/own_index.hpp"

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

std::optional<std::string> why_not_searched(const OwnIndex& own, Metric metric) {
    if (!own.index) return "the points are not from an index of another library";
    if (own.points_changed) return "the points have changed since they were read from the index";
    if (own.index->walk == Walk::none) return "this index cannot be searched: " + own.index->why_no_walk;
    if (!own.index->has_vectors()) return "the file of this index holds no vectors";
    if (vector_metric_of(metric) == VectorMetric::unknown) return "no index has the metric " + std::string(name(metric));
    if (metric != metric_of(*own.index) && !own.index->metric_is_guessed)
        return "the metric of this index is " + std::string(name(metric_of(*own.index)));
    return std::nullopt;
}

std::string_view option_of(const StoredIndex& index) { return index.has_graph() ? "ef" : index.lists ? "probes" : ""; }

}  // namespace neighborscope::stored
