#include "app/data/index_files/index_points.hpp"

#include "app/data/files/memory.hpp"
#include "app/data/index_files/open_index.hpp"
#include "app/data/load/assemble.hpp"
#include "gpu/error.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numeric>

namespace neighborscope::index_files {
namespace {

constexpr double length_of_int8 = 127;

bool is_int8_of_usearch(const stored::StoredIndex& index) {
    return index.walk == stored::Walk::usearch && index.has_vectors() && index.codec().name() == "int8";
}

template <class Number>
void scale(const DataSet& data, std::vector<Number>& queries) {
    if (!scales_queries(data)) return;
    const auto wide = std::size_t(data.dimension);
    for (std::size_t first = 0; first + wide <= queries.size(); first += wide) {
        double square = 0;
        for (std::size_t i = first; i < first + wide; ++i) square += double(queries[i]) * double(queries[i]);
        for (std::size_t i = first; i < first + wide && square > 0; ++i)
            queries[i] = Number(double(queries[i]) * length_of_int8 / std::sqrt(square));
    }
}

}  // namespace

bool scales_queries(const DataSet& data) {
    const bool points_are_its = data.own_index && data.format == data.own_index->library;
    return points_are_its && is_int8_of_usearch(*data.own_index) && data.own_index->metric == stored::VectorMetric::euclidean;
}

void scale_queries(const DataSet& data, std::vector<float>& queries) { scale(data, queries); }
void scale_queries(const DataSet& data, std::vector<double>& queries) { scale(data, queries); }

DataSet points_of(const stored::StoredIndex& index, const std::string& path, const Progress& progress) {
    if (!index.has_vectors() && !index.why_no_walk.empty())
        throw Error(Failure::input, path + " cannot be shown as points: " + index.why_no_walk, "neighborscope inspect shows its structure");
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

void require_own_vectors(
    const stored::StoredIndex& index, std::span<const float> points, const std::string& name, const std::string& path) {
    if (index.rows < 2 || !index.has_vectors() || is_int8_of_usearch(index)) return;  // of another length
    const auto dimension = std::size_t(index.dimension), rows = std::size_t(index.rows);
    const auto distance = [&](const std::vector<float>& stored, std::size_t row) {
        const std::span<const float> point = points.subspan(row * dimension, dimension);
        double length = 1;
        if (index.unit_length) length = std::sqrt(std::inner_product(point.begin(), point.end(), point.begin(), 0.0));
        double sum = 0;
        for (std::size_t i = 0; i < dimension; ++i) sum += std::pow(double(stored[i]) - double(point[i]) / (length > 0 ? length : 1), 2);
        return std::sqrt(sum);
    };
    constexpr std::size_t most = 500;  // rows that are looked at
    double own = 0, other = 0;
    std::vector<float> stored(dimension);
    for (std::size_t row = 0; row < rows; row += (rows + most - 1) / most) {
        index.vector_of(std::int64_t(row), stored.data());
        own += distance(stored, row);
        other += distance(stored, (row + rows / 2) % rows);
    }
    if (own > 0.5 * other)
        throw Error(Failure::usage, "the rows of " + name + " are not those of " + path + ": their vectors differ",
            "name the points from which the index was built, in the order in which they were added");
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
        require_own_vectors(*index, data.coordinates, data.name, path);
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
