#include "app/instruments/timeline/bound_plot.hpp"

namespace neighborscope {

BoundPlot plot_of(const BoundChart& chart, const std::vector<NeighbourFate>& fates, ImVec2 from, ImVec2 to) {
    BoundPlot plot{chart, from, to, chart.is_logarithmic()};
    double low = plot.logarithmic ? double(chart.least_above_zero) : double(chart.nearest), high = double(chart.farthest);
    for (const NeighbourFate& fate : fates)
        if (std::isfinite(fate.distance) && (!plot.logarithmic || fate.distance > 0))
            low = std::min(low, fate.distance), high = std::max(high, fate.distance);
    if (plot.logarithmic) {
        // A row that is the query, or nearly, would leave the others a strip at the top: it lies on the axis.
        constexpr double below_bound = 30;
        if (!chart.bounds.empty()) low = std::max(low, double(chart.bounds.back().distance) / below_bound);
        plot.low = low / 1.6, plot.high = high * 1.25;
    } else if (const CrowdedNeighbours neighbours(chart, fates); neighbours.crowded) {
        // Logarithmic from a little below the nearest, which spreads the neighbours over a third of the axis or so.
        const double unit = (neighbours.high - neighbours.low) / 4;
        plot.logarithmic = plot.stretched = true;
        plot.shift = neighbours.low - unit;
        plot.low = low - 0.3 * unit, plot.high = high + 0.1 * (high - low);
    } else {
        const double beyond = high > low ? 0.06 * (high - low) : std::max(1e-6, 0.1 * std::abs(high));
        plot.low = !chart.products && low >= 0 ? std::max(0.0, low - beyond) : low - beyond;
        plot.high = high + beyond;
    }
    return plot;
}

std::array<float, 2> ends_of(const BoundPlot& plot, const NeighbourFate& fate) {
    if (fate.found == 0) return {plot.from.x, plot.from.x};
    return {plot.x(fate.found), fate.lost > 0 ? plot.x(fate.lost) : plot.to.x};
}

bool is_drawn(const InstrumentFrame& frame, const NeighbourFate& fate) {
    constexpr std::size_t most_lines = 256;
    return std::isfinite(fate.distance) && (fate.missed() || (fate.found > 0 && frame.view.stepping.fates.size() <= most_lines));
}

}  // namespace neighborscope
