// Tables of described panels in Dear ImGui.
#include "app/instruments/imgui/panel_rows.hpp"
#include "app/instruments/imgui/text_helpers.hpp"
#include "app/instruments/scene/leaf_colours.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace neighborscope {
namespace {

constexpr float dot_width = 14, min_column_width = 200;

constexpr float scroll_bar = 14;

/// Height of a row without margins.
float line_height(const panels::Table& table) { return std::max(ImGui::GetTextLineHeight(), float(table.picture_height)); }

float width_of_picture(const panels::Table& table, const GreyPicture& picture) {
    return std::round(float(table.picture_height) * float(picture.width) / float(picture.height));
}

/// Whether a dot or mark is before the text.
bool has_dot(const panels::Table::Cell& cell) { return cell.rank > 0 || cell.mark != panels::Mark::none; }

float cell_margins() { return 2 * ImGui::GetStyle().CellPadding.x; }

/// Widths that the columns need by their titles and first cells, with margins.
std::vector<float> widths_of(const panels::Table& table) {
    constexpr std::int64_t measured = 24;  // rows, about as many as are visible
    std::vector<float> widths;
    for (int i = 0; i < int(table.columns.size()); ++i) {
        float width = ImGui::CalcTextSize(table.columns[std::size_t(i)].title.c_str()).x + (i == table.sorted_by ? dot_width : 0);
        for (std::int64_t row = 0; row < std::min(table.count, measured); ++row) {
            const panels::Table::Cell cell = table.cell(row, i);
            const bool beside = has_dot(cell) || cell.bracket != panels::Table::Bracket::none;
            width = std::max(width, cell.picture ? width_of_picture(table, *cell.picture)
                                                 : ImGui::CalcTextSize(cell.text.c_str()).x + (beside ? dot_width : 0));
        }
        widths.push_back(width + cell_margins());
    }
    return widths;
}

/// The text, cut with an ellipsis to fit into `width`.
std::string elided_text(std::string text, float width) {
    if (ImGui::CalcTextSize(text.c_str()).x <= width + 1) return text;
    const float room = width - ImGui::CalcTextSize("…").x;
    while (!text.empty() && ImGui::CalcTextSize(text.c_str()).x > room) {
        while (text.size() > 1 && (text.back() & 0xc0) == 0x80) text.pop_back();
        text.pop_back();
    }
    return text.empty() ? text : text + "…";
}

/// Draws titles, aligned like the cells below.
void draw_header(const panels::Table& table, const std::vector<int>& shown) {
    ImGui::TableNextRow(ImGuiTableRowFlags_Headers);
    for (int i = 0; i < int(shown.size()); ++i) {
        if (!ImGui::TableSetColumnIndex(i)) continue;
        const panels::Table::Column& column = table.columns[std::size_t(shown[std::size_t(i)])];
        const float available = ImGui::GetContentRegionAvail().x, dot = shown[std::size_t(i)] == table.sorted_by ? dot_width : 0;
        const std::string title = elided_text(column.title, available - dot);
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float right = at.x + std::max(0.0f, available - ImGui::CalcTextSize(title.c_str()).x - dot);
        ImGui::TableHeader(("##" + column.title).c_str());
        tooltip(title == column.title ? column.help : column.help.empty() ? column.title : column.title + ": " + column.help);
        ImGui::GetWindowDrawList()->AddText(
            {column.words || i == 0 ? at.x : right, at.y}, ImGui::GetColorU32(ImGuiCol_Text), title.c_str());
    }
}

void sort_by_header(const panels::Table& table) {
    ImGuiTableSortSpecs* specs = ImGui::TableGetSortSpecs();
    if (!specs || !specs->SpecsDirty || specs->SpecsCount < 1) return;
    specs->SpecsDirty = false;
    const bool descending = specs->Specs[0].SortDirection == ImGuiSortDirection_Descending;
    const int column = int(specs->Specs[0].ColumnUserID);
    if (column != table.sorted_by || descending != table.descending) table.sort(column, descending);
}

}  // namespace

namespace {

/// Draws a part of a bracket on the left of a cell whose text begins at `at`; parts of adjacent cells connect.
void draw_bracket(ImDrawList& list, panels::Table::Bracket bracket, ImVec2 at, ImU32 imgui_colour) {
    using Bracket = panels::Table::Bracket;
    if (bracket == Bracket::none) return;
    constexpr float inset = 3, tooth = 4;
    const float margin = ImGui::GetStyle().CellPadding.y, x = std::round(at.x) + 1.5f;
    const float from = at.y + (bracket == Bracket::first ? inset : -margin),
                to = at.y + ImGui::GetTextLineHeight() + (bracket == Bracket::last ? -inset : margin);
    list.AddLine({x, from}, {x, to}, imgui_colour);
    if (bracket == Bracket::first) list.AddLine({x, from}, {x + tooth, from}, imgui_colour);
    if (bracket == Bracket::last) list.AddLine({x, to}, {x + tooth, to}, imgui_colour);
}

}  // namespace

