#include "app/data/rows_under.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <unordered_map>

namespace neighborscope {
namespace {

/// The bytes of a position as a key; -0 and 0 are the same place.
std::string place(const float* coordinates, int dimension) {
    std::string key(sizeof(float) * std::size_t(dimension), '\0');
    for (int axis = 0; axis < dimension; ++axis) {
        const float value = coordinates[axis] + 0.0f;
        std::memcpy(key.data() + sizeof(float) * std::size_t(axis), &value, sizeof value);
    }
    return key;
}

}  // namespace

std::vector<std::int32_t> rows_under(const DataSet& data, const std::vector<float>& queries) {
    std::unordered_map<std::string, std::int32_t> first;
    const std::size_t dimension = std::size_t(data.dimension);
    for (std::size_t at = 0; at < queries.size(); at += dimension) first.emplace(place(queries.data() + at, data.dimension), -1);
    for (std::int64_t row = 0; row < data.count(); ++row) {
        const auto found = first.find(place(data.coordinates.data() + std::size_t(row) * dimension, data.dimension));
        if (found != first.end() && found->second < 0) found->second = std::int32_t(row);
    }
    std::vector<std::int32_t> rows;
    for (std::size_t at = 0; at < queries.size(); at += dimension) rows.push_back(first[place(queries.data() + at, data.dimension)]);
    if (std::all_of(rows.begin(), rows.end(), [](std::int32_t row) { return row < 0; })) rows.clear();
    return rows;
}

}  // namespace neighborscope
