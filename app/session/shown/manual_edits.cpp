#include "app/session/shown/manual_edits.hpp"

#include "app/session/text/numbers.hpp"

namespace neighborscope {

std::string ManualEdits::text() const {
    if (dragged >= 0)
        return "Moving row " + text_of_count(dragged) + ". New neighbours, former neighbours and leaves that split are marked.";
    if (hovered < 0) return "Click to add a point. Drag a point to move it. Right-click a point to erase it. Press Esc to end.";
    return "Row " + text_of_count(hovered) + ": drag to move it, right-click or press Delete to erase it, click to make it the query.";
}

}  // namespace neighborscope
