#include "app/data/load/point_fields.hpp"

#include "app/data/load/columns.hpp"
#include "gpu/error.hpp"

#include <algorithm>
#include <cmath>

namespace neighborscope {
namespace {

std::vector<int> find_colours(const std::vector<std::string>& fields) {
    static constexpr std::string_view primaries[][3] = {
        {"red", "green", "blue"}, {"diffuse_red", "diffuse_green", "diffuse_blue"}, {"r", "g", "b"}};
    for (const auto& [red, green, blue] : primaries) {
        std::vector<int> found{column_named(fields, red), column_named(fields, green), column_named(fields, blue)};
        if (*std::min_element(found.begin(), found.end()) >= 0) return found;
    }
    for (const char* packed : {"rgb", "rgba"})
        if (const int found = column_named(fields, packed); found >= 0) return {found};
    return {};
}

constexpr std::string_view labels[] = {"label", "class", "classification", "scalar_label", "scalar_class", "scalar_classification"};

}  // namespace

std::vector<int> PointRoles::wanted(bool further) const {
    std::vector<int> all = coordinates;
    if (further) {
        all.insert(all.end(), quantities.begin(), quantities.end());
        all.insert(all.end(), colour.begin(), colour.end());
    }
    return all;
}

PointRoles find_roles(const std::string& path, const std::vector<PointField>& fields, const LoadOptions& options) {
    std::vector<std::string> names;
    for (const PointField& field : fields) names.push_back(field.name);
    PointRoles roles;
    roles.coordinates = options.columns.empty() ? columns_by_name(names) : chosen_columns(path, options.columns, names, int(names.size()));
    if (roles.coordinates.empty()) {
        const std::string list = name_list(names);
        throw Error(Failure::input, path + " has no fields x and y" + (list.empty() ? "" : ", but " + list),
            list.empty() ? "name a file of points" : "choose the coordinates with --columns");
    }
    const int label = label_column(path, options, names, labels);  // wrong names are errors even if labels are not wanted
    if (!options.quantities) return roles;
    roles.colour = find_colours(names);
    for (const int field : roles.colour)
        if (holds(roles.coordinates, field)) return roles.colour.clear(), roles;
    std::vector<int> taken = roles.coordinates;
    taken.insert(taken.end(), roles.colour.begin(), roles.colour.end());
    if (!roles.colour.empty())
        for (const char* alpha : {"alpha", "diffuse_alpha", "a"}) taken.push_back(column_named(names, alpha));
    roles.label = label;
    for (int field = 0; field < int(fields.size()); ++field)
        if (field == label || (!fields[std::size_t(field)].hidden && !holds(taken, field))) roles.quantities.push_back(field);
    return roles;
}

ColourScale::ColourScale(Scalar type, double maximum) {
    if (type == Scalar::f4 || type == Scalar::f8) {
        factor_ = maximum <= 1 ? 255 : 1;
    } else if (scalar_bytes(type) > 1 && maximum > 255) {
        factor_ = 1.0 / 256;
        round_ = false;
    }
}

std::uint32_t ColourScale::colour(const double* parts) const {
    std::uint32_t bytes[3];
    for (int i = 0; i < 3; ++i) {
        if (std::isnan(parts[i])) return ColourValues::missing;
        // Bytes that were declared as signed.
        const double value = (parts[i] < 0 && parts[i] >= -128 && factor_ == 1 ? parts[i] + 256 : parts[i]) * factor_ + (round_ ? 0.5 : 0);
        bytes[i] = std::uint32_t(std::clamp(value, 0.0, 255.0));
    }
    return rgb(bytes[0], bytes[1], bytes[2]);
}

std::uint32_t ColourScale::packed(double value) {
    if (!(value >= 0 && value < 4294967296.0)) return ColourValues::missing;
    const auto bits = std::uint32_t(value);
    return rgb(bits >> 16 & 255, bits >> 8 & 255, bits & 255);
}

void name_axes(DataSet& data, const std::vector<PointField>& fields, const PointRoles& roles) {
    data.axes.clear();
    for (const int field : roles.coordinates) {
        std::string name = fields[std::size_t(field)].name;
        if (name.size() == 1 && name[0] >= 'X' && name[0] <= 'Z') name[0] = char(name[0] + 32);
        data.axes.push_back(std::move(name));
    }
    const auto label = std::find(roles.quantities.begin(), roles.quantities.end(), roles.label);
    if (label != roles.quantities.end() && !data.quantities.empty()) data.set_label(int(label - roles.quantities.begin()));
}

}  // namespace neighborscope
