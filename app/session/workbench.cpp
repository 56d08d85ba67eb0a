#include "app/session/workbench.hpp"

#include "app/session/workbench_state.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace neighborscope {
namespace {

constexpr auto pause_ends_drag = std::chrono::seconds(1);
constexpr auto quiet_adjusting = std::chrono::seconds(1);  // a drag is watched, and a card that comes and goes would be in the way

}  // namespace

// ---- Changing the document ------------------------------------------------------------------------------------------------

Workbench::Workbench(SessionState first, std::function<void()> wake) : state_(std::make_unique<State>(std::move(first), std::move(wake))) {
    state_->refresh_methods();
    state_->start_loading();
}

Workbench::~Workbench() = default;

const SessionState& Workbench::session() const { return state_->now(); }

void Workbench::change(const std::string& kind, const std::function<void(SessionState&)>& edit, bool merge) {
    SessionState next = state_->now();
    edit(next);
    next.k = std::max(1, next.k);
    const SessionState& now = state_->now();
    if ((next.data != now.data || next.columns != now.columns || next.label != now.label) && next.query == now.query &&
        next.query_row == now.query_row) {
        next.query.reset();  // a place in other data means nothing
        next.query_row.reset();
    }
    if (next.data != now.data && next.lists == now.lists && next.list_queries == now.list_queries)
        next.lists.clear(), next.list_queries.clear();  // they are of other points
    if (next.method != now.method) next.step = 0;       // another method's steps are others
    take_over(std::move(next), kind, merge);
}

/// The document is `next` from now on.
void Workbench::take_over(SessionState next, const std::string& kind, bool merge) {
    const auto time = std::chrono::steady_clock::now();
    if (time - state_->changed_at > pause_ends_drag) state_->history.end_merge();
    state_->changed_at = time;
    state_->dismissed.clear();
    state_->view.said.clear();
    state_->history.change(std::move(next), kind, merge);
    state_->apply();
    state_->touch();
}

void Workbench::replace(const SessionState& session) {
    change("open session", [&](SessionState& state) { state = session; });
}

void Workbench::open_data(const std::string& source) {
    if (source == state_->now().data && state_->choice() == state_->wanted_data && !state_->loader.busy()) {
        change("load again", [](SessionState& state) { state.query.reset(), state.query_row.reset(); });
        state_->opens = true;
        state_->start_loading();
    } else {
        state_->opens = true;
        change("open data", [&](SessionState& state) {
            if (source != state.data)
                state.columns.clear(), state.label.clear(), state.colour_by.clear();  // they mean nothing in another file
            state.data = source;
        });
        state_->opens = false;
    }
}

void Workbench::end_drag() {
    state_->history.end_merge();
    if (state_->adjusting.waits && state_->choice() != state_->wanted_data) state_->start_loading(), state_->touch();  // the last one
}

void Workbench::move_query(const std::vector<double>& position) {
    if (!state_->data || position.empty()) return;
    SessionState next = state_->now();
    std::vector<double> query = position;
    const std::size_t dimension = std::size_t(state_->data->set.dimension);
    if (query.size() > dimension) query.resize(dimension);
    if (query.size() < dimension) {  // A mouse moves the axes of the picture; the others stay where they are.
        if (state_->asked_position.size() < dimension) return;
        query = state_->asked_position;
        for (std::size_t axis = 0; axis < position.size() && axis < 3; ++axis)
            query[std::size_t(state_->data->set.shown[axis])] = position[axis];
    }
    for (const double coordinate : query)
        if (!std::isfinite(coordinate)) return;
    if (next.query == query && !next.query_row) return;
    next.query = std::move(query);
    next.query_row.reset();
    state_->history.amend(std::move(next));
    state_->ask();
}

void Workbench::pin_query_at_row(std::int64_t row) {
    if (!state_->data || row < 0 || row >= state_->data->set.count() || row >= state_->shown_set().count()) return;
    const DataSet& set = state_->shown_set();
    std::vector<double> position;
    for (int axis = 0; axis < set.dimension; ++axis) position.push_back(set.coordinate(row, axis));
    change("pin query", [&](SessionState& state) {
        state.query_mode = QueryMode::pinned;
        state.query = position;
        state.query_row = set.file_row(row);
    });
}

void Workbench::pin_query(const std::vector<double>& position) {
    if (!state_->data || position.empty()) return;
    move_query(position);
    change("pin query", [](SessionState& state) { state.query_mode = QueryMode::pinned; });
}

void Workbench::undo() {
    if (!can_undo()) return;
    state_->dismissed.clear();
    const SessionState from = state_->now();
    state_->history.undo();
    SessionState to = state_->now();
    // A query that follows the mouse is not what people want to take back.
    if (to.data == from.data && to.columns == from.columns && to.label == from.label && to.query_mode == QueryMode::follow &&
        from.query_mode == QueryMode::follow) {
        to.query = from.query;
        to.query_row = from.query_row;
    }
    to.stepping = from.stepping;  // neither is where one has stepped to
    to.step = from.step;
    state_->history.amend(std::move(to));
    state_->apply();
    state_->touch();
}

void Workbench::redo() {
    if (!can_redo()) return;
    const SessionState from = state_->now();
    state_->history.redo();
    SessionState to = state_->now();
    to.stepping = from.stepping;
    to.step = from.step;
    state_->history.amend(std::move(to));
    state_->apply();
    state_->touch();
}

