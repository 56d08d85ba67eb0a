#include "gpu/voronoi.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace neighborscope {
namespace {

using Place = Voronoi::Place;

double squared_distance(Place a, Place b) {
    const double x = a[0] - b[0], y = a[1] - b[1];
    return x * x + y * y;
}

/// How far a position is beyond the perpendicular bisector of two sites, times their distance: negative if it is nearer to `own`.
double beyond_middle(Place place, Place own, Place other) {
    const double x = other[0] - own[0], y = other[1] - own[1];
    return (place[0] - 0.5 * (own[0] + other[0])) * x + (place[1] - 0.5 * (own[1] + other[1])) * y;
}

/// A corner of a cell, and the site beyond the edge to the next corner; -1: the box.
struct Corner {
    Place at;
    int beyond = -1;
};

/// Clips the part nearer to `other` (I. Sutherland, G. Hodgman, Reentrant polygon clipping, 1974, for one convex polygon).
void cut(std::vector<Corner>& cell, Place own, Place other, int number) {
    std::vector<double> side(cell.size());
    bool any = false;
    for (std::size_t i = 0; i < cell.size(); ++i) {
        side[i] = beyond_middle(cell[i].at, own, other);
        any = any || side[i] > 0;
    }
    if (!any) return;
    std::vector<Corner> left;
    for (std::size_t i = 0; i < cell.size(); ++i) {
        const std::size_t next = (i + 1) % cell.size();
        const bool inside = side[i] <= 0, next_inside = side[next] <= 0;
        if (inside) left.push_back(cell[i]);
        if (inside == next_inside) continue;
        const double share = side[i] / (side[i] - side[next]);
        Corner corner{
            {cell[i].at[0] + share * (cell[next].at[0] - cell[i].at[0]), cell[i].at[1] + share * (cell[next].at[1] - cell[i].at[1])},
            inside ? number : cell[i].beyond};
        left.push_back(corner);
    }
    cell = std::move(left);
}

std::vector<Corner> box_of(Place low, Place high) { return {{low}, {{high[0], low[1]}}, {high}, {{low[0], high[1]}}}; }

}  // namespace

Voronoi::Voronoi(std::span<const float> sites) {
    for (std::size_t i = 0; i + 1 < sites.size(); i += 2) sites_.push_back({double(sites[i]), double(sites[i + 1])});
    const std::size_t count = sites_.size();
    neighbours_.resize(count);
    empty_.resize(count);
    if (count == 0) return;
    Place low = sites_.front(), high = low;
    for (const Place& site : sites_)
        for (std::size_t axis = 0; axis < 2; ++axis)
            low[axis] = std::min(low[axis], site[axis]), high[axis] = std::max(high[axis], site[axis]);
    // Unbounded cells are computed up to this distance: beyond it are only edges between nearly collinear sites.
    const double reach = 1e4 * std::max({high[0] - low[0], high[1] - low[1], 1e-30});
    for (std::size_t axis = 0; axis < 2; ++axis) low[axis] -= reach, high[axis] += reach;

    std::vector<std::size_t> near(count);
    std::vector<double> apart(count);
    for (std::size_t own = 0; own < count; ++own) {
        for (std::size_t i = 0; i < count; ++i) apart[i] = squared_distance(sites_[own], sites_[i]);
        std::iota(near.begin(), near.end(), std::size_t(0));
        std::vector<Corner> cell = box_of(low, high);
        double farthest = 4 * reach * reach * 4;
        // The nearest sites first, in batches that double: sites more than twice as far as the farthest corner clip nothing.
        std::size_t sorted = 0;
        for (std::size_t i = 0; i < count; ++i) {
            if (i == sorted) {
                sorted = std::min(count, std::max<std::size_t>(32, 2 * sorted));
                const auto nearer = [&](std::size_t a, std::size_t b) { return apart[a] < apart[b] || (apart[a] == apart[b] && a < b); };
                const auto at = [&](std::size_t place) { return near.begin() + std::ptrdiff_t(place); };
                if (sorted < count) std::nth_element(at(i), at(sorted), near.end(), nearer);
                std::sort(at(i), at(sorted), nearer);
            }
            const std::size_t other = near[i];
            if (other == own) continue;
            if (apart[other] == 0) {
                if (other < own) empty_[own] = true;
                continue;
            }
            if (apart[other] > 4 * farthest) break;
            cut(cell, sites_[own], sites_[other], int(other));
            farthest = 0;
            for (const Corner& corner : cell) farthest = std::max(farthest, squared_distance(sites_[own], corner.at));
        }
        if (empty_[own]) continue;
        for (const Corner& corner : cell)
            if (corner.beyond >= 0) neighbours_[own].push_back(corner.beyond);
        std::sort(neighbours_[own].begin(), neighbours_[own].end());
        neighbours_[own].erase(std::unique(neighbours_[own].begin(), neighbours_[own].end()), neighbours_[own].end());
        std::stable_sort(
            neighbours_[own].begin(), neighbours_[own].end(), [&](int a, int b) { return apart[std::size_t(a)] < apart[std::size_t(b)]; });
    }
}

std::vector<Place> Voronoi::cell(int i, Place low, Place high) const {
    std::vector<Place> polygon;
    if (empty_[std::size_t(i)]) return polygon;
    std::vector<Corner> cell = box_of(low, high);
    for (const int other : neighbours(i)) cut(cell, site(i), site(other), other);
    for (const Corner& corner : cell) polygon.push_back(corner.at);
    return polygon;
}

}  // namespace neighborscope
