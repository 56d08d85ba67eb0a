#include "app/charts/curve_words.hpp"

#include "app/charts/chart.hpp"
#include "app/session/shown/view_model.hpp"

#include <cmath>

namespace neighborscope::charts {

std::string number_text(double value, int significant) {
    if (std::abs(value) < 1000) return digits(value, significant);
    const double unit = std::pow(10.0, std::floor(std::log10(std::abs(value))) - significant + 1);
    return text_of_count(std::int64_t(std::llround(std::round(value / unit) * unit)));
}

std::string symbol_of(const std::string& along) { return along == "queries" ? "|Q|" : along == "dimension" ? "D" : along; }

std::string place_text(double x) { return x == std::floor(x) ? text_of_count(std::int64_t(x)) : number_text(x); }
std::string at_text(const measure::Curve& curve, double x) { return symbol_of(curve.asked.along.what) + " = " + place_text(x); }

}  // namespace neighborscope::charts
