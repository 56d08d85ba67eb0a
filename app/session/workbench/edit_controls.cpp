#include "app/session/workbench/workbench_state.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

namespace neighborscope {
namespace {

constexpr std::size_t max_labels = 50;  // to choose from

/// The most frequent classes, as text.
std::vector<std::string> labels_of(const Quantity& label, std::int64_t points) {
    std::map<std::string, std::int64_t> counts;
    for (std::int64_t row = 0; row < points; ++row)
        if (std::string text = label.text(row); !text.empty()) ++counts[std::move(text)];
    std::vector<std::pair<std::string, std::int64_t>> all(counts.begin(), counts.end());
    std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
    std::vector<std::string> words;
    for (std::size_t i = 0; i < std::min(all.size(), max_labels); ++i) words.push_back(all[i].first);
    return words;
}

}  // namespace

void EditControls::use_mouse(bool on) {
    if (on && refusal()) return;
    state_.common.view.manual_edits.on = on;
    state_.common.touch(Feature::edits);
    describe();
}

void EditControls::add(const std::vector<double>& position) {
    if (refusal()) return;
    std::vector<double> whole = state_.controls.query.requested_position();  // gives the coordinates along hidden axes
    const LoadedData& data = *state_.loading.data;
    for (std::size_t axis = whole.size(); axis < data.low.size(); ++axis) whole.push_back(0.5 * (data.low[axis] + data.high[axis]));
    std::vector<double> place = place_of(position, std::move(whole));
    if (place.empty()) return;
    std::string label = label_for(place);
    change([&](PointEdits& edits, std::int64_t) { edits.add(std::move(place), std::move(label)); });
}

void EditControls::move(std::int64_t file_row, const std::vector<double>& position, bool merge) {
    if (refusal()) return;
    std::vector<double> from = place_of_row(unedited(*state_.loading.data).set, state_.now().edits, file_row);
    if (from.empty()) return;
    std::vector<double> place = place_of(position, from);
    if (place.empty() || place == from) return;
    state_.common.view.manual_edits.dragged = merge ? file_row : -1;
    state_.common.touch(Feature::edits);
    change([&](PointEdits& edits, std::int64_t first_new_row) { edits.move(file_row, first_new_row, std::move(place)); }, merge);
}

void EditControls::erase(std::int64_t file_row) {
    if (refusal() || place_of_row(unedited(*state_.loading.data).set, state_.now().edits, file_row).empty()) return;
    change([&](PointEdits& edits, std::int64_t first_new_row) { edits.erase(file_row, first_new_row); });
}

void EditControls::erase_all_edits() {
    change([](PointEdits& edits, std::int64_t) { edits = {}; });
}

void EditControls::set_new_label(const std::optional<std::string>& label) {
    state_.common.view.manual_edits.label = label;
    state_.common.touch(Feature::edits);
}

void EditControls::point_at(std::int64_t row) {
    if (std::exchange(hovered_row_, row) != row && state_.common.view.manual_edits.on) describe();
}

void EditControls::describe() {
    ManualEdits& hand = state_.common.view.manual_edits;
    const ManualEdits before = hand;
    const LoadingState& loading = state_.loading;
    hand.refusal = refusal();
    hand.on = hand.on && !hand.refusal;
    const PointEdits& edits = state_.now().edits;
    hand.added = std::int64_t(edits.added.size());
    hand.moved = std::int64_t(edits.moved.size());
    hand.erased = std::int64_t(edits.erased.size());
    const bool there = hand.on && hovered_row_ >= 0 && hovered_row_ < loading.shown_set().count();
    hand.hovered = there ? loading.shown_set().file_row(hovered_row_) : -1;
    if (loading.data && hand.on && labels_of_.lock() != loading.data) {
        labels_of_ = loading.data;
        const Quantity* label = loading.data->set.label();
        hand.label_name = label ? label->name : "";
        hand.labels = label ? labels_of(*label, loading.data->set.count()) : std::vector<std::string>();
        hand.labels_are_numbers = label && label->numbers();
        if (!label) hand.label.reset();
    }
    if (hand != before) state_.common.touch(Feature::edits);
}

/// Why points cannot be edited; none: they can.
std::optional<std::string> EditControls::refusal() const {
    if (!state_.loading.data) return "there are no points yet";
    if (auto why = why_not_edited(state_.loading.data->set)) return why;
    const Moving& moves = state_.common.view.moving;
    if (moves.available && (moves.tick > 0 || moves.playing || moves.seeking)) return "the points are moving: go back to the first tick";
    return std::nullopt;
}

/// Replaces the coordinates of `whole` along the axes of the picture by `position`; empty if that is no valid position.
std::vector<double> EditControls::place_of(const std::vector<double>& position, std::vector<double> whole) const {
    const DataSet& set = state_.loading.data->set;
    whole.resize(std::size_t(set.dimension), 0);
    whole = state_.loading.projection(set).moved(std::move(whole), position);
    const std::vector<float> near = set.relative(whole);
    const bool finite = std::all_of(near.begin(), near.end(), [](float coordinate) { return std::isfinite(coordinate); });
    return finite && !position.empty() ? whole : std::vector<double>();
}

/// The class chosen, or that of the nearest point.
std::string EditControls::label_for(const std::vector<double>& place) const {
    const DataSet& set = state_.loading.data->set;
    const Quantity* label = set.label();
    if (!label) return {};
    if (state_.common.view.manual_edits.label) return *state_.common.view.manual_edits.label;
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

void EditControls::change(const std::function<void(PointEdits&, std::int64_t)>& edit, bool merge) {
    if (refusal()) return;
    SessionState next = state_.now();
    edit(next.edits, first_new_row(unedited(*state_.loading.data).set));
    if (next.edits == state_.now().edits) return;
    state_.loading.edit(next, merge);
    if (merge) state_.extend_drag();
    state_.set_document(std::move(next), merge);
}

}  // namespace neighborscope
