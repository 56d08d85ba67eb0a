#include "app/data/points/projection.hpp"

#include "gpu/error.hpp"

#include <algorithm>
#include <charconv>
#include <sstream>

namespace neighborscope {

bool Projection::has_same_view(const Projection& other) const {
    if (!plane || !other.plane) return plane == other.plane && axes == other.axes;
    return plane == other.plane || plane->directions == other.plane->directions;
}

std::array<double, 3> Projection::place(const DataSet& data, std::int64_t row) const {
    std::array<double, 3> at{};
    for (std::size_t axis = 0; axis < std::min<std::size_t>(at.size(), std::size_t(data.dimension)); ++axis)
        at[axis] = plane ? double(plane->places[std::size_t(row) * at.size() + axis])
                         : double(data.coordinates[std::size_t(row) * std::size_t(data.dimension) + std::size_t(axes[axis])]);
    return at;
}

std::array<double, 3> Projection::place(const DataSet& data, const std::vector<double>& position) const {
    if (plane) return plane->place(position);
    std::array<double, 3> at{};
    for (std::size_t axis = 0; axis < std::min<std::size_t>(at.size(), std::size_t(data.dimension)); ++axis)
        if (const auto which = std::size_t(axes[axis]); which < position.size()) at[axis] = position[which] - data.origin[which];
    return at;
}

double Projection::origin(const DataSet& data, int axis) const {
    return plane || axis >= data.dimension ? 0 : data.origin[std::size_t(axes[std::size_t(axis)])];
}

std::string Projection::name(const DataSet& data, int axis) const {
    return plane ? plane->axis_name(axis) : data.axes[std::size_t(axes[std::size_t(axis)])];
}

std::vector<double> Projection::moved(std::vector<double> position, const std::vector<double>& to) const {
    if (plane) return plane->moved(std::move(position), to);
    for (std::size_t axis = 0; axis < std::min<std::size_t>(axes.size(), to.size()); ++axis)
        if (const auto which = std::size_t(axes[axis]); which < position.size()) position[which] = to[axis];
    return position;
}

std::vector<int> axes_in(const std::string& chosen) {
    std::vector<int> axes;
    std::istringstream typed(chosen);
    for (std::string one; std::getline(typed, one, ',');) {
        int axis = 0;
        const auto [end, error] = std::from_chars(one.data(), one.data() + one.size(), axis);
        if (error != std::errc() || end != one.data() + one.size() || axis < 1 || std::find(axes.begin(), axes.end(), axis) != axes.end())
            return {};
        axes.push_back(axis);
    }
    if (axes.size() < 2 || axes.size() > 3 || chosen.back() == ',') return {};
    return axes;
}

Projection projection_of(const DataSet& data, const std::string& chosen) {
    Projection projection{data.plane, data.shown};
    if (data.dimension <= 3 || chosen.empty()) return projection;
    projection.plane = nullptr;
    std::vector<int> axes = axes_in(chosen);
    for (int& axis : axes)
        if (axis-- > data.dimension)
            throw Error(Failure::usage,
                "there is no axis " + std::to_string(axis + 1) + ": the data have " + std::to_string(data.dimension) + " dimensions",
                "choose others to look along");
    for (const int axis : data.shown)  // the third, if only two were named
        if (axes.size() == 2 && std::find(axes.begin(), axes.end(), axis) == axes.end()) axes.push_back(axis);
    if (axes.size() == 3) std::copy(axes.begin(), axes.end(), projection.axes.begin());
    return projection;
}

}  // namespace neighborscope
