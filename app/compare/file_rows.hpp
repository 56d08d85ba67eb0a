// Rows as other programs searched them: the numbers of a file in float64, and distances between them.
#pragma once
#include "gpu/knn.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace neighborscope {

/// Rows in float64. What it is made of must outlive it.
class FileRows {
public:
    FileRows() = default;
    /// `kept`: [count][dimension], float32 relative to `origin` ([dimension]). `numbers`: [count][dimension], what the file has; empty:
    /// origin + kept.
    FileRows(std::span<const float> kept, std::span<const double> origin, std::span<const double> numbers = {});

    std::int64_t count() const { return origin_.empty() ? 0 : std::int64_t(kept_.size() / origin_.size()); }
    int dimension() const { return int(origin_.size()); }
    /// [dimension]; `scratch` ([dimension]) may hold it.
    const double* row(std::int64_t i, double* scratch) const;
    std::span<const float> kept() const { return kept_; }
    std::span<const double> origin() const { return origin_; }

    /// [dimension] each: the greatest magnitude on an axis, and by how much what is kept is off there at most.
    struct Extent {
        std::vector<double> largest, float32_error;
        std::vector<bool> inexact;  ///< float32 does not hold some value of this axis
        double longest = 0;         ///< Euclidean length of the longest row
    };
    Extent extent() const;

private:
    std::span<const float> kept_;
    std::span<const double> origin_, numbers_;
};

/// The cosine distance of a row that has no direction from any.
constexpr double without_direction = 2;
/// What float64 says to two rows: Euclidean (not squared), Manhattan, Chebyshev; cosine as half the squared Euclidean distance of the rows
/// at unit length, which keeps its digits near 0. without_direction where a row has none. Of inner products the rank value, which is the product
/// with its sign changed: whatever judges lists has the smaller one first.
double float64_distance(const double* a, const double* b, int dimension, Metric);
/// The length of a vector of errors, axis by axis, as the metric adds them up.
double length_by(Metric, std::span<const double> errors);

}  // namespace neighborscope
