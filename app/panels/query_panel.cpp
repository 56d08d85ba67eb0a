// The query: position, k and metric.
#include "app/data/points/data_set.hpp"
#include "app/panels/panel.hpp"
#include "app/session/workbench/query_controls.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace neighborscope::panels {
namespace {

constexpr int k_slider_to = 1024;

Choice mode_choice(const Context& context) {
    Choice modes;
    modes.look = Choice::Look::segments;
    modes.items = {{"Follow", "The query follows the mouse (P)", {}, {}, "follow"},
        {"Pinned", "The query stays where it is (P); a click in the view puts it there", {}, {}, "pin"}};
    modes.chosen = int(context.session.query_mode);
    modes.change = [&workbench = context.workbench](int at) {
        if (QueryMode(at) == QueryMode::follow) workbench.change([](SessionState& state) { state.query_mode = QueryMode::follow; });
        else if (const ViewModel& view = workbench.view(); view.pictures && view.query_row >= 0)
            workbench.query().pin_at_row(view.pictures->row_of_file_row(view.query_row));
        else workbench.query().pin_at(view.query);
    };
    return modes;
}

/// The coordinate of a position along an axis of the picture.
double place_in(const Projection& projection, const std::vector<double>& position, std::size_t place) {
    if (projection.plane) return projection.plane->place(position)[place];
    const auto axis = std::size_t(projection.axes[place]);
    return axis < position.size() ? position[axis] : 0;
}

/// The field of one coordinate. The others keep their full precision.
Number coordinate(const Context& context, std::size_t place, double value, double extent) {
    Number number;
    number.value = text_of_coordinate(value, extent);
    number.change = [&workbench = context.workbench, place](const std::string& typed, bool merge) -> std::string {
        const double to = parse_number(typed);
        if (!std::isfinite(to)) return "a coordinate must be a number";
        const Projection& seen = workbench.view().projection;
        if (const auto data = workbench.drawable().data; data && !seen.plane)
            if (std::string why = why_impossible_coordinate(*data, seen.axes[place], to); !why.empty()) return why;
        workbench.change(
            [&](SessionState& state) {
                std::vector<double> query = workbench.query().requested_position();
                query.resize(std::size_t(workbench.view().data.dimension));
                const Projection& projection = workbench.view().projection;
                std::vector<double> there;
                for (std::size_t i = 0; i < place; ++i) there.push_back(place_in(projection, query, i));
                there.push_back(to);
                query = projection.moved(std::move(query), there);
                state.set_query(std::move(query));
                state.query_mode = QueryMode::pinned;
            },
            merge);
        return {};
    };
    return number;
}

std::size_t characters_of(const std::string& text) {
    return std::size_t(std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

double extent_of(const ViewModel& view, std::size_t axis) {
    return axis < view.data.low.size() ? view.data.high[axis] - view.data.low[axis] : 0;
}

/// Whether the fields of two coordinates are narrow enough to share a line. Depends on the data, not on the query: nothing moves while the
/// query does.
bool fit_side_by_side(const ViewModel& view) {
    constexpr std::size_t most_characters = 10, most_of_name = 3;
    for (std::size_t axis = 0; axis < 2; ++axis) {
        if (axis < view.axes.size() && view.axes[axis].size() > most_of_name) return false;
        if (axis >= view.data.low.size()) continue;
        for (const double end : {view.data.low[axis], view.data.high[axis]})
            if (characters_of(text_of_coordinate(end, extent_of(view, axis))) > most_characters) return false;
    }
    return true;
}

void add_coordinates(std::vector<Row>& rows, const Context& context) {
    const ViewModel& view = context.view;
    const std::vector<double>& query = view.query;
    const int shown = std::min(view.data.dimension, 3);
    const bool side_by_side = shown == 2 && fit_side_by_side(view);
    for (int place = 0; place < shown; ++place) {
        const auto at = std::size_t(place);
        const std::string name = at < view.axes.size() ? view.axes[at] : std::string(1, "xyz"[place]);
        Number number = coordinate(context, at, place_in(view.projection, query, at), extent_of(view, at));
        if (query.empty()) number.value.clear();
        rows.push_back({"query.coordinate." + std::to_string(place), name, "Coordinate of the query, " + name, std::move(number)});
        rows.back().beside = place == 1 && side_by_side;
    }
    if (view.projection.plane)
        rows.push_back({"query.further", {}, {},
            Text{"The query does not move along the other directions of the " + text_of_count(view.data.dimension) + " dimensions",
                Tone::second}});
    else if (view.data.dimension > shown)
        rows.push_back({"query.further", {}, {},
            Text{text_of_amount(view.data.dimension - shown, "more coordinate does not change", "more coordinates do not change"),
                Tone::second}});
}

/// The field of the query's row in the file.
void add_row(std::vector<Row>& rows, const Context& context) {
    const ViewModel& view = context.view;
    const DataSet& set = *view.pictures;
    Number number;
    number.value = view.query_row >= 0 ? text_of_count(view.query_row) : std::string();
    number.step = [](double value, int steps) { return std::max(0.0, std::round(value) + steps); };
    number.change = [&workbench = context.workbench, data = view.pictures](const std::string& typed, bool merge) -> std::string {
        const double value = parse_number(typed);
        if (std::isnan(value) || value != std::floor(value)) return "a row must be a whole number";
        const std::int64_t last = data->file_row(data->count() - 1);
        if (value < 0 || value > double(last)) return "rows are numbered 0 to " + text_of_count(last);
        const std::int64_t row = data->row_of_file_row(std::int64_t(value));
        if (row < 0) return "row " + text_of_count(std::int64_t(value)) + " was left out when the file was read";
        workbench.query().pin_at_row(row, merge);
        return {};
    };
    if (set.picture) {
        Picture picture{query_picture(view), query_name(view), query_place(view)};
        if (view.query_row >= 0 && set.naming()) picture.title = set.naming()->name + " " + picture.title;
        rows.push_back({"query.picture", "The query's picture", {}, std::move(picture)});
    }
    rows.push_back({"query.row", "row", "The row of the query picture in the file, from 0. You can also click a point in the view",
        std::move(number)});
    rows.push_back({"query.rows", {}, {},
        Buttons{{button_of(context.commands, "query.row.previous", "Previous"), button_of(context.commands, "query.row.next", "Next"),
            button_of(context.commands, "query.row.random", "Random")}}});
}

Number number_of_neighbours(const Context& context) {
    Number k;
    k.value = text_of_count(context.session.k);
    k.scale = SliderScale(1, k_slider_to, true);
    k.step = [](double value, int steps) { return std::max(1.0, std::round(value) + steps); };
    k.change = [&workbench = context.workbench](const std::string& typed, bool merge) -> std::string {
        const double value = parse_number(typed);
        if (std::isnan(value) || value != std::floor(value)) return "k must be a whole number";
        if (value < 1) return "k must be at least 1";
        if (value > 2147483647.0) return "k must be at most 2\u202f147\u202f483\u202f647";
        workbench.change([&](SessionState& state) { state.k = int(value); }, merge);
        return {};
    };
    return k;
}

const MethodEntry* entry_of(const ViewModel& view, const std::string& method) {
    for (const MethodEntry& entry : view.methods)
        if (entry.method && entry.method->info.name == method) return &entry;
    return nullptr;
}

/// Why the method is refused, and a button for another one.
void add_alternative_method(std::vector<Row>& rows, const Context& context, const MethodEntry& method) {
    rows.push_back({"query.refusal", {}, {}, Text{std::string(method.method->info.name) + ": " + *method.refusal, Tone::warning}});
    for (const MethodEntry& other : context.view.methods) {
        if (!other.method || other.refusal || other.method->info.supports.approximate || other.method->info.name == "serial") continue;
        const std::string name(other.method->info.name);
        Button use{"query.use", "Use " + name,
            "Choose a method that can answer this query: " + method_title(other.method->info, context.view), "", {}, {}, {}};
        use.run = [&workbench = context.workbench, name] { workbench.change([&](SessionState& state) { state.method = name; }); };
        return rows.push_back({"query.way_out", {}, {}, Buttons{{std::move(use)}}});
    }
}

Choice metric_choice(const Context& context) {
    Choice choice;
    for (const Metric metric : all_metrics) {
        const Button button = button_of(context.commands, "query.metric." + std::string(name(metric)));
        if (metric == context.session.metric) choice.chosen = int(choice.items.size());
        choice.items.push_back({metric_word(metric), button.help, {}, button.refusal});
    }
    choice.change = [&commands = context.commands](int at) { commands.run("query.metric." + std::string(name(all_metrics[at]))); };
    return choice;
}

}  // namespace

Panel query_panel(const Context& context) {
    Panel panel{"query", "Query", {}, {}, {}};
    auto& rows = panel.rows;
    rows.push_back({"query.mode", "The query", {}, mode_choice(context)});
    if (context.view.pictures) add_row(rows, context);
    else add_coordinates(rows, context);
    rows.push_back({"query.k", "k", "How many neighbours ([ and ])", number_of_neighbours(context)});
    const MethodEntry* method = entry_of(context.view, context.session.method);
    if (method && method->refusal) add_alternative_method(rows, context, *method);
    const bool filtered = !context.view.data.filter.empty();
    const std::int64_t points = context.view.data.searched(),
                       there = points - (!filtered && context.session.exclude_self && context.view.query_row >= 0);
    if (points > 0 && context.session.k > there && !(method && method->refusal))
        rows.push_back({"query.k.cut", {}, {},
            Text{there < points
                     ? "only " + text_of_amount(there, "other point", "other points") + (there > 1 ? ": all are neighbours" : "")
                     : "only " + text_of_amount(points, filtered ? "allowed point" : "point", filtered ? "allowed points" : "points") +
                           (points > 1 ? filtered ? ": all are true neighbours" : ": all are neighbours" : ""),
                Tone::warning}});
    rows.push_back({"query.metric", "metric", "How distance is measured", metric_choice(context)});
    if (larger_is_nearer(context.session.metric))  // too long for the menu
        rows.push_back({"query.metric.larger", {}, {}, Text{"A larger product is nearer", Tone::second}});
    rows.push_back({"query.exclude", "exclude the point itself",
        "If the query is a point of the data, does not return that point as its own neighbour",
        Check{context.session.exclude_self, [&commands = context.commands](bool) { commands.run("query.exclude_self"); }}});
    return panel;
}

}  // namespace neighborscope::panels
