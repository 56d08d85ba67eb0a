// The thin front of the parts behind a window: it changes the document, tells the parts, and asks them for news.
#include "app/session/workbench/workbench.hpp"

#include "app/data/lists/read_lists.hpp"
#include "app/session/sentences/presented.hpp"
#include "app/session/workbench/workbench_state.hpp"

#include <filesystem>

namespace neighborscope {

// ---- Changing the document ------------------------------------------------------------------------------------------------

Workbench::Workbench(SessionState first, std::function<void()> wake) : state_(new State(std::move(first), std::move(wake))) {
    state_->asking.refresh();
    state_->loading.start();
}

Workbench::~Workbench() {
    state_->asking.stop();  // who has the turn lets the others go
}

const SessionState& Workbench::session() const { return state_->now(); }

void Workbench::change(const std::function<void(SessionState&)>& edit, bool merge) {
    const SessionState& now = state_->now();
    SessionState next = now;
    edit(next);
    next.k = std::max(1, next.k);
    const bool other_columns = next.columns != now.columns || next.array != now.array;
    if (next.edits == now.edits && (next.metres != now.metres || other_columns)) next.edits = {};  // they are of other axes
    if (next.data != now.data) forget_former_data(next, now);
    else if ((next.metres != now.metres || next.whiten != now.whiten) && next.query == now.query)
        next.query.reset();  // a row that it stands on stays
    else if ((other_columns || next.label != now.label) && next.query == now.query && next.query_row == now.query_row)
        state_->leave_place(next);                 // its coordinates are of other columns
    if (next.method != now.method) next.step = 0;  // another method's steps are others
    state_->take_over(std::move(next), merge);
}

void Workbench::replace(const SessionState& session) { state_->take_over(session, false, "open session"); }

void Workbench::open_data(const std::string& source) {
    LoadingState& loading = state_->loading;
    if (source == state_->now().data && loading.is_loaded()) {
        SessionState next = state_->now();
        next.set_query();
        state_->take_over(std::move(next), false, "load again");
        loading.opens = true;
        loading.start();
    } else {
        loading.opens = true;
        change([&](SessionState& state) { state.data = source; });
        loading.opens = false;
    }
}

void Workbench::change_data_parameter(const std::string& name, const std::string& text, bool merge) {
    SessionState next = state_->now();
    if (!state_->loading.adjust(next, name, text, merge)) return;
    if (merge) state_->changed_at = Clock::now();  // a hand that rests does not end a drag
    state_->take_over(std::move(next), merge);
}

void Workbench::end_drag() {
    state_->common.history.end_merge();
    if (std::exchange(state_->common.view.by_hand.dragged, -1) >= 0) state_->common.touch(Feature::edits);
    LoadingState& loading = state_->loading;
    if (loading.adjusting.waits && !loading.is_current()) loading.start();  // the last one
}

void Workbench::move_query(const std::vector<double>& position) {
    std::vector<double> query = state_->whole_position(position);
    if (query.empty() || (state_->now().query == query && !state_->now().query_row)) return;
    state_->common.amend([&](SessionState& next) { next.set_query(std::move(query)); });
    state_->asking.ask();
}

void Workbench::pin_query_at_row(std::int64_t row, bool merge) {
    if (!state_->has_row(row)) return;
    change(
        [&](SessionState& state) {
            state.query_mode = QueryMode::pinned;
            state_->place_on_row(state, row);
        },
        merge);
}

void Workbench::see(const SeenPlane& plane) { state_->classifying.look_at(plane); }

void Workbench::ring_rows_of(std::optional<ConfusionCell> cell) { state_->classifying.choose(cell); }

void Workbench::next_ringed(int direction) {
    const std::int64_t row = state_->classifying.next_ringed(direction);
    if (!state_->has_row(row)) return;
    SessionState next = session();
    next.query_mode = QueryMode::pinned;
    next.exclude_self = true;  // else its own class would vote for it
    state_->place_on_row(next, row);
    state_->take_over(std::move(next), true, "move query");
}

void Workbench::move_query_to_row(std::int64_t row) {
    if (!state_->has_row(row) || state_->now().query_row == state_->loading.shown_set().file_row(row)) return;
    state_->common.amend([&](SessionState& next) { state_->place_on_row(next, row); });
    state_->asking.ask();
}

void Workbench::go_on_rows(std::int64_t by) {
    if (!state_->has_row(0)) return;
    const std::int64_t count = state_->loading.shown_set().count(), row = state_->row_now();
    pin_query_at_row(row < 0 ? (by > 0 ? 0 : count - 1) : ((row + by) % count + count) % count, true);
}

void Workbench::pin_query_at_random_row() {
    if (state_->has_row(0)) pin_query_at_row(state_->another_row());
}

void Workbench::freeze_timings(bool freeze) {
    CommonState& common = state_->common;
    common.view.frozen.reset();
    state_->asking.measure_longer(freeze || !state_->race.others().empty());
    const Timings& timings = common.view.timings;
    common.touch(Feature::frozen);
    if (freeze) common.view.frozen = FrozenTimings{asked_text(session(), common.view), timings};
    common.say(freeze ? "A frozen: " + text_of_duration(timings.total_median) + ", median of " +
                            text_of_amount(timings.runs, "run", "runs") + "; Ctrl+3 shows the comparison"
                      : "A discarded");
}

void Workbench::exhibit(bool begins, Pauses pauses) {
    state_->exhibition.reset();
    if (begins) state_->exhibition = State::Exhibition{pauses, State::after(pauses.between), state_->asking.number()};
    state_->common.view.exhibiting = begins;
    state_->common.touch(Feature::status);
}

bool Workbench::exhibiting() const { return state_->exhibition.has_value(); }

void Workbench::pin_query(const std::vector<double>& position) {
    const std::vector<double> query = state_->whole_position(position);
    if (query.empty()) return;
    change([&](SessionState& state) {
        state.query_mode = QueryMode::pinned;
        state.set_query(query);
    });
}

std::vector<double> Workbench::query_as_asked() const {
    const SessionState& document = session();
    if (document.query && !document.query_row) return *document.query;
    const std::vector<double>& asked = state_->asking.position();
    return asked.empty() ? view().query : asked;
}

void Workbench::set_face_finder(faces::FaceFinder finder) { state_->faces.finder = std::move(finder); }

bool Workbench::finds_faces() const { return bool(state_->faces.finder); }

void Workbench::set_camera(faces::StillSource camera, const std::string& missing) {
    state_->faces.camera = std::move(camera);
    state_->camera_missing = missing;
}

const std::string& Workbench::camera_missing() const { return state_->camera_missing; }

void Workbench::take_still() { state_->faces.take_still(); }

void Workbench::next_face() {
    const auto asked = view().query_picture;
    if (!asked || session().query_picture.empty()) return;
    const faces::Gallery* gallery = gallery_of(view());
    if (!asked->searched || asked->faces.empty() || !gallery) {
        state_->faces.find_face();
        return change([](SessionState& state) { state.query_crop.reset(); });
    }
    std::size_t next = 0;
    for (std::size_t i = 0; i < asked->faces.size(); ++i)
        if (faces::crop_of_eyes(asked->faces[i].left_eye, asked->faces[i].right_eye, gallery->size, asked->eyes) == session().query_crop)
            next = (i + 1) % asked->faces.size();
    const faces::Face& face = asked->faces[next];
    ask_picture(asked->file, faces::crop_of_eyes(face.left_eye, face.right_eye, gallery->size, asked->eyes));
}

void Workbench::ask_picture(const std::string& file, const std::optional<faces::Crop>& crop, bool merge) {
    if (!crop && file != session().query_picture) state_->faces.find_face();
    change(
        [&](SessionState& state) {
            state.set_query();
            state.query_picture = file;
            state.query_crop = crop;
            state.query_mode = QueryMode::pinned;
        },
        merge);
}

void Workbench::enrol(const std::string& person) {
    if (session().query_picture.empty() || person.empty()) return;
    change([&](SessionState& state) {
        std::error_code ignored;
        const std::filesystem::path file = std::filesystem::absolute(state.query_picture, ignored);
        state.enrolled.push_back({file.empty() ? state.query_picture : file.string(), person, state.query_crop});
    });
}

void Workbench::undo() {
    if (can_undo()) state_->go(true);
}

void Workbench::redo() {
    if (can_redo()) state_->go(false);
}

bool Workbench::can_undo() const { return state_->common.history.can_undo(); }
bool Workbench::can_redo() const { return state_->common.history.can_redo(); }
std::string Workbench::undo_kind() const { return state_->common.history.undo_kind(); }
std::string Workbench::redo_kind() const { return state_->common.history.redo_kind(); }

void Workbench::choose_columns(const ColumnChoice& choice) {
    change([&](SessionState& state) { state.columns = choice.columns(), state.label = choice.label(); });
}

void Workbench::compare_lists(const std::string& lists, const std::string& queries) {
    if (lists == state_->now().lists && queries == state_->now().list_queries) state_->comparing.again();
    change([&](SessionState& state) { state.lists = lists, state.list_queries = queries, state.lists_squared = false; });
}

void Workbench::name_list_queries(const std::string& queries) {
    const std::string lists = state_->comparing.named();
    if (lists.empty()) show_error("There are no lists that these queries could belong to", "compare lists first");
    else compare_lists(lists, queries);
}

// ---- Telling the parts ----------------------------------------------------------------------------------------------------

void Workbench::export_points(const std::string& path) { state_->loading.write_points(path); }
void Workbench::ask_columns() { state_->loading.ask_columns(); }
std::optional<ColumnChoice> Workbench::take_columns() { return state_->loading.take_columns(); }

void Workbench::evaluate_gallery(std::optional<std::uint64_t> split) { state_->faces.evaluate(split); }

void Workbench::open_stepping(bool open, std::int64_t position) {
    state_->stepping.open(open, position);
    state_->asking.record();
}
void Workbench::step_to(std::int64_t position) {
    state_->stepping.step_to(position);
    state_->race.follow_step();
}
void Workbench::jump(Jump where) {
    state_->stepping.jump(where);
    state_->race.follow_step();
}
void Workbench::play(bool on) {
    if (state_->race.ready()) play_race(on);
    else state_->stepping.play(on);
}
void Workbench::set_step_speed(double steps_per_second) { state_->stepping.set_speed(steps_per_second); }
void Workbench::set_step_loop(bool on) { state_->stepping.set_loop(on); }
void Workbench::set_every_step(bool on) { state_->stepping.set_every(on); }
void Workbench::point_at(std::int64_t row, std::vector<double> place) {
    if (std::exchange(state_->hovered_row, row) != row && view().by_hand.on) state_->describe_by_hand();
    state_->stepping.point_at(row, std::move(place));
}
void Workbench::ask_why() { state_->stepping.ask_why(); }
void Workbench::close_why() { state_->stepping.close_why(); }
bool Workbench::follows_mouse() const { return session().query_mode == QueryMode::follow && !session().stepping && !view().by_hand.on; }

void Workbench::play_ticks(bool on) { state_->moving.play(on); }
void Workbench::go_to_tick(std::int64_t tick) {
    if (!state_->common.view.moving.available) return;
    state_->moving.stop();
    state_->moving.go_to(tick);
}
void Workbench::set_tick_speed(double ticks_per_second) { state_->moving.set_speed(ticks_per_second); }
void Workbench::set_tick_loop(bool on) { state_->moving.set_loop(on); }
void Workbench::seek_rebuild(bool on, std::int64_t at_most) { state_->moving.seek_rebuild(on, at_most); }

void Workbench::measure_curves() {
    state_->curves.refresh(state_->asking.device());
    state_->curves.start();
}
void Workbench::stop_curves() { state_->curves.stop(); }
void Workbench::forget_curves() { state_->curves.forget(); }
void Workbench::ask_as_curve(std::size_t line, std::size_t place) {
    const std::shared_ptr<const measure::Curve> curve = view().curves.curve;
    if (curve && line < curve->points.size() && place < curve->places.size())
        change([&](SessionState& state) { ask_as_point(state, *curve, line, place); });
}

void Workbench::next_list(int direction) { look_at_list(state_->comparing.next_of_class(direction)); }
void Workbench::walk_lists(ListClass one) { state_->comparing.walk(one); }
void Workbench::look_at_list(std::int64_t query) {
    if (!state_->comparing.look_at(query)) return;
    state_->asking.ask();
    state_->comparing.refresh();
}

void Workbench::find_costliest() { state_->asking.find_costliest(); }

void Workbench::cancel() {
    State& state = *state_;
    bool stopped = state.curves.stop() || state.classifying.cancel() || state.moving.cancel();
    if (!stopped && state.faces.cancel()) state.asking.ask(), stopped = true;  // the query is the one before
    stopped = stopped || state.loading.cancel_writing() || state.comparing.cancel() || state.loading.cancel_columns();
    if (!stopped && state.loading.cancel_load()) state.asking.ask();
    else if (!stopped) state.asking.cancel();
    state.race.cancel();
    state.common.touch(Feature::status);
}

void Workbench::dismiss_error() {
    CommonState& common = state_->common;
    if (common.view.error) common.dismissed = common.view.error->title;
    common.view.error.reset();
    common.touch(Feature::status);
}

void Workbench::show_error(const std::string& title, const std::string& remedy) {
    state_->common.set_error({title, remedy, Failure::input}, ErrorOrigin::window);
}

void Workbench::say(const std::string& sentence) {
    state_->common.clear_error(ErrorOrigin::window);
    state_->common.say(sentence);
}

// ---- Seeing what happened -------------------------------------------------------------------------------------------------

void Workbench::State::take_findings(Workbench& workbench) {
    if (const auto still = faces.taken_still()) workbench.ask_picture(*still);
    if (const auto costliest = asking.take_costliest()) {
        const std::uint64_t before = asking.number();
        workbench.pin_query_at_row(costliest->row);
        stepping.say_why({"The costliest query", costliest->text}, asking.number() != before);
        asking.explain(costliest->work);
    }
    if (const auto reason = asking.take_explained(); reason && common.view.why)
        stepping.say_why({common.view.why->title, common.view.why->text + " " + *reason}, false);
}

void Workbench::State::compare() {
    const int k = now().k;
    comparing.poll();
    if (now().k != k) asking.ask();  // as the lists have it
}

void Workbench::State::measure_curves() {
    curves.refresh(asking.device());
    curves.poll();
}

/// In the order in which cancel() ends them. Of curves the chart itself says it, where it is shown.
std::optional<ProgressCard> Workbench::State::all_progress() const {
    return first_of({before_asking(), comparing.progress(), asking.progress(),
        now().chart == ChartShown::curves ? std::nullopt : curves.progress(), race.progress()});
}

bool Workbench::poll() {
    State& state = *state_;
    state.common.polled();
    state.take_news();
    state.take_findings(*this);
    state.race.poll();
    state.go_on_exhibiting();
    state.compare();
    state.measure_curves();
    state.classify();
    if (state.common.touched) state.describe_by_hand();
    return state.end_poll(state.all_progress());
}

std::optional<ProgressCard> Workbench::progress() const { return first_of({state_->common.view.progress, state_->classifying.progress()}); }

bool Workbench::busy() const { return state_->busy() || state_->comparing.busy() || state_->curves.busy() || state_->race.busy(); }

std::optional<double> Workbench::seconds_to_next_step() const {
    std::optional<double> next;
    const auto sooner = [&](std::optional<double> seconds) {
        if (seconds) next = next ? std::min(*next, *seconds) : seconds;
    };
    sooner(state_->stepping.seconds_to_next());
    sooner(state_->moving.seconds_to_next());
    if (const auto late = state_->loading.late(); late && *late < State::said_after && state_->common.view.busy)
        sooner(State::said_after - *late);
    if (state_->common.view.race.playing) sooner(1.0 / 60);
    if (state_->exhibition) sooner(std::max(0.01, std::chrono::duration<double>(state_->exhibition->next - Clock::now()).count()));
    return next;
}

const ViewModel& Workbench::view() const {
    state_->count_frames();
    return state_->common.view;
}

Drawable Workbench::drawable() const { return state_->drawable(); }

void Workbench::report_frame(const std::string& buffer_path, double milliseconds) {
    state_->common.view.status.buffer_path = buffer_path;
    state_->common.view.status.frame_milliseconds = milliseconds;
    state_->frames.push_back(Clock::now());
    state_->moving.drawn();
}

void open_dropped(Workbench& workbench, const std::vector<std::string>& paths) {
    if (paths.empty()) return;
    const std::filesystem::path first(paths.front());
    if (workbench.view().data.loaded && looks_like_lists(paths.front())) {
        workbench.compare_lists(paths.front(), paths.size() == 2 ? paths.back() : workbench.session().list_queries);
        return;
    }
    if (faces::is_picture_name(paths.front())) return workbench.ask_picture(paths.front());
    workbench.open_data(paths.front());
    const auto stem = [](const std::filesystem::path& path) {
        const std::string name = path.filename().string();
        return path.parent_path() / name.substr(0, name.find('.'));
    };
    if (std::all_of(paths.begin(), paths.end(), [&](const std::string& path) { return stem(path) == stem(first); })) return;
    workbench.say(
        "Only " + first.filename().string() + " is shown of " + std::to_string(paths.size()) + " files: the program shows one at a time");
}

}  // namespace neighborscope
