#include "app/session/moving/moving_state.hpp"

namespace neighborscope {
namespace {

constexpr double shortest_look = 1.0 / 240;        // seconds between two looks
constexpr double asked_ahead = 1.0 / 240;          // seconds before a tick is due, so that its search does not delay it
constexpr std::size_t most_rebuilds_seen = 10000;  // the track has fewer pixels
constexpr double nobody_draws = 0.25;              // seconds: a hidden window
constexpr std::int64_t most_ticks_walked = 500;
constexpr double most_moves_walked = 3e7;  // points times ticks: seconds on two cores

std::string index_text(const std::optional<Upkeep>& upkeep, std::int64_t tick) {
    if (!upkeep) return {};
    if (!upkeep->created) return "kept";
    return upkeep->why.empty() || tick == 0 ? "made" : "rebuilt: " + upkeep->why;
}

}  // namespace

void MovingState::reset() {
    const Moving before = std::exchange(shown_, {});
    if (const Motion* motion = loading_.data->set.motion.get()) {
        shown_.available = true;
        shown_.ticks = motion->ticks();
        shown_.number = motion->tick_number(0);
    }
    shown_.most_bytes = Reel::most_bytes;
    shown_.loop = before.loop;
    shown_.speed = before.speed;
    wanted_ = asked_ = 0;
    tick_drawn_ = true;
    common_.touch(Feature::moving);
}

void MovingState::keep_tick() {
    if (shown_.available != bool(loading_.data->set.motion)) return reset();  // points changed by hand stand still
    if (!shown_.available) return;
    const std::int64_t count = loading_.data->set.count();
    if (wanted_ <= most_ticks_walked && double(wanted_) * double(count) <= most_moves_walked) return;
    common_.say("tick " + text_of_count(wanted_ + 1) + " of " + text_of_count(count) +
                " points takes long to compute again: the points are at their first tick");
    wanted_ = 0;
}

bool MovingState::back_to_first() {
    if (wanted_ == 0) return false;
    common_.say("stopped before tick " + text_of_count(wanted_ + 1) + ": the points are at their first tick");
    wanted_ = 0;
    return true;
}

void MovingState::take(const Answer& answer) {
    if (!shown_.available) return;
    if (answer.request.tick != shown_.tick) tick_began_ = Clock::now();
    shown_.tick = answer.request.tick;
    shown_.number = loading_.data->set.motion->tick_number(answer.request.tick);
    shown_.first = answer.recorded.first;
    shown_.last = answer.recorded.last;
    shown_.held_bytes = answer.recorded.bytes;
    shown_.index = index_text(answer.upkeep, answer.request.tick);
    shown_.rebuilds = answer.upkeep ? answer.upkeep->rebuilds : 0;
    if (answer.request.tick != shown_.compared.tick) shown_.before = shown_.compared;
    if (answer.request.tick != shown_.compared.tick || !shown_.index.empty())
        shown_.compared = {answer.request.tick, shown_.index, answer.upkeep ? answer.upkeep->last_computations : 0,
            answer.upkeep ? answer.upkeep->usual_computations : 0, answer.upkeep ? answer.upkeep->most_computations : 0};
    take_upkeep(answer);
    taken_at_ = Clock::now();
    tick_drawn_ = false;
    common_.touch(Feature::moving);
}

/// Remembers when the index was made anew, and ends the search for such a tick.
void MovingState::take_upkeep(const Answer& answer) {
    const SearchRequest& request = answer.request;
    std::vector<std::string> key = request.index_key(answer.resident->upload);
    auto& seen = shown_.seen_rebuilds;
    if (key != index_key_) {
        index_key_ = std::move(key);
        seen.clear();
    }
    const bool anew = answer.upkeep && answer.upkeep->created && !answer.upkeep->why.empty() && request.tick > 0;
    if (anew) {
        const auto at = std::lower_bound(
            seen.begin(), seen.end(), request.tick, [](const Moving::Rebuild& rebuild, std::int64_t tick) { return rebuild.tick < tick; });
        if (at != seen.end() && at->tick == request.tick) at->why = answer.upkeep->why;
        else seen.insert(at, {request.tick, answer.upkeep->why});
        if (seen.size() > most_rebuilds_seen) seen.erase(seen.begin());
    }
    const std::string tick = text_of_count(request.tick + 1);
    if (!shown_.seeking) return;
    if (request.tick == wanted_ && shown_.sought > 0 && anew) end_seeking("tick " + tick + ": index rebuilt: " + answer.upkeep->why);
    else if (!answer.upkeep) end_seeking("this method keeps no index");
    else if (request.tick == wanted_ && shown_.sought >= shown_.seek_at_most)
        end_seeking(
            text_of_count(shown_.sought) + " ticks without a rebuild, to tick " + tick + ": by rebuild-factor the index is still good");
}

void MovingState::end_seeking(const std::string& sentence) {
    shown_.seeking = false;
    common_.touch(Feature::moving);
    common_.say(sentence);
}

bool MovingState::cancel() {
    if (!shown_.seeking) return false;
    wanted_ = asked_;  // its answer is on the way, or shown
    end_seeking("stopped at tick " + text_of_count(wanted_ + 1));
    return true;
}

std::optional<ProgressCard> MovingState::progress() const {
    const double seconds = seconds_since(seeking_since_);
    if (!shown_.seeking || seconds < 0.2) return std::nullopt;
    const std::int64_t left = shown_.ticks > 0 ? shown_.ticks - 1 - wanted_ : shown_.seek_at_most;
    return ProgressCard{"Moving to the next rebuild of the index", double(shown_.sought),
        double(std::min(shown_.seek_at_most, shown_.sought + left)), seconds, "ticks"};
}

/// The tick shown was drawn, or nobody will.
bool MovingState::seen() const { return tick_drawn_ || seconds_since(taken_at_) > nobody_draws; }

/// Until the tick after the one that is shown, while ticks play.
double MovingState::seconds_to_due() const { return std::max(0.0, 1 / shown_.speed - seconds_since(tick_began_)); }

bool MovingState::may_show(const Answer& answer) {
    held_ = shown_.playing && answer.request.tick != shown_.tick && (!seen() || seconds_to_due() > 0);
    return !held_;
}

bool MovingState::poll() {
    if (!shown_.available || loading_.adjusting.under_way) return false;
    const bool due = seconds_to_due() <= asked_ahead;
    if (shown_.tick == wanted_ && (shown_.seeking ? seen() : shown_.playing && due)) {
        if (shown_.ticks == 0 || wanted_ + 1 < shown_.ticks) {
            ++wanted_;
            if (shown_.seeking) ++shown_.sought, common_.touch(Feature::moving);
        } else if (shown_.seeking) {
            end_seeking("no rebuild up to the last tick, " + text_of_count(shown_.ticks));
        } else if (shown_.loop && shown_.ticks > 1) {
            wanted_ = 0;
        } else {
            shown_.playing = false;
            common_.touch(Feature::moving);
        }
    }
    if (wanted_ == asked_) return false;
    return true;
}

void MovingState::play(bool on) {
    if (!shown_.available) return;
    shown_.seeking = false;
    if (on && shown_.ticks > 0 && wanted_ + 1 >= shown_.ticks) wanted_ = 0;
    shown_.playing = on;
    common_.touch(Feature::moving);
}

void MovingState::go_to(std::int64_t tick) {
    const std::int64_t last = shown_.ticks > 0 ? shown_.ticks - 1 : std::max(tick, std::int64_t(0));
    wanted_ = std::clamp<std::int64_t>(tick, 0, last);
    common_.touch(Feature::moving);
}

void MovingState::seek_rebuild(bool on, std::int64_t at_most) {
    shown_.seeking = on && shown_.available && !shown_.index.empty();
    shown_.playing = false;
    shown_.sought = 0;
    shown_.seek_at_most = at_most;
    seeking_since_ = Clock::now();
    common_.touch(Feature::moving);
    common_.say("");
}

std::optional<double> MovingState::seconds_to_next() const {
    const bool asks = wanted_ != asked_;
    if (!shown_.available || (!shown_.playing && !shown_.seeking && !asks)) return std::nullopt;
    if (held_ && seen()) return seconds_to_due();
    if (shown_.playing && !shown_.seeking && !asks && shown_.tick == wanted_) return std::max(0.0, seconds_to_due() - asked_ahead);
    return shortest_look;
}

}  // namespace neighborscope
