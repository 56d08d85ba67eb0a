// Lists of another program: comparing them with the truth whenever what they are compared with changes, going from one wrong query to the
// next, and looking into the list of the query that is shown.
#include "app/session/workbench_state.hpp"

#include <algorithm>

namespace neighborscope {
namespace {

std::vector<double> position_of(const Comparison& lists, const DataSet& data, std::int64_t query) {
    const float* at = lists.queries.rows(data).row(query);
    std::vector<double> position;
    for (int axis = 0; axis < data.dimension; ++axis) position.push_back(data.origin[std::size_t(axis)] + double(at[axis]));
    return position;
}

}  // namespace

/// Lists are judged where the points are now; while ticks are played they wait.
void Workbench::State::refresh_comparison() {
    Comparing& comparing = view.comparing;
    if (!data || choice() != wanted_data || loader.busy()) return;
    if (now().lists.empty()) {
        if (asked_comparison == ComparisonRequest() && !comparing.lists) return;
        comparer.cancel();
        looker.cancel();
        asked_comparison = shown_comparison = {};
        looked_query = -1;
        comparing = {.generation = comparing.generation + 1};
        touch();
        return;
    }
    const bool moved = resident && resident->base == data;
    comparing.of_this_tick = comparing.lists && shown_comparison.base == data && shown_comparison.tick == (moved ? resident->tick : 0);
    if (!view.moving.playing && !view.moving.seeking) {
        const ComparisonRequest request{{now().lists, now().list_queries}, data, moved ? resident->data : data, moved ? resident->tick : 0,
            now().metric, now().exclude_self};
        if (request != asked_comparison) {
            asked_comparison = request;
            comparing.running = true;
            clear_error(Origin::window);
            looker.cancel();
            comparer.replace(request);
            touch();
        }
    }
    refresh_looked();
}

/// The list that is looked at is the one of the query shown.
void Workbench::State::refresh_looked() {
    Comparing& comparing = view.comparing;
    if (!comparing.lists || comparing.running) return;
    const Comparison& lists = *comparing.lists;
    std::int64_t query = -1;
    if (comparing.of_this_tick && now().query_mode == QueryMode::pinned) {
        const DataSet& set = shown_comparison.data->set;
        if (!lists.queries.coordinates.empty()) {
            if (looked_query >= 0 && now().query == position_of(lists, set, looked_query)) query = looked_query;
        } else if (now().query_row) {
            query = set.row_of_file_row(*now().query_row);
        }
    }
    if (query == looked_query &&
        (query < 0 || looked_generation == comparing.generation || (comparing.chosen && comparing.chosen->query == query)))
        return;
    looked_query = query;
    comparing.chosen.reset();
    comparing.place = -1;
    looked_generation = ++comparing.generation;
    if (query >= 0) looker.replace({comparing.lists, shown_comparison.data, query});
    touch();
}

bool Workbench::State::take_comparison() {
    Comparing& comparing = view.comparing;
    bool changed = false;
    if (const auto ended = comparer.take(); ended && ended->job == asked_comparison) {  // not of lists or points that went meanwhile
        changed = true;
        comparing.running = false;
        if (ended->result) {
            shown_comparison = ended->job;
            comparing.lists = *ended->result;
            refused_lists.clear();
            comparing.sentence = comparing.lists->sentence();
            comparing.wrong = std::int64_t(comparing.lists->wrong.size());
            comparing.chosen.reset();
            comparing.place = -1;
            ++comparing.generation;
            view.said = comparing.sentence;
        } else {
            comparison_failed(ended->job);
        }
        if (ended->error)
            set_error({"The lists were not compared: " + ended->error->title, ended->error->remedy, ended->error->kind}, Origin::window);
    }
    if (const auto looked = looker.take()) {
        changed = true;
        if (looked->result && comparing.lists && looked->job.query == looked_query) {
            comparing.chosen = *looked->result;
            comparing.place = comparing.lists->place_of(looked_query);
            looked_generation = ++comparing.generation;
        }
        if (looked->error) set_error(*looked->error, Origin::window);
    }
    return changed;
}

/// The lists before stay, and the document says so.
void Workbench::State::comparison_failed(const ComparisonRequest& request) {
    if (request.choice == shown_comparison.choice) return;
    refused_lists = request.choice.lists;
    SessionState back = now();
    back.lists = shown_comparison.choice.lists;
    back.list_queries = shown_comparison.choice.queries;
    asked_comparison = shown_comparison;
    history.amend(std::move(back));
    history.drop_if_unchanged();
}

void Workbench::compare_lists(const std::string& lists, const std::string& queries) {
    const bool again = lists == state_->now().lists && queries == state_->now().list_queries;
    if (again) state_->asked_comparison = {};  // the file may be another by now
    change(lists.empty() ? "close lists" : "compare lists", [&](SessionState& state) {
        state.lists = lists;
        state.list_queries = queries;
    });
}

void Workbench::name_list_queries(const std::string& queries) {
    const std::string lists = state_->refused_lists.empty() ? state_->now().lists : state_->refused_lists;
    if (lists.empty()) {
        show_error("There are no lists whose queries these could be", "compare lists first");
        return;
    }
    compare_lists(lists, queries);
}

void Workbench::next_wrong_query(int direction) {
    const Comparing& comparing = state_->view.comparing;
    if (!comparing.lists || comparing.lists->wrong.empty()) return;
    const std::vector<std::int64_t>& wrong = comparing.lists->wrong;
    const std::int64_t now = state_->looked_query;
    std::int64_t query = direction > 0 ? wrong.front() : wrong.back();  // round from the end
    if (now >= 0 && direction > 0) {
        if (const auto next = std::upper_bound(wrong.begin(), wrong.end(), now); next != wrong.end()) query = *next;
    } else if (now >= 0) {
        if (const auto next = std::lower_bound(wrong.begin(), wrong.end(), now); next != wrong.begin()) query = next[-1];
    }
    look_at_list(query);
}

void Workbench::look_at_list(std::int64_t query) {
    State& state = *state_;
    const Comparing& comparing = state.view.comparing;
    if (!comparing.lists || query < 0 || query >= comparing.lists->count) return;
    const DataSet& set = state.shown_comparison.data->set;
    SessionState next = state.now();
    next.query_mode = QueryMode::pinned;
    next.query = position_of(*comparing.lists, set, query);
    next.query_row.reset();
    if (comparing.lists->queries.coordinates.empty()) next.query_row = set.file_row(query);
    else state.looked_query = query, state.looked_generation = 0;
    state.history.amend(std::move(next));
    if (!comparing.of_this_tick) state.go_to_tick(state.shown_comparison.tick);
    state.view.moving.playing = false;
    state.ask();
    state.refresh_comparison();
    state.touch();
}

}  // namespace neighborscope
