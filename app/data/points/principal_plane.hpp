// The plane (or space) that shows most of points of many dimensions: their first principal components.
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
    static constexpr std::int64_t most_sampled = 2048;                 ///< rows that directions are found from
    static constexpr std::int64_t most_sampled_coordinates = 1 << 22;  ///< of these rows: fewer of very many dimensions
    std::int64_t sampled = 0;               ///< rows that directions are found from: all, or one at random of each of so many equal parts
    std::vector<double> mean;               ///< [dimension], true coordinates, of the rows sampled
    std::vector<double> directions;         ///< [axes][dimension], orthonormal; the largest entry of each is positive
    std::array<double, axes> share{};       ///< of the variance of the rows sampled, descending
    std::vector<float> places;              ///< [count][axes]: where each row lies along them, 0 at the mean
    std::array<float, axes> low{}, high{};  ///< of the places

    /// Of true coordinates, all of them.
    std::array<double, axes> place(const std::vector<double>& position) const;
    /// The position that lies `to` along the first of them, and as far as before along all others.
    std::vector<double> moved(std::vector<double> position, const std::vector<double>& to) const;
    std::string axis_name(int axis) const;  ///< "component 1"
};

/// By orthogonal iteration (Golub & Van Loan, Matrix Computations, section 8.2.4), of a sample of rows that is the same in every run. Null
/// for fewer than two rows, or rows of fewer than four dimensions, or all alike, or where the places do not fit in memory.
std::shared_ptr<const PrincipalPlane> principal_plane(const DataSet&, const Progress& = {});

/// The same directions, with the places of the same rows where they have moved to.
std::shared_ptr<const PrincipalPlane> plane_with_moved_points(const PrincipalPlane&, const DataSet&, const Progress& = {});

/// All of `count` rows, or `sampled` of them, one at random of each of so many equal parts: rows that follow a rhythm are not met in step
/// with it. The same in every run.
std::vector<std::int64_t> rows_to_sample(std::int64_t count, std::int64_t sampled);

}  // namespace neighborscope
