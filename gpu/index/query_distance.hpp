// Distances of rows from one query, in the numbers by which the library of an index orders them.
#pragma once
#include "gpu/index/codec.hpp"
#include "gpu/index/stored_index.hpp"

#include <limits>
#include <vector>

namespace neighborscope::stored {

/// What is compared: smaller is nearer.
enum class Ranking {
    squared_euclidean,
    negative_product,   ///< minus the inner product
    one_minus_product,  ///< 1 minus the inner product: near 1 fewer digits are left, and rows become equal
    cosine              ///< 1 minus the product over both lengths
};
/// By its library and metric. An unknown metric is taken for Euclidean.
Ranking ranking_of(const StoredIndex&);
/// Of a number by which the library orders, what it stands for: the Euclidean distance, the inner product, or the cosine distance.
float metric_value_of(const StoredIndex&, float distance);

/// Sums in float32, as the libraries do. Not for two threads at a time.
class QueryDistance {
public:
    /// `codec`, of the index or its lists, must outlive this.
    QueryDistance(const Codec& codec, const StoredIndex& index);
    /// [dimension]; copied, and brought to unit length, or rounded, where the index does that.
    void ask(const float* query);
    /// The same minus `centroid` ([dimension]), for codes of the difference; an inner product adds that with the centroid.
    void ask_residual(const float* query, const float* centroid);
    /// Infinite where it would be no number, so that rows have an order.
    float of(const char* code) {
        if (!float32_) {
            codec_->decode(code, vector_.data());
            code = reinterpret_cast<const char*>(vector_.data());
        }
        const float distance = of_values(code);
        return distance == distance ? distance : std::numeric_limits<float>::infinity();
    }
    const float* query() const { return query_.data(); }

private:
    float of_values(const char* values) const;

    const Codec* codec_;
    Ranking ranking_;
    bool unit_length_, rounds_query_, float32_;
    std::vector<float> query_, vector_;
    float centroid_product_ = 0;
};

}  // namespace neighborscope::stored
