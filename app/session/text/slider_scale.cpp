#include "app/session/text/slider_scale.hpp"

#include <algorithm>
#include <cmath>

namespace neighborscope {
namespace {

constexpr double logarithmic_from = 100;  // ratio of the ends
constexpr double rounded_from = 1e4;

double to_two_digits(double value) {
    const double unit = std::pow(10.0, std::max(0.0, std::floor(std::log10(std::max(1.0, value))) - 1));
    return std::round(value / unit) * unit;
}

}  // namespace

SliderScale::SliderScale(double from, double to, bool integer, bool powers_of_two)
    : from_(from),
      to_(to),
      integer_(integer),
      powers_(powers_of_two),
      logarithmic_(powers_of_two || (from > 0 && to / from > logarithmic_from)) {}

std::optional<SliderScale> SliderScale::of(const OptionSpec& spec) {
    const auto* const whole = std::get_if<IntegerRange>(&spec.domain);
    const auto* const real = std::get_if<RealRange>(&spec.domain);
    if (!whole && !real) return std::nullopt;
    const RealRange all = whole ? RealRange{double(whole->from), double(whole->to)} : *real;
    const RealRange range = spec.slider.value_or(all);
    if (!(range.to > range.from)) return std::nullopt;
    return SliderScale(range.from, range.to, whole != nullptr, whole && whole->powers_of_two);
}

int SliderScale::position(double value) const {
    if (!(to_ > from_)) return 0;
    const double inside = std::clamp(value, from_, to_);
    const double share = logarithmic_ ? std::log(inside / from_) / std::log(to_ / from_) : (inside - from_) / (to_ - from_);
    return int(std::lround(share * steps));
}

double SliderScale::value(int position) const {
    const double share = double(position) / steps;
    double value = logarithmic_ ? from_ * std::pow(to_ / from_, share) : from_ + share * (to_ - from_);
    if (powers_) value = std::exp2(std::round(std::log2(value)));
    else if (integer_ && logarithmic_ && to_ / from_ >= rounded_from) value = to_two_digits(value);
    return std::clamp(integer_ ? std::round(value) : value, from_, to_);
}

}  // namespace neighborscope
