#include "app/session/asking/asking_state.hpp"

#include "app/session/asking/drawable.hpp"
#include "app/session/asking/question.hpp"
#include "app/session/points/describe_data.hpp"
#include "app/session/search/costly_query.hpp"
#include "gpu/device/ceilings.hpp"
#include "gpu/shards/sharded_search.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace neighborscope {

AskingState::AskingState(CommonState& common, LoadingState& loading, MovingState& moving, SteppingState& stepping, FacesState& faces,
    std::shared_ptr<SharedPoints> points)
    : common_(common), loading_(loading), moving_(moving), stepping_(stepping), faces_(faces), worker_(common.waker(), std::move(points)) {
    record();
}

// ---- The request ----------------------------------------------------------------------------------------------------------

/// An index is searched on the host, unless a device is chosen.
std::optional<DeviceKind> AskingState::device_of(const MethodInfo& info) const {
    return info.supports.own_index && common_.now().device.empty() ? DeviceKind::host : device();
}

std::optional<DeviceKind> AskingState::searching_device() const {
    const MethodInfo* const info = view_.info_of(common_.now().method);
    return info ? device_of(*info) : device();
}

std::optional<DeviceKind> AskingState::device() const {
    if (common_.now().device == "host") return DeviceKind::host;
    if (common_.now().device == "cuda") return DeviceKind::cuda;
    return default_device_;
}

void AskingState::refresh() {
    const DataSet* const set = loading_.data ? &loading_.data->set : nullptr;
    const Colouring colouring = view_.colouring;
    std::vector<ColourWay>& ways = view_.colouring.ways;
    if (set) ways = loading_.colour_ways;
    if (set && loading_.update_projection()) update_picture_positions(), view_.polar.reset(), common_.touch(Feature::answer);
    view_.three_d = common_.now().three_d.value_or(set && set->dimension == 3);
    // Inner products are no distances from the middle.
    view_.polar_shown = !view_.answers_hidden && !larger_is_nearer(common_.now().metric) &&
                        common_.now().polar.value_or(set && set->dimension > 3 && !picture_shape(*set));
    if (view_.polar_shown != bool(view_.polar)) update_polar_view();
    const std::vector<MethodEntry> entries = std::exchange(view_.methods, {});
    for (const Method& method : methods()) {
        MethodEntry entry{&method, std::nullopt};
        if (set)
            entry.refusal =
                method.info.unsupported_reason(problem_of(common_.now(), *set), device_of(method.info).value_or(DeviceKind::host));
        if (set && method.info.name == common_.now().method && !entry.refusal) {
            if (method.info.counts_query_work) ways.insert(ways.end(), work_colour_ways().begin(), work_colour_ways().end());
            const DeviceKind device = device_of(method.info).value_or(DeviceKind::host);
            if (shards::can_share_points(method.info) && sharing_devices(device).size() > 1) ways.push_back(device_colour_way());
        }
        view_.methods.push_back(std::move(entry));
    }
    if (set) view_.colouring.shown = shown_colour_way(ways, *set, common_.now().colour_by);
    if (entries != view_.methods || colouring != view_.colouring) common_.touch(Feature::methods);
}

/// Updates coordinates along the axes of the picture after the projection changed.
void AskingState::update_picture_positions() {
    if (!loading_.is_resident()) return;
    const DataSet& set = loading_.shown_set();
    for (std::vector<NeighbourRow>* rows : {&view_.neighbours, &view_.step_neighbours, &view_.exactness.missed})
        place_rows(*rows, set, loading_.projection(set));
    if (view_.changes) place_rows(view_.changes->left, set, loading_.projection(set));
}

/// Updates the polar view of the answer shown.
void AskingState::update_polar_view() {
    view_.polar.reset();
    common_.touch(Feature::answer);
    const Answer* shown = worker_.shown();
    if (!view_.polar_shown || !shown || !shown->resident || shown->resident != loading_.resident || view_.query.empty()) return;
    const DataSet& set = shown->resident->data->set;
    PolarView polar = polar_view(
        set, loading_.projection(set), view_.query, shown->own_row(), view_.neighbours, shown->sampled_distances, view_.exactness.missed);
    polar.nearest_is_known = view_.exactness.known || !shown->request.method->info.supports.approximate;
    view_.polar = std::make_shared<const PolarView>(std::move(polar));
}

