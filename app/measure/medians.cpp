#include "app/measure/medians.hpp"

#include <algorithm>
#include <cmath>

namespace neighborscope {

double percentile(std::vector<double>& values, double share) {
    if (values.empty()) return 0;
    std::sort(values.begin(), values.end());
    const double place = share * double(values.size() - 1);
    const std::size_t below = std::size_t(std::floor(place));
    const std::size_t above = std::min(below + 1, values.size() - 1);
    return values[below] + (values[above] - values[below]) * (place - double(below));
}

Interval median_of(std::vector<double>& values) {
    const double median = percentile(values, 0.5), half = 0.5 * double(values.size()), reach = 0.98 * std::sqrt(double(values.size()));
    if (values.size() < 6) return {median, values.front(), values.back()};
    const auto at = [&](double place) { return values[std::size_t(std::clamp(place, 0.0, double(values.size() - 1)))]; };
    return {median, at(std::floor(half - reach) - 1), at(std::ceil(half + reach))};
}

Interval ratio_of(const Interval& b, const Interval& a) {
    const double ratio = b.value / a.value;
    const double down = std::hypot(std::log(b.value / b.low), std::log(a.high / a.value));
    const double up = std::hypot(std::log(b.high / b.value), std::log(a.value / a.low));
    return {ratio, ratio * std::exp(-down), ratio * std::exp(up)};
}

}  // namespace neighborscope
