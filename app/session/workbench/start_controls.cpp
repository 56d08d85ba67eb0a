#include "app/session/workbench/start_controls.hpp"

#include "app/session/workbench/workbench_state.hpp"

#include <algorithm>

namespace neighborscope {

void StartControls::show(StartCard card, double seconds) {
    seconds_ = seconds;
    end_.reset();
    step_ = state_.common.step();
    state_.common.view.start = std::move(card);
    state_.common.touch(Feature::status);
}

void StartControls::close() {
    if (!state_.common.view.start) return;
    state_.common.view.start.reset();
    state_.common.touch(Feature::status);
}

void StartControls::close_when_expired() {
    if (!state_.common.view.start) return;
    if (!end_ && state_.common.view.data.loaded)
        end_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds_));
    if ((end_ && Clock::now() >= *end_) || state_.common.step() != step_) close();
}

std::optional<double> StartControls::seconds_to_next() const {
    if (!state_.common.view.start || !end_) return std::nullopt;
    return std::max(0.01, seconds_of(*end_ - Clock::now()));
}

}  // namespace neighborscope
