// Distances of rows under the metric of an index, in double precision.
#pragma once
#include "gpu/index/stored_index.hpp"

#include <span>
#include <vector>

namespace neighborscope::stored {

/// Distances for people: Euclidean, not squared; minus the inner product; 1 minus the cosine. Smaller is nearer; infinite where it is no
/// number.
double true_distance(const float* a, const float* b, int dimension, VectorMetric);

/// What is searched: points where they are given, else the vectors of the index, decoded.
struct Searched {
    const StoredIndex& index;
    std::span<const float> points;  ///< [rows][dimension], or empty

    /// Valid until the next call with the same `decoded`, [dimension].
    const float* row(std::int64_t row, std::vector<float>& decoded) const;
};

}  // namespace neighborscope::stored
