#include "app/session/points/loading_state.hpp"

#include "app/data/make/parameters.hpp"
#include "app/data/points/point_set.hpp"
#include "app/data/save/points_file.hpp"
#include "app/session/points/describe_data.hpp"

#include <algorithm>

namespace neighborscope {
namespace {

constexpr auto progress_delay_of_adjusting = 1.0;  // seconds
constexpr auto adjusting_time_limit = 2.0;         // seconds: a slower value is cancelled for the newest one

/// The parts of a source that make other data rather than an adjustment: generator, dimensions, network.
std::map<std::string, std::string> kind_of_data(const std::string& source) {
    std::map<std::string, std::string> kind;
    const Generator* generator = generator_of(source);
    if (!generator) return kind;
    kind = given_parameters(source);
    kind.merge(given_parameters(std::string(generator->name) + ":" + std::string(generator->parameters)));
    for (const char* adjusted : {"n", "hotspots", "speed", "seed"}) kind.erase(adjusted);
    kind["generator"] = generator->name;
    return kind;
}

/// Writes the points and returns a message.
std::string write_all(const PointsExport& written, SharedProgress& card, const Progress& progress) {
    card.begin("Writing " + written.path, "");
    std::vector<std::int32_t> index;
    std::vector<float> distance;
    for (const NeighbourRow& row : written.neighbours) {
        index.push_back(std::int32_t(row.row));
        distance.push_back(float(row.distance));
    }
    const DataSet& points = written.data->set;
    const PointResults results = results_of_list(points.count(), index, distance);
    neighborscope::write_points(written.path, points, &results, progress);
    return text_of_amount(points.count(), "point", "points") + " written to " + written.path;
}

}  // namespace

LoadingState::LoadingState(CommonState& common)
    : common_(common),
      loader_(
          [this](const DataChoice& choice, SharedProgress& card, const Progress& progress) { return reader_.load(choice, card, progress); },
          common.waker()),
      exporter_(write_all, common.waker()),
      column_reader_(ColumnChoice::of, common.waker()) {}

const DataSet& LoadingState::shown_set() const {
    return is_resident() || (resident && adjusting.under_way) ? resident->data->set : data->set;
}

Projection LoadingState::projection(const DataSet& set) const {
    try {
        return projection_of(set, common_.now().projection);
    } catch (const Error&) { return projection_of(set, {}); }
}

bool LoadingState::update_projection(bool other_data) {
    const DataSet& set = data->set;
    ViewModel& view = common_.view;
    Projection now = projection(set);
    if (!other_data && now == view.projection) return false;
    view.projection = std::move(now);
    view.data = facts_of(*data, view.projection);
    view.has_components = bool(set.plane);
    view.axes.clear();
    for (int axis = 0; axis < std::min(3, set.dimension); ++axis) view.axes.push_back(view.projection.name(set, axis));
    common_.touch(Feature::points);
    return true;
}

void LoadingState::start() {
    wanted_ = data_of(common_.now());
    began_ = Clock::now();
    if (!only_edits()) reader_.force_reload();
    adjusting = {is_adjustment(), false, Clock::now(), nullptr};
    opens_other_data = false;
    column_reader_.cancel();  // its data are not current
    columns_.reset();
    common_.clear_error(ErrorOrigin::load);
    loader_.replace(wanted_);
    common_.view.busy = true;
    common_.touch(Feature::status);
}

void LoadingState::restore_loaded_data() {
    adjusting = {};
    if (!data) return;
    wanted_ = loaded_;
    restored = true;
    common_.amend([&](SessionState& back) {
        back.camera = last_asked_document_.camera, back.presenting = last_asked_document_.presenting;
        back.tick = common_.view.moving.available ? common_.view.moving.tick : 0;
        back.data = loaded_.source;
        back.index = loaded_.index;
        back.columns = loaded_.options.columns;
        back.label = loaded_.options.label;
        back.array = loaded_.options.array;
        back.strict = loaded_.options.strict;
        back.every = loaded_.options.every;
        back.metres = loaded_.options.metres;
        back.whiten = loaded_.options.whiten;
        back.enrolled = loaded_.options.enrolled;
        back.edits = loaded_.options.edits;
        back.where = loaded_.options.only.where, back.mask = loaded_.options.only.mask;
        back.pictures = loaded_.options.pictures;
        back.colour_by = last_asked_document_.colour_by;
        back.set_query(last_asked_document_.query, last_asked_document_.query_row);
        back.query_picture = last_asked_document_.query_picture, back.query_crop = last_asked_document_.query_crop;
    });
    common_.history.drop_if_unchanged();
    common_.view.busy = false;
    common_.touch(Feature::status);
}

void LoadingState::take_data_of(const LoadingState& other) {
    data_of_other_ = other.data;
    wanted_ = other.loaded_;
    began_ = Clock::now();
    adjusting = {};
    adjusting.under_way = data && other.adjusting.under_way;
    opened = other.opened - (adjusting.under_way ? 0 : 1);
}

LoadingState::LoadOutcome LoadingState::take() {
    if (data_of_other_) {
        set_data(std::exchange(data_of_other_, nullptr), wanted_);
        return LoadOutcome::data;
    }
    auto loaded = loader_.take();
    if (!loaded) return LoadOutcome::nothing;
    const bool chooses = std::exchange(chooses_method, false);
    if (loaded->error) {
        common_.set_error(*loaded->error, ErrorOrigin::load);
        restore_loaded_data();
    }
    if (!loaded->result) return LoadOutcome::no_data;
    set_data(std::move(*loaded->result), loaded->job);
    check_index_hash();
    if (chooses) choose_method();
    return LoadOutcome::data;
}

/// Part of the step that opened the data. Other data than an index are searched neither by `own` nor by the metric of the index before.
void LoadingState::choose_method() {
    const DataSet& set = data->set;
    const MethodInfo* const chosen = common_.view.info_of(common_.now().method);
    if (!set.own_index && !(chosen && chosen->supports.own_index)) return;
    common_.amend([&](SessionState& next) {
        next.method = set.own_index ? "own" : SessionState().method;
        next.metric = usual_metric(set);
    });
}

/// Says when an index is another than the one that the session was saved with, and remembers the present one.
void LoadingState::check_index_hash() {
    const DataSet& set = data->set;
    if (!set.own_index || set.own_index_is_old) return;
    char hash[17];
    std::snprintf(hash, sizeof hash, "%016llx", static_cast<unsigned long long>(set.hash));
    const std::string saved = common_.now().index_hash;
    if (saved == hash) return;
    if (!saved.empty())
        common_.set_error({set.name + " is another index than the one that the session was saved with",
                              "Its lists may be others. Saving the session again keeps this one.", Failure::input},
            ErrorOrigin::load);
    common_.amend([&](SessionState& next) { next.index_hash = hash; });
}

void LoadingState::set_data(std::shared_ptr<const LoadedData> held, const DataChoice& choice) {
    data = std::move(held);
    loaded_ = choice;
    common_.clear_error(ErrorOrigin::load);
    if (!adjusting.under_way) ++opened;
    const DataSet& set = data->set;
    ViewModel& view = common_.view;
    view.title_name = title_name(set);
    view.graph = data->graph;
    view.pictures = picture_shape(set) ? std::shared_ptr<const DataSet>(data, &set) : nullptr;
    update_projection(true);
    colour_ways = neighborscope::colour_ways(set);
}

// ---- Adjusting a generator's parameters: the picture follows as fast as data can be made and searched ---------------------------

bool LoadingState::adjust(SessionState& next, const std::string& parameter, const std::string& text, bool merge) {
    const std::string before = next.data;
    if (!generator_of(before)) return false;
    next.data = with_parameter(before, parameter, text);
    if (next.data == before) return false;
    next.lists.clear();  // they depend on the points
    next.list_queries.clear();
    next.edits = {};  // so do these
    keep_query(next, parameter);
    adjusting.waits = merge && adjusting.under_way;
    return true;
}

void LoadingState::edit(SessionState& next, bool merge) {
    next.lists.clear();  // they are of the former points
    next.list_queries.clear();
    keep_query_among_edited(next);
    adjusting.waits = merge && adjusting.under_way;
}

void LoadingState::keep_query_among_edited(SessionState& next) const {
    const std::vector<double>& shown = common_.view.query;
    const bool gone = next.query_row && place_of_row(unedited(*data).set, next.edits, *next.query_row).empty();
    if ((gone || (!next.query && !next.query_row)) && !shown.empty()) next.set_query(shown);
}

/// Whether the document's data differ from those shown only in edits by hand or in the filter.
bool LoadingState::only_edits() const { return data && !opens_other_data && without_edits(wanted_) == without_edits(loaded_); }

/// Whether the document's data differ from those shown only in parameters of the generator, edits by hand or the filter.
bool LoadingState::is_adjustment() const {
    if (!data || opens_other_data) return false;
    if (only_edits()) return wanted_ != loaded_;
    const auto kind = kind_of_data(wanted_.source);
    return !kind.empty() && kind == kind_of_data(loaded_.source);
}

/// Keeps the position of the query in the picture, and its point if that stays.
void LoadingState::keep_query(SessionState& next, const std::string& parameter) const {
    if (parameter == "d") {
        next.set_query();
        return;
    }
    const std::vector<double>& shown = common_.view.query;
    if (shown.empty()) return;
    const auto given = given_parameters(next.data);
    const auto count = given.find("n");
    const bool same_points = parameter == "n" || parameter == "speed";
    const bool is_there = next.query_row && (count == given.end() || *next.query_row < std::atoll(count->second.c_str()));
    if (next.query_row && same_points && is_there) return;
    if (next.query_row || !next.query) next.query = shown;
    next.query_row.reset();
}

std::optional<double> LoadingState::seconds_behind() const {
    if (adjusting.under_way || !(is_busy() || (data && !is_resident()))) return std::nullopt;
    return seconds_since(began_);
}

bool LoadingState::hides_progress() const { return adjusting.under_way && seconds_since(adjusting.began) < progress_delay_of_adjusting; }

/// Generates a waiting value when the previous one is answered or takes too long.
void LoadingState::continue_adjusting() {
    if (!adjusting.waits) return;
    if (is_current()) adjusting.waits = false;  // the change was reverted
    else if (!adjusting.under_way || seconds_since(adjusting.began) >= adjusting_time_limit) start();
}

// ---- Columns, and points that are written ---------------------------------------------------------------------------------------

void LoadingState::ask_columns() {
    common_.clear_error(ErrorOrigin::window);
    columns_.reset();
    column_reader_.replace(data_of(common_.now()));
    common_.touch(Feature::status);
}

void LoadingState::write_points(const std::string& path) {
    if (!is_resident()) return;
    common_.clear_error(ErrorOrigin::window);
    common_.show_message("");
    exporter_.add({path, resident->data, common_.view.neighbours});
}

void LoadingState::poll() {
    continue_adjusting();
    if (const auto found = column_reader_.take(); found && found->job == data_of(common_.now())) {
        if (found->error) common_.set_error("The columns cannot be shown", *found->error);
        columns_ = found->result.value_or(std::nullopt);
        common_.touch(Feature::status);
    }
    std::optional<ErrorCard> error;
    while (const auto written = exporter_.take()) {
        if (written->result) common_.clear_error(ErrorOrigin::window), common_.show_message(*written->result);
        if (written->error) error = written->error;
    }
    if (error) common_.set_error("The points were not written", *error);
}

bool LoadingState::cancel_load() {
    if (!loader_.cancel()) return false;
    restore_loaded_data();
    return true;
}

}  // namespace neighborscope
