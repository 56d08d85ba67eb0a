// The distribution of the distances from a query to all points. It shows whether the nearest points differ from the others at all:
// K. Beyer, J. Goldstein, R. Ramakrishnan, U. Shaft, "When Is 'Nearest Neighbor' Meaningful?", 1999.
#pragma once
#include "gpu/oracle/oracle.hpp"
#include "gpu/progress.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace neighborscope {

struct DistanceSpread {
    static constexpr std::size_t parts = 40;
    std::int64_t count = 0;  ///< number of points, without the query's own
    double nearest = 0, farthest = 0, mean = 0, deviation = 0;
    /// Histogram: points per bin, bins of equal width from 0 (for inner products, from `nearest`) to `farthest`.
    std::array<std::int64_t, parts> bars{};

    /// Relative contrast, which falls towards 0 as dimensions are added. Not finite if the nearest point is at distance 0.
    double relative_contrast() const { return (farthest - nearest) / nearest; }
};

/// A point and its distance from the query.
struct PointDistance {
    std::int64_t row = -1;
    double distance = 0;
};
inline constexpr std::int64_t max_sampled_points = 1500, max_sampled_coordinates = 1000000;
/// The distances to a stratified sample of the points, the same in every run, or to all points if they are few. It is small enough to be
/// computed with every answer. Distances as in spread_of.
std::vector<PointDistance> sample_distances(const HostRows& points, const float* query, Metric, std::int64_t exclude);

/// Computes the distances in float64, like the oracle. `query` is relative to the origin, as points are; `exclude`: a row; -1: none.
DistanceSpread spread_of(const HostRows& points, const float* query, Metric, std::int64_t exclude, const Progress& = {});

}  // namespace neighborscope
