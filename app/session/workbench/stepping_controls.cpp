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

void SteppingControls::ask_why() { state_.stepping.ask_why(); }
void SteppingControls::close_why() { state_.stepping.close_why(); }

}  // namespace neighborscope
