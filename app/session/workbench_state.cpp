// The workbench between document and workers: load the right data, ask the right question, take over what came of it.
#include "app/session/workbench_state.hpp"

#include "app/session/data_facts.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace neighborscope {

// ---- Loading --------------------------------------------------------------------------------------------------------------

/// Whatever the document says now: the right data, the right question.
void Workbench::State::apply() {
    refresh_methods();
    refresh_colouring();
    if (choice() != wanted_data && (!adjusting.waits || opens)) start_loading();
    else ask();
    refresh_stepping();
    refresh_comparison();
}

void Workbench::State::start_loading() {
    wanted_data = choice();
    adjusting = {adjusts(), false, std::chrono::steady_clock::now(), nullptr};
    opens = false;
    column_reader.cancel();  // of other data
    columns.reset();
    clear_error(Origin::load);
    loader.replace(wanted_data);
    view.busy = true;
}

/// The last data and picture stay, and the document says so.
void Workbench::State::loading_failed() {
    adjusting = {};
    if (!data) return;
    SessionState back = now();
    back.data = loaded_data.source;
    back.columns = loaded_data.options.columns;
    back.label = loaded_data.options.label;
    back.strict = loaded_data.options.strict;
    back.colour_by = loaded_colour_by;
    back.query = loaded_query;
    back.query_row = loaded_query_row;
    wanted_data = loaded_data;
    history.amend(std::move(back));
    history.drop_if_unchanged();
    view.busy = false;
    ask();
}

bool Workbench::State::take_load() {
    auto loaded = loader.take();
    if (!loaded) return false;
    if (loaded->error) {
        set_error(*loaded->error, Origin::load);
        loading_failed();
        return true;
    }
    if (!loaded->result) {  // cancelled
        ask();
        return true;
    }
    data = std::move(*loaded->result);
    loaded_data = loaded->job;
    loaded_query = now().query;
    loaded_query_row = now().query_row;
    clear_error(Origin::load);
    view.data = facts_of(*data);
    view.title_name = title_name(data->set);
    data_ways = colour_ways(data->set);
    refresh_colouring();
    view.axes.clear();
    for (int axis = 0; axis < std::min(3, data->set.dimension); ++axis)
        view.axes.push_back(data->set.axes[std::size_t(data->set.shown[std::size_t(axis)])]);
    view.shown = data->set.shown;
    if (adjusting.under_way) {
        keep_tick();
    } else {
        ++opened;
        clear_answer();
        reset_moving();
    }
    shape_key.clear();
    asked_position.clear();
    refresh_methods();
    refresh_colouring();
    const std::uint64_t before = asked;
    ask();
    if (adjusting.under_way && asked == before) clear_answer(), adjusting.under_way = false;  // it was refused
    return true;
}

/// What is shown is of other data.
void Workbench::State::clear_answer() {
    view.neighbours.clear();
    view.query.clear();
    view.kth_distance = 0;
    view.tree.reset();
    tree.reset();
    tree_generation = 0;
    view.exactness = {};
    drop_record();
}

// ---- Asking ---------------------------------------------------------------------------------------------------------------

std::optional<DeviceKind> Workbench::State::device() const {
    if (now().device == "host") return DeviceKind::host;
    if (now().device == "cuda") return DeviceKind::cuda;
    return default_device;
}

Problem Workbench::State::problem() const {
    Problem problem;
    problem.count = data->set.count();
    problem.queries = 1;
    problem.dimension = data->set.dimension;
    problem.k = int(std::clamp<std::int64_t>(now().k, 1, std::max<std::int64_t>(1, problem.count)));
    problem.metric = now().metric;
    problem.exclude_self = now().exclude_self;
    return problem;
}

void Workbench::State::refresh_methods() {
    view.methods.clear();
    for (const Method& method : methods()) {
        MethodEntry entry{&method, std::nullopt};
        if (data) entry.refusal = method.info.refuses(problem(), device().value_or(DeviceKind::host));
        view.methods.push_back(std::move(entry));
    }
}

/// The method that the document names, if it can answer; null otherwise.
const Method* Workbench::State::method_chosen() const {
    for (const MethodEntry& entry : view.methods)
        if (entry.method->info.name == now().method && !entry.refusal) return entry.method;
    return nullptr;
}

