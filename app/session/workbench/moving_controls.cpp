#include "app/session/sentences/search_texts.hpp"
#include "app/session/workbench/workbench_state.hpp"

namespace neighborscope {

/// Says so if a page of a lesson waits for its prediction, which the next ticks would answer.
bool MovingControls::waits() {
    if (state_.common.view.page_waits) state_.common.show_message(answer_first);
    return state_.common.view.page_waits;
}

void MovingControls::play(bool on) {
    if (!on || !waits()) state_.moving.play(on);
}

void MovingControls::go_to_tick(std::int64_t tick) {
    if (!state_.common.view.moving.available || waits()) return;
    state_.moving.stop();
    state_.moving.go_to(tick);
}

void MovingControls::set_speed(double ticks_per_second) { state_.moving.set_speed(ticks_per_second); }
void MovingControls::set_loop(bool on) { state_.moving.set_loop(on); }
void MovingControls::seek_rebuild(bool on, std::int64_t at_most) {
    if (!on || !waits()) state_.moving.seek_rebuild(on, at_most);
}

}  // namespace neighborscope
