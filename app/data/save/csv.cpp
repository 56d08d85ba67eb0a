// CSV (RFC 4180): a header and one point a line.
#include "app/data/load/assemble.hpp"
#include "app/data/save/columns.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace neighborscope {
namespace {

template <class Number>
void append(std::string& text, Number number) {
    char digits[40];
    text.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
}

void append_field(std::string& text, const std::string& field) {
    const bool plain =
        field.find_first_of(",\"\n\r") == std::string::npos && (field.empty() || (field.front() != '#' && field.front() != ' '));
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

/// A header of numbers would be read as a point: such axes get a letter before their number.
std::string header_name(const SavedColumn& column) {
    const bool numeric = column.name.find_first_not_of("0123456789") == std::string::npos;
    return (numeric ? "x" : "") + column.name;
}

/// Per axis: whether a float's own shortest digits are read back as that float. They are unless the reader would then find an
/// origin, and with it the digits that float32 did not hold.
std::vector<bool> short_digits(const DataSet& data) {
    std::vector<RowCollector::Axis> axes(static_cast<std::size_t>(data.dimension));
    for (std::size_t i = 0; i < data.coordinates.size(); ++i) {
        RowCollector::Axis& axis = axes[i % axes.size()];
        const double value = data.coordinates[i];
        if (i < axes.size()) axis = {value, value, value, true};
        axis.minimum = std::min(axis.minimum, value);
        axis.maximum = std::max(axis.maximum, value);
    }
    std::vector<bool> enough(axes.size());
    for (std::size_t a = 0; a < axes.size(); ++a) enough[a] = data.origin[a] == 0 && choose_origin(axes[a]) == 0;
    return enough;
}

}  // namespace

void write_csv(OutputFile& file, const DataSet& data, const PointResults* results, const Progress& progress) {
    using Kind = SavedColumn::Kind;
    const std::vector<SavedColumn> columns = saved_columns(data, results);
    const std::vector<bool> enough = short_digits(data);
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
            switch (column.kind) {
                case Kind::coordinate:
                    if (enough[std::size_t(column.axis)])
                        append(text, data.coordinates[row * std::size_t(data.dimension) + std::size_t(column.axis)]);
                    else append(text, data.coordinate(point, column.axis));
                    break;
                case Kind::number:
                    if (!std::isnan(column.attribute->numbers[row])) append(text, column.attribute->numbers[row]);
                    break;
                case Kind::words: append_field(text, column.attribute->text(point)); break;
                case Kind::red:
                case Kind::green:
                case Kind::blue: append(text, int(channel(data.colours[row], column.kind))); break;
                case Kind::rank: append(text, results->rank[row]); break;
                case Kind::distance:
                    if (!std::isnan(results->distance[row])) append(text, results->distance[row]);
                    break;
            }
        }
        text += '\n';
        if (text.size() < 65536) continue;
        file.write(text);
        text.clear();
        progress.step(double(point), double(data.count()));
    }
    file.write(text);
}

}  // namespace neighborscope
