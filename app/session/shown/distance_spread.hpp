// The distribution of the distances from a query to all points: whether its nearest points are near at all. K. Beyer, J. Goldstein,
// R. Ramakrishnan, U. Shaft, "When Is 'Nearest Neighbor' Meaningful?", 1999.
#pragma once
#include "gpu/oracle/oracle.hpp"
#include "gpu/progress.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace neighborscope {

struct DistanceSpread {
    static constexpr std::size_t parts = 40;
    std::int64_t count = 0;  ///< of points, without the query point itself
    double nearest = 0, farthest = 0, mean = 0, deviation = 0;
    std::array<std::int64_t, parts> bars{};  ///< points in equal parts from 0 to the farthest; of inner products from the nearest

    /// Relative contrast, (farthest - nearest) / nearest. It falls towards 0 as dimensions are added. None
    /// if the nearest is at distance 0.
    double relative_contrast() const { return (farthest - nearest) / nearest; }
};

/// A point, and how far it is from the query.
struct PointDistance {
    std::int64_t row = -1;
    double distance = 0;
};
inline constexpr std::int64_t max_sampled_points = 1500, max_sampled_coordinates = 1000000;
/// All points, or so many of them, one of each of as many equal parts (the same in every run): few enough to be measured with every answer.
/// Distances as those of spread_of.
std::vector<PointDistance> sample_distances(const HostRows& points, const float* query, Metric, std::int64_t exclude);

/// Distances in float64, as the oracle's. `query` is relative to the origin, as points are; `exclude`: a row, -1 none.
DistanceSpread spread_of(const HostRows& points, const float* query, Metric, std::int64_t exclude, const Progress& = {});

}  // namespace neighborscope
