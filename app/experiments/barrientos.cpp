// R. J. Barrientos et al.: selection with heaps against selection by sorting. Figures 3 and 4, section 6.
#include "app/experiments/experiments.hpp"

#include <algorithm>
#include <cmath>

namespace neighborscope::experiments {
namespace {

constexpr std::string_view sorting = "quicksort", heap = "heap", bulk = "bulk-heap";
constexpr std::string_view papers[] = {sorting, heap, bulk};
constexpr int ks[] = {8, 16, 32};
constexpr int dimension = 64;
constexpr double papers_queries = 8000;

std::vector<std::int64_t> database_sizes(Scale scale) {
    if (scale == Scale::quick) return {500, 1000};
    if (scale == Scale::laptop) return {1000, 2000, 4000, 8000};
    return {2000, 4000, 8000, 16000, 32000};
}

/// The time of methods that take queries one after another is proportional to their number, so these get fewer queries than batch methods.
std::int64_t queries(Scale scale, std::string_view method) {
    if (scale == Scale::quick) return 20;
    if (scale == Scale::laptop) return method == bulk ? 400 : 100;
    return method == bulk ? 8000 : 1000;
}

std::vector<Case> database_cases(Scale scale) {
    std::vector<Case> all;
    std::vector<std::string_view> all_methods(std::begin(papers), std::end(papers));
    all_methods.insert(all_methods.end(), std::begin(libraries), std::end(libraries));
    for (const std::int64_t n : database_sizes(scale))
        for (const int k : ks)
            for (const std::string_view method : all_methods)
                all.push_back({.data = "vectors:n=" + std::to_string(n) + ",d=" + std::to_string(dimension),
                    .n = n,
                    .dimension = dimension,
                    .queries = queries(scale, method),
                    .k = k,
                    .method = std::string(method),
                    .repeats = scale == Scale::quick ? 3 : 10,
                    .time_budget_ms = scale == Scale::quick ? 30.0 : 300.0});
    return all;
}

/// Seconds for the paper's 8000 queries.
double seconds(const MeasuredCase& one) { return one.total().mean * papers_queries / double(one.asked.asked()) / 1e3; }
double seconds_at(const MeasuredCase& one, double milliseconds) { return milliseconds * papers_queries / double(one.asked.asked()) / 1e3; }

/// "8000 queries", or that their time is computed from fewer.
std::string asked_text(const Findings& findings) {
    std::int64_t least = papers_queries;
    for (const MeasuredCase& one : findings.measured) least = std::min<std::int64_t>(least, one.asked.asked());
    const std::string all = std::to_string(std::int64_t(papers_queries)) + " queries";
    return least < papers_queries ? all + ", scaled from " + std::to_string(least) + " and more" : all;
}

const MeasuredCase* measured_at(const Findings& findings, std::string_view method, std::int64_t n, int k) {
    for (const MeasuredCase& one : findings.measured)
        if (one.asked.method == method && one.asked.n == n && one.asked.k == k) return &one;
    return nullptr;
}
double seconds(const Findings& findings, std::string_view method, std::int64_t n, int k) {
    const MeasuredCase* one = measured_at(findings, method, n, k);
    return one ? seconds(*one) : 0;
}

/// Least and greatest ratio of b's time to a's, over all sizes and k.
struct Range {
    double low = INFINITY, high = 0;
    std::string text() const { return digits(low) + " to " + digits(high) + " times"; }
};
Range ratio(const Findings& findings, std::string_view a, std::string_view b, int only_k = 0) {
    Range range;
    for (const std::int64_t n : findings.sizes())
        for (const int k : findings.ks()) {
            if (only_k && k != only_k) continue;
            const double value = seconds(findings, b, n, k) / seconds(findings, a, n, k);
            range.low = std::min(range.low, value), range.high = std::max(range.high, value);
        }
    return range;
}

Verdict bulk_beats_sorting(const Findings& findings) {
    if (const auto none = missing(findings, {sorting, bulk})) return *none;
    const Range range = ratio(findings, bulk, sorting);
    return reproduced_if(range.low > 1, "bulk-heap is " + range.text() + " as fast as quicksort over all sizes and k");
}

Verdict speedup_falls_with_k(const Findings& findings) {
    if (const auto none = missing(findings, {sorting, bulk})) return *none;
    bool falls = true;
    std::string text;
    for (const std::int64_t n : findings.sizes()) {
        const double few = seconds(findings, sorting, n, ks[0]) / seconds(findings, bulk, n, ks[0]);
        const double many = seconds(findings, sorting, n, ks[2]) / seconds(findings, bulk, n, ks[2]);
        falls = falls && many < few && many > 0.5 * few;
        text += (text.empty() ? "" : ", ") + std::to_string(n) + " points: " + digits(few) + " to " + digits(many);
    }
    return reproduced_if(falls, "speed-up over sorting, k = 8 to k = 32: " + text);
}

Verdict heap_beats_sorting_for_small_k(const Findings& findings) {
    if (const auto none = missing(findings, {sorting, heap})) return *none;
    const auto all = findings.sizes();
    const std::int64_t n = *std::max_element(all.begin(), all.end());
    const double value = seconds(findings, sorting, n, ks[0]) / seconds(findings, heap, n, ks[0]);
    return reproduced_if(
        value > 1, "heap is " + digits(value) + " times as fast as quicksort at k = 8 of " + std::to_string(n) + " points");
}

Verdict speedup_falls_with_size(const Findings& findings) {
    if (const auto none = missing(findings, {sorting, bulk})) return *none;
    std::string text;
    std::vector<double> speedup;
    for (const std::int64_t n : findings.sizes()) {
        speedup.push_back(seconds(findings, sorting, n, ks[0]) / seconds(findings, bulk, n, ks[0]));
        text += (text.empty() ? "" : ", ") + std::to_string(n) + " points: " + digits(speedup.back());
    }
    return reproduced_if(speedup.size() > 1 && speedup.back() < speedup.front(), "speed-up over sorting at k = 8: " + text);
}

Verdict bulk_beats_heap(const Findings& findings) {
    if (const auto none = missing(findings, {heap, bulk})) return *none;
    const Range range = ratio(findings, bulk, heap);
    return reproduced_if(range.low > 1, "bulk-heap is " + range.text() + " as fast as heap over all sizes and k");
}

Verdict scales_with_k(const Findings& findings) {
    if (const auto none = missing(findings, {bulk})) return *none;
    double low = INFINITY, high = 0;
    for (const std::int64_t n : findings.sizes()) {
        const double value = seconds(findings, bulk, n, ks[2]) / seconds(findings, bulk, n, ks[0]);
        low = std::min(low, value), high = std::max(high, value);
    }
    return reproduced_if(
        low > 1 && high < 4, "from k = 8 to k = 32 bulk-heap takes " + digits(low) + " to " + digits(high) + " times as long");
}

Verdict linear(const Findings& findings) {
    const auto all = findings.sizes();
    if (const auto none = missing(findings, {bulk})) return *none;
    if (all.size() < 2) return {Outcome::not_measured, "one database size only"};
    // The slope of a least-squares line through the logarithms.
    double x = 0, y = 0, xx = 0, xy = 0;
    for (const std::int64_t n : all) {
        const double a = std::log(double(n)), b = std::log(seconds(findings, bulk, n, ks[0]));
        x += a, y += b, xx += a * a, xy += a * b;
    }
    const double count = double(all.size()), slope = (count * xy - x * y) / (count * xx - x * x);
    return reproduced_if(slope > 0.8 && slope < 1.2, "time of bulk-heap at k = 8 grows as the size to the power of " + digits(slope));
}

Chart figure_3(const Findings& findings) {
    Chart chart{"Selection with heaps or by sorting: time over that of the slowest",
        "Barrientos, figure 3: " + asked_text(findings) + "; by database size", "The paper's methods alone: the libraries are in figure 4.",
        {}};
    for (const int k : findings.ks()) {
        Panel panel{.title = "k = " + std::to_string(k),
            .x = {.label = "points of the database, thousands"},
            .y = {.label = "time / slowest", .from_zero = true}};
        std::vector<double> slowest;
        for (const std::int64_t n : findings.sizes()) {
            panel.categories.push_back(tick_text(double(n) / 1e3, n < 1000 ? 0.1 : 1));
            double most = 0;
            for (const std::string_view method : papers) most = std::max(most, seconds(findings, method, n, k));
            slowest.push_back(most);
        }
        for (const std::string_view method : papers) {
            if (missing(findings, {method})) continue;
            Series series{std::string(method), {}, colour_of_method(method)};
            for (std::size_t i = 0; i < slowest.size(); ++i)
                if (slowest[i] > 0) series.points.push_back({double(i), seconds(findings, method, findings.sizes()[i], k) / slowest[i]});
            panel.series.push_back(std::move(series));
        }
        chart.panels.push_back(std::move(panel));
    }
    return chart;
}

Chart figure_4(const Findings& findings) {
    Chart chart{"Selection with heaps or by sorting: time of 8000 queries",
        "Barrientos, figure 4: " + asked_text(findings) + "; by database size", "", {}};
    for (const int k : findings.ks()) {
        Panel panel{.title = "k = " + std::to_string(k),
            .x = {.label = "points of the database, thousands", .logarithmic = true},
            .y = {.label = "time of 8000 queries, s", .logarithmic = true}};
        for (const std::int64_t n : findings.sizes()) panel.x.ticks.push_back(double(n) / 1e3);
        for (const std::string& method : findings.methods()) {
            panel.series.push_back(series_of(
                findings, method, Along::n, [k](const Case& one) { return one.k == k; }, seconds_at));
            for (PlotPoint& point : panel.series.back().points) point.x /= 1e3;
        }
        chart.panels.push_back(std::move(panel));
    }
    return chart;
}

std::vector<TableOfText> database_tables(const Findings& findings) {
    TableOfText table{"Time of 8000 queries, seconds (figures 3 and 4)", {"points", "k"}, {}};
    for (const std::string& method : findings.methods()) table.headers.push_back(legend_of(findings, method));
    for (const std::int64_t n : findings.sizes())
        for (const int k : findings.ks()) {
            std::vector<std::string> row = {std::to_string(n), std::to_string(k)};
            for (const std::string& method : findings.methods()) {
                const MeasuredCase* one = measured_at(findings, method, n, k);
                row.push_back(one ? with_interval(one->figure(seconds_at)) : "-");
            }
            table.rows.push_back(std::move(row));
        }
    return {table};
}

// The gallery of faces that comes with the program, and as many random vectors.
constexpr std::int64_t pictures = 624;
const std::string faces = "sample:faces", random_vectors = "vectors:n=624,d=64";

std::vector<Case> faces_cases(Scale scale) {
    std::vector<Case> all;
    for (const std::string& data : {faces, random_vectors})
        for (const int k : ks)
            for (const std::string_view method : papers)
                if (scale != Scale::quick || k == ks[0])
                    all.push_back({.data = data,
                        .n = pictures,
                        .dimension = dimension,
                        .queries = 0,
                        .k = k,
                        .method = std::string(method),
                        .repeats = scale == Scale::quick ? 3 : 10,
                        .time_budget_ms = scale == Scale::quick ? 30.0 : 300.0});
    return all;
}

const MeasuredCase* measured_on(const Findings& findings, const std::string& data, std::string_view method, int k) {
    for (const MeasuredCase& one : findings.measured)
        if (one.asked.data == data && one.asked.method == method && one.asked.k == k) return &one;
    return nullptr;
}

Verdict features_do_not_matter(const Findings& findings) {
    if (const auto none = missing(findings, {bulk})) return *none;
    double low = INFINITY, high = 0;
    for (const int k : findings.ks()) {
        const MeasuredCase *of_faces = measured_on(findings, faces, bulk, k), *of_vectors = measured_on(findings, random_vectors, bulk, k);
        if (!of_faces || !of_vectors) continue;
        const double value = of_faces->total().mean / of_vectors->total().mean;
        low = std::min(low, value), high = std::max(high, value);
    }
    if (high == 0) return {Outcome::not_measured, "the faces or the random vectors are missing"};
    return reproduced_if(low > 0.8 && high < 1.25, "bulk-heap takes " + digits(low) + " to " + digits(high) + " times as long on faces");
}

std::vector<TableOfText> faces_tables(const Findings& findings) {
    TableOfText table{"Every picture is a query among the others, milliseconds", {"vectors", "k"}, {}};
    for (const std::string& method : findings.methods()) table.headers.push_back(legend_of(findings, method));
    for (const std::string& data : {faces, random_vectors})
        for (const int k : findings.ks()) {
            std::vector<std::string> row = {data, std::to_string(k)};
            for (const std::string& method : findings.methods()) {
                const MeasuredCase* one = measured_on(findings, data, method, k);
                row.push_back(
                    one ? with_interval(one->figure([](const MeasuredCase&, double milliseconds) { return milliseconds; })) : "-");
            }
            table.rows.push_back(std::move(row));
        }
    return {table};
}

Experiment on_faces() {
    Experiment experiment;
    experiment.id = "faces";
    experiment.title = "Eigenface vectors";
    experiment.measures = "time of 624 queries for k = 8, 16, 32, on vectors of faces and on random ones";
    experiment.papers_workload = "eigenface vectors of the Face Recognition Grand Challenge";
    experiment.workload = [](Scale) {
        return std::string("sample:faces: 624 pictures of 20 people along 64 eigenfaces, every picture is a query; the same of ") +
               random_vectors;
    };
    experiment.cases = faces_cases;
    experiment.claims = {{"section 6", "The search does not depend on how features are extracted", "",
        "bulk-heap takes 0.8 to 1.25 times as long on faces as on random vectors, at each k", features_do_not_matter}};
    experiment.tables = faces_tables;
    return experiment;
}

}  // namespace

Suite barrientos() {
    Suite suite;
    suite.name = "barrientos";
    suite.title = "selection with heaps against sorting, one query or many at a time: figures 3 and 4";
    suite.citation =
        "R. J. Barrientos, J. I. Gómez, C. Tenllado, M. Prieto: Heap Based k-Nearest Neighbor Search on GPUs, section 6, "
        "figures 3 and 4";
    suite.papers_machine = "GeForce GTX 280, 30 multiprocessors, 1 GB";
    suite.notes = {
        "The figures' numbers, the database sizes and the length of the feature vectors are not in the paper's text; the sizes here are "
        "ours.",
        "The paper's vectors are eigenface projections of the Face Recognition Grand Challenge. In the figures they are random here, "
        "`vectors:` with 64 coordinates, and a gallery of faces stands beside: the paper itself says that speed does not depend on how "
        "features are "
        "extracted, though the number of heap pushes depends on the order in which distances come.",
        "`heap` and `quicksort` answer one query after another, so that fewer than 8000 are asked and the time is scaled in proportion.",
    };
    Experiment both;
    both.id = "figs-3-4";
    both.title = "Figures 3 and 4";
    both.measures = "time of 8000 queries by database size for k = 8, 16, 32, and over that of the slowest method";
    both.papers_workload = "eigenface vectors, 8000 queries, k = 8, 16, 32, growing databases (sizes in the figures only)";
    both.workload = [](Scale scale) {
        std::string text;
        for (const std::int64_t n : database_sizes(scale)) text += (text.empty() ? "" : ", ") + std::to_string(n);
        return text + " points of `vectors:` in 64-D, k = 8, 16, 32; " + std::to_string(queries(scale, bulk)) +
               " queries together (bulk-heap), " + std::to_string(queries(scale, heap)) +
               " one after another (heap, quicksort) and of the libraries, scaled to 8000";
    };
    both.cases = database_cases;
    both.claims = {
        {"fig. 3", "In all cases BulkH performs better than the sorting strategy", "",
            "bulk-heap faster than quicksort at every size and k", bulk_beats_sorting},
        {"fig. 3", "The speed-up of BulkH over sorting decreases slightly with k", "",
            "smaller at k = 32 than at k = 8, but more than half of it, at every size", speedup_falls_with_k},
        {"fig. 3", "For small ratios of k to the database size even Heap is faster than sorting", "",
            "heap faster than quicksort at k = 8 of the largest database", heap_beats_sorting_for_small_k},
        {"fig. 3", "Many queries at once (BulkH) are faster than one after another (Heap)", "",
            "bulk-heap faster than heap at every size and k", bulk_beats_heap},
        {"fig. 3", "BulkH's time increases with k, but it scales well", "", "k = 32 takes longer than k = 8, but less than 4 times as long",
            scales_with_k},
        {"fig. 4", "The speed-up of BulkH over sorting gets smaller with the database", "",
            "smaller at the largest size than at the smallest, k = 8", speedup_falls_with_size},
        {"section 1", "The exhaustive computation scales linearly with the database", "",
            "bulk-heap's time grows as the size to a power from 0.8 to 1.2", linear},
    };
    both.charts = {{"fig-3", figure_3}, {"fig-4", figure_4}};
    both.tables = database_tables;
    suite.experiments = {both, on_faces()};
    return suite;
}

}  // namespace neighborscope::experiments