void draw_list_mark(ImDrawList& list, render::Theme theme, panels::Mark mark, ImVec2 at, float size) {
    const render::Palette& colours = render::palette(theme);
    for (const auto& [colour, thick] : {std::pair{imgui_colour(colours.view), 4.5f}, std::pair{0u, 2.0f}}) switch (mark) {
            case panels::Mark::missing: list.AddCircle(at, size, colour ? colour : imgui_colour(colours.error), 24, thick); break;
            case panels::Mark::wrong:
            case panels::Mark::missed:
                for (const float up : {-0.8f * size, 0.8f * size})
                    list.AddLine({at.x - 0.8f * size, at.y - up}, {at.x + 0.8f * size, at.y + up},
                        colour ? colour : imgui_colour(colours.error), thick);
                break;
            case panels::Mark::differs:
                list.AddRect(
                    {at.x - size, at.y - size}, {at.x + size, at.y + size}, colour ? colour : imgui_colour(colours.warning), 0, 0, thick);
                break;
            case panels::Mark::none:
            case panels::Mark::right: break;
        }
}

float PanelDrawer::width_of_tables(const panels::Panel& panel) {
    float widest = 0;
    for (const panels::Row& row : panel.rows)
        if (const auto* table = std::get_if<panels::Table>(&row.what)) {
            const std::vector<float> widths = widths_of(*table);
            widest = std::max(widest, std::accumulate(widths.begin(), widths.end(), scroll_bar));
        }
    return widest;
}

void PanelDrawer::draw_cell(const panels::Table& table, std::int64_t row, int column) {
    const panels::Table::Cell cell = table.cell(row, column);
    const ImVec2 top = ImGui::GetCursorScreenPos();
    const float lower = std::floor(0.5f * (line_height(table) - ImGui::GetTextLineHeight()));  // centres text in a high row
    if (cell.picture) {
        ImGui::GetWindowDrawList()->AddImage(
            layer_->texture_of(*cell.picture), top, {top.x + width_of_picture(table, *cell.picture), top.y + float(table.picture_height)});
        ImGui::Dummy({1, line_height(table)});
        return;
    }
    const ImVec2 at{top.x, top.y + lower};
    draw_list_mark(*ImGui::GetWindowDrawList(), theme_, cell.mark, {at.x + 5, at.y + 0.5f * ImGui::GetTextLineHeight()}, 4);
    if (cell.rank > 0) {
        ImGui::GetWindowDrawList()->AddCircleFilled(
            {at.x + 5, at.y + ImGui::GetTextLineHeight() / 2}, 4, imgui_colour(render::rank_colour(theme_, cell.rank - 1, table.ranks)));
    }
    ImGui::SetCursorScreenPos({at.x + (has_dot(cell) ? dot_width : 0), at.y});
    draw_bracket(*ImGui::GetWindowDrawList(), cell.bracket, at, imgui_colour(colour_of(panels::Tone::second)));
    if (table.press) {
        ImGui::SetCursorScreenPos(top);
        ImGui::PushID(int(row));
        ImGui::PushID(column);
        const bool lit = row == table.pressed_row && column == table.pressed_column;
        if (ImGui::Selectable("##cell", lit, 0, {0, line_height(table)})) table.press(row, column);
        tooltip(table.columns[std::size_t(column)].help);
        ImGui::PopID();
        ImGui::PopID();
        ImGui::SetCursorScreenPos(at);
    } else if (column == 0) {  // the whole row is clickable
        ImGui::SetCursorScreenPos(top);
        ImGui::PushID(int(row));
        const bool lit = row == table.selected || row == table.hovered;
        if (ImGui::Selectable("##row", lit, ImGuiSelectableFlags_SpanAllColumns, {0, line_height(table)}) && table.select)
            table.select(row == table.selected && !table.scrolls_to_selected ? -1 : row);
        if (ImGui::IsItemHovered() && table.hover) table.hover(row);
        if (table.open && (ImGui::IsItemHovered() || ImGui::IsItemFocused()) &&
            (ImGui::IsItemHovered() ? ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left) : ImGui::IsKeyPressed(ImGuiKey_Enter)))
            table.open(row);
        if (table.help) tooltip(table.help(row));
        ImGui::PopID();
        ImGui::SetCursorScreenPos({at.x + (has_dot(cell) ? dot_width : 0), at.y});
    }
    if (cell.tick) {
        if (*cell.tick) draw_tick(ImGui::GetColorU32(ImGuiCol_Text));
        return;
    }
    if (!table.columns[std::size_t(column)].words && cell.rank == 0 && cell.mark != panels::Mark::missed) {
        const float left = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(cell.text.c_str()).x;
        if (left > 0) ImGui::SetCursorPosX(ImGui::GetCursorPosX() + left);
    }
    ImGui::PushStyleColor(ImGuiCol_Text, imgui_colour(cell.way ? leaf_colours(theme_, *cell.way).text : colour_of(cell.tone)));
    ImGui::TextUnformatted(elided_text(cell.text, ImGui::GetContentRegionAvail().x).c_str());
    ImGui::PopStyleColor();
}

