// Points changed by hand: the mode of the mouse, erasing, taking all back.
#include "app/commands/menu.hpp"
#include "app/session/workbench/edit_controls.hpp"

namespace neighborscope {

void add_edit_commands(Commands& commands, Workbench& workbench) {
    const auto by_hand = [&workbench]() -> const ByHand& { return workbench.view().by_hand; };
    const Menu menu{commands, "Edit"};
    menu.add(
        "points.edit", "Edit points", "H",
        "Change points by hand: click to add a point, drag a point to move it, right-click a point to erase it. The changes are marked. "
        "Press Esc to end.",
        [&workbench, by_hand] { workbench.edits().use_mouse(!by_hand().on); }, [by_hand]() -> Refusal { return by_hand().refusal; },
        [by_hand] { return by_hand().on; });
    menu.add(
        "points.erase", "Erase the point", "Del, Backspace", "While you edit points: erase the point under the mouse.",
        [&workbench, by_hand] { workbench.edits().erase(by_hand().hovered); },
        unless([by_hand] { return by_hand().hovered >= 0; }, "no point is under the mouse",
            unless([by_hand] { return by_hand().on; }, "points are not being edited; choose Edit points (H)")));
    menu.add(
        "points.take_back", "Undo all edits", "", "Undo all changes made by hand, as one step.",
        [&workbench] { workbench.edits().take_back_all(); }, unless([by_hand] { return by_hand().any(); }, "no point was changed by hand"));
}

}  // namespace neighborscope