void Workbench::State::refresh_colouring() {
    if (!data) return;
    if (choice() == loaded_data) loaded_colour_by = now().colour_by;
    view.colouring.ways = data_ways;
    if (const Method* method = method_chosen(); method && method->info.tells_work)
        view.colouring.ways.insert(view.colouring.ways.end(), work_colour_ways().begin(), work_colour_ways().end());
    view.colouring.shown = shown_colour_way(view.colouring.ways, data->set, now().colour_by);
}

/// The position asked about: the document's, or the point nearest the middle of the data, with an error shown when the
/// document's own cannot be used. False when there are no points.
bool Workbench::State::place_query(SearchRequest& request) {
    const DataSet& set = data->set;
    if (set.count() == 0) return false;
    const SessionState& session = now();
    std::int64_t row = data->middle_row;
    if (session.query_row) {
        row = set.row_of_file_row(*session.query_row);
        request.row = row;
        if (row < 0 && adjusting.waits && session.query && session.query->size() == std::size_t(set.dimension)) {
            request.position = *session.query;  // the document is a value further already
            return true;
        }
        if (row < 0) {
            set_error({"there is no point in row " + text_of_count(*session.query_row) + ": it does not exist or was left out",
                          "choose another query", Failure::usage},
                Origin::search);
            row = data->middle_row;
        }
    } else if (session.query) {
        if (session.query->size() == std::size_t(set.dimension)) {
            request.position = *session.query;
            const std::vector<float> near = set.relative(*session.query);
            if (std::all_of(near.begin(), near.end(), [](float coordinate) { return std::isfinite(coordinate); })) return true;
            request.position.clear();
            set_error({"the query is beyond what float32 holds", "choose a position nearer the data", Failure::usage}, Origin::search);
        } else {
            set_error({"the query has " + std::to_string(session.query->size()) + " coordinates, the data " + std::to_string(set.dimension),
                          "give one coordinate for each column, or move the query with the mouse", Failure::usage},
                Origin::search);
        }
    }
    for (int axis = 0; axis < set.dimension; ++axis) request.position.push_back(set.coordinate(row, axis));
    return true;
}

void Workbench::State::ask() {
    if (!data || (choice() != wanted_data && !adjusting.waits) || loader.busy()) return;
    const SessionState& session = now();
    clear_error(Origin::search);
    SearchRequest request;
    request.data = data;
    request.device = session.device;
    request.tick = asked_tick = wanted_tick;
    request.k = problem().k;
    request.metric = session.metric;
    request.exclude_self = session.exclude_self;
    if (!place_query(request)) {
        asked_position.clear();
        return;
    }
    try {
        request.method = &find_method(session.method);
        if (const auto chosen = session.options.find(session.method); chosen != session.options.end()) request.options = chosen->second;
        const Options checked(request.method->info.options, request.options);  // throws when one is outside its domain
        if (const auto where = device())
            if (const auto why = request.method->info.refuses(problem(), *where))
                throw Error(Failure::usage, std::string(request.method->info.title) + " cannot answer this: " + *why,
                    request.method->info.instead(problem(), *where));
    } catch (...) {
        set_error(card_of_current_exception(), Origin::search);
        view.moving.seeking = false;
        return;
    }
    loaded_query = session.query;
    loaded_query_row = session.query_row;
    std::vector<std::string> key = {session.method, session.device, std::to_string(request.k), std::string(name(session.metric)),
        session.exclude_self ? "without self" : "", std::to_string(reinterpret_cast<std::uintptr_t>(data.get()))};
    for (const auto& [option, value] : request.options) key.insert(key.end(), {option, value});
    if (key != shape_key) {
        shape_key = std::move(key);
        ++shape;
        ask_again = true;
        statistics.reset();
        view.timings.previous = view.timings.runs > 0;
    }
    request.work = request.method->info.tells_work && work_wanted();
    if (!ask_again && request.position == asked_position && request.row == asked_row && request.tick == last_tick_asked &&
        (asked_work || !request.work))
        return;
    ask_again = false;
    asked_work = request.work;
    asked_position = request.position;
    asked_row = request.row;
    last_tick_asked = request.tick;
    request.shape = shape;
    request.number = ++asked;
    view.busy = true;
    touch();
    worker.ask(std::move(request));
}

