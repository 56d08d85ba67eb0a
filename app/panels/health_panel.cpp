// The health of an index of another library: counts and histograms, each of which selects the rows that it counts, and the recall of some of
// its rows. Selected rows are ringed in the view.
#include "app/glossary/glossary.hpp"
#include "app/inspect/inspection.hpp"
#include "app/panels/panel.hpp"
#include "app/session/workbench/inspecting_controls.hpp"
#include "app/session/workbench/query_controls.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace neighborscope::panels {
namespace {

using RowsKind = IndexRows::Kind;

/// A number that can be clicked.
struct Counted {
    std::string what, number;
    IndexRows rows;
    bool bad = false;  ///< rows that no search finds, or not as it should
};

std::string part_text(std::int64_t part, std::int64_t all) {
    const std::string count = text_of_count(part);
    return part == 0 || all == 0 ? count : count + ", " + text_of_share(double(part) / double(all));
}

void count_graph(const inspect::Inspection& inspection, std::vector<Counted>& counts) {
    const inspect::GraphHealth& graph = *inspection.graph;
    const std::int64_t rows = inspection.index->rows;
    const auto unreachable = std::int64_t(graph.unreachable.size()), apart = std::int64_t(graph.apart.size());
    const std::int64_t unlinked = graph.in_degrees.empty() ? 0 : graph.in_degrees[0];
    counts.push_back({"cannot be reached", part_text(unreachable, rows), {RowsKind::unreachable}, unreachable > 0});
    counts.push_back({"nothing links to them", part_text(unlinked, rows), {RowsKind::in_degree, 0, 0}, unlinked > 0});
    counts.push_back({"in smaller components", part_text(apart, rows), {RowsKind::apart}, apart > 0});
    for (std::size_t i = 0; i < graph.hubs.size() && i < 3; ++i)
        counts.push_back({"hub: row " + text_of_count(graph.hubs[i].row), text_of_amount(graph.hubs[i].links, "link to it", "links to it"),
            {RowsKind::row, graph.hubs[i].row}});
    for (std::size_t level = graph.levels.size(); level-- > 0;)
        counts.push_back({"level " + text_of_count(std::int64_t(level)), text_of_amount(graph.levels[level].rows, "row", "rows"),
            {RowsKind::level, std::int64_t(level)}});
}

void count_lists(const inspect::ListHealth& lists, std::vector<Counted>& counts) {
    counts.push_back({"longest list, no. " + text_of_count(lists.longest), text_of_amount(lists.most, "row", "rows"),
        {RowsKind::list, lists.most, lists.most}});
    counts.push_back({"shortest list", text_of_amount(lists.least, "row", "rows"), {RowsKind::list, lists.least, lists.least}});
    counts.push_back({"empty lists", text_of_count(lists.empty), {RowsKind::list, 0, 0}, lists.empty > 0});
}

std::vector<Counted> health_counts(const inspect::Inspection& inspection) {
    std::vector<Counted> counts;
    const std::int64_t rows = inspection.index->rows;
    if (inspection.graph) count_graph(inspection, counts);
    if (inspection.lists) count_lists(*inspection.lists, counts);
    counts.push_back({"equal to a row before", part_text(inspection.vectors.repeated_vectors, rows), {RowsKind::repeated}});
    if (inspection.index->deleted_rows > 0)
        counts.push_back({"deleted", part_text(inspection.index->deleted_rows, rows), {RowsKind::deleted}, true});
    if (inspection.ledger)
        for (int cause = 0; cause < inspect::causes; ++cause)
            if (const std::int64_t count = inspection.ledger->counts[std::size_t(cause)]; count > 0)
                counts.push_back({"missed: " + std::string(inspect::name(inspect::Cause(cause))),
                    text_of_part(count, inspection.ledger->asked), {RowsKind::missed, cause}, true});
    return counts;
}

Table health_table(const Context& context, std::vector<Counted> counts) {
    Table table;
    table.columns = {{"rows", {}, true, 0}, {"how many", "The number, and its share of all. A click selects these rows", false, 104}};
    table.count = std::int64_t(counts.size());
    table.gives_way = true;
    const auto found =
        std::find_if(counts.begin(), counts.end(), [&](const Counted& one) { return one.rows == context.view.inspecting.selection; });
    if (context.view.inspecting.selected && found != counts.end()) table.selected = found - counts.begin();
    const auto all = std::make_shared<const std::vector<Counted>>(std::move(counts));
    table.cell = [all](std::int64_t row, int column) {
        const Counted& one = (*all)[std::size_t(row)];
        Table::Cell cell{column == 0 ? one.what : one.number};
        if (one.bad) cell.tone = Tone::warning;
        return cell;
    };
    table.help = [all](std::int64_t row) {
        const Counted& one = (*all)[std::size_t(row)];
        return help_with_terms(one.what + ": " + one.number, one.what);
    };
    table.select = [all, &workbench = context.workbench](
                       std::int64_t row) { workbench.inspecting().select(row < 0 ? IndexRows{} : (*all)[std::size_t(row)].rows); };
    return table;
}

/// One bar of a histogram: the rows, or lists, whose number is `from` to `to`.
struct Bar {
    std::int64_t from = 0, to = 0, count = 0;
};

/// Bars over a histogram, which says how many rows have the value 0, 1, 2 ... Those of the value 0 have a bar of their own. Where a few
/// values are much greater than most, bars get wider to the right. `greatest`: of the last bin, which has all greater ones.
std::vector<Bar> bars_of(const std::vector<std::int64_t>& histogram, std::int64_t greatest) {
    constexpr std::int64_t most_bars = 24, widens = 8;  // the range is more than so many times the median
    const auto is_used = [](std::int64_t count) { return count > 0; };
    const auto first = std::find_if(histogram.begin(), histogram.end(), is_used) - histogram.begin(),
               end = histogram.rend() - std::find_if(histogram.rbegin(), histogram.rend(), is_used);
    std::vector<Bar> bars;
    if (first >= end) return bars;
    const std::int64_t all = std::accumulate(histogram.begin(), histogram.end(), std::int64_t{0});
    std::int64_t median = first;
    for (std::int64_t below = histogram[std::size_t(first)]; 2 * below < all; below += histogram[std::size_t(++median)]) {}
    const std::int64_t values = end - first, equal = (values + most_bars - 1) / most_bars;
    const bool wider = values > most_bars && values > widens * (median - first + 1);
    for (std::int64_t value = first; value < end;) {
        const std::int64_t width = value == 0 ? 1 : wider ? std::max<std::int64_t>(1, (value - first) / 3) : equal;
        Bar bar{value, std::min(value + width, end) - 1, 0};
        for (std::int64_t each = bar.from; each <= bar.to; ++each) bar.count += histogram[std::size_t(each)];
        bars.push_back(bar);
        value += width;
    }
    bars.back().to = std::max(bars.back().to, greatest);
    return bars;
}

Chart histogram_of(const Context& context, const std::vector<Bar>& bars, RowsKind kind, const std::string& caption) {
    const Inspecting& inspecting = context.view.inspecting;
    Chart chart;
    chart.caption = caption;
    chart.height = 68;
    chart.from = 0, chart.to = double(std::max<std::size_t>(1, bars.size()));
    std::vector<std::int64_t> counts;
    for (const Bar& bar : bars)
        if (bar.count > 0) counts.push_back(bar.count);
    std::sort(counts.begin(), counts.end());
    const std::int64_t most = counts.empty() ? 1 : counts.back(), middle = counts.empty() ? 1 : counts[counts.size() / 2];
    const bool logarithmic = most > 20 * middle;
    const auto height = [logarithmic](std::int64_t count) { return logarithmic ? std::log2(1 + double(count)) : double(count); };
    constexpr double least_seen = 0.04;  // of the height, so that a few rows are seen beside many
    chart.high = height(most);
    chart.up = {{chart.high, text_of_count(most)}};
    if (logarithmic) {
        chart.caption += ", heights logarithmic";
        for (std::int64_t tick = 10; 4 * tick < most; tick *= 10) chart.up.emplace_back(height(tick), text_of_count(tick));
    }
    const std::size_t step = std::max<std::size_t>(1, bars.size() / 6);
    for (std::size_t i = 0; i < bars.size(); ++i) {
        const Bar& bar = bars[i];
        const bool chosen = inspecting.selected && inspecting.selection == IndexRows{kind, bar.from, bar.to};
        const bool bad = bar.to == 0 && (kind == RowsKind::in_degree || kind == RowsKind::list);
        chart.boxes.push_back(
            {double(i) + 0.06, double(i) + 0.94, 0, bar.count > 0 ? std::max(height(bar.count), least_seen * chart.high) : 0.0,
                chosen ? Chart::Box::Shade::strong
                : bad  ? Chart::Box::Shade::warning
                       : Chart::Box::Shade::pale});
        if (i % step == 0 && i + step <= bars.size()) chart.across.emplace_back(double(i) + 0.5, text_of_count(bar.from));
    }
    if (const Bar* last = bars.empty() ? nullptr : &bars.back(); last && last->to > last->from)
        chart.across.emplace_back(chart.to, text_of_count(last->to));
    chart.move_value = [bars, kind, &workbench = context.workbench, now = inspecting.selection](double at) {
        const auto place = std::int64_t(std::floor(at));
        if (place < 0 || place >= std::ssize(bars)) return;
        const IndexRows rows{kind, bars[std::size_t(place)].from, bars[std::size_t(place)].to};
        if (!(rows == now)) workbench.inspecting().select(rows);
    };
    return chart;
}

std::vector<Bar> list_bars(const stored::StoredIndex& index) {
    std::int64_t most = 0;
    for (const stored::StoredList& list : index.lists->lists) most = std::max(most, list.count);
    std::vector<std::int64_t> histogram(std::size_t(most) + 1);
    for (const stored::StoredList& list : index.lists->lists) ++histogram[std::size_t(list.count)];
    return bars_of(histogram, 0);
}

void add_charts(const Context& context, const inspect::Inspection& inspection, std::vector<Row>& rows) {
    constexpr const char* click = "A click on a bar selects its rows";
    if (inspection.graph) {
        const inspect::GraphHealth& graph = *inspection.graph;
        rows.push_back({"health.in_degree", "Rows by the number of links that lead to them", click,
            histogram_of(
                context, bars_of(graph.in_degrees, graph.most_in_degree), RowsKind::in_degree, "rows by links that lead to them")});
        if (!graph.levels.empty())
            rows.push_back({"health.out_degree", "Rows by the number of their links", click,
                histogram_of(context, bars_of(graph.levels[0].degrees, 0), RowsKind::out_degree, "rows by links that they have, level 0")});
    }
    if (inspection.lists)
        rows.push_back({"health.lists", "Lists by the number of their rows", click,
            histogram_of(context, list_bars(*inspection.index), RowsKind::list,
                "lists by size, imbalance " + text_of_decimals(inspection.lists->imbalance, 2))});
}

std::string recall_text(const Inspecting& inspecting) {
    const inspect::Ledger& ledger = *inspecting.inspection->ledger;
    const stored::StoredIndex& index = *inspecting.inspection->index;
    // The recall first: in a low dock the rest is below the edge.
    std::string text = "Recall " + text_of_decimals(ledger.recall(), 4) + ", ceiling " + text_of_decimals(ledger.ceiling(), 4) + ": " +
                       inspecting.sampled + " as queries, k = " + text_of_count(ledger.settings.k);
    if (index.has_graph()) text += ", ef = " + text_of_count(ledger.settings.ef);
    else if (index.lists) text += ", probes = " + text_of_count(ledger.settings.probes);
    text += ", " + text_of_decimals(ledger.mean_distances, 0) + " distances per query.";
    if (const std::string advice = inspect::advice_of(ledger, index); !advice.empty()) text += " " + as_sentence(advice);
    return text;
}

/// What is selected. The rows below the table are always there, so that a click on a count or a bar moves nothing.
Row selection_row(const Context& context) {
    const Inspecting& inspecting = context.view.inspecting;
    Text selected{"A click on a count or a bar selects its rows.", Tone::second};
    if (inspecting.selected) {
        const auto count = inspecting.selected->size();
        std::string text = inspecting.selected_title;
        if (inspecting.selection.kind != RowsKind::row) text += ": " + text_of_count(std::int64_t(count));
        if (inspecting.place >= 0) text += ". The query is on number " + text_of_count(inspecting.place + 1);
        if (count > Inspecting::most_ringed) text += ". " + text_of_count(std::int64_t(Inspecting::most_ringed)) + " of them are ringed";
        selected = {as_sentence(text), Tone::normal};
    }
    selected.min_lines = 2;
    return {"health.selected", "Selected rows", "These rows are ringed in the view", std::move(selected)};
}

Row ways_row(const Context& context) {
    const auto button = [&](const char* id, const char* label) { return button_of(context.commands, id, label); };
    Buttons ways{{button("inspect.previous", "Previous"), button("inspect.next", "Next"), button("inspect.clear", "Clear")}};
    const Inspecting& inspecting = context.view.inspecting;
    if (inspecting.running && !inspecting.automatic) ways.buttons.push_back(button("work.cancel", "Cancel"));
    else ways.buttons.push_back(button("inspect.recall", "Recall of 100 rows"));
    return {"health.ways", {}, {}, std::move(ways)};
}

Row row_field(const Context& context) {
    Number number;
    number.value = context.view.query_row >= 0 ? number_as_typed(double(context.view.query_row)) : "";
    number.change = [&workbench = context.workbench, count = context.view.data.count](const std::string& typed, bool merge) -> std::string {
        const double row = parse_number(plain_number(typed));
        if (!(row >= 0 && row < double(count)) || row != std::floor(row)) return "rows are 0 to " + text_of_count(count - 1);
        workbench.query().pin_at_row(std::int64_t(row), merge);
        return {};
    };
    return {
        "health.row", "Go to row", "Put the query on this row, as F and W then show whether its own vector is found", std::move(number)};
}

bool shows_health(const Context& context) {
    return context.view.inspecting.possible && (context.view.inspecting.open || context.wide) && !context.view.stepping.open &&
           context.session.chart == ChartShown::none;
}

}  // namespace

