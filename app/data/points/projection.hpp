// How a picture shows rows: along axes of the data or, of more than three dimensions, along their principal components.
#pragma once
#include "app/data/points/data_set.hpp"

namespace neighborscope {

struct Projection {
    std::shared_ptr<const PrincipalPlane> plane;  ///< null: along axes
    std::array<int, 3> axes{0, 1, 2};             ///< of the data, where there is no plane

    bool operator==(const Projection&) const = default;
    /// The same directions: of points that move, each tick has its own places along them.
    bool has_same_view(const Projection&) const;

    /// Relative to origin(): a row, and true coordinates, all of them; 0 for axes that there are not.
    std::array<double, 3> place(const DataSet&, std::int64_t row) const;
    std::array<double, 3> place(const DataSet&, const std::vector<double>& position) const;
    double origin(const DataSet&, int axis) const;
    std::string name(const DataSet&, int axis) const;
    /// The position that lies at `to` (with the origin; three numbers at most) in the picture, and what is not seen of it as before.
    std::vector<double> moved(std::vector<double> position, const std::vector<double>& to) const;
};

/// What SessionState::projection says of these data. More than three dimensions: "" is their principal components, or the axes where none
/// were found; "axes" is DataSet::shown; "3,7" or "3,7,9" are axes, from 1. Usage Error where there is no such axis.
Projection projection_of(const DataSet&, const std::string& chosen);

/// Two or three different whole numbers from 1, with commas between them; empty where it is none.
std::vector<int> axes_in(const std::string& chosen);

}  // namespace neighborscope
