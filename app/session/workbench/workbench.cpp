// Forwards calls to the parts of the workbench: changes the document, updates the parts, and polls their results.
#include "app/session/workbench/workbench.hpp"

#include "app/data/lists/read_lists.hpp"
#include "app/session/workbench/workbench_state.hpp"

#include <algorithm>
#include <filesystem>

namespace neighborscope {

Workbench::Workbench(SessionState first, std::function<void()> wake) : state_(new WorkbenchState(std::move(first), std::move(wake))) {
    state_->asking.refresh();
    state_->loading.start();
}

Workbench::~Workbench() {
    state_->asking.stop();  // unlocks the measuring mutex
}

// ---- The document ---------------------------------------------------------------------------------------------------------

const SessionState& Workbench::session() const { return state_->now(); }

void Workbench::change(const std::function<void(SessionState&)>& edit, bool merge) { state_->change(edit, merge); }

void Workbench::replace(const SessionState& session) { state_->open_document(session, "open session"); }

void Workbench::note_view(const std::function<void(SessionState&)>& write) { state_->common.amend(write); }

void Workbench::open_data(const std::string& source) {
    LoadingState& loading = state_->loading;
    if (source == state_->now().data && loading.is_loaded()) {
        SessionState next = state_->now();
        next.set_query();
        next.tick = 0, next.index_tick = -1;
        state_->set_document(std::move(next), false, "load again");
        loading.opens_other_data = true;
        loading.start();
    } else {
        loading.opens_other_data = true;
        change([&](SessionState& state) { state.data = source; });
        loading.opens_other_data = false;
    }
}

void Workbench::change_data_parameter(const std::string& name, const std::string& text, bool merge) {
    SessionState next = state_->now();
    if (!state_->loading.adjust(next, name, text, merge)) return;
    if (merge) state_->extend_drag();
    state_->set_document(std::move(next), merge);
}

void Workbench::end_drag() {
    state_->common.history.end_merge();
    if (std::exchange(state_->common.view.manual_edits.dragged, -1) >= 0) state_->common.touch(Feature::edits);
    LoadingState& loading = state_->loading;
    if (loading.adjusting.waits && !loading.is_current()) loading.start();  // the newest value
}

void Workbench::undo() {
    if (can_undo()) state_->undo_or_redo(true);
}

void Workbench::redo() {
    if (can_redo()) state_->undo_or_redo(false);
}

bool Workbench::can_undo() const { return state_->common.history.can_undo(); }
bool Workbench::can_redo() const { return state_->common.history.can_redo(); }
std::string Workbench::undo_kind() const { return state_->common.history.undo_kind(); }
std::string Workbench::redo_kind() const { return state_->common.history.redo_kind(); }

// ---- Features -------------------------------------------------------------------------------------------------------------

QueryControls& Workbench::query() { return state_->controls.query; }
FaceControls& Workbench::faces() { return state_->controls.faces; }
EditControls& Workbench::edits() { return state_->controls.edits; }
PointControls& Workbench::points() { return state_->controls.points; }
MovingControls& Workbench::moving() { return state_->controls.moving; }
SteppingControls& Workbench::stepping() { return state_->controls.stepping; }
ClassControls& Workbench::classes() { return state_->controls.classes; }
RaceControls& Workbench::race() { return state_->controls.race; }
CurveControls& Workbench::curves() { return state_->controls.curves; }
ComparingControls& Workbench::comparing() { return state_->controls.comparing; }
InspectingControls& Workbench::inspecting() { return state_->controls.inspecting; }
LessonControls& Workbench::lessons() { return state_->controls.lessons; }
bool Workbench::has_lesson() const { return state_->controls.lessons.lesson() != nullptr; }
TimingControls& Workbench::timings() { return state_->controls.timings; }
ExhibitionControls& Workbench::exhibition() { return state_->controls.exhibition; }
CardControls& Workbench::cards() { return state_->controls.cards; }
StartControls& Workbench::starting() { return state_->controls.starting; }

// ---- The view -------------------------------------------------------------------------------------------------------------

const ViewModel& Workbench::view() const {
    state_->count_frames();
    return state_->common.view;
}

Drawable Workbench::drawable() const {
    Drawable drawable = state_->drawable();
    if (state_->common.view.answers_hidden) drawable.lists = nullptr;
    return drawable;
}

void Workbench::set_visible_plane(const VisiblePlane& plane) { state_->classifying.set_visible_plane(plane); }

void Workbench::point_at(std::int64_t row, std::vector<double> place) {
    state_->controls.edits.point_at(row);
    state_->stepping.point_at(row, std::move(place));
}

/// Answers first, since found queries, contenders and compared lists depend on them. Curves and classes depend on the document after these.
bool Workbench::poll() {
    WorkbenchState& state = *state_;
    state.common.reset_wake();  // later results wake the window again
    state.take_results();       // data, ticks, answers
    state.common.end_read_message();
    state.open_view();
    state.open_step();
    state.take_found_queries();              // may change the document
    state.race.poll();                       // contenders ask the same as the document
    state.controls.exhibition.move_query();  // unless somebody has just asked
    state.controls.starting.close_when_expired();
    state.controls.lessons.poll();
    state.compare();  // may ask for another k
    state.measure_curves();
    state.classify();
    state.inspecting.refresh();
    state.inspecting.poll();
    if (state.common.touched) state.controls.edits.describe();  // of the present data and document
    return state.end_poll(state.all_progress());
}

std::optional<double> Workbench::seconds_to_next_step() const {
    std::optional<double> next;
    const auto sooner = [&](std::optional<double> seconds) {
        if (seconds) next = next ? std::min(*next, *seconds) : seconds;
    };
    sooner(state_->stepping.seconds_to_next());
    sooner(state_->moving.seconds_to_next());
    sooner(state_->common.seconds_of_message());
    if (const auto seconds_behind = state_->loading.seconds_behind();
        seconds_behind && *seconds_behind < WorkbenchState::progress_card_delay && state_->common.view.busy)
        sooner(WorkbenchState::progress_card_delay - *seconds_behind);
    if (state_->common.view.race.playing) sooner(1.0 / 60);
    sooner(state_->controls.exhibition.seconds_to_next());
    sooner(state_->controls.starting.seconds_to_next());
    sooner(state_->controls.lessons.seconds_to_next());
    return next;
}

bool Workbench::busy() const {
    return state_->busy() || state_->comparing.busy() || state_->curves.busy() || state_->race.busy() || state_->inspecting.busy();
}

std::optional<ProgressCard> Workbench::progress() const { return first_of({state_->common.view.progress, state_->classifying.progress()}); }

void Workbench::cancel() {
    WorkbenchState& state = *state_;
    bool stopped = state.curves.stop() || state.classifying.cancel() || state.moving.cancel() || state.inspecting.cancel();
    if (!stopped && state.faces.cancel()) state.asking.ask(), stopped = true;  // with the previous query
    stopped = stopped || state.loading.cancel_writing() || state.comparing.cancel() || state.loading.cancel_columns();
    if (!stopped && state.loading.cancel_load()) state.asking.ask();
    else if (!stopped) state.asking.cancel();
    state.race.cancel();
    state.common.touch(Feature::status);
}

void Workbench::show_error(const std::string& title, const std::string& remedy) { state_->show_error(title, remedy); }

void Workbench::dismiss_error() {
    CommonState& common = state_->common;
    if (common.view.error) common.dismissed = common.view.error->title;
    common.view.error.reset();
    common.touch(Feature::status);
}

void Workbench::show_message(const std::string& sentence) {
    state_->common.clear_error(ErrorOrigin::window);
    state_->common.show_message(sentence);
}

void Workbench::report_frame(const std::string& buffer_path, double milliseconds) {
    state_->common.view.status.buffer_path = buffer_path;
    state_->common.view.status.frame_milliseconds = milliseconds;
    state_->frame_drawn();
    state_->moving.drawn();
}

void open_dropped(Workbench& workbench, const std::vector<std::string>& paths) {
    if (paths.empty()) return;
    const std::filesystem::path first(paths.front());
    if (workbench.view().data.loaded && looks_like_lists(paths.front())) {
        workbench.comparing().compare(paths.front(), paths.size() == 2 ? paths.back() : workbench.session().list_queries);
        return;
    }
    if (faces::is_picture_name(paths.front())) return workbench.faces().ask_picture(paths.front());
    if (first.extension() == ".md") {
        try {
            workbench.lessons().open(paths.front());
        } catch (const Error& why) { workbench.show_error(why.what(), why.remedy); }
        return;
    }
    workbench.open_data(paths.front());
    const auto stem = [](const std::filesystem::path& path) {
        const std::string name = path.filename().string();
        return path.parent_path() / name.substr(0, name.find('.'));
    };
    if (std::all_of(paths.begin(), paths.end(), [&](const std::string& path) { return stem(path) == stem(first); })) return;
    workbench.show_message(
        "Only " + first.filename().string() + " is shown of " + std::to_string(paths.size()) + " files: the program shows one at a time");
}

}  // namespace neighborscope
