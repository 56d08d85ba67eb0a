// By what the points are coloured, and with which colours: what picture, legend and lists of choices have in common.
#pragma once
#include "app/data/data_set.hpp"
#include "render/palette.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace neighborscope {

/// One way to colour the points of some data.
struct ColourWay {
    enum class Kind { plain, file, attribute } kind = Kind::plain;
    int attribute = -1;  ///< of DataSet::attributes
    std::string value;   ///< as the document says it: "plain", "file", "label", "magnitude"; "column:NAME" where NAME is one of these words
    std::string title;   ///< for people: "plain", "colours of the file", "species (label)", "magnitude"

    bool operator==(const ColourWay&) const = default;
};

/// All ways there are, plain first. Words that name single points (the title, other words that never repeat) are none.
std::vector<ColourWay> colour_ways(const DataSet&);
/// The way that the document's word names: "label" and the label's own name are the same. Nothing when there is none.
std::optional<std::size_t> find_colour_way(const std::vector<ColourWay>&, const DataSet&, const std::string& wanted);
/// What is shown: `wanted`, or, for "" and what these data do not have, the first there is of the file's colours, the label, plain.
std::size_t shown_colour_way(const std::vector<ColourWay>&, const DataSet&, const std::string& wanted);

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

    bool is_ramp() const { return way.kind == ColourWay::Kind::attribute && classes.empty() && !rgba.empty(); }
};

constexpr std::size_t most_classes = render::category_count;  ///< words with a colour of their own

/// Numbers that are classes in truth (whole, of at most as many values as there are colours, or the label's) are treated as words.
/// Percentiles of more than a million numbers are those of a million of them, evenly chosen.
PointColours colour_points(const DataSet&, const ColourWay&, render::Theme);

/// An attribute's value for people: whole numbers in full, others with six digits; "" where missing.
std::string attribute_text(const Attribute&, std::int64_t row);

}  // namespace neighborscope
