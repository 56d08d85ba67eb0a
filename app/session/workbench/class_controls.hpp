// Classes, by the votes of neighbours.
#pragma once
#include "app/session/shown/classifying.hpp"
#include "app/session/workbench/controls.hpp"

#include <optional>

namespace neighborscope {

/// What is shown is view().classes.
class ClassControls : public Controls {
public:
    using Controls::Controls;

    void ring_rows_of(std::optional<ConfusionCell>);  ///< none: all that are misclassified; no undo step
    /// Pins the query on the next row that is ringed, 1, or the one before, -1, and leaves the row itself out of its neighbours: one
    /// undoable step with those before.
    void pin_at_next_ringed(int direction);
};

}  // namespace neighborscope
