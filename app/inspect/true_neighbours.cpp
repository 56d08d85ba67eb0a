#include "app/inspect/true_neighbours.hpp"

#include "app/data/files/parallel.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace neighborscope::inspect {
namespace {

struct Products {
    double both = 0, of_a = 0, of_b = 0;
};

Products products(const float* a, const float* b, int dimension) {
    Products sums;
    for (int i = 0; i < dimension; ++i) {
        sums.both += double(a[i]) * double(b[i]);
        sums.of_a += double(a[i]) * double(a[i]);
        sums.of_b += double(b[i]) * double(b[i]);
    }
    return sums;
}

bool nearer(const TrueRow& a, const TrueRow& b) { return a.distance < b.distance || (a.distance == b.distance && a.row < b.row); }

double distance_or_nan(const float* a, const float* b, int dimension, stored::VectorMetric metric) {
    if (metric == stored::VectorMetric::inner_product) return -products(a, b, dimension).both;
    if (metric == stored::VectorMetric::cosine) {
        const Products sums = products(a, b, dimension);
        return sums.of_a > 0 && sums.of_b > 0 ? 1 - sums.both / std::sqrt(sums.of_a * sums.of_b) : 2;
    }
    double sum = 0;
    for (int i = 0; i < dimension; ++i) sum += (double(a[i]) - double(b[i])) * (double(a[i]) - double(b[i]));
    return std::sqrt(sum);
}

}  // namespace

double true_distance(const float* a, const float* b, int dimension, stored::VectorMetric metric) {
    const double distance = distance_or_nan(a, b, dimension, metric);
    return std::isnan(distance) ? std::numeric_limits<double>::infinity() : distance;
}

const float* Searched::row(std::int64_t row, std::vector<float>& decoded) const {
    if (!points.empty()) return points.data() + std::size_t(row) * std::size_t(index.dimension);
    decoded.resize(std::size_t(index.dimension));
    index.vector_of(row, decoded.data());
    return decoded.data();
}

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