/// Whether the picture shows the work of a self-join.
bool AskingState::wants_self_join() const {
    const Colouring& colouring = view_.colouring;
    return costliest_wanted_ || shows_work(common_.now().cells) ||
           (colouring.shown < colouring.ways.size() && colouring.ways[colouring.shown].of_work());
}

void AskingState::ask() {
    if (!loading_.data || (!loading_.is_current() && !loading_.adjusting.waits) || loading_.is_busy()) return;
    loading_.remember_document();
    if (faces_.waits()) return;
    const SessionState& session = common_.now();
    const DataSet& set = loading_.data->set;
    common_.clear_error(ErrorOrigin::search);
    const std::int64_t tick = moving_.tick_to_ask();
    PlacedQuery placed;
    if (const std::vector<double>* picture = faces_.position()) placed.position = *picture;
    else placed = place_query(session, *loading_.data, loading_.adjusting.waits);
    if (placed.unusable) common_.set_error(*placed.unusable, ErrorOrigin::search);
    if (placed.position.empty()) {
        request_.position.clear();
        return;
    }
    try {
        [[maybe_unused]] const Projection checked = projection_of(set, session.projection);
    } catch (const Error& error) { common_.set_error({error.what(), error.remedy, Failure::usage}, ErrorOrigin::search); }
    SearchRequest request;
    try {
        request = make_search_request(session, set, placed, device_of(find_method(session.method).info));
    } catch (...) {
        common_.set_error(card_of_current_exception(), ErrorOrigin::search);
        view_.moving.seeking = false;
        common_.touch(Feature::moving);
        refused_ = true;
        mark_timings_previous();
        show_refused(std::move(placed));
        return;
    }
    request.tick = tick;
    if (std::exchange(refused_, false)) take_timings();
    request.settings_id = request_.settings_id;
    if (!request.has_same_settings(request_)) {
        ++request.settings_id;
        ask_again_ = true;
        statistics_.reset();
        mark_timings_previous();
    }
    const bool other_tick = request.tick != request_.tick;
    const bool elsewhere =
        request.settings_id != request_.settings_id || request.position != request_.position || request.row != request_.row || other_tick;
    request.place = request_.place + elsewhere;
    // Runs of a query that follows the mouse or moves with its point count until it rests. Runs before a pinned query was moved do not.
    if (elsewhere && !other_tick && session.query_mode == QueryMode::pinned && statistics_.forget_before(request.place))
        mark_timings_previous();
    if (!wants_self_join()) cancelled_settings_id_ = 0;
    request.work = request.method->info.counts_query_work && wants_self_join() && request.settings_id != cancelled_settings_id_;
    if (!ask_again_ && request.position == request_.position && request.row == request_.row && request.tick == request_.tick &&
        (request_.work || !request.work)) {
        if (request_.work && !request.work && !(view_.tree && view_.tree->work)) request_.work = false, worker_.stop_self_join();
        return;
    }
    ask_again_ = false;
    request.number = request_.number + 1;
    request.step = common_.step();
    request_ = request;
    request.data = loading_.data;
    view_.busy = true;
    common_.touch(Feature::status);
    worker_.ask(std::move(request));
}

