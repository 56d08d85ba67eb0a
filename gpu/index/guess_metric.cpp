// The metric of an index whose file does not say it.
#include "gpu/index/stored_index.hpp"

#include <algorithm>
#include <cmath>

namespace neighborscope::stored {
namespace {

constexpr std::int64_t looked_at = 200;  // rows, spread over all

double product(const std::vector<float>& a, const std::vector<float>& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += double(a[i]) * double(b[i]);
    return sum;
}

double squared(const std::vector<float>& a, const std::vector<float>& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += (double(a[i]) - double(b[i])) * (double(a[i]) - double(b[i]));
    return sum;
}

bool at_unit_length(const StoredIndex& index, std::int64_t step) {
    std::vector<float> vector(std::size_t(index.dimension));
    for (std::int64_t row = 0; row < index.rows; row += step) {
        index.vector_of(row, vector.data());
        const double length = std::sqrt(product(vector, vector));
        if (length != 0 && std::fabs(length - 1) > 1e-3) return false;
    }
    return true;
}

/// How many of the rows looked at are farther than a link, on average over links: the metric of the index makes this large.
bool links_prefer_products(const StoredIndex& index, std::int64_t step) {
    const auto wide = std::size_t(index.dimension);
    std::vector<std::vector<float>> sample;
    for (std::int64_t row = 0; row < index.rows; row += step) index.vector_of(row, sample.emplace_back(wide).data());
    std::int64_t by_product = 0, by_distance = 0;
    std::vector<float> linked(wide);
    for (std::size_t i = 0; i < sample.size(); ++i)
        for (const std::int32_t to : index.links->of(std::int64_t(i) * step, 0)) {
            index.vector_of(to, linked.data());
            const double near = squared(sample[i], linked), similar = product(sample[i], linked);
            for (const std::vector<float>& other : sample) {
                by_distance += squared(sample[i], other) > near;
                by_product += product(sample[i], other) < similar;
            }
        }
    return by_product > by_distance;
}

}  // namespace

void set_metric(StoredIndex& index, VectorMetric metric) {
    index.metric = metric;
    index.metric_is_guessed = false;
    index.unit_length = metric == VectorMetric::cosine && index.walk != Walk::usearch && index.walk != Walk::diskann;
}

void guess_metric(StoredIndex& index) {
    VectorMetric metric = VectorMetric::euclidean;
    if (index.rows > 0 && index.has_vectors()) {
        const std::int64_t step = std::max<std::int64_t>(1, index.rows / looked_at);
        if (at_unit_length(index, step)) metric = VectorMetric::cosine;
        else if (index.has_graph() && links_prefer_products(index, step)) metric = VectorMetric::inner_product;
    }
    set_metric(index, metric);
    index.metric_is_guessed = true;
}

}  // namespace neighborscope::stored
