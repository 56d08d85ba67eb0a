// Voronoi cells of points in the plane: the regions in which each point is the nearest.
#pragma once
#include <array>
#include <span>
#include <vector>

namespace neighborscope {

/// Finds once which sites bound which cells; then cuts cells to any box.
class Voronoi {
public:
    using Place = std::array<double, 2>;

    Voronoi() = default;
    /// `sites` is [count][2], finite. Of equal sites the first has the cell. Time: at most count squared.
    explicit Voronoi(std::span<const float> sites);

    int count() const { return int(sites_.size()); }
    Place site(int i) const { return sites_[std::size_t(i)]; }
    /// Sites whose cells meet that of `i` along an edge, the nearest first.
    std::span<const int> neighbours(int i) const { return neighbours_[std::size_t(i)]; }
    /// The part of cell `i` in the box, as a convex polygon, counter-clockwise; may be empty.
    std::vector<Place> cell(int i, Place low, Place high) const;

private:
    std::vector<Place> sites_;
    std::vector<std::vector<int>> neighbours_;
    std::vector<bool> empty_;  ///< an earlier site is at the same place
};

}  // namespace neighborscope
