#include "app/session/sentences/explain_row.hpp"
#include "app/session/workbench/workbench_state.hpp"

namespace neighborscope {

void SteppingControls::open(bool on, std::int64_t position) {
    state_.stepping.open(on, position);
    state_.asking.record();
}

void SteppingControls::go_to(std::int64_t position) {
    state_.stepping.step_to(position);
    state_.race.follow_step();
}

void SteppingControls::jump(Jump where) {
    state_.stepping.jump(where);
    state_.race.follow_step();
}

void SteppingControls::play(bool on) {
    if (state_.race.ready()) state_.race.play(on);
    else state_.stepping.play(on);
}

void SteppingControls::set_speed(double steps_per_second) { state_.stepping.set_speed(steps_per_second); }
void SteppingControls::set_loop(bool on) { state_.stepping.set_loop(on); }
void SteppingControls::set_every_step(bool on) { state_.stepping.set_every(on); }

void SteppingControls::point_in_list(std::int64_t row) { state_.stepping.point_in_list(row); }

void SteppingControls::ask_why() {
    const std::optional<std::int32_t> unexplained = state_.stepping.ask_why();
    const ViewModel& view = state_.common.view;
    const MethodInfo* const method = view.info_of(state_.now().method);
    if (!view.why || view.why->row < 0 || !method) return;
    const std::int64_t row = view.why->row;
    const auto& missed = view.exactness.missed;
    const bool is_missed = std::any_of(missed.begin(), missed.end(), [&](const NeighbourRow& one) { return one.row == row; });
    state_.stepping.add_to_why(row, explain_row(view, *method, row, is_missed || unexplained));
    if (unexplained && method->supports.approximate) state_.asking.explain_row(*unexplained);
}
void SteppingControls::close_why() { state_.stepping.close_why(); }

}  // namespace neighborscope
