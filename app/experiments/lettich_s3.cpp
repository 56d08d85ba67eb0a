// Lettich et al., study S3: comparison with FLANN's kd-tree on one core, and with nanoflann. Figures 5 and 6.
#include "app/experiments/lettich.hpp"

#include <algorithm>

namespace neighborscope::experiments {
namespace {

using namespace lettich;

constexpr int k_of_sizes = 32;
constexpr std::string_view distributions[] = {"uniform", "hotspots", "roads"};

std::vector<std::int64_t> sizes(Scale scale) {
    if (scale == Scale::quick) return {200, 500};
    if (scale == Scale::laptop) return {2000, 5000, 10000};
    return {100000, 250000, 500000, 1000000, 1500000};
}
std::int64_t objects_of_ks(Scale scale) { return scale == Scale::quick ? 300 : scale == Scale::laptop ? 5000 : 1000000; }
std::vector<int> neighbours_by_k(Scale scale) {
    if (scale == Scale::quick) return {4, 32};
    if (scale == Scale::laptop) return {1, 4, 16, 32, 64, 128};
    return {1, 4, 16, 32, 64, 128, 256, 512};
}

/// A million queries would take a core minutes, so the libraries get fewer queries and their time is scaled.
Case library_case(Scale scale, std::string_view distribution, std::int64_t n, int k, std::string_view method) {
    Case one = tick_case(scale, data_of(distribution, n), n, k, method);
    constexpr std::int64_t enough = 20000;
    if (n > enough) one.queries = enough;
    return one;
}

double ms(const Findings& findings, std::string_view method, std::string_view distribution, std::int64_t n, int k) {
    return tick_ms(find(findings, method, data_of(distribution, n), k));
}
/// Speed-up over FLANN of the quadtree variant for k, or of another method.
double speedup(const Findings& findings, std::string_view distribution, std::int64_t n, int k) {
    const double time = ms(findings, quadtree_for(k), distribution, n, k);
    return time > 0 ? ms(findings, flann, distribution, n, k) / time : 0;
}

/// "uniform 100000: 12, 1000000: 17; hotspots ..."
template <class Values, class Of>
std::string by_distribution(const Values& values, Of of) {
    std::string text;
    for (const std::string_view distribution : distributions)
        text += (text.empty() ? "" : "; ") + std::string(distribution) + " " +
                at_each(values, [&](auto value) { return of(distribution, value); });
    return text;
}

std::string speedups_text(const Findings& findings) {
    return "times as fast as FLANN by objects: " + by_distribution(findings.sizes(), [&](std::string_view distribution, std::int64_t n) {
        return speedup(findings, distribution, n, k_of_sizes);
    });
}

Verdict grows_with_objects(const Findings& findings) {
    if (const auto none = missing(findings, {flann, coalesced})) return *none;
    const std::vector<std::int64_t> all = findings.sizes();
    return reproduced_if(std::all_of(std::begin(distributions), std::end(distributions),
                             [&](std::string_view distribution) {
                                 return speedup(findings, distribution, all.back(), k_of_sizes) >
                                        speedup(findings, distribution, all.front(), k_of_sizes);
                             }),
        speedups_text(findings));
}

Verdict ten_to_twenty(const Findings& findings) {
    if (const auto none = missing(findings, {flann, coalesced})) return *none;
    const std::int64_t n = findings.sizes().back();
    return reproduced_if(std::all_of(std::begin(distributions), std::end(distributions),
                             [&](std::string_view distribution) {
                                 const double times = speedup(findings, distribution, n, k_of_sizes);
                                 return times >= 10 / 1.4 && times <= 20 * 1.4;
                             }),
        speedups_text(findings));
}

Verdict skewed_is_slower(const Findings& findings) {
    if (const auto none = missing(findings, {flann, coalesced})) return *none;
    const std::int64_t n = findings.sizes().back();
    const double uniform = speedup(findings, "uniform", n, k_of_sizes);
    bool below = true;
    for (const std::string_view skewed : {"hotspots", "roads"}) {
        const double its = speedup(findings, skewed, n, k_of_sizes);
        below = below && its < uniform && its > uniform / 2;
    }
    return reproduced_if(below, speedups_text(findings));
}

std::string speedups_by_k(const Findings& findings) {
    const std::int64_t n = findings.sizes().front();
    return "times as fast as FLANN by k: " +
           by_distribution(findings.ks(), [&](std::string_view distribution, int k) { return speedup(findings, distribution, n, k); });
}

/// Whether `holds` is true for the speed-ups by k of every distribution.
template <class Holds>
Verdict for_speedups_by_k(const Findings& findings, Holds holds) {
    if (const auto none = missing(findings, {flann, cached, coalesced})) return *none;
    const std::int64_t n = findings.sizes().front();
    bool all = true;
    for (const std::string_view distribution : distributions) {
        std::vector<double> values;
        for (const int k : findings.ks()) values.push_back(speedup(findings, distribution, n, k));
        all = all && holds(values, *std::max_element(values.begin(), values.end()));
    }
    return reproduced_if(all, speedups_by_k(findings));
}

Verdict rises_first(const Findings& findings) {
    return for_speedups_by_k(findings, [](const std::vector<double>& values, double most) { return most > 1.03 * values.front(); });
}
Verdict falls_at_last(const Findings& findings) {
    return for_speedups_by_k(findings, [](const std::vector<double>& values, double most) { return values.back() < 0.97 * most; });
}

Verdict coalesced_from_a_warp_on(const Findings& findings) {
    if (const auto none = missing(findings, {cached, coalesced})) return *none;
    const std::int64_t n = findings.sizes().front();
    const auto ratio = [&](std::string_view distribution, int k) {
        return ms(findings, cached, distribution, n, k) / ms(findings, coalesced, distribution, n, k);
    };
    bool all = true;
    for (const std::string_view distribution : distributions)
        for (const int k : findings.ks()) all = all && (k >= 32) == (ratio(distribution, k) > 1);
    return reproduced_if(all, "time of cached over coalesced by k: " + by_distribution(findings.ks(), ratio));
}

/// One panel per distribution: all methods, in milliseconds per tick.
Chart chart(const Findings& findings, const std::string& title, const std::string& subtitle, Along along, const std::string& label) {
    Chart chart{title, subtitle, "", {}};
    for (const std::string_view distribution : distributions) {
        Panel panel{.title = std::string(distribution),
            .x = {.label = label, .logarithmic = true},
            .y = {.label = "time of a tick, ms", .logarithmic = true}};
        if (along == Along::n)
            for (const std::int64_t n : findings.sizes()) panel.x.ticks.push_back(double(n));
        else
            for (const int k : findings.ks()) panel.x.ticks.push_back(k);
        for (const std::string& method : findings.methods())
            panel.series.push_back(ticks_of(findings, method, along, [&](const Case& one) { return one.data.starts_with(distribution); }));
        chart.panels.push_back(std::move(panel));
    }
    return chart;
}

std::vector<TableOfText> tables(const Findings& findings) {
    TableOfText table{"Time of a tick, ms", {"data", "k"}, {}};
    const std::vector<std::string> methods = findings.methods();
    for (const std::string& method : methods) table.headers.push_back(legend_of(findings, method));
    for (const std::string_view distribution : distributions)
        for (const std::int64_t n : findings.sizes())
            for (const int k : findings.ks()) {
                table.rows.push_back({data_of(distribution, n), std::to_string(k)});
                for (const std::string& method : methods) {
                    const MeasuredCase* one = find(findings, method, data_of(distribution, n), k);
                    table.rows.back().push_back(one ? with_interval(one->figure(tick_at)) : "-");
                }
            }
    return {table};
}

/// The ticks and queries, including those of the libraries.
std::string ticks_and_all_query_rows(Scale scale) {
    return ticks_and_query_rows(scale) + "; the libraries are asked by 20000 of them where there are more, and their time scaled";
}

}  // namespace

Suite lettich_s3() {
    Suite suite = lettich::suite();
    suite.name = "lettich-s3";
    suite.title = "moving objects: the quadtree against kd-trees of the CPU: figures 5 and 6";
    suite.notes.push_back(
        "FLANN searches exactly, on one core, 32 points a leaf, as the paper sets it; nanoflann, which is ours to compare, "
        "with its default options on all cores. Both rebuild their trees at every tick.");
    suite.notes.push_back(
        "Speed-ups are of the flavour for that k: cached writes below k = 32, coalesced from there on. `leaf-warp` is ours to compare: no "
        "claim rests on it.");
    Experiment by_size;
    by_size.id = "fig-5";
    by_size.title = "Figure 5: by objects";
    by_size.measures = "time of a tick by the number of objects, for three distributions";
    by_size.papers_workload =
        "uniform, gaussian round 25 hotspots, road network; 100000 to 1500000 objects, k only in the figure; 30 ticks, every object is a "
        "query";
    by_size.workload = [](Scale scale) {
        return "`uniform:`, `hotspots:` and `roads:` with " + list_of(sizes(scale)) + " objects, k = " + std::to_string(k_of_sizes) +
               ticks_and_all_query_rows(scale);
    };
    by_size.cases = [](Scale scale) {
        std::vector<Case> all;
        for (const std::string_view distribution : distributions)
            for (const std::int64_t n : sizes(scale)) {
                all.push_back(tick_case(scale, data_of(distribution, n), n, k_of_sizes, quadtree_for(k_of_sizes)));
                for (const std::string_view rival : {flann, nanoflann})
                    all.push_back(library_case(scale, distribution, n, k_of_sizes, rival));
                all.push_back(tick_case(scale, data_of(distribution, n), n, k_of_sizes, leaf_warp));
            }
        return all;
    };
    by_size.claims = {
        {"fig. 5", "The speed-up over FLANN increases with the number of objects", "",
            "on every distribution greater at the most objects than at the fewest", grows_with_objects},
        {"abstract", "Speed-ups are in the order of 10 to 20", "10x - 20x",
            "within a factor of 1.4 of 10 to 20 on every distribution at the most objects", ten_to_twenty},
        {"fig. 5", "Speed-ups with skewed distributions are slightly lower than with uniform ones", "",
            "those of hotspots and roads below that of uniform at the most objects, but more than half of it", skewed_is_slower},
    };
    by_size.charts = {{"fig-5", [](const Findings& findings) {
                           return chart(findings, "Moving objects against kd-trees: time of a tick",
                               "Lettich, figure 5: k = 32, every object is a query", Along::n, "objects");
                       }}};
    by_size.tables = tables;
    Experiment by_k;
    by_k.id = "fig-6";
    by_k.title = "Figure 6: by k";
    by_k.measures = "time of a tick by k, for three distributions and both ways of writing lists";
    by_k.papers_workload =
        "uniform, gaussian round 25 hotspots, road network; 1000000 objects, k from 1 to 512; 30 ticks, every object is a query";
    by_k.workload = [](Scale scale) {
        return "`uniform:`, `hotspots:` and `roads:` with " + std::to_string(objects_of_ks(scale)) +
               " objects, k = " + list_of(neighbours_by_k(scale)) + ticks_and_all_query_rows(scale);
    };
    by_k.cases = [](Scale scale) {
        std::vector<Case> all;
        const std::int64_t n = objects_of_ks(scale);
        for (const std::string_view distribution : distributions)
            for (const int k : neighbours_by_k(scale)) {
                for (const std::string_view own : {cached, coalesced, leaf_warp})
                    all.push_back(tick_case(scale, data_of(distribution, n), n, k, own));
                for (const std::string_view rival : {flann, nanoflann}) all.push_back(library_case(scale, distribution, n, k, rival));
            }
        return all;
    };
    by_k.claims = {
        {"fig. 6", "Increasing k has positive effects on the speed-up up to a certain point", "",
            "on every distribution the best is over 3 % above that of the least k", rises_first},
        {"fig. 6", "When k gets very high the speed-up degrades", "",
            "on every distribution that of the greatest k is over 3 % below the best", falls_at_last},
        {"fig. 6", "Coalesced writes outperform cached ones when k is at least the size of a warp, and the opposite below", "k >= 32",
            "so on every distribution at every k", coalesced_from_a_warp_on},
    };
    by_k.charts = {{"fig-6", [](const Findings& findings) {
                        return chart(findings, "Moving objects against kd-trees: time of a tick by k",
                            "Lettich, figure 6: every object is a query", Along::k, "k");
                    }}};
    by_k.tables = tables;
    suite.experiments = {by_size, by_k};
    return suite;
}

}  // namespace neighborscope::experiments