/// Shows the query of a refused request, and its points, if an answer shown is of others. The method may refuse every query of these data.
void AskingState::show_refused(PlacedQuery placed) {
    refused_query_ = placed;
    if (loading_.adjusting.under_way) return;
    const DataSet& set = loading_.data->set;
    const std::int64_t row = placed.row >= 0 ? set.file_row(placed.row) : -1;
    const bool is_resident = loading_.is_resident();
    if (is_resident && view_.query == placed.position && view_.query_row == row) return;
    clear_answer();
    shows_refused_ = true;
    view_.query = std::move(placed.position);
    view_.query_row = row;
    if (is_resident) return;
    SearchRequest points;  // without a method
    points.data = loading_.data;
    points.device = common_.now().device;
    if (points.device.empty() && find_method(common_.now().method).info.supports.own_index) points.device = name(DeviceKind::host);
    points.tick = moving_.tick_to_ask();
    points.number = number();
    worker_.ask(std::move(points));
}

void AskingState::cancel() {
    if (request_.work && !(view_.tree && view_.tree->work)) cancelled_settings_id_ = request_.settings_id, costliest_wanted_ = false;
    worker_.cancel();
    ask_again_ = true;
    give_up_adjusting();
}

/// After the search of newly generated data failed: searches their first tick, else shows them without an answer, or the former data if the
/// document has changed again.
void AskingState::give_up_adjusting() {
    LoadingState::Adjusting& adjusting = loading_.adjusting;
    if (!adjusting.under_way) return;
    const bool waited = adjusting.waits;
    if (!waited && !adjusting.arrived && moving_.return_to_first_tick()) {
        ask();
        return;
    }
    if (adjusting.arrived) loading_.resident = std::move(adjusting.arrived);
    clear_answer();
    if (waited) loading_.restore_loaded_data(), ask();
    adjusting = {};
}

// ---- The results ----------------------------------------------------------------------------------------------------------

void AskingState::poll() {
    take_load();
    take_results();
}

void AskingState::take_load() {
    const LoadingState::LoadOutcome outcome = loading_.take();
    if (outcome == LoadingState::LoadOutcome::nothing) return;
    common_.touch(Feature::points);
    if (outcome == LoadingState::LoadOutcome::data) {
        if (loading_.adjusting.under_way) moving_.keep_tick();
        else clear_answer(), moving_.reset();
        request_.position.clear();
        request_.method = nullptr;
        refresh();
    }
    const std::uint64_t before = number();
    ask();
    if (loading_.adjusting.under_way && number() == before) {  // the request was refused or is not needed
        clear_answer();
        loading_.adjusting.under_way = false;
        if (loading_.data->set.count() == 0) loading_.resident.reset();
        else if (refused_) show_refused(refused_query_);
    }
}

/// Clears the answer of other data.
void AskingState::clear_answer() {
    view_.neighbours.clear();
    view_.query.clear();
    view_.query_row = -1;
    view_.polar.reset();
    view_.kth_distance = view_.list_extent = 0;
    take_tree(nullptr);
    view_.probed.reset();
    view_.exactness = {};
    view_.changes.reset();
    view_.counters.clear();
    view_.neighbours_within.reset();
    view_.spread.reset();
    view_.status.search_milliseconds = 0, view_.status.bytes_to_host = 0;
    ++request_.settings_id;  // measurements that still arrive are of the former data
    statistics_.reset();
    view_.timings.previous = false;
    take_timings();
    lists_.forget();
    stepping_.drop();
    common_.touch({Feature::answer, Feature::status});
}

void AskingState::begin_afresh() {
    afresh_after_ = number();
    lists_.forget();
    view_.changes.reset();
    common_.touch(Feature::answer);
}

