#include "app/session/workbench/workbench_state.hpp"

namespace neighborscope {

void ClassControls::ring_rows_of(std::optional<ConfusionCell> cell) { state_.classifying.choose(cell); }

void ClassControls::pin_at_next_ringed(int direction) {
    const std::int64_t row = state_.classifying.next_ringed(direction);
    if (!state_.has_row(row)) return;
    SessionState next = state_.now();
    next.query_mode = QueryMode::pinned;
    state_.place_on_row(next, row);
    state_.set_document(std::move(next), true, "move query");
}

}  // namespace neighborscope
