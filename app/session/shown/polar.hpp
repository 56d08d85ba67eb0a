// The polar view: points around the query at their true distances, so that what a projection of many dimensions hides can be seen.
#pragma once
#include "app/data/points/projection.hpp"
#include "app/session/shown/distance_spread.hpp"

#include <string>
#include <vector>

namespace neighborscope {

struct NeighbourRow;  // app/session/shown/neighbour_row.hpp

struct PolarPoint {
    std::int64_t row = -1;
    int rank = 0;         ///< from 1, of a neighbour; 0: one of the others
    double distance = 0;  ///< to the query, in all dimensions
    double angle = 0;     ///< in the picture, counter-clockwise from its first axis, -pi to pi; of one that lies on the query there, any
};

struct PolarView {
    std::vector<PolarPoint> points;  ///< others, then neighbours from the farthest to the nearest: as they are drawn
    std::int64_t others = 0;         ///< of them, how many are no neighbours
    std::int64_t total = 0;          ///< of points there are
    std::int64_t count = 0;          ///< the same without that of the query
    int neighbours = 0;
    double kth = 0;           ///< distance of the last neighbour
    double rim_distance = 0;  ///< distance at the rim: the farthest
    double inner = 0;         ///< as far as that radii are in proportion to distances; farther out to their logarithm, up to `reach`
    int dimension = 0;
    double mean = 0;     ///< distance of the others
    double nearest = 0;  ///< of all but the query's own point; below 0: there is no other
    /// The neighbour that looks farthest from the query: how many of the others look nearer than it; rank 0 when none does.
    int deceptive_rank = 0;
    std::int64_t look_nearer = 0;
    double share = 0;  ///< of the variance that the two components seen hold; 0: the picture is along axes

    static constexpr double inner_radius = 0.5;  ///< of `inner`, where the farthest is far beyond it
    bool has_outer() const { return rim_distance > inner; }
    /// 0 at the query, 1 at the rim and for what is infinitely far.
    double radius_of(double distance) const;
    std::vector<double> rings() const;  ///< nice distances up to the rim, farther out 1, 2, 5, 10, ...
    std::string scale() const;          ///< of radii, to be part of a sentence
    std::string contrast() const;       ///< whether neighbours stand out, with numbers: a sentence; "" without others
    std::string deception() const;      ///< why a neighbour looks far in the picture: a sentence; "" when none does
};

/// `position`: of the query, true, all of it; `own`: its row, -1 none. Points whose distance is NaN are left out. `far`: sample_distances.
PolarView polar_view(const DataSet&, const Projection&, const std::vector<double>& position, std::int64_t own,
    const std::vector<NeighbourRow>& neighbours, const std::vector<PointDistance>& sampled_distances);

}  // namespace neighborscope
