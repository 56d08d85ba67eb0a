// Points that a person adds, moves and erases, as panels show them.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace neighborscope {

/// Points changed by hand: what a panel, a bar in the view and the pointer say and do.
struct ManualEdits {
    bool on = false;                     ///< the mouse changes points
    std::optional<std::string> refusal;  ///< why it cannot
    std::int64_t added = 0, moved = 0, erased = 0;
    std::int64_t hovered = -1;         ///< file row of the point under the mouse; -1: there is none
    std::int64_t dragged = -1;         ///< the one that is being moved
    std::string label_name;            ///< of the column that is a point's class; "": points have none
    std::vector<std::string> labels;   ///< the classes, most frequent first; if there are very many, not all
    bool labels_are_numbers = false;   ///< the column holds numbers, so other texts are refused
    std::optional<std::string> label;  ///< that a new point gets; none: that of the nearest point
    bool operator==(const ManualEdits&) const = default;
    bool any() const { return added + moved + erased > 0; }
    std::string text() const;  ///< what mouse and keys do now, as a sentence
};

}  // namespace neighborscope
