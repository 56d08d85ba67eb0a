// The leaves of the method's tree as a table: what the instrument in the view counts. The leaves of the row selected stand out in the view.
#include "app/panels/panel.hpp"
#include "render/scene.hpp"

#include <cstdio>
#include <limits>
#include <memory>

namespace neighborscope::panels {
namespace {

using render::CellNumber;
constexpr int most_rows = 24;

struct Counted {
    CellNumber of;
    LeafBar bar;
};

std::string told(const Counted& counted) {
    const std::string range = text_of_range(counted.bar);
    const bool one = counted.bar.to == 1;
    switch (counted.of) {
        case CellNumber::level: return "leaves at level " + range;
        case CellNumber::queries: return one ? "leaves with 1 query" : "leaves with " + range + " queries";
        case CellNumber::distances: return "leaves with " + range + " distances a query";
        case CellNumber::tasks: return "tasks of weight " + range;
        case CellNumber::visited: return "queries active in iteration " + range;
        case CellNumber::objects:
        case CellNumber::none: break;
    }
    return one ? "leaves with 1 object" : "leaves with " + range + " objects";
}

/// How many there are of what a row counts.
std::int64_t all_of(CellNumber of, const TreeFacts& tree) {
    if (of == CellNumber::tasks) return tree.work->balance.tasks;
    if (of == CellNumber::visited) return tree.work->leaves.count;
    return tree.leaves;
}

std::vector<Counted> counted(const TreeFacts& tree) {
    std::vector<Counted> rows;
    const auto add = [&](CellNumber of, const std::vector<LeafBar>& bars) {
        for (const LeafBar& bar : bars) rows.push_back({of, bar});
    };
    add(CellNumber::objects, occupancy_bars(tree, most_rows));
    add(CellNumber::level, depth_bars(tree));
    if (!tree.work) return rows;
    add(CellNumber::queries, spread_bars(tree.work->cell_queries, most_rows));
    add(CellNumber::distances, spread_bars(tree.work->cell_distances, most_rows));
    add(CellNumber::tasks, task_bars(tree.work->balance, most_rows));
    add(CellNumber::visited, iteration_bars(tree.work->iterations, most_rows));
    return rows;
}

std::string percent(double part) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1f", 100 * part);
    return text;
}

}  // namespace

Panel tree_panel(const Context& context) {
    const ViewModel& view = context.view;
    PanelState& state = context.state;
    Panel panel{"tree", "Tree", {}, {}, {}};
    panel.shown = view.tree && !view.stepping.open;
    if (!panel.shown) {
        state.let_go_of_leaves();
        return panel;
    }
    const TreeFacts& tree = *view.tree;
    panel.fact = text_of_count(tree.leaves) + " leaves, " + text_of_count(tree.empty()) + " empty, " + text_of_bytes(tree.bytes);
    const auto rows = std::make_shared<const std::vector<Counted>>(counted(tree));
    Table table;
    table.columns = {{"counted", {}, true, 176}, {"how many", {}, false, 72}, {"of all, %", {}, false, 0}};
    table.count = std::int64_t(rows->size());
    std::vector<std::int64_t> all;
    for (const Counted& row : *rows) all.push_back(std::max<std::int64_t>(1, all_of(row.of, tree)));
    table.cell = [rows, all](std::int64_t row, int column) -> Table::Cell {
        const Counted& one = (*rows)[std::size_t(row)];
        return {column == 0   ? told(one)
                : column == 1 ? text_of_count(one.bar.leaves)
                              : percent(double(one.bar.leaves) / double(all[std::size_t(row)]))};
    };
    table.selected = state.tree_row < table.count ? state.tree_row : -1;
    table.select = [&state, rows](std::int64_t row) {
        state.tree_row = row;
        const Counted none{CellNumber::none, {}};
        const Counted& one = row >= 0 ? (*rows)[std::size_t(row)] : none;
        state.leaves_by = int(one.of);
        state.leaves_from = one.bar.from;
        // Of an iteration: the leaves whose queries visit at least as many leaves.
        state.leaves_to = one.of == CellNumber::visited ? std::numeric_limits<int>::max() : one.bar.to;
    };
    panel.rows.push_back({"tree.table", "Leaves of the tree", "Select a row to see its leaves in the view", std::move(table)});
    return panel;
}

}  // namespace neighborscope::panels