void AskingState::take_answer() {
    const Answer& answer = *worker_.shown();
    LoadingState::Adjusting& adjusting = loading_.adjusting;
    const bool former = answer.request.data != loading_.data;  // former data are shown only while a parameter is adjusted
    if (former && !adjusting.under_way) return;
    if (!former && !loading_.is_busy()) adjusting.under_way = false, adjusting.arrived.reset();
    loading_.resident = answer.resident;
    shows_refused_ = false;
    ++list_generation_;
    view_.neighbours = neighbour_rows(answer.resident->data->set, answer.index, answer.distance);
    place_rows(view_.neighbours, answer.resident->data->set, loading_.projection(answer.resident->data->set));
    view_.kth_distance = view_.neighbours.empty() ? 0 : view_.neighbours.back().distance;
    view_.list_extent = 0;
    for (const NeighbourRow& one : view_.neighbours) view_.list_extent = std::max(view_.list_extent, std::abs(one.distance));
    view_.products = larger_is_nearer(answer.request.metric);
    view_.query = answer.request.position;
    view_.query_row = answer.request.row >= 0 ? answer.resident->data->set.file_row(answer.request.row) : -1;
    take_tree(answer.tree);
    view_.probed = answer.probed;
    view_.exactness = {};
    view_.exactness.of = int(view_.neighbours.size());
    view_.counters_previous = !view_.counters.empty();
    statistics_.counted({});
    view_.spread.reset();
    update_polar_view();
    view_.status.search_milliseconds = answer.milliseconds;
    view_.status.bytes_to_host = answer.bytes_to_host;
    moving_.take(answer);
    stepping_.drop();
    ListSnapshot now{answer.request, {}, answer.request.data->edits, answer.request.data->set.conditions, view_.query_row, view_.neighbours,
        answer.tree ? answer.tree->leaves : nullptr};
    now.unedited = answer.request.data->unedited ? answer.request.data->unedited : answer.request.data;
    now.request.data.reset();
    if (afresh_after_) {
        lists_.forget();
        view_.changes.reset();
        if (answer.request.number > *afresh_after_) afresh_after_.reset();
    }
    lists_.take(std::move(now), common_.restored_edits, view_.changes);
    common_.touch({Feature::answer, Feature::status});
}

void AskingState::take_tree(std::shared_ptr<const ResidentTree> found) {
    const bool same = found && tree_ && found->generation == tree_->generation;
    tree_ = std::move(found);
    if (same) return;
    view_.tree = tree_ ? std::optional(tree_->facts) : std::nullopt;
    common_.touch(Feature::answer);
}

void AskingState::take_results() {
    SearchWorker::Results results = worker_.take([this](const Answer& answer) { return moving_.can_show(answer); });
    LoadingState::Adjusting& adjusting = loading_.adjusting;
    if (results.device) default_device_ = results.device, refresh();
    if (!results.device_text.empty()) {
        view_.status.device = results.device_text, view_.status.multiprocessors = results.multiprocessors;
        read_bytes_per_second_ = 0;
        common_.touch(Feature::status);
    }
    // New points are shown before their first list; the same data on another device only together with it.
    if (results.resident && results.resident->base == loading_.data && !loading_.is_resident())
        (adjusting.under_way ? adjusting.arrived : loading_.resident) = results.resident, common_.touch(Feature::points);
    if (results.answered) take_answer();
    const Answer* shown = worker_.shown();
    const auto is_of_shown = [&](const auto& found) {
        const bool of_these_data = shown && (shown->request.data == loading_.data || adjusting.under_way);
        return of_these_data && found && shown->request.number == found->number;
    };
    if (is_of_shown(results.recorded) && shown->request.data == loading_.data) stepping_.take(std::move(*results.recorded));
    if (is_of_shown(results.work)) {
        if (results.work->what) take_tree(std::move(results.work->what));
        else costliest_wanted_ = request_.work = false;
        if (results.work->error) common_.set_error(std::move(*results.work->error), ErrorOrigin::search);
        common_.touch(Feature::answer);
    }
    if (results.error && results.error->number == number()) {  // not the failure of an older request
        common_.set_error(results.error->card, ErrorOrigin::search);
        ask_again_ = true;
        moving_.stop();
        if (!loading_.is_busy()) give_up_adjusting();
    }
    if (is_of_shown(results.checked)) {
        view_.exactness = results.checked->exactness;
        place_rows(view_.exactness.missed, shown->resident->data->set, loading_.projection(shown->resident->data->set));
        if (view_.exactness.approximate) update_polar_view();  // now it is known what is nearest
        common_.touch(Feature::answer);
    }
    bool measured = results.read_bytes_per_second > 0;
    if (is_of_shown(results.counted)) {
        view_.counters = std::move(results.counted->counters), view_.counters_previous = false;
        view_.neighbours_within = results.counted->neighbours_within;
        statistics_.counted(view_.counters);
        common_.touch(Feature::answer);
        measured = true;
    }
    if (is_of_shown(results.reason)) stepping_.add_to_why(results.reason->row, results.reason->reason.sentence);
    if (is_of_shown(results.explained)) explained_ = std::move(results.explained->why);
    if (is_of_shown(results.spread)) view_.spread = results.spread->spread, common_.touch(Feature::answer);
    if (results.read_bytes_per_second > 0) read_bytes_per_second_ = results.read_bytes_per_second;
    if (results.built && results.built->settings_id == request_.settings_id)
        statistics_.built(std::move(results.built->times)), measured = true;
    for (const TimedRun& run : results.measured) {
        if (run.settings_id != request_.settings_id) continue;
        if (run.idle && statistics_.forget_before(run.place)) mark_timings_previous();  // the query rests now
        statistics_.add(run.report, run.measure, run.idle, run.place);
        if (run.measure == Measure::total) {
            view_.status.search_milliseconds = run.report.total_milliseconds;
            common_.touch(Feature::status);
        }
        measured = true;
    }
    if (measured) take_timings();
}

