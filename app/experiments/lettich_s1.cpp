// Lettich et al., study S1: the capacity of a leaf, by k and by skewness. Figure 3.
#include "app/experiments/lettich.hpp"

#include <algorithm>
#include <cmath>

namespace neighborscope::experiments {
namespace {

using namespace lettich;

constexpr double near_best = 1.2;

std::int64_t objects(Scale scale) { return scale == Scale::quick ? 600 : scale == Scale::laptop ? 10000 : 500000; }

std::vector<int> capacities(Scale scale) {
    if (scale == Scale::quick) return {8, 64, 512};
    if (scale == Scale::laptop) return {8, 16, 32, 64, 128, 256, 512};
    return {16, 32, 64, 128, 256, 512, 1024, 2048};
}
std::vector<int> neighbours(Scale scale) {
    if (scale == Scale::quick) return {4, 16};
    if (scale == Scale::laptop) return {8, 32, 128};
    return {8, 32, 128, 512};
}
std::vector<int> hotspots(Scale scale) {
    if (scale == Scale::quick) return {1, 25};
    return {1, 5, 25, 100, 200};
}
constexpr int k_of_right = 32;

Case with_capacity(Scale scale, std::string data, int k, int capacity) {
    Case one = tick_case(scale, std::move(data), objects(scale), k, cached);
    one.options = {{"leaf-capacity", std::to_string(capacity)}};
    return one;
}

/// One curve: times by capacity.
struct Curve {
    std::string name;
    std::vector<int> capacity;
    std::vector<double> time;
    std::vector<Mean> mean;  ///< the same with its interval
    Mean without = {};       ///< for leaf-warp, whose leaves always hold 32

