// The list: rank with its colour, index, distance, and what the file calls the point; of a step also whether it
// is final, and of a search through a tree instead of the name the leaf that it came from. The row selected is ringed in the view.
#include "app/panels/panel.hpp"
#include "app/session/tree_steps.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <numeric>

namespace neighborscope::panels {
namespace {

struct ListColumn {
    Table::Column described;
    std::function<Table::Cell(const NeighbourRow&)> cell;
    std::function<bool(const NeighbourRow&, const NeighbourRow&)> before;
};

template <class Member>
auto by(Member NeighbourRow::*member) {
    return [member](const NeighbourRow& a, const NeighbourRow& b) { return a.*member < b.*member; };
}

std::vector<ListColumn> columns_of(const ViewModel& view) {
    using Row = const NeighbourRow&;
    const bool leaves = view.lists_leaves(), titles = !leaves && !view.title_name.empty();
    std::vector<ListColumn> columns{{{"rank", {}, false,
                                         leaves   ? 46
                                         : titles ? 54
                                                  : 64},
                                        [](Row row) {
                                            return Table::Cell{text_of_count(row.rank), row.rank};
                                        },
                                        by(&NeighbourRow::rank)},
        {{"index", "The row of the file, from 0", false, 46}, [](Row row) { return Table::Cell{text_of_count(row.file_row)}; },
            by(&NeighbourRow::file_row)},
        {{"distance", {}, false, leaves || titles ? 62 : 0},
            [&view](Row row) { return Table::Cell{text_of_coordinate(row.distance, view.kth_distance)}; }, by(&NeighbourRow::distance)}};
    if (titles)
        columns.push_back({{view.title_name, {}, true, 0}, [](Row row) { return Table::Cell{row.title}; }, by(&NeighbourRow::title)});
    if (leaves)
        columns.push_back({{"leaf", "The visit of a leaf that the point came from, and its way in Morton order", true, 0},
            [](Row row) {
                return Table::Cell{visit_text(row.visit, row.way), 0, row.way};
            },
            by(&NeighbourRow::visit)});
    if (!view.lists_step()) return columns;
    columns.push_back({{"final", "Ticked: this rank can no longer change, since nothing still to come is nearer", false, 38},
        [](Row row) {
            return Table::Cell{row.settled ? "yes" : "no", 0, {}, row.settled};
        },
        [](Row a, Row b) { return a.settled && !b.settled; }});
    return columns;
}

std::string exact_text(double value, int digits) {
    char text[40];
    std::snprintf(text, sizeof text, "%.*g", digits, value);
    return text;
}

std::string help_of(const NeighbourRow& row, const ViewModel& view) {
    std::string text =
        "rank " + std::to_string(row.rank) + ": index " + std::to_string(row.file_row) + ", distance " + exact_text(row.distance, 9);
    for (std::size_t axis = 0; axis < row.coordinates.size(); ++axis)
        text += "\n" + (axis < view.axes.size() ? view.axes[axis] : std::to_string(axis)) + " " + exact_text(row.coordinates[axis], 10);
    if (view.lists_leaves()) text += "\ncame with visit " + visit_text(row.visit, row.way);
    if (view.lists_step()) {
        text += row.settled ? "\nfinal: nothing still to come is nearer" : "\nnot final: a nearer one is still to come";
    }
    if (!view.title_name.empty() && !row.title.empty()) text += "\n" + view.title_name + " " + row.title;
    return text;
}

/// Places in the list as they are shown; null: the list's own order.
std::shared_ptr<const std::vector<std::size_t>> order_of(const std::vector<NeighbourRow>& rows, const ListColumn& by, bool descending) {
    auto order = std::make_shared<std::vector<std::size_t>>(rows.size());
    std::iota(order->begin(), order->end(), std::size_t(0));
    std::stable_sort(order->begin(), order->end(),
        [&](std::size_t a, std::size_t b) { return descending ? by.before(rows[b], rows[a]) : by.before(rows[a], rows[b]); });
    return order;
}

}  // namespace

Panel neighbours_panel(const Context& context) {
    const ViewModel& view = context.view;
    PanelState& state = context.state;
    const std::vector<NeighbourRow>& rows = view.listed();
    const std::vector<ListColumn> columns = columns_of(view);
    if (state.sorted_by >= int(columns.size())) state.sorted_by = 0, state.descending = false;
    if (state.selected_rank >= int(rows.size())) state.selected_rank = -1;
    if (state.hovered_rank >= int(rows.size())) state.hovered_rank = -1;
    const bool as_found = state.sorted_by == 0 && !state.descending;
    const auto order = as_found ? nullptr : order_of(rows, columns[std::size_t(state.sorted_by)], state.descending);
    const auto at = [&rows, order](std::int64_t row) -> const NeighbourRow* {
        const std::size_t place = order && std::size_t(row) < order->size() ? (*order)[std::size_t(row)] : std::size_t(row);
        return row >= 0 && place < rows.size() ? &rows[place] : nullptr;
    };

    Table table;
    for (const ListColumn& column : columns) table.columns.push_back(column.described);
    table.count = std::int64_t(rows.size());
    table.cell = [at, columns](std::int64_t row, int column) {
        const NeighbourRow* one = at(row);
        return one && std::size_t(column) < columns.size() ? columns[std::size_t(column)].cell(*one) : Table::Cell{};
    };
    table.help = [at, &view](std::int64_t row) {
        const NeighbourRow* one = at(row);
        return one ? help_of(*one, view) : std::string();
    };
    if (state.selected_rank >= 0 || state.hovered_row >= 0)
        for (std::int64_t row = 0; row < table.count; ++row) {
            if (at(row)->rank - 1 == state.selected_rank) table.selected = row;
            if (at(row)->row == state.hovered_row) table.hovered = row;
        }
    const auto rank_at = [at](std::int64_t row) {
        const NeighbourRow* one = at(row);
        return one ? one->rank - 1 : -1;
    };
    table.select = [&state, rank_at](std::int64_t row) { state.selected_rank = rank_at(row); };
    table.hover = [&state, rank_at](std::int64_t row) { state.hovered_rank = rank_at(row); };
    table.sorted_by = state.sorted_by;
    table.descending = state.descending;
    table.sort = [&state](int column, bool descending) { state.sorted_by = column, state.descending = descending; };
    table.empty = view.neighbours.empty() ? "No neighbours yet" : "None found yet at this step";

    Panel panel{"neighbours", "Neighbours", {}, {}, {}};
    panel.actions = {button_of(context.commands, "edit.copy_neighbours", "Copy", "copy"),
        button_of(context.commands, "file.export_neighbours", "Export…", "export")};
    panel.rows.push_back({"neighbours.table", "Neighbours", {}, std::move(table)});
    return panel;
}

}  // namespace neighborscope::panels
