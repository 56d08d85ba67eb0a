// Assigns roles to the named fields of a point (properties of PLY, fields of PCD, parts of a LAS record): coordinates, colours, label,
// quantities. Shared by the formats of point clouds.
#pragma once
#include "app/data/load/quantities.hpp"
#include "app/data/load/scalars.hpp"
#include "app/data/points/data_set.hpp"

#include <array>
#include <string>
#include <vector>

namespace neighborscope {

struct PointField {
    std::string name;
    Scalar type = Scalar::f8;            ///< as the file declares it; determines a colour's range
    bool hidden = false;                 ///< padding: neither chosen nor shown
    std::string (*word)(int) = nullptr;  ///< the word for a code from 0 to 255
};

/// Indices of fields.
struct PointRoles {
    std::vector<int> coordinates;
    std::vector<int> colour;      ///< red, green, blue; or one field with all of them as 0xRRGGBB; or none
    std::vector<int> quantities;  ///< in the order of the file
    int label = -1;               ///< one of `quantities`

    /// Returns all fields to be read: the coordinates; with `further` followed by quantities and colours.
    std::vector<int> wanted(bool further) const;
};

/// Coordinates are chosen by `options.columns`, else x, y (and z) by name; colours by name (red, green, blue; r, g, b; diffuse_red...; rgb
/// or rgba packed); the label by `options.label` ("none": none), else by name (label, class, classification, with or without scalar_ before
/// it). All other fields are quantities. Without `options.quantities` only coordinates. An input Error if there is no x or y, a usage Error
/// for columns that do not exist.
PointRoles find_roles(const std::string& path, const std::vector<PointField>&, const LoadOptions& options);

/// Converts numbers to colours from 0 to 255: floats from 0 to 1, bytes, or 16 bits. Bytes in wider fields are recognised by their maximum.
class ColourScale {
public:
    ColourScale() = default;
    /// `maximum` of the components, without NaN and infinity.
    ColourScale(Scalar type, double maximum);
    /// [3] red, green, blue; NaN is missing.
    std::uint32_t colour(const double* parts) const;
    /// 0xRRGGBB, higher bits are ignored; NaN is missing.
    static std::uint32_t packed(double);

private:
    double factor_ = 1;
    bool round_ = true;
};

/// Names the axes by their fields ("X" becomes "x") and sets the label.
void name_axes(DataSet&, const std::vector<PointField>&, const PointRoles&);

}  // namespace neighborscope
