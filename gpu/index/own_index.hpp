// The index of another library beside the points that a method searches: which metric it has, and when it can be searched.
#pragma once
#include "gpu/index/stored_index.hpp"
#include "gpu/inverted_lists.hpp"
#include "gpu/knn.hpp"

#include <optional>
#include <string>

namespace neighborscope::stored {

/// The metric by which the index ranks; Euclidean where it is not known.
Metric metric_of(const StoredIndex&);
/// The reverse; unknown for a metric that no index has.
VectorMetric vector_metric_of(Metric);

/// Why points cannot be searched by their index with this metric, and with a filter if `filtered`, in few words; empty when they can.
std::optional<std::string> why_not_searched(const OwnIndex&, Metric, bool filtered = false);

/// The option that sets how far the search of this index goes: "ef" of a graph, "probes" of lists; "" without either.
std::string_view option_of(const StoredIndex&);

/// The inverted lists of an index that has them. `points`: its vectors, decoded.
InvertedLists lists_of(const StoredIndex&, const float* points, int probes);

}  // namespace neighborscope::stored
