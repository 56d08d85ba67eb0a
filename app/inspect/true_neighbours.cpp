#include "app/inspect/true_neighbours.hpp"

#include "app/data/files/parallel.hpp"

#include <algorithm>

namespace neighborscope::inspect {
namespace {

bool nearer(const TrueRow& a, const TrueRow& b) { return a.distance < b.distance || (a.distance == b.distance && a.row < b.row); }

}  // namespace

std::vector<std::vector<TrueRow>> true_neighbours(
    const Searched& searched, std::span<const float> queries, int k, const Progress& progress) {
    const auto wide = std::size_t(searched.index.dimension), asked = std::min(std::size_t(k), std::size_t(searched.index.rows));
    std::vector<std::vector<TrueRow>> lists(queries.size() / wide);
    parallel_pieces(lists.size(), 1, progress, [&](std::size_t query) {
        std::vector<TrueRow>& list = lists[query];
        std::vector<float> decoded,
            asking(queries.begin() + std::ptrdiff_t(query * wide), queries.begin() + std::ptrdiff_t((query + 1) * wide));
        if (searched.index.rounds_query && searched.points.empty()) searched.index.codec().round(asking.data());
        for (std::int64_t row = 0; row < searched.index.rows; ++row) {
            const TrueRow found{std::int32_t(row),
                true_distance(asking.data(), searched.row(row, decoded), searched.index.dimension, searched.index.metric)};
            if (list.size() == asked && !nearer(found, list.front())) continue;
            if (list.size() == asked) {
                std::pop_heap(list.begin(), list.end(), nearer);
                list.pop_back();
            }
            list.push_back(found);
            std::push_heap(list.begin(), list.end(), nearer);
        }
        std::sort_heap(list.begin(), list.end(), nearer);
    });
    return lists;
}

}  // namespace neighborscope::inspect
