// Methods side by side: rivals that follow the document of a workbench, and races of their recorded searches.
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

void Workbench::take_out(std::size_t contender) {
    if (contender > session().beside.size() || session().beside.empty()) return;
    change([&](SessionState& state) {
        if (contender == 0) ask_as(state, contender_in(state.beside.front(), state.method));
        state.beside.erase(state.beside.begin() + std::ptrdiff_t(contender == 0 ? 0 : contender - 1));
    });
}

void Workbench::end_race() {
    change([](SessionState& state) { state.beside.clear(); });
}

/// True when it asks, or shows, something else from now on.
bool Workbench::State::follow_first(const State& first, const std::string& contender) {
    common.followed_step = first.common.step();
    SessionState next = first.now();
    ask_as(next, contender_in(contender, next.method));
    next.beside.clear(), next.lists.clear(), next.list_queries.clear();
    next.step = now().step;
    const bool other_data = first.loading.data && first.loading.data != loading.data && first.loading.is_current();
    if (next == now() && !other_data && !(first.common.view.moving.available && common.view.moving.tick != first.common.view.moving.tick))
        return false;
    const bool opens_steps = next.stepping != now().stepping;
    common.amend([&](SessionState& state) { state = next; });
    if (other_data) {
        loading.adopt(first.loading);
        return true;
    }
    asking.refresh();
    faces.refresh();
    if (common.view.moving.available) moving.go_to(first.common.view.moving.tick);
    asking.ask();
    if (opens_steps) asking.record();
    stepping.refresh();
    common.touch();
    return true;
}

bool Workbench::State::race() {
    const std::vector<std::string>& beside = now().beside;
    if (beside.empty() && rivals.empty()) return false;
    if (rivals.size() != beside.size()) {
        if (beside.empty()) common.view.race = {};
        if (!turns) turns = std::make_shared<Turns>();
        asking.take_turns(beside.empty() ? nullptr : turns);
        asking.measure_longer(!beside.empty() || common.view.frozen);
        rivals.resize(beside.size());
        tracks.clear();
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
        changed = rival.workbench->state_->follow_first(*this, rival.text) || changed;
        changed = rival.workbench->poll() || changed;
    }
    changed = run_race() || changed;
    if (changed || common.touched) describe_race();
    return changed;
}

/// What the strips say of each.
void Workbench::State::describe_race() {
    Racing& race = common.view.race;
    race.contenders.resize(rivals.empty() ? 0 : rivals.size() + 1);
    std::vector<const SessionState*> all{&now()};
    for (const Rival& rival : rivals) all.push_back(&rival.workbench->session());
    race.why_not.clear();
    for (std::size_t i = 0; i < race.contenders.size(); ++i) {
        Racing::One& one = race.contenders[i];
        const ViewModel& view = i == 0 ? common.view : rivals[i - 1].workbench->view();
        one = {};
        one.name = contender_name(*all[i], all);
        if (i > 0 && !view.neighbours.empty() && !common.view.neighbours.empty() && view.query == common.view.query)
            one.difference = list_difference(common.view, view, all[i]->metric == now().metric).text();
        if (now().stepping && race.why_not.empty()) race.why_not = view.stepping.why_not;
        if (!race_ready()) continue;
        const RaceTrack& track = tracks[i];
        one.done = track.done(view.stepping.position);
        one.total = track.total();
        const RecordedWork work = work_of(*track.record(), view.stepping.position);
        one.distances = work.distances, one.entries = work.entries;
    }
    race.ready = race_ready();
}

// ---- Recorded searches go on together -------------------------------------------------------------------------------------

/// Makes the tracks once all are recorded, and plays on.
bool Workbench::State::run_race() {
    Racing& race = common.view.race;
    std::vector<const ViewModel*> views{&common.view};
    for (const Rival& rival : rivals) views.push_back(&rival.workbench->view());
    const bool ready = !rivals.empty() && std::all_of(views.begin(), views.end(), [&](const ViewModel* view) {
        return view->stepping.ready && (race.by == RaceBy::work || (!view->timings.phases.empty() && !view->timings.previous));
    });
    if (!ready) {
        race.playing = false;
        if (tracks.empty()) return false;
        tracks.clear();
        return true;
    }
    const bool same = tracks.size() == views.size() &&
                      std::equal(tracks.begin(), tracks.end(), views.begin(),
                          [](const RaceTrack& track, const ViewModel* view) { return track.record() == view->stepping.record; });
    bool changed = false;
    if (!same) {
        const double share = race.total > 0 ? race.clock / race.total : 1;
        tracks.clear();
        race.total = 0;
        for (const ViewModel* view : views) {
            tracks.emplace_back(view->stepping.record, view->timings, race.by);
            race.total = std::max(race.total, tracks.back().total());
        }
        race.playing = false;
        put_contenders(share * race.total);
        changed = true;
    }
    if (race.playing) {
        const double clock = race.clock + race.total * seconds_since(raced_at) / seconds_of_race;
        raced_at = Clock::now();
        put_contenders(clock);
        if (race.clock >= race.total) race.playing = false;
        changed = true;
    }
    return changed;
}

void Workbench::State::put_contenders(double clock) {
    Racing& race = common.view.race;
    race.clock = std::clamp(clock, 0.0, race.total);
    stepping.step_to(tracks.front().position(race.clock));
    for (std::size_t i = 0; i < rivals.size(); ++i) rivals[i].workbench->state_->stepping.step_to(tracks[i + 1].position(race.clock));
    common.touch();
}

void Workbench::State::follow_step() {
    if (!race_ready()) return;
    common.view.race.playing = false;
    const std::int64_t position = common.view.stepping.position;
    const RaceTrack& track = tracks.front();
    // After its last step the others go on to their ends: the race is over.
    put_contenders(position == track.record()->count() ? common.view.race.total : track.done(position));
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
