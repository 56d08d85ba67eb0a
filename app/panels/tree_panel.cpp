// The histograms of the method's tree as a table. The leaves of the selected row are highlighted in the view.
#include "app/panels/panel.hpp"
#include "app/panels/tree_charts.hpp"
#include "app/session/sentences/explain_search.hpp"

#include <memory>

namespace neighborscope::panels {

Panel tree_panel(const Context& context) {
    const ViewModel& view = context.view;
    PanelState& state = context.state;
    Panel panel{"tree", "Tree", {}, {}, {}};
    panel.shown = view.tree && !view.stepping.open &&
                  (context.wide || (!view.frozen && view.race.contenders.empty() && !context.session.misclassified)) &&
                  context.session.chart == ChartShown::none;
    if (!panel.shown) {
        state.clear_leaf_selection();
        return panel;
    }
    const TreeFacts& tree = *view.tree;
    panel.fact = text_of_count(tree.leaves) + " leaves, " + text_of_count(tree.empty()) + " empty, " + text_of_bytes(tree.bytes);
    const auto charts = std::make_shared<const std::vector<TreeChart>>(tree_charts(tree));
    struct Counted {
        const TreeChart* chart;
        LeafBar bar;
    };
    std::vector<Counted> rows;
    for (const TreeChart& chart : *charts)
        for (const LeafBar& bar : chart.bars) rows.push_back({&chart, bar});
    Table table;
    table.columns = {
        {"counted", {}, true, 112}, {"how many", "The number, and its share of all", false, 0}};  // both visible in a narrow dock
    table.count = std::int64_t(rows.size());
    table.selected = state.tree_row < table.count ? state.tree_row : -1;
    table.cell = [charts, rows](std::int64_t row, int column) -> Table::Cell {
        const auto& [chart, bar] = rows[std::size_t(row)];
        return {column == 0 ? chart->short_text_of(bar) : text_of_count(bar.leaves) + ", " + chart->percent_of(bar) + "\u202f%"};
    };
    table.help = [charts, rows](std::int64_t row) {
        const auto& [chart, bar] = rows[std::size_t(row)];
        return text_of_count(bar.leaves) + " " + chart->long_text_of(bar) + ", " + chart->percent_of(bar) + "\u202f% of all";
    };
    table.select = [&state, charts, rows](std::int64_t row) {
        state.tree_row = row;
        state.marked_number = int(render::CellNumber::none);
        if (row < 0) return;
        const auto& [chart, bar] = rows[std::size_t(row)];
        state.marked_number = int(chart->of), state.marked_from = bar.from, state.marked_to = chart->marked_to(bar);
    };
    if (const ListChanges* changes = view.listed_changes(); changes && changes->leaves.any())
        panel.rows.push_back({"tree.changes", "What the last change did to the leaves", "Outlined in the view",
            Text{"Since " + changes->by + ": " + changes->leaves.text(), Tone::second}});
    if (const std::string index_update = explain_index_update(view.moving, context.session); !index_update.empty())
        panel.rows.push_back({"tree.upkeep", "State of the index",
            "It is rebuilt when a query of the last tick took more than rebuild-factor times the usual number of computations, the median "
            "of "
            "the ticks before",
            Text{index_update}});
    panel.rows.push_back({"tree.table", "Leaves of the tree", "Select a row to see its leaves in the view", std::move(table)});
    return panel;
}

}  // namespace neighborscope::panels
