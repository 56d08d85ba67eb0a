// Cordeiro & Zola, figure 2: ppw under the roofline, with ceilings measured on this device.
#include "app/charts/roofline.hpp"
#include "app/experiments/cordeiro_zola.hpp"

#include <algorithm>
#include <cmath>

namespace neighborscope::experiments::cordeiro {
namespace {

constexpr int k = 64;  // not given in the paper

std::vector<Case> roofline_cases(Scale scale) {
    std::vector<Case> all;
    for (const std::int64_t queries : {1, 8})
        for (const std::string_view method : {ppw, ppk, ppb, stream, flat, flat_cpu}) {
            all.push_back(question(imagenet, scale, queries, k, method));
            all.back().phases = true;
        }
    return all;
}

/// A case on the roofline. Operations are the minimum for the distances, for any method; bytes are the minimum that this method moves, by
/// its own lower bounds: `ppk` reads all points again for each query.
struct Place {
    double intensity = 0, flops = 0, ceiling = 0;
    double share() const { return flops / ceiling; }
};

double operations(const Case& one) { return 3.0 * double(one.n) * one.dimension * double(one.asked()); }
double bytes(const MeasuredCase& one) { return one.phases.empty() ? 4.0 * double(one.asked.n) * one.asked.dimension : one.bytes(); }

Place place(const Findings& findings, const MeasuredCase& one) {
    Place place;
    place.intensity = operations(one.asked) / bytes(one);
    place.flops = operations(one.asked) / one.total().mean * 1e3;
    place.ceiling = std::min(place.intensity * findings.read_bytes_per_second, findings.fp32_operations_per_second);
    return place;
}

std::string in_words(const Place& place) {
    return digits(place.intensity) + " FLOP/byte at the least, " + digits(place.flops / 1e9) + " GFLOP/s, " +
           digits(100 * place.share(), 2) + " % of the " + digits(place.ceiling / 1e9) + " GFLOP/s possible there";
}

struct Both {
    Place one, eight;
};
std::optional<Both> both(const Findings& findings) {
    const MeasuredCase *one = find(findings, imagenet, ppw, 1, k), *eight = find(findings, imagenet, ppw, 8, k);
    if (!one || !eight || findings.read_bytes_per_second <= 0) return std::nullopt;
    return Both{place(findings, *one), place(findings, *eight)};
}

Verdict near_the_memory(const Findings& findings) {
    const auto found = both(findings);
    if (!found) return {Outcome::not_measured, findings.why_missing(ppw)};
    const bool memory_bound = found->one.intensity * findings.read_bytes_per_second < findings.fp32_operations_per_second;
    return reproduced_if(memory_bound && found->one.share() >= 0.7 && found->one.share() <= 1.05, "|Q| = 1: " + in_words(found->one));
}

Verdict far_from_the_processor(const Findings& findings) {
    const auto found = both(findings);
    if (!found) return {Outcome::not_measured, findings.why_missing(ppw)};
    return reproduced_if(found->eight.share() < 0.5 * found->one.share(),
        "|Q| = 8: " + in_words(found->eight) + "; |Q| = 1: " + digits(100 * found->one.share(), 2) + " %");
}

Verdict more_work_gets_done(const Findings& findings) {
    const auto found = both(findings);
    if (!found) return {Outcome::not_measured, findings.why_missing(ppw)};
    const double ratio = found->eight.flops / found->one.flops;
    return reproduced_if(ratio > 1.1, "from |Q| = 1 to 8: " + digits(found->one.flops / 1e9) + " to " + digits(found->eight.flops / 1e9) +
                                          " GFLOP/s, " + digits(ratio) + " times");
}

Chart roofline_chart(const Findings& findings) {
    Panel panel{.x = {.label = "operations per byte (3 n D |Q| operations, bytes of each method's lower bound)", .logarithmic = true},
        .y = {.label = "float32 operations, GFLOP/s", .logarithmic = true}};
    const double read = findings.read_bytes_per_second / 1e9, flops = findings.fp32_operations_per_second / 1e9;
    panel.reference_lines =
        ceilings_of(findings.read_bytes_per_second, findings.fp32_operations_per_second, 0.05, std::max(100.0, 4 * flops / read));
    for (const std::string& method : findings.methods()) {
        if (!where_it_ran(findings, method).empty()) continue;  // these ceilings are of another device
        Series series{method, {}, colour_of_method(method), false, method != ppw};
        for (const std::int64_t queries : {1, 8})
            if (const MeasuredCase* one = find(findings, imagenet, method, queries, k)) {
                const Place at = place(findings, *one);
                std::string label = method + ", |Q| = " + std::to_string(queries);
                if (method == ppw) {
                    label += ": " + digits(100 * at.share(), 2) + " %";
                    panel.reference_lines.push_back({{{at.intensity, at.flops / 1e9}, {at.intensity, at.ceiling / 1e9}}, "", true});
                }
                series.points.push_back({at.intensity, at.flops / 1e9, 0, 0, label});
            }
        panel.series.push_back(std::move(series));
    }
    const std::string size = findings.sizes().empty() ? "" : tick_text(double(findings.sizes().front()), 1) + " points in 128-D, k = 64";
    return {"Roofline, ceilings measured on this device",
        "Cordeiro & Zola, figure 2: " + size + "; per cent of what is possible at that intensity",
        "Bytes are the least that the method moves, not a profiler's count: the intensity is the highest possible for it.", {panel}};
}

std::vector<TableOfText> roofline_tables(const Findings& findings) {
    TableOfText table{
        "Where each method stands; the paper: |Q| = 1: 1.06 FLOP/byte, 0.53 of 0.64 TFLOP/s (83 %); |Q| = 8: 8.12 FLOP/byte, "
        "0.81 of 4.92 TFLOP/s (16 %)",
        {"method", "|Q|", "FLOP/byte (minimum)", "GFLOP/s", "possible", "share"}, {}};
    for (const MeasuredCase& one : findings.measured) {
        if (one.device != findings.device) continue;
        const Place at = place(findings, one);
        table.rows.push_back({one.asked.method, std::to_string(one.asked.queries), digits(at.intensity),
            with_interval(one.figure([](const MeasuredCase& it, double time) { return operations(it.asked) / time / 1e6; }), 3),
            digits(at.ceiling / 1e9), digits(100 * at.share(), 2) + " %"});
    }
    return {table};
}

}  // namespace

Experiment figure_2() {
    Experiment figure;
    figure.id = "fig-2";
    figure.title = "Figure 2";
    figure.measures = "operations a second against operations per byte, under the ceilings of the device, for |Q| = 1 and 8";
    figure.papers_workload = "1275219 random points in 128-D (ImageNet), |Q| = 1 and 8; K is not stated; bytes are a profiler's";
    figure.workload = [](Scale scale) {
        return std::to_string(imagenet.at(scale)) +
               " points of `vectors:` in 128-D, |Q| = 1 and 8, k = 64; operations 3 n D |Q| and bytes, 4 n D but for ppk, which reads "
               "the points for each query again, are minima by formula, so that the intensity, about 0.75 |Q| and of ppk 0.75, is no "
               "measurement; times and ceilings are";
    };
    figure.cases = roofline_cases;
    figure.claims = {
        {"fig. 2, left", "One query: near the ceiling, bound by memory", "1.06 FLOP/byte; 0.53 of 0.64 TFLOP/s, 83 %",
            "below the ridge, and from 70 to 105 % of the ceiling (more comes from a cache)", near_the_memory},
        {"fig. 2, right", "Eight queries: the processor has capacity left", "8.12 FLOP/byte; 0.81 of 4.92 TFLOP/s, 16 %",
            "less than half the share of the ceiling that one query reaches", far_from_the_processor},
        {"fig. 2", "Eight queries together reach more operations a second than one", "0.53 to 0.81 TFLOP/s, 1.53 times",
            "more than 1.1 times", more_work_gets_done},
    };
    figure.charts = {{"fig-2", roofline_chart}};
    figure.tables = roofline_tables;
    return figure;
}

}  // namespace neighborscope::experiments::cordeiro
