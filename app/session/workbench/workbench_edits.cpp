// Points changed by hand: added, moved and erased in the document, and followed as parameters of a generator are.
#include "app/session/workbench/workbench_state.hpp"

#include <map>
#include <utility>

namespace neighborscope {
namespace {

constexpr std::size_t most_labels = 50;  // to choose from

/// The most frequent classes, as text.
std::vector<std::string> labels_of(const Quantity& label, std::int64_t points) {
    std::map<std::string, std::int64_t> counts;
    for (std::int64_t row = 0; row < points; ++row)
        if (std::string text = label.text(row); !text.empty()) ++counts[std::move(text)];
    std::vector<std::pair<std::string, std::int64_t>> all(counts.begin(), counts.end());
    std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
    std::vector<std::string> words;
    for (std::size_t i = 0; i < std::min(all.size(), most_labels); ++i) words.push_back(all[i].first);
    return words;
}

}  // namespace

std::optional<std::string> Workbench::State::why_not_edited() const {
    if (!loading.data) return "there are no points yet";
    if (auto why = neighborscope::why_not_edited(loading.data->set)) return why;
    const Moving& moves = common.view.moving;
    if (moves.available && (moves.tick > 0 || moves.playing || moves.seeking)) return "the points are moving: go back to the first tick";
    return std::nullopt;
}

void Workbench::State::describe_by_hand() {
    ByHand& hand = common.view.by_hand;
    const ByHand before = hand;
    hand.refusal = why_not_edited();
    hand.on = hand.on && !hand.refusal;
    const PointEdits& edits = now().edits;
    hand.added = std::int64_t(edits.added.size());
    hand.moved = std::int64_t(edits.moved.size());
    hand.erased = std::int64_t(edits.erased.size());
    const bool there = hand.on && hovered_row >= 0 && hovered_row < loading.shown_set().count();
    hand.hovered = there ? loading.shown_set().file_row(hovered_row) : -1;
    if (loading.data && hand.on && labels_of.lock() != loading.data) {
        labels_of = loading.data;
        const Quantity* label = loading.data->set.label();
        hand.label_name = label ? label->name : "";
        hand.labels = label ? neighborscope::labels_of(*label, loading.data->set.count()) : std::vector<std::string>();
        hand.labels_are_numbers = label && label->numbers();
        if (!label) hand.label.reset();
    }
    if (hand != before) common.touch(Feature::edits);
}

/// `whole`, all axes, with those of the picture as in `position`; empty where that is no place.
std::vector<double> Workbench::State::place_by_hand(const std::vector<double>& position, std::vector<double> whole) const {
    const DataSet& set = loading.data->set;
    whole.resize(std::size_t(set.dimension), 0);
    whole = loading.projection(set).moved(std::move(whole), position);
    const std::vector<float> near = set.relative(whole);
    const bool finite = std::all_of(near.begin(), near.end(), [](float coordinate) { return std::isfinite(coordinate); });
    return finite && !position.empty() ? whole : std::vector<double>();
}

/// The class chosen, or that of the nearest point.
std::string Workbench::State::label_for(const std::vector<double>& place) const {
    const DataSet& set = loading.data->set;
    const Quantity* label = set.label();
    if (!label) return {};
    if (common.view.by_hand.label) return *common.view.by_hand.label;
    const std::vector<float> near = set.relative(place);
    std::int64_t nearest = -1;
    double least = std::numeric_limits<double>::infinity();
    for (std::int64_t row = 0; row < set.count(); ++row) {
        double squares = 0;
        for (std::size_t axis = 0; axis < near.size(); ++axis) {
            const double off = double(set.coordinates[std::size_t(row) * near.size() + axis]) - double(near[axis]);
            squares += off * off;
        }
        if (squares < least) least = squares, nearest = row;
    }
    return nearest < 0 ? std::string() : label->text(nearest);
}

void Workbench::State::change_edits(const std::function<void(PointEdits&, std::int64_t)>& edit, bool merge) {
    if (why_not_edited()) return;
    SessionState next = now();
    edit(next.edits, first_new_row(unedited(*loading.data).set));
    if (next.edits == now().edits) return;
    loading.edit(next, merge);
    if (merge) changed_at = Clock::now();  // a hand that rests does not end a drag
    take_over(std::move(next), merge);
}

void Workbench::edit_points(bool on) {
    State& state = *state_;
    if (on && state.why_not_edited()) return;
    state.common.view.by_hand.on = on;
    state.common.touch(Feature::edits);
    state.describe_by_hand();
}

void Workbench::add_point(const std::vector<double>& position) {
    if (state_->why_not_edited()) return;
    std::vector<double> whole = query_as_asked();  // on the axes that are not seen
    const LoadedData& data = *state_->loading.data;
    for (std::size_t axis = whole.size(); axis < data.low.size(); ++axis) whole.push_back(0.5 * (data.low[axis] + data.high[axis]));
    std::vector<double> place = state_->place_by_hand(position, std::move(whole));
    if (place.empty()) return;
    std::string label = state_->label_for(place);
    state_->change_edits([&](PointEdits& edits, std::int64_t) { edits.add(std::move(place), std::move(label)); });
}

void Workbench::move_point(std::int64_t file_row, const std::vector<double>& position, bool merge) {
    if (state_->why_not_edited()) return;
    std::vector<double> from = place_of_row(unedited(*state_->loading.data).set, session().edits, file_row);
    if (from.empty()) return;
    std::vector<double> place = state_->place_by_hand(position, from);
    if (place.empty() || place == from) return;
    state_->common.view.by_hand.dragged = merge ? file_row : -1;
    state_->common.touch(Feature::edits);
    state_->change_edits([&](PointEdits& edits, std::int64_t first_new) { edits.move(file_row, first_new, std::move(place)); }, merge);
}

void Workbench::erase_point(std::int64_t file_row) {
    if (state_->why_not_edited() || place_of_row(unedited(*state_->loading.data).set, session().edits, file_row).empty()) return;
    state_->change_edits([&](PointEdits& edits, std::int64_t first_new) { edits.erase(file_row, first_new); });
}

void Workbench::take_back_edits() {
    state_->change_edits([](PointEdits& edits, std::int64_t) { edits = {}; });
}

void Workbench::set_new_label(const std::optional<std::string>& label) {
    state_->common.view.by_hand.label = label;
    state_->common.touch(Feature::edits);
}

}  // namespace neighborscope
