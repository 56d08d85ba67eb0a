#include "app/session/points/column_choice.hpp"

#include "gpu/error.hpp"

#include <algorithm>

namespace neighborscope {
namespace {

constexpr int places_listed = 6;  // axes to choose from, besides a column's own and the next free one

int label_of(const TablePreview& table) {
    for (std::size_t i = 0; i < table.columns.size(); ++i)
        if (table.columns[i].use == ColumnPreview::Use::label) return int(i);
    return -1;
}

}  // namespace

ColumnChoice::ColumnChoice(TablePreview guess, const TablePreview& now)
    : guess_(std::move(guess)), guessed_label_(label_of(guess_)), label_(label_of(now)), coordinates_(now.coordinates) {}

std::optional<ColumnChoice> ColumnChoice::of(const DataChoice& choice, SharedProgress& card, const Progress& progress) {
    const std::string& source = choice.source;
    const LoadOptions& options = choice.options;
    card.begin("Reading the columns of " + source, "");
    LoadOptions guessed = options;
    guessed.columns.clear();
    guessed.label.clear();
    std::optional<TablePreview> now = preview_table(source, options, progress);
    if (!now) return std::nullopt;
    if (options == guessed) return ColumnChoice(*now, *now);
    try {
        return ColumnChoice(*preview_table(source, guessed, progress), *now);
    } catch (const Error&) {  // the reader has no guess: it would refuse the table
        TablePreview nothing = *now;
        nothing.coordinates.clear();
        for (ColumnPreview& column : nothing.columns) column.use = ColumnPreview::Use::attribute;
        return ColumnChoice(std::move(nothing), *now);
    }
}

std::string ColumnChoice::name(int column) const {
    return std::size_t(column) < guess_.columns.size() ? guess_.columns[std::size_t(column)].name : "column " + std::to_string(column + 1);
}

std::string ColumnChoice::along_text(int column) const {
    switch (guess_.columns[std::size_t(column)].use) {
        case ColumnPreview::Use::title: return "name of the point";
        case ColumnPreview::Use::colour: return "colour";
        default: return "shown with the point";
    }
}

ColumnChoice::Use ColumnChoice::use(int column) const {
    if (const auto at = std::find(coordinates_.begin(), coordinates_.end(), column); at != coordinates_.end()) {
        const int place = int(at - coordinates_.begin());
        return {Use::Kind::coordinate, place, "coordinate " + std::to_string(place + 1)};
    }
    if (column == label_) return {Use::Kind::label, 0, "class (label)"};
    return {Use::Kind::along, 0, along_text(column)};
}

std::vector<ColumnChoice::Use> ColumnChoice::uses(int column) const {
    std::vector<Use> all;
    const Use now = use(column);
    if (guess_.columns[std::size_t(column)].numeric) {
        const int count = int(coordinates_.size()), last = now.kind == Use::Kind::coordinate ? count - 1 : count;
        for (int place = 0; place <= last; ++place)
            if (place < places_listed || place == last || (now.kind == Use::Kind::coordinate && place == now.place))
                all.push_back({Use::Kind::coordinate, place, "coordinate " + std::to_string(place + 1)});
    }
    all.push_back({Use::Kind::label, 0, "class (label)"});
    all.push_back({Use::Kind::along, 0, along_text(column)});
    return all;
}

void ColumnChoice::set(int column, const Use& wanted) {
    std::erase(coordinates_, column);
    if (wanted.kind == Use::Kind::coordinate) {
        const int place = std::clamp(wanted.place, 0, int(coordinates_.size()));
        coordinates_.insert(coordinates_.begin() + place, column);
    }
    if (wanted.kind == Use::Kind::label) label_ = column;
    else if (label_ == column) label_ = -1;
}

void ColumnChoice::reset_to_guess() {
    coordinates_ = guess_.coordinates;
    label_ = guessed_label_;
}

std::string ColumnChoice::sentence() const {
    if (const auto why = refusal()) return *why;
    int dimension = 0;
    for (const int column : coordinates_) dimension += column < int(guess_.columns.size()) ? guess_.columns[std::size_t(column)].width : 1;
    std::string text = std::to_string(dimension) + "-D points from ";
    for (std::size_t i = 0; i < coordinates_.size() && i < 4; ++i) text += (i ? ", " : "") + name(coordinates_[i]);
    if (coordinates_.size() > 4) text += " and " + std::to_string(coordinates_.size() - 4) + " more";
    if (label_ >= 0) text += "; class: " + name(label_);
    int along = 0;
    for (int i = 0; i < int(guess_.columns.size()); ++i) along += use(i).kind == Use::Kind::along;
    if (along > 0) text += "; " + std::to_string(along) + (along == 1 ? " other column" : " other columns");
    return text;
}

std::optional<std::string> ColumnChoice::refusal() const {
    if (coordinates_.empty()) return "Choose at least one column of numbers as a coordinate";
    return std::nullopt;
}

std::string ColumnChoice::dropped_rows_text() const { return loss_text(guess_, coordinates_); }

std::string ColumnChoice::dropped_rows_text(int column) const {
    const MissingValues& missing_values = guess_.missing_values;
    if (!guess_.columns[std::size_t(column)].numeric || std::size_t(column) >= missing_values.of_column.size() ||
        missing_values.missing_values(column) == 0)
        return {};
    return missing_values_text(missing_values.missing_values(column), missing_values.rows, missing_values.all, {});
}

std::string ColumnChoice::columns() const {
    if (coordinates_ == guess_.coordinates) return {};
    std::string text;
    for (std::size_t i = 0; i < coordinates_.size();) {
        std::size_t end = i + 1;
        while (end < coordinates_.size() && coordinates_[end] == coordinates_[end - 1] + 1) ++end;
        text += (i ? "," : "") + std::to_string(coordinates_[i] + 1);
        if (end - i > 2) text += "-" + std::to_string(coordinates_[end - 1] + 1);
        else end = i + 1;
        i = end;
    }
    return text;
}

std::string ColumnChoice::label() const {
    if (label_ == guessed_label_) return {};
    return label_ < 0 ? "none" : std::to_string(label_ + 1);
}

}  // namespace neighborscope
