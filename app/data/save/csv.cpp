// CSV (RFC 4180): a header and one point a line.
#include "app/data/save/columns.hpp"
#include "app/data/save/csv_text.hpp"

#include <cmath>

namespace neighborscope {
namespace {

/// A header of numbers would be read as a point: such axes get a letter before their number.
std::string header_name(const SavedColumn& column) {
    const bool numeric = column.name.find_first_not_of("0123456789") == std::string::npos;
    return (numeric ? "x" : "") + column.name;
}

}  // namespace

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

}  // namespace neighborscope
