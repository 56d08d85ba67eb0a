#include "app/session/comparing_state.hpp"

#include <algorithm>

namespace neighborscope {
ComparingState::ComparingState(CommonState& common, const LoadingState& loading, MovingState& moving, const std::atomic<bool>* in_front)
    : common_(common),
      loading_(loading),
      moving_(moving),
      comparer_(judge_lists, common.waker(), in_front),
      looker_(look_at_list, common.waker()) {}

/// Lists are judged where the points are now; while ticks are played they wait.
void ComparingState::refresh() {
    if (!loading_.data || !loading_.is_loaded()) {
        if (std::exchange(shown_.running, false)) comparer_.cancel(), asked_ = {};  // of points that are about to go
        return;
    }
    const SessionState& now = common_.now();
    if (now.lists.empty()) {
        if (asked_ == ComparisonRequest() && !shown_.lists) return;
        comparer_.cancel();
        looker_.cancel();
        asked_ = judged_ = {};
        looked_query_ = -1;
        shown_ = {.generation = shown_.generation + 1};
        common_.touch();
        return;
    }
    const bool moved = loading_.is_resident();
    const std::int64_t tick = moved ? loading_.resident->tick : 0;
    shown_.of_this_tick = shown_.lists && judged_.base == loading_.data && judged_.tick == tick;
    const Moving& moving = common_.view.moving;
    if (!moving.playing && !moving.seeking) {
        ComparisonRequest request{{now.lists, now.list_queries}, loading_.data, moved ? loading_.resident->data : loading_.data, tick,
            now.metric, now.exclude_self};
        if (request != asked_) {
            asked_ = request;
            shown_.running = true;
            common_.clear_error(ErrorOrigin::window);
            looker_.cancel();
            comparer_.replace(std::move(request));
            common_.touch();
        }
    }
    refresh_looked();
}

/// The list that is looked at is the one of the query shown.
void ComparingState::refresh_looked() {
    if (!shown_.lists || shown_.running) return;
    const SessionState& now = common_.now();
    std::int64_t query = -1;
    if (shown_.of_this_tick && now.query_mode == QueryMode::pinned) {
        const DataSet& set = judged_.data->set;
        if (!shown_.lists->queries.coordinates.empty()) {
            if (looked_query_ >= 0 && now.query == shown_.lists->position_of(looked_query_, set)) query = looked_query_;
        } else if (now.query_row) {
            query = set.row_of_file_row(*now.query_row);
        }
    }
    if (query == looked_query_ &&
        (query < 0 || looked_generation_ == shown_.generation || (shown_.chosen && shown_.chosen->query == query)))
        return;
    looked_query_ = query;
    shown_.chosen.reset();
    shown_.place = -1;
    looked_generation_ = ++shown_.generation;
    if (query >= 0) looker_.replace({shown_.lists, judged_.data, query});
    common_.touch();
}

bool ComparingState::poll() {
    const auto judged = comparer_.take();
    const bool wanted = judged && judged->job == asked_;  // not of lists or points that went meanwhile
    if (wanted) {
        shown_.running = false;
        if (judged->result) {
            const bool others = judged_.choice != judged->job.choice;
            judged_ = judged->job;
            refused_.clear();
            if (others && common_.now().k != (*judged->result)->k)
                common_.amend([k = (*judged->result)->k](SessionState& next) { next.k = k; });  // part of opening them
            shown_.lists = *judged->result;
            shown_.sentence = shown_.lists->sentence();
            shown_.wrong = std::int64_t(shown_.lists->wrong.size());
            shown_.chosen.reset();
            shown_.place = -1;
            ++shown_.generation;
            common_.view.said = shown_.sentence;
        } else {
            fail(judged->job.choice);
        }
        if (judged->error) common_.set_error("The lists were not compared", *judged->error);
    }
    const auto looked = looker_.take();
    if (looked && looked->result && shown_.lists && looked->job.query == looked_query_) {
        shown_.chosen = std::make_shared<const ComparedList>(*looked->result);
        shown_.place = shown_.lists->place_of(looked_query_);
        looked_generation_ = ++shown_.generation;
    }
    if (looked && looked->error) common_.set_error(*looked->error, ErrorOrigin::window);
    refresh();
    return wanted || looked;
}

/// The lists before stay, and the document says so.
void ComparingState::fail(const ListsChoice& choice) {
    if (choice == judged_.choice) return;
    refused_ = choice.lists;
    asked_ = judged_;
    common_.amend([this](SessionState& back) {
        back.lists = judged_.choice.lists;
        back.list_queries = judged_.choice.queries;
    });
    common_.history.drop_if_unchanged();
}

bool ComparingState::cancel() {
    if (!shown_.running) return false;
    comparer_.cancel();
    shown_.running = false;
    fail(asked_.choice);
    return true;
}

std::int64_t ComparingState::next_wrong(int direction) const {
    if (!shown_.lists || shown_.lists->wrong.empty()) return -1;
    const std::vector<std::int64_t>& wrong = shown_.lists->wrong;
    if (looked_query_ >= 0 && direction > 0) {
        if (const auto next = std::upper_bound(wrong.begin(), wrong.end(), looked_query_); next != wrong.end()) return *next;
    } else if (looked_query_ >= 0) {
        if (const auto next = std::lower_bound(wrong.begin(), wrong.end(), looked_query_); next != wrong.begin()) return next[-1];
    }
    return direction > 0 ? wrong.front() : wrong.back();  // round from the end
}

bool ComparingState::look_at(std::int64_t query) {
    if (!shown_.lists || query < 0 || query >= shown_.lists->count) return false;
    const DataSet& set = judged_.data->set;
    const bool by_rows = shown_.lists->queries.coordinates.empty();
    common_.amend([&](SessionState& next) {
        next.query_mode = QueryMode::pinned;
        next.set_query(shown_.lists->position_of(query, set));
        if (by_rows) next.query_row = set.file_row(query);
    });
    if (!by_rows) looked_query_ = query, looked_generation_ = 0;
    if (!shown_.of_this_tick) moving_.go_to(judged_.tick);
    common_.view.moving.playing = false;
    common_.touch();
    return true;
}

}  // namespace neighborscope