// ---- Taking over ----------------------------------------------------------------------------------------------------------

void Workbench::State::take_answer() {
    const Answer& answer = *worker.shown();
    const bool former = answer.request.data != data;  // of data that went meanwhile: shown only on the way to others of their kind
    if (former && !adjusting.under_way) return;
    if (!former && !loader.busy()) adjusting.under_way = false, adjusting.arrived.reset();
    resident = answer.resident;
    ++list_generation;
    view.neighbours = neighbour_rows(resident->data->set, answer.index, answer.distance);
    view.kth_distance = view.neighbours.empty() ? 0 : view.neighbours.back().distance;
    view.query = answer.request.position;
    take_tree(answer.tree);
    view.exactness = {};
    view.exactness.of = int(view.neighbours.size());
    view.status.search_milliseconds = answer.milliseconds;
    view.status.bytes_to_host = answer.bytes_to_host;
    take_tick(answer);
    drop_record();
}

bool Workbench::State::take_news() {
    SearchWorker::News news = worker.take();
    bool changed = false;
    if (news.device) {
        default_device = news.device;
        refresh_methods();
        changed = true;
    }
    if (!news.device_text.empty()) view.status.device = news.device_text, read_bytes_per_second = 0, changed = true;
    // New points are shown before their first list; the same data on another device only together with it.
    if (news.resident && news.resident->base == data && (!resident || resident->base != data))
        (adjusting.under_way ? adjusting.arrived : resident) = news.resident, changed = true;
    if (news.answered) take_answer(), changed = true;
    if (news.recorded) take_record(std::move(*news.recorded)), changed = true;
    if (news.work) take_work(std::move(*news.work)), changed = true;
    if (news.error && news.error->number == asked) {  // an older question's failure says nothing about this one
        set_error(news.error->card, Origin::search);
        ask_again = true;
        view.moving.playing = view.moving.seeking = false;
        if (adjusting.under_way && !loader.busy()) give_up_adjusting();
        changed = true;
    }
    bool measured = news.read_bytes_per_second > 0;
    if (measured) read_bytes_per_second = news.read_bytes_per_second;
    for (const Measured& run : news.measured) {
        if (run.shape != shape) continue;
        statistics.add(run.report, run.measure, run.idle);
        if (run.measure == Measure::total) view.status.search_milliseconds = run.report.total_milliseconds;
        measured = true;
    }
    if (measured) {
        Timings summary = statistics.summary();
        summary.read_bytes_per_second = read_bytes_per_second;
        if (!summary.phases.empty() || !view.timings.previous) view.timings = std::move(summary);  // not half of it
        changed = true;
    }
    const Answer* shown = worker.shown();
    if (news.checked && shown && shown->request.number == news.checked->number) view.exactness = news.checked->exactness, changed = true;
    return changed;
}

bool Workbench::State::take_columns() {
    const auto found = column_reader.take();
    if (!found || found->job != choice()) return false;
    if (found->error)
        set_error({"The columns cannot be shown: " + found->error->title, found->error->remedy, found->error->kind}, Origin::window);
    columns = found->result.value_or(std::nullopt);
    return true;
}

bool Workbench::State::take_written() {
    std::optional<ErrorCard> error;
    bool taken = false;
    while (const auto written = exporter.take()) {
        taken = true;
        if (written->result) clear_error(Origin::window), view.said = *written->result;
        if (written->error) error = written->error;
    }
    if (error) set_error({"The points were not written: " + error->title, error->remedy, error->kind}, Origin::window);
    return taken;
}

/// Painting is on demand, so a rate is one of the last second only: a still picture has none.
void Workbench::State::count_frames() {
    const auto since = std::chrono::steady_clock::now() - std::chrono::seconds(1);
    while (!frames.empty() && frames.front() < since) frames.pop_front();
    const double seconds = frames.size() < 2 ? 0 : std::chrono::duration<double>(frames.back() - frames.front()).count();
    view.status.frames_per_second = seconds > 0 ? double(frames.size() - 1) / seconds : 0;
}

}  // namespace neighborscope
