#include "app/session/workbench/inspecting_controls.hpp"

#include "app/session/workbench/workbench_state.hpp"

namespace neighborscope {

void InspectingControls::inspect(bool recall) { state_.inspecting.inspect(recall); }
void InspectingControls::cancel() { state_.inspecting.cancel(); }
void InspectingControls::open(bool open) {
    state_.common.view.inspecting.open = open;
    state_.common.touch(Feature::inspecting);
}
void InspectingControls::select(const IndexRows& rows) { state_.inspecting.select(rows); }
void InspectingControls::go_to_next_selected(int direction) {
    if (const std::int64_t row = state_.inspecting.next_selected(direction); row >= 0) state_.controls.query.pin_at_row(row, true);
}

}  // namespace neighborscope
