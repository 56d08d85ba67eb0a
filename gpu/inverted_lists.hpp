// Inverted lists: points grouped by nearest centroid, to draw and explain a search. In host memory.
#pragma once
#include "gpu/knn.hpp"

#include <array>

namespace neighborscope {

/// The inverted lists of a method. Of `ivf`, every point is in the list of its nearest centroid, of the first of equally near ones; the
/// index
/// of another library has put its points where it wanted.
struct InvertedLists {
    struct Box {
        std::array<float, 3> low{}, high{};
    };
    int dimension = 0, probes = 0;    ///< lists that a query searches
    std::vector<float> centroids;     ///< [lists][dimension]
    std::vector<unsigned> begin;      ///< [lists + 1] places in `rows`
    std::vector<unsigned> rows;       ///< [points] ascending in each list
    std::vector<Box> boxes;           ///< [lists] around their points, up to three dimensions; else none
    std::vector<unsigned> list_of{};  ///< [points]; no_list of a point that is in none. See complete()
    static constexpr unsigned no_list = ~0u;
    bool by_product = false;  ///< the nearest centroids are those of the greatest inner product with the query

    int lists() const { return begin.empty() ? 0 : int(begin.size()) - 1; }
    int points_of(int list) const { return int(begin[std::size_t(list) + 1] - begin[std::size_t(list)]); }
    const float* centroid(int list) const { return centroids.data() + std::size_t(list) * std::size_t(dimension); }
    /// Fills list_of, which may have been given a greater size.
    void complete();

    /// All lists, the nearest centroid first: the order in which they are searched. By squared Euclidean distances or inner products in
    /// float32, as the search computes them.
    std::vector<int> nearest(const float* query) const;
    /// See Search::miss_reasons.
    std::vector<MissReason> miss_reasons(const float* query, std::span<const std::int32_t> rows_missed) const;
};

/// The lists of a whole set, of those of its parts with the same centroids: the rows of part i begin at first_row[i]. Null if no part has lists;
/// a part may be null.
std::shared_ptr<const InvertedLists> join_lists(
    std::span<const std::shared_ptr<const InvertedLists>> parts, std::span<const std::int64_t> first_row);

/// Explains that a row in `list` is not found, because the centroid has rank `place` (from 0) by distance from the query.
MissReason reason_list_skipped(std::int64_t list, std::int64_t place, std::int64_t lists, std::int64_t probes);

}  // namespace neighborscope
