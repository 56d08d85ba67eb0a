// The ways to colour points, shared by pictures, legends and menus.
#pragma once
#include "app/data/points/data_set.hpp"

#include <optional>
#include <string>
#include <vector>

namespace neighborscope {

/// One way to colour the points of some data.
struct ColourWay {
    /// The last two: the work of each point's query in a self-join.
    enum class Kind { plain, quantity, leaves, distances } kind = Kind::plain;
    int quantity = -1;  ///< of DataSet::quantities
    std::string
        value;  ///< as the document says it: "plain", "file", "label", "magnitude", "query-leaves"; "column:NAME" where NAME is one of these words
    std::string title;  ///< for people: "plain", "the file's", "species (label)", "magnitude"

    bool of_work() const { return kind == Kind::leaves || kind == Kind::distances; }
    bool operator==(const ColourWay&) const = default;
};

/// How the points of the present data can be coloured, and are.
struct Colouring {
    std::vector<ColourWay> ways;  ///< empty before there are data
    std::size_t shown = 0;
    bool operator==(const Colouring&) const = default;
};

/// All ways there are, plain first. Words that name single points (the title, other words that never repeat) are none.
std::vector<ColourWay> colour_ways(const DataSet&);
/// The ways by the work of each point's query, for methods that count it.
const std::vector<ColourWay>& work_colour_ways();
/// The way that the document's word names: "label" and the label's own name are the same. Nothing when there is none.
std::optional<std::size_t> find_colour_way(const std::vector<ColourWay>&, const DataSet&, const std::string& wanted);
/// What is shown: `wanted`, or, for "" and what these data do not have, the first there is of the file's colours, the label, plain.
std::size_t shown_colour_way(const std::vector<ColourWay>&, const DataSet&, const std::string& wanted);

}  // namespace neighborscope
