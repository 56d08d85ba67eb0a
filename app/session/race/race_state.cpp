#include "app/session/race/race_state.hpp"

#include "app/session/document/contender.hpp"
#include "app/session/race/compare_contenders.hpp"
#include "app/session/race/metric_shapes.hpp"
#include "app/session/stepping/narrate.hpp"

#include <algorithm>
#include <cmath>

namespace neighborscope {
namespace {

constexpr double seconds_of_race = 12;

}  // namespace

RaceState::~RaceState() {
    for (auto& one : others_) stop_in_background(std::move(one));
}

/// Destroys each contender on its own thread, so that none waits for another.
void RaceState::stop_in_background(std::unique_ptr<RunningContender> contender) {
    if (contender) try {
            stopping_.push_back(std::async(std::launch::async, [ending = std::move(contender)]() mutable { ending.reset(); }));
        } catch (const std::system_error&) {}  // no thread available: it was destroyed here
}

/// Adds and removes contenders.
void RaceState::set_contenders(const std::vector<std::string>& compared) {
    if (compared.empty()) {
        shown_ = {};
        measuring_mutex_->end();
        measuring_mutex_.reset();
    } else if (!measuring_mutex_) {
        measuring_mutex_ = std::make_shared<FairMutex>();
    }
    first_.asking.share_measuring_mutex(measuring_mutex_);
    first_.asking.measure_longer(!compared.empty() || first_.common.view.frozen);
    while (others_.size() > compared.size()) {
        stop_in_background(std::move(others_.back()));
        others_.pop_back();
    }
    while (others_.size() < compared.size())
        others_.push_back(std::make_unique<RunningContender>(first_.common.waker(), measuring_mutex_, first_.points));
    tracks_.clear();
    first_.common.touch(Feature::race);
}

void RaceState::poll() {
    std::erase_if(
        stopping_, [](const std::future<void>& one) { return one.wait_for(std::chrono::seconds(0)) == std::future_status::ready; });
    const std::vector<std::string>& compared = first_.now().compared;
    if (compared.empty() && others_.empty()) return;
    if (others_.size() != compared.size()) set_contenders(compared);
    for (std::size_t i = 0; i < others_.size(); ++i) {
        const bool follows = others_[i]->follow(first_, compared[i]);
        if (others_[i]->poll() || follows) first_.common.touch(Feature::race);
    }
    run();
    if (first_.common.touched) describe();
}

void RaceState::cancel() {
    for (const auto& one : others_) one->cancel();
}

bool RaceState::busy() const {
    return std::any_of(others_.begin(), others_.end(), [](const auto& one) { return one->busy(); });
}

std::optional<ProgressCard> RaceState::progress() const {
    for (const auto& one : others_)
        if (one->view().progress) return one->view().progress;
    return std::nullopt;
}

std::vector<const ViewModel*> RaceState::all_views() const {
    std::vector<const ViewModel*> all{&first_.common.view};
    for (const auto& one : others_) all.push_back(&one->view());
    return all;
}

/// Sets a common range of leaf colours.
void RaceState::share_colours() {
    std::vector<TreeFacts*> trees;
    if (first_.common.view.tree) trees.push_back(&*first_.common.view.tree);
    for (const auto& one : others_)
        if (std::optional<TreeFacts>& tree = one->shown().tree) trees.push_back(&*tree);
    if (trees.empty()) return;
    const LeafColourRange range = LeafColourRange::of({trees.begin(), trees.end()});
    for (TreeFacts* tree : trees) tree->compared = others_.empty() ? std::nullopt : std::optional(range);
}

/// Fills the entries of view.race.
void RaceState::describe() {
    first_.common.touch({Feature::race, Feature::answer, Feature::stepping});
    share_colours();
    Racing& race = shown_;
    race.contenders.resize(others_.empty() ? 0 : others_.size() + 1);
    std::vector<const SessionState*> all{&first_.now()};
    for (const auto& one : others_) all.push_back(&one->session());
    const std::vector<const ViewModel*> views = all_views();
    const ViewModel& first = first_.common.view;
    std::vector<const Timings*> timings(race.contenders.size(), nullptr);
    bool any_steps = false;
    for (std::size_t i = 0; i < race.contenders.size(); ++i) {
        Racing::Entry& one = race.contenders[i];
        const ViewModel& view = *views[i];
        one = {};
        one.name = contender_name(*all[i], all, first.data.name);
        if (std::ranges::count(all, all[i]->method, &SessionState::method) == 1) one.how = find_method(all[i]->method).info.help;
        if (i > 0) one.refusal = others_[i - 1]->refusal();
        if (one.refusal.empty() && view.error) one.refusal = view.error->title;
        const bool answered = !view.neighbours.empty() && one.refusal.empty();
        if (i > 0) {
            std::optional<ListDifference>& difference = others_[i - 1]->shown().difference;
            difference.reset();
            if (answered && !first.neighbours.empty() && view.query == first.query && view.moving.tick == first.moving.tick &&
                (view.neighbours.size() == first.neighbours.size() || !(view.busy || first.busy)))
                difference = list_difference(first, view, all[i]->metric == first_.now().metric);
            if (difference) one.difference = difference->text(), one.misses = difference->missed > 0;
            if (answered) one.ratio = time_ratio(first.timings, view.timings);
        }
        if (answered) {
            timings[i] = &view.timings;
            RecordedWork work = work_of(view.counters);
            one.previous = view.counters_previous;
            if (ready() && tracks_[i] && tracks_[i]->record()) work = tracks_[i]->work(view.stepping.count), one.previous = false;
            one.distances = work.distances, one.entries = work.entries;
            one.bytes = bytes_of_points(one.distances, view.data.dimension);
        }
        if (first_.now().stepping) one.no_steps = !one.refusal.empty() ? "it cannot answer" : view.stepping.why_not;
        any_steps = any_steps || (first_.now().stepping && one.no_steps.empty());
        if (!ready() || !tracks_[i]) continue;
        const RaceTrack& track = *tracks_[i];
        one.total = track.total();
        one.done = std::min(race.clock, one.total);
        if (!track.record()) continue;
        // Interpolates within a step, such as one that computes all distances.
        const std::int64_t position = view.stepping.position, next = std::min(position + 1, track.record()->count());
        const double began = track.done(position), takes = track.done(next) - began;
        const RecordedWork done = track.work(position), then = track.work(next);
        const double part = takes > 0 ? std::clamp((one.done - began) / takes, 0.0, 1.0) : 0;
        one.distances_done = done.distances + std::llround(part * double(then.distances - done.distances));
        one.entries_done = done.entries;
        one.spans = track.spans();
    }
    // A search also works before its first step ends.
    for (std::size_t i = 0; i < views.size(); ++i) {
        Stepping& told = (i == 0 ? first_.common.view : others_[i - 1]->shown()).stepping;
        if (!told.ready || told.position > 0) continue;
        const bool begun = ready() && i < race.contenders.size() && race.contenders[i].done > 0;
        told.sentence = begun ? explain_first_step(race.contenders[i]) : narrate_step(*told.record, 0);
    }
    race.ready = ready();
    race.why_not = first_.now().stepping && !any_steps && !race.contenders.empty() ? "none of these methods can record its steps" : "";
    const bool by_work = race.ready && race.by == RaceBy::work;
    race.finish = by_work ? finish_text_by_work(race) : finish_text(race, timings);
    race.finish_short = by_work ? finish_text_by_work(race, false) : finish_text(race, timings, false);
    race.metric_shapes = metric_shapes(std::span(all).first(race.contenders.size()), first.data.dimension);
    race.work_totals_text = work_totals_text(race);
}

// ---- Playing recorded searches together -----------------------------------------------------------------------------------

/// Nothing until all recordings and times of phases have arrived. A contender that cannot be replayed has no track by work, and one without
/// steps by time.
std::optional<std::vector<std::optional<RaceTrack>>> RaceState::make_tracks(const std::vector<const ViewModel*>& views) const {
    const RaceBy by = shown_.by;
    std::vector<std::optional<RaceTrack>> made;
    bool any = false;
    for (std::size_t i = 0; i < views.size(); ++i) {
        const ViewModel& view = *views[i];
        made.emplace_back();
        if (view.error || (i > 0 && !others_[i - 1]->refusal().empty())) continue;
        const bool measured = !view.timings.phases.empty() && !view.timings.previous;
        if (by == RaceBy::time && !measured) return std::nullopt;
        if (view.stepping.ready) made.back().emplace(view.stepping.record, view.timings, by), any = true;
        else if (view.stepping.why_not.empty()) return std::nullopt;
        else if (by == RaceBy::time) made.back().emplace(total_of(view.timings));
    }
    return any ? std::optional(std::move(made)) : std::nullopt;
}

/// Makes the tracks once all searches are recorded, and advances playback.
void RaceState::run() {
    Racing& race = shown_;
    const std::vector<const ViewModel*> views = all_views();
    std::vector<std::pair<std::uint64_t, int>> runs;  // new runs change the medians
    bool same = tracks_.size() == views.size() && first_.now().stepping;
    for (std::size_t i = 0; i < views.size(); ++i) {
        const Timings& timings = views[i]->timings;
        runs.push_back(
            race.by == RaceBy::time ? std::pair(timings.newest_query, timings.phase_runs + timings.runs) : std::pair<std::uint64_t, int>());
        const auto record = [&] { return tracks_[i] ? tracks_[i]->record() : nullptr; };
        same = same && record() == (views[i]->stepping.ready ? views[i]->stepping.record : nullptr);
    }
    if (!same || (runs != tracked_runs_ && !race.playing)) {
        const bool had = !tracks_.empty();
        auto made = first_.now().stepping && !others_.empty() ? make_tracks(views) : std::nullopt;
        tracks_.clear();
        if (!made) {
            race.playing = race.ready = false;
            if (had) first_.common.touch(Feature::race);
            return;
        }
        tracks_ = std::move(*made);
        tracked_runs_ = std::move(runs);
        const double share = had || race.total > 0 ? race.clock / std::max(race.total, 1e-300) : -1;
        race.total = 0;
        for (const auto& track : tracks_)
            if (track) race.total = std::max(race.total, track->total());
        if (!same) race.playing = false;
        const std::int64_t position = first_.common.view.stepping.position;
        if (had && same) set_clock(share * race.total);
        else if (!tracks_.front() || !tracks_.front()->record()) set_clock(std::max(share, 0.0) * race.total);
        else set_clock(position == first_.common.view.stepping.count ? race.total : tracks_.front()->done(position));
    }
    if (race.playing) {
        const Clock::time_point now = Clock::now();
        set_clock(race.clock + race.total * seconds_of(now - std::exchange(raced_at_, now)) / seconds_of_race);
        if (race.clock >= race.total) race.playing = false;
    }
}

void RaceState::set_clock(double clock) {
    Racing& race = shown_;
    race.clock = std::clamp(clock, 0.0, race.total);
    const auto put_one = [&](std::size_t contender, SteppingState& its) {
        if (tracks_[contender] && tracks_[contender]->record()) its.step_to(tracks_[contender]->position(race.clock));
    };
    put_one(0, first_.stepping);
    for (std::size_t i = 0; i < others_.size(); ++i) put_one(i + 1, others_[i]->stepping());
    first_.common.touch(Feature::race);
}

void RaceState::follow_step() {
    if (!ready() || !tracks_.front() || !tracks_.front()->record()) return;
    shown_.playing = false;
    const std::int64_t position = first_.common.view.stepping.position;
    const RaceTrack& track = *tracks_.front();
    // After its last step the others go on to their ends: the race is over.
    set_clock(position == track.record()->count() ? shown_.total : track.done(position));
    if (first_.common.view.stepping.position != position) first_.stepping.step_to(position);  // several steps may have the same clock
    describe();
}

void RaceState::set_by(RaceBy by) {
    if (shown_.by == by) return;
    shown_.by = by;
    tracks_.clear();
    first_.common.touch(Feature::race);
}

void RaceState::go_to(double clock) {
    if (!ready()) return;
    shown_.playing = false;
    set_clock(clock);
    describe();
}

void RaceState::play(bool on) {
    if (!ready()) return;
    if (on && shown_.clock >= shown_.total) set_clock(0);
    shown_.playing = on;
    raced_at_ = Clock::now();
    describe();
}

}  // namespace neighborscope
