// Statistics of repeats, and access to measurements.
#include "app/experiments/experiments.hpp"

#include <algorithm>
#include <cmath>

namespace neighborscope::experiments {
namespace {

template <class T, class Of>
std::vector<T> different(const std::vector<MeasuredCase>& measured, Of of) {
    std::vector<T> found;
    for (const MeasuredCase& one : measured)
        if (const T value = of(one); std::find(found.begin(), found.end(), value) == found.end()) found.push_back(value);
    return found;
}

}  // namespace

std::string_view name(Scale scale) { return scale == Scale::quick ? "quick" : scale == Scale::laptop ? "laptop" : "full"; }

Mean ratio_of(const Mean& a, const Mean& b) {
    Mean found{b.mean > 0 ? a.mean / b.mean : 0, 0, std::min(a.runs, b.runs)};
    if (found.runs > 1 && found.mean > 0) found.interval = found.mean * std::hypot(a.interval / a.mean, b.interval / b.mean);
    return found;
}

std::string with_interval(const Mean& figure, int significant) {
    if (figure.runs == 0) return "-";
    return digits(figure.mean, significant) + (figure.runs > 1 ? " ± " + digits(figure.interval, 2) : "");
}

Mean MeasuredCase::figure(const std::function<double(const MeasuredCase&, double)>& value) const {
    constexpr double step = 1e-4;
    const Mean time = total();
    Mean found{value(*this, time.mean), 0, time.runs};
    if (time.mean > 0)
        found.interval =
            std::abs(value(*this, (1 + step) * time.mean) - value(*this, (1 - step) * time.mean)) / (2 * step * time.mean) * time.interval;
    return found;
}

double MeasuredCase::bytes() const {
    double sum = 0;
    for (const MeasuredPhase& phase : phases) sum += phase.lower_bound.bytes;
    return sum;
}

double MeasuredCase::operations() const {
    double sum = 0;
    for (const MeasuredPhase& phase : phases) sum += phase.lower_bound.operations;
    return sum;
}

Mean MeasuredCase::phases_mean(std::span<const std::string_view> names) const {
    Mean sum;
    for (const MeasuredPhase& phase : phases) {
        if (std::find(names.begin(), names.end(), phase.name) == names.end()) continue;
        const Mean one = mean_of(phase.milliseconds);
        sum = {sum.mean + one.mean, std::hypot(sum.interval, one.interval), sum.runs == 0 ? one.runs : std::min(sum.runs, one.runs)};
    }
    return sum;
}

double MeasuredCase::phases_ms(std::span<const std::string_view> names) const {
    double sum = 0;
    for (const MeasuredPhase& phase : phases)
        if (std::find(names.begin(), names.end(), phase.name) != names.end()) sum += mean_of(phase.milliseconds).mean;
    return sum;
}

const MeasuredCase* Findings::find(std::string_view method, std::int64_t n, int k, std::int64_t queries) const {
    for (const MeasuredCase& one : measured)
        if (one.asked.method == method && one.asked.n == n && one.asked.k == k && one.asked.queries == queries) return &one;
    return nullptr;
}

std::vector<std::int64_t> Findings::sizes() const {
    return different<std::int64_t>(measured, [](const MeasuredCase& one) { return one.asked.n; });
}
std::vector<int> Findings::ks() const {
    return different<int>(measured, [](const MeasuredCase& one) { return one.asked.k; });
}
std::vector<std::int64_t> Findings::query_counts() const {
    return different<std::int64_t>(measured, [](const MeasuredCase& one) { return one.asked.queries; });
}
std::vector<std::string> Findings::methods() const {
    return different<std::string>(measured, [](const MeasuredCase& one) { return one.asked.method; });
}

std::string Findings::why_missing(std::string_view method) const {
    for (const UnmeasuredCase& one : left_out)
        if (one.what == method) return std::string(method) + " " + one.why;
    return std::string(method) + " was not measured";
}

std::string legend_of(const Findings& findings, const std::string& method) {
    double low = INFINITY, high = -1;
    bool elsewhere = false;
    for (const MeasuredCase& one : findings.measured) {
        if (one.asked.method != method) continue;
        elsewhere = elsewhere || one.device != findings.device;
        if (one.recall >= 0) low = std::min(low, one.recall), high = std::max(high, one.recall);
    }
    std::string text = method + (elsewhere ? " (CPU)" : "");
    if (high < 0) return text;
    const std::string least = digits(low, 2), most = digits(high, 2);
    return text + ", recall " + least + (least == most ? "" : " to " + most);
}

Chart drawn(const NamedChart& named, const Findings& findings) {
    Chart chart = named.draw(findings);
    int least = 1 << 30, most = 0;
    for (const MeasuredCase& one : findings.measured) least = std::min(least, one.total().runs), most = std::max(most, one.total().runs);
    if (most == 0) return chart;
    bool whiskers = false;
    for (const Panel& panel : chart.panels)
        for (const Series& series : panel.series)
            whiskers = whiskers || (panel.categories.empty() && std::any_of(series.points.begin(), series.points.end(),
                                                                    [](const PlotPoint& point) { return point.has_whisker(); }));
    std::string text = named.of_runs + " of " +
                       (least == most ? std::to_string(most) : std::to_string(least) + " to " + std::to_string(most)) +
                       (most == 1 ? " run." : " runs.");
    if (whiskers)
        text += " Whiskers: its 95 % interval where the mark does not hide it, an arrow head where it goes on" +
                std::string(least == 1 ? "; none of one run." : ".");
    chart.note = text + (chart.note.empty() ? "" : " ") + chart.note;
    return chart;
}

Series series_of(const Findings& findings, const std::string& method, Along along, const std::function<bool(const Case&)>& which,
    const std::function<double(const MeasuredCase&, double)>& value) {
    Series series{legend_of(findings, method), {}, colour_of_method(method)};
    for (const MeasuredCase& one : findings.measured) {
        if (one.asked.method != method || (which && !which(one.asked))) continue;
        const Mean time = one.total();
        const double x = along == Along::n ? double(one.asked.n) : along == Along::k ? one.asked.k : double(one.asked.asked());
        PlotPoint point{x, value(one, time.mean)};
        if (time.interval > 0) {
            const double more = value(one, time.mean + time.interval);
            const bool rises = more > point.y;
            // An interval that includes 0 is open at this end.
            const double less = time.interval < time.mean ? value(one, time.mean - time.interval) : rises ? -INFINITY : INFINITY;
            point.low = std::min(less, more), point.high = std::max(less, more);
        }
        series.points.push_back(point);
    }
    std::sort(series.points.begin(), series.points.end(), [](const PlotPoint& a, const PlotPoint& b) { return a.x < b.x; });
    return series;
}

}  // namespace neighborscope::experiments
