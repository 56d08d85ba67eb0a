// Curves of what methods take along n, k, queries, dimensions or an option.
#pragma once
#include "app/session/workbench/controls.hpp"

#include <cstddef>

namespace neighborscope {

/// What the document asks is measured in the background; what is shown is view().curves.
class CurveControls : public Controls {
public:
    using Controls::Controls;

    void measure();  ///< goes on with what was stopped, else from the beginning. Nothing happens where that is refused.
    void stop();     ///< what is measured stays
    void forget();
    /// Asks as one point of the curve shown: its method, with the k, the n or the option that it has there. One undoable step.
    void apply_curve_point(std::size_t line, std::size_t place);
};

}  // namespace neighborscope
