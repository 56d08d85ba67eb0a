// The data: facts, how they are drawn, and buttons to open others.
#include "app/data/make/parameters.hpp"
#include "app/inspect/graph_rows.hpp"
#include "app/panels/panel.hpp"

#include <algorithm>
#include <cmath>

namespace neighborscope::panels {
namespace {

Choice colour_choice(const Context& context) {
    const Colouring& colouring = context.view.colouring;
    Choice choice;
    for (const ColourWay& way : colouring.ways) choice.items.push_back({way.title, {}, {}, {}});
    choice.chosen = int(colouring.shown);
    choice.change = [&workbench = context.workbench, ways = colouring.ways](
                        int at) { workbench.change([&](SessionState& state) { state.colour_by = ways[std::size_t(at)].value; }); };
    return choice;
}

Choice cells_choice(const Context& context) {
    Choice choice;
    for (const CellsShown shown : all_cells_shown) {
        const Button button = button_of(context.commands, "view.cells." + std::string(name(shown)), std::string(name(shown)));
        if (shown == context.session.cells) choice.chosen = int(choice.items.size());
        choice.items.push_back({button.label, button.help, {}, button.refusal});
    }
    choice.change = [&commands = context.commands](
                        int at) { commands.run("view.cells." + std::string(name(all_cells_shown[std::size_t(at)]))); };
    return choice;
}

/// The level of the index's graph whose links are drawn.
Choice links_choice(const Context& context) {
    const inspect::GraphRows& graph = *context.view.graph;
    Choice choice;
    choice.items.push_back({"none", "Draw no links", {}, {}});
    for (int level = 0; level <= graph.top_level(); ++level)
        choice.items.push_back({text_of_count(level) + ": " + text_of_amount(graph.rows_on(level), "row", "rows"),
            level == 0 ? "All rows are on this level" : "The search descends through the levels above 0", {}, {}});
    choice.chosen = context.view.level_shown(context.session.links_level) + 1;
    choice.change = [&workbench = context.workbench](
                        int at) { workbench.change([&](SessionState& state) { state.links_level = at - 1; }); };
    return choice;
}

/// The projection of data with more dimensions than the picture has.
void add_projection(std::vector<Row>& rows, const Context& context) {
    const ViewModel& view = context.view;
    if (view.data.dimension <= 3) return;
    const Projection& now = view.projection;
    Choice choice;
    choice.look = Choice::Look::segments;
    const Button components = button_of(context.commands, "view.projection");
    choice.items = {{"Components", components.help, {}, components.refusal}, {"Axes", "Show axes of your choice", {}, {}}};
    choice.chosen = now.plane ? 0 : 1;
    choice.change = [&workbench = context.workbench](
                        int at) { workbench.change([&](SessionState& state) { state.projection = at == 0 ? "" : "axes"; }); };
    rows.push_back({"data.projection", "projection",
        "Principal components show most of the variance; axes are the file's columns (Shift+O)", std::move(choice)});
    if (now.plane) {
        const std::string sample = now.plane->sampled < view.data.count
                                       ? ", computed from a sample of " + text_of_count(now.plane->sampled) + " points"
                                       : std::string();
        rows.push_back({"data.projection.share", {}, "The share of the variance that the picture shows. Distances use all dimensions",
            Text{as_sentence(projection_text(*now.plane, view.three_d ? 3 : 2) + sample), Tone::second}});
        return;
    }
    static constexpr const char* ways[] = {"across", "up", "deep"};
    for (std::size_t place = 0; place < (view.three_d ? 3u : 2u); ++place) {
        Number axis;
        axis.value = text_of_count(now.axes[place] + 1);
        axis.step = [most = view.data.dimension](
                        double value, int steps) { return std::clamp(std::round(value) + steps, 1.0, double(most)); };
        axis.change = [&workbench = context.workbench, place, most = view.data.dimension](
                          const std::string& typed, bool merge) -> std::string {
            const double value = parse_number(typed);
            if (std::isnan(value) || value != std::floor(value) || value < 1 || value > most)
                return "axes are numbered 1 to " + text_of_count(most);
            std::array<int, 3> axes = workbench.view().projection.axes;
            const int chosen = int(value) - 1, before = axes[place];
            for (int& other : axes)
                if (other == chosen) other = before;  // swaps them
            axes[place] = chosen;
            workbench.change(
                [&](SessionState& state) {
                    state.projection = std::to_string(axes[0] + 1) + "," + std::to_string(axes[1] + 1) + "," + std::to_string(axes[2] + 1);
                },
                merge);
            return {};
        };
        const std::string name = place < view.axes.size() ? view.axes[place] : std::string();
        rows.push_back({"data.projection." + std::to_string(place), std::string("axis ") + ways[place],
            "Number of the axis in the data, from 1; now " + name, std::move(axis)});
    }
}

/// A button for the sample's suggested method, unless it is chosen already or refused.
std::optional<Button> first_method(const Context& context) {
    const std::string& first = context.view.data.first_method;
    if (first.empty() || first == context.session.method) return std::nullopt;
    Button button = button_of(context.commands, "method." + first, "Try " + first);
    if (!button.run || button.refusal) return std::nullopt;
    button.help = "A good first method for these points";
    button.checked.reset();  // no switch
    return button;
}

/// Of an index of another library, how many rows no search finds, and the way to the panel of its health.
void add_health(std::vector<Row>& rows, const Context& context) {
    if (const inspect::GraphRows* const graph = context.view.graph.get()) {
        const std::int64_t lost = std::ssize(graph->unreachable), deleted = graph->index->deleted_rows;
        std::string text = lost == 0 ? "Every row can be reached." : text_of_part(lost, graph->index->rows) + " rows cannot be reached.";
        if (deleted > 0)
            text += " " + text_of_amount(deleted, "row is", "rows are") + " deleted: the index never returns " +
                    (deleted == 1 ? "it." : "them.");
        rows.push_back({"data.reach", {}, {}, Text{text, lost == 0 && deleted == 0 ? Tone::second : Tone::warning}});
    }
    rows.push_back({"data.health", {}, {}, Buttons{{button_of(context.commands, "inspect.health", "Index health")}}});
}

Buttons open_buttons(const Context& context) {
    Buttons ways;
    Button open = button_of(context.commands, "file.open", "Open…", "open");
    open.help = "Opens a file of points (Ctrl+O); or drop one anywhere";
    Button samples{"data.samples", "Samples", "Samples and generated data", "samples", {}, {}, {}, {}};
    for (const Command& command : context.commands.all())
        if (command.menu == "Data" && (command.id.rfind("data.sample.", 0) == 0 || command.id.rfind("data.make.", 0) == 0))
            samples.menu.push_back(button_of(context.commands, command.id));
    ways.buttons = {std::move(open), std::move(samples)};
    return ways;
}

}  // namespace

void add_filter_rows(std::vector<Row>&, const Context&);  // filter_rows.cpp

Panel data_panel(const Context& context) {
    const DataFacts& data = context.view.data;
    Panel panel{"data", "Data", {}, {}, {}};
    auto& rows = panel.rows;
    if (data.loaded) panel.fact = text_of_count(data.count) + ", " + std::to_string(data.dimension) + "-D";
    rows.push_back({"data.name", {}, {}, Text{data.loaded ? data.name : context.view.busy ? "Loading…" : "No points yet"}});
    if (!data.loaded && !context.view.busy)
        rows.push_back({"data.empty", {}, {}, Text{"Open a file, choose a sample, or drop a file here.", Tone::second}});
    // First, since rows that change with the data must not move the slider during a drag.
    for (Row& row : option_rows("data", data.parameters, given_parameters(context.session.data),
             [&workbench = context.workbench](
                 const std::string&name, const std::string&text, bool merge) { workbench.change_data_parameter(name, text, merge); }))
        rows.push_back(std::move(row));
    if (!data.why.empty()) rows.push_back({"data.why", {}, {}, Text{data.why, Tone::second}});
    if (auto first = first_method(context)) rows.push_back({"data.try", {}, {}, Buttons{{std::move(*first)}}});
    if (!data.sample.empty())
        rows.push_back({"data.sample", {}, "neighborscope run searches all rows: it reads them in tiles",
            Text{as_sentence(data.sample), Tone::warning}});
    for (std::size_t i = 0; i < data.losses.size(); ++i)
        rows.push_back({"data.losses." + std::to_string(i), {}, {}, Text{data.losses[i], Tone::warning}});
    if (context.view.inspecting.possible) add_health(rows, context);
    if (!data.distance_note.empty())
        rows.push_back({"data.distances", {}, {}, Text{data.distance_note, data.distances_doubtful ? Tone::warning : Tone::second}});
    if (data.offers_metres) {
        const Button metres = button_of(context.commands, "data.metres");
        rows.push_back({"data.metres", "metres on the ground", metres.help,
            Check{context.session.metres, [&commands = context.commands](bool) { commands.run("data.metres"); }}});
    }
    if (!data.facts.empty()) rows.push_back({"data.facts", {}, {}, Facts{data.facts, true}});
    add_filter_rows(rows, context);
    add_projection(rows, context);
    if (context.view.colouring.ways.size() > 1)
        rows.push_back({"data.colour_by", "colour by", "The column that colours the points (C, Shift+C)", colour_choice(context)});
    if (context.view.graph)
        rows.push_back(
            {"data.links", "links of level", "The level of the index's graph whose links are drawn (Shift+I)", links_choice(context)});
    if (context.view.tree)
        rows.push_back({"data.cells", "cells", "How the leaves of the method's tree are drawn (G)", cells_choice(context)});
    if (context.view.tree && context.session.regions && context.view.data.dimension == 2 && colours_leaves(context.session.cells))
        rows.push_back({"data.cells.why", {}, {}, Text{"Cells are drawn as outlines while decision regions are coloured.", Tone::second}});
    if (data.has_network)
        rows.push_back({"data.network", "street network", "Draws the streets that the points move on (R)",
            Check{context.session.network, [&commands = context.commands](bool) { commands.run("view.toggle_network"); }}});
    rows.push_back({"data.ways", {}, {}, open_buttons(context)});
    Buttons more;
    if (data.has_columns) {
        more.buttons.push_back(button_of(context.commands, "data.columns", "Columns…"));
        more.buttons.back().help = "Choose which columns of the file are coordinates, and which column is the class of a point (Ctrl+I)";
    }
    if (Button seed = button_of(context.commands, "data.new_seed", "New seed"); !seed.refusal) more.buttons.push_back(std::move(seed));
    if (!more.buttons.empty()) rows.push_back({"data.more", {}, {}, std::move(more)});
    return panel;
}

}  // namespace neighborscope::panels
