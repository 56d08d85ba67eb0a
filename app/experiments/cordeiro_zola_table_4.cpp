// Cordeiro & Zola, table 4: one point per warp against inverted lists, which are approximate.
#include "app/experiments/cordeiro_zola.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace neighborscope::experiments::cordeiro {
namespace {

constexpr int asked_k = 128;
constexpr std::string_view ivf = "ivf";
constexpr const DataSize& google_news = data_sizes[2];
constexpr std::array partitions{2, 5, 11};

/// Queries per second on an A4500, and the mean precision, by the number of partitions.
struct PapersRow {
    std::array<double, 12> rate;
    double precision = 1;
};
constexpr PapersRow papers_ppw{{162.87, 293.26, 373.60, 393.31, 406.83, 404.86, 413.96, 402.21, 408.35, 360.10, 380.36, 393.18}};
constexpr PapersRow papers_ivf[] = {{{4.34, 8.68, 13.25, 17.62, 21.98, 26.40, 30.82, 35.74, 40.17, 44.56, 49.02, 53.52}, 0.426},
    {{7.08, 14.17, 21.62, 28.77, 35.88, 43.08, 50.29, 58.34, 65.57, 72.82, 80.19, 87.56}, 0.245},
    {{15.57, 31.17, 47.57, 63.29, 78.93, 94.79, 110.65, 128.31, 144.23, 160.21, 175.94, 191.94}, 0.188}};

std::vector<Case> list_cases(Scale scale) {
    std::vector<Case> all;
    for (const int queries : scale == Scale::quick ? std::vector{1, 2, 8, 12} : std::vector{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}) {
        all.push_back(question(google_news, scale, queries, asked_k, ppw));
        for (const int lists : partitions) {
            all.push_back(question(google_news, scale, queries, asked_k, ivf));
            all.back().options = {{"lists", std::to_string(lists)}, {"probes", "1"}};
        }
    }
    return all;
}

bool has_lists(const Case& asked, int lists) {
    const auto found = asked.options.find("lists");
    return asked.method == ivf && found != asked.options.end() && found->second == std::to_string(lists);
}

const MeasuredCase* find_ivf(const Findings& findings, int lists, std::int64_t queries) {
    for (const MeasuredCase& one : findings.measured)
        if (has_lists(one.asked, lists) && one.asked.queries == queries) return &one;
    return nullptr;
}

/// Mean over all queries of all cases; below 0 if unknown.
double mean_recall(const Findings& findings, int lists) {
    double sum = 0, queries = 0;
    for (const MeasuredCase& one : findings.measured)
        if (has_lists(one.asked, lists) && one.recall >= 0)
            sum += one.recall * double(one.asked.asked()), queries += double(one.asked.asked());
    return queries > 0 ? sum / queries : -1;
}

std::string percent(double share) { return digits(100 * share, 3) + " %"; }

/// Ratios of ppw's queries per second to those of ivf with `lists` lists, by |Q|.
std::vector<double> speedups(const Findings& findings, int lists) {
    std::vector<double> all;
    for (const std::int64_t queries : findings.query_counts()) {
        const MeasuredCase *ours = find(findings, google_news, ppw, queries, asked_k), *theirs = find_ivf(findings, lists, queries);
        if (ours && theirs && ours->total().mean > 0) all.push_back(theirs->total().mean / ours->total().mean);
    }
    return all;
}

Verdict ppw_surpasses(const Findings& findings) {
    if (const auto none = missing(findings, {ppw, ivf})) return *none;
    double low = INFINITY, high = 0;
    for (const int lists : partitions)
        for (const double times : speedups(findings, lists)) low = std::min(low, times), high = std::max(high, times);
    return reproduced_if(low > 1, "ppw answers " + digits(low) + " to " + digits(high) + " times as many queries a second as ivf");
}

Verdict few_queries_most(const Findings& findings) {
    if (const auto none = missing(findings, {ppw, ivf})) return *none;
    const std::vector<double> times = speedups(findings, partitions.back());
    if (times.size() < 2) return {Outcome::not_measured, "one |Q| only"};
    return reproduced_if(times.front() > times.back(),
        "over ivf with 11 lists " + digits(times.front()) + " times at |Q| = 1, " + digits(times.back()) + " times at |Q| = 12");
}

Verdict more_partitions_are_faster(const Findings& findings) {
    if (const auto none = missing(findings, {ivf})) return *none;
    bool always = true;
    std::string text;
    for (const std::int64_t queries : findings.query_counts()) {
        double before = INFINITY;
        for (const int lists : partitions) {
            const MeasuredCase* one = find_ivf(findings, lists, queries);
            if (!one) continue;
            always = always && one->total().mean < before;
            before = one->total().mean;
            if (queries == findings.query_counts().front())
                text += (text.empty() ? "at |Q| = " + std::to_string(queries) + " " : ", ") + digits(one->total().mean) + " ms with " +
                        std::to_string(lists);
        }
    }
    return reproduced_if(always, text + " lists");
}

Verdict more_partitions_find_less(const Findings& findings) {
    if (const auto none = missing(findings, {ppw, ivf})) return *none;
    double before = INFINITY;
    bool falls = true;
    std::string text;
    for (const int lists : partitions) {
        const double recall = mean_recall(findings, lists);
        if (recall < 0) return {Outcome::not_measured, "the recall is not known"};
        falls = falls && recall < before;
        before = recall;
        text += (text.empty() ? "" : ", ") + percent(recall) + " with " + std::to_string(lists);
    }
    return reproduced_if(falls, "recall " + text + " lists");
}

std::string row_name(const Findings& findings, int lists) {
    const double recall = mean_recall(findings, lists);
    return "ivf, " + std::to_string(lists) + " lists" + (recall < 0 ? "" : ", recall " + percent(recall));
}

Chart lists_chart(const Findings& findings) {
    Panel panel{.title = std::string(google_news.name),
        .x = {.label = "|Q|, queries asked together", .from_zero = true, .ticks = {0, 2, 4, 6, 8, 10, 12}},
        .y = {.label = "queries a second", .logarithmic = true}};
    panel.series.push_back(series_of(findings, std::string(ppw), Along::queries, {}, queries_a_second));
    int series_colour = 1;
    for (const int lists : partitions) {
        Series series = series_of(
            findings, std::string(ivf), Along::queries, [lists](const Case& one) { return has_lists(one, lists); }, queries_a_second);
        series.name = row_name(findings, lists);
        series.series_colour = series_colour++;
        panel.series.push_back(std::move(series));
    }
    const std::string size = findings.sizes().empty() ? "" : tick_text(double(findings.sizes().front()), 1) + " points in 300-D";
    return {"Throughput against inverted lists, k = 128", "Cordeiro & Zola, table 4: " + size,
        "One list is searched, as FAISS does without more; the lists are made before the time begins.", {panel}};
}

std::vector<TableOfText> lists_tables(const Findings& findings) {
    TableOfText table{"Queries a second", {"|Q|"}, {}};
    for (const std::int64_t queries : findings.query_counts()) table.headers.push_back(std::to_string(queries));
    const auto add = [&](const std::string& name, const auto& cell) {
        std::vector<std::string> row = {name};
        for (const std::int64_t queries : findings.query_counts()) row.push_back(cell(queries));
        table.rows.push_back(std::move(row));
    };
    const auto measured = [](const MeasuredCase* one) { return one ? with_interval(one->figure(queries_a_second)) : "-"; };
    add("ppw", [&](std::int64_t queries) { return measured(find(findings, google_news, ppw, queries, asked_k)); });
    for (const int lists : partitions)
        add(row_name(findings, lists), [&](std::int64_t queries) { return measured(find_ivf(findings, lists, queries)); });
    const auto papers = [](const PapersRow& row) {
        return [&row](std::int64_t queries) { return digits(row.rate[std::size_t(queries - 1)], 4); };
    };
    add("paper: PPW", papers(papers_ppw));
    for (std::size_t i = 0; i < partitions.size(); ++i)
        add("paper: IndexIVF, " + std::to_string(partitions[i]) + " partitions, precision " + percent(papers_ivf[i].precision),
            papers(papers_ivf[i]));
    return {table};
}

}  // namespace

