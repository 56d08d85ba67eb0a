// Computes the colour of every point, and the description for the legend.
#pragma once
#include "app/session/shown/classifying.hpp"
#include "app/session/shown/colouring.hpp"
#include "render/palette.hpp"

namespace neighborscope {

/// Colours of all points and their description. Colours are packed as in ColourValues.
struct PointColours {
    struct Class {
        std::string word;
        std::int64_t count = 0;
        std::uint32_t colour = 0;
    };
    ColourWay way;
    std::string name;                 ///< of the quantity
    std::vector<Class> classes;       ///< the most frequent, then "other", then "missing"; empty for a ramp or own colours
    double low = 0, high = 0;         ///< ends of the ramp: the 1st and the 99th percentile
    double least = 0, most = 0;       ///< minimum and maximum
    std::int64_t missing = 0;         ///< number of points without a value
    std::vector<std::uint32_t> rgba;  ///< [count]; empty: plain

    bool own = false;    ///< the data have the colours themselves, so there is no legend
    bool faint = false;  ///< rows that the filter does not allow are faint

    bool is_ramp() const { return way.kind != ColourWay::Kind::plain && classes.empty() && !own && !rgba.empty(); }
};

/// Maps the quantity's shades (Quantity::shades) to colours of a theme. Rows that the filter does not allow get a colour near the view's.
/// PointLayer handles colours by work.
PointColours colour_points(const DataSet&, const ColourWay&, render::Theme);

/// The colour of a row that the filter does not allow, of which this is the colour otherwise.
render::Colour faint_colour(render::Theme, const render::Colour&);

/// The colour of the points of a class.
render::Colour class_colour(render::Theme, ClassShade);

/// Packs an opaque colour as in ColourValues.
std::uint32_t packed(const render::Colour&);

}  // namespace neighborscope
