// Longitude and latitude converted to metres: the azimuthal equidistant projection about the centre of the data, on the ellipsoid of WGS
// 84.
#pragma once
#include "gpu/progress.hpp"

#include <array>
#include <optional>
#include <string>

namespace neighborscope {

struct DataSet;

/// Which axes are longitude and latitude in degrees.
struct DegreeAxes {
    int longitude = 0, latitude = 0;
};

/// A plane that touches the Earth at a centre. Distances from the centre equal those on the ground, within 2e-6 of them up to 1000 km.
/// Distances between other points are never shorter than on the ground, and at most `stretch` times as long (on a sphere; Snyder, Map
/// Projections, 1987, chapter 25). Poles and the date line need no special treatment.
class GroundPlane {
public:
    GroundPlane(double longitude, double latitude);  ///< of the centre, in degrees

    /// Metres east and north of the centre.
    std::array<double, 2> place(double longitude, double latitude) const;
    double longitude() const { return longitude_; }
    double latitude() const { return latitude_; }

    double farthest = 0;     ///< metres from the centre to the farthest point of the data
    double stretch() const;  ///< for points up to that distance: 1.004 for 1000 km; infinite for the antipode

private:
    double longitude_, latitude_;
    std::array<double, 3> centre_, east_, north_;  ///< metres from the Earth's centre; unit vectors
    double meridian_ = 0, prime_vertical_ = 0;     ///< radii of curvature, metres
};

/// Recognises axes by their names (lon and lat, longitude and latitude, ...) and by values that are degrees. None for data in metres.
std::optional<DegreeAxes> degree_axes(const DataSet&, const Progress& = {});
/// Returns why no point can have this coordinate: "lat is a latitude: from −90 to 90"; "" if it can.
std::string why_impossible_coordinate(const DataSet&, int axis, double coordinate);
/// Projects the points and their street network onto the plane about their mean. The axes become easting and northing; with `quantities`
/// degrees are kept as quantities. Other axes stay. A usage Error without longitude and latitude in degrees.
void project_onto_ground_plane(DataSet&, bool quantities, const Progress& = {});

/// Returns the unit of distances between points of the data: "degrees", "metres"; "" if unknown, as with further axes.
std::string distance_unit(const DataSet&);
/// A note about distances: "Distances are in degrees, ..."; for a plane its centre and how much too long they may be. "" without unit.
std::string distance_note(const DataSet&);
/// Whether distances may be more than 1 % too long.
bool distances_doubtful(const DataSet&);

}  // namespace neighborscope
