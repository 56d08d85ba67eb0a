// Compared methods: their settings, and tables of their numbers and of differing neighbours.
#include "app/charts/curve_chart.hpp"
#include "app/panels/panel.hpp"
#include "app/session/document/contender.hpp"
#include "app/session/race/fixed_cost.hpp"
#include "app/session/race/race_track.hpp"
#include "app/session/sentences/exactness_sentence.hpp"
#include "app/session/sentences/explain_search.hpp"
#include "app/session/workbench/race_controls.hpp"

#include <array>
#include <memory>

namespace neighborscope::panels {
namespace {

std::string letter(std::size_t contender) { return std::string(1, char('A' + contender)); }

std::string milliseconds_of(const ViewModel& view) {
    return view.timings.runs > 0 && !view.timings.previous ? text_of_milliseconds(view.timings.total_median) + " ms" : "";
}

/// The method and settings of a contender. All other settings are the document's.
void add_settings(const Context& context, std::size_t place, const SessionState& asks, std::vector<Row>& rows) {
    Workbench& workbench = context.workbench;
    const std::string id = "race." + letter(place);
    Contender one;
    try {
        one = contender_in(context.session.compared[place - 1], context.session.method);
    } catch (const Error&) { one.method = asks.method; }  // the refusal explains it; the user can choose another method
    Choice method;
    for (const MethodEntry& entry : context.view.methods) {
        if (entry.method->info.name == one.method) method.chosen = int(method.items.size());
        method.items.push_back({std::string(entry.method->info.name), context.view.title_of(entry.method->info), {}, entry.refusal});
    }
    method.change = [&workbench, place, items = method.items, metric = one.metric](int at) {
        workbench.race().change(place, text_of({items[std::size_t(at)].text, {}, metric}));
    };
    rows.push_back({id + ".method", "method " + letter(place), "The method to compare", std::move(method)});
    const MethodInfo* info = context.view.info_of(one.method);
    std::map<std::string, std::string> chosen;
    if (const auto found = asks.options.find(one.method); found != asks.options.end()) chosen = found->second;
    if (info)
        for (Row& row : option_rows(
                 id, context.view.options_of(*info), chosen,
                 [&workbench, place, one](const std::string&name, const std::string&text, bool merge) {
                     Contender other = one;
                     other.options[name] = text;
                     workbench.race().change(place, text_of(other), merge);
                 },
                 automatic_numbers(context.view, context.session.k)))
            rows.push_back(std::move(row));
    Choice metric;
    metric.items.push_back({"same as A", "The metric that is chosen under Query", {}, {}});
    for (const Metric each : all_metrics) {
        if (one.metric == each) metric.chosen = int(metric.items.size());
        metric.items.push_back({metric_word(each), {}, {}, {}});
    }
    if (!one.metric) metric.chosen = 0;
    metric.change = [&workbench, place, one](int at) {
        Contender other = one;
        other.metric = at == 0 ? std::nullopt : std::optional(all_metrics[std::size_t(at - 1)]);
        workbench.race().change(place, text_of(other));
    };
    rows.push_back({id + ".metric", "metric " + letter(place), "The metric of this method", std::move(metric)});
}

Button add_button(const Context& context) {
    Button add{"race.add", "Add method", "Another method on the same query"};
    if (context.session.compared.size() + 1 >= max_contenders) add.refusal = "at most four methods can be compared";
    for (const MethodEntry& entry : context.view.methods) {
        const std::string name(entry.method->info.name);
        add.menu.push_back(button_of(context.commands, "race.add." + name, name));
    }
    return add;
}

std::vector<RacedCost> costs_of(const Context& context) {
    std::vector<const ViewModel*> views{&context.view};
    for (const ShownSearch* other : context.workbench.race().other_contenders()) views.push_back(&other->view());
    return raced_costs(context.view.race, views, true);
}

Table numbers_table(const Context& context) {
    Table table;
    table.columns = {{"method", {}, true, 175}, {"total, ms", "The median time of the whole search", false, 76},
        {"times A", "The median divided by the median of A", false, 64}, {"95\u202f% interval", {}, false, 96, true},
        {"distances", {}, false, 80, true}, {"entries", entries_help, false, 72, true},
        {"bytes", "Bytes of the points whose distances were computed", false, 80, true}, {"exact", {}, true, 110, true},
        {"neighbours", "Compared with the neighbours of A", true, 0}};
    struct Line {
        std::array<std::string, 9> cells;
        Tone tone = Tone::normal;
    };
    const auto lines = std::make_shared<std::vector<Line>>();
    const std::vector<ShownSearch*> other_contenders = context.workbench.race().other_contenders();
    const std::vector<Racing::Entry>& all = context.view.race.contenders;
    for (std::size_t i = 0; i < std::min(all.size(), other_contenders.size() + 1); ++i) {
        const Racing::Entry& one = all[i];
        const ViewModel& view = i == 0 ? context.view : other_contenders[i - 1]->view();
        const auto count = [](std::int64_t value) { return value < 0 ? std::string("\u2013") : text_of_count(value); };
        Line line{{letter(i) + "  " + one.name}};
        if (!one.refusal.empty()) {
            line.cells.back() = one.refusal, line.tone = Tone::error;
        } else {
            const bool interval = one.ratio && one.ratio->high > 0;
            line.cells = {letter(i) + "  " + one.name,
                view.timings.runs > 0 && !view.timings.previous ? text_of_milliseconds(view.timings.total_median) : "\u2013",
                one.ratio ? text_of_times(one.ratio->value) : "",
                interval ? text_of_times(one.ratio->low) + " \u2013 " + text_of_times(one.ratio->high) : "", count(one.distances),
                count(one.entries), one.bytes >= 0 ? text_of_bytes(std::uint64_t(one.bytes)) : "\u2013", presented_verdict(view).text,
                one.difference};
            if (one.misses) line.tone = Tone::warning;
        }
        lines->push_back(std::move(line));
    }
    table.count = std::int64_t(lines->size());
    table.cell = [lines](std::int64_t row, int column) {
        const Line& line = (*lines)[std::size_t(row)];
        Table::Cell cell{line.cells[std::size_t(column)]};
        if (column == int(line.cells.size()) - 1) cell.tone = line.tone;
        return cell;
    };
    table.help = [lines, columns = table.columns](std::int64_t row) {
        const auto& cells = (*lines)[std::size_t(row)].cells;
        std::string summary = cells[0];
        for (std::size_t i = 1; i < cells.size(); ++i)
            if (!cells[i].empty()) summary += "\n" + columns[i].title + ": " + cells[i];
        return summary;
    };
    return table;
}

/// Neighbours that only one of the two lists has, with the reason.
Table differences_table(const Context& context) {
    struct Line {
        std::size_t contender;
        ListDifference::Entry one;
    };
    const auto lines = std::make_shared<std::vector<Line>>();
    const std::vector<ShownSearch*> other_contenders = context.workbench.race().other_contenders();
    bool all_known = true, other_order = false;
    for (std::size_t i = 0; i < other_contenders.size(); ++i) {
        const auto& difference = other_contenders[i]->view().difference;
        all_known = all_known && difference;
        if (!difference) continue;
        for (const ListDifference::Entry& one : difference->rows) lines->push_back({i + 1, one});
        other_order = other_order || difference->other_order;
    }
    Table table;
    table.columns = {{"list", {}, true, 90}, {"rank", "The rank in the list that has the point", false, 48}, {"index", {}, false, 84},
        {"distance", {}, false, 90}, {"why", {}, true, 0}};
    table.empty = !all_known    ? "No list differs from that of A so far"
                  : other_order ? "Every list has the same neighbours as A, but not all in the same order"
                                : "Every list is the same as that of A";
    table.count = std::int64_t(lines->size());
    table.cell = [lines, extent = 10 * std::max(context.view.list_extent, 1e-30)](std::int64_t row, int column) {
        const auto& [contender, one] = (*lines)[std::size_t(row)];
        switch (column) {
            case 0: return Table::Cell{letter(contender) + (one.only_in_first ? " lacks" : " has")};
            case 1: return Table::Cell{text_of_count(one.rank)};
            case 2: return Table::Cell{text_of_count(one.file_row)};
            case 3: return Table::Cell{text_of_coordinate(one.distance, extent)};
            default: return Table::Cell{one.why};
        }
    };
    return table;
}

}  // namespace

Panel race_panel(const Context& context) {
    const std::vector<Racing::Entry>& all = context.view.race.contenders;
    const std::vector<ShownSearch*> other_contenders = context.workbench.race().other_contenders();
    Panel panel{"race", "Side by side", {}, {}, {}};
    panel.shown = !other_contenders.empty() && all.size() == other_contenders.size() + 1 &&
                  other_contenders.size() == context.session.compared.size();
    if (!panel.shown) return panel;
    panel.fact = text_of_count(std::int64_t(all.size())) + " methods";
    auto& rows = panel.rows;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const Racing::Entry& one = all[i];
        const std::string id = "race." + letter(i);
        const ViewModel& view = i == 0 ? context.view : other_contenders[i - 1]->view();
        rows.push_back({id, {}, one.how, Text{letter(i) + "  " + one.name, Tone::normal, Mark::none, {}, 1, true}});
        if (!one.refusal.empty()) rows.push_back({id + ".refusal", {}, {}, Text{one.refusal + ".", Tone::error}});
        const std::string time = milliseconds_of(view);
        if (i == 0) {
            const std::string summary = "Choose this method under Method. The other methods are compared with it.";
            rows.push_back({id + ".difference", {}, {}, Text{time.empty() ? summary : time + ". " + summary, Tone::second}});
            continue;
        }
        if (one.refusal.empty()) {
            std::string summary = time.empty() || one.difference.empty() ? time + one.difference : time + ", " + one.difference;
            if (summary.empty()) summary = "no neighbours yet";
            rows.push_back({id + ".difference", {}, {}, Text{summary, one.misses ? Tone::warning : Tone::second}});
        }
        add_settings(context, i, other_contenders[i - 1]->session(), rows);
        Workbench& workbench = context.workbench;
        Button swap{id + ".swap", "Swap with A", "Make this method A. The others are then compared with it"},
            remove{id + ".remove", "Remove", "Remove this method from the comparison"};
        swap.run = [&workbench, i] { workbench.race().swap_with_first(i); };
        remove.run = [&workbench, i] { workbench.race().remove(i); };
        rows.push_back({id + ".ways", {}, {}, Buttons{{swap, remove}}});
    }
    rows.push_back({"race.more", {}, {}, Buttons{{add_button(context), button_of(context.commands, "race.end", "End")}}});
    return panel;
}

