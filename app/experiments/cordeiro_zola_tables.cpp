// Cordeiro & Zola, tables 2 and 3: queries a second by |Q|, with the paper's own numbers beside ours.
#include "app/experiments/cordeiro_zola.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace neighborscope::experiments::cordeiro {
namespace {

constexpr int most_queries = 12;
using Row = std::array<double, most_queries>;
struct PapersRows {
    Row ppw, ppk, ppb, index_flat;
};

/// Queries per second on an A4500; in the order of data_sizes.
constexpr PapersRows table_2[] = {
    {{1724.14, 3076.92, 4477.61, 5970.15, 6849.32, 6976.74, 7368.42, 7339.45, 7563.03, 6944.44, 7382.55, 7643.31},
        {1538.46, 1941.75, 2112.68, 2197.80, 2242.15, 2272.73, 2317.88, 2339.18, 2362.20, 2380.95, 2391.30, 2390.44},
        {100.60, 203.67, 308.96, 412.80, 518.13, 623.05, 729.17, 839.45, 945.38, 1053.74, 1161.56, 1271.19},
        {990.10, 1960.78, 2970.30, 3960.40, 4807.69, 5769.23, 6730.77, 7692.31, 8653.85, 9615.38, 10576.92, 11538.46}},
    {{769.23, 1379.31, 1724.14, 2000.00, 1945.53, 1935.48, 1933.70, 1797.75, 1978.02, 1893.94, 1933.22, 1846.15},
        {657.89, 727.27, 746.27, 760.46, 766.87, 772.20, 776.05, 777.45, 781.25, 781.86, 781.81, 783.29},
        {20.42, 41.14, 62.12, 82.75, 103.37, 123.86, 144.30, 165.19, 185.61, 206.31, 226.94, 247.42},
        {161.55, 323.62, 487.80, 626.96, 781.25, 934.58, 1085.27, 1234.57, 1386.75, 1536.10, 1684.53, 1834.86}},
    {{170.65, 307.69, 406.50, 424.63, 434.78, 417.25, 435.05, 410.89, 418.22, 366.57, 384.88, 397.88},
        {148.59, 151.63, 152.75, 153.37, 153.89, 153.93, 154.12, 154.29, 154.45, 154.46, 154.32, 154.40},
        {3.85, 7.77, 11.77, 15.71, 19.69, 23.68, 27.68, 31.86, 35.87, 39.80, 43.81, 47.86},
        {46.36, 92.59, 139.21, 176.83, 220.85, 264.78, 308.51, 352.11, 395.60, 438.79, 481.82, 524.93}}};
constexpr PapersRows table_3[] = {
    {{1234.57, 2222.22, 3296.70, 4444.44, 4950.50, 5405.41, 5833.33, 6015.04, 6250.00, 5882.35, 6321.84, 6557.38},
        {1075.27, 1538.46, 1764.71, 1904.76, 1984.13, 2047.78, 2095.81, 2133.33, 2158.27, 2178.65, 2191.24, 2209.94},
        {98.23, 198.61, 301.81, 403.23, 505.56, 608.52, 712.11, 819.67, 924.02, 1028.81, 1135.19, 1240.95},
        {970.87, 1923.08, 2912.62, 3883.50, 4716.98, 5660.38, 6603.77, 7547.17, 8490.57, 9345.79, 10280.37, 11214.95}},
    {{621.12, 1123.60, 1395.35, 1702.13, 1718.21, 1729.11, 1767.68, 1673.64, 1807.23, 1766.78, 1797.39, 1744.19},
        {529.10, 623.05, 652.17, 670.02, 681.20, 684.93, 688.98, 695.65, 696.59, 698.81, 703.77, 705.05},
        {20.29, 40.86, 61.63, 82.08, 102.54, 122.82, 143.09, 163.77, 184.09, 204.62, 224.99, 245.30},
        {156.74, 314.47, 473.93, 609.76, 759.88, 909.09, 1057.40, 1204.82, 1351.35, 1499.25, 1644.25, 1785.71}},
    {{162.87, 293.26, 373.60, 393.31, 406.83, 404.86, 413.96, 402.21, 408.35, 360.10, 380.36, 393.18},
        {141.24, 146.84, 148.29, 149.70, 150.38, 150.53, 150.73, 151.06, 151.24, 151.15, 151.31, 151.65},
        {3.83, 7.73, 11.72, 15.64, 19.59, 23.56, 27.55, 31.71, 35.70, 39.74, 43.78, 47.83},
        {45.48, 90.74, 136.36, 173.16, 216.36, 259.29, 301.98, 344.83, 387.26, 429.74, 472.10, 514.14}}};

const PapersRows& papers(int k, const DataSize& data) { return (k == 64 ? table_2 : table_3)[&data - data_sizes]; }

std::vector<Case> cases(Scale scale, int k) {
    std::vector<Case> all;
    for (const DataSize& data : data_sizes)
        for (const int queries : scale == Scale::quick ? std::vector{1, 2, 8, 12} : std::vector{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
            for (const std::string_view method : with_libraries(scale, data, queries, {ppw, ppk, ppb, stream, flat}))
                all.push_back(question(data, scale, queries, k, method));
    return all;
}

double rate(const Findings& findings, const DataSize& data, std::string_view method, std::int64_t queries, int k) {
    const MeasuredCase* found = find(findings, data, method, queries, k);
    return found ? found->throughput() : 0;
}

/// The data sizes that were measured.
std::vector<const DataSize*> measured_sizes(const Findings& findings) {
    std::vector<const DataSize*> found;
    for (const DataSize& data : data_sizes)
        if (std::any_of(findings.measured.begin(), findings.measured.end(),
                [&](const MeasuredCase& one) { return one.asked.dimension == data.dimension; }))
            found.push_back(&data);
    return found;
}

/// Whether `faster` has more queries per second than `slower` in all cases chosen by `which`.
template <class Which>
Verdict always_faster(const Findings& findings, std::string_view faster, std::string_view slower, int k, Which which) {
    if (const auto none = missing(findings, {faster, slower})) return *none;
    bool always = true;
    std::string text;
    for (const DataSize* data : measured_sizes(findings)) {
        double low = INFINITY, high = 0;
        int compared = 0, slower_at = 0;
        for (const std::int64_t queries : findings.query_counts()) {
            const MeasuredCase *a = find(findings, *data, faster, queries, k), *b = find(findings, *data, slower, queries, k);
            if (!which(queries) || !a || !b) continue;
            const Mean ours = a->total(), theirs = b->total();
            low = std::min(low, theirs.mean / ours.mean), high = std::max(high, theirs.mean / ours.mean);
            ++compared;
            if (ours.mean < theirs.mean) continue;
            ++slower_at;
        }
        always = always && slower_at == 0;
        text += (text.empty() ? "" : ", ") + std::string(data->name) + " " + digits(low) + " to " + digits(high) + " times";
        if (slower_at > 0) text += " (slower at " + std::to_string(slower_at) + " of " + std::to_string(compared) + " |Q|)";
    }
    return reproduced_if(always, std::string(faster) + " over " + std::string(slower) + where_it_ran(findings, slower) + ": " + text);
}

/// How much throughput grows from the least |Q| to `to`.
double gain(const Findings& findings, const DataSize& data, std::string_view method, std::int64_t to, int k) {
    return rate(findings, data, method, to, k) / rate(findings, data, method, 1, k);
}

Verdict aggregation_helps(const Findings& findings, int k) {
    if (const auto none = missing(findings, {ppw})) return *none;
    bool all = true;
    std::string text;
    for (const DataSize* data : measured_sizes(findings)) {
        const double ours = gain(findings, *data, ppw, 8, k);
        all = all && ours > 1.5;
        text += (text.empty() ? "" : ", ") + std::string(data->name) + " " + digits(ours) + " times";
    }
    return reproduced_if(all, "from |Q| = 1 to 8 the throughput of ppw grows: " + text);
}

std::string papers_gains(int k) {
    std::string text;
    for (const DataSize& data : data_sizes)
        text +=
            (text.empty() ? "" : ", ") + std::string(data.name) + " " + digits(papers(k, data).ppw[7] / papers(k, data).ppw[0]) + " times";
    return "|Q| = 1 to 8: " + text;
}

Verdict ppw_aggregates_better(const Findings& findings, int k) {
    if (const auto none = missing(findings, {ppw, ppk})) return *none;
    bool all = true;
    std::string text;
    for (const DataSize* data : measured_sizes(findings)) {
        const double warp = gain(findings, *data, ppw, most_queries, k), kernel = gain(findings, *data, ppk, most_queries, k);
        all = all && warp > kernel;
        text += (text.empty() ? "" : ", ") + std::string(data->name) + " " + digits(warp) + " against " + digits(kernel);
    }
    return reproduced_if(all, "throughput from |Q| = 1 to 12 grows, ppw against ppk: " + text + " times");
}

Verdict same_answers(const Findings& findings) {
    std::int64_t compared = 0, different = 0;
    for (const MeasuredCase& one : findings.measured)
        if (one.other_lists >= 0) compared += one.asked.asked(), different += one.other_lists;
    if (compared == 0) return {Outcome::not_measured, "one method only"};
    return reproduced_if(
        different == 0, std::to_string(different) + " of " + std::to_string(compared) + " lists differ from the first method's");
}

Verdict narrow_intervals(const Findings& findings) {
    double widest = 0;
    const MeasuredCase* which = nullptr;
    for (const MeasuredCase& one : findings.measured) {
        if (std::find(std::begin(libraries), std::end(libraries), one.asked.method) != std::end(libraries)) continue;
        const Mean time = one.total();
        if (time.runs > 1 && time.interval / time.mean >= widest) widest = time.interval / time.mean, which = &one;
    }
    if (!which) return {Outcome::not_measured, "no case was repeated"};
    return reproduced_if(widest <= 0.02, "the widest is " + digits(100 * widest, 2) + " % (" + which->asked.method + ", " +
                                             which->asked.data + ", |Q| = " + std::to_string(which->asked.queries) + ", " +
                                             std::to_string(which->total().runs) + " runs)");
}

Chart chart(const Findings& findings, int k) {
    Chart chart{"Throughput by the number of queries asked together, k = " + std::to_string(k),
        "Cordeiro & Zola, table " + std::string(k == 64 ? "2" : "3"), "", {}};
    for (const DataSize* data : measured_sizes(findings)) {
        Panel panel{.x = {.label = "|Q|", .ticks = {1, 4, 8, 12}}, .y = {.label = "queries a second", .logarithmic = true}};
        for (const std::string& method : findings.methods()) {
            Series series = series_of(
                findings, method, Along::queries, [&](const Case& one) { return one.dimension == data->dimension; }, queries_a_second);
            if (!series.points.empty()) panel.series.push_back(std::move(series));
        }
        for (const MeasuredCase& one : findings.measured)
            if (one.asked.dimension == data->dimension)
                panel.title = tick_text(double(one.asked.n), 1) + " × " + std::to_string(data->dimension);
        chart.panels.push_back(std::move(panel));
    }
    return chart;
}

std::vector<TableOfText> tables(const Findings& findings, int k) {
    std::vector<TableOfText> all;
    for (const DataSize* data : measured_sizes(findings)) {
        std::int64_t n = 0;
        for (const MeasuredCase& one : findings.measured)
            if (one.asked.dimension == data->dimension) n = one.asked.n;
        TableOfText table{std::to_string(n) + " points in " + std::to_string(data->dimension) + "-D (" + std::string(data->name) +
                              "), k = " + std::to_string(k) + ": queries a second. The paper's, on its GPU" +
                              (n == data->n ? "" : " and with " + std::to_string(data->n) + " points") + ", in the lower rows",
            {"|Q|"}, {}};
        for (const std::int64_t queries : findings.query_counts()) table.headers.push_back(std::to_string(queries));
        for (const std::string& method : findings.methods()) {
            std::vector<std::string> row = {legend_of(findings, method)};
            for (const std::int64_t queries : findings.query_counts()) {
                const MeasuredCase* one = find(findings, *data, method, queries, k);
                row.push_back(one ? with_interval(one->figure(queries_a_second)) : "-");
            }
            table.rows.push_back(std::move(row));
        }
        const PapersRows& theirs = papers(k, *data);
        for (const auto& [label, values] : {std::pair{"paper: PPW", &theirs.ppw}, {"paper: PPK", &theirs.ppk}, {"paper: PPB", &theirs.ppb},
                 {"paper: Index Flat", &theirs.index_flat}}) {
            std::vector<std::string> row = {label};
            for (const std::int64_t queries : findings.query_counts()) row.push_back(digits((*values)[std::size_t(queries - 1)], 4));
            table.rows.push_back(std::move(row));
        }
        all.push_back(std::move(table));
    }
    return all;
}

}  // namespace

Experiment throughput_table(int k) {
    const std::string number = k == 64 ? "2" : "3", where = "table " + number;
    Experiment table;
    table.id = "table-" + number;
    table.title = "Table " + number;
    table.measures = "queries a second by |Q|, k = " + std::to_string(k);
    table.papers_workload =
        "70000 x 784, 1275219 x 128, 3000000 x 300 random points, |Q| = 1 to 12, K = " + std::to_string(k) + ", 30 repeats";
    table.workload = [k](Scale scale) {
        std::string text;
        for (const DataSize& data : data_sizes)
            text += (text.empty() ? "" : ", ") + std::to_string(data.at(scale)) + " x " + std::to_string(data.dimension);
        return text + " points of `vectors:`, |Q| = 1 to 12" + (scale == Scale::quick ? " (four of them)" : "") +
               ", k = " + std::to_string(k) + ", mean of up to " + std::to_string(question(imagenet, scale, 1, k, ppw).repeats) + " runs";
    };
    table.cases = [k](Scale scale) { return cases(scale, k); };
    const auto any = [](std::int64_t) { return true; };
    const auto few = [](std::int64_t queries) { return queries < 5; };
    table.claims = {
        {where, "PPW surpasses PPK for few queries", "more queries a second in every column, on every size",
            "ppw faster than ppk at every |Q| < 5 on every size",
            [k, few](const Findings& f) { return always_faster(f, ppw, ppk, k, few); }},
        {where, "PPK surpasses PPB", "in every column, on every size", "ppk faster than ppb at every |Q| < 5 on every size",
            [k, few](const Findings& f) { return always_faster(f, ppk, ppb, k, few); }},
        {where, "PPW surpasses PPB", "in every column, on every size", "ppw faster than ppb at every |Q| on every size",
            [k, any](const Findings& f) { return always_faster(f, ppw, ppb, k, any); }},
        {where, "PPW surpasses Index Flat of FAISS for fewer than 5 queries", k == 64 ? "1.42 to 4.76 times" : "1.05 to 3.96 times",
            "ppw faster than flat (without a GPU: faiss-flat-cpu) at every |Q| < 5 on every size",
            [k, few](const Findings& f) { return always_faster(f, ppw, index_flat(f), k, few); }},
        {where, "Asking several queries together raises the throughput of PPW", papers_gains(k),
            "more than 1.5 times the throughput at |Q| = 8 of that at 1, on every size",
            [k](const Findings& f) { return aggregation_helps(f, k); }},
        {where, "PPW aggregates queries better than PPK", "",
            "from |Q| = 1 to 12 the throughput of ppw grows by more than that of ppk, on every size",
            [k](const Findings& f) { return ppw_aggregates_better(f, k); }},
        {"section 4", "The exact algorithms give the same answers", "no discrepancy",
            "every list equals that of the first method to the letter", same_answers},
        {"section 4", "The 95 % intervals are narrow", "at most 2 % of the mean",
            "the widest of all cases, the libraries' aside, is at most 2 % of its mean", narrow_intervals},
    };
    table.charts = {{"table-" + number, [k](const Findings& f) { return chart(f, k); }}};
    table.tables = [k](const Findings& f) { return tables(f, k); };
    return table;
}

}  // namespace neighborscope::experiments::cordeiro
