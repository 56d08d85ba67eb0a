// Stepping through the recorded search: opening it, going somewhere, playing, and what is shown at a position.
#include "app/session/workbench_state.hpp"

#include "app/session/data_facts.hpp"
#include "app/session/narrate.hpp"
#include "app/session/tree_closing.hpp"
#include "app/session/tree_steps.hpp"

#include <algorithm>
#include <cmath>

namespace neighborscope {
namespace {

constexpr double shortest_wait = 1.0 / 60;  // seconds between two positions shown
constexpr int bounds_shown = 3;

/// "heap and ppw"
std::string methods_that_record() {
    std::vector<std::string> names;
    for (const Method& method : methods())
        if (method.info.records_steps()) names.emplace_back(method.info.name);
    std::string all;
    for (std::size_t i = 0; i < names.size(); ++i) all += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
    return all;
}

}  // namespace

// ---- What can be stepped through ------------------------------------------------------------------------------------------

void Workbench::State::refresh_stepping() {
    Stepping& stepping = view.stepping;
    std::string why_not;
    for (const Method& method : methods()) {
        if (method.info.name != now().method || method.info.records_steps()) continue;
        const std::string others = methods_that_record();
        why_not = now().method + " cannot be stepped through" + (others.empty() ? std::string() : ": " + others + " can");
    }
    if (why_not.empty()) why_not = why_not_recorded;
    const bool open = now().stepping;
    worker.record(open);
    if (open != stepping.open || why_not != stepping.why_not) ++stepping.generation;
    stepping.open = open;
    stepping.why_not = std::move(why_not);
    stepping.ready = open && replay != nullptr;
    stepping.recording = open && !stepping.ready && stepping.why_not.empty();
    if (!open) stepping.playing = false;
}

void Workbench::State::drop_record() {
    const Stepping before = std::exchange(view.stepping, {});
    if (before.ready && before.count > 0 && before.position == before.count) {  // at the end of the next, too
        SessionState next = now();
        next.step = -1;
        history.amend(std::move(next));
    }
    if (!std::exchange(why_is_of_next, false)) view.why.reset();  // was of another answer
    replay.reset();
    why_not_recorded.clear();
    view.stepping.playing = before.playing;
    view.stepping.loop = before.loop;
    view.stepping.speed = before.speed;
    view.stepping.generation = before.generation + 1;
    refresh_stepping();
}

void Workbench::State::take_record(Recorded recorded) {
    const Answer* shown = worker.shown();
    if (!shown || shown->request.number != recorded.number || shown->request.data != data) return;
    replay = std::move(recorded.replay);
    if (recorded.error) {
        why_not_recorded = recorded.error->title;
        set_error(*recorded.error, Origin::search);
    } else if (!replay) {
        why_not_recorded = "the recording was cancelled";
    }
    refresh_stepping();
    if (!replay) return;
    view.stepping.record = replay->record();
    view.stepping.count = replay->count();
    played_at = std::chrono::steady_clock::now();
    played_part = 0;
    // From the end, or of another query's longer record.
    const std::int64_t wanted = now().step < 0 ? replay->count() + 1 + now().step : now().step;
    set_step(wanted);
}

// ---- At one position ------------------------------------------------------------------------------------------------------

void Workbench::State::set_step(std::int64_t position) {
    if (!replay) return;
    replay->go(position);
    if (now().step != replay->position()) {
        SessionState next = now();
        next.step = replay->position();
        history.amend(std::move(next));
    }
    show_step();
}

void Workbench::State::show_step() {
    Stepping& shown = view.stepping;
    const Recording& record = *replay->record();
    const MethodInfo& info = record.method->info;
    const auto held = [&](std::int32_t index, float distance) {
        HeldNeighbour one;
        one.row = index < data->set.count() ? index : -1;
        one.file_row = one.row < 0 ? -1 : data->set.file_row(one.row);
        one.distance = double(distance);
        return one;
    };
    shown.position = replay->position();
    shown.sentence = narrate(record, shown.position);
    shown.claim.clear();
    if (record.tree && !record.visits.empty() && shown.position == record.count()) {
        shown.claim = closing_claim(record);
        shown.sentence = closing_sentence(record);
    }
    shown.best.clear();
    std::map<std::int64_t, int> rank_of;
    for (const Replay::Held& one : replay->best()) {
        shown.best.push_back(held(one.index, one.distance));
        shown.best.back().rank = int(shown.best.size());
        rank_of[shown.best.back().row] = shown.best.back().rank;
    }
    shown.later.clear();
    for (const NeighbourRow& row : view.neighbours)
        if (!rank_of.count(row.row)) shown.later.push_back(row.row);
    show_step_neighbours();

    shown.phase.clear();
    shown.lines.clear();
    shown.entered = shown.left = {};
    shown.bound = 0;
    shown.earlier_bounds.clear();
    const Step* step = replay->step();
    if (step) {
        if (std::size_t(step->phase) < info.phases.size()) shown.phase = std::string(info.phases[std::size_t(step->phase)]);
        if (std::size_t(step->kind) < info.step_kinds.size()) shown.lines = info.step_kinds[std::size_t(step->kind)].lines;
        if (step->entered.index >= 0) shown.entered = held(step->entered.index, step->entered.distance);
        if (step->left.index >= 0) shown.left = held(step->left.index, step->left.distance);
        if (std::isfinite(step->bound)) shown.bound = double(step->bound);
        for (const float bound : replay->earlier_bounds(bounds_shown)) shown.earlier_bounds.push_back(double(bound));
    }
    shown.tree = tree_steps(record, shown.position);
    if (record.tree) {  // its bound is that of the list, whatever the step is about
        shown.bound = double(shown.tree.bound);
        const auto& earlier = shown.tree.earlier_bounds;
        shown.earlier_bounds.assign(earlier.begin(), earlier.begin() + std::min<std::ptrdiff_t>(bounds_shown, std::ssize(earlier)));
    }

    // A step that changes nothing that holds neighbours only looks at one.
    const bool changes =
        step && std::size_t(step->kind) < info.step_kinds.size() && info.step_kinds[std::size_t(step->kind)].structure >= 0;
    ActingStructure& acting = shown.acting;
    acting = {};
    acting.capacity = record.k;
    if (const Replay::Structure* structure = replay->acting()) {
        acting.title = structure_title(record, structure->structure, structure->block, structure->actor);
        acting.heap = structure->heap;
        for (const Replay::Held& one : structure->entries) {
            HeldNeighbour entry = held(one.index, one.distance);
            if (const auto rank = rank_of.find(entry.row); rank != rank_of.end()) entry.rank = rank->second;
            const int place = int(acting.entries.size());
            if (changes && shown.entered.row >= 0 && entry.row == shown.entered.row) acting.entered = place;
            if (acting.farthest < 0 || structure->entries[std::size_t(acting.farthest)] < one) acting.farthest = place;
            acting.entries.push_back(entry);
        }
    }
    ++shown.generation;
    touch();
}

/// The best so far as rows of the table, with the leaves that they came from.
void Workbench::State::show_step_neighbours() {
    Stepping& shown = view.stepping;
    const Recording& record = *replay->record();
    const auto stands = [&](std::size_t rank) {
        return rank < view.neighbours.size() && shown.best[rank].row == view.neighbours[rank].row;
    };
    shown.settled = 0;
    view.step_neighbours.clear();
    for (std::size_t rank = 0; rank < shown.best.size(); ++rank) shown.settled += stands(rank);
    if (!record.tree) return;
    std::vector<std::int32_t> index;
    std::vector<float> distance;
    for (const HeldNeighbour& one : shown.best) {
        index.push_back(std::int32_t(one.row));
        distance.push_back(float(one.distance));
    }
    view.step_neighbours = neighbour_rows(shown_set(), index, distance);
    for (std::size_t rank = 0; rank < view.step_neighbours.size(); ++rank) {
        NeighbourRow& row = view.step_neighbours[rank];
        row.settled = stands(rank);
        if (const auto visit = record.visit_of.find(index[rank]); visit != record.visit_of.end()) {
            row.visit = visit->second;
            row.way = record.visits[std::size_t(row.visit - 1)].way;
        }
    }
}

// ---- Playing --------------------------------------------------------------------------------------------------------------

bool Workbench::State::play_on() {
    Stepping& stepping = view.stepping;
    if (!stepping.playing || !replay) return false;
    const auto time = std::chrono::steady_clock::now();
    played_part += std::chrono::duration<double>(time - played_at).count() * stepping.speed;
    played_at = time;
    const double whole = std::floor(played_part);
    if (whole < 1) return false;
    played_part -= whole;
    const std::int64_t position = stepping.position + std::int64_t(std::min(whole, 1e9));
    if (position <= stepping.count) {
        set_step(position);
    } else if (stepping.loop && stepping.count > 0 && stepping.position == stepping.count) {
        set_step(0);  // after the end has been seen
    } else {
        set_step(stepping.count);
        stepping.playing = stepping.loop && stepping.count > 0;
    }
    return true;
}

void Workbench::open_stepping(bool open, std::int64_t position) {
    State& state = *state_;
    if (open == state.now().stepping) return;
    SessionState next = state.now();
    next.stepping = open;
    if (open) next.step = position;
    state.history.amend(std::move(next));
    state.refresh_stepping();
    if (open && state.replay) { state.take_record({state.worker.shown()->request.number, state.replay, std::nullopt}); }
    state.touch();
}

void Workbench::step_to(std::int64_t position) {
    if (!state_->view.stepping.ready) return;
    state_->view.stepping.playing = false;
    state_->set_step(position);
}

void Workbench::jump(Jump where) {
    if (state_->view.stepping.ready) step_to(state_->replay->target(where));
}

void Workbench::play(bool on) {
    Stepping& stepping = state_->view.stepping;
    if (!stepping.ready) return;
    if (on && stepping.position >= stepping.count) state_->set_step(0);
    stepping.playing = on && stepping.count > 0;
    state_->played_at = std::chrono::steady_clock::now();
    state_->played_part = 0;
    state_->touch();
}

void Workbench::set_step_speed(double steps_per_second) {
    state_->view.stepping.speed = std::clamp(steps_per_second, slowest_steps, fastest_steps);
    state_->touch();
}

void Workbench::set_step_loop(bool on) {
    state_->view.stepping.loop = on;
    state_->touch();
}

// ---- Why not this one? ----------------------------------------------------------------------------------------------------

void Workbench::point_at(std::int64_t row, std::vector<double> place) {
    state_->pointed_row = row;
    state_->pointed_place = std::move(place);
}

void Workbench::ask_why() {
    State& state = *state_;
    if (!state.data || state.view.query.empty()) return;
    const Stepping& stepping = state.view.stepping;
    if (state.pointed_row >= 0 && state.pointed_row < state.shown_set().count()) {
        const std::string text = why_point(state.view, state.shown_set(), state.now(), state.pointed_row);
        const std::vector<NeighbourRow>& found = state.view.neighbours;
        const bool is_one = std::any_of(found.begin(), found.end(), [&](const NeighbourRow& one) { return one.row == state.pointed_row; });
        if (!text.empty()) state.view.why = Why{is_one ? "Why this point?" : "Why not this point?", text};
    } else if (stepping.ready && stepping.record->tree) {
        if (const auto cell = cell_at(*stepping.record->tree, state.pointed_place))
            state.view.why = Why{"What became of this leaf?", why_leaf(stepping, *cell)};
    }
    state.touch();
}

void Workbench::close_why() {
    if (!state_->view.why) return;
    state_->view.why.reset();
    state_->touch();
}

std::optional<double> Workbench::State::seconds_to_next_step() const {
    const Stepping& stepping = view.stepping;
    if (!stepping.playing || !stepping.ready) return std::nullopt;
    const double since = std::chrono::duration<double>(std::chrono::steady_clock::now() - played_at).count();
    return std::max(shortest_wait, (1 - played_part) / stepping.speed - since);
}

std::optional<double> Workbench::seconds_to_next_step() const {
    const std::optional<double> step = state_->seconds_to_next_step(), tick = state_->seconds_to_next_tick();
    if (!step || !tick) return step ? step : tick;
    return std::min(*step, *tick);
}

bool Workbench::follows_mouse() const { return session().query_mode == QueryMode::follow && !session().stepping; }

}  // namespace neighborscope
