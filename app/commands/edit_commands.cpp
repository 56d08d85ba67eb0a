// Commands for points changed by hand: the mode of the mouse, erasing, reverting all.
#include "app/commands/menu.hpp"
#include "app/session/workbench/edit_controls.hpp"

namespace neighborscope {

void add_edit_commands(Commands& commands, Workbench& workbench) {
    const auto manual_edits = [&workbench]() -> const ManualEdits& { return workbench.view().manual_edits; };
    const Menu menu{commands, "Edit"};
    menu.add(
        "points.edit", "Edit points", "H",
        "Change points by hand: click to add a point, drag a point to move it, right-click a point to erase it. The changes are marked. "
        "Press Esc to end.",
        [&workbench, manual_edits] { workbench.edits().use_mouse(!manual_edits().on); },
        [manual_edits]() -> Refusal { return manual_edits().refusal; }, [manual_edits] { return manual_edits().on; });
    menu.add(
        "points.erase", "Erase the point", "Del, Backspace", "While you edit points: erase the point under the mouse.",
        [&workbench, manual_edits] { workbench.edits().erase(manual_edits().hovered); },
        refuse_unless([manual_edits] { return manual_edits().hovered >= 0; }, "no point is under the mouse",
            refuse_unless([manual_edits] { return manual_edits().on; }, "points are not being edited; choose Edit points (H)")));
    menu.add(
        "points.take_back", "Undo all edits", "", "Undo all changes made by hand, as one step.",
        [&workbench] { workbench.edits().erase_all_edits(); },
        refuse_unless([manual_edits] { return manual_edits().any(); }, "no point was changed by hand"));
}

}  // namespace neighborscope
