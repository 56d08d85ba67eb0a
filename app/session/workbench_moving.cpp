// Points that move: going to a tick, playing. The search follows each tick. Playing, the next is asked for when the one before has been
// drawn, so that every tick is seen.
#include "app/session/workbench_state.hpp"

#include <algorithm>
#include <cmath>

namespace neighborscope {
namespace {

constexpr double shortest_look = 1.0 / 120;                    // seconds between two looks
constexpr std::size_t most_rebuilds_seen = 10000;              // the track has fewer pixels
constexpr auto nobody_draws = std::chrono::milliseconds(250);  // a hidden window

std::string index_text(const std::optional<Upkeep>& upkeep, std::int64_t tick) {
    if (!upkeep) return {};
    if (!upkeep->created) return "kept";
    return upkeep->why.empty() || tick == 0 ? "made" : "made anew: " + upkeep->why;
}

}  // namespace

const DataSet& Workbench::State::shown_set() const {
    return resident && (resident->base == data || adjusting.under_way) ? resident->data->set : data->set;
}

void Workbench::State::reset_moving() {
    const Moving before = std::exchange(view.moving, {});
    view.moving.available = data && data->set.motion != nullptr;
    view.moving.ticks = view.moving.available ? data->set.motion->ticks() : 0;
    view.moving.number = view.moving.available ? data->set.motion->tick_number(0) : 0;
    view.moving.most_bytes = Reel::most_bytes;
    view.moving.loop = before.loop;
    view.moving.speed = before.speed;
    wanted_tick = asked_tick = last_tick_asked = 0;
    tick_drawn = true;
}

void Workbench::State::take_tick(const Answer& answer) {
    Moving& moving = view.moving;
    if (!moving.available) return;
    moving.tick = answer.request.tick;
    moving.number = data->set.motion->tick_number(answer.request.tick);
    moving.first = answer.recorded.first;
    moving.last = answer.recorded.last;
    moving.held_bytes = answer.recorded.bytes;
    moving.index = index_text(answer.upkeep, answer.request.tick);
    moving.rebuilds = answer.upkeep ? answer.upkeep->rebuilds : 0;
    take_upkeep(answer);
    tick_taken_at = std::chrono::steady_clock::now();
    tick_drawn = false;
}

/// Remembers when the index was made anew, and ends the search for such a tick.
void Workbench::State::take_upkeep(const Answer& answer) {
    Moving& moving = view.moving;
    const SearchRequest& request = answer.request;
    std::vector<std::string> key = {std::to_string(answer.resident->upload), request.device, std::string(request.method->info.name)};
    for (const auto& [option, value] : request.options) key.insert(key.end(), {option, value});
    if (key != index_key) {
        index_key = std::move(key);
        moving.seen_rebuilds.clear();
    }
    const bool anew = answer.upkeep && answer.upkeep->created && !answer.upkeep->why.empty() && request.tick > 0;
    if (anew) {
        auto& seen = moving.seen_rebuilds;
        const auto at = std::lower_bound(
            seen.begin(), seen.end(), request.tick, [](const Moving::Rebuild& rebuild, std::int64_t tick) { return rebuild.tick < tick; });
        if (at != seen.end() && at->tick == request.tick) at->why = answer.upkeep->why;
        else seen.insert(at, {request.tick, answer.upkeep->why});
        if (seen.size() > most_rebuilds_seen) seen.erase(seen.begin());
    }
    if (!moving.seeking) return;
    if (request.tick == wanted_tick && moving.sought > 0 && anew)
        end_seeking("tick " + text_of_count(request.tick + 1) + ": index made anew: " + answer.upkeep->why);
    else if (!answer.upkeep) end_seeking("this method keeps no index");
    else if (request.tick == wanted_tick && moving.sought >= moving.seek_at_most)
        end_seeking(text_of_count(moving.sought) + " ticks without a rebuild, to tick " + text_of_count(request.tick + 1) +
                    ": the index is still good by rebuild-factor");
}

void Workbench::State::end_seeking(const std::string& sentence) {
    if (!view.moving.seeking) return;
    view.moving.seeking = false;
    view.said = sentence;
    touch();
}

std::optional<ProgressCard> Workbench::State::seeking_progress() const {
    const Moving& moving = view.moving;
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - seeking_since).count();
    if (!moving.seeking || seconds < 0.2) return std::nullopt;
    const std::int64_t left = moving.ticks > 0 ? moving.ticks - 1 - wanted_tick : moving.seek_at_most;
    return ProgressCard{"On to the next rebuild of the index", double(moving.sought),
        double(std::min(moving.seek_at_most, moving.sought + left)), seconds, "ticks"};
}

