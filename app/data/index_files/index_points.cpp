#include "app/data/index_files/index_points.hpp"

#include "app/data/files/memory.hpp"
#include "app/data/index_files/open_index.hpp"
#include "app/data/load/assemble.hpp"
#include "gpu/error.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace neighborscope::index_files {

DataSet points_of(const stored::StoredIndex& index, const std::string& path, const Progress& progress) {
    if (!index.has_vectors())
        throw Error(
            Failure::input, path + " holds no vectors", "name the points from which it was built as DATA, and the index with --index");
    if (index.rows == 0) throw Error(Failure::input, path + " is an index without rows", "neighborscope inspect shows its settings");
    check_dimension(path, std::uint64_t(index.dimension));
    const auto wide = std::size_t(index.dimension), values = std::size_t(index.rows) * wide;
    require_memory(double(values) * sizeof(float), "the points of " + path, "inspect needs no copy of them");
    DataSet data;
    data.name = std::filesystem::path(path).filename().string();
    data.source = path;
    data.format = index.library;
    data.dimension = index.dimension;
    data.origin.assign(wide, 0);
    data.axes = plain_axes(index.dimension);
    resize_large(data.coordinates, values, progress);
    constexpr std::int64_t tile = 4096;
    for (std::int64_t row = 0; row < index.rows; ++row) {
        if (row % tile == 0) progress.step(double(row), double(index.rows));
        float* const vector = &data.coordinates[std::size_t(row) * wide];
        index.vector_of(row, vector);
        if (!std::all_of(vector, vector + wide, [](float value) { return std::isfinite(value); }))
            throw Error(Failure::input, path + ": the vector of row " + std::to_string(row) + " has a value that is no finite number",
                "build the index without it");
    }
    data.hash = hash_of(data, progress);
    data.shown = axes_to_show(data);
    return data;
}

void attach_index(DataSet& data, const std::string& path) {
    auto index = std::make_shared<stored::StoredIndex>(open_index(path));
    if (std::any_of(data.origin.begin(), data.origin.end(), [](double origin) { return origin != 0; }))
        throw Error(Failure::usage, data.name + " is kept relative to an origin, and the index " + path + " is not",
            "give the points as .npy of float32");
    if (index->has_vectors()) {
        if (data.count() != index->rows || data.dimension != index->dimension)
            throw Error(Failure::usage,
                data.name + " has " + std::to_string(data.count()) + " points of " + std::to_string(data.dimension) + " dimensions, and " +
                    path + " " + std::to_string(index->rows) + " of " + std::to_string(index->dimension),
                "name the points from which the index was built");
    } else {
        require_memory(double(data.coordinates.size()) * sizeof(float), "the vectors of " + path, "use fewer points");
        const auto vectors = std::make_shared<const std::vector<float>>(data.coordinates);
        attach_vectors(*index, vectors->data(), data.count(), data.dimension, data.name);
        index->memory.push_back(vectors);
        if (index->metric == stored::VectorMetric::unknown && index->walk != stored::Walk::none) guess_metric(*index);
    }
    data.own_index = std::move(index);
}

}  // namespace neighborscope::index_files
