#include "app/session/workbench/workbench_state.hpp"

namespace neighborscope {

void MovingControls::play(bool on) { state_.moving.play(on); }

void MovingControls::go_to_tick(std::int64_t tick) {
    if (!state_.common.view.moving.available) return;
    state_.moving.stop();
    state_.moving.go_to(tick);
}

void MovingControls::set_speed(double ticks_per_second) { state_.moving.set_speed(ticks_per_second); }
void MovingControls::set_loop(bool on) { state_.moving.set_loop(on); }
void MovingControls::seek_rebuild(bool on, std::int64_t at_most) { state_.moving.seek_rebuild(on, at_most); }

}  // namespace neighborscope
