// PLY 1.0 (Turk, The PLY Polygon File Format, 1994): one element "vertex", binary little-endian.
#include "app/data/save/columns.hpp"
#include "gpu/error.hpp"

#include <algorithm>
#include <cstring>

namespace neighborscope {
namespace {

using ColumnKind = SavedColumn::Kind;

/// A property's name is one word.
std::string one_word(const std::string& name) {
    std::string word = name;
    for (char& c : word)
        if (static_cast<unsigned char>(c) <= 32 || c == 127) c = '_';
    return word;
}

std::string one_line(const std::string& text) {
    std::string line = text;
    for (char& c : line)
        if (static_cast<unsigned char>(c) < 32 || c == 127) c = ' ';
    return line;
}

std::string_view type_of(ColumnKind kind, bool narrow) {
    switch (kind) {
        case ColumnKind::coordinate: return narrow ? "float" : "double";
        case ColumnKind::number: return "double";
        case ColumnKind::words:
        case ColumnKind::rank: return "int";
        case ColumnKind::red:
        case ColumnKind::green:
        case ColumnKind::blue: return "uchar";
        case ColumnKind::distance: return "float";
    }
    return "double";
}

/// Columns under the names that PLY readers look for: x, y, z, whatever the axes are called.
std::vector<SavedColumn> properties(const DataSet& data, const PointResults* results) {
    std::vector<SavedColumn> columns = saved_columns(data, results);
    std::vector<std::string> taken{"x", "y", "z"};
    for (SavedColumn& column : columns) {
        if (column.kind == ColumnKind::coordinate) {
            column.name = taken[std::size_t(column.axis)];
            continue;
        }
        std::string name = one_word(column.name);
        for (int more = 2; std::find(taken.begin(), taken.end(), name) != taken.end(); ++more)
            name = one_word(column.name) + "_" + std::to_string(more);
        column.name = taken.emplace_back(name);
    }
    return columns;
}

std::string header(const DataSet& data, const std::vector<SavedColumn>& columns, bool narrow) {
    std::string text = "ply\nformat binary_little_endian 1.0\n";
    if (!data.credit.empty()) text += "comment " + one_line(data.credit) + "\n";
    for (const SavedColumn& column : columns) {
        if (column.kind == ColumnKind::coordinate && data.axes[std::size_t(column.axis)] != column.name)
            text += "comment " + column.name + " is " + one_line(data.axes[std::size_t(column.axis)]) + "\n";
        if (column.kind != ColumnKind::words) continue;
        for (std::size_t word = 0; word < column.attribute->words.size(); ++word)
            text += "comment " + column.name + " " + std::to_string(word) + " " + one_line(column.attribute->words[word]) + "\n";
    }
    text += "element vertex " + std::to_string(data.count()) + "\n";
    for (const SavedColumn& column : columns) text += "property " + std::string(type_of(column.kind, narrow)) + " " + column.name + "\n";
    return text + "end_header\n";
}

}  // namespace

void write_ply(OutputFile& file, const DataSet& data, const PointResults* results, const Progress& progress) {
    if (data.dimension != 2 && data.dimension != 3)
        throw Error(Failure::usage,
            file.path() + ": PLY holds points in 2-D and 3-D, these have " + std::to_string(data.dimension) +
                (data.dimension == 1 ? " dimension" : " dimensions"),
            "write .npz or .csv");
    const bool narrow = fits_float32(data);
    const std::vector<SavedColumn> columns = properties(data, results);
    file.write(header(data, columns, narrow));
    std::string bytes;
    const auto put = [&bytes](auto value) { bytes.append(reinterpret_cast<const char*>(&value), sizeof value); };
    for (std::int64_t point = 0; point < data.count(); ++point) {
        const std::size_t row = std::size_t(point);
        for (const SavedColumn& column : columns) {
            switch (column.kind) {
                case ColumnKind::coordinate:
                    if (narrow) put(data.coordinates[row * std::size_t(data.dimension) + std::size_t(column.axis)]);
                    else put(data.coordinate(point, column.axis));
                    break;
                case ColumnKind::number: put(column.attribute->numbers[row]); break;
                case ColumnKind::words: put(column.attribute->word[row]); break;
                case ColumnKind::red:
                case ColumnKind::green:
                case ColumnKind::blue: put(channel(data.colours[row], column.kind)); break;
                case ColumnKind::rank: put(results->rank[row]); break;
                case ColumnKind::distance: put(results->distance[row]); break;
            }
        }
        if (bytes.size() < 65536) continue;
        file.write(bytes);
        bytes.clear();
        progress.step(double(point), double(data.count()));
    }
    file.write(bytes);
}

}  // namespace neighborscope