Experiment table_4() {
    Experiment table;
    table.id = "table-4";
    table.title = "Table 4";
    table.measures = "queries a second and recall of inverted lists, of which one is searched, beside ppw";
    table.papers_workload = "3000000 x 300 random points (GoogleNews300), |Q| = 1 to 12, K = 128, IndexIVF with 2, 5 and 11 partitions";
    table.workload = [](Scale scale) {
        return std::to_string(google_news.at(scale)) + " x 300 points of `vectors:`, |Q| = 1 to 12" +
               (scale == Scale::quick ? " (four of them)" : "") + ", k = 128, `ivf` with 2, 5 and 11 lists and one probe, mean of up to " +
               std::to_string(question(google_news, scale, 1, asked_k, ppw).repeats) + " runs";
    };
    table.cases = list_cases;
    table.claims = {
        {"table 4", "PPW has more throughput than IndexIVF in all tests", "2.05 to 10.46 times that of the fastest, with 11 partitions",
            "ppw faster than ivf with 2, with 5 and with 11 lists at every |Q|", ppw_surpasses},
        {"table 4", "PPW's lead over IndexIVF is greatest for one query", "10.46 times at |Q| = 1, 2.05 times at 12",
            "the ratio to ivf with 11 lists is greater at |Q| = 1 than at 12", few_queries_most},
        {"section 2", "The more partitions, the faster the search", "4.34, 7.08 and 15.57 queries a second with 2, 5 and 11, |Q| = 1",
            "ivf is faster with 5 lists than with 2, and with 11 than with 5, at every |Q|", more_partitions_are_faster},
        {"section 2", "The more partitions, the lower the precision", "42.6 %, 24.5 % and 18.8 % with 2, 5 and 11",
            "the mean recall of ivf falls from 2 lists to 5 and from 5 to 11", more_partitions_find_less},
    };
    table.charts = {{"table-4", lists_chart}};
    table.tables = lists_tables;
    return table;
}

}  // namespace neighborscope::experiments::cordeiro