Panel race_numbers_panel(const Context& context) {
    const Racing& race = context.view.race;
    Panel panel{"race_numbers", "Side by side, in numbers", {}, {}, {}};
    panel.shown = race.contenders.size() > 1;
    if (!panel.shown) return panel;
    panel.fact = "medians of interleaved runs";
    if (!race.finish.empty()) panel.rows.push_back({"race_numbers.finish", {}, {}, Text{race.finish}});
    if (!race.work_totals_text.empty()) panel.rows.push_back({"race_numbers.work", {}, {}, Text{race.work_totals_text, Tone::second}});
    if (!race.metric_shapes.empty()) panel.rows.push_back({"race_numbers.shapes", {}, {}, Text{race.metric_shapes}});
    const std::vector<RacedCost> costs = costs_of(context);
    if (const std::string why = slower_with_less_work(costs); !why.empty())
        panel.rows.push_back({"race_numbers.fixed_cost", {}, {}, Text{why}});
    const bool writes = compares_writes(race);
    if (writes)
        panel.rows.push_back(
            {"race_numbers.writes", {}, {}, Text{explain_writes(context.view, list_length(context.view, context.session))}});
    const measure::Curve* const measured = measured_race(context.view, context.session);
    if (measured)
        for (std::size_t a = 0; a < measured->points.size(); ++a)
            for (std::size_t b = a + 1; b < measured->points.size(); ++b)
                for (const std::string& sentence : charts::crossing_sentences(*measured, CurveQuantity::time, a, b))
                    panel.rows.push_back({"race_numbers.crossing." + std::to_string(panel.rows.size()), "",
                        "As measured under Curves, with " + charts::queries_text(*measured), Text{sentence, Tone::second}});
    else if (const std::string same = equal_times_text(costs, double(context.view.data.count), most_points(context.view.data));
             !same.empty() && !writes)
        panel.rows.push_back(
            {"race_numbers.equal_times", "", "Estimated from one run: " + what_an_estimate_assumes, Text{same, Tone::second}});
    panel.rows.push_back({"race_numbers.find_crossing", {}, {}, Buttons{{button_of(context.commands, "race.find_crossing")}}});
    panel.rows.push_back({"race_numbers.table", "Compared methods", {}, numbers_table(context)});
    panel.rows.push_back({"race_numbers.differences", "Neighbours that differ", {}, differences_table(context)});
    return panel;
}

}  // namespace neighborscope::panels
