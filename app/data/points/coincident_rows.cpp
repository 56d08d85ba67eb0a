#include "app/data/points/coincident_rows.hpp"

#include "app/data/points/coordinate_hash_table.hpp"

#include <algorithm>

namespace neighborscope {

std::vector<std::int32_t> coincident_rows(const DataSet& data, const std::vector<float>& queries) {
    const std::size_t dimension = std::size_t(data.dimension);
    const std::size_t asked = queries.size() / dimension;
    CoordinateHashTable places(queries, data.dimension);
    places.insert_rows(std::int64_t(asked));
    std::vector<std::int32_t> first(asked, -1);  // first row of each distinct query position
    for (std::int64_t row = 0; row < data.count(); ++row) {
        const std::int64_t query = places.first_row_at(data.coordinates.data() + std::size_t(row) * dimension);
        if (query >= 0 && first[std::size_t(query)] < 0) first[std::size_t(query)] = std::int32_t(row);
    }
    std::vector<std::int32_t> rows;
    for (std::size_t query = 0; query < asked; ++query) {
        const std::int64_t known = places.first_row_at(queries.data() + query * dimension);
        rows.push_back(known < 0 ? -1 : first[std::size_t(known)]);  // NaN matches nothing
    }
    if (std::all_of(rows.begin(), rows.end(), [](std::int32_t row) { return row < 0; })) rows.clear();
    return rows;
}

}  // namespace neighborscope
