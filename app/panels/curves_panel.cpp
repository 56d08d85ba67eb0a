// Curves: methods and range, progress, results in sentences and a table.
#include "app/charts/curve_chart.hpp"
#include "app/panels/panel.hpp"
#include "app/session/document/contender.hpp"
#include "app/session/workbench/curve_controls.hpp"

#include <algorithm>
#include <cmath>

namespace neighborscope::panels {
namespace {

/// The range of the document's curves; none if its text is invalid.
std::optional<measure::Along> along_of(const ViewModel& view) {
    try {
        return measure::along_in(view.curves.along);
    } catch (const Error&) { return std::nullopt; }
}

std::vector<const Method*> methods_of(const std::vector<std::string>& lines, const std::string& method) {
    std::vector<const Method*> all;
    for (const std::string& line : lines) {
        try {
            const Method* one = &find_method(contender_in(line, method).method);
            if (std::find(all.begin(), all.end(), one) == all.end()) all.push_back(one);
        } catch (const Error&) {}
    }
    return all;
}

/// The default range for `what`.
std::string range_of(const std::string& what, const Context& context) {
    const auto text = [](double from, double to) { return number_as_typed(from) + ":" + number_as_typed(to); };
    if (what == "n") return {};
    if (what == "k") return "k=" + text(1, std::min<double>(256, double(std::max<std::int64_t>(2, context.view.data.count))));
    if (what == "queries") return "queries=1:1000";
    if (what == "dimension") {
        const bool made = !context.view.data.parameters.empty();
        return "dimension=" + text(made ? 2 : 1, made ? 32 : std::max(2, context.view.data.dimension));
    }
    for (const Method* method : methods_of(context.view.curves.methods, context.session.method))
        for (const OptionSpec& spec : method->info.options)
            if (spec.name == what) {
                if (spec.slider && spec.slider->to > spec.slider->from)
                    return what + "=" + text(method->info.supports.own_index ? 1 : spec.slider->from, spec.slider->to);
                if (const auto* whole = std::get_if<IntegerRange>(&spec.domain))
                    return what + "=" + text(double(whole->from), double(whole->to));
                if (const auto* real = std::get_if<RealRange>(&spec.domain)) return what + "=" + text(real->from, real->to);
            }
    return {};
}

Number methods_text(const Context& context) {
    Number number;
    number.words = true;
    for (const std::string& one : context.view.curves.methods) number.value += (number.value.empty() ? "" : ", ") + one;
    number.change = [&workbench = context.workbench](const std::string& typed, bool merge) -> std::string {
        std::vector<std::string> texts(1);
        for (const char c : typed) {
            if (c == ',') texts.emplace_back();
            else if (c != ' ') texts.back() += c;
        }
        std::erase(texts, "");
        try {
            for (const std::string& text : texts) (void)contender_in(text, workbench.session().method);
        } catch (const Error& error) { return error.what(); }
        workbench.change([&](SessionState& state) { state.curve_methods = texts; }, merge);
        return {};
    };
    return number;
}

/// A choice of all methods, to add one or to remove it.
Choice method_choice(const Context& context) {
    Choice choice;
    std::vector<std::string> names;
    for (const MethodEntry& entry : context.view.methods) {
        const MethodInfo& info = entry.method->info;
        const std::string name(info.name);
        const auto& lines = context.view.curves.methods;
        const bool there = std::find(lines.begin(), lines.end(), name) != lines.end();
        choice.items.push_back({(there ? "Remove " : "") + name, context.view.title_of(info), std::string(info.group), {}});
        names.push_back(name);
    }
    choice.change = [&workbench = context.workbench, names, lines = context.view.curves.methods](int at) {
        std::vector<std::string> next = lines;
        const std::string& name = names[std::size_t(at)];
        if (const auto found = std::find(next.begin(), next.end(), name); found != next.end()) next.erase(found);
        else next.push_back(name);
        workbench.change([&](SessionState& state) { state.curve_methods = next; });
    };
    return choice;
}

Choice along_choice(const Context& context, const std::optional<measure::Along>& along) {
    Choice choice;
    std::vector<std::string> names{"n", "k", "queries", "dimension"};
    choice.items = {{"n, points", "A generator makes new points for each n. Other data: n rows are chosen at random", {}, {}},
        {"k, neighbours", {}, {}, {}}, {"queries", "How many queries are searched in one batch", {}, {}}, {"dimensions", {}, {}, {}}};
    for (const Method* method : methods_of(context.view.curves.methods, context.session.method))
        for (const OptionSpec& spec : context.view.options_of(method->info)) {
            const bool number = std::holds_alternative<IntegerRange>(spec.domain) || std::holds_alternative<RealRange>(spec.domain);
            if (!number || std::find(names.begin(), names.end(), spec.name) != names.end()) continue;
            names.emplace_back(spec.name);
            choice.items.push_back({std::string(spec.name), std::string(spec.help), {}, {}});
        }
    if (along) choice.chosen = int(std::find(names.begin(), names.end(), along->what) - names.begin());
    if (choice.chosen >= int(names.size())) choice.chosen = -1;
    std::vector<std::string> ranges;
    for (const std::string& name : names) ranges.push_back(range_of(name, context));
    choice.change = [&workbench = context.workbench, ranges](
                        int at) { workbench.change([&](SessionState& state) { state.curve_along = ranges[std::size_t(at)]; }); };
    return choice;
}

/// One end of the range, which `set` changes.
Number range_number(const Context& context, const measure::Along& along, double value, void (*set)(measure::Along&, double)) {
    Number number;
    number.value = number_as_typed(value);
    number.change = [&workbench = context.workbench, along, set](const std::string& typed, bool merge) -> std::string {
        const double to = parse_number(typed);
        if (!std::isfinite(to)) return "this must be a number";
        measure::Along next = along;
        set(next, to);
        try {
            next = measure::along_in(measure::text_of(next));
        } catch (const Error& error) { return error.what(); }
        workbench.change([&](SessionState& state) { state.curve_along = measure::text_of(next); }, merge);
        return {};
    };
    return number;
}

void add_range(std::vector<Row>& rows, const Context& context, const measure::Along& along) {
    rows.push_back(
        {"curves.from", "from", {}, range_number(context, along, along.from, [](measure::Along& to, double value) { to.from = value; })});
    rows.push_back(
        {"curves.to", "to", {}, range_number(context, along, along.to, [](measure::Along& to, double value) { to.to = value; })});
    rows.push_back({"curves.places", "values", "How many values of the range are measured, 2 to " + std::to_string(measure::most_places),
        range_number(context, along, along.places,
            [](measure::Along& to, double value) { to.places = int(std::round(std::clamp(value, 0.0, 1e6))); })});
    Choice scale;
    scale.look = Choice::Look::segments;
    scale.items = {{"log", "The values are evenly spaced on a logarithmic scale", {},
                       along.from > 0 ? std::optional<std::string>() : "needs numbers above 0"},
        {"linear", "The values are evenly spaced", {}, {}}};
    scale.chosen = along.logarithmic ? 0 : 1;
    scale.change = [&workbench = context.workbench, along](int at) {
        measure::Along next = along;
        next.logarithmic = at == 0;
        workbench.change([&](SessionState& state) { state.curve_along = measure::text_of(next); });
    };
    rows.push_back({"curves.scale", "scale", {}, std::move(scale)});
}

Number number_of_queries(const Context& context) {
    Number queries;
    queries.value = text_of_count(context.session.curve_queries);
    queries.change = [&workbench = context.workbench](const std::string& typed, bool merge) -> std::string {
        const double value = parse_number(typed);
        if (std::isnan(value) || value != std::floor(value) || value < 0 || value > 1e9)
            return "this must be a whole number; 0: every point is a query";
        workbench.change([&](SessionState& state) { state.curve_queries = std::int64_t(value); }, merge);
        return {};
    };
    return queries;
}

Choice shows_choice(const Context& context) {
    Choice choice;
    choice.items = {
        {"Time", "The median time of the whole search with its 95 % confidence interval; dashed: the least time that the device allows", {},
            {}},
        {"Distances", "Distances computed per query", {}, {}},
        {"Recall", "The share of the true neighbours that the method finds", {}, {}}};
    choice.chosen = int(context.session.curve_quantity);
    choice.change = [&workbench = context.workbench](
                        int at) { workbench.change([&](SessionState& state) { state.curve_quantity = CurveQuantity(at); }); };
    return choice;
}

/// The table of measured points.
Table points_table(const Context& context) {
    struct Line {
        charts::CurveMark mark;
        std::vector<std::string> cells;
        std::string help;
    };
    const auto lines = std::make_shared<std::vector<Line>>();
    const measure::Curve& curve = *context.view.curves.curve;
    for (std::size_t at = 0; at < curve.places.size(); ++at)
        for (std::size_t line = 0; line < curve.points.size(); ++line) {
            const auto& point = curve.points[line][at];
            if (!point) continue;
            const bool whole = curve.places[at] == std::floor(curve.places[at]);
            std::vector<std::string> cells{charts::line_name(curve.asked.lines[line]),
                whole ? text_of_count(std::int64_t(curve.places[at])) : charts::digits(curve.places[at])};
            const Interval time = point->time();
            if (point->measured()) {
                cells.push_back(text_of_milliseconds(time.value));
                cells.push_back(
                    point->milliseconds.size() > 1 ? text_of_milliseconds(time.low) + " – " + text_of_milliseconds(time.high) : "one run");
                cells.push_back(point->floor_milliseconds > 0 ? charts::digits(point->floor_milliseconds) : "");
                cells.push_back(
                    point->floor_milliseconds > 0 ? charts::digits(100 * point->floor_milliseconds / time.value, 2) + "\u202f%" : "");
                cells.push_back(point->distances >= 0 ? text_of_count(point->distances / std::max<std::int64_t>(1, point->queries)) : "");
                cells.push_back(text_of_decimals(point->recall, point->recall == 1 ? 0 : 4));
            } else {
                cells.push_back(point->why_not);
            }
            cells.resize(8);
            lines->push_back({{line, at}, std::move(cells), charts::curve_point_text(curve, {line, at})});
        }
    Table table;
    table.columns = {{"method", {}, true, 150}, {curve.asked.along.what, {}, false, 76}, {"median, ms", {}, false, 76},
        {"95\u202f% interval", "Confidence interval of the median from order statistics; it assumes no distribution of the times", false,
            116, true},
        {"least, ms", "The least time: what the bytes and operations of the phases take at the peak rates of this device", false, 72, true},
        {"reached", "The share of the median that is the least time", false, 64, true},
        {"distances/query", "Distances computed per query", false, 110, true}, {"recall", {}, false, 0, true}};
    table.count = std::int64_t(lines->size());
    table.cell = [lines](std::int64_t row, int column) { return Table::Cell{(*lines)[std::size_t(row)].cells[std::size_t(column)]}; };
    table.help = [lines](std::int64_t row) { return (*lines)[std::size_t(row)].help; };
    table.select = [lines, &workbench = context.workbench](std::int64_t row) {
        if (row >= 0) workbench.curves().apply_curve_point((*lines)[std::size_t(row)].mark.line, (*lines)[std::size_t(row)].mark.place);
    };
    table.empty = "Nothing is measured yet";
    return table;
}

}  // namespace

Panel curves_panel(const Context& context) {
    const Curving& curves = context.view.curves;
    Panel panel{"curves", "Curves", {}, {}, {}};
    panel.shown = context.session.chart == ChartShown::curves;
    if (!panel.shown) return panel;
    if (curves.curve) panel.fact = charts::curve_progress_text(*curves.curve);
    auto& rows = panel.rows;
    rows.push_back({"curves.methods", "methods", "Names of methods, separated by commas. Options follow a colon: heap,heap:threads=64",
        methods_text(context)});
    rows.push_back({"curves.method", "add or remove", "Adds a method to the curves, or removes it", method_choice(context)});
    const std::optional<measure::Along> along = along_of(context.view);
    rows.push_back({"curves.along", "along", "What varies along the axis", along_choice(context, along)});
    if (along) add_range(rows, context, *along);
    if (!along || along->what != "queries")
        rows.push_back({"curves.queries", "queries",
            "How many random queries are searched for each value. 0: every point is a query (self-join)", number_of_queries(context)});
    rows.push_back({"curves.shows", "show", {}, shows_choice(context)});
    rows.push_back({"curves.buttons", {}, {},
        Buttons{{curves.running ? button_of(context.commands, "timings.stop", "Stop")
                                : button_of(context.commands, "timings.measure", curves.stopped && curves.of_now ? "Continue" : "Measure"),
            button_of(context.commands, "timings.export_curves", "Export…", "export")}}});
    rows.push_back(
        {"curves.command", {}, {}, Buttons{{button_of(context.commands, "timings.copy_curve_command", "Copy command", "copy")}}});
    if (!curves.refusal.empty())
        rows.push_back({"curves.refusal", {}, {}, Text{as_sentence(curves.refusal) + " " + as_sentence(curves.remedy), Tone::warning}});
    else if (curves.curve && !curves.of_now)
        rows.push_back({"curves.former", {}, {},
            Text{"This chart was measured with other settings. Press Measure to measure with the present ones.", Tone::warning}});
    if (curves.running && curves.curve)
        rows.push_back({"curves.progress", "measured", {},
            Share{charts::curve_progress_text(*curves.curve) + (curves.time_left.empty() ? "" : ", " + curves.time_left),
                double(curves.curve->done()) / double(curves.curve->all())}});
    if (curves.running)
        rows.push_back({"curves.running", {}, {},
            Text{"The ends and the middle of the range are measured first. Measuring pauses while you search.", Tone::second}});
    if (!curves.curve) return panel;
    if (const std::string busy = charts::busy_machine_sentence(*curves.curve);
        !busy.empty() && context.session.curve_quantity == CurveQuantity::time)
        rows.push_back({"curves.busy", {}, {}, Text{busy, Tone::warning}});
    std::size_t number = 0;
    for (const std::string& sentence : charts::curve_sentences(*curves.curve, context.session.curve_quantity))
        rows.push_back({"curves.told." + std::to_string(number++), {}, {}, Text{sentence}});
    if (curves.of_now && !curves.running)
        for (const measure::Along& range : charts::meeting_ranges(*curves.curve, context.session.curve_quantity)) {
            Button meet{"curves.meet." + measure::text_of(range), "Measure " + charts::range_text(range),
                "Measure the range in which two curves would meet if they went on as they end here"};
            meet.run = [&workbench = context.workbench, range] {
                workbench.change([&](SessionState& state) { state.curve_along = measure::text_of(range); });
                workbench.curves().measure();
            };
            rows.push_back({meet.id, {}, {}, Buttons{{meet}}});
        }
    return panel;
}

Panel curve_points_panel(const Context& context) {
    const Curving& curves = context.view.curves;
    Panel panel{"curve_points", "Points of the curves", {}, {}, {}};
    panel.shown = context.session.chart == ChartShown::curves;
    if (!panel.shown) return panel;
    if (!curves.curve) {
        panel.rows.push_back({"curve_points.none", {}, {},
            Text{"Nothing is measured yet. Press Measure under Curves. Then click a point here to search with its settings.",
                Tone::second}});
        return panel;
    }
    panel.rows.push_back(
        {"curve_points.table", "Points of the curves", "Click a point to search with its settings", points_table(context)});
    return panel;
}

}  // namespace neighborscope::panels