/// Marks the timings shown as those of the previous request, until the first of the present one arrive.
void AskingState::mark_timings_previous() {
    view_.timings.previous = view_.timings.runs > 0;
    common_.touch(Feature::timings);
}

void AskingState::take_timings() {
    Timings summary = statistics_.summary();
    summary.read_bytes_per_second = read_bytes_per_second_;
    if (request_.method) summary.kernels = request_.method->info.supports.cuda;
    if (const auto searches = searching_device(); searches && read_bytes_per_second_ > 0) {
        summary.device = *searches;
        if (const auto known = known_ceilings(*searches))
            summary.fp32_operations_per_second = known->fp32_operations_per_second, summary.busy_ceilings = known->was_busy();
    }
    if ((!summary.phases.empty() && summary.runs > 0) || !view_.timings.previous) view_.timings = std::move(summary);  // only when complete
    common_.touch(Feature::timings);
    if (refused_) mark_timings_previous();
}

void AskingState::fill(Drawable& drawable) const {
    drawable.list_generation = list_generation_;
    if (shows_refused_ && loading_.is_resident()) drawable.query = loading_.resident->data->set.relative(view_.query);
    else if (const Answer* shown = worker_.shown(); shown && shown->resident == loading_.resident) {
        drawable.lists = &shown->lists;
        drawable.query = shown->query;
        drawable.tree = tree_.get();
        drawable.devices = shown->devices;
    }
}

// ---- The costliest query --------------------------------------------------------------------------------------------------

void AskingState::find_costliest() {
    costliest_wanted_ = true;
    cancelled_settings_id_ = 0;
    ask();
    common_.touch(Feature::answer);
}

std::optional<AskingState::Costliest> AskingState::take_costliest() {
    if (!costliest_wanted_ || !tree_ || !tree_->work || worker_.busy()) return std::nullopt;
    costliest_wanted_ = false;
    const TreeWork& work = *view_.tree->work;
    const Colouring& colouring = view_.colouring;
    const bool by_leaves = colouring.shown < colouring.ways.size() && colouring.ways[colouring.shown].kind == ColourWay::Kind::leaves;
    const Distribution& spread = by_leaves ? work.leaves : work.distances;
    const std::int64_t row = spread.place_of_maximum;
    const DataSet& set = loading_.shown_set();
    if (row < 0 || row >= set.count()) return std::nullopt;
    QueryWork own;
    copy_to_host(loading_.resident->device, &own, static_cast<const QueryWork*>(tree_->work->queries.data()) + row, sizeof own);
    const MethodInfo* const method = view_.info_of(common_.now().method);
    return Costliest{
        row, explain_costliest_query(work, own, set.file_row(row), by_leaves, method && method->searches_queries_together), own};
}

}  // namespace neighborscope
