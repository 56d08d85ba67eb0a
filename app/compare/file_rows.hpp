// Rows in float64, as in a file, and distances between them.
#pragma once
#include "gpu/knn.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace neighborscope {

/// Rows in float64, a view of data that must outlive it.
class FileRows {
public:
    FileRows() = default;
    /// `kept`: [count][dimension], float32 relative to `origin` ([dimension]). `numbers`: [count][dimension] in the file; empty: origin +
    /// kept.
    FileRows(std::span<const float> kept, std::span<const double> origin, std::span<const double> numbers = {});

    std::int64_t count() const { return origin_.empty() ? 0 : std::int64_t(kept_.size() / origin_.size()); }
    int dimension() const { return int(origin_.size()); }
    /// Returns [dimension] numbers, which may be in `scratch` ([dimension]).
    const double* row(std::int64_t i, double* scratch) const;
    std::span<const float> kept() const { return kept_; }
    std::span<const double> origin() const { return origin_; }

    /// [dimension] each: the greatest magnitude on an axis, and the largest rounding error of `kept` there.
    struct Extent {
        std::vector<double> largest, float32_error;
        std::vector<bool> inexact;  ///< some value of this axis is not exact in float32
        double longest = 0;         ///< Euclidean length of the longest row
    };
    Extent extent() const;

private:
    std::span<const float> kept_;
    std::span<const double> origin_, numbers_;
};

/// The cosine distance of a row of zeros, which has no direction, to any row.
constexpr double without_direction = 2;
/// Computes a distance in float64: Euclidean (not squared), Manhattan, Chebyshev; cosine as half the squared Euclidean distance of the rows
/// at unit length, which is precise near 0. Returns without_direction if a row has no direction. For inner products it returns the rank
/// value, the product with its sign changed, because code that judges lists takes the smaller value as the nearer one.
double float64_distance(const double* a, const double* b, int dimension, Metric);
/// Returns the length of a vector of errors in the metric.
double length_by(Metric, std::span<const double> errors);

}  // namespace neighborscope
