#include "app/data/load/origin.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace neighborscope {
namespace {

constexpr double two_decimals = 65536;  // from here on float32 does not hold them

/// Whether values up to `before` from one origin are worth another that they are up to `after` from.
bool keeps_more(double before, double after) { return 8 * after <= before || (before >= two_decimals && 2 * after <= before); }

/// About the middle of an interval: a multiple of the largest power of two that is no more than half of it, so that files of much the same
/// extent share it and what is taken off has few digits. The value itself where there is one only.
double middle_of(double low, double high) {
    const double half = (high - low) / 2, middle = low + half;
    const double step = half > 0 ? std::ldexp(1.0, std::ilogb(half)) : 0;
    return step > 0 ? std::round(middle / step) * step : middle;
}

}  // namespace

double choose_origin(const RowCollector::Axis& axis) {
    const double origin = middle_of(axis.minimum, axis.maximum);
    const double before = std::max(std::fabs(axis.minimum), std::fabs(axis.maximum));
    const double after = std::max(std::fabs(axis.minimum - origin), std::fabs(axis.maximum - origin));
    // Points that float32 holds as they are need it for the sake of queries between them, which it does not hold. They lie within a
    // 32nd of each other, so that their differences from the origin are exact too.
    if (!axis.inexact) return before >= two_decimals && 64 * after <= before ? origin : 0;
    const double nearest = axis.minimum > 0 ? axis.minimum : axis.maximum < 0 ? -axis.maximum : 0;
    return after <= 4 * nearest ? origin : 0;
}

std::vector<std::size_t> sampled_rows(std::size_t rows, std::size_t dimension) {
    const std::size_t most = std::clamp<std::size_t>((std::size_t(1) << 20) / std::max<std::size_t>(1, dimension), 256, 4096);
    std::vector<std::size_t> sample(std::min(rows, most));
    for (std::size_t i = 0; i < sample.size(); ++i) sample[i] = i * rows / sample.size();
    return sample;
}

double origin_of_most_points(const RowCollector::Axis& axis, double origin, std::vector<float> sample, std::int64_t rows) {
    if (!axis.inexact || sample.empty()) return origin;
    std::sort(sample.begin(), sample.end());
    const std::size_t tenth = sample.size() / 10;
    const double low = sample[tenth], high = sample[sample.size() - 1 - tenth];
    const double middle = middle_of(origin + low, origin + high), moved = middle - origin;
    const double before = std::max(std::fabs(low), std::fabs(high));
    const double after = std::max(std::fabs(low - moved), std::fabs(high - moved));
    // Nearly all the same number is no reason, unless they only are the same in float32.
    if (low == high && before < two_decimals && 16 * axis.merged < rows) return origin;
    return keeps_more(before, after) ? middle : origin;
}

double coarse_from(std::vector<float> sample) {
    constexpr double never = std::numeric_limits<double>::infinity();
    if (sample.size() < 4) return never;
    std::sort(sample.begin(), sample.end());
    const std::size_t quarter = sample.size() / 4;
    const double extent = double(sample[sample.size() - 1 - quarter]) - double(sample[quarter]);
    return extent > 0 ? std::ldexp(1.0, std::ilogb(extent / 1000) + 1 + 23) : never;
}

double float_step(double distance) { return std::ldexp(1.0, std::ilogb(distance) - 23); }

}  // namespace neighborscope
