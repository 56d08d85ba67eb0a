#include "app/command_line/inspect_report.hpp"

#include "app/command_line/console.hpp"
#include "app/command_line/table.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>

namespace neighborscope::shell {
namespace {

using inspect::GraphHealth;
using inspect::Inspection;
using inspect::Ledger;
using inspect::ListHealth;

constexpr std::size_t rows_named = 10, queries_named = 10;

std::string digits(double value, const char* format = "%.3f") {
    char text[48];
    std::snprintf(text, sizeof text, format, value);
    return text;
}

std::string percent(std::int64_t part, std::int64_t all) {
    return all > 0 ? digits(100.0 * double(part) / double(all), "%.2f") + " %" : "0 %";
}

std::string line(const std::string& name, const std::string& what) {
    return name + std::string(name.size() < 13 ? 13 - name.size() : 1, ' ') + what + "\n";
}

/// "3 0 | 12 1 | ..": the least, median and greatest value of a histogram.
/// "1 to 12, median 7". `greatest`: for a histogram whose last bin has all greater values.
std::string range_of(const std::vector<std::int64_t>& histogram, std::int64_t greatest = -1) {
    std::int64_t all = 0, below = 0;
    for (const std::int64_t count : histogram) all += count;
    std::size_t least = 0, median = 0, most = 0;
    while (least + 1 < histogram.size() && histogram[least] == 0) ++least;
    for (std::size_t value = 0; value < histogram.size(); ++value) {
        if (2 * below < all) median = value;
        below += histogram[value];
        if (histogram[value] > 0) most = value;
    }
    return std::to_string(least) + " to " + std::to_string(std::max(std::int64_t(most), greatest)) + ", median " + std::to_string(median);
}

std::string rows_text(const std::vector<std::int32_t>& rows) {
    std::string text;
    for (std::size_t i = 0; i < std::min(rows.size(), rows_named); ++i) text += (i ? ", " : "") + std::to_string(rows[i]);
    return rows.size() > rows_named ? text + ", ..." : text;
}

std::string graph_text(const Inspection& inspection) {
    const GraphHealth& graph = *inspection.graph;
    const std::int64_t rows = inspection.index->rows;
    Table table;
    for (const char* header : {"level", "rows", "links", "mean degree"}) table.column(header);
    table.column("degree", Table::Align::left);
    for (std::size_t level = graph.levels.size(); level-- > 0;) {
        const inspect::LevelShape& shape = graph.levels[level];
        table.row({std::to_string(level), std::to_string(shape.rows), std::to_string(shape.links), digits(shape.mean_degree(), "%.2f"),
            range_of(shape.degrees)});
    }
    std::string text = "\n" + table.text() + "\n";
    text += line("reach", rows == 0                   ? "there are no rows"
                          : graph.unreachable.empty() ? "every row can be reached from the entry"
                                                      : std::to_string(graph.unreachable.size()) + " of " + std::to_string(rows) +
                                                            " rows cannot be reached from the entry: " + rows_text(graph.unreachable));
    text += line("components", std::to_string(graph.components) + ", the largest has " + std::to_string(graph.largest_component) +
                                   (graph.largest_component == 1 ? " row" : " rows"));
    text += line("in-degree", range_of(graph.in_degrees, graph.most_in_degree) + "; " +
                                  std::to_string(graph.in_degrees.empty() ? 0 : graph.in_degrees[0]) + " rows that nothing links to");
    std::string hubs;
    for (const inspect::Hub& hub : graph.hubs)
        hubs += (hubs.empty() ? "row " : ", ") + std::to_string(hub.row) + " (" + std::to_string(hub.links) + ")";
    if (!hubs.empty()) text += line("hubs", hubs);
    const std::int64_t links = graph.levels.empty() ? 0 : graph.levels[0].links;
    text += line("one-way", std::to_string(graph.one_way) + " of " + std::to_string(links) + " links at level 0 have no link back (" +
                                percent(graph.one_way, links) + ")");
    if (graph.self_links + graph.repeated_links + graph.misplaced_links > 0)
        text += line("odd links", std::to_string(graph.self_links) + " to the row itself, " + std::to_string(graph.repeated_links) +
                                      " twice, " + std::to_string(graph.misplaced_links) + " to rows that are not on their level");
    return text;
}

std::string lists_text(const ListHealth& lists) {
    return "\n" +
           line("lists", std::to_string(lists.lists) + ", " + std::to_string(lists.empty) + " empty; rows of a list " +
                             std::to_string(lists.least) + " to " + std::to_string(lists.most) + ", median " +
                             std::to_string(lists.median) + "; the longest is list " + std::to_string(lists.longest)) +
           line("imbalance", digits(lists.imbalance, "%.2f") + ": so many times more rows are read than with lists of equal length");
}

std::string vectors_text(const inspect::VectorHealth& vectors) {
    std::string text = line("duplicates", std::to_string(vectors.repeated_vectors) + " rows have the vector of another, " +
                                              std::to_string(vectors.repeated_ids) + " the id of another");
    if (vectors.not_finite > 0)
        text += line("not finite", std::to_string(vectors.not_finite) + " rows have a value that is no finite number");
    if (vectors.error)
        text += line("code error", digits(*vectors.error, "%.4g") + " on average (root of the mean square), " +
                                       digits(100 * *vectors.share_of_spread, "%.3g") + " % of the spread of the points");
    return text;
}

std::string setting_text(const stored::StoredIndex& index, const stored::ReplaySettings& settings) {
    if (index.lists) return "probes = " + std::to_string(settings.probes);
    return index.has_graph() ? "ef = " + std::to_string(settings.ef) : "every row";
}

std::string ledger_text(const Inspection& inspection, std::size_t losses) {
    const Ledger& ledger = *inspection.ledger;
    const stored::StoredIndex& index = *inspection.index;
    std::string text = "\n" + line("queries", std::to_string(ledger.queries) + ", k = " + std::to_string(ledger.settings.k) + ", " +
                                                  setting_text(index, ledger.settings));
    if (inspection.truth_is_decoded)
        text += line("truth", "by the decoded vectors, as the file has no others; --points DATA compares with the points themselves");
    text += line("recall", ledger.asked == 0 ? "there are no true neighbours"
                                             : digits(ledger.recall(), "%.4f") + " (" + std::to_string(ledger.found) + " of " +
                                                   std::to_string(ledger.asked) + ")");
    if (ledger.asked > 0)
        text +=
            line("ceiling", digits(ledger.ceiling(), "%.4f") + (index.has_graph() ? ": the share of true neighbours that can be reached"
                                                                                  : ": the share of true neighbours that are not deleted"));
    text += line("distances", digits(ledger.mean_distances, "%.1f") + " per query");
    std::string counts;
    for (int cause = 0; cause < inspect::causes; ++cause)
        if (const std::int64_t count = ledger.counts[std::size_t(cause)]; count > 0)
            counts += (counts.empty() ? "" : ", ") + std::to_string(count) + " " + std::string(inspect::name(inspect::Cause(cause)));
    if (ledger.losses.empty()) return text + line("missed", "nothing");
    text += line("missed", std::to_string(ledger.losses.size()) + ": " + counts);
    text += line("", inspect::advice_of(ledger, index));
    text += "\n";
    for (std::size_t i = 0; i < std::min(losses, ledger.losses.size()); ++i) text += inspect::sentence_of(ledger.losses[i], index) + "\n";
    if (ledger.losses.size() > losses) text += "and " + std::to_string(ledger.losses.size() - losses) + " more; --json has all\n";
    return text;
}

Json histogram_json(const std::vector<std::int64_t>& histogram) { return Json(histogram); }

Json ledger_json(const Ledger& ledger, const stored::StoredIndex& index) {
    Json counts = Json::object();
    for (int cause = 0; cause < inspect::causes; ++cause)
        counts[std::string(inspect::name(inspect::Cause(cause)))] = ledger.counts[std::size_t(cause)];
    Json losses = Json::array();
    for (const inspect::Loss& loss : ledger.losses) {
        Json one{{"query", loss.query}, {"rank", loss.rank}, {"row", loss.row}, {"id", index.id_of(loss.row)}, {"distance", loss.distance},
            {"cause", inspect::name(loss.cause)}};
        if (loss.tried > 0) {
            one["needed"] = loss.needed > 0 ? Json(loss.needed) : Json(nullptr);
            one["tried_up_to"] = loss.tried;
        }
        if (loss.list_rank > 0) one["list_rank"] = loss.list_rank;
        if (loss.cause == inspect::Cause::code) one["code_distance"] = loss.code_distance;
        one["sentence"] = inspect::sentence_of(loss, index);
        losses.push_back(std::move(one));
    }
    return {{"missed", ledger.losses.size()}, {"counts", counts},
        {"setting_for_95_percent", ledger.setting_for_most > 0 ? Json(ledger.setting_for_most) : Json(nullptr)},
        {"found_by_it", ledger.found_by_it}, {"advice", inspect::advice_of(ledger, index)}, {"losses", losses}};
}

Json graph_json(const GraphHealth& graph) {
    Json levels = Json::array(), hubs = Json::array();
    for (const inspect::LevelShape& shape : graph.levels)
        levels.push_back({{"rows", shape.rows}, {"links", shape.links}, {"mean_degree", shape.mean_degree()},
            {"rows_by_degree", histogram_json(shape.degrees)}});
    for (const inspect::Hub& hub : graph.hubs) hubs.push_back({{"row", hub.row}, {"links", hub.links}});
    return {{"levels", levels}, {"rows_by_in_degree", histogram_json(graph.in_degrees)}, {"most_in_degree", graph.most_in_degree},
        {"hubs", hubs}, {"one_way_links", graph.one_way}, {"self_links", graph.self_links}, {"repeated_links", graph.repeated_links},
        {"misplaced_links", graph.misplaced_links}, {"components", graph.components}, {"largest_component", graph.largest_component},
        {"unreachable", graph.unreachable.size()}, {"unreachable_rows", graph.unreachable}};
}

Json queries_json(const std::vector<inspect::QueryChange>& changes) {
    Json all = Json::array();
    for (const inspect::QueryChange& one : changes)
        all.push_back({{"query", one.query}, {"recall_before", one.before}, {"recall_after", one.after}});
    return all;
}

std::string queries_text(const char* what, const std::vector<inspect::QueryChange>& changes) {
    std::string text = std::to_string(changes.size()) + " " + what;
    for (std::size_t i = 0; i < std::min(changes.size(), queries_named); ++i)
        text += (i ? ", " : ": ") + std::to_string(changes[i].query) + " (" + digits(changes[i].before, "%.2f") + " to " +
                digits(changes[i].after, "%.2f") + ")";
    return text + (changes.size() > queries_named ? ", ..." : "");
}

}  // namespace

std::string inspection_text(const Inspection& inspection, std::size_t losses) {
    const stored::StoredIndex& index = *inspection.index;
    const std::string file = std::filesystem::path(inspection.file).filename().string();
    std::string text = line("index", printable(index.title(file.empty() ? inspection.file : file)));
    text += line("metric", std::string(name(index.metric)) +
                               (index.metric_is_guessed ? ", guessed from the vectors: the file does not say; --metric sets it" : ""));
    if (index.capacity != index.rows) text += line("capacity", std::to_string(index.capacity) + " rows");
    if (index.deleted_rows > 0)
        text += line("deleted", std::to_string(index.deleted_rows) + " rows (" + percent(index.deleted_rows, index.rows) + ")");
    if (index.has_vectors()) text += line("vectors", index.codec().name());
    else text += line("vectors", "none in the file; --points gives them");
    if (index.has_graph() && index.entry >= 0)
        text += line("entry", "row " + std::to_string(index.entry) + ", level " + std::to_string(index.top_level));
    if (index.walk == stored::Walk::none) text += line("search", "not possible: " + index.why_no_walk);
    for (const std::string& remark : index.remarks) text += line("", remark);
    if (inspection.graph) text += graph_text(inspection);
    if (inspection.lists) text += lists_text(*inspection.lists);
    text += vectors_text(inspection.vectors);
    if (inspection.ledger) text += ledger_text(inspection, losses);
    return text;
}

std::string change_text(const Inspection& before, const Inspection& after, const inspect::InspectionChange& change) {
    std::string text =
        line("before", printable(before.index->title(before.file))) + line("after", printable(after.index->title(after.file))) + "\n";
    if (change.structure.empty()) text += "nothing differs in structure and health\n";
    for (const std::string& sentence : change.structure) text += sentence + "\n";
    if (before.ledger && after.ledger)
        text += "\n" + line("queries", std::to_string(change.equal) + " have the same recall") +
                line("", queries_text("are worse", change.worse)) + line("", queries_text("are better", change.better));
    return text;
}

Json inspection_json(const Inspection& inspection) {
    const stored::StoredIndex& index = *inspection.index;
    Json json{{"file", inspection.file}, {"library", index.library}, {"kind", index.kind}, {"rows", index.rows},
        {"capacity", index.capacity}, {"dimension", index.dimension}, {"metric", name(index.metric)},
        {"metric_is_guessed", index.metric_is_guessed}, {"vectors", index.has_vectors() ? Json(index.codec().name()) : Json(nullptr)},
        {"deleted_rows", index.deleted_rows}, {"searchable", index.walk != stored::Walk::none}, {"why_not_searchable", index.why_no_walk},
        {"remarks", index.remarks}};
    if (index.has_graph()) json["entry"] = index.entry;
    if (inspection.graph) json["graph"] = graph_json(*inspection.graph);
    if (inspection.lists) {
        const ListHealth& lists = *inspection.lists;
        json["lists"] = {{"count", lists.lists}, {"empty", lists.empty}, {"least_rows", lists.least}, {"median_rows", lists.median},
            {"most_rows", lists.most}, {"longest", lists.longest}, {"imbalance", lists.imbalance}};
    }
    json["repeated_vectors"] = inspection.vectors.repeated_vectors;
    json["repeated_ids"] = inspection.vectors.repeated_ids;
    json["not_finite_rows"] = inspection.vectors.not_finite;
    if (inspection.vectors.error) {
        json["code_error"] = *inspection.vectors.error;
        json["code_error_of_spread"] = *inspection.vectors.share_of_spread;
    }
    if (inspection.ledger) {
        const Ledger& ledger = *inspection.ledger;
        json["queries"] = ledger.queries;
        json["k"] = ledger.settings.k;
        if (index.lists) json["probes"] = ledger.settings.probes;
        else if (index.has_graph()) json["ef"] = ledger.settings.ef;
        json["truth"] = inspection.truth_is_decoded ? "decoded vectors" : "vectors";
        json["recall"] = ledger.recall();
        json["ceiling"] = ledger.ceiling();
        json["distances_per_query"] = ledger.mean_distances;
        json["ledger"] = ledger_json(ledger, index);
    }
    return json;
}

std::string filter_lines(const std::string& rows, const measure::FilterRecall& found) {
    return line("filter", printable(rows)) +
           line("recall", digits(found.with, "%.4f") + " with the filter; " + measure::filter_recall_text(found));
}

Json filter_json(const std::string& rows, const measure::FilterRecall& found) {
    Json json{{"rows", rows}, {"recall", found.with}, {"recall_without_filter", found.without}};
    json["finds_all"] = found.setting > 0 ? Json{{found.option, found.setting}} : Json();
    return json;
}

Json change_json(const Inspection& before, const Inspection& after, const inspect::InspectionChange& change) {
    return {{"before", inspection_json(before)}, {"after", inspection_json(after)}, {"differences", change.structure},
        {"equal_queries", change.equal}, {"worse_queries", queries_json(change.worse)}, {"better_queries", queries_json(change.better)}};
}

}  // namespace neighborscope::shell
