#include "app/session/workbench/workbench_state.hpp"

namespace neighborscope {

void PointControls::write(const std::string& path) { state_.loading.write_points(path); }

void PointControls::ask_columns() { state_.loading.ask_columns(); }

std::optional<ColumnChoice> PointControls::take_columns() { return state_.loading.take_columns(); }

void PointControls::choose_columns(const ColumnChoice& choice) {
    state_.change([&](SessionState& next) { next.columns = choice.columns(), next.label = choice.label(); });
}

}  // namespace neighborscope
