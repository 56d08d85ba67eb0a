#include "app/data/points/edits.hpp"

#include "app/data/faces/gallery.hpp"
#include "app/data/points/data_set.hpp"
#include "app/data/points/extent.hpp"
#include "gpu/error.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>

namespace neighborscope {
namespace {

constexpr int most_axes = 3;  // axes in which a person can edit

/// Returns the place of a value in a list sorted by `key`.
template <class List, class Key>
auto place_in(List& list, std::int64_t value, Key key) {
    return std::lower_bound(list.begin(), list.end(), value, [&](const auto& one, std::int64_t of) { return key(one) < of; });
}
constexpr auto number_of = [](const PointEdits::Added& one) { return one.number; };
constexpr auto row_of = [](const PointEdits::Moved& one) { return one.row; };

[[noreturn]] void refuse_again(const char* what, std::int64_t number, const char* done) {
    throw Error(Failure::input, "edits: " + (what + std::to_string(number)) + done, "name each point in one edit");
}

/// Sorts by key; input Error for a repeated key.
template <class One, class Key>
void ascending(std::vector<One>& list, Key key, const char* what, const char* twice) {
    std::sort(list.begin(), list.end(), [&](const One& one, const One& other) { return key(one) < key(other); });
    const auto again =
        std::adjacent_find(list.begin(), list.end(), [&](const One& one, const One& other) { return key(one) == key(other); });
    if (again != list.end()) refuse_again(what, key(*again), twice);
}

/// Converts to coordinates relative to the origin; input Error that begins with `what`.
std::vector<float> checked(const DataSet& data, const std::vector<double>& at, const std::string& what) {
    if (at.size() != std::size_t(data.dimension))
        throw Error(Failure::input,
            "edits: " + what + " has " + std::to_string(at.size()) + " coordinates, the data " + std::to_string(data.dimension),
            "give one coordinate for each column");
    std::vector<float> near = data.relative(at);
    if (!std::all_of(near.begin(), near.end(), [](float coordinate) { return std::isfinite(coordinate); }))
        throw Error(Failure::input, "edits: " + what + " has a coordinate that float32 does not hold", "choose a place nearer the data");
    return near;
}

std::int64_t checked_row(const DataSet& data, std::int64_t file_row, const char* done) {
    const std::int64_t row = data.row_of_file_row(file_row);
    if (row < 0)
        throw Error(Failure::input,
            "edits: there is no point in row " + std::to_string(file_row) + " to be " + done + ": " + data.name + " has " +
                std::to_string(data.count()) + (data.count() == 1 ? " point" : " points"),
            "correct or remove that edit");
    return row;
}

/// Appends the value of one more point: its class, if the quantity is the label.
void append(Quantity& quantity, const std::string& label) {
    const bool known = quantity.is_label && !label.empty();
    if (auto* words = std::get_if<WordValues>(&quantity.values)) {
        const auto place = std::int32_t(std::find(words->different.begin(), words->different.end(), label) - words->different.begin());
        if (known && place == std::int32_t(words->different.size())) words->different.push_back(label);
        words->of_point.push_back(known ? place : WordValues::missing);
    } else if (auto* numbers = std::get_if<NumberValues>(&quantity.values)) {
        double number = NumberValues::missing;
        if (known) std::from_chars(label.data(), label.data() + label.size(), number);
        numbers->of_point.push_back(number);
    } else {
        std::get<ColourValues>(quantity.values).of_point.push_back(ColourValues::missing);
    }
}

template <class Value>
void keep_rows(std::vector<Value>& values, const std::vector<std::int64_t>& kept, std::size_t each = 1) {
    std::size_t to = 0;
    for (const std::int64_t row : kept)
        for (std::size_t i = 0; i < each; ++i) values[to++] = values[std::size_t(row) * each + i];
    values.resize(to);
}

/// [2][dimension]: the box that an index divides, before any edit.
std::vector<float> extent_before(const DataSet& data) {
    if (!data.index_bounds.empty()) return data.index_bounds;
    if (data.motion) return data.motion->extent();
    const Extent box = extent_of(data);
    std::vector<float> both = box.low;
    both.insert(both.end(), box.high.begin(), box.high.end());
    return both;
}

void include(std::vector<float>& extent, const std::vector<float>& at) {
    const std::size_t dimension = at.size();
    if (extent.empty()) extent = at, extent.insert(extent.end(), at.begin(), at.end());
    for (std::size_t axis = 0; axis < dimension; ++axis) {
        extent[axis] = std::min(extent[axis], at[axis]);
        extent[dimension + axis] = std::max(extent[dimension + axis], at[axis]);
    }
}

void erase_rows(DataSet& data, const std::vector<std::int64_t>& erased) {
    std::vector<std::int64_t> kept;
    const std::set<std::int64_t> gone(erased.begin(), erased.end());
    for (std::int64_t row = 0; row < data.count(); ++row)
        if (!gone.contains(row)) kept.push_back(row);
    if (data.file_rows.empty()) data.file_rows = kept;
    else keep_rows(data.file_rows, kept);
    keep_rows(data.coordinates, kept, std::size_t(data.dimension));
    for (Quantity& quantity : data.quantities) std::visit([&](auto& kind) { keep_rows(kind.of_point, kept); }, quantity.values);
}

}  // namespace

void PointEdits::add(std::vector<double> at, std::string label) {
    added.push_back({added.empty() ? 0 : added.back().number + 1, std::move(at), std::move(label)});
}

void PointEdits::move(std::int64_t row, std::int64_t first_new, std::vector<double> at) {
    if (row >= first_new) {
        const auto found = place_in(added, row - first_new, number_of);
        if (found != added.end() && found->number == row - first_new) found->at = std::move(at);
        return;
    }
    if (std::binary_search(erased.begin(), erased.end(), row)) return;
    const auto found = place_in(moved, row, row_of);
    if (found != moved.end() && found->row == row) found->at = std::move(at);
    else moved.insert(found, {row, std::move(at)});
}

void PointEdits::erase(std::int64_t row, std::int64_t first_new) {
    if (row >= first_new) {
        std::erase_if(added, [&](const Added& one) { return one.number == row - first_new; });
        return;
    }
    std::erase_if(moved, [&](const Moved& one) { return one.row == row; });
    const auto place = std::lower_bound(erased.begin(), erased.end(), row);
    if (place == erased.end() || *place != row) erased.insert(place, row);
}

void PointEdits::put_in_order() {
    ascending(added, number_of, "number ", " is added twice");
    ascending(moved, row_of, "row ", " is moved twice");
    ascending(
        erased, [](std::int64_t row) { return row; }, "row ", " is erased twice");
    for (const Moved& one : moved)
        if (std::binary_search(erased.begin(), erased.end(), one.row)) refuse_again("row ", one.row, " is moved and erased");
}

std::int64_t first_new_row(const DataSet& data) {
    const std::int64_t last = data.file_rows.empty() ? data.count() : data.file_rows.back() + 1;
    return std::max({last, data.skipped.rows, data.rows_in_file});
}

std::optional<std::string> why_not_edited(const DataSet& data) {
    if (data.picture || data.gallery) return "rows of these data are pictures";
    if (data.dimension > most_axes)
        return "these points have " + std::to_string(data.dimension) + " dimensions; those of two or three can be changed";
    return std::nullopt;
}

std::vector<double> place_of_row(const DataSet& data, const PointEdits& edits, std::int64_t file_row) {
    if (const std::int64_t first_new = first_new_row(data); file_row >= first_new) {
        const auto found = place_in(edits.added, file_row - first_new, number_of);
        return found != edits.added.end() && found->number == file_row - first_new ? found->at : std::vector<double>();
    }
    if (std::binary_search(edits.erased.begin(), edits.erased.end(), file_row)) return {};
    if (const auto found = place_in(edits.moved, file_row, row_of); found != edits.moved.end() && found->row == file_row) return found->at;
    const std::int64_t row = data.row_of_file_row(file_row);
    std::vector<double> at;
    for (int axis = 0; row >= 0 && axis < data.dimension; ++axis) at.push_back(data.coordinate(row, axis));
    return at;
}

void apply_edits(DataSet& data, const PointEdits& edits) {
    if (edits.empty()) return;
    if (const auto why = why_not_edited(data))
        throw Error(Failure::usage, data.name + " cannot be changed by hand: " + *why, "leave the edits out, or open other data");
    std::vector<float> extent = extent_before(data);
    const std::int64_t first_new = first_new_row(data);
    for (const PointEdits::Moved& one : edits.moved) {
        const std::int64_t row = checked_row(data, one.row, "moved");
        const std::vector<float> at = checked(data, one.at, "the new place of row " + std::to_string(one.row));
        std::copy(at.begin(), at.end(), data.coordinates.begin() + row * data.dimension);
        include(extent, at);
    }
    std::vector<std::int64_t> erased;
    for (const std::int64_t file_row : edits.erased) erased.push_back(checked_row(data, file_row, "erased"));
    if (!erased.empty()) erase_rows(data, erased);
    for (const PointEdits::Added& one : edits.added) {
        const std::vector<float> at = checked(data, one.at, "the point added as number " + std::to_string(one.number));
        const std::int64_t file_row = first_new + one.number;
        if (data.file_rows.empty() && file_row != data.count())
            for (std::int64_t row = 0; row < data.count(); ++row) data.file_rows.push_back(row);
        if (!data.file_rows.empty() || file_row != data.count()) data.file_rows.push_back(file_row);
        data.coordinates.insert(data.coordinates.end(), at.begin(), at.end());
        for (Quantity& quantity : data.quantities) append(quantity, one.label);
        include(extent, at);
    }
    data.motion = nullptr;
    data.own_index_is_old = data.own_index != nullptr;
    data.index_bounds = std::move(extent);
    data.hash = hash_of(data);
}

}  // namespace neighborscope
