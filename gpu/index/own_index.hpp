// The index of another library beside the points that a method searches: which metric it has, and when it can be searched.
#pragma once
#include "gpu/index/stored_index.hpp"
#include "gpu/knn.hpp"

#include <optional>
#include <string>

namespace neighborscope::stored {

/// The metric by which the index ranks; Euclidean where it is not known.
Metric metric_of(const StoredIndex&);
/// The reverse; unknown for a metric that no index has.
VectorMetric vector_metric_of(Metric);

/// Why points cannot be searched by their index with this metric, in few words; empty when they can.
std::optional<std::string> why_not_searched(const OwnIndex&, Metric);

/// The option that sets how far the search of this index goes: "ef" of a graph, "probes" of lists; "" without either.
std::string_view option_of(const StoredIndex&);

}  // namespace neighborscope::stored
