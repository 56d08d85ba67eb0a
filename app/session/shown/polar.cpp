#include "app/session/shown/polar.hpp"

#include "app/data/points/row_conditions.hpp"
#include "app/session/shown/view_model.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_set>

namespace neighborscope {
namespace {

constexpr double farthest_in_proportion = 3;  // in k-th distances; the scale is logarithmic beyond, so that nearer points do not overlap
constexpr double rings_at_least = 5;          // minimum, before the step is rounded

constexpr double nearly_equal = 0.75;  // the nearest distance over the mean: then it is the dimensions that make the space empty

/// Whether a filter leaves out points: then more are missing than the query's own.
bool is_filtered(const PolarView& view) { return view.count < view.total - 1; }

}  // namespace

double PolarView::radius_of(double distance) const {
    if (!(rim_distance > 0)) return 0;
    if (!has_outer()) return std::min(1.0, distance / rim_distance);
    if (distance <= inner) return inner_radius * distance / inner;
    return std::min(1.0, inner_radius + (1 - inner_radius) * std::log(distance / inner) / std::log(rim_distance / inner));
}

std::vector<double> PolarView::rings() const {
    std::vector<double> found;
    if (!(rim_distance > 0)) return found;
    const double end = has_outer() ? inner : rim_distance, step = nice_step(end / (has_outer() ? rings_at_least - 2 : rings_at_least));
    for (int i = 1; i * step <= end * (1 + 1e-9); ++i) found.push_back(i * step);
    if (has_outer())
        for (double ring = nice_step(std::max(inner * 1.2, found.empty() ? 0 : 1.2 * found.back())); ring <= rim_distance * (1 + 1e-9);
             ring = nice_step(1.01 * ring))
            found.push_back(ring);
    if (has_outer() && (found.empty() || rim_distance > 1.25 * found.back())) found.push_back(rim_distance);  // the rim
    return found;
}

std::string PolarView::scale() const {
    if (!has_outer()) return "true to scale";
    return "true to scale up to the k-th neighbour, then logarithmic, " + text_of_coordinate(rim_distance, 10 * rim_distance) +
           " at the rim";
}

std::string PolarView::contrast() const {
    if (nearest < 0 || !(mean > 0) || !nearest_is_known) return {};
    if (nearest == 0) return "Another point lies exactly at the query.";
    const std::string near = text_of_coordinate(nearest, 100 * mean), middle = text_of_coordinate(mean, 100 * mean);
    const double share = nearest / mean;
    const std::string numbers = "the nearest of " + text_of_count(count) +
                                (is_filtered(*this) ? " allowed points is at " : " points is at ") + near + ", " +
                                text_of_percent(share, 0) + " of the mean distance " + middle;
    if (share < 0.5) return as_sentence(numbers);
    if (is_filtered(*this))
        return "There are no allowed points around the query: " + numbers + ".";  // because of the filter, not of the dimensions
    return "The space around the query is empty: " + numbers +
           (dimension > 3 && share >= nearly_equal ? ". In " + text_of_count(dimension) + " dimensions all distances are nearly equal."
                                                   : ".");
}

std::string PolarView::deception() const {
    if (deceptive_rank == 0 || look_nearer * 5 < others) return {};
    const std::string seen =
        share > 0 ? "the picture shows " + text_of_percent(share, 0) + " of the variance" : "the picture shows two axes";
    return "In the picture " + text_of_percent(double(look_nearer) / double(others), 0) +
           (is_filtered(*this) ? " of the other allowed points" : " of the other points") + " look nearer than neighbour " +
           text_of_count(deceptive_rank) + ": " + seen + ", its distance counts all " + text_of_count(dimension) + " dimensions.";
}

PolarView polar_view(const DataSet& data, const Projection& projection, const std::vector<double>& position, std::int64_t own,
    const std::vector<NeighbourRow>& neighbours, const std::vector<PointDistance>& sampled_distances,
    const std::vector<NeighbourRow>& missed) {
    PolarView view;
    view.dimension = data.dimension;
    view.total = data.count();
    // With a filter only of the points that it allows, among which the query's own may not be.
    view.count = allowed_rows(data) - (own >= 0 && (!data.filter || data.filter->allows(own)) ? 1 : 0);
    view.neighbours = int(neighbours.size());
    view.nearest = -1;
    if (projection.plane) view.share = projection.plane->share[0] + projection.plane->share[1];
    const std::array<double, 3> query = projection.place(data, position);
    const auto seen_far = [&](std::int64_t row) {
        const std::array<double, 3> at = projection.place(data, row);
        return std::hypot(at[0] - query[0], at[1] - query[1]);
    };
    const auto angle_of = [&](std::int64_t row) {
        const std::array<double, 3> at = projection.place(data, row);
        const double x = at[0] - query[0], y = at[1] - query[1];
        if (x != 0 || y != 0) return std::atan2(y, x);
        return std::remainder(
            2.399963229728653 * double(row), 6.283185307179586);  // the golden angle spreads points that coincide with the query
    };
    std::unordered_set<std::int64_t> listed;
    double farthest_neighbour = 0;
    for (const NeighbourRow& one : neighbours) {
        if (one.row < 0 || one.row >= data.count() || std::isnan(one.distance)) continue;
        listed.insert(one.row);
        if (one.row != own && view.nearest < 0) view.nearest = one.distance;
        farthest_neighbour = std::max(farthest_neighbour, one.distance);
    }
    view.kth = farthest_neighbour;
    for (const NeighbourRow& one : missed)
        if (one.row != own && (view.nearest < 0 || one.distance < view.nearest)) view.nearest = one.distance;
    double farthest = farthest_neighbour;
    std::vector<double> seen;
    for (const PointDistance& one : sampled_distances) {
        if (std::isnan(one.distance) || one.row < 0 || one.row >= data.count() || listed.contains(one.row) || one.row == own) continue;
        view.points.push_back({one.row, 0, one.distance, angle_of(one.row)});
        view.mean += one.distance;
        if (std::isfinite(one.distance)) farthest = std::max(farthest, one.distance);
        seen.push_back(seen_far(one.row));
    }
    view.others = std::int64_t(view.points.size());
    if (view.others > 0) view.mean /= double(view.others);
    view.rim_distance = farthest;
    view.inner = view.kth > 0 && farthest > farthest_in_proportion * view.kth ? view.kth : farthest;
    std::sort(seen.begin(), seen.end());
    for (auto one = neighbours.rbegin(); one != neighbours.rend(); ++one) {
        if (!listed.contains(one->row)) continue;
        view.points.push_back({one->row, one->rank, one->distance, angle_of(one->row)});
        const std::int64_t nearer = std::lower_bound(seen.begin(), seen.end(), seen_far(one->row)) - seen.begin();
        if (nearer > view.look_nearer) view.look_nearer = nearer, view.deceptive_rank = one->rank;
    }
    return view;
}

}  // namespace neighborscope
