#include "app/data/points/ground_plane.hpp"

#include "app/data/load/columns.hpp"
#include "app/data/load/origin.hpp"
#include "app/data/points/data_set.hpp"
#include "gpu/error.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <numbers>

namespace neighborscope {
namespace {

constexpr double most_longitude = 360, most_latitude = 90;  // degrees
constexpr double radian = std::numbers::pi / 180;
constexpr double equator = 6378137, flattening = 1 / 298.257223563;  // WGS 84: the semi-major axis in metres
constexpr double eccentricity2 = flattening * (2 - flattening);
constexpr double mean_radius = 6371008.8;
constexpr std::int64_t rows_at_once = 65536;  // between checks for cancellation

/// The radius of curvature of the prime vertical: from the surface to the Earth's axis along the normal.
double normal_length(double sine_of_latitude) { return equator / std::sqrt(1 - eccentricity2 * sine_of_latitude * sine_of_latitude); }

/// Returns metres from the Earth's centre, along axes to 0 E, 90 E and the north pole.
std::array<double, 3> in_space(double longitude, double latitude) {
    const double sine = std::sin(latitude * radian), cosine = std::cos(latitude * radian), normal = normal_length(sine);
    return {normal * cosine * std::cos(longitude * radian), normal * cosine * std::sin(longitude * radian),
        normal * (1 - eccentricity2) * sine};
}

double dot(const std::array<double, 3>& a, const std::array<double, 3>& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

std::string text_of_number(double value, const char* format) {
    char text[64];
    std::snprintf(text, sizeof text, format, value);
    return text;
}

/// "37.25° N"
std::string degrees_of(double value, const char* positive, const char* negative) {
    return text_of_number(std::fabs(value), "%.2f") + "\u00b0 " + (value < 0 ? negative : positive);
}

/// Returns the plane at the mean of all places, computed in space, so that outliers and the date line do not matter.
GroundPlane plane_about(const DataSet& data, DegreeAxes axes, const Progress& progress) {
    std::array<double, 3> sum{};
    for (std::int64_t row = 0; row < data.count(); ++row) {
        const std::array<double, 3> at = in_space(data.coordinate(row, axes.longitude), data.coordinate(row, axes.latitude));
        for (std::size_t i = 0; i < 3; ++i) sum[i] += at[i];
        if (row % rows_at_once == 0) progress.step(0, 0);
    }
    const double across = std::hypot(sum[0], sum[1]);
    // Latitude is the angle of the normal, which does not quite point to the Earth's centre.
    return {std::atan2(sum[1], sum[0]) / radian, std::atan2(sum[2], (1 - eccentricity2) * across) / radian};
}

NumberValues column_of(const DataSet& data, int axis) {
    NumberValues values;
    values.of_point.reserve(std::size_t(data.count()));
    for (std::int64_t row = 0; row < data.count(); ++row) values.of_point.push_back(data.coordinate(row, axis));
    return values;
}

/// Inserted before the colours, which stay last.
void keep_degrees(DataSet& data, DegreeAxes axes) {
    auto at = data.quantities.end();
    if (!data.quantities.empty() && data.quantities.back().colours()) --at;
    for (const int axis : {axes.longitude, axes.latitude}) {
        Quantity quantity{data.axes[std::size_t(axis)], column_of(data, axis)};
        at = data.quantities.insert(at, std::move(quantity)) + 1;
    }
}

}  // namespace

GroundPlane::GroundPlane(double longitude, double latitude)
    : longitude_(longitude), latitude_(latitude), centre_(in_space(longitude, latitude)) {
    const double sine = std::sin(latitude * radian), cosine = std::cos(latitude * radian);
    const double sine_east = std::sin(longitude * radian), cosine_east = std::cos(longitude * radian);
    east_ = {-sine_east, cosine_east, 0};
    north_ = {-sine * cosine_east, -sine * sine_east, cosine};
    prime_vertical_ = normal_length(sine);
    meridian_ = prime_vertical_ * (1 - eccentricity2) / (1 - eccentricity2 * sine * sine);
}

std::array<double, 2> GroundPlane::place(double longitude, double latitude) const {
    const std::array<double, 3> there = in_space(longitude, latitude);
    const std::array<double, 3> straight{there[0] - centre_[0], there[1] - centre_[1], there[2] - centre_[2]};
    const double east = dot(straight, east_), north = dot(straight, north_), aside = std::hypot(east, north);
    if (!(aside > 0)) return {0, 0};
    // Euler's radius of curvature in this direction, for the ratio of the arc to the chord.
    const double to_east = east / aside, to_north = north / aside;
    const double radius = 1 / (to_north * to_north / meridian_ + to_east * to_east / prime_vertical_);
    const double arc = 2 * radius * std::asin(std::min(1.0, std::sqrt(dot(straight, straight)) / (2 * radius)));
    return {arc * to_east, arc * to_north};
}

double GroundPlane::stretch() const {
    const double angle = farthest / mean_radius;
    return angle < 1e-9 ? 1 : angle < std::numbers::pi ? angle / std::sin(angle) : std::numeric_limits<double>::infinity();
}

std::string why_impossible_coordinate(const DataSet& data, int axis, double coordinate) {
    if (!data.degrees || data.ground) return "";
    const std::string& name = data.axes[std::size_t(axis)];
    if (axis == data.degrees->longitude && std::fabs(coordinate) > most_longitude) return name + " is a longitude: from \u2212360 to 360";
    if (axis == data.degrees->latitude && std::fabs(coordinate) > most_latitude) return name + " is a latitude: from \u221290 to 90";
    return "";
}

std::optional<DegreeAxes> degree_axes(const DataSet& data, const Progress& progress) {
    const std::vector<int> named = longitude_and_latitude(data.axes);
    if (named.empty()) return std::nullopt;
    const DegreeAxes axes{named[0], named[1]};
    for (std::int64_t row = 0; row < data.count(); ++row) {
        if (std::fabs(data.coordinate(row, axes.longitude)) > most_longitude ||
            std::fabs(data.coordinate(row, axes.latitude)) > most_latitude)
            return std::nullopt;
        if (row % rows_at_once == 0) progress.step(0, 0);
    }
    return axes;
}

void project_onto_ground_plane(DataSet& data, bool quantities, const Progress& progress) {
    const Progress quiet{{}, progress.stop};
    const std::optional<DegreeAxes> axes = degree_axes(data, quiet);
    if (!axes || data.motion)
        throw Error(Failure::usage,
            data.name + (axes ? " moves: its points cannot be put on the ground" : " has no longitude and latitude in degrees"),
            axes ? "leave metres out; roads: has units=metres" : "leave metres out, or choose columns named lon and lat");
    if (quantities) keep_degrees(data, *axes);
    GroundPlane plane = plane_about(data, *axes, quiet);
    const std::size_t dimension = std::size_t(data.dimension), east = std::size_t(axes->longitude), north = std::size_t(axes->latitude);
    for (std::int64_t row = 0; row < data.count(); ++row) {
        const std::array<double, 2> at = plane.place(data.coordinate(row, axes->longitude), data.coordinate(row, axes->latitude));
        float* values = &data.coordinates[std::size_t(row) * dimension];
        values[east] = float(at[0]);
        values[north] = float(at[1]);
        plane.farthest = std::max(plane.farthest, std::hypot(at[0], at[1]));
        if (row % rows_at_once == 0) quiet.step(0, 0);
    }
    data.origin[east] = data.origin[north] = 0;
    const double longest_degree = radian * normal_length(1);
    const double of_degrees = data.rounding.empty() ? 0 : longest_degree * std::hypot(data.rounding[east], data.rounding[north]);
    data.rounding.resize(dimension);
    data.rounding[east] = data.rounding[north] = of_degrees + (plane.farthest > 0 ? float_step(plane.farthest) / 2 : 0);
    data.axes[east] = "easting (m)";
    data.axes[north] = "northing (m)";
    data.coarse = {};  // was computed for degrees
    if (data.network) {
        auto network = std::make_shared<RoadNetwork>(*data.network);
        for (std::size_t i = 0; i + 1 < network->nodes.size(); i += 2) {
            const std::array<double, 2> at = plane.place(network->nodes[i], network->nodes[i + 1]);
            network->nodes[i] = at[0];
            network->nodes[i + 1] = at[1];
        }
        data.network = std::move(network);
    }
    data.degrees = axes;
    data.ground = plane;
}

std::string distance_unit(const DataSet& data) { return !data.degrees || data.dimension > 2 ? "" : data.ground ? "metres" : "degrees"; }

bool distances_doubtful(const DataSet& data) { return data.ground && data.ground->stretch() > 1.01; }

std::string distance_note(const DataSet& data) {
    if (!data.degrees || data.count() == 0) return "";
    const std::string further = data.dimension > 2 ? " Other axes keep their own unit." : "";
    if (!data.ground) {
        double latitude = 0;  // mean of some rows
        const std::int64_t sampled = std::min<std::int64_t>(data.count(), 1024);
        for (std::int64_t i = 0; i < sampled; ++i)
            latitude += data.coordinate(i * data.count() / sampled, data.degrees->latitude) / double(sampled);
        return std::string(data.dimension > 2 ? "Longitude and latitude" : "Distances") +
               " are in degrees, though here a degree of longitude is " + text_of_number(std::cos(latitude * radian), "%.2f") +
               " of one of latitude on the ground." + further;
    }
    const GroundPlane& plane = *data.ground;
    std::string text =
        "Metres east and north of " + degrees_of(plane.latitude(), "N", "S") + ", " + degrees_of(plane.longitude(), "E", "W") + ". ";
    const double stretch = plane.stretch(), kilometres = plane.farthest / 1000;
    const std::string reach = text_of_number(kilometres, kilometres < 10 ? "%.1f" : "%.0f") + " km";
    if (stretch <= 2)
        text += "Distances are at most " + text_of_number(std::max(0.001, 100 * (stretch - 1)), stretch < 1.01 ? "%.3f" : "%.0f") +
                "\u202f%" + " longer than on the ground, as all points are within " + reach + " of there.";
    else text += "Points are up to " + reach + " from there, and distances far too long. Open a part of the data.";
    return text + further;
}

}  // namespace neighborscope
