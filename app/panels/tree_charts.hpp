// Histograms of a tree: fill and depth of its leaves and, with a self-join, the work. The instrument draws them as charts, the panel as a
// table.
#pragma once
#include "app/session/shown/tree_facts.hpp"
#include "render/scene.hpp"

namespace neighborscope::panels {

struct TreeChart {
    render::CellNumber of;
    std::vector<LeafBar> bars;
    std::int64_t all = 0;   ///< sum of all bars
    std::string note = {};  ///< "heaviest 2.3 × mean"

    std::string help() const;
    const char* command() const;                      ///< the command that colours leaves by this number; null: none
    std::string text_of(const LeafBar&) const;        ///< "level 3", "9 – 16 objects"
    std::string count_text(std::int64_t) const;       ///< "12 leaves"
    std::string long_text_of(const LeafBar&) const;   ///< "leaves with 9 – 16 objects"
    std::string short_text_of(const LeafBar&) const;  ///< "9 – 16 objects", for a narrow table
    std::string percent_of(const LeafBar&) const;     ///< "12.5": share of `all`
    /// The largest number of the leaves to highlight for a bar. For an iteration: all leaves whose queries visit at least so many leaves.
    int marked_to(const LeafBar&) const;
};
/// The charts that are not empty.
std::vector<TreeChart> tree_charts(const TreeFacts&);
const char* title_of(render::CellNumber);  ///< "Points in a leaf"

}  // namespace neighborscope::panels
