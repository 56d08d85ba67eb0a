#include "app/session/shown/distance_spread.hpp"

#include "app/data/points/principal_plane.hpp"

#include <algorithm>
#include <cmath>

namespace neighborscope {

DistanceSpread spread_of(const HostRows& points, const float* query, Metric metric, std::int64_t exclude, const Progress& progress) {
    constexpr std::int64_t at_once = 4096;
    std::vector<double> distances;
    distances.reserve(std::size_t(points.count()));
    for (std::int64_t row = 0; row < points.count(); ++row) {
        if (row % at_once == 0) progress.step(double(row), double(points.count()));
        if (row != exclude && points.allows(row)) distances.push_back(exact_distance(points.row(row), query, points.dimension, metric));
    }
    DistanceSpread spread;
    spread.count = std::int64_t(distances.size());
    if (distances.empty()) return spread;
    const auto [least, most] = std::minmax_element(distances.begin(), distances.end());
    const bool products = larger_is_nearer(metric);
    spread.nearest = products ? *most : *least, spread.farthest = products ? *least : *most;
    for (const double distance : distances) spread.mean += distance / double(spread.count);
    for (const double distance : distances) spread.deviation += (distance - spread.mean) * (distance - spread.mean) / double(spread.count);
    spread.deviation = std::sqrt(spread.deviation);
    for (const double distance : distances) {
        const double from = products ? spread.nearest : 0, across = spread.farthest - from;
        const double part = across != 0 ? double(DistanceSpread::parts) * ((distance - from) / across) : 0;
        ++spread.bars[std::min(DistanceSpread::parts - 1, std::size_t(part))];
    }
    return spread;
}

std::vector<PointDistance> sample_distances(const HostRows& points, const float* query, Metric metric, std::int64_t exclude) {
    const std::int64_t count = points.count(), most = std::min({count, max_sampled_points,
                                                   std::max<std::int64_t>(100, max_sampled_coordinates / std::max(1, points.dimension))});
    std::vector<PointDistance> far;
    for (const std::int64_t row : rows_to_sample(count, most))
        if (row != exclude && points.allows(row)) far.push_back({row, exact_distance(points.row(row), query, points.dimension, metric)});
    return far;
}

}  // namespace neighborscope
