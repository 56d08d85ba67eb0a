// The area of the bound chart in pixels: its axes, and the lines of neighbours. Only for app/instruments/timeline.
#pragma once
#include "app/instruments/imgui/instrument_frame.hpp"
#include "app/session/shown/bound_chart.hpp"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace neighborscope {

/// Maps steps and distances to pixels.
struct BoundPlot {
    const BoundChart& chart;
    ImVec2 from, to;
    bool logarithmic;
    double low = 0, high = 1;  // of the axis, as ranked
    bool stretched = false;    // the logarithm is of the distance beyond `shift`
    double shift = 0;

    float width() const { return to.x - from.x; }
    /// The middle of the step that leads to this position. The steps after the search are at the right edge.
    float x(std::int64_t position) const {
        return position > chart.steps ? to.x : from.x + width() * float((double(position) - 0.5) / double(chart.steps));
    }
    float edge(std::int64_t position) const { return from.x + width() * float(double(position) / double(chart.steps)); }
    float y(double distance) const {
        double share = (distance - low) / (high - low);
        if (logarithmic)
            share = distance > low ? std::log((distance - shift) / (low - shift)) / std::log((high - shift) / (low - shift)) : 0;
        return to.y - (to.y - from.y) * float(std::clamp(share, 0.0, 1.0));
    }
    /// The distance at a share of the height of a logarithmic axis, from its lower end.
    double distance_at(double share) const { return shift + (low - shift) * std::pow((high - shift) / (low - shift), share); }
    std::int64_t position_at(float pixel) const {
        const double share = double((pixel - from.x) / width());
        return share < 0 ? 0 : std::clamp<std::int64_t>(std::int64_t(std::floor(share * double(chart.steps))) + 1, 1, chart.steps);
    }
};

/// With axes that hold all distances of the chart and of the neighbours.
BoundPlot plot_of(const BoundChart&, const std::vector<NeighbourFate>&, ImVec2 from, ImVec2 to);
/// Where the line of a neighbour begins and ends. A missed one that was never seen has none.
std::array<float, 2> ends_of(const BoundPlot&, const NeighbourFate&);
/// Whether a neighbour has a line. Of very many only the missed ones have.
bool is_drawn(const InstrumentFrame&, const NeighbourFate&);

}  // namespace neighborscope
