// The plane (or space) of the first principal components, which shows most of the variance of points of many dimensions.
#pragma once
#include "gpu/progress.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace neighborscope {

struct DataSet;

struct PrincipalPlane {
    static constexpr int axes = 3;
    static constexpr std::int64_t most_sampled = 2048;  ///< rows used to compute directions
    /// coordinates of these rows: fewer rows if there are very many dimensions
    static constexpr std::int64_t most_sampled_coordinates = 1 << 22;
    std::int64_t sampled = 0;               ///< rows used to compute directions: all, or one random row from each of `sampled` equal parts
    std::vector<double> mean;               ///< [dimension], true coordinates, of the sampled rows
    std::vector<double> directions;         ///< [axes][dimension], orthonormal; the largest entry of each is positive
    std::array<double, axes> share{};       ///< of the variance of the sampled rows, descending
    std::vector<float> places;              ///< [count][axes]: coordinates of each row along the directions, 0 at the mean
    std::array<float, axes> low{}, high{};  ///< of `places`

    /// Projects a position given in true coordinates on all axes.
    std::array<double, axes> place(const std::vector<double>& position) const;
    /// Returns the position moved to `to` along the first directions and unchanged along all others.
    std::vector<double> moved(std::vector<double> position, const std::vector<double>& to) const;
    std::string axis_name(int axis) const;  ///< "component 1"
};

/// Computes components by orthogonal iteration (Golub & Van Loan, Matrix Computations, section 8.2.4) from a sample of rows that is the
/// same in every run. Null for fewer than two rows, fewer than four dimensions, equal rows, or if the places do not fit in memory.
std::shared_ptr<const PrincipalPlane> principal_plane(const DataSet&, const Progress& = {});

/// Returns the same directions with the places of the same rows after they have moved.
std::shared_ptr<const PrincipalPlane> plane_with_moved_points(const PrincipalPlane&, const DataSet&, const Progress& = {});

/// Returns all of `count` rows, or `sampled` of them, one random row from each of `sampled` equal parts, so that periodic rows are not
/// sampled at their period. The same in every run.
std::vector<std::int64_t> rows_to_sample(std::int64_t count, std::int64_t sampled);

}  // namespace neighborscope
