// Voronoi cells of points in the plane: where each is the nearest.
#pragma once
#include <array>
#include <span>
#include <vector>

namespace neighborscope {

/// Which sites bound which cells is found once; then the cells can be cut to any box.
class Voronoi {
public:
    using Place = std::array<double, 2>;

    Voronoi() = default;
    /// `sites` is [count][2], finite. Of equal sites the first has the cell. Time: count squared, at the most.
    explicit Voronoi(std::span<const float> sites);

    int count() const { return int(sites_.size()); }
    Place site(int i) const { return sites_[std::size_t(i)]; }
    /// Sites whose cells meet that of `i` along an edge, the nearest first.
    std::span<const int> neighbours(int i) const { return neighbours_[std::size_t(i)]; }
    /// The cell of `i` within the box, as a convex polygon, counter-clockwise; empty where none of it lies inside.
    std::vector<Place> cell(int i, Place low, Place high) const;

private:
    std::vector<Place> sites_;
    std::vector<std::vector<int>> neighbours_;
    std::vector<bool> empty_;  ///< another is at the same place before it
};

}  // namespace neighborscope
