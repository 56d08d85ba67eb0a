// What the named fields of a point (properties of PLY, fields of PCD, parts of a LAS record) are to the program: coordinates,
// colours, the label, quantities. What the formats of point clouds share.
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
    Scalar type = Scalar::f8;            ///< as the file declares it; tells what a colour's range is
    bool hidden = false;                 ///< padding: neither chosen nor shown
    std::string (*word)(int) = nullptr;  ///< for codes from 0 to 255 that stand for words
};

/// Indices of fields.
struct PointRoles {
    std::vector<int> coordinates;
    std::vector<int> colour;      ///< red, green, blue; or one field with all of them as 0xRRGGBB; or none
    std::vector<int> quantities;  ///< in the order of the file
    int label = -1;               ///< one of `quantities`

    /// All fields to be read: the coordinates; with `further` the quantities and colours after them.
    std::vector<int> wanted(bool further) const;
};

/// Coordinates as `options.columns` chooses or x, y (and z) by name; colours by name (red, green, blue; r, g, b; diffuse_red...;
/// rgb or rgba packed); the label as `options.label` chooses ("none": none) or by name (label, class, classification, with scalar_
/// before it or not); the rest is quantities. Without `options.quantities` only coordinates. An input Error when there is no x or y, a
/// usage Error for columns that do not exist.
PointRoles find_roles(const std::string& path, const std::vector<PointField>&, const LoadOptions& options);

/// How numbers become colours from 0 to 255: floats from 0 to 1, bytes, or 16 bits. Files that hold bytes in wider fields are
/// known by their maximum.
class ColourScale {
public:
    ColourScale() = default;
    /// `maximum` of the parts seen, NaN and infinity left out.
    ColourScale(Scalar type, double maximum);
    /// [3] red, green, blue; NaN is missing.
    std::uint32_t colour(const double* parts) const;
    /// 0xRRGGBB, what is above is ignored; NaN is missing.
    static std::uint32_t packed(double);

private:
    double factor_ = 1;
    bool round_ = true;
};

/// Names the axes by their fields ("X" becomes "x") and notes which quantity is the label.
void name_axes(DataSet&, const std::vector<PointField>&, const PointRoles&);

}  // namespace neighborscope
