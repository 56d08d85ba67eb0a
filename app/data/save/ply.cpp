// Writes PLY 1.0 (Turk, The PLY Polygon File Format, 1994): one element "vertex", binary little-endian.
#include "app/data/save/columns.hpp"
#include "gpu/error.hpp"

namespace neighborscope {
namespace {

/// A property's name must be one word.
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

const char* type_of(StoredColumn::Type type) {
    const char* const names[] = {"double", "float", "int", "uchar"};
    return names[int(type)];
}

/// Columns with the names that PLY readers expect: x, y, z, whatever the axes are called.
std::vector<SavedColumn> properties(const DataSet& data, const PointResults* results) {
    std::vector<SavedColumn> columns = saved_columns(data, results);
    UniqueNames names{{"x", "y", "z"}, "_"};
    for (SavedColumn& column : columns)
        column.name = column.axis >= 0 ? std::string(1, char('x' + column.axis)) : names.of(one_word(column.name));
    return columns;
}

std::string header(const DataSet& data, const std::vector<SavedColumn>& columns) {
    std::string text = "ply\nformat binary_little_endian 1.0\n";
    if (!data.credit.empty()) text += "comment " + one_line(data.credit) + "\n";
    for (const SavedColumn& column : columns) {
        if (column.axis >= 0 && data.axes[std::size_t(column.axis)] != column.name)
            text += "comment " + column.name + " is " + one_line(data.axes[std::size_t(column.axis)]) + "\n";
        for (std::size_t word = 0; column.words && word < column.words->size(); ++word)
            text += "comment " + column.name + " " + std::to_string(word) + " " + one_line((*column.words)[word]) + "\n";
    }
    text += "element vertex " + std::to_string(data.count()) + "\n";
    for (const SavedColumn& column : columns) text += "property " + std::string(type_of(column.type)) + " " + column.name + "\n";
    return text + "end_header\n";
}

}  // namespace

void write_ply(OutputFile& file, const DataSet& data, const PointResults* results, const Progress& progress) {
    if (data.dimension != 2 && data.dimension != 3)
        throw Error(Failure::usage,
            file.path() + ": PLY holds points in 2-D and 3-D, these have " + std::to_string(data.dimension) +
                (data.dimension == 1 ? " dimension" : " dimensions"),
            "write .npz or .csv");
    const std::vector<SavedColumn> columns = properties(data, results);
    file.write(header(data, columns));
    std::string bytes;
    const auto put = [&bytes](auto value) { bytes.append(reinterpret_cast<const char*>(&value), sizeof value); };
    for (std::int64_t point = 0; point < data.count(); ++point) {
        for (const SavedColumn& column : columns) as_stored(column.type, column.number(point), put);
        if (bytes.size() < 65536) continue;
        file.write(bytes);
        bytes.clear();
        progress.step(double(point), double(data.count()));
    }
    file.write(bytes);
}

}  // namespace neighborscope
