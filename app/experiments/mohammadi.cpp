// N. Mohammadi: the nearest neighbour of every point, with and without shared memory. Figures 5 and 6, section 5.
#include "app/experiments/experiments.hpp"

#include <algorithm>

namespace neighborscope::experiments {
namespace {

constexpr std::string_view serial = "serial", global = "nn-global", shared = "nn-shared";

std::vector<std::int64_t> cube_sizes(Scale scale) {
    if (scale == Scale::quick) return {100, 400, 1000};
    return {100, 2000, 6000, 8000, 10000};
}

std::vector<Case> cube_cases(Scale scale) {
    std::vector<Case> all;
    std::vector<std::string_view> all_methods = {serial, global, shared};
    all_methods.insert(all_methods.end(), std::begin(libraries), std::end(libraries));
    for (const std::int64_t n : cube_sizes(scale))
        for (const std::string_view method : all_methods)
            all.push_back({.data = "cube:n=" + std::to_string(n),
                .n = n,
                .dimension = 3,
                .queries = 0,
                .k = 1,
                .method = std::string(method),
                .repeats = scale == Scale::quick ? 3 : 20,
                .time_budget_ms = scale == Scale::quick ? 50.0 : 6000.0});
    return all;
}

Mean time_of(const Findings& findings, std::string_view method, std::int64_t n) {
    const MeasuredCase* found = findings.find(method, n, 1, 0);
    return found ? found->total() : Mean{};
}
double ms(const Findings& findings, std::string_view method, std::int64_t n) { return time_of(findings, method, n).mean; }

/// S(n) = t_serial / t_method, equation 2, with the intervals of both.
Mean acceleration(const Findings& findings, std::string_view method, std::int64_t n) {
    return ratio_of(time_of(findings, serial, n), time_of(findings, method, n));
}

/// "100: 0.53, 2000: 1.2": one value per number of points.
template <class Of>
std::string at_each(const Findings& findings, Of of) {
    std::string text;
    for (const std::int64_t n : findings.sizes()) text += (text.empty() ? "" : ", ") + std::to_string(n) + " points: " + digits(of(n));
    return text;
}

std::int64_t largest(const Findings& findings) {
    const auto all = findings.sizes();
    return *std::max_element(all.begin(), all.end());
}

Verdict shared_beats_global(const Findings& findings) {
    if (const auto none = missing(findings, {global, shared})) return *none;
    const std::int64_t n = largest(findings);
    return reproduced_if(ms(findings, shared, n) < ms(findings, global, n),
        "time with shared memory over time without: " +
            at_each(findings, [&](std::int64_t size) { return ms(findings, shared, size) / ms(findings, global, size); }));
}

Verdict global_does_not_help(const Findings& findings) {
    if (const auto none = missing(findings, {serial, global})) return *none;
    return reproduced_if(acceleration(findings, global, largest(findings)).mean <= 1.1,
        "S(n) without shared memory is " + at_each(findings, [&](std::int64_t n) { return acceleration(findings, global, n).mean; }));
}

Verdict faster_than_serial(const Findings& findings) {
    if (const auto none = missing(findings, {serial, shared})) return *none;
    return reproduced_if(acceleration(findings, shared, largest(findings)).mean > 1,
        "S(n) is " + at_each(findings, [&](std::int64_t n) { return acceleration(findings, shared, n).mean; }));
}

Verdict grows(const Findings& findings) {
    if (const auto none = missing(findings, {serial, shared})) return *none;
    const std::vector<std::int64_t> all = findings.sizes();
    const double first = acceleration(findings, shared, all.front()).mean;
    bool ascending = acceleration(findings, shared, all.back()).mean > 1.03 * first;
    double before = 0;
    for (const std::int64_t n : all) {
        const double now = acceleration(findings, shared, n).mean;
        ascending = ascending && now > 0.97 * before;
        before = now;
    }
    return reproduced_if(ascending, "S(n) is " + at_each(findings, [&](std::int64_t n) { return acceleration(findings, shared, n).mean; }));
}

Chart figure_5(const Findings& findings) {
    Panel panel{
        .x = {.label = "points, each asking for its nearest neighbour", .from_zero = true, .ticks = {0, 2000, 4000, 6000, 8000, 10000}},
        .y = {.label = "time of all queries, ms", .logarithmic = true}};
    if (largest(findings) < 2000) panel.x.ticks.clear();
    for (const std::string& method : findings.methods())
        panel.series.push_back(series_of(findings, method, Along::n, {}, [](const MeasuredCase&, double time) { return time; }));
    return {"Nearest neighbour of every point: time", "Mohammadi, figure 5: uniform in [−5000, 5000]³", "", {panel}};
}

Chart figure_6(const Findings& findings) {
    Panel panel{
        .x = {.label = "points, each asking for its nearest neighbour", .from_zero = true, .ticks = {0, 2000, 4000, 6000, 8000, 10000}},
        .y = {.label = "S(n) = time of serial / time of the method", .logarithmic = true}};
    if (largest(findings) < 2000) panel.x.ticks.clear();
    for (const std::string& method : findings.methods()) {
        if (method == serial || missing(findings, {serial})) continue;
        Series series{legend_of(findings, method), {}, colour_of_method(method)};
        for (const std::int64_t n : findings.sizes()) {
            const Mean times = acceleration(findings, method, n);
            if (times.mean <= 0) continue;
            series.points.push_back({double(n), times.mean});
            if (times.interval > 0)
                series.points.back().low = times.mean - times.interval, series.points.back().high = times.mean + times.interval;
        }
        if (!series.points.empty()) panel.series.push_back(std::move(series));
    }
    return {"Nearest neighbour of every point: acceleration over one thread of the CPU", "Mohammadi, figure 6",
        "The intervals hold those of both times.", {panel}};
}

std::vector<TableOfText> cube_tables(const Findings& findings) {
    std::vector<TableOfText> all = {table_of_times(findings, "Mean time and its 95 % interval (figure 5)")};
    TableOfText table{"Acceleration S(n) (figure 6)", {"points"}, {}};
    std::vector<std::string> others = findings.methods();
    std::erase(others, serial);
    for (const std::string& method : others) table.headers.push_back(legend_of(findings, method));
    for (const std::int64_t n : findings.sizes()) {
        std::vector<std::string> row = {std::to_string(n)};
        for (const std::string& method : others) row.push_back(with_interval(acceleration(findings, method, n), 3));
        table.rows.push_back(std::move(row));
    }
    all.push_back(std::move(table));
    return all;
}

}  // namespace

Suite mohammadi() {
    Suite suite;
    suite.name = "mohammadi";
    suite.title = "nearest neighbour of every point, with and without shared memory: figures 5 and 6";
    suite.citation =
        "N. Mohammadi: Presentation of a Parallel Algorithm for Nearest Neighbor Search on GPU Using CUDA, section 5, figures 5 and 6";
    suite.papers_machine = "GeForce 9300 MG; Core 2 Duo 2.40 GHz, 3 GB, Windows 7";
    suite.notes = {
        "The figures' numbers are not in the paper's text, so that only what it says of them can be judged.",
        "`serial` is one thread of this machine's CPU, even if the other methods run on another device.",
        "The libraries are what the CPU really offers: they are built before their time begins.",
        "Its GPU had no cache for global memory; every GPU since 2010 has one.",
    };
    Experiment both;
    both.id = "figs-5-6";
    both.title = "Figures 5 and 6";
    both.measures = "time in which every point finds its nearest neighbour, and the acceleration over one thread of the CPU";
    both.papers_workload =
        "100, 2000, 6000, 8000, 10000 points, uniform in [-5000, 5000]^3; every point is a query, k = 1; mean of 20 runs";
    both.workload = [](Scale scale) {
        std::string text;
        for (const std::int64_t n : cube_sizes(scale)) text += (text.empty() ? "" : ", ") + std::to_string(n);
        return text + " points of `cube:`; every point is a query, itself excluded, k = 1; mean of up to " +
               (scale == Scale::quick ? "3 runs" : "20 runs, the paper's workload");
    };
    both.cases = cube_cases;
    both.claims = {
        {"fig. 5", "The version with shared memory has the best running time, above all for many points", "",
            "nn-shared faster than nn-global at the most points", shared_beats_global},
        {"fig. 5", "With global memory alone the running time does not improve over the serial one", "",
            "S(n) of nn-global at the most points at most 1.1", global_does_not_help},
        {"fig. 6", "The version with shared memory is faster than the serial one", "", "S(n) of nn-shared above 1 at the most points",
            faster_than_serial},
        {"fig. 6", "Its acceleration grows with the number of points", "",
            "S(n) of nn-shared is over 3 % greater at the most points than at the fewest, and nowhere falls by 3 %", grows},
    };
    both.charts = {{"fig-5", figure_5}, {"fig-6", figure_6}};
    both.tables = cube_tables;
    suite.experiments = {both};
    return suite;
}

}  // namespace neighborscope::experiments
