#include "app/session/loading_state.hpp"

#include "app/data/make/parameters.hpp"
#include "app/session/data_facts.hpp"

#include <algorithm>

namespace neighborscope {
namespace {

constexpr auto quiet_adjusting = 1.0;  // seconds
constexpr auto answered_within = 2.0;  // seconds: a value that takes longer makes way for the newest one

/// What of a source makes other data, not the same with other parameters: how many dimensions, which network.
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

}  // namespace

LoadingState::LoadingState(CommonState& common)
    : common_(common),
      loader_(
          [](const DataChoice& choice, SharedProgress& card, const Progress& progress) {
              card.begin("Loading " + choice.source, "");
              return load_choice(choice, progress);
          },
          common.waker()),
      exporter_(write, common.waker()),
      column_reader_(
          [](const DataChoice& choice, SharedProgress& card, const Progress& progress) {
              card.begin("Looking at the columns of " + choice.source, "");
              return ColumnChoice::of(choice.source, choice.options, progress);
          },
          common.waker()) {}

DataChoice LoadingState::choice() const {
    const SessionState& now = common_.now();
    return {now.data, {now.strict, now.columns, now.label}};
}

const DataSet& LoadingState::shown_set() const {
    return is_resident() || (resident && adjusting.under_way) ? resident->data->set : data->set;
}

void LoadingState::start() {
    wanted_ = choice();
    adjusting = {adjusts(), false, Clock::now(), nullptr};
    opens = false;
    column_reader_.cancel();  // of other data
    columns_.reset();
    common_.clear_error(ErrorOrigin::load);
    loader_.replace(wanted_);
    common_.view.busy = true;
}

void LoadingState::fail() {
    adjusting = {};
    if (!data) return;
    wanted_ = loaded_;
    common_.amend([&](SessionState& back) {
        back.data = loaded_.source;
        back.columns = loaded_.options.columns;
        back.label = loaded_.options.label;
        back.strict = loaded_.options.strict;
        back.colour_by = colour_by_;
        back.query = query_;
        back.query_row = query_row_;
    });
    common_.history.drop_if_unchanged();
    common_.view.busy = false;
}

LoadingState::Came LoadingState::take() {
    auto loaded = loader_.take();
    if (!loaded) return Came::nothing;
    if (loaded->error) {
        common_.set_error(*loaded->error, ErrorOrigin::load);
        fail();
    }
    if (!loaded->result) return Came::no_data;
    data = std::move(*loaded->result);
    loaded_ = loaded->job;
    remember_query();
    common_.clear_error(ErrorOrigin::load);
    if (!adjusting.under_way) ++opened;
    const DataSet& set = data->set;
    ViewModel& view = common_.view;
    view.data = facts_of(*data);
    view.title_name = title_name(set);
    view.axes.clear();
    for (int axis = 0; axis < std::min(3, set.dimension); ++axis) view.axes.push_back(set.axes[std::size_t(set.shown[std::size_t(axis)])]);
    view.shown = set.shown;
    colour_ways = neighborscope::colour_ways(set);
    return Came::data;
}

void LoadingState::remember_query() {
    query_ = common_.now().query;
    query_row_ = common_.now().query_row;
}

void LoadingState::remember_colour() {
    if (choice() == loaded_) colour_by_ = common_.now().colour_by;
}

// ---- Adjusting a generator's parameters: the picture follows as fast as data can be made and searched ---------------------------

bool LoadingState::adjust(SessionState& next, const std::string& parameter, const std::string& text, bool merge) {
    const std::string before = next.data;
    if (!generator_of(before)) return false;
    next.data = with_parameter(before, parameter, text);
    if (next.data == before) return false;
    next.lists.clear();  // they are of other points
    next.list_queries.clear();
    keep_query(next, parameter);
    adjusting.waits = merge && adjusting.under_way;
    return true;
}

/// Whether the document's data are those shown, made with other parameters.
bool LoadingState::adjusts() const {
    if (!data || opens) return false;
    const auto kind = kind_of_data(wanted_.source);
    return !kind.empty() && kind == kind_of_data(loaded_.source);
}

/// The query stays where it is seen. Where its point stays, too, it stays on that.
void LoadingState::keep_query(SessionState& next, const std::string& parameter) const {
    if (parameter == "d") {
        next.query.reset();
        next.query_row.reset();
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

bool LoadingState::is_quiet() const { return adjusting.under_way && seconds_since(adjusting.began) < quiet_adjusting; }

/// A value that was waiting is made when the one before is answered, or takes too long. True when it is.
bool LoadingState::adjust_on() {
    if (!adjusting.waits) return false;
    if (is_current()) {  // it was taken back
        adjusting.waits = false;
        return false;
    }
    if (adjusting.under_way && seconds_since(adjusting.began) < answered_within) return false;
    start();
    return true;
}

// ---- Columns, and points that are written ---------------------------------------------------------------------------------------

void LoadingState::ask_columns() {
    common_.clear_error(ErrorOrigin::window);
    columns_.reset();
    column_reader_.replace(choice());
    common_.touch();
}

bool LoadingState::take_found_columns() {
    const auto found = column_reader_.take();
    if (!found || found->job != choice()) return false;
    if (found->error) common_.set_error("The columns cannot be shown", *found->error);
    columns_ = found->result.value_or(std::nullopt);
    return true;
}

void LoadingState::write_points(const std::string& path) {
    if (!is_resident()) return;
    common_.clear_error(ErrorOrigin::window);
    common_.say("");
    exporter_.add({path, resident->data, common_.view.neighbours});
}

bool LoadingState::take_written() {
    bool taken = false;
    std::optional<ErrorCard> error;
    while (const auto written = exporter_.take()) {
        taken = true;
        if (written->result) common_.clear_error(ErrorOrigin::window), common_.say(*written->result);
        if (written->error) error = written->error;
    }
    if (error) common_.set_error("The points were not written", *error);
    return taken;
}

// ---- All of it --------------------------------------------------------------------------------------------------------------------

bool LoadingState::poll() {
    bool changed = adjust_on();
    changed = take_found_columns() || changed;
    return take_written() || changed;
}

bool LoadingState::cancel_load() {
    if (!loader_.cancel()) return false;
    fail();
    return true;
}

std::optional<ProgressCard> LoadingState::progress() const {
    std::optional<ProgressCard> progress = loader_.progress();
    if (!progress) progress = exporter_.progress();
    return progress ? progress : column_reader_.progress();
}

}  // namespace neighborscope
