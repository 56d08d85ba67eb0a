// Controls of classification by the votes of neighbours.
#pragma once
#include "app/session/shown/classifying.hpp"
#include "app/session/workbench/controls.hpp"

#include <optional>

namespace neighborscope {

/// Results are in view().classes.
class ClassControls : public Controls {
public:
    using Controls::Controls;

    void ring_rows_of(std::optional<ConfusionCell>);  ///< none: rings all misclassified rows; no undo step
    /// Pins the query on the next ringed row (1) or the previous one (-1), and excludes the row from its own neighbours. Successive calls
    /// are one undoable step.
    void pin_at_next_ringed(int direction);
};

}  // namespace neighborscope
