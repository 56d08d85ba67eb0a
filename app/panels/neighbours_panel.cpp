// The table of neighbours: rank with its colour, index, distance and title; the id, if an index of another library gives ids. For a step,
// whether the rank is final instead of the title, and in a tree search the leaf. Missed neighbours are crossed at their true ranks, with the
// reason in place of the distance. The selected row is ringed in the view.
#include "app/data/points/data_set.hpp"
#include "app/panels/panel.hpp"
#include "app/session/shown/true_ranks.hpp"
#include "app/session/stepping/tree_steps.hpp"
#include "app/session/workbench/query_controls.hpp"
#include "app/session/workbench/stepping_controls.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <set>

namespace neighborscope::panels {
namespace {

constexpr int picture_height = 32;  // logical pixels

struct ListColumn {
    Table::Column described;
    std::function<Table::Cell(const NeighbourRow&, int true_rank)> cell;
    std::function<bool(const NeighbourRow&, const NeighbourRow&)> before;
    bool is_distance = false;
};

template <class Member>
auto by(Member NeighbourRow::*member) {
    return [member](const NeighbourRow& a, const NeighbourRow& b) { return a.*member < b.*member; };
}

std::string text_of_id(const NeighbourRow& row) { return row.id ? std::to_string(*row.id) : std::string(); }

/// `misses`: the method may miss neighbours, or did. `ranked`: ViewModel::true_ranks_known. A dock has room for four columns, so that the
/// title may be left out.
std::vector<ListColumn> columns_of(const ViewModel& view, bool misses, bool ranked) {
    using Row = const NeighbourRow&;
    const bool steps = view.shows_step_list(), leaves = view.list_has_leaf_visits(), titles = !steps && !misses && !view.title_name.empty(),
               ids = view.data.own_has_ids && !steps;
    const auto pictures = view.pictures;
    const int rank_width = pictures ? 62 : leaves ? 46 : steps || misses || titles ? 54 : 64;
    const double digits_of = (misses || ids || view.pictures ? 10 : 1) * view.list_extent;  // one digit less where there is little room
    const auto rank = [of = view.exactness.of](Row row, int true_rank) {
        Table::Cell cell{rank_text(true_rank, of), row.missed ? 0 : row.rank};
        if (row.missed) cell.mark = Mark::missed;
        return cell;
    };
    const auto index = [](Row row, int) { return Table::Cell{text_of_count(row.file_row)}; };
    const auto distance = [digits_of](Row row, int) {
        return Table::Cell{row.missed && !row.why.what.empty() ? row.why.what : text_of_coordinate(row.distance, digits_of)};
    };
    const std::string& unit = view.data.distance_unit;
    const bool narrow = pictures || leaves || (misses && steps) || titles;
    std::vector<ListColumn> columns{
        {{ranked ? "rank" : "place", ranked ? "" : "The place in the list. The true ranks are being found", false, rank_width}, rank,
            by(&NeighbourRow::rank)},
        {{"index", "The row in the file, from 0", false, 46, titles}, index, by(&NeighbourRow::file_row)},
        {{view.products     ? "inner product"
             : unit.empty() ? "distance"
             : narrow       ? unit
                            : "distance, " + unit,
             (view.products     ? "Larger is nearer. "
                 : unit.empty() ? ""
                                : "The distance in " + unit + ". ") +
                 "A bracket marks distances that are equal in float32. When distances are exactly equal, the smaller index comes first" +
                 (misses ? ". Of a missed neighbour, why it was missed" : ""),
             false,
             pictures ? 60
             : narrow ? 62
                      : 0},
            distance, by(&NeighbourRow::distance), true}};
    if (pictures)  // too narrow for a title
        columns.insert(columns.begin() + 1, {{{}, "The picture of the row", true, picture_height + 4},
                                                [pictures](Row row, int) {
                                                    Table::Cell cell{"row " + text_of_count(row.file_row)};
                                                    cell.picture = picture_of(*pictures, row.row);
                                                    return cell;
                                                },
                                                by(&NeighbourRow::file_row)});
    if (ids)
        columns.insert(
            columns.end() - 1, {{"id", "The id that the index gives the row; hnswlib calls it the label", false, 56},
                                   [](Row row, int) { return Table::Cell{text_of_id(row)}; }, [](Row a, Row b) { return a.id < b.id; }});
    if (titles)
        columns.push_back({{view.title_name, {}, true, 0}, [](Row row, int) { return Table::Cell{row.title}; }, by(&NeighbourRow::title)});
    if (leaves)
        columns.push_back({{"leaf", "The leaf visit that found the point, and its direction in the order of leaves", true, 0},
            [](Row row, int) {
                return Table::Cell{visit_text(row.visit, row.way), 0, row.way};
            },
            by(&NeighbourRow::visit)});
    if (steps)
        columns.push_back({{"final",
                               misses ? "Ticked: the row has this place in the list at the end, too"
                                      : "Ticked: this rank is final, because every point not yet visited is farther",
                               false, 38},
            [](Row row, int) {
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

/// The ranks with the same float32 distance as a row.
std::string tie_text(const NeighbourRow& row, const ViewModel& view) {
    const std::vector<NeighbourRow>& all = view.listed();
    const auto [from, to] =
        std::equal_range(all.begin(), all.end(), row, [products = view.products](const NeighbourRow& a, const NeighbourRow& b) {
            return products ? float(a.distance) > float(b.distance) : float(a.distance) < float(b.distance);
        });
    std::string text;
    if (to - from > 1)
        text = "\nequal in float32: ranks " + std::to_string(from->rank) + " to " + std::to_string(std::prev(to)->rank) +
               "; when distances are exactly equal, the smaller index comes first";
    if (!view.shows_step_list() && view.exactness.tie_beyond && to == all.end() && from != to)
        text += "\npoints that are not listed have the same distance";
    return text;
}

std::string help_of(const NeighbourRow& row, int true_rank, const ViewModel& view, bool ranked) {
    std::string text = (row.missed          ? "missed, should have rank " + std::to_string(true_rank)
                           : true_rank == 0 ? "no true neighbour, in the place of a missed one"
                                            : (ranked ? "rank " : "place ") + std::to_string(true_rank)) +
                       ": index " + std::to_string(row.file_row) + (row.id ? ", id " + text_of_id(row) : "") +
                       (view.products ? ", inner product " : ", distance ") + exact_text(row.distance, 9);
    if (!row.missed) text += tie_text(row, view);
    else if (!row.why.sentence.empty()) text += "\n" + row.why.sentence;
    for (std::size_t axis = 0; axis < row.coordinates.size() && !view.pictures; ++axis)
        text += "\n" + (axis < view.axes.size() ? view.axes[axis] : std::to_string(axis)) + " " + exact_text(row.coordinates[axis], 10);
    if (view.list_has_leaf_visits()) text += "\nfound in leaf visit " + visit_text(row.visit, row.way);
    if (view.shows_step_list()) { text += row.settled ? "\nfinal: no later point is nearer" : "\nnot final: a later point is nearer"; }
    if (!view.title_name.empty() && !row.title.empty()) text += "\n" + view.title_name + " " + row.title;
    return text;
}

/// The rows of the table. They refer to the view model, since a table may be read after its list has changed.
struct ShownRows {
    const ViewModel& view;
    std::vector<RankedRow> order;

    const NeighbourRow* at(std::int64_t row) const {
        if (row < 0 || std::size_t(row) >= order.size()) return nullptr;
        const RankedRow& one = order[std::size_t(row)];
        const std::span<const NeighbourRow> all = one.missed ? view.listed_missed() : std::span<const NeighbourRow>(view.listed());
        return one.place < all.size() ? &all[one.place] : nullptr;
    }
    int true_rank(std::int64_t row) const { return order[std::size_t(row)].rank; }
};

/// The list and its missed neighbours by true rank, or sorted by another column.
std::shared_ptr<const ShownRows> rows_of(const ViewModel& view, const std::vector<ListColumn>& columns, int sorted_by, bool descending) {
    const std::span<const NeighbourRow> listed = view.listed(), missed = view.listed_missed();
    std::vector<RankedRow> order = true_ranks(listed, missed);
    const auto row = [&](const RankedRow& one) -> const NeighbourRow& { return one.missed ? missed[one.place] : listed[one.place]; };
    if (sorted_by > 0) {
        const auto& before = columns[std::size_t(sorted_by)].before;
        std::stable_sort(order.begin(), order.end(),
            [&](const RankedRow& a, const RankedRow& b) { return descending ? before(row(b), row(a)) : before(row(a), row(b)); });
    } else if (descending) {
        std::reverse(order.begin(), order.end());
    }
    return std::make_shared<const ShownRows>(ShownRows{view, std::move(order)});
}

/// The part of a bracket around adjacent rows with equal float32 distances.
Table::Bracket bracket_of(const ShownRows& rows, std::int64_t row) {
    const auto tied = [&](std::int64_t other) {
        const NeighbourRow *const a = rows.at(row), *const b = rows.at(other);
        return a && b && float(a->distance) == float(b->distance);
    };
    const bool above = tied(row - 1), below = tied(row + 1);
    return above && below ? Table::Bracket::middle : above ? Table::Bracket::last : below ? Table::Bracket::first : Table::Bracket::none;
}

}  // namespace

Panel neighbours_panel(const Context& context) {
    const ViewModel& view = context.view;
    PanelState& state = context.state;
    const MethodInfo* method = view.info_of(context.session.method);
    const bool misses = (method && method->supports.approximate) || !view.listed_missed().empty(), ranked = view.true_ranks_known(method);
    const std::vector<ListColumn> columns = columns_of(view, misses, ranked);
    const std::int64_t listed = std::int64_t(view.listed().size());
    if (state.sorted_by >= int(columns.size())) state.sorted_by = 0, state.descending = false;
    if (state.selected_rank >= listed) state.selected_rank = -1;
    if (state.hovered_rank >= listed) state.hovered_rank = -1;
    const auto rows = rows_of(view, columns, state.sorted_by, state.descending);
    Table table;
    for (const ListColumn& column : columns) table.columns.push_back(column.described);
    table.count = std::int64_t(rows->order.size());
    if (view.pictures) table.picture_height = picture_height;
    table.ranks = int(view.neighbours.size());
    const ListChanges* changes = view.listed_changes();
    const auto entered = std::make_shared<std::set<int>>();
    if (changes) entered->insert(changes->entered.begin(), changes->entered.end());
    table.cell = [rows, columns, entered](std::int64_t row, int column) {
        const NeighbourRow* one = rows->at(row);
        if (!one || std::size_t(column) >= columns.size()) return Table::Cell{};
        Table::Cell cell = columns[std::size_t(column)].cell(*one, rows->true_rank(row));
        if (columns[std::size_t(column)].is_distance) cell.bracket = bracket_of(*rows, row);
        if (one->missed) cell.tone = Tone::warning;
        else if (entered->contains(one->rank)) cell.tone = Tone::exact;
        return cell;
    };
    table.help = [rows, &view, ranked](std::int64_t row) {
        const NeighbourRow* one = rows->at(row);
        return one ? help_of(*one, rows->true_rank(row), view, ranked) : std::string();
    };
    const auto rank_at = [rows](std::int64_t row) {
        const NeighbourRow* one = rows->at(row);
        return one && !one->missed ? one->rank - 1 : -1;
    };
    if (state.selected_rank >= 0 || state.hovered_row >= 0)
        for (std::int64_t row = 0; row < table.count; ++row) {
            if (state.selected_rank >= 0 && rank_at(row) == state.selected_rank) table.selected = row;
            if (rows->at(row)->row == state.hovered_row) table.hovered = row;
        }
    // W explains the row under the mouse, else the selected one, missed ones too.
    const auto data_row = [rows](std::int64_t row) { return rows->at(row) ? rows->at(row)->row : -1; };
    table.select = [&state, &workbench = context.workbench, rank_at, data_row](std::int64_t row) {
        state.selected_rank = rank_at(row);
        workbench.stepping().point_in_list(data_row(row));
    };
    table.hover = [&state, &workbench = context.workbench, rank_at, data_row, selected = table.selected](std::int64_t row) {
        state.hovered_rank = rank_at(row);
        workbench.stepping().point_in_list(data_row(row >= 0 ? row : selected));
    };
    table.open = [&workbench = context.workbench, data_row](std::int64_t row) {
        if (const std::int64_t of_data = data_row(row); of_data >= 0) workbench.query().pin_at_row(of_data);
    };
    table.sorted_by = state.sorted_by;
    table.descending = state.descending;
    table.sort = [&state](int column, bool descending) { state.sorted_by = column, state.descending = descending; };
    table.empty =
        view.neighbours.empty() ? (view.data.allows_none() ? "No row is allowed" : "No neighbours yet") : "None found yet at this step";

    Panel panel{"neighbours", "Neighbours", {}, {}, {}};
    panel.actions = {button_of(context.commands, "edit.copy_neighbours", "Copy", "copy"),
        button_of(context.commands, "file.export_neighbours", "Export…", "export")};
    if (!view.data.filter.empty())
        panel.rows.push_back({"neighbours.allowed", "The rows that a search may return", as_sentence(view.data.filter),
            Text{"Of " + text_of_count(view.data.allowed) + (view.data.allowed == 1 ? " allowed row" : " allowed rows"), Tone::second}});
    if (changes) {
        panel.rows.push_back({"neighbours.changes", "What the last change did to the neighbours",
            "New neighbours are green in the table and ringed in the view. Former neighbours are crossed out in the view",
            Text{"Since " + changes->text(), Tone::second}});
    }
    panel.rows.push_back({"neighbours.table", "Neighbours", {}, std::move(table)});
    return panel;
}

}  // namespace neighborscope::panels
