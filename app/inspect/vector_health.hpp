// Vectors and ids of an index: rows that are equal, and how far codes are from what they stand for.
#pragma once
#include "gpu/index/stored_index.hpp"
#include "gpu/progress.hpp"

#include <optional>
#include <span>
#include <vector>

namespace neighborscope::inspect {

struct VectorHealth {
    /// Rows whose stored vector, or code in the same list, is that of a row before, ascending.
    std::vector<std::int32_t> repeated_rows;
    std::int64_t repeated_vectors = 0;  ///< their number
    std::int64_t repeated_ids = 0;      ///< rows whose id is that of a row before
    std::int64_t not_finite = 0;        ///< rows with a value that is no finite number
    /// Of codes, beside the points that they stand for: root of the mean squared distance, and its share of the same of the points
    /// from their mean. Absent without points.
    std::optional<double> error, share_of_spread;
};

/// `points`: [rows][dimension], what the index was built from, or empty. Unit length is taken into account.
VectorHealth vector_health(const stored::StoredIndex&, std::span<const float> points, const Progress& = {});

}  // namespace neighborscope::inspect