    std::size_t best() const { return std::size_t(std::min_element(time.begin(), time.end()) - time.begin()); }
    double least() const { return time[best()]; }
    /// Least and greatest capacity around the best one whose times are at most near_best of its time.
    std::pair<int, int> range() const {
        std::size_t low = best(), high = low;
        while (low > 0 && time[low - 1] <= near_best * least()) --low;
        while (high + 1 < time.size() && time[high + 1] <= near_best * least()) ++high;
        return {capacity[low], capacity[high]};
    }
    std::string text() const { return name + ": " + std::to_string(range().first) + " to " + std::to_string(range().second); }
};

/// The curves of an experiment in the order of its cases, grouped by k and data.
std::vector<Curve> curves(const Findings& findings, const std::function<std::string(const Case&)>& name) {
    std::vector<Curve> all;
    for (const MeasuredCase& one : findings.measured) {
        const std::string its = name(one.asked);
        auto found = std::find_if(all.begin(), all.end(), [&](const Curve& curve) { return curve.name == its; });
        if (found == all.end()) found = all.insert(all.end(), Curve{its, {}, {}, {}, {}});
        if (one.asked.method == leaf_warp) {
            found->without = one.figure(tick_at);
            continue;
        }
        found->capacity.push_back(std::stoi(one.asked.options.at("leaf-capacity")));
        found->time.push_back(tick_ms(&one));
        found->mean.push_back(one.figure(tick_at));
    }
    return all;
}
std::vector<Curve> by_k(const Findings& findings) {
    return curves(findings, [](const Case& one) { return "k = " + std::to_string(one.k); });
}
std::vector<Curve> by_hotspots(const Findings& findings) {
    return curves(findings, [](const Case& one) {
        const std::string count = one.data.substr(one.data.rfind('=') + 1);
        return count + (count == "1" ? " hotspot" : " hotspots");
    });
}

std::string ranges(const std::vector<Curve>& all) {
    std::string text = "capacities within 20 % of the fastest: ";
    for (const Curve& curve : all) text += (&curve == all.data() ? "" : "; ") + curve.text();
    return text;
}

Verdict optimum_inside(const Findings& findings) {
    if (const auto none = missing(findings, {cached})) return *none;
    const std::vector<Curve> all = by_k(findings);
    return reproduced_if(std::all_of(all.begin(), all.end(),
                             [](const Curve& curve) { return std::min(curve.time.front(), curve.time.back()) > 1.03 * curve.least(); }),
        ranges(all));
}

Verdict ranges_are_wide(const Findings& findings) {
    if (const auto none = missing(findings, {cached})) return *none;
    const std::vector<Curve> all = by_k(findings);
    return reproduced_if(
        std::all_of(all.begin(), all.end(), [](const Curve& curve) { return curve.range().second >= 2 * curve.range().first; }),
        ranges(all));
}

Verdict grows_again(const Findings& findings) {
    if (const auto none = missing(findings, {cached})) return *none;
    const std::vector<Curve> all = by_k(findings);
    std::string text = "time at the greatest capacity over the least: ";
    int grow = 0;
    for (const Curve& curve : all) {
        grow += curve.time.back() > 1.03 * curve.least();
        text += (&curve == all.data() ? "" : ", ") + curve.name + ": " + digits(curve.time.back() / curve.least());
    }
    return reproduced_if(2 * grow > int(all.size()), text);
}

Verdict k_costs(const Findings& findings) {
    if (const auto none = missing(findings, {cached})) return *none;
    const std::vector<Curve> all = by_k(findings);
    std::string text = "a tick at its best capacity: ";
    for (const Curve& curve : all) text += (&curve == all.data() ? "" : ", ") + curve.name + ": " + digits(curve.least()) + " ms";
    return reproduced_if(
        std::is_sorted(all.begin(), all.end(), [](const Curve& a, const Curve& b) { return a.least() < b.least(); }), text);
}

Verdict skewness_does_not_matter(const Findings& findings) {
    if (const auto none = missing(findings, {cached})) return *none;
    const std::vector<Curve> all = by_hotspots(findings);
    const Curve& even = all.back();  // the one with the most hotspots
    double worst = 0;
    for (const Curve& curve : all) worst = std::max(worst, curve.time[even.best()] / curve.least());
    return reproduced_if(worst <= near_best, "the best capacity of " + even.name + ", " + std::to_string(even.capacity[even.best()]) +
                                                 ", takes at most " + digits(worst) + " times the least time of any; " + ranges(all));
}

Chart chart(const std::string& title, const std::string& subtitle, const std::vector<Curve>& all) {
    Panel panel{
        .x = {.label = "objects of a leaf at most", .logarithmic = true}, .y = {.label = "time of a tick, ms", .logarithmic = true}};
    if (!all.empty()) panel.x.ticks.assign(all.front().capacity.begin(), all.front().capacity.end());
    for (std::size_t i = 0; i < all.size(); ++i) {
        Series series{all[i].name, {}, int(i) % series_colours};
        for (std::size_t j = 0; j < all[i].time.size(); ++j) {
            const double time = all[i].time[j], interval = all[i].mean[j].interval;
            series.points.push_back({double(all[i].capacity[j]), time});
            if (interval > 0) series.points.back().low = time - interval, series.points.back().high = time + interval;
        }
        panel.series.push_back(std::move(series));
        if (const double time = all[i].without.mean; all[i].without.runs > 0)
            panel.reference_lines.push_back({{{double(all[i].capacity.front()), time}, {double(all[i].capacity.back()), time}},
                i + 1 == all.size() ? "dashed: leaf-warp" : "", true, int(i) % series_colours});
    }
    return {title, subtitle, "", {panel}};
}

TableOfText table(const std::string& title, const std::vector<Curve>& all) {
    TableOfText table{title, {"leaf-capacity"}, {}};
    for (const Curve& curve : all) table.headers.push_back(curve.name + ", ms");
    for (std::size_t row = 0; !all.empty() && row < all.front().capacity.size(); ++row) {
        table.rows.push_back({std::to_string(all.front().capacity[row])});
        for (const Curve& curve : all) table.rows.back().push_back(row < curve.time.size() ? with_interval(curve.mean[row]) : "-");
    }
    table.rows.push_back({"leaf-warp"});
    for (const Curve& curve : all) table.rows.back().push_back(with_interval(curve.without));
    return table;
}

}  // namespace

Suite lettich_s1() {
    Suite suite = lettich::suite();
    suite.name = "lettich-s1";
    suite.title = "moving objects: how many a leaf may hold, by k and by skewness: figure 3";
    suite.notes.push_back("The variant is `quadtree-cached`, which the paper has in mind where it names none.");
    suite.notes.push_back("`leaf-warp`, which is ours to compare, has leaves of 32 objects whatever the capacity: a dashed line.");
    Experiment left;
    left.id = "fig-3-left";
    left.title = "Figure 3, left: capacity by k";
    left.measures = "time of a tick by the objects that a leaf may hold, for several k";
    left.papers_workload = "uniform, capacities and k only in the figure; 30 ticks, every object is a query";
    left.workload = [](Scale scale) {
        return "`uniform:` with " + std::to_string(objects(scale)) + " objects, capacities " + list_of(capacities(scale)) +
               ", k = " + list_of(neighbours(scale)) + ticks_and_query_rows(scale);
    };
    left.cases = [](Scale scale) {
        std::vector<Case> all;
        const std::string data = data_of("uniform", objects(scale));
        for (const int k : neighbours(scale)) {
            for (const int capacity : capacities(scale)) all.push_back(with_capacity(scale, data, k, capacity));
            all.push_back(tick_case(scale, data, objects(scale), k, leaf_warp));
        }
        return all;
    };
    left.claims = {
        {"fig. 3 left", "Each k has a range of capacities for which the time is least", "",
            "at every k both the least and the greatest capacity take over 3 % more than the best", optimum_inside},
        {"fig. 3 left", "These ranges are relatively wide", "",
            "at every k the capacities within 20 % of the fastest span a factor of 2 or more", ranges_are_wide},
        {"fig. 3 left", "The time increases again when the capacity gets too high, if not evidently for every k", "",
            "at most k the greatest capacity takes over 3 % more than the best", grows_again},
        {"fig. 3 left", "The time increases with k", "", "that at the best capacity ascends", k_costs},
    };
    left.charts = {{"fig-3-left", [](const Findings& findings) {
                        return chart("Moving objects: time of a tick by leaf capacity",
                            "Lettich, figure 3, left: uniform, every object is a query", by_k(findings));
                    }}};
    left.tables = [](const Findings& findings) {
        return std::vector<TableOfText>{table("Time of a tick by capacity and k", by_k(findings))};
    };
    Experiment right;
    right.id = "fig-3-right";
    right.title = "Figure 3, right: capacity by skewness";
    right.measures = "time of a tick by the objects that a leaf may hold, for several numbers of hotspots";
    right.papers_workload =
        "500000 objects round hotspots, their numbers, capacities and k only in the figure; 30 ticks, every object is a query";
    right.workload = [](Scale scale) {
        return "`hotspots:` with " + std::to_string(objects(scale)) + " objects round " + list_of(hotspots(scale)) +
               " hotspots, capacities " + list_of(capacities(scale)) + ", k = " + std::to_string(k_of_right) + ticks_and_query_rows(scale);
    };
    right.cases = [](Scale scale) {
        std::vector<Case> all;
        for (const int count : hotspots(scale)) {
            const std::string data = data_of("hotspots", objects(scale), count);
            for (const int capacity : capacities(scale)) all.push_back(with_capacity(scale, data, k_of_right, capacity));
            all.push_back(tick_case(scale, data, objects(scale), k_of_right, leaf_warp));
        }
        return all;
    };
    right.claims = {{"fig. 3 right", "The skewness does not influence the best range of capacities, if not marginally", "",
        "the best capacity of the most hotspots takes at most 20 % more than the best at any number of them", skewness_does_not_matter}};
    right.charts = {{"fig-3-right", [](const Findings& findings) {
                         return chart("Moving objects: time of a tick by leaf capacity and skewness",
                             "Lettich, figure 3, right: round hotspots, k = 32, every object is a query", by_hotspots(findings));
                     }}};
    right.tables = [](const Findings& findings) {
        return std::vector<TableOfText>{table("Time of a tick by capacity and hotspots", by_hotspots(findings))};
    };
    suite.experiments = {left, right};
    return suite;
}

}  // namespace neighborscope::experiments
