// The inverted lists of an approximate method: those probed for the query, and the recall of other numbers of probes.
#include "app/compare/recall.hpp"
#include "app/panels/panel.hpp"
#include "app/session/search/probed_lists.hpp"
#include "app/session/shown/true_ranks.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace neighborscope::panels {
namespace {

void set_probes(Workbench& workbench, int probes, bool merge) {
    workbench.change([probes](SessionState& state) { state.options[state.method]["probes"] = std::to_string(probes); }, merge);
}

/// True neighbours found over the number of probes. A click on the chart sets the number.
Chart recall_chart(const Context& context) {
    const ViewModel& view = context.view;
    const ProbedLists& probed = *view.probed;
    const int lists = probed.lists->lists();
    const bool known = view.exactness.known && view.exactness.approximate;
    const std::vector<int> found = known ? probed.found_by_probes(view.neighbours, view.exactness) : std::vector<int>();
    const int enough = int(std::find(found.begin(), found.end(), known ? found.back() : 0) - found.begin()) + 1;
    Chart chart;
    chart.from = 1, chart.to = std::max(2, std::min(lists, std::max(10, 2 * std::max(enough, probed.probed()))));
    chart.up = {{0, text_of_percent(0, 0)}, {0.5, text_of_percent(0.5, 0)}, {1, text_of_percent(1, 0)}};
    chart.across = {{1, "probes = 1"}};
    const int centroid_distance = std::max(1, int(nice_step(chart.to / 7)));
    for (int probes = centroid_distance; probes <= chart.to; probes += centroid_distance)
        if (double(probes) > 1 + chart.to / 5) chart.across.emplace_back(probes, text_of_count(probes));
    chart.value = probed.probed();
    chart.move_value = [&workbench = context.workbench, lists, now = probed.probed()](double at) {
        if (const int probes = std::clamp(int(std::lround(at)), 1, lists); probes != now) set_probes(workbench, probes, true);
    };
    chart.height = 96;
    if (!known) {
        chart.caption = "the true neighbours are not known yet";
        return chart;
    }
    const double of = std::max(1, view.exactness.of);
    Chart::Line line;
    for (std::size_t i = 0; i < found.size() && double(i) < chart.to; ++i) line.points.push_back({double(i + 1), found[i] / of});
    chart.lines = {std::move(line)};
    chart.caption = "recall " + text_of_recall(found[std::size_t(probed.probed() - 1)], view.exactness.of) + ", " +
                    text_of_recall(found.back(), view.exactness.of) + " with " + text_of_amount(enough, "probe", "probes");
    return chart;
}

/// The lists in the order in which they are searched: a bar for the size of each, and the ranks of the true neighbours that lie in it.
Chart ranked_chart(const Context& context) {
    const ViewModel& view = context.view;
    const ProbedLists& probed = *view.probed;
    const int lists = probed.lists->lists();
    const bool known = view.exactness.known && view.exactness.approximate;
    std::map<int, std::vector<RankedRow>> in_list;  // place of the list, from 0 -> its true neighbours
    if (known)
        for (const RankedRow& one : true_ranks(view.neighbours, view.exactness.missed)) {
            const NeighbourRow& row = one.missed ? view.exactness.missed[one.place] : view.neighbours[one.place];
            if (one.rank > 0 && row.row >= 0 && std::size_t(row.row) < probed.lists->list_of.size())
                in_list[probed.place[probed.lists->list_of[std::size_t(row.row)]]].push_back(one);
        }
    const int enough = in_list.empty() ? 0 : in_list.rbegin()->first + 1;
    const int shown = std::min(lists, std::max({16, probed.probed() + 4, enough + 2}));
    Chart chart;
    chart.height = 128;
    chart.from = 0.5, chart.to = shown + 0.5;
    int most = 1;
    for (int place = 0; place < shown; ++place) most = std::max(most, probed.lists->points_of(probed.nearest[std::size_t(place)]));
    chart.high = 1.3 * most;  // with room for ranks
    chart.up = {{double(most), text_of_count(most)}};
    const int step = std::max(1, int(nice_step(shown / 8.0)));
    for (int place = step == 1 ? 1 : step; place <= shown; place += step) chart.across.emplace_back(place, text_of_count(place));
    for (int place = 0; place < shown; ++place) {
        const int list = probed.nearest[std::size_t(place)];
        chart.boxes.push_back({place + 0.58, place + 1.42, 0, double(probed.lists->points_of(list)),
            probed.is_probed(list) ? Chart::Box::Shade::pale : Chart::Box::Shade::faint});
    }
    for (const auto& [place, rows] : in_list) {
        constexpr std::size_t named = 3;
        Chart::Dot dot{place + 1.0, double(probed.lists->points_of(probed.nearest[std::size_t(place)])), {}, Tone::normal};
        if (place >= shown) continue;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (rows[i].missed) dot.tone = Tone::warning;
            if (i < named) dot.text += (i ? "," : "") + text_of_count(rows[i].rank);
        }
        if (rows.size() > named) dot.text = text_of_count(rows.front().rank) + " +" + text_of_count(std::int64_t(rows.size()) - 1);
        chart.dots.push_back(std::move(dot));
    }
    chart.limit = probed.probed() + 0.5;
    chart.move_limit = [&workbench = context.workbench, lists, now = probed.probed()](double at) {
        if (const int probes = std::clamp(int(std::floor(at)), 1, lists); probes != now) set_probes(workbench, probes, true);
    };
    chart.caption = "points of the lists by rank";  // few words: in a small window the chart has to fit below
    if (known && enough > 0)
        chart.caption += enough > probed.probed() ? "; probes = " + text_of_count(enough) + " finds all" : "; all neighbours are found";
    return chart;
}

