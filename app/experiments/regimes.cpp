// The fastest method for each kind of search: the map that `auto` uses, and a test of its choices.
#include "app/experiments/experiments.hpp"
#include "gpu/costs.hpp"

#include <algorithm>
#include <cmath>

namespace neighborscope::experiments {
namespace {

constexpr std::string_view automatic = "auto";

/// The exact methods that are the fastest in some regime, by the device of a scale.
std::vector<std::string> candidates(Scale scale) {
    if (scale == Scale::full) return {"stream", "flat", "fused", "ppw", "leaf-warp", "quadtree-cached"};
    return {"serial", "fused", "leaf-warp", "quadtree-cached", "nanoflann", "faiss-flat-cpu"};
}

/// Limits the time of one search: otherwise the map takes hours, and such slow searches are never the fastest.
bool affordable(Scale scale, std::int64_t n, int dimension, std::int64_t queries, int k) {
    const double work = double(n) * double(dimension) * double(queries), values = double(n) * double(dimension);
    if (k > n || double(queries) * k > 1.5e6) return false;
    if (scale == Scale::full) return values <= 7e7 && (work <= 2e11 || dimension <= 3);
    return values <= 7e6 && work <= (scale == Scale::quick ? 3e6 : dimension <= 3 ? 1e10 : 3e8);
}

Case case_of(Scale scale, std::int64_t n, int dimension, std::int64_t queries, int k, const std::string& method) {
    const std::string size = "n=" + std::to_string(n) + ",d=" + std::to_string(dimension);
    return {.data = (dimension <= 3 ? "uniform:" : "vectors:") + size,
        .n = n,
        .dimension = dimension,
        .queries = queries,
        .k = k,
        .method = method,
        .repeats = 31,
        .time_budget_ms = scale == Scale::quick ? 5.0 : 20.0,
        .warm_up_ms = scale == Scale::quick ? 3.0 : 10.0};
}

Problem problem_of(const Case& asked) { return {asked.n, asked.asked(), asked.dimension, asked.k, Metric::euclidean, false}; }

/// Excludes slow searches that cannot be the fastest: exhaustive methods beside a tree, kd-trees in many dimensions.
bool takes_too_long(Scale scale, const Case& asked) {
    const Method& method = find_method(asked.method);
    const bool kd_tree = asked.method == "nanoflann", tree = method.info.supports.dimension_to <= 3 || kd_tree;
    const double pairs = double(asked.n) * double(asked.queries);
    if (asked.dimension <= 3) return !tree && pairs > (scale != Scale::full ? 3e7 : asked.n > 100000 ? 5e8 : 2e9);
    return kd_tree && asked.dimension > 32 && pairs * asked.dimension > 5e7;
}

std::vector<Case> map_cases(Scale scale) {
    std::vector<std::int64_t> sizes = {1000, 16000, 250000}, queries = {1, 4, 16, 64, 256, 1024, 4096};
    if (scale == Scale::full) sizes.push_back(1000000), queries.push_back(40000);
    std::vector<int> dimensions = {2, 3, 6, 10, 16, 40, 128, 784}, ks = {1, 16, 128, 500};
    if (scale == Scale::quick) sizes = {1000, 16000}, queries = {1, 256}, dimensions = {2, 16, 128, 784}, ks = {16, 128};
    std::vector<Case> all;
    for (const int dimension : dimensions)
        for (const std::int64_t n : sizes)
            for (const std::int64_t asked : queries)
                for (const int k : ks) {
                    if (!affordable(scale, n, dimension, asked, k)) continue;
                    for (const std::string& method : candidates(scale)) {
                        Case one = case_of(scale, n, dimension, asked, k, method);
                        if (!takes_too_long(scale, one)) all.push_back(std::move(one));
                    }
                }
    return all;
}

/// Pseudo-random numbers in [0, 1), the same in every run.
class Numbers {
public:
    double next() {
        state_ = state_ * 6364136223846793005u + 1442695040888963407u;
        return double(state_ >> 11) * 0x1p-53;
    }
    /// Log-uniform in [low, high).
    double between(double low, double high) { return low * std::pow(high / low, next()); }

private:
    std::uint64_t state_ = 20261127;
};

/// A case whose result may depend on a tenth: measured for longer, since other programs may use the processor.
Case judged(Scale scale, std::int64_t n, int dimension, std::int64_t queries, int k, const std::string& method) {
    Case one = case_of(scale, n, dimension, queries, k, method);
    if (scale == Scale::laptop) one.time_budget_ms = 150;
    return one;
}

/// Problems between those of the map, each with the methods whose estimated time is less than four times that of the fastest.
std::vector<Case> choice_cases(Scale scale) {
    const int wanted = scale == Scale::quick ? 5 : 200;
    const bool full = scale == Scale::full;
    const DeviceKind device = full ? default_device() : DeviceKind::host;
    Numbers numbers;
    std::vector<Case> all;
    for (int problems = 0; problems < wanted;) {
        const auto n = std::int64_t(numbers.between(1000, full ? 1e6 : 1e5));
        const double which = numbers.next();
        const int dimension = which < 0.15 ? 2 : which < 0.3 ? 3 : int(numbers.between(4, 1000));
        const auto queries = std::int64_t(numbers.between(1, full ? 5e4 : 5e3));
        const int k = int(numbers.between(1, 600));
        if (!affordable(scale, n, dimension, queries, k) || double(n) * dimension > (full ? 2e7 : 4e6)) continue;
        ++problems;
        const std::vector<ExpectedTime> expected =
            expected_times({n, queries, dimension, k, Metric::euclidean, false}, device, device_info(device).name);
        for (const std::string& method : candidates(scale)) {
            const auto found =
                std::find_if(expected.begin(), expected.end(), [&](const ExpectedTime& one) { return one.method->info.name == method; });
            if (found == expected.end() ? !expected.empty() : found->milliseconds > 4 * expected.front().milliseconds) continue;
            all.push_back(judged(scale, n, dimension, queries, k, method));
        }
        all.push_back(judged(scale, n, dimension, queries, k, std::string(automatic)));
    }
    return all;
}

/// Measurements of one problem: its methods, the fastest first, and `auto`.
struct Answers {
    const Case* asked = nullptr;
    std::vector<const MeasuredCase*> methods;
    const MeasuredCase* chosen = nullptr;  ///< `auto`; null: not measured
};

double time_of(const MeasuredCase& one) {
    std::vector<double> values = one.milliseconds;
    if (values.empty()) return 0;
    std::nth_element(values.begin(), values.begin() + std::ptrdiff_t(values.size() / 2), values.end());
    return values[values.size() / 2];
}

std::vector<Answers> by_question(const Findings& findings) {
    std::vector<Answers> all;
    for (const MeasuredCase& one : findings.measured) {
        auto found = std::find_if(all.begin(), all.end(), [&](const Answers& other) {
            return other.asked->data == one.asked.data && other.asked->queries == one.asked.queries && other.asked->k == one.asked.k;
        });
        if (found == all.end()) found = all.insert(all.end(), {&one.asked, {}, nullptr});
        if (one.asked.method == automatic) found->chosen = &one;
        else found->methods.push_back(&one);
    }
    for (Answers& one : all)
        std::sort(
            one.methods.begin(), one.methods.end(), [](const MeasuredCase* a, const MeasuredCase* b) { return time_of(*a) < time_of(*b); });
    return all;
}

Chart map_of(const Findings& findings, int dimension) {
    Chart chart{"The fastest method in " + std::to_string(dimension) + " dimensions",
        "numbers: time of the second fastest method divided by that of the fastest", "", {}};
    chart.names_above = true;
    const std::vector<Answers> all = by_question(findings);
    const std::vector<std::string> names = findings.methods();
    const std::vector<int> looks = distinct_colours({names.begin(), names.end()});
    const auto look_of = [&](const std::string& method) {
        return looks[std::size_t(std::find(names.begin(), names.end(), method) - names.begin())];
    };
    for (const int k : {16, 128}) {
        Panel panel{.title = "k = " + std::to_string(k),
            .x = {.label = "queries", .logarithmic = true},
            .y = {.label = "points", .logarithmic = true}};
        for (const Answers& one : all) {
            if (one.asked->dimension != dimension || one.asked->k != k || one.methods.empty()) continue;
            const std::string& best = one.methods.front()->asked.method;
            auto series = std::find_if(panel.series.begin(), panel.series.end(), [&](const Series& other) { return other.name == best; });
            if (series == panel.series.end()) series = panel.series.insert(panel.series.end(), {best, {}, look_of(best), false});
            PlotPoint point{double(one.asked->asked()), double(one.asked->n)};
            if (one.methods.size() > 1) point.label = digits(time_of(*one.methods[1]) / time_of(*one.methods[0]), 2);
            series->points.push_back(std::move(point));
        }
        if (!panel.series.empty()) chart.panels.push_back(std::move(panel));
    }
    return chart;
}

std::vector<TableOfText> map_tables(const Findings& findings) {
    TableOfText table{
        "The fastest method for each search", {"dimensions", "points", "queries", "k", "fastest", "ms", "second", "times as long"}, {}};
    for (const Answers& one : by_question(findings)) {
        if (one.methods.empty()) continue;
        const bool alone = one.methods.size() < 2;
        table.rows.push_back({std::to_string(one.asked->dimension), std::to_string(one.asked->n), std::to_string(one.asked->asked()),
            std::to_string(one.asked->k), one.methods[0]->asked.method, digits(time_of(*one.methods[0])),
            alone ? "" : one.methods[1]->asked.method, alone ? "" : digits(time_of(*one.methods[1]) / time_of(*one.methods[0]))});
    }
    return {table};
}

/// Ratio of the time of `auto` to that of the fastest.
double loss_of(const Answers& one) { return time_of(*one.chosen) / time_of(*one.methods.front()); }

Verdict chooses_well(const Findings& findings) {
    int asked = 0, well = 0;
    for (const Answers& one : by_question(findings)) {
        if (!one.chosen || one.methods.empty()) continue;
        ++asked;
        well += loss_of(one) <= 1.1;
    }
    if (asked == 0) return {Outcome::not_measured, "no search was measured", {}};
    return reproduced_if(double(well) >= 0.95 * asked, std::to_string(well) + " of " + std::to_string(asked) + " searches");
}

std::vector<TableOfText> choice_tables(const Findings& findings) {
    TableOfText table{"Searches where `auto` took more than 10 % longer than the fastest method",
        {"dimensions", "points", "queries", "k", "fastest", "ms", "auto, ms"}, {}};
    for (const Answers& one : by_question(findings))
        if (one.chosen && !one.methods.empty() && loss_of(one) > 1.1)
            table.rows.push_back({std::to_string(one.asked->dimension), std::to_string(one.asked->n), std::to_string(one.asked->asked()),
                std::to_string(one.asked->k), one.methods[0]->asked.method, digits(time_of(*one.methods[0])),
                digits(time_of(*one.chosen))});
    return {table};
}

std::string workload_of(Scale scale) {
    return scale == Scale::full ? "1000 to 1000000 points of 2 to 784 dimensions, 1 to 40000 queries, k = 1 to 500"
           : scale == Scale::laptop
               ? "1000 to 250000 points of 2 to 784 dimensions, 1 to 4096 queries, k = 1 to 500, as far as a search takes less than "
                 "a second"
               : "1000 and 16000 points of 2 to 784 dimensions, 1 and 256 queries, k = 16 and 128, as far as that is quick";
}

}  // namespace

namespace {

/// Fits costs to the map, for the methods that ran on the device itself.
std::string costs_of(std::span<const Findings> findings, const DeviceInfo& device) {
    DeviceCosts costs{device.name, device.kind, {}};
    std::map<std::string, std::vector<TimedProblem>> times;
    for (const MeasuredCase& one : findings.front().measured)
        if (one.device == device.kind && !one.milliseconds.empty())
            times[one.asked.method].push_back({problem_of(one.asked), time_of(one)});
    for (auto& [method, timed] : times) costs.of_method[method] = MethodCosts(std::move(timed));
    return costs_text(costs);
}

}  // namespace

Suite regimes() {
    Suite suite;
    suite.name = "regimes";
    suite.title = "the fastest method for each number of points, dimensions, queries and neighbours, and whether `auto` chooses it";
    suite.citation = "ours";
    suite.papers_machine = "none: the claim is ours";
    suite.notes = {
        "Times are those of searches; an index is built before, as for points that do not move.",
        "The expected times of `auto` are fitted to the map and, without --quick, kept for this user; the searches of the second part are "
        "not used for this. On a device that was not measured before, `auto` uses them only from the next run on.",
    };
    Experiment map;
    map.id = "map";
    map.title = "Map";
    map.measures = "time of each exact method for searches of all sizes";
    map.papers_workload = "none";
    map.workload = workload_of;
    map.cases = map_cases;
    for (const int dimension : {2, 16, 128, 784})
        map.charts.push_back({"map-" + std::to_string(dimension) + "d",
            [dimension](const Findings& findings) { return map_of(findings, dimension); }, "Median"});
    map.tables = map_tables;
    Experiment choice;
    choice.id = "choice";
    choice.title = "Choice";
    choice.measures = "time of `auto` and of the fastest method, for searches between those of the map";
    choice.papers_workload = "none";
    choice.workload = [](Scale scale) {
        return std::string(scale == Scale::quick ? "5" : "200") + " searches of random sizes, uniform in their logarithms";
    };
    choice.cases = choice_cases;
    choice.claims = {{"auto", "It takes at most 10 % longer than the fastest method, for 95 of 100 searches", "",
        "median of `auto` at most 1.1 times the least median, in 95 % of the searches", chooses_well}};
    choice.tables = choice_tables;
    suite.experiments = {map, choice};
    suite.costs = costs_of;
    return suite;
}

}  // namespace neighborscope::experiments
