#include "app/data/load/origin.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace neighborscope {
namespace {

constexpr double two_decimals = 65536;  // float32 cannot represent two decimals from here on

/// Whether another origin, to which values have a distance up to `after`, is worth a change from one with distances up to `before`.
bool keeps_more(double before, double after) { return 8 * after <= before || (before >= two_decimals && 2 * after <= before); }

/// Returns about the middle of an interval: a multiple of the largest power of two that is at most half of it, so that files of similar
/// extent have the same origin and the origin has few digits. For an empty interval, the value itself.
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
    // Points that are exact in float32 need an origin for queries between them, which are not. They are within a 32nd of each other, so
    // their differences from the origin are exact too.
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
    // Nearly equal numbers need no origin, unless they are only equal in float32.
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
