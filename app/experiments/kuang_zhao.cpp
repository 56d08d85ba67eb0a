// Q. Kuang, L. Zhao: k-NN classification of the Adult data. Table I, figures 4 and 5, section IV.
#include "app/experiments/kuang_zhao.hpp"

#include "app/data/load/reader.hpp"
#include "app/experiments/labelled.hpp"
#include "gpu/error.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>

namespace neighborscope::experiments {
namespace kuang {
namespace {

constexpr std::string_view serial = "serial", brute = "faiss-flat-cpu";
constexpr std::string_view kd_trees[] = {"flann-kdtree", "nanoflann"};
constexpr int features = 123;
constexpr int few_votes[] = {1, 3, 5, 9, k};

/// Milliseconds of table I.
struct Row {
    double t1, t2, t3;
    double all() const { return t1 + t2 + t3; }
};
/// One of the paper's two data sets, with its measurements. The files are LIBSVM's; its test set is the training set here.
struct Adult {
    const char* name;
    std::int64_t training, test;
    Row gpu, cpu;
    double over_cpu, over_ann;  ///< speed-ups of the GPU over these, figure 4
};
constexpr std::array adults{
    Adult{"a1a", 30956, 1605, {828, 2484, 16}, {77871, 30645, 15}, 32.61, 14.98},
    Adult{"a2a", 30296, 2265, {1141, 3233, 16}, {110492, 42752, 16}, 34.91, 15.36},
};

/// The source of a set's rows.
struct Rows {
    std::string training, test;
};
using Files = std::array<Rows, adults.size()>;  // empty names: generate rows

int share_of(Scale scale) { return scale == Scale::quick ? 100 : scale == Scale::laptop ? 10 : 1; }
std::int64_t part(std::int64_t rows, Scale scale) { return rows / share_of(scale); }

Rows rows_of(const Files& files, std::size_t which, Scale scale) {
    if (!files[which].training.empty()) return files[which];
    const auto made = [&](std::int64_t rows, std::size_t seed) {
        return "one-hot:n=" + std::to_string(part(rows, scale)) + ",seed=" + std::to_string(seed);
    };
    return {made(adults[which].training, 2 * which + 1), made(adults[which].test, 2 * which + 2)};
}

std::vector<Case> adult_cases(const Files& files, Scale scale) {
    std::vector<Case> all;
    for (std::size_t which = 0; which < adults.size(); ++which) {
        const Rows rows = rows_of(files, which, scale);
        const auto add = [&](std::string_view method, double time_budget_ms, bool phases) {
            all.push_back({.data = rows.training,
                .n = part(adults[which].training, scale),
                .dimension = features,
                .queries = part(adults[which].test, scale),
                .k = k,
                .method = std::string(method),
                .repeats = scale == Scale::quick ? 3 : 10,
                .time_budget_ms = scale == Scale::quick ? std::min(time_budget_ms, 300.0) : time_budget_ms,
                .phases = phases,
                .test = rows.test,
                .paper_name = adults[which].name});
        };
        add(serial, 60000, true);  // at full scale a run takes ten seconds, and three are needed
        all.back().options = {{"selection", "quicksort"}};
        add(tiled, 1000, true);
        for (const Method& method : methods())
            if (method.info.supports.cuda && method.info.name != tiled) add(method.info.name, scale == Scale::quick ? 30 : 300, true);
        for (const std::string_view library : kd_trees) add(library, 3000, false);
        add(brute, 3000, false);
    }
    return all;
}

// ---- Access to measurements -----------------------------------------------------------------------------------------------------

const MeasuredCase* find(const Findings& findings, std::string_view set, std::string_view method) {
    for (const MeasuredCase& one : findings.measured)
        if (one.asked.paper_name == set && one.asked.method == method) return &one;
    return nullptr;
}

constexpr std::string_view t1_phases[] = {"T1 distances", "distances"}, t3_phases[] = {labels_phase},
                           list_phases[] = {"exact distances", "order"};

double sum(const MeasuredCase& one) {
    double all = 0;
    for (const MeasuredPhase& phase : one.phases) all += mean_of(phase.milliseconds).mean;
    return all;
}
double t3(const MeasuredCase& one) { return one.phases_ms(t3_phases); }
double lists_ms(const MeasuredCase& one) { return one.phases_ms(list_phases); }
/// T1 + T2, if phases were measured.
double search_ms(const MeasuredCase& one) { return std::max(sum(one) - t3(one) - lists_ms(one), 0.0); }
/// T2; 0 if distances are not a separate phase.
double t2(const MeasuredCase& one) { return distances_ms(one) > 0 ? search_ms(one) - distances_ms(one) : 0; }
double overall_at(const MeasuredCase& one, double milliseconds) { return milliseconds + t3(one); }
double overall(const MeasuredCase& one) { return overall_at(one, one.total().mean); }

/// Returns the faster kd-tree of those measured on a set; null if there is none.
const MeasuredCase* kd_tree(const Findings& findings, std::string_view set) {
    const MeasuredCase* best = nullptr;
    for (const std::string_view method : kd_trees)
        if (const MeasuredCase* one = find(findings, set, method); one && (!best || overall(*one) < overall(*best))) best = one;
    return best;
}

/// Sets on which both methods were measured.
struct Pair {
    const Adult* adult;
    const MeasuredCase *one, *other;
};
using Finder = std::function<const MeasuredCase*(std::string_view set)>;
Finder finder(const Findings& findings, std::string_view method) {
    return [&findings, method](std::string_view set) { return find(findings, set, method); };
}
std::vector<Pair> pairs(const Finder& one, const Finder& other) {
    std::vector<Pair> all;
    for (const Adult& adult : adults)
        if (const MeasuredCase* a = one(adult.name), *b = other(adult.name); a && b) all.push_back({&adult, a, b});
    return all;
}

/// "a1a: 33.2, a2a: 35.1"
template <class Of>
std::string at_each(const std::vector<Pair>& all, Of of) {
    std::string text;
    for (const Pair& pair : all) text += (text.empty() ? "" : ", ") + std::string(pair.adult->name) + ": " + of(pair);
    return text;
}

/// "tiled-radix", or a text that it did not run on a GPU.
std::string gpu_name(const Findings& findings) {
    return std::string(tiled) + (findings.device == DeviceKind::host ? " (on the host device: no GPU)" : "");
}

// ---- Claims --------------------------------------------------------------------------------------------------------------------

/// Whether `of`(other) is at least `least` times `of`(one) on every set: a minimum speed-up.
Verdict times_as_fast(
    const std::vector<Pair>& all, double least, const std::string& who, const std::function<double(const MeasuredCase&)>& of) {
    const auto ratio = [&](const Pair& pair) { return of(*pair.one) > 0 ? of(*pair.other) / of(*pair.one) : 0; };
    return reproduced_if(std::all_of(all.begin(), all.end(), [&](const Pair& pair) { return ratio(pair) >= least; }),
        who + " " + at_each(all, [&](const Pair& pair) { return digits(ratio(pair)); }));
}

Verdict over_cpu(const Findings& findings) {
    if (const auto none = missing(findings, {serial, tiled})) return *none;
    return times_as_fast(pairs(finder(findings, tiled), finder(findings, serial)), 30,
        gpu_name(findings) + " is so many times as fast as serial, which sorts whole rows:", overall);
}

Verdict over_kd_tree(const Findings& findings) {
    if (const auto none = missing(findings, {tiled})) return *none;
    const auto all = pairs(finder(findings, tiled), [&](std::string_view set) { return kd_tree(findings, set); });
    if (all.empty()) return {Outcome::not_measured, findings.why_missing(kd_trees[0]) + "; " + findings.why_missing(kd_trees[1])};
    return times_as_fast(all, 10, gpu_name(findings) + " is so many times as fast as " + all.front().other->asked.method + ":", overall);
}

Verdict over_brute(const Findings& findings) {
    if (const auto none = missing(findings, {tiled, brute})) return *none;
    return times_as_fast(pairs(finder(findings, tiled), finder(findings, brute)), 10,
        gpu_name(findings) + " is so many times as fast as " + std::string(brute) + ":", overall);
}

Verdict distances_gain(const Findings& findings) {
    if (const auto none = missing(findings, {serial, tiled})) return *none;
    return times_as_fast(
        pairs(finder(findings, tiled), finder(findings, serial)), 90, "T1 of serial over T1 of " + gpu_name(findings) + ":", distances_ms);
}

Verdict sort_gains(const Findings& findings) {
    if (const auto none = missing(findings, {serial, tiled})) return *none;
    return times_as_fast(
        pairs(finder(findings, tiled), finder(findings, serial)), 10, "T2 of serial over T2 of " + gpu_name(findings) + ":", t2);
}

Verdict distances_gain_more(const Findings& findings) {
    if (const auto none = missing(findings, {serial, tiled})) return *none;
    const auto all = pairs(finder(findings, tiled), finder(findings, serial));
    const auto more = [](const Pair& pair) {
        return distances_ms(*pair.other) * t2(*pair.one) > t2(*pair.other) * distances_ms(*pair.one);
    };
    return reproduced_if(std::all_of(all.begin(), all.end(), more),
        "gain of T1 and of T2, " + gpu_name(findings) + " over serial: " + at_each(all, [](const Pair& pair) {
            return digits(distances_ms(*pair.other) / distances_ms(*pair.one)) + " and " + digits(t2(*pair.other) / t2(*pair.one));
        }));
}

double share_of_t1(const MeasuredCase& one) { return 100 * distances_ms(one) / std::max(search_ms(one) + t3(one), 1e-12); }

Verdict shares(const Findings& findings, std::string_view method, bool distances_are_most) {
    if (const auto none = missing(findings, {method})) return *none;
    const auto all = pairs(finder(findings, method), finder(findings, method));
    const auto is = [&](const Pair& pair) {
        return distances_are_most ? share_of_t1(*pair.one) > 50 : t2(*pair.one) > distances_ms(*pair.one) + t3(*pair.one);
    };
    return reproduced_if(std::all_of(all.begin(), all.end(), is),
        "T1 / (T1 + T2 + T3) of " + (method == tiled ? gpu_name(findings) : std::string(method)) +
            " in percent: " + at_each(all, [](const Pair& pair) { return digits(share_of_t1(*pair.one)); }));
}

Verdict labels_take_little(const Findings& findings) {
    if (const auto none = missing(findings, {tiled})) return *none;
    const auto all = pairs(finder(findings, tiled), finder(findings, tiled));
    const auto of_all = [](const Pair& pair) { return t3(*pair.one) * double(pair.adult->test) / double(pair.one->asked.asked()); };
    return reproduced_if(std::all_of(all.begin(), all.end(), [&](const Pair& pair) { return of_all(pair) <= 20; }),
        "T3 in ms: " + at_each(all, [&](const Pair& pair) {
            const std::int64_t asked = pair.one->asked.asked();
            return digits(of_all(pair)) + (asked == pair.adult->test ? "" : ", scaled from " + std::to_string(asked) + " rows");
        }));
}

Verdict labels_are_negligible(const Findings& findings) {
    if (const auto none = missing(findings, {tiled})) return *none;
    const auto all = pairs(finder(findings, tiled), finder(findings, tiled));
    const auto share = [](const Pair& pair) { return 100 * t3(*pair.one) / std::max(overall(*pair.one), 1e-12); };
    return reproduced_if(std::all_of(all.begin(), all.end(), [&](const Pair& pair) { return share(pair) < 5; }),
        "T3 is so many percent of the whole of " + gpu_name(findings) + ": " +
            at_each(all, [&](const Pair& pair) { return digits(share(pair)); }));
}

/// Percent of rows that the first `votes` neighbours classify correctly; -1 without classes.
double accuracy(const MeasuredCase& one, int votes) {
    return int(one.correct.size()) < votes ? -1 : 100 * double(one.correct[std::size_t(votes) - 1]) / double(one.asked.asked());
}

/// The paper's three methods and the brute-force library, if measured.
std::vector<std::string> compared_methods(const Findings& findings) {
    std::vector<std::string> all = {std::string(tiled), std::string(serial)};
    for (const std::string_view tree : kd_trees) all.emplace_back(tree);
    all.emplace_back(brute);
    std::erase_if(all, [&](const std::string& method) { return missing(findings, {method}).has_value(); });
    return all;
}

/// Returns why accuracies cannot be compared: missing methods, or no classes.
std::optional<Verdict> without_accuracy(const Findings& findings) {
    if (auto none = missing(findings, {tiled, serial})) return none;
    if (compared_methods(findings).size() < 3)
        return Verdict{Outcome::not_measured, findings.why_missing(kd_trees[0]) + "; " + findings.why_missing(brute)};
    for (const Adult& adult : adults)
        for (const std::string& method : compared_methods(findings))
            if (const MeasuredCase* one = find(findings, adult.name, method); one && !one->correct.empty()) return std::nullopt;
    return Verdict{Outcome::not_measured, "no row of the test sets has a class to compare with"};
}

/// Compares least and greatest accuracy of the methods on each set.
Verdict accuracies_within(const Findings& findings, double points) {
    if (const auto none = without_accuracy(findings)) return *none;
    bool within = true;
    std::string text;
    for (const Adult& adult : adults) {
        double low = INFINITY, high = -1;
        for (const std::string& method : compared_methods(findings)) {
            const MeasuredCase* one = find(findings, adult.name, method);
            const double percent = one ? accuracy(*one, k) : -1;
            if (percent >= 0) low = std::min(low, percent), high = std::max(high, percent);
        }
        if (high < 0) continue;
        within = within && high - low <= points;
        text += (text.empty() ? "" : ", ") + std::string(adult.name) + ": " + digits(low, 4) + (high > low ? " to " + digits(high, 4) : "");
    }
    std::string names;
    for (const std::string& method : compared_methods(findings)) names += (names.empty() ? "" : ", ") + method;
    return reproduced_if(within, "percent right of " + names + ": " + text);
}

Verdict little_difference(const Findings& findings) { return accuracies_within(findings, 1); }
Verdict ties_alone_differ(const Findings& findings) { return accuracies_within(findings, 0); }

// ---- Pictures and tables -------------------------------------------------------------------------------------------------------

/// "a1a: 1605 rows asked among 30956, a2a: 2265 among 30296; K = 15."
std::string rows_text(const Findings& findings, std::size_t sets = adults.size()) {
    std::string text;
    for (std::size_t which = 0; which < sets; ++which)
        for (const MeasuredCase& one : findings.measured) {
            if (one.asked.paper_name != adults[which].name) continue;
            text += (text.empty() ? "" : ", ") + one.asked.paper_name + ": " + std::to_string(one.asked.asked()) + " rows asked among " +
                    std::to_string(one.asked.n);
            break;
        }
    return text + (text.empty() ? "" : "; ") + "K = " + std::to_string(k) + ".";
}

/// A logarithmic axis for bars, which begins at a power of ten below all of them.
Axis axis_for_bars(std::string label, const std::vector<Series>& all) {
    double least = INFINITY;
    for (const Series& series : all)
        for (const PlotPoint& point : series.points) least = std::min(least, point.y);
    Axis axis{.label = std::move(label), .logarithmic = true};
    if (std::isfinite(least)) axis.range = {std::pow(10, std::floor(std::log10(0.5 * least))), least};
    return axis;
}

/// Bars of some methods for each set. Values of `of` below 0 are missing.
Panel bars_by_set(const Findings& findings, const std::function<double(const MeasuredCase&)>& of) {
    Panel panel;
    for (const Adult& adult : adults) panel.categories.emplace_back(adult.name);
    for (const std::string& method : compared_methods(findings)) {
        Series series{method, {}, colour_of_method(method)};
        for (std::size_t which = 0; which < adults.size(); ++which)
            if (const MeasuredCase* one = find(findings, adults[which].name, method); one && of(*one) >= 0)
                series.points.push_back({double(which), of(*one)});
        if (!series.points.empty()) panel.series.push_back(std::move(series));
    }
    return panel;
}

Chart table_1_chart(const Findings& findings) {
    Panel panel;
    std::array<Series, 3> parts{Series{"T1 distances", {}, 0}, Series{"T2 sort or selection", {}, 1}, Series{"T3 labels", {}, 2}};
    for (const std::string& method : findings.methods()) {
        const MeasuredCase* one = find(findings, adults[0].name, method);
        if (!one || distances_ms(*one) <= 0) continue;
        const auto place = double(panel.categories.size());
        panel.categories.push_back(legend_of(findings, method));
        const std::array times{distances_ms(*one), t2(*one), t3(*one)};
        for (std::size_t i = 0; i < parts.size(); ++i)
            if (times[i] > 0) parts[i].points.push_back({place, times[i]});
    }
    panel.series.assign(parts.begin(), parts.end());
    panel.y = axis_for_bars("time of all rows asked, ms", panel.series);
    if (panel.categories.empty()) panel.categories = {"nothing was measured"};
    return {"Where the time goes: distances, sort, labels", "Kuang and Zhao, table I",
        rows_text(findings, 1) + " Methods whose distances are a phase of their own; the report has all.", {panel}};
}

std::string by_the_cpu(const Findings& findings) {
    return findings.device == DeviceKind::cuda ? " All but tiled-radix run on the CPU." : "";
}

Chart figure_4(const Findings& findings) {
    Panel panel = bars_by_set(findings, overall);
    panel.y = axis_for_bars("time of all rows asked, ms", panel.series);

    return {"Classes by neighbours: the whole time", "Kuang and Zhao, figure 4", rows_text(findings) + by_the_cpu(findings), {panel}};
}

Chart figure_5(const Findings& findings) {
    Panel panel = bars_by_set(findings, [](const MeasuredCase& one) { return accuracy(one, k); });
    panel.y = {.label = "right, percent", .from_zero = true};
    panel.bar_decimals = 1;
    return {"Classes by neighbours: how many are right", "Kuang and Zhao, figure 5", rows_text(findings), {panel}};
}

std::vector<std::string> row_of_paper(const char* set, const char* who, const Row& row) {
    const auto whole = [](double value) { return std::to_string(std::llround(value)); };
    return {set, who, whole(row.t1), whole(row.t2), whole(row.t3), digits(100 * row.t1 / row.all(), 4), "", whole(row.all())};
}

TableOfText table_1(const Findings& findings) {
    TableOfText table{"Time of all rows asked, ms (table I, figure 4); \"lists\" are exact distances and order, which the paper has not",
        {"data", "method", "T1", "T2", "T3", "T1 / (T1 + T2 + T3), %", "lists", "whole"}, {}};
    for (const Adult& adult : adults) {
        table.rows.push_back(row_of_paper(adult.name, "the paper's GPU", adult.gpu));
        table.rows.push_back(row_of_paper(adult.name, "the paper's CPU", adult.cpu));
        table.rows.push_back(
            {adult.name, "the paper's ANN-Brute", "", "", "", "", "", "about " + digits(adult.over_ann * adult.gpu.all(), 5)});
        for (const std::string& method : findings.methods()) {
            const MeasuredCase* const one = find(findings, adult.name, method);
            if (!one) continue;
            const bool apart = distances_ms(*one) > 0;
            table.rows.push_back({adult.name, legend_of(findings, method), apart ? digits(distances_ms(*one), 4) : "-",
                apart                 ? digits(t2(*one), 4)
                : search_ms(*one) > 0 ? "with T1 " + digits(search_ms(*one), 4)
                                      : "-",
                digits(t3(*one)), apart ? digits(share_of_t1(*one), 4) : "-", search_ms(*one) > 0 ? digits(lists_ms(*one)) : "-",
                with_interval(one->figure(overall_at))});
        }
    }
    return table;
}

TableOfText table_of_gains(const Findings& findings) {
    TableOfText table{"How many times as fast tiled-radix is", {"data", "than", "in", "the paper", "here"}, {}};
    for (const Adult& adult : adults) {
        const MeasuredCase* const gpu = find(findings, adult.name, tiled);
        if (!gpu) continue;
        const auto add = [&](const MeasuredCase* other, const char* in, double papers,
                             const std::function<double(const MeasuredCase&)>& of) {
            if (other && of(*gpu) > 0)
                table.rows.push_back(
                    {adult.name, legend_of(findings, other->asked.method), in, digits(papers, 4), digits(of(*other) / of(*gpu))});
        };
        const MeasuredCase* const cpu = find(findings, adult.name, serial);
        add(cpu, "T1", adult.cpu.t1 / adult.gpu.t1, distances_ms);
        add(cpu, "T2", adult.cpu.t2 / adult.gpu.t2, t2);
        add(cpu, "the whole", adult.over_cpu, overall);
        for (const std::string_view rival : {kd_trees[0], kd_trees[1], brute})
            add(find(findings, adult.name, rival), "the whole", adult.over_ann, overall);
    }
    return table;
}

TableOfText table_of_accuracy(const Findings& findings) {
    TableOfText table{"Right, percent (figure 5), by the votes of so many neighbours", {"data", "method"}, {}};
    for (const int votes : few_votes) table.headers.push_back(std::to_string(votes) + (votes == k ? ", K" : ""));
    table.headers.emplace_back("lists unlike those of serial");
    for (const Adult& adult : adults)
        for (const std::string& method : findings.methods()) {
            const MeasuredCase* const one = find(findings, adult.name, method);
            if (!one) continue;
            std::vector<std::string> row = {adult.name, legend_of(findings, method)};
            for (const int votes : few_votes) row.push_back(accuracy(*one, votes) < 0 ? "-" : digits(accuracy(*one, votes), 4));
            row.push_back(one->other_lists < 0 ? "-" : std::to_string(one->other_lists));
            table.rows.push_back(std::move(row));
        }
    return table;
}

// ---- The suite -----------------------------------------------------------------------------------------------------------------

std::string workload_text(const Files& files, Scale scale) {
    std::string text;
    for (std::size_t which = 0; which < adults.size(); ++which) {
        const Rows rows = rows_of(files, which, scale);
        text += (which == 0 ? "" : "; ") + std::string(adults[which].name) + ": " + std::to_string(part(adults[which].test, scale)) +
                " rows of `" + rows.test + "` asked among " + std::to_string(part(adults[which].training, scale)) + " of `" +
                rows.training + "`";
    }
    const std::string other =
        files[0].training.empty()
            ? "; these rows are made, not Adult's: 0 or 1, 123 features, 14 ones a row, two classes (--data takes the files)"
            : ", as far as the files have so many, evenly spread over their rows where they have more";
    return text + other + "; K = " + std::to_string(k) + ", majority";
}

Experiment on_adult(const Files& files) {
    Experiment experiment;
    experiment.id = "adult";
    experiment.title = "Table I, figures 4 and 5";
    experiment.measures = "time of T1 distances, T2 sort and T3 labels, against one thread, kd-trees and brute force of the CPU; accuracy";
    experiment.papers_workload =
        "Adult of UCI, 123 features in [0, 1], 2 classes; a1a: 1605 rows asked among 30956; a2a: 2265 among 30296; K is not stated";
    experiment.workload = [files](Scale scale) { return workload_text(files, scale); };
    experiment.cases = [files](Scale scale) { return adult_cases(files, scale); };
    experiment.claims = {
        {"fig. 4", "In the whole time the GPU is over 30 times as fast as the CPU version", "32.61 (a1a) and 34.91 (a2a)",
            "tiled-radix at least 30 times as fast as serial with selection=quicksort, on both sets", over_cpu},
        {"fig. 4", "It is many times as fast as ANN-Brute; its kd-tree is that of a library here", "14.98 (a1a) and 15.36 (a2a)",
            "tiled-radix at least 10 times as fast as the faster of flann-kdtree and nanoflann, on both sets", over_kd_tree},
        {"fig. 4", "It is many times as fast as ANN-Brute; its brute force is that of a library here", "14.98 (a1a) and 15.36 (a2a)",
            "tiled-radix at least 10 times as fast as faiss-flat-cpu, on both sets", over_brute},
        {"table I", "The distances gain about 90 times (T1)", "94 and 96 in the text, 94.0 and 96.8 by the table",
            "T1 of serial at least 90 times T1 of tiled-radix, on both sets", distances_gain},
        {"table I", "The sort gains 12 to 13 times over the CPU's quicksort (T2)", "12.3 and 13.2 by the table",
            "T2 of serial at least 10 times T2 of tiled-radix, on both sets", sort_gains},
        {"section IV.B", "The distances gain more than the sort", "", "the gain of T1 above that of T2, on both sets", distances_gain_more},
        {"table I", "On the CPU the distances take most of the time", "71.75 and 72.10 %",
            "T1 over half of T1 + T2 + T3 of serial, on both sets",
            [](const Findings& findings) { return shares(findings, serial, true); }},
        {"table I", "On the GPU the bottleneck is the sort", "T1 is 24.88 and 25.99 %",
            "T2 of tiled-radix over half of T1 + T2 + T3, on both sets",
            [](const Findings& findings) { return shares(findings, tiled, false); }},
        {"section III.D", "To decide about the labels takes no more than 20 ms on the CPU", "15 and 16 ms",
            "T3 of the paper's number of rows at most 20 ms, on both sets", labels_take_little},
        {"section IV.B", "That is negligible", "0.5 and 0.4 % by the table", "T3 below 5 % of the whole time of tiled-radix, on both sets",
            labels_are_negligible},
        {"fig. 5", "The accuracies of the methods differ little", "",
            "those of tiled-radix, serial and the libraries lie within one percent of all rows, on both sets", little_difference},
        {"fig. 5", "What differs comes from equal distances that K cuts in another order; here the smaller index always wins", "",
            "then no accuracy differs at all, on both sets", ties_alone_differ},
    };
    experiment.charts = {{"table-1", table_1_chart}, {"fig-4", figure_4}, {"fig-5", figure_5}};
    experiment.tables = [](const Findings& findings) {
        return std::vector<TableOfText>{table_1(findings), table_of_gains(findings), table_of_accuracy(findings)};
    };
    return experiment;
}

Files files_in(const std::string& folder) {
    std::error_code none;
    if (!std::filesystem::is_directory(folder, none))
        throw Error(Failure::input, "--data '" + folder + "' is not a folder", "name a folder with a1a, a1a.t, a2a and a2a.t of LIBSVM");
    const auto file = [&](const std::string& name) {
        std::string found = companion((std::filesystem::path(folder) / name).string());
        if (found.empty())
            throw Error(
                Failure::input, folder + " holds no " + name + " or " + name + ".gz", "put a1a, a1a.t, a2a and a2a.t of LIBSVM there");
        return found;
    };
    Files files;
    for (std::size_t which = 0; which < adults.size(); ++which)
        files[which] = {file(std::string(adults[which].name) + ".t"), file(adults[which].name)};
    return files;
}

Suite suite_on(const Files& files) {
    Suite suite;
    suite.name = "kuang-zhao";
    suite.title = "classes by the votes of neighbours, sorted in whole rows: table I, figures 4 and 5";
    suite.citation = "Q. Kuang, L. Zhao: A Practical GPU Based KNN Algorithm, 2009, section IV, table I, figures 4 and 5";
    suite.papers_machine = "GeForce 9600 GSO, 96 processors, 384 MB; Pentium D 2.8 GHz, 1.5 GB";
    suite.notes = {
        "Adult's training sets here are LIBSVM's test files a1a.t and a2a.t, as in the paper: these hold the most rows.",
        "\"CPU\" is `serial` with selection=quicksort: one CPU thread sorts whole rows, even if the others run on another device.",
        "The paper's rival is ANN-Brute, \"brute force with KD-Tree optimization\"; a kd-tree and a brute force of libraries stand for it.",
        "Both of these are exact. Trees are built before their time begins.",
        "T3 is the same code for all methods, on the CPU. The whole is the search with the lists made exact and ordered, and T3.",
        "Every GPU method that can answer stands in the table. Where it has no phase of its own for distances, T1 and T2 are one number.",
        "The paper's Algorithm 1 adds a sum that is never reset at every step of the dimensions; here it is written once.",
        "The distances of a2a alone take 275 MB of the paper's 384 MB, and sorting needs more: in which parts it went is not said.",
        "Its bitonic sort (section III.C) is not part of this program, so that what it says of that is not judged.",
    };
    suite.files = "a1a, a1a.t, a2a, a2a.t (LIBSVM's Adult, also with .gz)";
    suite.on_files = [](const std::string& folder) { return suite_on(files_in(folder)); };
    suite.experiments = {on_adult(files), tile_shapes()};
    return suite;
}

}  // namespace

double distances_ms(const MeasuredCase& one) { return one.phases_ms(t1_phases); }

}  // namespace kuang

Suite kuang_zhao() { return kuang::suite_on({}); }

}  // namespace neighborscope::experiments
