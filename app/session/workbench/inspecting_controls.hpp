// Controls of the inspection of an index of another library.
#pragma once
#include "app/session/shown/inspecting.hpp"
#include "app/session/workbench/controls.hpp"

namespace neighborscope {

/// Results are in view().inspecting.
class InspectingControls : public Controls {
public:
    using Controls::Controls;

    /// Finds the health of the index in the background; with `recall` also what a sample of its rows, as queries, find and miss.
    void inspect(bool recall);
    void cancel();
    void open(bool);                          ///< shows or hides the panels
    void select(const IndexRows&);            ///< these rows are ringed in the view; none: no rows
    void go_to_next_selected(int direction);  ///< pins the query on the next selected row, or the previous one, cyclically
};

}  // namespace neighborscope
