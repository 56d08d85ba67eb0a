// Numbers, symbols and places in the words about a curve.
#pragma once
#include "app/measure/curve.hpp"

#include <string>

namespace neighborscope::charts {

std::string number_text(double, int significant = 3);  ///< digits() with separated thousands
std::string symbol_of(const std::string& along);       ///< "|Q|" for "queries"
std::string place_text(double);
std::string at_text(const measure::Curve&, double place);  ///< "n = 1 000"

}  // namespace neighborscope::charts
