// How a picture shows rows: along axes of the data or, for more than three dimensions, along their principal components.
#pragma once
#include "app/data/points/data_set.hpp"

namespace neighborscope {

struct Projection {
    std::shared_ptr<const PrincipalPlane> plane;  ///< null: along axes
    std::array<int, 3> axes{0, 1, 2};             ///< axes of the data, used without a plane

    bool operator==(const Projection&) const = default;
    /// Whether the directions are the same. Places differ: moving points have their own places at each tick.
    bool has_same_view(const Projection&) const;

    /// The place of a row, or of a position in true coordinates on all axes, relative to origin(); 0 for missing axes.
    std::array<double, 3> place(const DataSet&, std::int64_t row) const;
    std::array<double, 3> place(const DataSet&, const std::vector<double>& position) const;
    double origin(const DataSet&, int axis) const;
    std::string name(const DataSet&, int axis) const;
    /// Returns the position moved to `to` (with the origin; at most three numbers) in the picture; other directions do not change.
    std::vector<double> moved(std::vector<double> position, const std::vector<double>& to) const;
};

/// Parses SessionState::projection for these data. With more than three dimensions "" means principal components, or the axes if there are
/// none; "axes" means DataSet::shown; "3,7" or "3,7,9" are axes, from 1. Usage Error if there is no such axis.
Projection projection_of(const DataSet&, const std::string& chosen);

/// Parses two or three different whole numbers from 1, separated by commas; empty if the text is something else.
std::vector<int> axes_in(const std::string& chosen);

}  // namespace neighborscope
