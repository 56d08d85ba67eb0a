#include "app/session/compare/comparing_state.hpp"

#include <algorithm>

namespace neighborscope {
ComparingState::ComparingState(
    CommonState& common, const LoadingState& loading, MovingState& moving, const std::atomic<bool>* foreground_busy)
    : common_(common), loading_(loading), moving_(moving), comparer_(read_and_compare_lists, common.waker(), foreground_busy) {}

/// Compares at the present tick. Waits while ticks are played.
void ComparingState::refresh() {
    if (!loading_.data || !loading_.is_loaded()) {
        if (std::exchange(shown_.running, false)) comparer_.cancel(), request_ = {}, common_.touch(Feature::comparing);  // of former points
        return;
    }
    const SessionState& now = common_.now();
    if (now.lists.empty()) {
        if (request_ == ComparisonRequest() && !shown_.lists) return;
        comparer_.cancel();
        request_ = judged_ = {};
        selected_query_ = -1;
        shown_ = {.generation = shown_.generation + 1};
        common_.touch(Feature::comparing);
        return;
    }
    const bool moved = loading_.is_resident();
    const std::int64_t tick = moved ? loading_.resident->tick : 0;
    const bool of_this_tick = shown_.lists && judged_.base == loading_.data && judged_.tick == tick;
    if (std::exchange(shown_.of_this_tick, of_this_tick) != of_this_tick) common_.touch(Feature::comparing);
    const Moving& moving = common_.view.moving;
    if (!moving.playing && !moving.seeking) {
        ComparisonRequest request{{now.lists, now.list_queries, now.lists_squared}, loading_.data,
            moved ? loading_.resident->data : loading_.data, tick, data_of(now).options, now.metric, now.exclude_self, default_device()};
        if (request != request_) {
            request_ = request;
            shown_.running = true;
            common_.clear_error(ErrorOrigin::window);
            comparer_.replace(std::move(request));
            common_.touch(Feature::comparing);
        }
    }
    refresh_selected_list();
}

/// Chooses the list of the query shown.
void ComparingState::refresh_selected_list() {
    if (!shown_.lists || shown_.running) return;
    const SessionState& now = common_.now();
    std::int64_t query = -1;
    if (shown_.of_this_tick && now.query_mode == QueryMode::pinned) {
        const DataSet& set = judged_.data->set;
        if (now.query_row) query = shown_.lists->query_of_row(set.row_of_file_row(*now.query_row));
        else if (selected_query_ >= 0 && now.query == shown_.lists->position_of(selected_query_, set)) query = selected_query_;
    }
    if (query == selected_query_ && (query < 0) == !shown_.chosen) return;
    selected_query_ = query;
    shown_.chosen.reset();
    shown_.place = -1;
    if (query >= 0) {
        shown_.chosen = std::make_shared<const ComparedList>(compared_list(*shown_.lists, judged_.data->set, query));
        shown_.place = shown_.lists->place_of(query, shown_.selected_class);
    }
    ++shown_.generation;
    common_.touch(Feature::comparing);
}

void ComparingState::poll() {
    const auto judged = comparer_.take();
    if (judged && judged->job == request_) {  // not for former lists or points
        shown_.running = false;
        if (judged->result) {
            const bool others = judged_.choice != judged->job.choice;
            judged_ = judged->job;
            refused_.clear();
            if (others && common_.now().k != (*judged->result)->k)
                common_.amend([k = (*judged->result)->k](SessionState& next) { next.k = k; });  // part of the step that opened the lists
            shown_.lists = *judged->result;
            select_class(shown_.lists->worst());
            shown_.chosen.reset();
            shown_.place = -1;
            ++shown_.generation;
            common_.show_message(sentence_of(*shown_.lists));
        } else {
            fail(judged->job.choice);
        }
        if (judged->error) common_.set_error("The lists were not compared", *judged->error);
        common_.touch(Feature::comparing);
    }
    refresh();
}

/// Keeps the former lists, and restores them in the document.
void ComparingState::fail(const ListsChoice& choice) {
    if (choice == judged_.choice) return;
    refused_ = choice.lists;
    request_ = judged_;
    common_.amend([this](SessionState& back) {
        back.lists = judged_.choice.lists;
        back.list_queries = judged_.choice.queries;
        back.lists_squared = judged_.choice.squared;
    });
    common_.history.drop_if_unchanged();
}

bool ComparingState::cancel() {
    if (!shown_.running) return false;
    comparer_.cancel();
    shown_.running = false;
    fail(request_.choice);
    common_.touch(Feature::comparing);
    return true;
}

void ComparingState::select_class(ListClass one) {
    if (!shown_.lists) return;
    shown_.selected_class = one;
    shown_.selected_count = shown_.lists->count_of(one);
    shown_.place = selected_query_ >= 0 ? shown_.lists->place_of(selected_query_, one) : -1;
    ++shown_.generation;
    common_.touch(Feature::comparing);
}

std::int64_t ComparingState::next_of_class(int direction) const {
    if (!shown_.lists || shown_.selected_count == 0) return -1;
    const std::vector<std::int64_t>& queries = shown_.lists->queries_of(shown_.selected_class);
    if (selected_query_ >= 0 && direction > 0) {
        if (const auto next = std::upper_bound(queries.begin(), queries.end(), selected_query_); next != queries.end()) return *next;
    } else if (selected_query_ >= 0) {
        if (const auto next = std::lower_bound(queries.begin(), queries.end(), selected_query_); next != queries.begin()) return next[-1];
    }
    return direction > 0 ? queries.front() : queries.back();  // cyclic
}

bool ComparingState::go_to_query(std::int64_t query) {
    if (!shown_.lists || query < 0 || query >= shown_.lists->count) return false;
    const DataSet& set = judged_.data->set;
    const std::int64_t row = shown_.lists->queries.row_of(query);
    common_.amend([&](SessionState& next) {
        next.query_mode = QueryMode::pinned;
        next.set_query(shown_.lists->position_of(query, set));
        if (row >= 0) next.query_row = set.file_row(row);
    });
    if (row < 0) selected_query_ = query, shown_.chosen.reset();
    if (!shown_.of_this_tick) moving_.go_to(judged_.tick);
    common_.view.moving.playing = false;
    common_.touch({Feature::comparing, Feature::moving});
    return true;
}

}  // namespace neighborscope
