// The runs of the timings: history, histogram, and comparison with frozen timings.
#include "app/panels/panel.hpp"
#include "app/session/search/timing_statistics.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace neighborscope::panels {
namespace {

constexpr std::size_t histogram_bins = 40;

/// The end of the axis: the 95th percentile, so that one slow run does not compress the others.
double histogram_end(const ViewModel& view) {
    double end = 1.25 * view.timings.total_p95;
    if (view.frozen) end = std::max(end, 1.25 * view.frozen->timings.total_p95);
    return std::max(end, 1e-9);
}

/// The histogram as a step line; the last bin includes all runs beyond the axis.
Chart::Line histogram_line(const std::string& name, const std::vector<double>& totals, double end) {
    std::vector<double> counts(histogram_bins, 0);
    for (const double total : totals)
        counts[std::min(histogram_bins - 1, std::size_t(double(histogram_bins) * total / end))] += 1.0 / double(totals.size());
    Chart::Line line{name, {}};
    for (std::size_t i = 0; i < histogram_bins; ++i) {
        line.points.push_back({end * double(i) / histogram_bins, counts[i]});
        line.points.push_back({end * double(i + 1) / histogram_bins, counts[i]});
    }
    return line;
}

Chart::Line history_line(const std::string& name, const std::vector<double>& totals) {
    Chart::Line line{name, {}};
    for (std::size_t i = 0; i < totals.size(); ++i) line.points.push_back({double(i + 1), totals[i]});
    return line;
}

/// Lines of frozen (A) and present runs (B), or of the present ones alone.
template <class LineOf>
std::vector<Chart::Line> lines_of_runs(const ViewModel& view, const LineOf& line_of) {
    std::vector<Chart::Line> lines;
    if (view.timings.runs > 0 && !view.timings.previous) lines.push_back(line_of(view.frozen ? "B" : "", view.timings.totals));
    if (view.frozen) lines.push_back(line_of("A", view.frozen->timings.totals));
    return lines;
}

Chart histogram_of(const ViewModel& view) {
    Chart chart;
    chart.to = histogram_end(view);
    chart.lines =
        lines_of_runs(view, [&](const char* name, const std::vector<double>& totals) { return histogram_line(name, totals, chart.to); });
    chart.caption = "runs by time";
    chart.high = 0;
    for (const Chart::Line& line : chart.lines)
        for (const auto& point : line.points) chart.high = std::max(chart.high, point[1]);
    chart.name_round_numbers();
    return chart;
}

Chart history_of(const ViewModel& view) {
    Chart chart;
    chart.lines = lines_of_runs(view, history_line);
    chart.caption = "times of the runs, in order";
    chart.from = 1;
    for (const Chart::Line& line : chart.lines) chart.to = std::max(chart.to, double(line.points.size()));
    chart.high = histogram_end(view);
    for (Chart::Line& line : chart.lines)
        for (auto& point : line.points) point[1] = std::min(point[1], chart.high);
    chart.up = {{0, "0"}, {chart.high / 1.25, text_of_milliseconds(chart.high / 1.25)}};
    chart.across = {{1, "1"}, {chart.to, text_of_count(std::int64_t(chart.to))}};
    return chart;
}

/// Compares B with A.
Row comparison_row(const ViewModel& view) {
    constexpr std::size_t fewest = 6;  // runs needed for an interval
    std::vector<double> b = view.timings.totals, a = view.frozen->timings.totals;
    const std::size_t runs = std::min(a.size(), b.size());
    const Interval ratio = ratio_of(median_of(b), median_of(a));
    const bool same = runs < fewest || (ratio.low <= 1 && ratio.high >= 1);
    const std::string interval = runs < fewest ? "after " + text_of_amount(std::int64_t(runs), "run", "runs") + ", too few for an interval"
                                               : "95 % interval " + text_of_times(ratio.low) + " to " + text_of_times(ratio.high);
    return {"runs.verdict", "How B compares with A",
        "The ratio of the medians. The confidence interval uses order statistics; it assumes no distribution of the times. A was measured "
        "before B, and the interval does not cover a change of the machine in between. To see such a change, freeze and measure again",
        Text{"B takes " + text_of_times(ratio.value) + " times as long as A in these runs (" + interval + ")", same ? Tone::normal
                                                                                                               : ratio.value < 1
                                                                                                                   ? Tone::exact
                                                                                                                   : Tone::warning}};
}

}  // namespace

Panel runs_panel(const Context& context) {
    const ViewModel& view = context.view;
    Panel panel{"runs", "Runs, ms", {}, {}, {}};
    panel.actions = {button_of(context.commands, "timings.freeze", view.frozen ? "Release A" : "Freeze as A")};
    const bool chart = context.session.chart != ChartShown::none;
    panel.shown = !chart && (view.frozen.has_value() || (context.wide && view.race.contenders.empty() && !view.stepping.open &&
                                                            !view.comparing.lists && !view.evaluation));
    if (!panel.shown) return panel;
    const bool measured = view.timings.runs > 0 && !view.timings.previous;
    const std::string now = search_settings_text(context.session, view);
    if (view.frozen) {
        panel.rows.push_back({"runs.a", {}, "The frozen measurement: its median and its settings",
            Text{"A  " + text_of_milliseconds(view.frozen->timings.total_median) + "  " + view.frozen->asked}});
        panel.rows.push_back({"runs.b", {}, "The present measurement: its median and its settings",
            Text{"B  " + (measured ? text_of_milliseconds(view.timings.total_median) : "–") + "  " + now}});
        if (measured && now == view.frozen->asked)
            panel.rows.push_back(
                {"runs.verdict", {}, {}, Text{"Choose another method, option, metric or k. Its measurement becomes B.", Tone::second}});
        else if (measured) panel.rows.push_back(comparison_row(view));
    }
    if (!measured && !view.frozen) {
        panel.rows.push_back({"runs.none", {}, {}, Text{"No runs yet", Tone::second}});
        return panel;
    }
    Chart histogram = histogram_of(view), history = history_of(view);
    const bool side_by_side = view.frozen && !context.wide;  // needs less height
    if (side_by_side) histogram.height = history.height = 68;
    panel.rows.push_back(
        {"runs.histogram", "Histogram of the runs", "Share of the runs. The last bar includes all longer times", std::move(histogram)});
    panel.rows.push_back({"runs.history", "History of the runs", {}, std::move(history), side_by_side});
    return panel;
}

}  // namespace neighborscope::panels
