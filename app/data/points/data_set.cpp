#include "app/data/points/data_set.hpp"

#include "app/data/faces/gallery.hpp"
#include "app/data/load/origin.hpp"
#include "gpu/index/stored_index.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <numeric>

#include <xxhash.h>

namespace neighborscope {

const Quantity* DataSet::label() const {
    const auto found = std::find_if(quantities.begin(), quantities.end(), [](const Quantity& quantity) { return quantity.is_label; });
    return found == quantities.end() ? nullptr : &*found;
}

const Quantity* DataSet::title() const {
    const auto found = std::find_if(quantities.begin(), quantities.end(), [](const Quantity& quantity) { return quantity.is_title; });
    return found == quantities.end() ? nullptr : &*found;
}

void DataSet::set_label(int which) {
    for (int i = 0; Quantity & quantity : quantities) quantity.is_label = i++ == which;
}

void DataSet::set_title(int which) {
    for (int i = 0; Quantity & quantity : quantities) quantity.is_title = i++ == which;
}

std::int64_t DataSet::row_of_file_row(std::int64_t file_row) const {
    if (file_rows.empty()) return file_row >= 0 && file_row < count() ? file_row : -1;
    const auto found = std::lower_bound(file_rows.begin(), file_rows.end(), file_row);
    return found != file_rows.end() && *found == file_row ? found - file_rows.begin() : -1;
}

std::vector<float> DataSet::relative(const std::vector<double>& position) const {
    std::vector<float> result(position.size());
    for (std::size_t a = 0; a < position.size(); ++a) result[a] = float(position[a] - (a < origin.size() ? origin[a] : 0));
    return result;
}

bool is_decoded(const DataSet& data) {
    const stored::StoredIndex* const index = data.own_index.get();
    return index && data.format == index->library && index->has_vectors() && !index->codec().is_exact();
}

std::string sample_text(const DataSet& data) {
    if (data.every == 1) return {};
    return "a sample: one in " + std::to_string(data.every) + " of the file's " + std::to_string(data.rows_in_file) +
           " rows; neighbours are found among these alone";
}

std::vector<std::string> losses(const DataSet& data) {
    std::vector<std::string> sentences;
    if (const SkippedRows& skipped = data.skipped; skipped.count > 0) {
        std::vector<std::string> names;
        for (std::size_t axis = 0; axis < skipped.missing_values.size(); ++axis)
            if (skipped.missing_values[axis] > 0) names.push_back(axis < data.axes.size() ? data.axes[axis] : std::to_string(axis + 1));
        sentences.push_back(missing_values_text(skipped.count, skipped.rows, true, names) +
                            (skipped.count == 1 ? " and is left out: row " : " and are left out, the first is row ") +
                            std::to_string(skipped.first_row));
    }
    if (std::string text = skipped_columns_text(data.skipped_columns); !text.empty()) sentences.push_back(std::move(text));
    if (!data.missing_pictures.empty()) sentences.push_back(data.missing_pictures);
    if (is_decoded(data))
        sentences.push_back("the index holds codes (" + data.own_index->codec().name() +
                            ") and no vectors: the points are decoded from them, and recall is measured with these points");
    if (data.gallery)
        for (const std::string& note : {data.gallery->notes.doubt, data.gallery->notes.missing_pictures})
            if (!note.empty()) sentences.push_back(note);
    return sentences;
}

std::string loss_text(const TablePreview& table, const std::vector<int>& coordinates) {
    const MissingValues& missing_values = table.missing_values;
    std::vector<std::string> names;
    std::vector<int> columns;
    for (const int column : coordinates) {
        if (std::size_t(column) >= missing_values.of_column.size() || missing_values.missing_values(column) == 0) continue;
        columns.push_back(column);
        names.push_back(
            std::size_t(column) < table.columns.size() ? table.columns[std::size_t(column)].name : "column " + std::to_string(column + 1));
    }
    if (columns.empty()) return {};
    const std::int64_t lost_rows = missing_values.lost_rows(columns);
    return missing_values_text(lost_rows, missing_values.rows, missing_values.all, names) +
           (lost_rows == 1 ? " and is left out" : " and are left out");
}

std::string coarse_text(const DataSet& data) {
    const std::vector<CoarsePoints::Axis>& axes = data.coarse.axes;
    if (data.coarse.count == 0) return "";
    std::string text = std::to_string(data.coarse.count) + (data.coarse.count == 1 ? " point is kept to " : " points are kept to ");
    const std::size_t listed = std::min<std::size_t>(3, axes.size());
    for (std::size_t i = 0; i < listed; ++i) {
        char step[32];
        std::snprintf(step, sizeof step, axes[i].step < 1 ? "%.1g" : "%.0f", axes[i].step);
        const std::size_t axis = std::size_t(axes[i].axis);
        const std::string name = axis < data.axes.size() ? data.axes[axis] : std::to_string(axis + 1);
        text += (i == 0 ? "" : i + 1 < axes.size() ? ", " : " and ") + std::string(step) + " in " + name;
    }
    if (listed < axes.size()) text += " and as coarsely in " + std::to_string(axes.size() - listed) + " more";
    return text + " only: far from the others";
}

namespace {

/// Estimates the distance from a point to its nearest neighbour from a sample: as if all points were uniform in a box twice as wide as the
/// middle half of each axis.
double typical_distance(const DataSet& data) {
    const auto dimension = std::size_t(data.dimension);
    const std::vector<std::size_t> rows = sampled_rows(std::size_t(data.count()), dimension);
    double squares = 0;
    std::vector<float> sample(rows.size());
    for (std::size_t axis = 0; axis < dimension; ++axis) {
        std::transform(rows.begin(), rows.end(), sample.begin(), [&](std::size_t row) { return data.coordinates[row * dimension + axis]; });
        std::sort(sample.begin(), sample.end());
        const std::size_t quarter = sample.size() / 4;
        const double width = 2 * (double(sample[sample.size() - 1 - quarter]) - double(sample[quarter]));
        squares += width * width;
    }
    return std::sqrt(squares) / std::pow(double(data.count()), 1 / double(dimension));
}

/// Rounds up to one digit: "3e-8", "0.004", "20".
std::string rounded_up(double value) {
    const double step = std::pow(10, std::floor(std::log10(value)));
    char text[32];
    std::snprintf(text, sizeof text, value < 0.001 ? "%.0e" : "%.1g", std::ceil(value / step * (1 - 1e-9)) * step);
    std::string short_text = text;
    if (const std::size_t zero = short_text.find("e-0"); zero != std::string::npos) short_text.erase(zero + 2, 1);
    return short_text;
}

}  // namespace

std::string rounding_text(const DataSet& data) {
    constexpr double irrelevant = 1e-6;
    if (data.rounding.empty() || data.count() == 0) return "";
    std::vector<std::size_t> axes;
    double squares = 0;
    for (std::size_t axis = 0; axis < data.rounding.size(); ++axis) {
        if (data.rounding[axis] == 0) continue;
        axes.push_back(axis);
        squares += data.rounding[axis] * data.rounding[axis];
    }
    if (std::sqrt(squares) < irrelevant * typical_distance(data)) return "";
    const auto by = [&](std::size_t axis) { return rounded_up(data.rounding[axis]); };
    std::string text = "coordinates are rounded by up to ";
    if (axes.size() > 3) return text + rounded_up(*std::max_element(data.rounding.begin(), data.rounding.end()));
    for (std::size_t i = 0; i < axes.size(); ++i)
        text += (i == 0 ? "" : i + 1 < axes.size() ? ", " : " and ") + by(axes[i]) + " in " + data.axes[axes[i]];
    return text;
}

std::array<int, 3> axes_to_show(const DataSet& data) {
    std::array<int, 3> shown{0, 1, 2};
    const std::size_t dimension = std::size_t(data.dimension);
    if (dimension <= 3) return shown;
    const std::int64_t count = data.count(), sampled = std::min<std::int64_t>(count, 1024);
    std::vector<double> mean(dimension), spread(dimension);
    for (std::int64_t i = 0; i < sampled; ++i) {  // Welford's algorithm, over rows at equal distances
        const float* row = &data.coordinates[std::size_t(i * count / sampled) * dimension];
        for (std::size_t axis = 0; axis < dimension; ++axis) {
            const double off = row[axis] - mean[axis];
            mean[axis] += off / double(i + 1);
            spread[axis] += off * (row[axis] - mean[axis]);
        }
    }
    const double widest = *std::max_element(spread.begin(), spread.end());
    if (4 * std::min({spread[0], spread[1], spread[2]}) >= widest) return shown;
    std::vector<int> order(dimension);
    std::iota(order.begin(), order.end(), 0);
    std::partial_sort(order.begin(), order.begin() + 3, order.end(), [&](int a, int b) {
        const double left = spread[std::size_t(a)], right = spread[std::size_t(b)];
        return left > right || (left == right && a < b);
    });
    std::copy_n(order.begin(), 3, shown.begin());
    return shown;
}

namespace {

/// Entry, and the links of all levels or the ids of all lists.
void add_structure(XXH64_state_t* state, const stored::StoredIndex& index, const Progress& progress) {
    XXH64_update(state, &index.entry, sizeof index.entry);
    std::vector<std::int32_t> links;
    for (std::int64_t row = 0; index.links && row < index.rows; ++row) {
        links.clear();
        for (int level = 0; level <= index.links->level(row); ++level)
            for (const std::int32_t link : index.links->of(row, level)) links.push_back(link);
        XXH64_update(state, links.data(), links.size() * sizeof(std::int32_t));
        if (row % 4096 == 0) Progress{{}, progress.stop}.step(0, 0);
    }
    if (index.lists)
        for (const stored::StoredList& list : index.lists->lists)
            if (list.ids) XXH64_update(state, list.ids, std::size_t(list.count) * sizeof(std::int64_t));
}

}  // namespace

std::uint64_t hash_of(const DataSet& data, const Progress& progress) {
    const std::unique_ptr<XXH64_state_t, decltype(&XXH64_freeState)> owner(XXH64_createState(), XXH64_freeState);
    XXH64_state_t* state = owner.get();
    XXH64_reset(state, 0);
    const std::int32_t dimension = data.dimension;
    XXH64_update(state, &dimension, sizeof dimension);
    XXH64_update(state, data.origin.data(), data.origin.size() * sizeof(double));
    constexpr std::size_t block = 4 << 20;  // a few milliseconds, to allow cancellation
    for (std::size_t first = 0; first < data.coordinates.size(); first += block) {
        XXH64_update(state, &data.coordinates[first], std::min(block, data.coordinates.size() - first) * sizeof(float));
        Progress{{}, progress.stop}.step(0, 0);
    }
    if (data.own_index) add_structure(state, *data.own_index, progress);
    return XXH64_digest(state);
}

}  // namespace neighborscope
