// Methods side by side: rivals that follow the document of a workbench, and races of their recorded searches.
#include "app/session/narrate.hpp"
#include "app/session/presented.hpp"
#include "app/session/workbench_state.hpp"

namespace neighborscope {

Workbench::Workbench(AsRival, SessionState first, std::function<void()> wake)
    : state_(new State{.common = {std::move(first), std::move(wake)}}) {
    state_->asking.measure_longer(true);
}

// ---- Who takes part -------------------------------------------------------------------------------------------------------

std::vector<Workbench*> Workbench::rivals() const {
    std::vector<Workbench*> all;
    for (const State::Rival& rival : state_->rivals) all.push_back(rival.workbench.get());
    return all;
}

void Workbench::put_beside(const std::string& contender) {
    if (session().beside.size() + 1 >= most_contenders) return;
    change([&](SessionState& state) { state.beside.push_back(contender); });
}

void Workbench::put_present_beside() { put_beside(contender_text(session())); }

void Workbench::set_beside(std::size_t contender, const std::string& text, bool merge) {
    if (contender < 1 || contender > session().beside.size()) return;
    change([&](SessionState& state) { state.beside[contender - 1] = text; }, merge);
}

void Workbench::swap_with_first(std::size_t contender) {
    if (contender < 1 || contender > session().beside.size()) return;
    SessionState next = session();
    change_places(next, contender - 1);
    state_->take_over(std::move(next), false, "swap methods");
}

void Workbench::take_out(std::size_t contender) {
    if (contender > session().beside.size() || session().beside.empty()) return;
    SessionState next = session();
    if (contender == 0) change_places(next, 0);
    next.beside.erase(next.beside.begin() + std::ptrdiff_t(contender == 0 ? 0 : contender - 1));
    state_->take_over(std::move(next), false, "take a method out");
}

void Workbench::end_race() {
    if (session().beside.empty()) return;
    SessionState next = session();
    next.beside.clear();
    state_->take_over(std::move(next), false, "end the race");
}

/// True when it asks, or shows, something else from now on.
bool Workbench::State::follow_first(const State& first, Rival& rival) {
    common.followed_step = first.common.step();
    SessionState next = first.now();
    try {
        ask_as(next, contender_in(rival.text, next.method));
        rival.refusal.clear();
    } catch (const Error& error) {  // an option that the document's method has not, where the text names none
        const bool known = rival.refusal == error.what();
        rival.refusal = error.what();
        return !known;
    }
    next.beside.clear(), next.lists.clear(), next.list_queries.clear();
    next.step = now().step;
    const bool other_data = first.loading.data && first.loading.data != loading.data && first.loading.is_current();
    const Moving& moved = first.common.view.moving;
    const bool other_tick = moved.available && common.view.moving.available && moved.tick != followed_tick;
    if (next == now() && !other_data && !other_tick) return false;
    const bool opens_steps = next.stepping != now().stepping;
    common.amend([&](SessionState& state) { state = next; });
    if (opens_steps) asking.record();
    if (other_data) {
        loading.adopt(first.loading);
        followed_tick = -1;
        return true;
    }
    asking.refresh();
    faces.refresh();
    if (other_tick) moving.go_to(followed_tick = moved.tick);
    asking.ask();
    stepping.refresh();
    common.touch();
    return true;
}

/// Each on its own thread, so that none waits for another to stop.
void Workbench::State::let_go(std::unique_ptr<Workbench> rival) {
    if (rival) try {
            leaving.push_back(std::async(std::launch::async, [ending = std::move(rival)]() mutable { ending.reset(); }));
        } catch (const std::system_error&) {}  // no thread to be had: it has ended here
}

bool Workbench::State::race(bool news) {
    std::erase_if(leaving, [](const std::future<void>& one) { return one.wait_for(std::chrono::seconds(0)) == std::future_status::ready; });
    const std::vector<std::string>& beside = now().beside;
    if (beside.empty() && rivals.empty()) return false;
    if (rivals.size() != beside.size()) {
        if (beside.empty()) {
            common.view.race = {};
            turns->end();
            turns.reset();
        } else if (!turns) {
            turns = std::make_shared<Turns>();
        }
        asking.take_turns(turns);
        asking.measure_longer(!beside.empty() || common.view.frozen);
        for (std::size_t i = beside.size(); i < rivals.size(); ++i) let_go(std::move(rivals[i].workbench));
        rivals.resize(beside.size());
        tracks.clear();
        common.touch();
    }
    bool changed = false;
    for (std::size_t i = 0; i < rivals.size(); ++i) {
        Rival& rival = rivals[i];
        if (!rival.workbench) {
            SessionState first;
            first.data.clear();
            rival.workbench.reset(new Workbench(AsRival{}, first, common.waker()));
            rival.workbench->state_->asking.take_turns(turns);
        }
        rival.text = beside[i];
        changed = rival.workbench->state_->follow_first(*this, rival) || changed;
        changed = rival.workbench->poll() || changed;
    }
    changed = run_race() || changed;
    if (changed || news || common.touched) describe_race();
    return changed;
}

std::vector<const ViewModel*> Workbench::State::raced_views() const {
    std::vector<const ViewModel*> views{&common.view};
    for (const Rival& rival : rivals) views.push_back(&rival.workbench->state_->common.view);
    return views;
}

/// Leaves of all that have some are coloured between the same numbers.
void Workbench::State::share_colours() {
    std::vector<TreeFacts*> trees;
    if (common.view.tree) trees.push_back(&*common.view.tree);
    for (const Rival& rival : rivals)
        if (std::optional<TreeFacts>& tree = rival.workbench->state_->common.view.tree) trees.push_back(&*tree);
    if (trees.empty()) return;
    const LeafColourRange range = LeafColourRange::of({trees.begin(), trees.end()});
    for (TreeFacts* tree : trees) tree->beside = rivals.empty() ? std::nullopt : std::optional(range);
}

/// What the strips say of each.
void Workbench::State::describe_race() {
    share_colours();
    Racing& race = common.view.race;
    race.contenders.resize(rivals.empty() ? 0 : rivals.size() + 1);
    std::vector<const SessionState*> all{&now()};
    for (const Rival& rival : rivals) all.push_back(&rival.workbench->session());
    const std::vector<const ViewModel*> views = raced_views();
    const ViewModel& first = common.view;
    std::vector<const Timings*> timings(race.contenders.size(), nullptr);
    bool any_steps = false;
    for (std::size_t i = 0; i < race.contenders.size(); ++i) {
        Racing::One& one = race.contenders[i];
        const ViewModel& view = *views[i];
        one = {};
        one.name = contender_name(*all[i], all);
        if (i > 0) one.refusal = rivals[i - 1].refusal;
        if (one.refusal.empty() && view.error) one.refusal = view.error->title;
        const bool answered = !view.neighbours.empty() && one.refusal.empty();
        if (i > 0) {
            std::optional<ListDifference>& difference = rivals[i - 1].workbench->state_->common.view.difference;
            difference.reset();
            if (answered && !first.neighbours.empty() && view.query == first.query && view.moving.tick == first.moving.tick &&
                (view.neighbours.size() == first.neighbours.size() || !(view.busy || first.busy)))
                difference = list_difference(first, view, all[i]->metric == now().metric);
            if (difference) one.difference = difference->text(), one.misses = difference->missed > 0;
            if (answered) one.ratio = time_over(first.timings, view.timings);
        }
        if (answered) {
            timings[i] = &view.timings;
            RecordedWork work = work_of(view.counters);
            one.previous = view.counters_previous;
            if (race_ready() && tracks[i] && tracks[i]->record()) work = tracks[i]->work(view.stepping.count), one.previous = false;
            one.distances = work.distances, one.entries = work.entries;
            one.bytes = bytes_of_points(one.distances, view.data.dimension);
        }
        if (now().stepping) one.no_steps = !one.refusal.empty() ? "it cannot answer" : view.stepping.why_not;
        any_steps = any_steps || (now().stepping && one.no_steps.empty());
        if (!race_ready() || !tracks[i]) continue;
        const RaceTrack& track = *tracks[i];
        one.total = track.total();
        one.done = std::min(race.clock, one.total);
        if (!track.record()) continue;
        // Of a step that is under way, as the one that computes all distances, the part that is done.
        const std::int64_t position = view.stepping.position, next = std::min(position + 1, track.record()->count());
        const double began = track.done(position), takes = track.done(next) - began;
        const RecordedWork done = track.work(position), then = track.work(next);
        const double part = takes > 0 ? std::clamp((one.done - began) / takes, 0.0, 1.0) : 0;
        one.distances_done = done.distances + std::llround(part * double(then.distances - done.distances));
        one.entries_done = done.entries;
        one.spans = track.spans();
    }
    // Before its first step is done a search is at work all the same.
    for (std::size_t i = 0; i < views.size(); ++i) {
        Stepping& told = (i == 0 ? *this : *rivals[i - 1].workbench->state_).common.view.stepping;
        if (!told.ready || told.position > 0) continue;
        const bool begun = race_ready() && i < race.contenders.size() && race.contenders[i].done > 0;
        told.sentence = begun ? told_of_first_step(race.contenders[i]) : narrate(*told.record, 0);
    }
    race.ready = race_ready();
    race.why_not = now().stepping && !any_steps && !race.contenders.empty() ? "none of these methods records its steps" : "";
    const bool by_work = race.ready && race.by == RaceBy::work;
    race.finish = by_work ? finish_by_work(race) : finish_of(race, timings);
    race.finish_short = by_work ? finish_by_work(race, false) : finish_of(race, timings, false);
    race.finish_of_work = finish_of_work(race);
}

// ---- Recorded searches go on together -------------------------------------------------------------------------------------

/// None as long as a record, or the time of a phase, is on its way. A contender that cannot be replayed has no track of its work, and of
/// its time one without steps.
std::optional<std::vector<std::optional<RaceTrack>>> Workbench::State::make_tracks(const std::vector<const ViewModel*>& views) const {
    const RaceBy by = common.view.race.by;
    std::vector<std::optional<RaceTrack>> made;
    bool any = false;
    for (std::size_t i = 0; i < views.size(); ++i) {
        const ViewModel& view = *views[i];
        made.emplace_back();
        if (view.error || (i > 0 && !rivals[i - 1].refusal.empty())) continue;
        const bool measured = !view.timings.phases.empty() && !view.timings.previous;
        if (by == RaceBy::time && !measured) return std::nullopt;
        if (view.stepping.ready) made.back().emplace(view.stepping.record, view.timings, by), any = true;
        else if (view.stepping.why_not.empty()) return std::nullopt;
        else if (by == RaceBy::time) made.back().emplace(total_of(view.timings));
    }
    return any ? std::optional(std::move(made)) : std::nullopt;
}

/// Makes the tracks once all are recorded, and plays on.
bool Workbench::State::run_race() {
    Racing& race = common.view.race;
    const std::vector<const ViewModel*> views = raced_views();
    std::vector<std::pair<std::uint64_t, int>> runs;  // more of them, or those of another query, give other medians
    bool same = tracks.size() == views.size() && now().stepping;
    for (std::size_t i = 0; i < views.size(); ++i) {
        const Timings& timings = views[i]->timings;
        runs.push_back(
            race.by == RaceBy::time ? std::pair(timings.newest_query, timings.phase_runs + timings.runs) : std::pair<std::uint64_t, int>());
        const auto record = [&] { return tracks[i] ? tracks[i]->record() : nullptr; };
        same = same && record() == (views[i]->stepping.ready ? views[i]->stepping.record : nullptr);
    }
    bool changed = false;
    if (!same || (runs != tracked_runs && !race.playing)) {
        const bool had = !tracks.empty();
        auto made = now().stepping && !rivals.empty() ? make_tracks(views) : std::nullopt;
        tracks.clear();
        if (!made) {
            race.playing = race.ready = false;
            return had;
        }
        tracks = std::move(*made);
        tracked_runs = std::move(runs);
        const double share = had || race.total > 0 ? race.clock / std::max(race.total, 1e-300) : -1;
        race.total = 0;
        for (const auto& track : tracks)
            if (track) race.total = std::max(race.total, track->total());
        if (!same) race.playing = false;
        const std::int64_t position = common.view.stepping.position;
        if (had && same) put_contenders(share * race.total);
        else if (!tracks.front() || !tracks.front()->record()) put_contenders(std::max(share, 0.0) * race.total);
        else put_contenders(position == common.view.stepping.count ? race.total : tracks.front()->done(position));
        changed = true;
    }
    if (race.playing) {
        const Clock::time_point now = Clock::now();
        put_contenders(race.clock + race.total * seconds_of(now - std::exchange(raced_at, now)) / seconds_of_race);
        if (race.clock >= race.total) race.playing = false;
        changed = true;
    }
    return changed;
}

void Workbench::State::put_contenders(double clock) {
    Racing& race = common.view.race;
    race.clock = std::clamp(clock, 0.0, race.total);
    const auto put = [&](std::size_t contender, SteppingState& its) {
        if (tracks[contender] && tracks[contender]->record()) its.step_to(tracks[contender]->position(race.clock));
    };
    put(0, stepping);
    for (std::size_t i = 0; i < rivals.size(); ++i) put(i + 1, rivals[i].workbench->state_->stepping);
    common.touch();
}

void Workbench::State::follow_step() {
    if (!race_ready() || !tracks.front() || !tracks.front()->record()) return;
    common.view.race.playing = false;
    const std::int64_t position = common.view.stepping.position;
    const RaceTrack& track = *tracks.front();
    // After its last step the others go on to their ends: the race is over.
    put_contenders(position == track.record()->count() ? common.view.race.total : track.done(position));
    if (common.view.stepping.position != position) stepping.step_to(position);  // steps at which nothing is done stay apart
    describe_race();
}

void Workbench::set_race_by(RaceBy by) {
    if (state_->common.view.race.by == by) return;
    state_->common.view.race.by = by;
    state_->tracks.clear();
    state_->common.touch();
}

void Workbench::race_to(double clock) {
    if (!state_->race_ready()) return;
    state_->common.view.race.playing = false;
    state_->put_contenders(clock);
    state_->describe_race();
}

void Workbench::play_race(bool on) {
    Racing& race = state_->common.view.race;
    if (!state_->race_ready()) return;
    if (on && race.clock >= race.total) state_->put_contenders(0);
    race.playing = on;
    state_->raced_at = Clock::now();
    state_->describe_race();
    state_->common.touch();
}

}  // namespace neighborscope
