// N. Mohammadi: nearest neighbour of every point, with and without shared memory. Figures 5 and 6, section 5.
#include "app/experiments/experiments.hpp"

#include <algorithm>

namespace neighborscope::experiments {
namespace {

constexpr std::string_view serial = "serial", global = "nn-global", shared = "nn-shared";

std::vector<std::int64_t> sizes(Scale scale) {
    if (scale == Scale::quick) return {100, 400, 1000};
    return {100, 2000, 6000, 8000, 10000};
}

std::vector<Case> cases(Scale scale) {
    std::vector<Case> all;
    for (const std::int64_t n : sizes(scale))
        for (const std::string_view method : {serial, global, shared})
            all.push_back({.data = "cube:n=" + std::to_string(n),
                .n = n,
                .dimension = 3,
                .queries = 0,
                .k = 1,
                .method = std::string(method),
                .repeats = scale == Scale::quick ? 3 : 20,
                .patience_ms = scale == Scale::quick ? 50.0 : 6000.0});
    return all;
}

double ms(const Findings& findings, std::string_view method, std::int64_t n) {
    const Measured* found = findings.find(method, n, 1, 0);
    return found ? found->total().mean : 0;
}

/// S(n) = t_serial / t_method, equation 2.
double acceleration(const Findings& findings, std::string_view method, std::int64_t n) {
    const double time = ms(findings, method, n);
    return time > 0 ? ms(findings, serial, n) / time : 0;
}

/// "100: 0.53, 2000: 1.2": a figure for each number of points.
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
    const Mean slow = findings.find(global, n, 1, 0)->total(), fast = findings.find(shared, n, 1, 0)->total();
    const bool apart = fast.mean + fast.interval < slow.mean - slow.interval;
    return reproduced_if(apart, "time with shared memory over time without: " + at_each(findings, [&](std::int64_t size) {
        return ms(findings, shared, size) / ms(findings, global, size);
    }) + (apart || fast.mean > slow.mean ? "" : "; at " + std::to_string(n) + " points the 95 % intervals overlap"));
}

Verdict global_does_not_help(const Findings& findings) {
    if (const auto none = missing(findings, {serial, global})) return *none;
    return reproduced_if(acceleration(findings, global, largest(findings)) <= 1.1,
        "S(n) without shared memory is " + at_each(findings, [&](std::int64_t n) { return acceleration(findings, global, n); }));
}

Verdict faster_than_serial(const Findings& findings) {
    if (const auto none = missing(findings, {serial, shared})) return *none;
    return reproduced_if(acceleration(findings, shared, largest(findings)) > 1,
        "S(n) is " + at_each(findings, [&](std::int64_t n) { return acceleration(findings, shared, n); }));
}

Verdict grows(const Findings& findings) {
    if (const auto none = missing(findings, {serial, shared})) return *none;
    bool ascending = true;
    double before = 0;
    for (const std::int64_t n : findings.sizes()) {
        const double now = acceleration(findings, shared, n);
        ascending = ascending && now > 0.97 * before;
        before = now;
    }
    return reproduced_if(ascending, "S(n) is " + at_each(findings, [&](std::int64_t n) { return acceleration(findings, shared, n); }));
}

Chart figure_5(const Findings& findings) {
    Panel panel{
        .x = {.label = "points, each asking for its nearest neighbour", .from_zero = true, .ticks = {0, 2000, 4000, 6000, 8000, 10000}},
        .y = {.label = "time of all queries, ms", .logarithmic = true}};
    if (largest(findings) < 2000) panel.x.ticks.clear();
    for (const std::string& method : findings.methods())
        panel.series.push_back(series_of(findings, method, Along::n, {}, [](const Measured&, double time) { return time; }));
    return {
        "Nearest neighbour of every point: time", "Mohammadi, figure 5: uniform in [−5000, 5000]³; mean and 95 % interval", "", {panel}};
}

Chart figure_6(const Findings& findings) {
    Panel panel{
        .x = {.label = "points, each asking for its nearest neighbour", .from_zero = true, .ticks = {0, 2000, 4000, 6000, 8000, 10000}},
        .y = {.label = "S(n) = time of serial / time of the method", .from_zero = true}};
    if (largest(findings) < 2000) panel.x.ticks.clear();
    for (const std::string_view method : {shared, global})
        if (!missing(findings, {method, serial}))
            panel.series.push_back(series_of(findings, std::string(method), Along::n, {},
                [&](const Measured& one, double time) { return time > 0 ? ms(findings, serial, one.asked.n) / time : 0; }));
    return {"Nearest neighbour of every point: acceleration over one thread of the CPU", "Mohammadi, figure 6", "", {panel}};
}

std::vector<TableOfText> tables(const Findings& findings) {
    std::vector<TableOfText> all = {table_of_times(findings, "Mean time and its 95 % interval (figure 5)")};
    TableOfText table{"Acceleration S(n) (figure 6)", {"points", std::string(global), std::string(shared)}, {}};
    for (const std::int64_t n : findings.sizes()) {
        std::vector<std::string> row = {std::to_string(n)};
        for (const std::string_view method : {global, shared})
            row.push_back(missing(findings, {method, serial}) ? "-" : digits(acceleration(findings, method, n)));
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
        "`serial` is one thread of this machine's CPU, whatever the other methods run on.",
        "Its GPU had no cache for global memory; every GPU since 2010 has one.",
    };
    Experiment both;
    both.id = "figs-5-6";
    both.title = "Figures 5 and 6";
    both.measures = "time in which every point finds its nearest neighbour, and the acceleration over one thread of the CPU";
    both.papers_workload = "100, 2000, 6000, 8000, 10000 points, uniform in [-5000, 5000]^3; every point asks, k = 1; mean of 20 runs";
    both.workload = [](Scale scale) {
        std::string text;
        for (const std::int64_t n : sizes(scale)) text += (text.empty() ? "" : ", ") + std::to_string(n);
        return text + " points of `cube:`; every point asks, itself left out, k = 1; mean of up to " +
               (scale == Scale::quick ? "3 runs" : "20 runs, the paper's workload");
    };
    both.cases = cases;
    both.claims = {
        {"fig. 5", "The version with shared memory has the best running time, above all for many points", "",
            "nn-shared faster than nn-global at the most points, 95 % intervals apart", shared_beats_global},
        {"fig. 5", "With global memory alone the running time does not improve over the serial one", "",
            "S(n) of nn-global at the most points at most 1.1", global_does_not_help},
        {"fig. 6", "The version with shared memory is faster than the serial one", "", "S(n) of nn-shared above 1 at the most points",
            faster_than_serial},
        {"fig. 6", "Its acceleration grows with the number of points", "", "S(n) of nn-shared ascends (3 % is noise)", grows},
    };
    both.charts = {{"fig-5", figure_5}, {"fig-6", figure_6}};
    both.tables = tables;
    suite.experiments = {both};
    return suite;
}

}  // namespace neighborscope::experiments
