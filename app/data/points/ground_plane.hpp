// Longitude and latitude as metres on the ground: the azimuthal equidistant projection about the data's centre, on the ellipsoid of
// WGS 84.
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

/// A plane that touches the Earth at a centre. Distances from the centre are those on the ground, to 2e-6 of them within 1000 km. Between
/// other points they are never shorter than on the ground, and at most `stretch` times as long (on a sphere; Snyder, Map Projections, 1987,
/// chapter 25). Poles and the date line are places like any other.
class GroundPlane {
public:
    GroundPlane(double longitude, double latitude);  ///< of the centre, in degrees

    /// Metres east and north of the centre.
    std::array<double, 2> place(double longitude, double latitude) const;
    double longitude() const { return longitude_; }
    double latitude() const { return latitude_; }

    double farthest = 0;     ///< metres from the centre to the farthest point of the data
    double stretch() const;  ///< for points up to there: 1.004 for 1000 km; infinite for the other end of the world

private:
    double longitude_, latitude_;
    std::array<double, 3> centre_, east_, north_;  ///< metres from the Earth's centre; unit vectors
    double meridian_ = 0, prime_vertical_ = 0;     ///< radii of curvature, metres
};

/// By the names of axes (lon and lat, longitude and latitude, ...) and values that are degrees. None for data in metres.
std::optional<DegreeAxes> degree_axes(const DataSet&, const Progress& = {});
/// Why no place of the data has this coordinate along an axis: "lat is a latitude: from −90 to 90"; "" where it may have it.
std::string why_impossible_coordinate(const DataSet&, int axis, double coordinate);
/// Puts the points, and their street network, on the plane about their mean place. Its axes become easting and northing, and degrees
/// come along as quantities, if `quantities`. Other axes stay. A usage Error without longitude and latitude in degrees.
void project_onto_ground_plane(DataSet&, bool quantities, const Progress& = {});

/// Of distances between points of the data: "degrees", "metres"; "" when it is unknown, as with further axes.
std::string distance_unit(const DataSet&);
/// What is to be known of them: "Distances are in degrees, ..."; of a plane its centre, and how much too long they may be. "" without unit.
std::string distance_note(const DataSet&);
/// Whether distances may be more than 1 % too long.
bool distances_doubtful(const DataSet&);

}  // namespace neighborscope
