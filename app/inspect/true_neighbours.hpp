// The true nearest neighbours under the metric of an index, by an exhaustive search in double precision.
#pragma once
#include "gpu/index/stored_index.hpp"
#include "gpu/progress.hpp"

#include <span>
#include <vector>

namespace neighborscope::inspect {

/// Distances for people: Euclidean, not squared; minus the inner product; 1 minus the cosine. Smaller is nearer; infinite where it is no
/// number.
double true_distance(const float* a, const float* b, int dimension, stored::VectorMetric);

struct TrueRow {
    std::int32_t row = -1;
    double distance = 0;
};

/// What is searched: points where they are given, else the vectors of the index, decoded.
struct Searched {
    const stored::StoredIndex& index;
    std::span<const float> points;  ///< [rows][dimension], or empty

    /// Valid until the next call with the same `decoded`, [dimension].
    const float* row(std::int64_t row, std::vector<float>& decoded) const;
};

/// [queries][min(k, rows)], ascending by distance, then row. Deleted rows are among them. On all cores.
std::vector<std::vector<TrueRow>> true_neighbours(const Searched&, std::span<const float> queries, int k, const Progress& = {});

}  // namespace neighborscope::inspect
