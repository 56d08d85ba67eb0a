// Computes the colour of every point, and the description for the legend.
#pragma once
#include "app/session/shown/classifying.hpp"
#include "app/session/shown/colouring.hpp"
#include "render/palette.hpp"

namespace neighborscope {

namespace inspect {
struct GraphRows;  // app/inspect/graph_rows.hpp
}

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

    bool own = false;   ///< the data have the colours themselves, so there is no legend
    std::string faint;  ///< what rows that are faint have in common, for the legend: "not allowed"; "": none is

    bool is_ramp() const { return way.kind != ColourWay::Kind::plain && classes.empty() && !own && !rgba.empty(); }
};

/// Maps the quantity's shades (Quantity::shades) to colours of a theme. PointLayer handles colours by work.
PointColours colour_points(const DataSet&, const ColourWay&, render::Theme);

/// Gives a colour near the view's to rows that are deleted, that the filter does not allow, or that are not on this level of the graph.
/// Level 0 has all rows. `graph`: null without one.
void make_faint(PointColours&, const DataSet&, const inspect::GraphRows* graph, int level, render::Theme);

/// The colour of a faint row, of which this is the colour otherwise.
render::Colour faint_colour(render::Theme, const render::Colour&);

/// The colour of the points of a class.
render::Colour class_colour(render::Theme, ClassShade);

/// Packs an opaque colour as in ColourValues.
std::uint32_t packed(const render::Colour&);

}  // namespace neighborscope
