#include "app/inspect/vector_health.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <xxhash.h>

namespace neighborscope::inspect {
namespace {

constexpr std::int64_t rows_between_reports = 1000;

/// How many values are equal to one before them.
template <class Value>
std::int64_t repeated(std::vector<Value> values) {
    std::sort(values.begin(), values.end());
    return std::int64_t(values.size()) - (std::unique(values.begin(), values.end()) - values.begin());
}

/// Rows whose hash is that of a row before, ascending.
std::vector<std::int32_t> repeated_rows(std::vector<std::pair<std::uint64_t, std::int32_t>> hashes) {
    std::sort(hashes.begin(), hashes.end());
    std::vector<std::int32_t> rows;
    for (std::size_t i = 1; i < hashes.size(); ++i)
        if (hashes[i].first == hashes[i - 1].first) rows.push_back(hashes[i].second);
    std::sort(rows.begin(), rows.end());
    return rows;
}

void scale_to_unit_length(std::vector<float>& vector) {
    double square = 0;
    for (const float value : vector) square += double(value) * double(value);
    for (float& value : vector) value = square > 0 ? float(double(value) / std::sqrt(square)) : value;
}

/// The mean squared distance of points and what is stored for them, beside that of the points and their mean.
class ErrorOfCodes {
public:
    explicit ErrorOfCodes(std::size_t wide) : point_(wide), sum_(wide), squares_(wide) {}
    void add(const float* point, const std::vector<float>& stored, bool unit_length) {
        std::copy(point, point + point_.size(), point_.begin());
        if (unit_length) scale_to_unit_length(point_);
        for (std::size_t i = 0; i < point_.size(); ++i) {
            const double value = point_[i], difference = value - double(stored[i]);
            error_ += difference * difference;
            sum_[i] += value;
            squares_[i] += value * value;
        }
        ++rows_;
    }
    void tell(VectorHealth& health) const {
        if (rows_ == 0) return;
        double spread = 0;
        for (std::size_t i = 0; i < sum_.size(); ++i) spread += squares_[i] / rows_ - (sum_[i] / rows_) * (sum_[i] / rows_);
        health.error = std::sqrt(error_ / rows_);
        health.share_of_spread = spread > 0 ? *health.error / std::sqrt(spread) : 0;
    }

private:
    std::vector<float> point_;
    std::vector<double> sum_, squares_;
    double error_ = 0, rows_ = 0;
};

}  // namespace

VectorHealth vector_health(const stored::StoredIndex& index, std::span<const float> points, const Progress& progress) {
    VectorHealth health;
    std::vector<std::int64_t> ids(static_cast<std::size_t>(index.rows));
    for (std::int64_t row = 0; row < index.rows; ++row) ids[std::size_t(row)] = index.id_of(row);
    health.repeated_ids = repeated(std::move(ids));
    if (!index.has_vectors()) return health;
    const auto wide = std::size_t(index.dimension);
    std::vector<std::pair<std::uint64_t, std::int32_t>> hashes;
    std::vector<float> vector(wide);
    ErrorOfCodes error(wide);
    for (std::int64_t row = 0; row < index.rows; ++row) {
        if (row % rows_between_reports == 0) progress.step(double(row), double(index.rows));
        index.vector_of(row, vector.data());
        health.not_finite += !std::all_of(vector.begin(), vector.end(), [](float value) { return std::isfinite(value); });
        hashes.emplace_back(XXH64(vector.data(), wide * sizeof(float), 0), std::int32_t(row));
        if (!points.empty()) error.add(points.data() + std::size_t(row) * wide, vector, index.unit_length);
    }
    health.repeated_rows = repeated_rows(std::move(hashes));
    health.repeated_vectors = std::int64_t(health.repeated_rows.size());
    error.tell(health);
    return health;
}

}  // namespace neighborscope::inspect
