#include "gpu/libraries/faiss_support.hpp"

#include <omp.h>

#include <cmath>

namespace neighborscope::host::libraries {

SingleThreadScope::SingleThreadScope() : before_(omp_get_max_threads()) { omp_set_num_threads(1); }

SingleThreadScope::~SingleThreadScope() { omp_set_num_threads(before_); }

Centre::Centre(const Points& points, const Progress& progress) : at_(std::size_t(points.dimension)) {
    std::vector<double> sum(at_.size());
    for (std::int64_t row = 0; row < points.count; ++row) {
        if (row % 4096 == 0) progress.step(0, 0);
        for (std::size_t d = 0; d < sum.size(); ++d) sum[d] += points.coordinates[std::size_t(row) * sum.size() + d];
    }
    if (points.count > 0)
        for (std::size_t d = 0; d < sum.size(); ++d) at_[d] = float(sum[d] / double(points.count));
}

void Centre::subtract(const float* rows, std::int64_t count, float* to) const {
    const std::size_t dimension = at_.size();
    for (std::size_t row = 0; row < std::size_t(count); ++row)
        for (std::size_t d = 0; d < dimension; ++d) to[row * dimension + d] = rows[row * dimension + d] - at_[d];
}

double Centre::product_with(const float* row) const {
    double sum = 0;
    for (std::size_t d = 0; d < at_.size(); ++d) sum += double(row[d]) * double(at_[d]);
    return sum;
}

double Centre::length() const { return std::sqrt(product_with(at_.data())); }

void require_free(std::size_t bytes, const std::string& what) {
    const std::size_t free = device_info(DeviceKind::host).free_bytes;
    if (bytes > free)
        throw Error(Failure::memory, what + " needs " + std::to_string(bytes) + " bytes of memory, " + std::to_string(free) + " are free",
            "use fewer points or another method");
}

}  // namespace neighborscope::host::libraries
