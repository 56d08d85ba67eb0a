// What is counted of a tree: how full and how deep its leaves are and, when every point asks, what that takes. The instrument in the view
// draws it as charts, the panel writes it as a table.
#pragma once
#include "app/session/shown/tree_facts.hpp"
#include "render/scene.hpp"

namespace neighborscope::panels {

/// A bar for each number or range of numbers.
struct TreeChart {
    render::CellNumber of;
    std::vector<LeafBar> bars;
    std::int64_t all = 0;   ///< of what is counted
    std::string note = {};  ///< "heaviest 2.3 × mean"

    std::string help() const;
    const char* command() const;                      ///< that colours the leaves by it; null: none does
    std::string text_of(const LeafBar&) const;        ///< "level 3", "9 – 16 objects"
    std::string count_text(std::int64_t) const;       ///< "12 leaves"
    std::string long_text_of(const LeafBar&) const;   ///< "leaves with 9 – 16 objects"
    std::string short_text_of(const LeafBar&) const;  ///< "9 – 16 objects", for a narrow table
    std::string percent_of(const LeafBar&) const;     ///< "12.5": how many of all
    /// Up to which number leaves stand out for a bar: of an iteration those whose queries visit at least as many leaves.
    int marked_to(const LeafBar&) const;
};
/// Those that have something to count.
std::vector<TreeChart> tree_charts(const TreeFacts&);
const char* title_of(render::CellNumber);  ///< "Points in a leaf"

}  // namespace neighborscope::panels
