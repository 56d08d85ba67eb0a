#include "app/data/save/points_file.hpp"

#include "app/data/files/output_file.hpp"
#include "app/data/load/reader.hpp"
#include "app/data/save/columns.hpp"
#include "gpu/error.hpp"

#include <algorithm>
#include <limits>

namespace neighborscope {

PointResults results_of_list(std::int64_t count, std::span<const std::int32_t> index, std::span<const float> distance) {
    PointResults results{
        std::vector<std::int32_t>(std::size_t(count), 0), std::vector<float>(std::size_t(count), std::numeric_limits<float>::quiet_NaN())};
    for (std::size_t place = 0; place < index.size() && index[place] >= 0; ++place) {
        results.rank[std::size_t(index[place])] = std::int32_t(place) + 1;
        results.distance[std::size_t(index[place])] = distance[place];
    }
    return results;
}

std::vector<SavedColumn> saved_columns(const DataSet& data, const PointResults* results) {
    using Type = StoredColumn::Type;
    std::vector<SavedColumn> columns;
    UniqueNames names;
    const auto add = [&](SavedColumn column) {
        column.name = names.of(column.name.empty() ? "column" : column.name);
        columns.push_back(std::move(column));
    };
    const bool narrow = fits_float32(data);
    for (int axis = 0; axis < data.dimension; ++axis)
        add({{data.axes[std::size_t(axis)], narrow ? Type::float32 : Type::float64}, axis, nullptr, 0,
            [&data, narrow, axis](std::int64_t row) {
                return narrow ? data.coordinates[std::size_t(row * data.dimension + axis)] : data.coordinate(row, axis);
            }});
    for (const Quantity& quantity : data.quantities)
        for (int part = 0; const StoredColumn& column : quantity.columns())
            add({column, -1, &quantity, part, [&quantity, part](std::int64_t row) { return quantity.stored(row, part); }}), ++part;
    if (results) {
        add({{"rank", Type::int32}, -1, nullptr, 0, [results](std::int64_t row) { return results->rank[std::size_t(row)]; }});
        add({{"distance", Type::float32}, -1, nullptr, 0, [results](std::int64_t row) { return results->distance[std::size_t(row)]; }});
    }
    return columns;
}

bool fits_float32(const DataSet& data) {
    return std::all_of(data.origin.begin(), data.origin.end(), [](double origin) { return origin == 0; });
}

PointsFormat points_format(const std::string& path, const std::string& option) {
    const std::string extension = extension_of(path);
    if (extension == ".csv" || is_standard_output(path)) return PointsFormat::csv;
    if (extension == ".npz") return PointsFormat::npz;
    if (extension == ".ply") return PointsFormat::ply;
    throw Error(
        Failure::usage, option + " '" + path + "': points can only be written as .csv, .npz or .ply", "end the name in one of them");
}

void write_points(OutputFile& file, PointsFormat format, const DataSet& data, const PointResults* results, const Progress& progress) {
    switch (format) {
        case PointsFormat::csv: return write_csv(file, data, results, progress);
        case PointsFormat::npz: return write_npz(file, data, results, progress);
        case PointsFormat::ply: return write_ply(file, data, results, progress);
    }
}

void write_points(const std::string& path, const DataSet& data, const PointResults* results, const Progress& progress) {
    const PointsFormat format = points_format(path);
    OutputFile file(path);
    write_points(file, format, data, results, progress);
    file.commit();
}

}  // namespace neighborscope