Panel health_charts_panel(const Context& context) {
    Panel panel{"health_charts", "Histograms of the index", {}, {}, {}};
    panel.shown = shows_health(context) && context.view.inspecting.inspection;
    if (panel.shown) add_charts(context, *context.view.inspecting.inspection, panel.rows);
    return panel;
}

Panel health_panel(const Context& context) {
    const Inspecting& inspecting = context.view.inspecting;
    Panel panel{"health", "Index", {}, {}, {}};
    panel.shown = shows_health(context);
    if (!panel.shown) return panel;
    const auto add_progress = [&] { panel.rows.push_back({"health.progress", {}, {}, Text{inspecting.progress, Tone::second}}); };
    if (!inspecting.inspection) {
        if (inspecting.running) add_progress();
        if (!inspecting.running)
            panel.rows.push_back({"health.start", {}, {}, Buttons{{button_of(context.commands, "inspect.health", "Inspect the index")}}});
        else if (!inspecting.automatic)
            panel.rows.push_back({"health.cancel", {}, {}, Buttons{{button_of(context.commands, "work.cancel", "Cancel")}}});
        return panel;
    }
    const inspect::Inspection& inspection = *inspecting.inspection;
    const stored::StoredIndex& index = *inspection.index;
    panel.fact = index.library + " " + index.kind;
    if (index.has_graph() && index.entry >= 0) panel.fact += ", entry row " + text_of_count(index.entry);
    panel.rows.push_back(
        {"health.counts", "Rows of the index, by what is known of them", {}, health_table(context, health_counts(inspection))});
    panel.rows.push_back(selection_row(context));
    panel.rows.push_back(row_field(context));
    panel.rows.back().beside = true;
    panel.rows.push_back(ways_row(context));
    if (inspecting.running) add_progress();
    else if (inspection.ledger)
        panel.rows.push_back({"health.recall", "Recall of sampled rows",
            "Rows spread evenly over the index are the queries. They are stored vectors, so that each should find itself. The ceiling is "
            "the share of true neighbours that can be found at all",
            Text{recall_text(inspecting)}});
    return panel;
}

}  // namespace neighborscope::panels
