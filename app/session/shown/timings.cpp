#include "app/session/shown/timings.hpp"

#include <algorithm>

namespace neighborscope {

std::optional<double> Timings::rest() const {
    if (runs == 0 || phases.empty()) return std::nullopt;
    double rest = total_median;
    for (const TimingRow& row : phases) rest -= row.median;
    return rest;
}

std::optional<double> Timings::shown_rest() const {
    const std::optional<double> all = rest();
    return !all || overrun() ? std::nullopt : std::optional(std::max(0.0, *all));
}

bool Timings::large_rest() const { return rest().value_or(0) > 0.1 * total_median; }

bool Timings::overrun() const { return rest().value_or(0) < -0.05 * total_median; }

}  // namespace neighborscope
