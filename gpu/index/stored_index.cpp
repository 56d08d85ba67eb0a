#include "gpu/index/stored_index.hpp"

#include "gpu/error.hpp"

#include <algorithm>

namespace neighborscope::stored {

std::string_view name(VectorMetric metric) {
    switch (metric) {
        case VectorMetric::euclidean: return "euclidean";
        case VectorMetric::inner_product: return "inner-product";
        case VectorMetric::cosine: return "cosine";
        default: return "unknown";
    }
}

std::size_t StoredLists::list_of(std::int64_t place_of_row) const {
    const auto after =
        std::upper_bound(lists.begin(), lists.end(), place_of_row, [](std::int64_t at, const StoredList& list) { return at < list.first; });
    return std::size_t(after - lists.begin()) - 1;  // of equal ones, which are empty but for the last, the last
}

std::int64_t StoredIndex::id_of(std::int64_t row) const {
    if (ids) return ids[row];
    if (!lists || lists->ids_are_rows) return row;
    const std::size_t list = lists->list_of(row);
    return number_at<std::int64_t>(lists->lists[list].ids + 8 * (row - lists->lists[list].first));
}

void StoredIndex::vector_of(std::int64_t row, float* vector) const {
    if (!lists) return vectors.codec->decode(vectors.at(row), vector);
    const std::int64_t place = lists->place_of(row);
    const std::size_t number = lists->list_of(place);
    const StoredList& list = lists->lists[number];
    lists->codec->decode(list.codes + std::size_t(place - list.first) * lists->codec->bytes(), vector);
    if (!lists->residual) return;
    std::vector<float> centroid(static_cast<std::size_t>(dimension));
    lists->coarse->vector_of(std::int64_t(number), centroid.data());
    for (int i = 0; i < dimension; ++i) vector[i] += centroid[std::size_t(i)];
}

std::string StoredIndex::title(std::string_view file) const {
    return std::string(file) + ": " + library + " " + kind + ", " + std::to_string(rows) + (rows == 1 ? " row of " : " rows of ") +
           std::to_string(dimension) + (dimension == 1 ? " dimension" : " dimensions");
}

void attach_vectors(StoredIndex& index, const float* vectors, std::int64_t rows, int dimension, const std::string& name) {
    if (rows != index.rows)
        throw Error(Failure::usage,
            name + " has " + std::to_string(rows) + " points, and the index was built over " + std::to_string(index.rows),
            "name the points from which the index was built");
    if (index.dimension != 0 && dimension != index.dimension)
        throw Error(Failure::usage,
            name + " has points of " + std::to_string(dimension) + " dimensions, and the index of " + std::to_string(index.dimension),
            "name the points from which the index was built");
    index.dimension = dimension;
    index.vectors = {
        reinterpret_cast<const char*>(vectors), sizeof(float) * std::size_t(dimension), element_codec(Element::float32, dimension)};
}

}  // namespace neighborscope::stored
