// M. B. Cordeiro, W. M. N. Zola: one point per warp. Figure 1 and the suite; tables and roofline are files of their own.
#include "app/experiments/cordeiro_zola.hpp"

#include <array>

namespace neighborscope::experiments {
namespace cordeiro {

Case question(const DataSize& data, Scale scale, std::int64_t queries, int k, std::string_view method) {
    return {.data = data.source(scale),
        .n = data.at(scale),
        .dimension = data.dimension,
        .queries = queries,
        .k = k,
        .method = std::string(method),
        .repeats = scale == Scale::quick    ? 3
                   : scale == Scale::laptop ? 10
                                            : 30,
        .time_budget_ms = scale == Scale::quick    ? 10.0
                          : scale == Scale::laptop ? 150.0
                                                   : 250.0};
}

std::vector<std::string_view> with_libraries(
    Scale scale, const DataSize& data, std::int64_t queries, std::initializer_list<std::string_view> ours) {
    std::vector<std::string_view> all(ours);
    const bool few = queries == 1 || queries == 4 || queries == 12;
    for (const std::string_view library : libraries) {
        const bool affordable = library == flat_cpu ? queries <= 4 || queries == 8 || queries == 12 : few && &data == &data_sizes[0];
        if (scale != Scale::full || affordable) all.push_back(library);
    }
    return all;
}

std::string_view index_flat(const Findings& findings) {
    return findings.device == DeviceKind::cuda && !missing(findings, {flat}) ? flat : flat_cpu;
}

std::string where_it_ran(const Findings& findings, std::string_view method) {
    for (const MeasuredCase& one : findings.measured)
        if (one.asked.method == method && one.device != findings.device) return " (the library ran on the CPU)";
    return {};
}

double queries_a_second(const MeasuredCase& one, double time) { return time > 0 ? 1e3 * double(one.asked.asked()) / time : 0; }

const MeasuredCase* find(const Findings& findings, const DataSize& data, std::string_view method, std::int64_t queries, int k) {
    for (const MeasuredCase& one : findings.measured)
        if (one.asked.dimension == data.dimension && one.asked.method == method && one.asked.queries == queries && one.asked.k == k)
            return &one;
    return nullptr;
}

namespace {

/// Our phases that are the paper's PPWkernel and Kselection.
constexpr std::array scan_kernel{std::string_view("initial"), std::string_view("scan"), std::string_view("merge")};
constexpr std::array selection_kernel{std::string_view("k-selection"), std::string_view("exact distances"), std::string_view("order")};

std::vector<int> ks(Scale scale) {
    if (scale == Scale::quick) return {10, 60, 120};
    return {10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120};
}

std::vector<Case> figure_1_cases(Scale scale) {
    std::vector<Case> all;
    for (const int k : ks(scale))
        for (const std::string_view method : with_libraries(scale, imagenet, k == 10 || k == 60 || k == 120 ? 1 : 5, {ppw, stream, flat})) {
            all.push_back(question(imagenet, scale, 1, k, method));
            all.back().phases = method == ppw;
        }
    return all;
}

struct Ends {
    const MeasuredCase *few, *many;
};
std::optional<Ends> ends(const Findings& findings) {
    const std::vector<int> all = findings.ks();
    if (all.size() < 2) return std::nullopt;
    const Ends found{find(findings, imagenet, ppw, 1, all.front()), find(findings, imagenet, ppw, 1, all.back())};
    if (!found.few || !found.many) return std::nullopt;
    return found;
}

Verdict k_has_little_influence(const Findings& findings) {
    if (const auto none = missing(findings, {ppw})) return *none;
    const auto found = ends(findings);
    if (!found) return {Outcome::not_measured, "one k only"};
    const double few = found->few->total().mean, many = found->many->total().mean;
    return reproduced_if(many < 1.5 * few && few < 1.5 * many, "from k = " + std::to_string(found->few->asked.k) + " to " +
                                                                   std::to_string(found->many->asked.k) + " ppw goes from " + digits(few) +
                                                                   " to " + digits(many) + " ms, " + digits(many / few) + " times as long");
}

Verdict selection_makes_it_grow(const Findings& findings) {
    if (const auto none = missing(findings, {ppw})) return *none;
    const auto found = ends(findings);
    if (!found) return {Outcome::not_measured, "one k only"};
    const double scan = found->many->phases_ms(scan_kernel) - found->few->phases_ms(scan_kernel);
    const double selection = found->many->phases_ms(selection_kernel) - found->few->phases_ms(selection_kernel);
    return reproduced_if(selection > scan && selection > 0, "from the least k to the most the kernel of distances grows by " +
                                                                digits(scan) + " ms, k-selection by " + digits(selection) + " ms");
}

/// The time of one of ppw's kernels by k.
Series kernel(const Findings& findings, const std::string& name, int series_colour, std::span<const std::string_view> phases) {
    Series series{name, {}, series_colour};
    for (const MeasuredCase& one : findings.measured) {
        const Mean time = one.phases_mean(phases);
        if (one.asked.method != ppw || time.runs == 0) continue;
        series.points.push_back({double(one.asked.k), time.mean});
        if (time.interval > 0) series.points.back().low = time.mean - time.interval, series.points.back().high = time.mean + time.interval;
    }
    return series;
}

Chart figure_1_chart(const Findings& findings) {
    Panel whole{.title = "whole search",
        .x = {.label = "k", .from_zero = true, .ticks = {0, 20, 40, 60, 80, 100, 120}},
        .y = {.label = "time of one query, ms", .logarithmic = true}};
    for (const std::string& method : findings.methods())
        whole.series.push_back(series_of(findings, method, Along::k, {}, [](const MeasuredCase&, double time) { return time; }));
    Panel kernels{.title = "ppw, its two kernels", .x = whole.x, .y = {.label = "time of one query, ms", .from_zero = true}};
    kernels.series = {kernel(findings, "ppw's distances", 0, scan_kernel), kernel(findings, "ppw's k-selection", 5, selection_kernel)};
    const std::string size = findings.sizes().empty() ? "" : tick_text(double(findings.sizes().front()), 1) + " points in 128-D";
    return {"Time by the number of neighbours, |Q| = 1", "Cordeiro & Zola, figure 1: " + size,
        "The kernel of k-selection also computes the k distances again in double and puts them in order, which the paper's does not.",
        {whole, kernels}};
}

std::vector<TableOfText> figure_1_tables(const Findings& findings) {
    TableOfText kernels{
        "ppw's two kernels, ms", {"k", "distances (initial, scan, merge)", "k-selection (with exact distances and order)"}, {}};
    for (const MeasuredCase& one : findings.measured)
        if (one.asked.method == ppw)
            kernels.rows.push_back({std::to_string(one.asked.k), with_interval(one.phases_mean(scan_kernel)),
                with_interval(one.phases_mean(selection_kernel))});
    return {table_of_times(findings, "Whole search"), kernels};
}

}  // namespace

Experiment figure_1() {
    Experiment figure;
    figure.id = "fig-1";
    figure.title = "Figure 1";
    figure.measures = "time of one query by k, and that of ppw's two kernels apart";
    figure.papers_workload = "1275219 random points in 128-D (ImageNet), |Q| = 1, K = 10 to 120, 30 repeats";
    figure.workload = [](Scale scale) {
        return std::to_string(imagenet.at(scale)) + " points of `vectors:` in 128-D, |Q| = 1, k = 10 to 120, mean of up to " +
               std::to_string(question(imagenet, scale, 1, 1, ppw).repeats) + " runs";
    };
    figure.cases = figure_1_cases;
    figure.claims = {
        {"fig. 1, left", "K has little influence on the running time", "from table 2 to 3, K = 64 to 128: 1.30 to 1.61 ms",
            "ppw takes from 1 / 1.5 to 1.5 times as long at the most k as at the least", k_has_little_influence},
        {"fig. 1, right", "K-selection is the main reason why the time of PPW grows with K", "",
            "the kernel of k-selection grows by more milliseconds than the kernel of distances", selection_makes_it_grow},
    };
    figure.charts = {{"fig-1", figure_1_chart}};
    figure.tables = figure_1_tables;
    return figure;
}

}  // namespace cordeiro

Suite cordeiro_zola() {
    Suite suite;
    suite.name = "cordeiro-zola";
    suite.title = "one point per warp, few queries at a time: figure 1, tables 2 to 4, roofline of figure 2";
    suite.citation =
        "M. B. Cordeiro, W. M. N. Zola: KNN paralelo em GPU para grandes volumes de dados com agregação de consultas, section 5";
    suite.papers_machine = "NVIDIA A4500, 56 multiprocessors; Xeon Silver 4314; CUDA 11.7";
    suite.notes = {
        "The paper's data are random numbers in the sizes of real data; so are ours (`vectors:`, uniform in [0, 1)).",
        "Index Flat is FAISS on the paper's GPU; here it is `flat`, and where that did not run on a GPU `faiss-flat-cpu`. The "
        "libraries build their indexes before their time begins; `faiss-ivf-cpu` is approximate, its recall stands beside its name. At "
        "full "
        "scale those that build trees or clusters are asked of MNIST's size only, for 1, 4 and 12 queries: it takes longer than all else.",
        "Index IVF is FAISS on the paper's GPU; here it is `ivf`, in table 4.",
        "`ppw` here answers the paper's pseudo-code corrected, and always ends with exact distances and order, which the paper leaves out.",
    };
    suite.experiments = {
        cordeiro::figure_1(), cordeiro::throughput_table(64), cordeiro::throughput_table(128), cordeiro::figure_2(), cordeiro::table_4()};
    return suite;
}

}  // namespace neighborscope::experiments
