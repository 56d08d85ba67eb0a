// CSV (RFC 4180): a header and one point a line.
#include "app/data/load/origin.hpp"
#include "app/data/save/columns.hpp"
#include "app/data/save/csv_text.hpp"
#include "gpu/error.hpp"

#include <algorithm>
#include <cmath>

namespace neighborscope {
namespace {

/// A header of numbers would be read as a point: such axes get a letter before their number.
std::string header_name(const SavedColumn& column) {
    const bool numeric = column.name.find_first_not_of("0123456789") == std::string::npos;
    return (numeric ? "x" : "") + column.name;
}

}  // namespace

void append_field(std::string& text, std::string_view field) {
    const bool plain = field.find_first_of(",\"\n\r") == std::string_view::npos &&
                       (field.empty() || (field.front() != '#' && field.front() != ' ' && field.back() != ' '));
    if (plain) {
        text += field;
        return;
    }
    text += '"';
    for (const char c : field) {
        if (c == '"') text += '"';
        text += c;
    }
    text += '"';
}

CoordinateText::CoordinateText(const DataSet& data) : origin_(data.origin) {
    // A float's own digits are not the float's whole value. They are read as that float again, unless the reader takes their further
    // digits for a reason to find an origin.
    std::vector<RowCollector::Axis> axes(static_cast<std::size_t>(data.dimension));
    for (std::size_t i = 0; i < data.coordinates.size(); ++i) {
        RowCollector::Axis& axis = axes[i % axes.size()];
        const double value = data.coordinates[i];
        if (i < axes.size()) axis = {value, value, value, true};
        axis.minimum = std::min(axis.minimum, value);
        axis.maximum = std::max(axis.maximum, value);
    }
    const std::vector<std::size_t> rows = sampled_rows(std::size_t(data.count()), axes.size());
    for (std::size_t a = 0; a < axes.size(); ++a) {
        bool read_alike = data.origin[a] == 0 && choose_origin(axes[a]) == 0;
        if (read_alike) {
            std::vector<float> sample;
            for (const std::size_t row : rows) sample.push_back(data.coordinates[row * axes.size() + a]);
            read_alike = origin_of_bulk(axes[a], 0, std::move(sample), data.count()) == 0;
        }
        short_digits_.push_back(read_alike);
    }
}

void CoordinateText::append(std::string& text, const float* row, int axis) const {
    if (short_digits_[std::size_t(axis)]) append_number(text, row[axis]);
    else append_number(text, origin_[std::size_t(axis)] + double(row[axis]));
}

void write_csv(OutputFile& file, const DataSet& data, const PointResults* results, const Progress& progress) {
    const std::vector<SavedColumn> columns = saved_columns(data, results);
    const CoordinateText coordinates(data);
    std::string text;
    for (const SavedColumn& column : columns) {
        if (!text.empty()) text += ',';
        append_field(text, header_name(column));
    }
    text += '\n';
    for (std::int64_t point = 0; point < data.count(); ++point) {
        const std::size_t row = std::size_t(point);
        bool first = true;
        for (const SavedColumn& column : columns) {
            if (!first) text += ',';
            first = false;
            if (column.axis >= 0) {
                coordinates.append(text, &data.coordinates[row * std::size_t(data.dimension)], column.axis);
                continue;
            }
            const double number = column.number(point);
            if (column.words && number >= 0) append_field(text, (*column.words)[std::size_t(number)]);
            else if (!column.words && !std::isnan(number))
                as_stored(column.type, number, [&](auto stored) { append_number(text, stored); });
        }
        text += '\n';
        if (text.size() < 65536) continue;
        file.write(text);
        text.clear();
        progress.step(double(point), double(data.count()));
    }
    file.write(text);
}

void write_trajectories(OutputFile& file, const DataSet& data, std::int64_t ticks, const Progress& progress) {
    if (data.dimension != 2 && data.dimension != 3)
        throw Error(Failure::usage,
            file.path() + ": trajectories are written in 2-D and 3-D, these points have " + std::to_string(data.dimension) +
                (data.dimension == 1 ? " dimension" : " dimensions"),
            "choose two or three columns");
    const CoordinateText coordinates(data);
    const Quantity* title = data.title();
    std::vector<float> positions = data.coordinates;
    const std::unique_ptr<Walk> walk = data.motion->walk();
    std::string text = data.dimension == 2 ? "tick,id,x,y\n" : "tick,id,x,y,z\n";
    for (std::int64_t tick = 0; tick < ticks; ++tick) {
        if (tick > 0 && !walk->next(positions)) break;
        const std::int64_t number = data.motion->tick_number(tick);
        for (std::int64_t row = 0; row < data.count(); ++row) {
            append_number(text, number);
            text += ',';
            if (title) append_field(text, title->text(row));
            else append_number(text, data.file_row(row));
            for (int axis = 0; axis < data.dimension; ++axis) {
                text += ',';
                coordinates.append(text, &positions[std::size_t(row) * std::size_t(data.dimension)], axis);
            }
            text += '\n';
            if (text.size() < 65536) continue;
            file.write(text);
            text.clear();
            progress.step(double(tick) * double(data.count()) + double(row), double(ticks) * double(data.count()));
        }
    }
    file.write(text);
}

}  // namespace neighborscope
