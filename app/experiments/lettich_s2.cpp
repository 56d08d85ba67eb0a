// Lettich et al., study S2: comparison with brute force. Figure 4.
#include "app/experiments/lettich.hpp"

#include <algorithm>

namespace neighborscope::experiments {
namespace {

using namespace lettich;

constexpr int k_of_left = 32;
constexpr std::string_view checker = "serial", insertion = "insertion", whole_rows = "selection=full";
constexpr int colour_of_whole_rows = 4;  ///< `insertion` has its own colour

std::vector<std::int64_t> objects_of_left(Scale scale) {
    if (scale == Scale::quick) return {200, 600};
    if (scale == Scale::laptop) return {1000, 2000, 4000, 8000, 16000};
    return {10000, 25000, 50000, 100000, 200000};
}
std::int64_t objects_of_right(Scale scale) { return scale == Scale::quick ? 400 : scale == Scale::laptop ? 4000 : 100000; }
std::vector<int> neighbours_of_right(Scale scale) {
    if (scale == Scale::quick) return {4, 32};
    if (scale == Scale::laptop) return {1, 8, 32, 128};
    return {1, 8, 32, 64, 128, 256, 512};
}

/// Every query costs brute force the same, so it gets fewer queries and its time is scaled.
Case brute_case(Scale scale, std::int64_t n, int k, std::string_view method) {
    Case one = tick_case(scale, data_of("uniform", n), n, k, method);
    const std::int64_t enough = scale == Scale::full ? 10000 : 1000;
    if (n > enough) one.queries = enough;
    return one;
}
/// The paper's cases, and those of methods compared with them.
std::vector<Case> brute_cases(Scale scale, std::int64_t n, int k) {
    std::vector<Case> all = {brute_case(scale, n, k, brute), brute_case(scale, n, k, insertion), brute_case(scale, n, k, insertion)};
    all.back().options = {{"selection", "full"}};
    return all;
}
bool sorts_whole_rows(const Case& one) { return one.method == insertion && one.options.count("selection") > 0; }

double quadtree_ms(const Findings& findings, std::int64_t n, int k) {
    return tick_ms(find(findings, quadtree_for(k), data_of("uniform", n), k));
}
/// Time of the brute force that claims use: whole rows sorted, or `bulk-heap` if that was not measured.
double brute_ms(const Findings& findings, std::int64_t n, int k) {
    const MeasuredCase* const papers = find(findings, insertion, data_of("uniform", n), k, std::string(whole_rows));
    return tick_ms(papers ? papers : find(findings, brute, data_of("uniform", n), k));
}
double speedup(const Findings& findings, std::int64_t n, int k) {
    const double time = quadtree_ms(findings, n, k);
    return time > 0 ? brute_ms(findings, n, k) / time : 0;
}

/// Says that "serial" found the same lists, or which lists differ.
std::string checked_text(const Findings& findings) {
    std::string text;
    for (const MeasuredCase& one : findings.measured)
        if (one.other_lists > 0)
            text += (text.empty() ? "" : "; ") + one.asked.method + ", k = " + std::to_string(one.asked.k) + ", " + one.asked.data + ": " +
                    std::to_string(one.other_lists) + " lists differ";
    return text;
}

Verdict outperforms(const Findings& findings) {
    if (const auto none = missing(findings, {brute, coalesced})) return *none;
    const std::vector<std::int64_t> all = findings.sizes();
    const double few = speedup(findings, all.front(), k_of_left), many = speedup(findings, all.back(), k_of_left);
    return reproduced_if(many >= 10 && many > few,
        "times as fast as brute force by objects: " + at_each(all, [&](std::int64_t n) { return speedup(findings, n, k_of_left); }));
}

Verdict brute_is_quadratic(const Findings& findings) {
    if (const auto none = missing(findings, {brute})) return *none;
    const std::vector<std::int64_t> all = findings.sizes();
    const double least = brute_ms(findings, all.front(), k_of_left), most = brute_ms(findings, all.back(), k_of_left);
    const double ratio = double(all.back()) / double(all.front());
    return reproduced_if(most > 0.5 * ratio * ratio * least && most < 2 * ratio * ratio * least,
        digits(ratio) + " times the objects take brute force " + digits(most / least) + " times as long");
}

Verdict same_lists(const Findings& findings) {
    if (const auto none = missing(findings, {checker, brute, coalesced})) return *none;
    const std::string differ = checked_text(findings);
    return reproduced_if(differ.empty(), differ.empty() ? "all lists of the first tick are alike where the same objects ask" : differ);
}

Verdict brute_does_not_depend_on_k(const Findings& findings) {
    if (const auto none = missing(findings, {brute})) return *none;
    const std::int64_t n = findings.sizes().front();
    double low = brute_ms(findings, n, findings.ks().front()), high = low;
    for (const int k : findings.ks()) {
        low = std::min(low, brute_ms(findings, n, k));
        high = std::max(high, brute_ms(findings, n, k));
    }
    const bool papers = std::any_of(
        findings.measured.begin(), findings.measured.end(), [](const MeasuredCase& one) { return sorts_whole_rows(one.asked); });
    return reproduced_if(high <= 1.1 * low, "a tick by k, ms: " + at_each(findings.ks(), [&](int k) { return brute_ms(findings, n, k); }) +
                                                (papers ? "" : "; heaps of k are kept here, the paper's brute force sorts whole rows"));
}

Verdict k_slows_the_quadtree(const Findings& findings) {
    if (const auto none = missing(findings, {cached, coalesced})) return *none;
    const std::int64_t n = findings.sizes().front();
    const std::vector<int> all = findings.ks();
    bool ascends = true;
    for (std::size_t i = 1; i < all.size(); ++i)
        ascends = ascends && quadtree_ms(findings, n, all[i]) > 0.97 * quadtree_ms(findings, n, all[i - 1]);
    return reproduced_if(ascends, "a tick by k, ms: " + at_each(all, [&](int k) { return quadtree_ms(findings, n, k); }));
}

Verdict advantage_falls(const Findings& findings) {
    if (const auto none = missing(findings, {brute, cached, coalesced})) return *none;
    const std::int64_t n = findings.sizes().front();
    const std::vector<int> all = findings.ks();
    return reproduced_if(speedup(findings, n, all.back()) < speedup(findings, n, all.front()),
        "times as fast as brute force by k: " + at_each(all, [&](int k) { return speedup(findings, n, k); }));
}

/// The quadtree variant for each k, brute force, and leaf-warp.
std::vector<Series> both(const Findings& findings, Along along) {
    std::vector<Series> all;
    const auto add = [&](Series series) {
        if (!series.points.empty()) all.push_back(std::move(series));
    };
    for (const std::string_view method : {cached, coalesced, brute, insertion, leaf_warp})
        add(ticks_of(findings, method, along, [](const Case& one) { return !sorts_whole_rows(one); }));
    Series whole = ticks_of(findings, insertion, along, sorts_whole_rows);
    whole.name += ", whole rows";
    whole.series_colour = colour_of_whole_rows;
    add(std::move(whole));
    return all;
}

Chart figure_4_left(const Findings& findings) {
    Panel panel{.x = {.label = "objects", .logarithmic = true}, .y = {.label = "time of a tick, ms", .logarithmic = true}};
    for (const std::int64_t n : findings.sizes()) panel.x.ticks.push_back(double(n));
    panel.series = both(findings, Along::n);
    return {"Moving objects against brute force: time of a tick", "Lettich, figure 4, left: uniform, k = 32, every object is a query", "",
        {panel}};
}

Chart figure_4_right(const Findings& findings) {
    Panel panel{.x = {.label = "k", .logarithmic = true}, .y = {.label = "time of a tick, ms", .logarithmic = true}};
    for (const int k : findings.ks()) panel.x.ticks.push_back(k);
    panel.series = both(findings, Along::k);
    return {"Moving objects against brute force: time of a tick by k",
        "Lettich, figure 4, right: uniform, " + (findings.sizes().empty() ? std::string() : std::to_string(findings.sizes().front())) +
            " objects, every object is a query",
        "", {panel}};
}

std::vector<TableOfText> figure_4_tables(const Findings& findings) {
    TableOfText table{"Time of a tick, ms", {"objects", "k"}, {}};
    const std::vector<std::string> methods = findings.methods();
    for (const std::string& method : methods) table.headers.push_back(legend_of(findings, method));
    table.headers.push_back(std::string(insertion) + ", whole rows");
    for (const std::int64_t n : findings.sizes())
        for (const int k : findings.ks()) {
            std::vector<std::string> row = {std::to_string(n), std::to_string(k)};
            for (const std::string& method : methods) {
                const MeasuredCase* one = find(findings, method, data_of("uniform", n), k);
                if (!one) one = find(findings, method, data_of("uniform", n), k, "selection=partial");
                row.push_back(one ? with_interval(one->figure(tick_at)) : "-");
            }
            const MeasuredCase* const whole = find(findings, insertion, data_of("uniform", n), k, std::string(whole_rows));
            row.push_back(whole ? with_interval(whole->figure(tick_at)) : "-");
            table.rows.push_back(std::move(row));
        }
    return {table};
}

std::string fewer(Scale scale) {
    return "; brute force is asked by " + std::string(scale == Scale::full ? "10000" : "1000") +
           " of them where there are more, and its time scaled";
}

}  // namespace

Suite lettich_s2() {
    Suite suite = lettich::suite();
    suite.name = "lettich-s2";
    suite.title = "moving objects: the quadtree against brute force: figure 4";
    suite.notes.push_back(
        "The paper's brute force is that of Garcia et al. Its time does not depend on k, so it is `insertion` with `selection=full` here, "
        "which sorts whole rows (by comb sort): claims are judged by it. Where that is not measured, `bulk-heap` stands for it. "
        "`insertion` as its paper describes it, and `bulk-heap`, stand beside; `serial` checks the lists.");
    suite.notes.push_back("The quadtree writes cached below k = 32, coalesced from there on: the better of the paper's flavours.");
    suite.notes.push_back("`leaf-warp` is ours to compare: no claim rests on it.");
    Experiment left;
    left.id = "fig-4-left";
    left.title = "Figure 4, left: by objects";
    left.measures = "time of a tick by the number of objects, against brute force";
    left.papers_workload = "uniform, sizes and k only in the figure; 30 ticks, every object is a query";
    left.workload = [](Scale scale) {
        return "`uniform:` with " + list_of(objects_of_left(scale)) + " objects, k = " + std::to_string(k_of_left) +
               ticks_and_query_rows(scale) + fewer(scale);
    };
    left.cases = [](Scale scale) {
        std::vector<Case> all;
        for (const std::int64_t n : objects_of_left(scale)) {
            if (n == objects_of_left(scale).front()) {
                all.push_back(tick_case(scale, data_of("uniform", n), n, k_of_left, checker));
                all.back().options = {{"selection", "partial"}};
                all.back().repeats = 1;
            }
            all.push_back(tick_case(scale, data_of("uniform", n), n, k_of_left, quadtree_for(k_of_left)));
            for (Case& one : brute_cases(scale, n, k_of_left)) all.push_back(std::move(one));
            all.push_back(tick_case(scale, data_of("uniform", n), n, k_of_left, leaf_warp));
        }
        return all;
    };
    left.claims = {
        {"fig. 4 left", "The quadtree heavily outperforms brute force as soon as the number of objects is relevant", "",
            "at least 10 times as fast at the most objects, and more than at the fewest", outperforms},
        {"section 7", "The brute-force approach is quadratic", "",
            "from the fewest to the most objects within a factor of 2 of their ratio squared", brute_is_quadratic},
        {"section 2.3", "Both give the same lists (equal distances: here the smaller index always wins)", "",
            "no list differs at the first tick, `serial`'s being the first", same_lists},
    };
    left.charts = {{"fig-4-left", figure_4_left}};
    left.tables = figure_4_tables;
    Experiment right;
    right.id = "fig-4-right";
    right.title = "Figure 4, right: by k";
    right.measures = "time of a tick by k, against brute force";
    right.papers_workload = "100000 objects, uniform, k only in the figure; 30 ticks, every object is a query";
    right.workload = [](Scale scale) {
        return "`uniform:` with " + std::to_string(objects_of_right(scale)) + " objects, k = " + list_of(neighbours_of_right(scale)) +
               ticks_and_query_rows(scale) + fewer(scale);
    };
    right.cases = [](Scale scale) {
        std::vector<Case> all;
        const std::int64_t n = objects_of_right(scale);
        for (const int k : neighbours_of_right(scale)) {
            all.push_back(tick_case(scale, data_of("uniform", n), n, k, quadtree_for(k)));
            for (Case& one : brute_cases(scale, n, k)) all.push_back(std::move(one));
            all.push_back(tick_case(scale, data_of("uniform", n), n, k, leaf_warp));
        }
        return all;
    };
    right.claims = {
        {"fig. 4 right", "The time of brute force does not depend on k", "", "at most 10 % between the least and the greatest",
            brute_does_not_depend_on_k},
        {"fig. 4 right", "The time of the quadtree increases with k", "", "it ascends (3 % is noise)", k_slows_the_quadtree},
        {"fig. 4 right", "That reduces its advantage", "", "the speed-up at the greatest k is below that at the least", advantage_falls},
    };
    right.charts = {{"fig-4-right", figure_4_right}};
    right.tables = figure_4_tables;
    suite.experiments = {left, right};
    return suite;
}

}  // namespace neighborscope::experiments
