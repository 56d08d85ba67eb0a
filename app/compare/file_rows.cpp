#include "app/compare/file_rows.hpp"

#include <algorithm>
#include <cmath>

namespace neighborscope {

FileRows::FileRows(std::span<const float> kept, std::span<const double> origin, std::span<const double> numbers)
    : kept_(kept), origin_(origin), numbers_(numbers) {}

const double* FileRows::row(std::int64_t i, double* scratch) const {
    const std::size_t wide = origin_.size(), first = std::size_t(i) * wide;
    if (!numbers_.empty()) return numbers_.data() + first;
    for (std::size_t axis = 0; axis < wide; ++axis) scratch[axis] = origin_[axis] + double(kept_[first + axis]);
    return scratch;
}

FileRows::Extent FileRows::extent() const {
    const std::size_t wide = origin_.size();
    Extent extent{std::vector<double>(wide), std::vector<double>(wide), std::vector<bool>(wide)};
    std::vector<double> scratch(wide);
    for (std::int64_t i = 0; i < count(); ++i) {
        const double* at = row(i, scratch.data());
        double squares = 0;
        for (std::size_t axis = 0; axis < wide; ++axis) {
            extent.largest[axis] = std::max(extent.largest[axis], std::fabs(at[axis]));
            if (double(float(at[axis])) != at[axis]) extent.inexact[axis] = true;
            if (!numbers_.empty())
                extent.float32_error[axis] =
                    std::max(extent.float32_error[axis], std::fabs(at[axis] - origin_[axis] - double(kept_[std::size_t(i) * wide + axis])));
            squares += at[axis] * at[axis];
        }
        extent.longest = std::max(extent.longest, squares);
    }
    extent.longest = std::sqrt(extent.longest);
    return extent;
}

double float64_distance(const double* a, const double* b, int dimension, Metric metric) {
    double sum = 0;
    if (metric == Metric::manhattan) {
        for (int i = 0; i < dimension; ++i) sum += std::fabs(a[i] - b[i]);
        return sum;
    }
    if (metric == Metric::chebyshev) {
        for (int i = 0; i < dimension; ++i) sum = std::max(sum, std::fabs(a[i] - b[i]));
        return sum;
    }
    if (metric == Metric::euclidean) {
        for (int i = 0; i < dimension; ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
        return std::sqrt(sum);
    }
    if (metric == Metric::inner_product) {
        for (int i = 0; i < dimension; ++i) sum -= a[i] * b[i];
        return sum;
    }
    double of_a = 0, of_b = 0;
    for (int i = 0; i < dimension; ++i) of_a += a[i] * a[i], of_b += b[i] * b[i];
    if (of_a == 0 || of_b == 0) return without_direction;
    of_a = 1 / std::sqrt(of_a), of_b = 1 / std::sqrt(of_b);
    for (int i = 0; i < dimension; ++i) {
        const double difference = a[i] * of_a - b[i] * of_b;
        sum += difference * difference;
    }
    return std::min(2.0, 0.5 * sum);
}

double length_by(Metric metric, std::span<const double> errors) {
    double sum = 0;
    for (const double error : errors)
        sum = metric == Metric::manhattan ? sum + error : metric == Metric::chebyshev ? std::max(sum, error) : sum + error * error;
    return metric == Metric::manhattan || metric == Metric::chebyshev ? sum : std::sqrt(sum);
}

}  // namespace neighborscope
