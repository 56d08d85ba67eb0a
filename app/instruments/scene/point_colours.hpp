// The colour of every point, and what the legend says about it.
#pragma once
#include "app/session/shown/classifying.hpp"
#include "app/session/shown/colouring.hpp"
#include "render/palette.hpp"

namespace neighborscope {

/// The colours of all points, and what a legend says about them. Colours are as ColourValues has them.
struct PointColours {
    struct Class {
        std::string word;
        std::int64_t count = 0;
        std::uint32_t colour = 0;
    };
    ColourWay way;
    std::string name;            ///< of the quantity
    std::vector<Class> classes;  ///< of words: the most frequent, then "other", then "missing"; empty for a ramp and colours of their own
    double low = 0, high = 0;    ///< numbers: the ends of the ramp, the 1st and the 99th percentile
    double least = 0, most = 0;  ///< the extremes, which may lie beyond
    std::int64_t missing = 0;    ///< numbers: points without one
    std::vector<std::uint32_t> rgba;  ///< [count]; empty: plain

    bool own = false;  ///< they are the points' own: there is nothing to explain

    bool is_ramp() const { return classes.empty() && !own && !rgba.empty(); }
};

/// What the quantity says of itself (Quantity::shades) in the colours of a theme. Ways of work: PointLayer.
PointColours colour_points(const DataSet&, const ColourWay&, render::Theme);

/// The colour that the points of a class have where they are coloured by it.
render::Colour class_colour(render::Theme, ClassShade);

/// Opaque, as ColourValues has them.
std::uint32_t packed(const render::Colour&);

}  // namespace neighborscope
