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
    using Kind = SavedColumn::Kind;
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
            switch (column.kind) {
                case Kind::coordinate: coordinates.append(text, &data.coordinates[row * std::size_t(data.dimension)], column.axis); break;
                case Kind::number:
                    if (!std::isnan(column.attribute->numbers[row])) append_number(text, column.attribute->numbers[row]);
                    break;
                case Kind::words: append_field(text, column.attribute->text(point)); break;
                case Kind::red:
                case Kind::green:
                case Kind::blue: append_number(text, int(channel(data.colours[row], column.kind))); break;
                case Kind::rank: append_number(text, results->rank[row]); break;
                case Kind::distance:
                    if (!std::isnan(results->distance[row])) append_number(text, results->distance[row]);
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
