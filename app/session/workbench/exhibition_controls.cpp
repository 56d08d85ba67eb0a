#include "app/session/workbench/workbench_state.hpp"

#include <algorithm>

namespace neighborscope {
namespace {

Clock::time_point in_seconds(double seconds) {
    return Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

}  // namespace

void ExhibitionControls::run(bool begins, Pauses pauses) {
    running_.reset();
    if (begins) running_ = Running{pauses, in_seconds(pauses.between), state_.asking.number()};
    state_.common.view.exhibiting = begins;
    state_.common.touch(Feature::status);
}

/// Moves the query to another row when it is time, unless somebody else has moved it.
void ExhibitionControls::move_query() {
    if (!running_) return;
    if (state_.asking.number() != running_->asked)
        running_->next = in_seconds(running_->pauses.after_visitor), running_->asked = state_.asking.number();
    if (Clock::now() < running_->next || !state_.has_row(0) || state_.asking.busy()) return;
    state_.common.amend([&](SessionState& next) {
        next.query_mode = QueryMode::pinned;
        next.query_picture.clear(), next.query_crop.reset();
        state_.place_on_row(next, state_.random_other_row());
    });
    state_.faces.refresh();
    state_.asking.ask();
    running_->next = in_seconds(running_->pauses.between), running_->asked = state_.asking.number();
}

std::optional<double> ExhibitionControls::seconds_to_next() const {
    if (!running_) return std::nullopt;
    return std::max(0.01, std::chrono::duration<double>(running_->next - Clock::now()).count());
}

}  // namespace neighborscope
