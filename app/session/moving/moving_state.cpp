#include "app/session/moving/moving_state.hpp"

namespace neighborscope {
namespace {

constexpr double shortest_look = 1.0 / 240;       // seconds between two polls
constexpr double asked_ahead = 1.0 / 240;         // seconds in advance that a tick is requested
constexpr std::size_t max_rebuilds_seen = 10000;  // more than the slider has pixels
constexpr double nobody_draws = 0.25;             // seconds without a frame: the window is hidden
constexpr std::int64_t max_ticks_walked = 500;
constexpr double max_moves_walked = 3e7;  // points times ticks: takes seconds on two cores

std::string index_text(const std::optional<IndexUpdate>& index_update, std::int64_t tick) {
    if (!index_update) return {};
    if (!index_update->created) return "kept";
    return index_update->why.empty() || tick == 0 ? "made" : "rebuilt: " + index_update->why;
}

}  // namespace

void MovingState::reset() {
    const Moving before = std::exchange(shown_, {});
    if (const Motion* motion = loading_.data->set.motion.get()) {
        shown_.available = true;
        shown_.ticks = motion->ticks();
        shown_.number = motion->tick_number(0);
    }
    shown_.max_bytes = TickCache::max_bytes;
    shown_.loop = before.loop;
    shown_.speed = before.speed;
    wanted_tick_ = asked_tick_ = 0;
    tick_after_index_.reset();
    if (shown_.available) open_at(common_.now().tick, common_.now().index_tick);
    index_tick_ = wanted_tick_;
    note_tick(wanted_tick_);
    tick_drawn_ = true;
    common_.touch(Feature::moving);
}

/// Writes the tick, and that of the index, into the document, without an undo step.
void MovingState::note_tick(std::int64_t tick) {
    if (tick_after_index_ || !loading_.is_current()) return;
    const std::int64_t of_index = index_tick_ == tick ? -1 : index_tick_;
    if (common_.now().tick != tick || common_.now().index_tick != of_index)
        common_.amend([&](SessionState& next) { next.tick = tick, next.index_tick = of_index; });
}

void MovingState::keep_tick() {
    if (shown_.available != bool(loading_.data->set.motion)) return reset();  // edited points do not move
    if (!shown_.available) return;
    const std::int64_t count = loading_.data->set.count();
    if (wanted_tick_ <= max_ticks_walked && double(wanted_tick_) * double(count) <= max_moves_walked) return;
    common_.show_message("tick " + text_of_count(wanted_tick_ + 1) + " of " + text_of_count(count) +
                         " points takes long to compute again: the points are at their first tick");
    wanted_tick_ = 0;
    tick_after_index_.reset();
}

bool MovingState::return_to_first_tick() {
    if (wanted_tick_ == 0) return false;
    tick_after_index_.reset();
    common_.show_message("stopped before tick " + text_of_count(wanted_tick_ + 1) + ": the points are at their first tick");
    wanted_tick_ = 0;
    return true;
}

void MovingState::take(const Answer& answer) {
    if (!shown_.available) return;
    if (answer.request.tick != shown_.tick) tick_began_ = Clock::now();
    shown_.tick = answer.request.tick;
    shown_.number = loading_.data->set.motion->tick_number(answer.request.tick);
    shown_.first = answer.cached_ticks.first;
    shown_.last = answer.cached_ticks.last;
    shown_.held_bytes = answer.cached_ticks.bytes;
    shown_.index = index_text(answer.index_update, answer.request.tick);
    shown_.rebuilds = answer.index_update ? answer.index_update->rebuilds : 0;
    if (answer.request.tick != shown_.compared.tick) shown_.before = shown_.compared;
    if (answer.request.tick != shown_.compared.tick || !shown_.index.empty())
        shown_.compared = {answer.request.tick, shown_.index, answer.index_update ? answer.index_update->last_computations : 0,
            answer.index_update ? answer.index_update->median_computations : 0,
            answer.index_update ? answer.index_update->computation_limit : 0};
    take_index_update(answer);
    if (!answer.index_update || answer.index_update->created) index_tick_ = answer.request.tick;
    note_tick(answer.request.tick);
    if (tick_after_index_ && answer.request.tick == wanted_tick_) wanted_tick_ = *std::exchange(tick_after_index_, std::nullopt);
    taken_at_ = Clock::now();
    tick_drawn_ = false;
    common_.touch(Feature::moving);
}

/// Notes a rebuild of the index, which ends seeking.
void MovingState::take_index_update(const Answer& answer) {
    const SearchRequest& request = answer.request;
    std::vector<std::string> key = request.index_key(answer.resident->upload);
    auto& seen = shown_.seen_rebuilds;
    if (key != index_key_) {
        index_key_ = std::move(key);
        seen.clear();
    }
    const bool anew = answer.index_update && answer.index_update->created && !answer.index_update->why.empty() && request.tick > 0;
    if (anew) {
        const auto at = std::lower_bound(
            seen.begin(), seen.end(), request.tick, [](const Moving::Rebuild& rebuild, std::int64_t tick) { return rebuild.tick < tick; });
        if (at != seen.end() && at->tick == request.tick) at->why = answer.index_update->why;
        else seen.insert(at, {request.tick, answer.index_update->why});
        if (seen.size() > max_rebuilds_seen) seen.erase(seen.begin());
    }
    const std::string tick = text_of_count(request.tick);
    if (!shown_.seeking) return;
    if (request.tick == wanted_tick_ && shown_.seek_ticks > 0 && anew)
        end_seeking("tick " + tick + ": index rebuilt: " + answer.index_update->why);
    else if (!answer.index_update) end_seeking("this method keeps no index");
    else if (request.tick == wanted_tick_ && shown_.seek_ticks >= shown_.seek_at_most)
        end_seeking(text_of_count(shown_.seek_ticks) + " ticks without a rebuild, to tick " + tick +
                    ": the work of this query never grew by rebuild-factor within a few ticks");
}

void MovingState::end_seeking(const std::string& sentence) {
    shown_.seeking = false;
    common_.touch(Feature::moving);
    common_.show_message(sentence);
}

bool MovingState::cancel() {
    if (!shown_.seeking) return false;
    wanted_tick_ = asked_tick_;  // requested already
    end_seeking("stopped at tick " + text_of_count(wanted_tick_));
    return true;
}

std::optional<ProgressCard> MovingState::progress() const {
    const double seconds = seconds_since(seeking_since_);
    if (!shown_.seeking || seconds < 0.2) return std::nullopt;
    const std::int64_t left = shown_.ticks > 0 ? shown_.ticks - 1 - wanted_tick_ : shown_.seek_at_most;
    return ProgressCard{"Moving to the next rebuild of the index", double(shown_.seek_ticks),
        double(std::min(shown_.seek_at_most, shown_.seek_ticks + left)), seconds, "ticks"};
}

/// The tick shown was drawn, or the window is hidden.
bool MovingState::seen() const { return tick_drawn_ || seconds_since(taken_at_) > nobody_draws; }

/// Seconds until the next tick during playback.
double MovingState::seconds_to_due() const { return std::max(0.0, 1 / shown_.speed - seconds_since(tick_began_)); }

bool MovingState::can_show(const Answer& answer) {
    answer_waits_ = shown_.playing && answer.request.tick != shown_.tick && (!seen() || seconds_to_due() > 0);
    return !answer_waits_;
}

bool MovingState::poll() {
    if (!shown_.available || loading_.adjusting.under_way) return false;
    const bool due = seconds_to_due() <= asked_ahead;
    if (shown_.tick == wanted_tick_ && (shown_.seeking ? seen() : shown_.playing && due)) {
        if (shown_.ticks == 0 || wanted_tick_ + 1 < shown_.ticks) {
            ++wanted_tick_;
            if (shown_.seeking) ++shown_.seek_ticks, common_.touch(Feature::moving);
        } else if (shown_.seeking) {
            end_seeking("no rebuild up to the last tick, " + text_of_count(shown_.ticks));
        } else if (shown_.loop && shown_.ticks > 1) {
            wanted_tick_ = 0;
        } else {
            shown_.playing = false;
            common_.touch(Feature::moving);
        }
    }
    if (wanted_tick_ == asked_tick_) return false;
    return true;
}

void MovingState::play(bool on) {
    if (!shown_.available) return;
    shown_.seeking = false;
    if (on && shown_.ticks > 0 && wanted_tick_ + 1 >= shown_.ticks) wanted_tick_ = 0;
    shown_.playing = on;
    common_.touch(Feature::moving);
}

void MovingState::open_at(std::int64_t tick, std::int64_t index_tick) {
    go_to(tick);
    if (index_tick < 0 || index_tick == wanted_tick_) return;
    const std::int64_t last = wanted_tick_;
    go_to(index_tick);
    tick_after_index_ = last;
}

void MovingState::go_to(std::int64_t tick) {
    tick_after_index_.reset();
    const std::int64_t last = shown_.ticks > 0 ? shown_.ticks - 1 : std::max(tick, std::int64_t(0));
    wanted_tick_ = std::clamp<std::int64_t>(tick, 0, last);
    common_.touch(Feature::moving);
}

void MovingState::seek_rebuild(bool on, std::int64_t at_most) {
    shown_.seeking = on && shown_.available && !shown_.index.empty();
    shown_.playing = false;
    shown_.seek_ticks = 0;
    shown_.seek_at_most = at_most;
    seeking_since_ = Clock::now();
    common_.touch(Feature::moving);
    common_.show_message("");
}

std::optional<double> MovingState::seconds_to_next() const {
    const bool asks = wanted_tick_ != asked_tick_;
    if (!shown_.available || (!shown_.playing && !shown_.seeking && !asks)) return std::nullopt;
    if (answer_waits_ && seen()) return seconds_to_due();
    if (shown_.playing && !shown_.seeking && !asks && shown_.tick == wanted_tick_) return std::max(0.0, seconds_to_due() - asked_ahead);
    return shortest_look;
}

}  // namespace neighborscope
