// The ways to colour points, shared by pictures, legends and menus.
#pragma once
#include "app/data/points/data_set.hpp"

#include <optional>
#include <string>
#include <vector>

namespace neighborscope {

/// One way to colour the points of some data.
struct ColourWay {
    /// `leaves` and `distances` show the work of each point's query in a self-join, `device` which of several devices holds the point. From
    /// `level` on, what the index that the points are of
    /// says about a row: of a graph its highest level, its links at level 0, those that lead to it, whether a search can reach it, whether
    /// it is a hub; of inverted lists its list.
    enum class Kind { plain, quantity, leaves, distances, device, level, links_out, links_in, reachable, hubs, list } kind = Kind::plain;
    int quantity = -1;  ///< index into DataSet::quantities
    std::string
        value;  ///< in the document: "plain", "file", "label", "magnitude", "query-leaves"; "column:NAME" where NAME is one of these words
    std::string title;  ///< for people: "plain", "the file's", "species (label)", "magnitude"

    bool of_work() const { return kind == Kind::leaves || kind == Kind::distances; }
    bool of_index() const { return kind >= Kind::level; }
    bool operator==(const ColourWay&) const = default;
};

/// How the points of the present data can be coloured, and how they are.
struct Colouring {
    std::vector<ColourWay> ways;  ///< empty before data are loaded
    std::size_t shown = 0;
    bool operator==(const Colouring&) const = default;
};

/// All ways to colour these data, plain first. Columns of words that never repeat, such as titles, are left out.
std::vector<ColourWay> colour_ways(const DataSet&);
/// The ways that show the work of each point's query, for methods that count work.
const std::vector<ColourWay>& work_colour_ways();
/// The way that shows which device holds each point, for methods whose points several devices share.
const ColourWay& device_colour_way();
/// Finds the way with this value. "label" and the name of the label column are the same way. Nothing if there is none.
std::optional<std::size_t> find_colour_way(const std::vector<ColourWay>&, const DataSet&, const std::string& wanted);
/// The way that is shown: `wanted`. If that is "" or these data lack it: the file's colours, else the label, else plain.
std::size_t shown_colour_way(const std::vector<ColourWay>&, const DataSet&, const std::string& wanted);

}  // namespace neighborscope
