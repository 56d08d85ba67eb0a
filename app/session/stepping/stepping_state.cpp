#include "app/session/stepping/stepping_state.hpp"

#include "app/session/points/describe_data.hpp"
#include "app/session/stepping/bound_chart.hpp"
#include "app/session/stepping/narrate.hpp"
#include "app/session/stepping/tree_steps.hpp"
#include "app/session/stepping/walk_steps.hpp"

#include <cmath>

namespace neighborscope {
namespace {

constexpr int max_bars = 1024;
constexpr double shortest_wait = 1.0 / 60;  // seconds between two positions shown
constexpr int bounds_shown = 3;
constexpr double longest_play = 60;  // seconds, at the default speed

/// "heap and ppw"
/// `with_index`: the data are another library's index, so that `own` can answer, too.
std::string methods_that_record(bool with_index) {
    std::vector<std::string> names;
    for (const Method& method : methods())
        if (method.info.records_steps() && (with_index || !method.info.supports.own_index)) names.emplace_back(method.info.name);
    std::string all;
    for (std::size_t i = 0; i < names.size(); ++i) all += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
    return all;
}

}  // namespace

// ---- What can be stepped through ------------------------------------------------------------------------------------------

void SteppingState::refresh() {
    std::string why_not;
    const SessionState& now = common_.now();
    for (const Method& method : methods()) {
        if (method.info.name != now.method || method.info.records_steps()) continue;
        const std::string others = methods_that_record(loading_.data && loading_.data->set.own_index);
        why_not = now.method + " cannot be stepped through" + (others.empty() ? std::string() : ": " + others + " can") +
                  "; it records its times and counts, but no steps";
    }
    if (why_not.empty()) why_not = why_not_recorded_;
    const bool open = now.stepping, ready = open && replay_ != nullptr, recording = open && !ready && why_not.empty();
    const bool same = open == shown_.open && why_not == shown_.why_not;
    if (same && ready == shown_.ready && recording == shown_.recording && (open || !shown_.playing)) return;
    if (!same) ++shown_.generation;
    shown_.open = open, shown_.ready = ready, shown_.recording = recording;
    shown_.why_not = std::move(why_not);
    if (!open) shown_.playing = false;
    common_.touch(Feature::stepping);
}

void SteppingState::drop() {
    const Stepping before = std::exchange(shown_, {});
    if (before.ready && before.count > 0 && before.position == before.count)
        common_.amend([](SessionState& next) { next.step = -1; });         // stays at the end with the next recording
    if (!std::exchange(why_is_of_next_, false)) common_.view.why.reset();  // it is of another answer
    replay_.reset();
    sorting_.reset();
    why_not_recorded_.clear();
    shown_.playing = before.playing;
    shown_.loop = before.loop;
    shown_.every = before.every;
    shown_.speed = before.speed;
    shown_.speed_chosen = before.speed_chosen;
    shown_.generation = before.generation + 1;
    common_.touch(Feature::stepping);
    refresh();
}

void SteppingState::take(RecordingResult recorded) {
    replay_ = std::move(recorded.what);
    if (recorded.error) {
        why_not_recorded_ = recorded.error->title;
        common_.set_error(*recorded.error, ErrorOrigin::search);
    } else if (!replay_) {
        why_not_recorded_ = "the recording was cancelled";
    }
    refresh();
    begin();
}

/// Shows a new recording.
void SteppingState::begin() {
    if (!replay_) return;
    common_.show_message("");  // that it is being recorded
    shown_.record = replay_->record();
    shown_.descent.clear();
    shown_.approach = 0;
    const WalkSteps whole = walk_steps(*shown_.record, shown_.record->count());
    if (const bool one_level = whole.walks && whole.entry.row >= 0 && whole.entry.level <= 0; one_level && !whole.followed.empty()) {
        const ViewModel& view = common_.view;
        const Metric metric = common_.now().metric;
        const auto is_near = [&](const WalkSteps::Row& one) {
            if (one.row >= loading_.shown_set().count() || larger_is_nearer(metric)) return true;
            return distance_to(loading_.shown_set(), one.row, view.query, metric) <= 2 * view.kth_distance;
        };
        const auto near = std::find_if(whole.followed.begin(), whole.followed.end(), is_near);
        const auto far = std::size_t(near - whole.followed.begin());
        for (std::size_t i = 0; far > 0 && i < std::min(far + 1, whole.followed.size()); ++i)
            shown_.descent.push_back(whole.followed[i].row);
        shown_.approach = shown_.descent.size();
    } else if (whole.descent().size() >= 2) {
        for (const WalkSteps::Row& one : whole.descent()) shown_.descent.push_back(one.row);
        for (const WalkSteps::Link& one : whole.compared)
            if (one.level > 0) shown_.descent.push_back(one.to);
    }
    sorting_.reset();
    if (shown_.record->sorted) sorting_.emplace(shown_.record);
    show_fates();
    shown_.count = replay_->count();
    if (!shown_.speed_chosen) {
        const auto stops = double(shown_.plays_decisions() ? std::int64_t(shown_.record->decisions.size()) : shown_.count);
        shown_.speed = std::clamp(std::ceil(stops / longest_play), Stepping().speed, fastest_steps);
    }
    played_at_ = Clock::now();
    played_part_ = 0;
    // Counted from the end, or of a longer recording.
    const std::int64_t step = common_.now().step;
    set(step < 0 ? shown_.count + 1 + step : step);
}

// ---- At one position ------------------------------------------------------------------------------------------------------

void SteppingState::set(std::int64_t position) {
    if (!replay_) return;
    replay_->go(position);
    if (common_.now().step != replay_->position()) common_.amend([this](SessionState& next) { next.step = replay_->position(); });
    show();
}

void SteppingState::show() {
    const Recording& record = *replay_->record();
    const MethodInfo& info = record.method->info;
    const auto held = [&](std::int32_t index, float distance) {
        HeldNeighbour one;
        one.row = index < loading_.data->set.count() ? index : -1;
        one.file_row = one.row < 0 ? -1 : loading_.data->set.file_row(one.row);
        one.distance = double(distance);
        return one;
    };
    shown_.position = replay_->position();
    shown_.sentence = narrate_step(record, shown_.position);
    shown_.claim.clear();
    if (record.tree && !record.visits.empty() && shown_.position == record.count()) {
        shown_.claim = closing_claim(record);
        shown_.sentence = closing_sentence(record);
    }
    shown_.best.clear();
    std::map<std::int64_t, int> rank_of;
    for (const Replay::Held& one : replay_->best()) {
        shown_.best.push_back(held(one.index, record.rank_value_of(one.distance)));
        shown_.best.back().rank = int(shown_.best.size());
        rank_of[shown_.best.back().row] = shown_.best.back().rank;
    }
    shown_.later.clear();
    for (const NeighbourRow& row : common_.view.neighbours)
        if (!rank_of.count(row.row)) shown_.later.push_back(row.row);
    show_neighbours();

    shown_.phase.clear();
    shown_.lines.clear();
    shown_.entered = shown_.left = {};
    shown_.bound = 0;
    shown_.earlier_bounds.clear();
    const Step* step = replay_->step();
    if (step) {
        if (std::size_t(step->phase) < info.phases.size()) shown_.phase = std::string(info.phases[std::size_t(step->phase)]);
        shown_.lines = record.kind_of(*step).lines;
        if (step->entered.index >= 0) shown_.entered = held(step->entered.index, step->entered.distance);
        if (step->left.index >= 0) shown_.left = held(step->left.index, step->left.distance);
        if (std::isfinite(step->bound)) shown_.bound = double(step->bound);
        for (const float bound : replay_->earlier_bounds(bounds_shown)) shown_.earlier_bounds.push_back(double(bound));
    }
    shown_.tree = tree_steps(record, shown_.position);
    shown_.walk = walk_steps(record, shown_.position);
    if (record.tree) {  // the bound is that of the list at every step
        shown_.bound = double(shown_.tree.bound);
        const auto& earlier = shown_.tree.earlier_bounds;
        shown_.earlier_bounds.assign(earlier.begin(), earlier.begin() + std::min<std::ptrdiff_t>(bounds_shown, std::ssize(earlier)));
    }

    // A step that changes no structure with neighbours only reads them.
    const bool changes = step && record.kind_of(*step).structure >= 0;
    ActingStructure& acting = shown_.acting;
    acting = {};
    acting.capacity = record.k;
    if (const Replay::Structure* structure = replay_->acting()) {
        acting.title = structure_title(record, structure->structure, structure->block, structure->actor);
        acting.heap = structure->heap;
        for (const Replay::Held& one : structure->entries) {
            HeldNeighbour entry = held(one.index, record.rank_value_of(one.distance));
            if (const auto rank = rank_of.find(entry.row); rank != rank_of.end()) entry.rank = rank->second;
            const int place = int(acting.entries.size());
            if (changes && shown_.entered.row >= 0 && entry.row == shown_.entered.row) acting.entered = place;
            if (acting.farthest < 0 || structure->entries[std::size_t(acting.farthest)] < one) acting.farthest = place;
            acting.entries.push_back(entry);
        }
    }
    // The last step orders the list, which then has its bound all the same.
    if (shown_.position == record.count() && shown_.bound == 0 && !shown_.best.empty() && std::ssize(shown_.best) == record.k)
        shown_.bound = shown_.best.back().distance;
    show_sort();
    ++shown_.generation;
    common_.touch(Feature::stepping);
}

/// Shows the distances being sorted: all, or the list that insertion keeps sorted.
void SteppingState::show_sort() {
    shown_.sort = {};
    if (sorting_) {
        sorting_->go(shown_.position);
        shown_.sort = sorting_->picture(max_bars);
    } else if (keeps_in_order(*replay_->record())) {
        shown_.sort = picture_of_list(*replay_);
    }
}

/// Finds what became of the true neighbours; again when the list has been compared with the truth.
void SteppingState::show_fates() {
    fates_are_checked_ = common_.view.exactness.known;
    shown_.fates.clear();
    if (!shown_.record->chart.empty()) shown_.fates = neighbour_fates(*shown_.record, common_.view.neighbours, common_.view.exactness);
    ++shown_.generation;
    common_.touch(Feature::stepping);
}

/// Shows the k nearest so far as rows of the table; for a tree search with the leaves that they were found in.
void SteppingState::show_neighbours() {
    const std::vector<NeighbourRow>& neighbours = common_.view.neighbours;
    std::vector<NeighbourRow>& rows = common_.view.step_neighbours;
    const Recording& record = *replay_->record();
    const auto stands = [&](std::size_t rank) { return rank < neighbours.size() && shown_.best[rank].row == neighbours[rank].row; };
    shown_.settled = 0;
    rows.clear();
    std::vector<std::int32_t> index;
    std::vector<float> distance;
    for (const HeldNeighbour& one : shown_.best) {
        index.push_back(std::int32_t(one.row));
        distance.push_back(float(one.distance));
    }
    rows = neighbour_rows(loading_.shown_set(), index, distance);
    place_rows(rows, loading_.shown_set(), loading_.projection(loading_.shown_set()));
    for (std::size_t rank = 0; rank < rows.size(); ++rank) {
        NeighbourRow& row = rows[rank];
        row.settled = stands(rank);
        shown_.settled += row.settled;
        if (const LeafVisit* const visit = record.visit_with(index[rank], shown_.position)) {
            row.visit = record.number_of(*visit);
            row.way = visit->way;
        }
    }
}

// ---- Playing --------------------------------------------------------------------------------------------------------------

/// The position of playback after so many stops; beyond the end if there are fewer.
std::int64_t SteppingState::played_to(std::int64_t stops) const {
    if (!shown_.plays_decisions()) return shown_.position + stops;
    const std::vector<std::int64_t>& decisions = shown_.record->decisions;
    const auto next = std::upper_bound(decisions.begin(), decisions.end(), shown_.position);
    return stops <= decisions.end() - next ? *(next + (stops - 1)) : shown_.count + 1;
}

void SteppingState::poll() {
    if (shown_.ready && fates_are_checked_ != common_.view.exactness.known) show_fates();
    if (!shown_.playing || !replay_) return;
    const Clock::time_point now = Clock::now();
    played_part_ += seconds_of(now - std::exchange(played_at_, now)) * shown_.speed;
    const double whole = std::floor(played_part_);
    if (whole < 1) return;
    played_part_ -= whole;
    const std::int64_t position = played_to(std::int64_t(std::min(whole, 1e9)));
    if (position <= shown_.count) {
        set(position);
    } else if (shown_.loop && shown_.count > 0 && shown_.position == shown_.count) {
        set(0);  // after the end was shown
    } else {
        set(shown_.count);
        shown_.playing = shown_.loop && shown_.count > 0;
    }
}

void SteppingState::open(bool open, std::int64_t position) {
    if (open == common_.now().stepping) return;
    common_.amend([&](SessionState& next) {
        next.stepping = open;
        if (open) next.step = position;
    });
    refresh();
    if (open) begin();
    common_.touch(Feature::stepping);
}

void SteppingState::step_to(std::int64_t position) {
    if (!shown_.ready) return;
    shown_.playing = false;
    set(position);
}

void SteppingState::play(bool on) {
    if (on && !shown_.ready && !shown_.recording) return;
    if (on && shown_.ready && shown_.position >= shown_.count) set(0);
    shown_.playing = on && (shown_.count > 0 || shown_.recording);  // a recording is played once it is there
    played_at_ = Clock::now();
    played_part_ = 0;
    common_.touch(Feature::stepping);
}

std::optional<double> SteppingState::seconds_to_next() const {
    if (!shown_.playing || !shown_.ready) return std::nullopt;
    return std::max(shortest_wait, (1 - played_part_) / shown_.speed - seconds_since(played_at_));
}

// ---- Explanations ---------------------------------------------------------------------------------------------------------

std::optional<std::int32_t> SteppingState::ask_why() {
    constexpr const char* nothing_there =
        "There is no point under the mouse to explain: point at one, or at a row of the list of neighbours.";
    ViewModel& view = common_.view;
    if (view.message == nothing_there) common_.show_message({});  // it does not hold beside a card
    std::optional<std::int32_t> unexplained;
    if (!loading_.data || view.query.empty()) return unexplained;
    const bool has_leaves = shown_.ready && shown_.record->tree && !pointed_place_.empty();
    const std::int64_t row = pointed_row_ >= 0 ? pointed_row_ : has_leaves ? -1 : listed_row_;
    if (row >= 0 && row < loading_.shown_set().count()) {
        const std::string text = why_point(view, loading_.shown_set(), common_.now(), row);
        const std::vector<NeighbourRow>& found = view.neighbours;
        const bool is_one = std::any_of(found.begin(), found.end(), [row](const NeighbourRow& one) { return one.row == row; });
        if (!text.empty()) view.why = Why{is_one ? "Why this point?" : "Why not this point?", text, {}, row};
        const Metric metric = common_.now().metric;
        const double own = distance_to(loading_.shown_set(), row, view.query, metric);
        const bool nearer = rank_value(metric, own) < rank_value(metric, view.kth_distance);
        if (!is_one && !view.exactness.known && nearer) unexplained = std::int32_t(row);
    } else if (has_leaves) {
        const RecordedTree& tree = *shown_.record->tree;
        if (const auto cell = tree.cell_at(pointed_place_))
            view.why = Why{"What happened to this leaf?", why_leaf(shown_, *cell), tree.box(tree.quadrant_of(tree.leaf_of(*cell)))};
    } else {
        common_.show_message(nothing_there);
    }
    common_.touch(Feature::stepping);
    return unexplained;
}

void SteppingState::add_to_why(std::int64_t row, const std::string& sentence) {
    if (!common_.view.why || common_.view.why->row != row || row < 0 || sentence.empty()) return;
    common_.view.why->text += " " + sentence;
    common_.touch(Feature::stepping);
}

void SteppingState::close_why() {
    if (!common_.view.why) return;
    common_.view.why.reset();
    common_.touch(Feature::stepping);
}

void SteppingState::show_why(Why why, bool of_next) {
    common_.view.why = std::move(why);
    why_is_of_next_ = of_next;
    common_.touch(Feature::stepping);
}

}  // namespace neighborscope
