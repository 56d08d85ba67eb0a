// Points that the user adds, moves and erases, as panels show them.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace neighborscope {

/// The state of editing by hand, for panels, the bar in the view and the pointer.
struct ManualEdits {
    bool on = false;                     ///< the mouse edits points
    std::optional<std::string> refusal;  ///< why points cannot be edited
    std::int64_t added = 0, moved = 0, erased = 0;
    std::int64_t hovered = -1;         ///< file row of the point under the mouse; -1: none
    std::int64_t dragged = -1;         ///< file row of the point that is being moved; -1: none
    std::string label_name;            ///< name of the column with the classes; "": points have none
    std::vector<std::string> labels;   ///< the classes, most frequent first, up to a limit
    bool labels_are_numbers = false;   ///< the column holds numbers, so other texts are refused
    std::optional<std::string> label;  ///< class of a new point; none: that of its nearest point
    bool operator==(const ManualEdits&) const = default;
    bool any() const { return added + moved + erased > 0; }
    std::string text() const;  ///< what mouse and keys do now
};

}  // namespace neighborscope
