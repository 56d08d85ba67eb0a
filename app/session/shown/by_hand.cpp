#include "app/session/shown/by_hand.hpp"

#include "app/session/text/numbers.hpp"

namespace neighborscope {

std::string ByHand::text() const {
    if (dragged >= 0) return "Moving row " + text_of_count(dragged) + ". Who enters, who leaves and which leaves split is marked.";
    if (hovered < 0) return "Click: add a point. Drag a point: move it. Right click: erase it. Esc: done.";
    return "Row " + text_of_count(hovered) + ": drag to move, right click or Delete to erase, click to ask from here.";
}

}  // namespace neighborscope