bool Workbench::can_undo() const { return state_->history.can_undo(); }
bool Workbench::can_redo() const { return state_->history.can_redo(); }
std::string Workbench::undo_kind() const { return state_->history.undo_kind(); }
std::string Workbench::redo_kind() const { return state_->history.redo_kind(); }

void Workbench::cancel() {
    if (state_->view.moving.seeking) {
        state_->wanted_tick = state_->asked_tick;  // its answer is on the way, or shown
        state_->end_seeking("stopped at tick " + text_of_count(state_->wanted_tick + 1));
    } else if (state_->exporter.busy()) {
        state_->exporter.cancel();
    } else if (state_->view.comparing.running) {
        state_->comparer.cancel();
        state_->view.comparing.running = false;
        state_->comparison_failed(state_->asked_comparison);
    } else if (state_->column_reader.busy()) {
        state_->column_reader.cancel();
    } else if (state_->loader.busy()) {
        state_->loader.cancel();
        state_->loading_failed();
    } else {
        state_->worker.cancel();
        state_->ask_again = true;
        state_->give_up_adjusting();
    }
    state_->touch();
}

void Workbench::dismiss_error() {
    if (state_->view.error) state_->dismissed = state_->view.error->title;
    state_->view.error.reset();
    state_->touch();
}

void Workbench::show_error(const std::string& title, const std::string& remedy) {
    state_->set_error({title, remedy, Failure::input}, State::Origin::window);
    state_->touch();
}

void Workbench::say(const std::string& sentence) {
    state_->clear_error(State::Origin::window);
    state_->view.said = sentence;
    state_->touch();
}

void Workbench::export_points(const std::string& path) {
    if (!state_->data || !state_->resident || state_->resident->base != state_->data) return;
    state_->clear_error(State::Origin::window);
    state_->view.said.clear();
    state_->exporter.add({path, state_->resident->data, state_->view.neighbours});
    state_->touch();
}

void Workbench::ask_columns() {
    state_->clear_error(State::Origin::window);
    state_->columns.reset();
    state_->column_reader.replace(state_->choice());
    state_->touch();
}

std::optional<ColumnChoice> Workbench::take_columns() { return std::exchange(state_->columns, std::nullopt); }

void Workbench::choose_columns(const ColumnChoice& choice) {
    change("choose columns", [&](SessionState& state) {
        state.columns = choice.columns();
        state.label = choice.label();
    });
}

bool Workbench::busy() const {
    return state_->view.moving.seeking || state_->exporter.busy() || state_->comparer.busy() || state_->looker.busy() ||
           state_->column_reader.busy() || state_->loader.busy() || state_->worker.busy();
}

// ---- Seeing what happened -------------------------------------------------------------------------------------------------

bool Workbench::poll() {
    State& state = *state_;
    state.woken = false;
    bool changed = std::exchange(state.touched, false);
    changed = state.take_load() || changed;
    changed = state.take_news() || changed;
    changed = state.adjust_on() || changed;
    if (state.costliest_wanted && state.tree && state.tree->work && !state.worker.busy()) pin_costliest(), changed = true;
    changed = state.play_on() || changed;
    changed = state.move_on() || changed;
    changed = state.take_columns() || changed;
    changed = state.take_comparison() || changed;
    state.refresh_comparison();
    changed = std::exchange(state.touched, false) || changed;
    changed = state.take_written() || changed;
    std::optional<ProgressCard> progress = state.seeking_progress();
    if (!progress) progress = state.loader.progress();
    if (!progress) progress = state.exporter.progress();
    if (!progress) progress = state.column_reader.progress();
    if (!progress) progress = state.comparer.progress();
    if (!progress) progress = state.looker.progress();
    if (!progress) progress = state.worker.progress();
    if (state.adjusting.under_way && std::chrono::steady_clock::now() - state.adjusting.began < quiet_adjusting) progress.reset();
    changed = changed || progress.has_value() || state.view.progress.has_value();
    state.view.progress = std::move(progress);
    const bool busy = state.loader.busy() || state.worker.busy();
    changed = changed || busy != state.view.busy;
    state.view.busy = busy;
    if (changed) {
        state.refresh_stepping();
        ++state.view.generation;
    }
    return changed;
}

const ViewModel& Workbench::view() const {
    state_->count_frames();
    return state_->view;
}

Drawable Workbench::drawable() const {
    const State& state = *state_;
    Drawable drawable;
    if (!state.resident) return drawable;
    drawable.data = std::shared_ptr<const DataSet>(state.resident, &state.resident->data->set);
    drawable.device = state.resident->device;
    drawable.points = &state.resident->snapshot.points;
    drawable.data_generation = state.resident->generation;
    drawable.list_generation = state.list_generation;
    drawable.opened = state.opened;
    if (const Answer* shown = state.worker.shown(); shown && shown->resident == state.resident) {
        drawable.lists = &shown->lists;
        drawable.query = shown->query;
        drawable.tree = state.tree.get();
    }
    return drawable;
}

void Workbench::report_frame(const std::string& buffer_path, double milliseconds) {
    state_->view.status.buffer_path = buffer_path;
    state_->view.status.frame_milliseconds = milliseconds;
    state_->frames.push_back(std::chrono::steady_clock::now());
    state_->tick_drawn = true;
}

}  // namespace neighborscope
