// The distribution of the distances from the query to all points.
#include "app/panels/panel.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

namespace neighborscope::panels {
namespace {

/// The histogram, with labels for the nearest, the k-th and the farthest. If even the nearest is far, the axis begins just before it.
Chart chart_of(const DistanceSpread& spread, double kth, int k, const std::function<std::string(double)>& text_of) {
    constexpr double far = 0.25;  // share of the farthest
    Chart chart;
    chart.to = std::max(spread.farthest, 1e-30);
    const double part = chart.to / double(DistanceSpread::parts);
    const std::size_t left_out = spread.nearest > far * chart.to ? std::size_t(spread.nearest / part) - 1 : 0;  // empty bins
    chart.from = double(left_out) * part;
    chart.caption = left_out > 0 ? "the axis begins at " + text_of(chart.from) + ", not at 0" : "";
    for (std::size_t i = left_out; i < DistanceSpread::parts; ++i) chart.bars.push_back(double(spread.bars[i]));
    chart.high = 1.3 * std::max(1.0, *std::max_element(chart.bars.begin(), chart.bars.end()));  // room for a label above the bars
    chart.across = {{spread.nearest, "nearest"}, {chart.to, "farthest"}};
    if (kth > chart.to) return chart;
    chart.value = kth;
    chart.lines = {{"d" + std::to_string(k) + " = " + text_of(kth), {{kth, 0}, {kth, chart.high}}}};
    return chart;
}

std::string verdict_of(const DistanceSpread& spread) {
    if (spread.farthest <= 0) return "All points lie exactly at the query.";
    if (spread.nearest <= 0) return "The nearest point lies exactly at the query.";
    const double times = spread.farthest / spread.nearest;
    return "The farthest point is " + text_of_decimals(times, times < 10 ? 2 : 0) + " times as far as the nearest" +
           (times < 2 ? ": distances hardly distinguish points here." : ".");
}

}  // namespace

Panel distances_panel(const Context& context) {
    const ViewModel& view = context.view;
    Panel panel{"distances", "Distances", {}, {}, {}};
    if (view.products) return panel;  // it compares distances from the query, and inner products have no zero to compare with
    const bool room = context.wide || (view.data.dimension > 3 && !gallery_of(view) && !view.inspecting.open);
    panel.shown = room && view.race.contenders.empty() && view.spread && view.spread->count > 1 && !view.stepping.open &&
                  !view.comparing.lists && !view.evaluation && !view.frozen && (context.wide || !context.session.misclassified) &&
                  context.session.chart == ChartShown::none;
    if (!panel.shown) return panel;
    const DistanceSpread& spread = *view.spread;
    const auto far = [&](double distance) { return text_of_coordinate(distance, 1000 * std::max(spread.farthest, 1e-30)); };
    panel.fact = "to all points";
    panel.rows.push_back({"distances.histogram", "Histogram of the distances from the query to all points",
        "The line marks the distance of the k-th neighbour. With more dimensions, all distances become more alike",
        chart_of(spread, view.kth_distance, int(view.neighbours.size()), far)});
    panel.rows.push_back({"distances.verdict", {},
        "Relative contrast, (farthest - nearest) / nearest. K. Beyer et al., When Is \"Nearest Neighbor\" Meaningful?, 1999",
        Text{verdict_of(spread), Tone::normal}});
    if (view.polar)
        for (const std::string& sentence : {view.polar->contrast(), view.polar->deception()})
            if (!sentence.empty())
                panel.rows.push_back({"distances.polar." + std::to_string(panel.rows.size()), {},
                    "The distances in all dimensions, which the polar view (O) draws around the query", Text{sentence, Tone::second}});
    Facts facts{{{"nearest", far(spread.nearest)}, {"k-th", far(view.kth_distance)}, {"mean", far(spread.mean)},
        {"deviation", far(spread.deviation)}, {"farthest", far(spread.farthest)}}};
    if (spread.nearest > 0) facts.facts.push_back({"relative contrast", text_of_decimals(spread.relative_contrast(), 2)});
    panel.rows.push_back({"distances.facts", {}, {}, std::move(facts)});
    return panel;
}

}  // namespace neighborscope::panels
