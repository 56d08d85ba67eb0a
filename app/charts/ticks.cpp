// Round numbers for axes.
#include "app/charts/chart.hpp"

#include "app/session/shown/view_model.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace neighborscope::charts {

std::vector<double> linear_ticks(double from, double to, int wanted) {
    if (!(to > from) || wanted < 1) return {from};
    const double least = (to - from) / wanted, power = std::pow(10, std::floor(std::log10(least)));
    double step = 10 * power;
    for (const double factor : {5.0, 2.0, 1.0})
        if (factor * power >= least * 0.999) step = factor * power;
    std::vector<double> ticks;
    for (double i = std::ceil(from / step - 1e-9); i * step <= to + 1e-9 * step; ++i) ticks.push_back(i * step);
    return ticks;
}

std::vector<double> logarithmic_ticks(double from, double to, int wanted) {
    std::vector<double> ticks;
    if (!(from > 0) || !(to > from)) return {from};
    const int first = int(std::floor(std::log10(from) + 1e-9)), last = int(std::ceil(std::log10(to) - 1e-9));
    const double decades = std::log10(to / from);
    const int every = std::max(1, int(std::ceil(decades / wanted)));
    for (int exponent = first; exponent <= last; ++exponent)
        for (const double factor : {1.0, 2.0, 5.0}) {
            if (factor > 1 && decades * 3 > wanted * 1.2) continue;
            if (factor == 1 && exponent % every != 0) continue;
            const double tick = factor * std::pow(10, exponent);
            if (tick >= from * 0.9999 && tick <= to * 1.0001) ticks.push_back(tick);
        }
    return ticks.size() > 1 ? ticks : linear_ticks(from, to, wanted);  // for less than a decade
}

std::string digits(double value, int significant) {
    if (!std::isfinite(value)) return "-";
    if (value == 0) return "0";
    // By the rounded value, so that 9.996 has as many digits as 10.0.
    char text[64];
    std::snprintf(text, sizeof text, "%.*e", significant - 1, value);
    const int exponent = std::atoi(std::string(text).substr(std::string(text).find('e') + 1).c_str());
    std::snprintf(text, sizeof text, "%.*f", std::clamp(significant - 1 - exponent, 0, 12), value);
    return text;
}

std::string tick_text(double value, double step) {
    if (value == std::floor(value) && std::abs(value) >= 1 && step >= 1) return text_of_count(std::int64_t(std::llround(value)));
    if (value == 0) return "0";
    const int decimals = std::clamp(-int(std::floor(std::log10(step) + 1e-9)), 0, 9);
    char text[40];
    std::snprintf(text, sizeof text, "%.*f", decimals, value);
    return text;
}

}  // namespace neighborscope::charts
