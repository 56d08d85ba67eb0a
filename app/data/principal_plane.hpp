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
    static constexpr std::int64_t most_sampled = 2048;  ///< rows that directions are found from, evenly spaced
    std::vector<double> mean;                           ///< [dimension], true coordinates, of the rows sampled
    std::vector<double> directions;                     ///< [axes][dimension], orthonormal; the largest entry of each is positive
    std::array<double, axes> share{};                   ///< of the variance of the rows sampled, descending
    std::vector<float> places;                          ///< [count][axes]: where each row lies along them, 0 at the mean

    /// Of true coordinates, all of them.
    std::array<double, axes> place(const std::vector<double>& position) const;
    std::string axis_name(int axis) const;  ///< "component 1"
};

/// By orthogonal iteration (Golub & Van Loan, Matrix Computations, section 8.2.4). Null for fewer than two rows, or rows of fewer than
/// four dimensions, or all alike.
std::shared_ptr<const PrincipalPlane> principal_plane(const DataSet&, const Progress& = {});

}  // namespace neighborscope
