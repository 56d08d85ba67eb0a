// Writes CSV (RFC 4180): a header and one point per line.
#include "app/data/load/origin.hpp"
#include "app/data/save/columns.hpp"
#include "app/data/save/csv_text.hpp"
#include "gpu/error.hpp"

#include <algorithm>
#include <cmath>

namespace neighborscope {
namespace {

/// A header of numbers would be read as a point, so such axes get a letter before their number.
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
    const std::size_t dimension = std::size_t(data.dimension);
    std::vector<FloatRange> ranges(dimension);
    if (data.count() > 0) ranges_of(data.coordinates.data(), std::size_t(data.count()), ranges);
    const std::vector<std::size_t> rows = sampled_rows(std::size_t(data.count()), dimension);
    for (std::size_t a = 0; a < dimension; ++a) {
        std::vector<float> sample;
        for (const std::size_t row : rows) sample.push_back(data.coordinates[row * dimension + a]);
        digits_.push_back(digits_of(origin_[a], ranges[a].minimum, ranges[a].maximum, sample, data.count()));
    }
}

CoordinateText::Digits CoordinateText::digits_of(
    double origin, float least, float most, const std::vector<float>& sample, std::int64_t count) {
    // A float's shortest digits differ slightly from its value. They are read as the same float, unless the reader chooses another origin
    // because of them. A reader checks all values first, then the inner ones.
    const RowCollector::Axis axis{origin + double(least), origin + double(most), true};
    double found = choose_origin(axis);
    for (int again = 0; again < 4; ++again) {
        std::vector<float> read;
        for (const float coordinate : sample) read.push_back(float(origin + double(coordinate) - found));
        const double next = origin_of_most_points(axis, found, std::move(read), count);
        if (next == found) break;
        found = next;
    }
    if (found != origin) return Digits::all;
    if (origin == 0) return Digits::of_float;
    // The reader must see a reason for an origin.
    const bool inexact = std::any_of(sample.begin(), sample.end(), [&](float coordinate) {
        std::string text;
        append_shortest(text, origin, coordinate);
        double value = 0;
        std::from_chars(text.data(), text.data() + text.size(), value);
        return double(float(value)) != value;
    });
    return inexact ? Digits::of_sum : Digits::all;
}

void CoordinateText::append_shortest(std::string& text, double origin, float coordinate) {
    const double sum = origin + double(coordinate);
    if (sum != 0 && coordinate != 0) {
        const int first = int(std::floor(std::log10(std::fabs(sum)))),
                  last = int(std::floor(std::log10(float_step(std::fabs(coordinate)))));
        char written[40];
        for (int digits = std::max(1, first - last); digits <= std::min(16, first - last + 1); ++digits) {
            const char* end = std::to_chars(written, written + sizeof written, sum, std::chars_format::general, digits).ptr;
            double value = 0;
            std::from_chars(written, end, value);
            if (float(value - origin) != coordinate) continue;
            text.append(written, std::size_t(end - written));
            return;
        }
    }
    append_number(text, sum);
}

void CoordinateText::append(std::string& text, const float* row, int axis) const {
    const double origin = origin_[std::size_t(axis)];
    switch (digits_[std::size_t(axis)]) {
        case Digits::of_float: return append_number(text, row[axis]);
        case Digits::of_sum: return append_shortest(text, origin, row[axis]);
        case Digits::all: return append_number(text, origin + double(row[axis]));
    }
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
    const std::unique_ptr<TickCursor> tick_cursor = data.motion->tick_cursor();
    std::string text = data.dimension == 2 ? "tick,id,x,y\n" : "tick,id,x,y,z\n";
    for (std::int64_t tick = 0; tick < ticks; ++tick) {
        if (tick > 0 && !tick_cursor->next(positions)) break;
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