Table table_of(const Context& context) {
    const ViewModel& view = context.view;
    const std::shared_ptr<const ProbedLists> probed = view.probed;
    auto missed = std::make_shared<std::map<int, int>>();
    for (const NeighbourRow& one : view.listed_missed())
        if (one.row >= 0 && std::size_t(one.row) < probed->lists->list_of.size())
            ++(*missed)[int(probed->lists->list_of[std::size_t(one.row)])];
    Table table;
    table.columns = {{"order", "The place of the list when lists are sorted by the distance from the query to their centroids", false, 44},
        {"list", "The number of the list; sentences about missed neighbours use it", false, 44},
        {"points", "How many points the list holds", false, 56},
        {"distance", "The distance from the query to the centroid of the list", false, 70, true},
        {"missed", "True neighbours that lie in this list and are missed", false, 0}};
    table.count = probed->lists->lists();
    const double farthest =
        probed->centroid_distance.empty() ? 1 : *std::max_element(probed->centroid_distance.begin(), probed->centroid_distance.end());
    table.cell = [probed, missed, farthest](std::int64_t row, int column) {
        const int list = probed->nearest[std::size_t(row)];
        Table::Cell cell;
        cell.tone = probed->is_probed(list) ? Tone::normal : Tone::second;
        if (column == 0) cell.text = text_of_count(row + 1);
        if (column == 1) cell.text = text_of_count(list);
        if (column == 2) cell.text = text_of_count(probed->lists->points_of(list));
        if (column == 3) cell.text = text_of_coordinate(probed->centroid_distance[std::size_t(list)], std::max(farthest, 1e-30));
        if (column == 4 && missed->contains(list))
            cell.text = text_of_count(missed->at(list)), cell.tone = Tone::warning, cell.mark = Mark::missed;
        return cell;
    };
    table.help = [probed](std::int64_t row) {
        const int list = probed->nearest[std::size_t(row)];
        return "List " + text_of_count(list) + ", " + text_of_amount(probed->lists->points_of(list), "point", "points") + ": " +
               (probed->is_probed(list) ? "searched" : "not searched");
    };
    return table;
}

/// A note if the picture does not show the lists completely.
std::string picture_note(const ProbedLists& probed) {
    if (probed.lists->dimension == 3) return "In 3-D each list is drawn as the box around its points. Boxes may overlap; lists do not.";
    if (probed.lists->dimension > 3) return "Lists of more than three dimensions are not drawn.";
    return probed.drawn() ? "" : "Lists are not drawn when there are very many, or when points have one dimension.";
}

}  // namespace

Panel lists_panel(const Context& context) {
    const ViewModel& view = context.view;
    Panel panel{"lists", "Inverted lists", {}, {}, {}};
    panel.shown =
        view.probed && !view.stepping.open && context.session.chart == ChartShown::none &&
        (context.wide || (!view.frozen && !view.inspecting.open && view.race.contenders.empty() && !context.session.misclassified));
    if (!panel.shown) return panel;
    const ProbedLists& probed = *view.probed;
    const std::int64_t points = std::int64_t(probed.lists->rows.size()), searched = probed.points_probed();
    panel.fact = text_of_count(probed.probed()) + " of " + text_of_count(probed.lists->lists()) + " searched";
    panel.rows.push_back({"lists.ranked", "Sizes of the lists, nearest to the query first",
        "The height of a bar is the number of points in the list. Lists left of the line are searched. Dots with numbers are the true "
        "neighbours, by rank; those that are missed stand out. Drag the line to search more or fewer lists",
        ranked_chart(context)});
    panel.rows.push_back({"lists.searched", {}, "The points that are compared with the query, besides the centroids of all lists",
        Text{"The searched lists hold " + text_of_count(searched) + " of " + text_of_count(points) + " points, " +
             text_of_percent(points > 0 ? double(searched) / double(points) : 0) + "."}});
    panel.rows.push_back({"lists.recall", "Recall of this query against probes",
        "The share of the true neighbours that are found when this many of the nearest lists are searched. Click in the chart to search "
        "this many",
        recall_chart(context)});
    Button curve{
        "lists.curve", "Recall of many queries", "Measure the recall of random queries for several numbers of probes", "", {}, {}, {}};
    curve.run = [&workbench = context.workbench, lists = probed.lists->lists()] {
        workbench.change([lists](SessionState& state) {
            state.chart = ChartShown::curves;
            state.curve_along = "probes=1:" + std::to_string(std::max(2, lists));
            state.curve_quantity = CurveQuantity::recall;
        });
    };
    panel.rows.push_back({"lists.curves", {}, {}, Buttons{{std::move(curve)}}});
    if (const std::string note = picture_note(probed); !note.empty())
        panel.rows.push_back({"lists.note", {}, {}, Text{note, Tone::second}});
    panel.rows.push_back({"lists.table", "Inverted lists, nearest to the query first", {}, table_of(context)});
    return panel;
}

}  // namespace neighborscope::panels
