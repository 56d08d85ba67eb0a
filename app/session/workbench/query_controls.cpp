#include "app/session/workbench/workbench_state.hpp"

namespace neighborscope {

void QueryControls::move_to(const std::vector<double>& position) {
    std::vector<double> query = state_.whole_position(position);
    if (query.empty() || (state_.now().query == query && !state_.now().query_row)) return;
    state_.common.amend([&](SessionState& next) { next.set_query(std::move(query)); });
    state_.asking.ask();
}

void QueryControls::move_to_row(std::int64_t row) {
    if (!state_.has_row(row) || state_.now().query_row == state_.loading.shown_set().file_row(row)) return;
    state_.common.amend([&](SessionState& next) { state_.place_on_row(next, row); });
    state_.asking.ask();
}

void QueryControls::pin_at(const std::vector<double>& position) {
    const std::vector<double> query = state_.whole_position(position);
    if (query.empty()) return;
    state_.change([&](SessionState& next) {
        next.query_mode = QueryMode::pinned;
        next.set_query(query);
    });
}

void QueryControls::pin_at_row(std::int64_t row, bool merge) {
    if (!state_.has_row(row)) return;
    state_.change(
        [&](SessionState& next) {
            next.query_mode = QueryMode::pinned;
            state_.place_on_row(next, row);
        },
        merge);
}

void QueryControls::pin_at_random_row() {
    if (state_.has_row(0)) pin_at_row(state_.random_other_row());
}

void QueryControls::move_by_rows(std::int64_t by) {
    if (!state_.has_row(0)) return;
    const std::int64_t count = state_.loading.shown_set().count(), row = state_.query_row_now();
    pin_at_row(row < 0 ? (by > 0 ? 0 : count - 1) : ((row + by) % count + count) % count, true);
}

void QueryControls::find_costliest() { state_.asking.find_costliest(); }

std::vector<double> QueryControls::requested_position() const {
    const SessionState& document = state_.now();
    if (document.query && !document.query_row) return *document.query;
    const std::vector<double>& asked = state_.asking.position();
    return asked.empty() ? state_.common.view.query : asked;
}

bool QueryControls::follows_mouse() const {
    return state_.now().query_mode == QueryMode::follow && !state_.now().stepping && !state_.common.view.manual_edits.on;
}

}  // namespace neighborscope
