// The colour of every point, and what the legend says about it.
#pragma once
#include "app/session/colouring.hpp"

namespace neighborscope {

/// The colours of all points, and what a legend says about them. Colours are as DataSet::colours has them.
struct PointColours {
    struct Class {
        std::string word;
        std::int64_t count = 0;
        std::uint32_t colour = 0;
    };
    ColourWay way;
    std::string name;                 ///< of the attribute
    std::vector<Class> classes;       ///< words: the most frequent, then "other", then "missing"; empty for numbers and colours of the file
    double low = 0, high = 0;         ///< numbers: the ends of the ramp, the 1st and the 99th percentile
    double least = 0, most = 0;       ///< the extremes, which may lie beyond
    std::int64_t missing = 0;         ///< numbers: points without one
    std::vector<std::uint32_t> rgba;  ///< [count]; empty: plain

    bool is_ramp() const { return (way.kind == ColourWay::Kind::attribute || way.of_work()) && classes.empty() && !rgba.empty(); }
};

/// Numbers that are classes in truth (whole, of at most as many values as there are colours, or the label's) are treated as words.
/// Percentiles of more than a million numbers are those of a million of them, evenly chosen. Ways of work: PointLook.
PointColours colour_points(const DataSet&, const ColourWay&, render::Theme);

/// Opaque, as DataSet::colours has them.
std::uint32_t packed(const render::Colour&);

}  // namespace neighborscope