void PanelDrawer::draw_what(const panels::Row& row, const panels::Table& table) {
    if (table.count == 0 && !table.empty.empty()) wrapped_text(table.empty, colour_of(panels::Tone::second));
    ImGuiTableFlags flags = ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollY;
    if (table.sort) flags |= ImGuiTableFlags_Sortable;
    // Cuts the table of neighbours to fit. Other tables hide optional columns, and are scrolled if still too wide.
    std::vector<float> widths = widths_of(table);
    const float room = table_width_ > 0 ? table_width_ : ImGui::GetContentRegionAvail().x;
    for (int i = 0; i < int(widths.size()); ++i)
        if (table.is_shortened(i)) widths[std::size_t(i)] = std::min(widths[std::size_t(i)], min_column_width);
    const std::vector<int> shown = table.shown_columns(widths, room - scroll_bar);
    const auto described = [&](int column) {
        return std::max(widths[std::size_t(column)], float(table.columns[std::size_t(column)].width) + cell_margins());
    };
    float inner = scroll_bar, wide = scroll_bar;
    for (const int column : shown) inner += widths[std::size_t(column)], wide += described(column);
    const bool wider = !table.hover && inner > room, narrow = table.hover || wide > room;
    if (wider) flags |= ImGuiTableFlags_ScrollX;
    tables_drawn_ += table_height_ + ImGui::GetStyle().ItemSpacing.y;
    if (table.hover) table.hover(-1);  // a hovered row below overrides it
    Sorted& sorted = sorted_[row.id];
    if (sorted.by != table.sorted_by || sorted.descending != table.descending)
        sorted = {table.sorted_by, sorted.version + 1, table.descending};
    std::string name = "table";
    for (const int column : shown) name += std::to_string(column) + ",";
    name += std::to_string(sorted.version);
    if (shown.empty() || !ImGui::BeginTable(name.c_str(), int(shown.size()), flags, {table_width_, table_height_}, wider ? inner : 0))
        return;
    ImGui::TableSetupScrollFreeze(0, 1);
    for (const int i : shown) {
        const panels::Table::Column& column = table.columns[std::size_t(i)];
        ImGuiTableColumnFlags how = column.width > 0 ? ImGuiTableColumnFlags_WidthFixed : ImGuiTableColumnFlags_WidthStretch;
        if (i == table.sorted_by) how |= ImGuiTableColumnFlags_DefaultSort;
        if (i == table.sorted_by && table.descending) how |= ImGuiTableColumnFlags_PreferSortDescending;
        const float width = (narrow ? widths[std::size_t(i)] : described(i)) - cell_margins();
        ImGui::TableSetupColumn(column.title.c_str(), how, column.width == 0 ? 0 : width, ImGuiID(i));
    }
    draw_header(table, shown);
    if (table.sort) sort_by_header(table);
    ImGuiListClipper clipper;
    clipper.Begin(int(table.count), line_height(table) + 2 * ImGui::GetStyle().CellPadding.y);
    while (clipper.Step())
        for (int at = clipper.DisplayStart; at < clipper.DisplayEnd; ++at) {
            ImGui::TableNextRow();
            for (const int column : shown) {
                ImGui::TableNextColumn();
                draw_cell(table, at, column);
            }
        }
    if (table.scrolls_to_selected && table.selected >= 0)
        if (auto& seen = scrolled_to_row_[row.id]; std::exchange(seen, table.selected) != table.selected) {
            const float line = line_height(table) + 2 * ImGui::GetStyle().CellPadding.y;
            ImGui::SetScrollY(std::max(0.0f, line * float(table.selected) - table_height_ / 2));
        }
    ImGui::EndTable();
}

}  // namespace neighborscope
