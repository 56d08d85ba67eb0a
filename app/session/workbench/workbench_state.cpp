#include "app/session/workbench/workbench_state.hpp"

#include "app/lessons/page_session.hpp"

#include <algorithm>
#include <utility>
#include <cmath>
#include <random>

namespace neighborscope {
namespace {

constexpr double pause_ends_drag = 1;  // seconds

}  // namespace

// ---- Changing the document ------------------------------------------------------------------------------------------------

void WorkbenchState::change(const std::function<void(SessionState&)>& edit, bool merge) {
    SessionState next = now();
    edit(next);
    next.k = std::max(1, next.k);
    const bool other_columns = next.columns != now().columns || next.array != now().array;
    if (next.edits == now().edits && (next.metres != now().metres || other_columns)) next.edits = {};  // their axes have changed
    if (next.data != now().data) {
        loading.chooses_method = next.method == now().method;
        reset_fields_of_data(next, now());
    } else if ((next.metres != now().metres || next.whiten != now().whiten) && next.query == now().query)
        next.query.reset();  // keeps query_row
    else if ((other_columns || next.label != now().label) && next.query == now().query && next.query_row == now().query_row)
        leave_place(next);  // its coordinates are of former columns
    if (next.index != now().index && next.index_hash == now().index_hash) next.index_hash.clear();
    if (next.method != now().method) next.step = 0;  // steps of another method differ
    set_document(std::move(next), merge);
}

void WorkbenchState::set_document(SessionState next, bool merge, std::string kind) {
    if (seconds_since(std::exchange(changed_at_, Clock::now())) > pause_ends_drag) common.history.end_merge();
    common.dismissed.clear();
    common.restored_edits.reset();
    common.show_message("");
    if (common.view.page_waits) lessons::leave_out_answers(next);
    common.change(std::move(next), merge, std::move(kind));
    apply();
}

void WorkbenchState::open_document(const SessionState& session, std::string kind) {
    view_opened = false;
    set_document(session, false, std::move(kind));
    step_wanted = session.stepping ? std::optional(session.step) : std::nullopt;
    if (!loading.is_loaded()) return;  // else the tick is gone to when the data are there
    moving.stop();
    if (common.view.moving.available) moving.open_at(session.tick, session.index_tick);
}

void WorkbenchState::undo_or_redo(bool undoes) {
    const SessionState from = now();
    common.show_message("");  // it is about the undone change
    if (undoes) common.dismissed.clear(), common.history.undo();
    else common.history.redo();
    common.amend([&](SessionState& to) {
        // Undo does not move a query that follows the mouse.
        if (undoes && without_edits(data_of(to)) == without_edits(data_of(from)) && to.query_mode == QueryMode::follow &&
            from.query_mode == QueryMode::follow) {
            to.set_query(from.query, from.query_row);
            to.query_picture = from.query_picture, to.query_crop = from.query_crop;
        }
        if (to.edits != from.edits && loading.data && without_edits(data_of(to)) == without_edits(data_of(from)))
            loading.keep_query_among_edited(to);
        copy_fields_without_undo(to, from);                                                    // keeps the position of stepping
        if (data_of(to) != data_of(from)) to.camera.reset(), to.tick = 0, to.index_tick = -1;  // they were of other data
        if (common.view.page_waits) lessons::leave_out_answers(to);
    });
    common.touch(changed_features(from, now()));
    if (!undoes) common.restored_edits.reset();
    else if (now().edits != from.edits) common.restored_edits = now().edits;
    apply();
}

/// Applies the document: loads its data and sends its request.
void WorkbenchState::apply() {
    asking.refresh();
    faces.refresh();
    if (!loading.is_current() && (!loading.adjusting.waits || loading.opens_other_data)) loading.start();
    else asking.ask();
    asking.record();
    stepping.refresh();
    comparing.refresh();
    curves.refresh(asking.device());
    classifying.refresh(asking.searching_device());
}

/// Resets the query to its default after columns changed; a picture stays the query with other components of a gallery.
void WorkbenchState::leave_place(SessionState& next) const {
    if (!loading.data || !loading.data->set.gallery) next.set_query();
    else next.query.reset();
}

// ---- Rows and positions of the query---------------------------------------------------------------------------------------

std::vector<double> WorkbenchState::whole_position(std::vector<double> position) const {
    if (!loading.data || position.empty()) return {};
    const DataSet& set = loading.data->set;
    const std::size_t dimension = std::size_t(set.dimension);
    if (position.size() > dimension) position.resize(dimension);
    if (position.size() < dimension && set.picture) return {};  // most positions in the plane correspond to no picture
    if (position.size() < dimension) {                          // other axes keep the query's coordinates
        std::vector<double> whole = asking.position();
        if (whole.size() < dimension) return {};
        position = loading.projection(set).moved(std::move(whole), position);
    }
    const bool finite = std::all_of(position.begin(), position.end(), [](double coordinate) { return std::isfinite(coordinate); });
    return finite ? position : std::vector<double>();
}

std::int64_t WorkbenchState::query_row_now() const {
    const std::int64_t file_row = now().query_row.value_or(now().query ? -1 : common.view.query_row);
    return file_row < 0 ? -1 : loading.shown_set().row_of_file_row(file_row);
}

std::int64_t WorkbenchState::random_other_row() const {
    const std::int64_t count = loading.shown_set().count(), row = query_row_now();
    std::random_device seed;
    const std::int64_t any = std::uniform_int_distribution<std::int64_t>(0, std::max<std::int64_t>(0, count - 2))(seed);
    return row >= 0 && any >= row && count > 1 ? any + 1 : any;
}

void WorkbenchState::place_on_row(SessionState& next, std::int64_t row) const {
    const DataSet& set = loading.shown_set();
    std::vector<double> position;
    for (int axis = 0; axis < set.dimension; ++axis) position.push_back(set.coordinate(row, axis));
    next.set_query(std::move(position), set.file_row(row));
}

// ---- Steps of a poll ------------------------------------------------------------------------------------------------------

void WorkbenchState::take_found_queries() {
    if (const auto still = faces.taken_still()) controls.faces.ask_picture(*still);
    if (const auto costliest = asking.take_costliest()) {
        const std::uint64_t before = asking.number();
        controls.query.pin_at_row(costliest->row);
        stepping.show_why({"The costliest query", costliest->text}, asking.number() != before);
        asking.explain(costliest->work);
    }
    if (const auto reason = asking.take_explained(); reason && common.view.why)
        stepping.show_why({common.view.why->title, common.view.why->text + " " + *reason}, false);
}

void WorkbenchState::open_view() {
    if (std::exchange(loading.restored, false)) view_opened = true;  // what was seen before is seen again
    if (view_opened || !loading.is_loaded() || !loading.is_resident()) return;
    view_opened = true;
    ++common.view.opened_views;
    common.touch(Feature::look);
}

/// The recording of a document that asks the same as the one before stays, at its step.
void WorkbenchState::open_step() {
    if (!step_wanted || busy() || !loading.is_loaded() || !common.view.stepping.ready) return;
    const std::int64_t wanted = *std::exchange(step_wanted, std::nullopt), count = common.view.stepping.count;
    const std::int64_t position = std::clamp<std::int64_t>(wanted < 0 ? count + 1 + wanted : wanted, 0, count);
    if (now().stepping && position != common.view.stepping.position) controls.stepping.go_to(position);
}

void WorkbenchState::compare() {
    const int k = now().k;
    comparing.poll();
    if (now().k != k) asking.ask();  // the k of the lists
}

void WorkbenchState::measure_curves() {
    curves.refresh(asking.device());
    curves.poll();
}

/// In the order in which Workbench::cancel cancels them. A chart of curves shows its own progress.
std::optional<ProgressCard> WorkbenchState::all_progress() const {
    const bool in_panel = common.view.inspecting.open && !common.view.stepping.open && now().chart == ChartShown::none;
    return first_of({loading_progress(), comparing.progress(), asking.progress(), in_panel ? std::nullopt : inspecting.progress(),
        now().chart == ChartShown::curves ? std::nullopt : curves.progress(), race.progress()});
}

// ---- Frames drawn ---------------------------------------------------------------------------------------------------------

/// Counts frames of the last second, since painting is on demand.
void WorkbenchState::count_frames() {
    while (!frames_.empty() && seconds_since(frames_.front()) > 1) frames_.pop_front();
    const double seconds = frames_.size() < 2 ? 0 : std::chrono::duration<double>(frames_.back() - frames_.front()).count();
    common.view.status.frames_per_second = seconds > 0 ? double(frames_.size() - 1) / seconds : 0;
}

}  // namespace neighborscope