bool Workbench::State::tick_settled() const {
    return view.moving.tick == wanted_tick && (tick_drawn || std::chrono::steady_clock::now() - tick_taken_at > nobody_draws);
}

void Workbench::State::go_to_tick(std::int64_t tick) {
    Moving& moving = view.moving;
    const std::int64_t last = moving.ticks > 0 ? moving.ticks - 1 : std::max(tick, std::int64_t(0));
    wanted_tick = std::clamp<std::int64_t>(tick, 0, last);
    touch();
}

/// Asks for the tick that is wanted, and when playing wants the next one in time. True when something changed.
bool Workbench::State::move_on() {
    Moving& moving = view.moving;
    if (!moving.available || adjusting.under_way) return false;
    const bool due = std::chrono::duration<double>(std::chrono::steady_clock::now() - tick_asked_at).count() >= 1 / moving.speed;
    if ((moving.seeking || (moving.playing && due)) && tick_settled()) {
        if (moving.ticks == 0 || wanted_tick + 1 < moving.ticks) {
            ++wanted_tick;
            if (moving.seeking) ++moving.sought;
        } else if (moving.seeking) {
            end_seeking("no rebuild up to the last tick, " + text_of_count(moving.ticks));
            return true;
        } else if (moving.loop && moving.ticks > 1) {
            wanted_tick = 0;
        } else {
            moving.playing = false;
            return true;
        }
    }
    if (wanted_tick == asked_tick) return false;
    tick_asked_at = std::chrono::steady_clock::now();
    ask();
    return true;
}

void Workbench::play_ticks(bool on) {
    Moving& moving = state_->view.moving;
    if (!moving.available) return;
    moving.seeking = false;
    if (on && moving.ticks > 0 && state_->wanted_tick + 1 >= moving.ticks) state_->go_to_tick(0);
    moving.playing = on;
    state_->touch();
}

void Workbench::go_to_tick(std::int64_t tick) {
    if (!state_->view.moving.available) return;
    state_->view.moving.playing = state_->view.moving.seeking = false;
    state_->go_to_tick(tick);
}

void Workbench::seek_rebuild(bool on, std::int64_t at_most) {
    Moving& moving = state_->view.moving;
    moving.seeking = on && moving.available && !moving.index.empty();
    moving.playing = false;
    moving.sought = 0;
    moving.seek_at_most = at_most;
    state_->seeking_since = std::chrono::steady_clock::now();
    state_->view.said.clear();
    state_->touch();
}

void Workbench::set_tick_speed(double ticks_per_second) {
    state_->view.moving.speed = std::clamp(ticks_per_second, slowest_ticks, fastest_ticks);
    state_->touch();
}

void Workbench::set_tick_loop(bool on) {
    state_->view.moving.loop = on;
    state_->touch();
}

std::optional<double> Workbench::State::seconds_to_next_tick() const {
    const Moving& moving = view.moving;
    if (!moving.available || (!moving.playing && !moving.seeking && wanted_tick == asked_tick)) return std::nullopt;
    if (moving.playing && !moving.seeking && wanted_tick == asked_tick) {
        const double since = std::chrono::duration<double>(std::chrono::steady_clock::now() - tick_asked_at).count();
        return std::max(shortest_look, 1 / moving.speed - since);
    }
    return shortest_look;
}

}  // namespace neighborscope
