#include "gpu/index/true_distance.hpp"

#include <cmath>
#include <limits>

namespace neighborscope::stored {
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

double distance_or_nan(const float* a, const float* b, int dimension, VectorMetric metric) {
    if (metric == VectorMetric::inner_product) return -products(a, b, dimension).both;
    if (metric == VectorMetric::cosine) {
        const Products sums = products(a, b, dimension);
        return sums.of_a > 0 && sums.of_b > 0 ? 1 - sums.both / std::sqrt(sums.of_a * sums.of_b) : 2;
    }
    double sum = 0;
    for (int i = 0; i < dimension; ++i) sum += (double(a[i]) - double(b[i])) * (double(a[i]) - double(b[i]));
    return std::sqrt(sum);
}

}  // namespace

double true_distance(const float* a, const float* b, int dimension, VectorMetric metric) {
    const double distance = distance_or_nan(a, b, dimension, metric);
    return std::isnan(distance) ? std::numeric_limits<double>::infinity() : distance;
}

const float* Searched::row(std::int64_t row, std::vector<float>& decoded) const {
    if (!points.empty()) return points.data() + std::size_t(row) * std::size_t(index.dimension);
    decoded.resize(std::size_t(index.dimension));
    index.vector_of(row, decoded.data());
    return decoded.data();
}

}  // namespace neighborscope::stored
