#include "app/session/race/running_contender.hpp"

#include "app/session/document/contender.hpp"

namespace neighborscope {
namespace {

SessionState without_data() {
    SessionState session;
    session.data.clear();
    return session;
}

}  // namespace

RunningContender::RunningContender(
    std::function<void()> wake, std::shared_ptr<FairMutex> measuring_mutex, std::shared_ptr<SharedPoints> points)
    : parts_(without_data(), std::move(wake), std::move(points)) {
    parts_.asking.measure_longer(true);
    parts_.asking.share_measuring_mutex(std::move(measuring_mutex));
}

bool RunningContender::follow(const AnsweringState& first, const std::string& text) {
    parts_.common.followed_step = first.common.step();
    SessionState next = first.now();
    try {
        apply_contender(next, contender_in(text, next.method));
        refusal_.clear();
    } catch (const Error& error) {  // the text has no method, and the document's method lacks the option
        const bool known = refusal_ == error.what();
        refusal_ = error.what();
        return !known;
    }
    const SessionState& now = session();
    next.compared.clear(), next.lists.clear(), next.list_queries.clear();
    next.step = now.step, next.tick = now.tick;
    const bool other_data = first.loading.data && first.loading.data != parts_.loading.data && first.loading.is_current();
    const Moving& moved = first.common.view.moving;
    const bool other_tick = moved.available && view().moving.available && moved.tick != followed_tick_;
    if (next == now && !other_data && !other_tick) return false;
    const bool opens_steps = next.stepping != now.stepping;
    parts_.common.amend([&](SessionState& state) { state = next; });
    if (opens_steps) parts_.asking.record();
    if (other_data) {
        parts_.loading.take_data_of(first.loading);
        followed_tick_ = -1;
        return true;
    }
    parts_.asking.refresh();
    parts_.faces.refresh();
    if (other_tick) parts_.moving.go_to(followed_tick_ = moved.tick);
    parts_.asking.ask();
    parts_.stepping.refresh();
    return true;
}

bool RunningContender::poll() {
    parts_.common.reset_wake();
    parts_.take_results();
    parts_.classify();
    shown().manual_edits.erased = std::int64_t(session().edits.erased.size());  // explains missing points
    return parts_.end_poll(first_of({parts_.loading_progress(), parts_.asking.progress()}));
}

void RunningContender::cancel() {
    bool stopped = parts_.classifying.cancel() || parts_.moving.cancel();
    if (!stopped && parts_.faces.cancel()) parts_.asking.ask(), stopped = true;
    if (!stopped && parts_.loading.cancel_load()) parts_.asking.ask();
    else if (!stopped) parts_.asking.cancel();
    parts_.common.touch(Feature::status);
}

}  // namespace neighborscope
