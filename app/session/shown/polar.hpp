// The polar view places points around the query at their true distances, which a projection of many dimensions does not show.
#pragma once
#include "app/data/points/projection.hpp"
#include "app/session/shown/distance_spread.hpp"

#include <string>
#include <vector>

namespace neighborscope {

struct NeighbourRow;  // app/session/shown/neighbour_row.hpp

struct PolarPoint {
    std::int64_t row = -1;
    int rank = 0;         ///< of a neighbour, from 1; 0: no neighbour
    double distance = 0;  ///< to the query, in all dimensions
    double angle = 0;     ///< in the projection, counter-clockwise from its first axis, -pi to pi; any if it coincides with the query there
};

struct PolarView {
    std::vector<PolarPoint> points;  ///< in drawing order: others, then neighbours from the farthest to the nearest
    std::int64_t others = 0;         ///< number of `points` that are no neighbours
    std::int64_t total = 0;          ///< number of points of the data
    std::int64_t count = 0;          ///< the same without the query's own point
    int neighbours = 0;
    double kth = 0;           ///< distance of the k-th neighbour
    double rim_distance = 0;  ///< the largest distance, at the rim
    double inner = 0;         ///< the radius is linear in the distance up to here, logarithmic from here to `rim_distance`
    int dimension = 0;
    double mean = 0;               ///< mean distance of the others
    double nearest = 0;            ///< smallest distance, without the query's own point; below 0: there is no other point
    bool nearest_is_known = true;  ///< false while the list of an approximate method has not been checked: a nearer point may be missed
    /// Rank of the neighbour that the projection shows farthest from the query, and how many others it shows nearer; 0: none.
    int deceptive_rank = 0;
    std::int64_t look_nearer = 0;
    double share = 0;  ///< share of the variance in the two components shown; 0: the picture is along axes

    static constexpr double inner_radius = 0.5;  ///< radius of `inner`, if has_outer()
    bool has_outer() const { return rim_distance > inner; }
    /// 0 at the query, 1 at the rim and for an infinite distance.
    double radius_of(double distance) const;
    std::vector<double> rings() const;  ///< round distances for ring lines; in the logarithmic part 1, 2, 5, 10, ...
    std::string scale() const;          ///< describes the scale of radii, as part of a sentence
    /// A sentence with numbers: whether neighbours are much nearer than others. "" without others, or while that is unknown.
    std::string contrast() const;
    std::string deception() const;  ///< a sentence: why a neighbour looks far in the projection; "": none does
};

/// `position`: the query's true coordinates, all of them; `own`: its row, -1: none; `sampled_distances`: of sample_distances; `missed`: true
/// neighbours that the list lacks. Points whose distance is NaN are left out.
PolarView polar_view(const DataSet&, const Projection&, const std::vector<double>& position, std::int64_t own,
    const std::vector<NeighbourRow>& neighbours, const std::vector<PointDistance>& sampled_distances,
    const std::vector<NeighbourRow>& missed = {});

}  // namespace neighborscope
