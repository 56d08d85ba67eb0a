#include "gpu/index/query_distance.hpp"

#include "gpu/index/bytes.hpp"

#include <cmath>

namespace neighborscope::stored {
namespace {

constexpr std::size_t lanes = 8;

/// Sums term(i) in eight partial sums, which a compiler keeps in vector registers.
template <class Term>
float sum(std::size_t count, const Term& term) {
    float partial[lanes] = {};
    std::size_t i = 0;
    for (; i + lanes <= count; i += lanes)
        for (std::size_t lane = 0; lane < lanes; ++lane) partial[lane] += term(i + lane);
    float rest = 0;
    for (; i < count; ++i) rest += term(i);
    return ((partial[0] + partial[4]) + (partial[1] + partial[5])) + ((partial[2] + partial[6]) + (partial[3] + partial[7])) + rest;
}

float value_at(const char* values, std::size_t i) { return number_at<float>(values + sizeof(float) * i); }

/// Up to four values hnswlib adds one after another. Built for its machine, as pip builds it, each product is added without being rounded
/// first. Near 0 this decides the order.
constexpr std::size_t plain_loop = 4;

float product(const float* a, const char* b, std::size_t count) {
    if (count <= plain_loop) {
        float all = 0;
        for (std::size_t i = 0; i < count; ++i) all = std::fma(a[i], value_at(b, i), all);
        return all;
    }
    return sum(count, [=](std::size_t i) { return a[i] * value_at(b, i); });
}

}  // namespace

Ranking ranking_of(const StoredIndex& index) {
    const bool product = index.metric == VectorMetric::inner_product;
    const bool any_length = index.walk == Walk::usearch || index.walk == Walk::diskann;  // vectors that were not brought to unit length
    if (any_length && index.metric == VectorMetric::cosine) return Ranking::cosine;
    if (product && (index.walk == Walk::hnswlib || index.walk == Walk::usearch)) return Ranking::one_minus_product;
    if (index.metric == VectorMetric::cosine && index.walk == Walk::hnswlib) return Ranking::one_minus_product;
    if (product || index.metric == VectorMetric::cosine) return Ranking::negative_product;
    return Ranking::squared_euclidean;
}

float metric_value_of(const StoredIndex& index, float distance) {
    const bool product = index.metric == VectorMetric::inner_product;
    switch (ranking_of(index)) {
        case Ranking::squared_euclidean: return float(std::sqrt(double(distance)));
        case Ranking::negative_product: return product ? 0.0f - distance : 1.0f + distance;
        case Ranking::one_minus_product: return product ? 1.0f - distance : distance;
        default: return distance;
    }
}

QueryDistance::QueryDistance(const Codec& codec, const StoredIndex& index)
    : codec_(&codec),
      ranking_(ranking_of(index)),
      unit_length_(index.unit_length),
      rounds_query_(index.rounds_query),
      float32_(codec.is_float32()),
      query_(std::size_t(codec.dimension())),
      vector_(float32_ ? 0 : std::size_t(codec.dimension())) {}

void QueryDistance::ask(const float* query) {
    query_.assign(query, query + query_.size());
    centroid_product_ = 0;
    if (unit_length_) {
        float square = 0;
        for (const float value : query_) square = std::fma(value, value, square);
        const float scale = 1.0f / (std::sqrt(square) + 1e-30f);
        for (float& value : query_) value *= scale;
    }
    if (rounds_query_) codec_->round(query_.data());
}

void QueryDistance::ask_residual(const float* query, const float* centroid) {
    ask(query);
    if (ranking_ == Ranking::squared_euclidean)
        for (std::size_t i = 0; i < query_.size(); ++i) query_[i] -= centroid[i];
    else centroid_product_ = product(query_.data(), reinterpret_cast<const char*>(centroid), query_.size());
}

float QueryDistance::of_values(const char* values) const {
    const float* const query = query_.data();
    const std::size_t count = query_.size();
    switch (ranking_) {
        case Ranking::squared_euclidean:
            return sum(count, [=](std::size_t i) {
                const float difference = query[i] - value_at(values, i);
                return difference * difference;
            });
        case Ranking::negative_product: return -(centroid_product_ + product(query, values, count));
        case Ranking::one_minus_product: return 1.0f - product(query, values, count);
        case Ranking::cosine: break;
    }
    double both = 0, square = 0, of_query = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const double a = query[i], b = value_at(values, i);
        both += a * b;
        square += b * b;
        of_query += a * a;
    }
    if (square == 0 || of_query == 0) return square == of_query ? 0.0f : 1.0f;
    return float(1.0 - both / (std::sqrt(of_query) * std::sqrt(square)));
}

}  // namespace neighborscope::stored
