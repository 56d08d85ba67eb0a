// The index instrument: fill and depth of the tree's leaves, with their colours in the picture.
#include "app/instruments/imgui/text_helpers.hpp"
#include "app/instruments/overlay/instruments.hpp"
#include "app/panels/tree_charts.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <utility>

namespace neighborscope {
namespace {

using panels::TreeChart;
constexpr float panel_padding = 12, panel_line = 17, leaf_chart_height = 42, strip_height = 7, section_gap = 8;

float section_height() { return panel_line + 4 + leaf_chart_height + strip_height + 2 + panel_line + section_gap; }
int bounds_lines(const InstrumentFrame& frame) { return frame.view.tree->dimension; }
int leaf_lines(const InstrumentFrame& frame) { return 2 + bounds_lines(frame) + (frame.view.tree->work ? 2 : 0); }
float leaf_height(const InstrumentFrame& frame) { return section_gap + panel_line * float(leaf_lines(frame)); }

bool coloured_by(const InstrumentFrame& frame, render::CellNumber of) { return cell_fill(frame.session.cells, *frame.view.tree) == of; }

/// Number of empty leaves and size of the index, shortened to the room.
std::string index_facts(const InstrumentFrame& frame, const TreeFacts& tree, float room) {
    const std::string bytes = text_of_bytes(tree.bytes);
    const std::string first = tree.drawn ? text_of_count(tree.empty()) + " empty, " : "too many leaves to draw, ";
    std::string whole = first + (tree.drawn ? "index of " : "") + bytes;
    if (text_size(frame, FontRole::small, whole).x <= room) return whole;
    return text_size(frame, FontRole::small, first + bytes).x <= room ? first + bytes : elided(frame, FontRole::small, bytes, room);
}

void draw_chart(const InstrumentFrame& frame, const TreeChart& chart, ImVec2 at, float width) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const render::Palette& colours = frame.colours;
    const TreeFacts& tree = *frame.view.tree;
    const bool chosen = coloured_by(frame, chart.of);
    ImGui::PushID(int(chart.of));
    ImGui::SetCursorScreenPos({at.x - 4, at.y - 1});
    if (ImGui::InvisibleButton("colour", {width + 8, panel_line + 2}) && chart.command())
        frame.requested_command = chosen ? "view.cells.outlines" : chart.command();
    if (ImGui::IsItemHovered()) {
        list.AddRectFilled({at.x - 4, at.y - 1}, {at.x + width + 4, at.y + panel_line + 1}, colour(colours.window), 3);
        show_tooltip(help_with_terms(chosen ? "Draw the leaves as lines" : chart.help(), panels::title_of(chart.of)));
    }
    const float middle = at.y + 0.5f * panel_line + 1;
    if (chart.command()) list.AddCircle({at.x + 6, middle}, 5, colour(chosen ? colours.accent : colours.edge), 16, 1.25f);
    if (chosen) list.AddCircleFilled({at.x + 6, middle}, 2.75f, colour(colours.accent), 12);
    const float title_x = chart.command() ? 18.0f : 0.0f;
    const std::string title = panels::title_of(chart.of);
    draw_text(list, frame, FontRole::body, {at.x + title_x, middle - 1}, colours.text, title, left_middle);
    if (title_x + text_size(frame, FontRole::body, title).x + text_size(frame, FontRole::small, chart.note).x + 8 < width)
        draw_text(list, frame, FontRole::small, {at.x + width, middle}, colours.second_text, chart.note, right_middle);

    const float top = at.y + panel_line + 4, bottom = top + leaf_chart_height;
    const float step = width / float(std::max<std::size_t>(1, chart.bars.size())), widest = std::min(step, 24.0f);
    int most = 1;
    for (const LeafBar& bar : chart.bars) most = std::max(most, bar.leaves);
    ImGui::SetCursorScreenPos({at.x, top});
    ImGui::InvisibleButton("bars", {width, leaf_chart_height + strip_height});
    const bool over = ImGui::IsItemHovered();
    const int pointed = over ? std::clamp(int((ImGui::GetIO().MousePos.x - at.x) / step), 0, int(chart.bars.size()) - 1) : -1;
    for (std::size_t i = 0; i < chart.bars.size(); ++i) {
        const LeafBar& bar = chart.bars[i];
        const float x = at.x + step * (float(i) + 0.5f), half = std::max(0.5f, 0.5f * widest - 0.5f);
        const float high = bar.leaves > 0 ? std::max(1.5f, leaf_chart_height * float(bar.leaves) / float(most)) : 0;
        const float share = cell_scale(tree, chart.of).share(0.5f * (float(bar.from) + float(bar.to)));
        const bool empty = chart.of != render::CellNumber::level && bar.to == 0;
        const render::Colour ink = chosen && !empty ? render::ramp_colour(frame.theme, share) : colours.edge;
        list.AddRectFilled({x - half, bottom - high}, {x + half, bottom}, colour(ink, pointed < 0 || pointed == int(i) ? 0.9f : 0.35f));
        if (pointed == int(i)) list.AddRect({x - half, bottom - high}, {x + half, bottom}, colour(colours.text));
        const float from = at.x + step * float(i), to = from + step;
        if (chosen)
            list.AddRectFilled({from, bottom + 1}, {to, bottom + strip_height}, colour(empty ? colours.view : seen_fill(frame, share)));
    }
    list.AddLine({at.x, bottom + 0.5f}, {at.x + width, bottom + 0.5f}, colour(colours.edge));
    if (chosen) list.AddRect({at.x, bottom}, {at.x + width, bottom + strip_height}, colour(colours.edge));
    // Draws the first number, the last, and one between if there is room.
    float free_from = at.x - 2;
    const float y = bottom + strip_height + 2;
    const std::size_t last = chart.bars.size() - 1;
    const float last_width = text_size(frame, FontRole::small, text_of_range(chart.bars[last])).x;
    for (const std::size_t i : {std::size_t(0), last / 2, last}) {
        const std::string text = text_of_range(chart.bars[i]);
        const float wide = text_size(frame, FontRole::small, text).x;
        const float x = std::clamp(at.x + step * (float(i) + 0.5f) - 0.5f * wide, at.x, at.x + width - wide);
        if (x < free_from || (i < last && x + wide + 10 > at.x + width - last_width && last > 0 && i > 0)) continue;
        draw_text(list, frame, FontRole::small, {x, y}, colours.second_text, text);
        free_from = x + wide + 10;
    }
    if (pointed >= 0) {
        const LeafBar& bar = chart.bars[std::size_t(pointed)];
        frame.cells.mark({chart.of, bar.from, chart.marked_to(bar)});
        show_tooltip(chart.text_of(bar) + ": " + chart.count_text(bar.leaves) + ", " + chart.percent_of(bar) + "\u202f%" +
                     (chart.note.empty() ? "" : "\n") + chart.note);
    }
    ImGui::PopID();
}

/// Draws charts, scrolled without room; scrolls to the chart that the picture is coloured by.
void draw_charts(const InstrumentFrame& frame, ImVec2 at, ImVec2 size) {
    const std::vector<TreeChart> charts = panels::tree_charts(*frame.view.tree);
    ImGui::PushStyleVar(ImGuiStyleVar_ScrollbarSize, 10);  // fits beside the charts
    ImGui::SetCursorScreenPos(at);
    if (ImGui::BeginChild("charts", size, false, frame.controls ? 0 : ImGuiWindowFlags_NoScrollbar)) {
        const ImVec2 begin = ImGui::GetCursorScreenPos();
        float y = 0;
        for (const TreeChart& chart : charts) {
            if (coloured_by(frame, chart.of) && std::exchange(frame.cells.chart_in_sight, chart.of) != chart.of)
                ImGui::SetScrollY(std::max(0.0f, y + section_height() - size.y));
            draw_chart(frame, chart, {begin.x + panel_padding, begin.y + y}, size.x - 2 * panel_padding);
            y += section_height();
        }
        ImGui::SetCursorScreenPos({begin.x, begin.y + y});
    }
    ImGui::EndChild();
    ImGui::PopStyleVar();
}

/// Draws facts of the leaf under the mouse, else of the query's.
void draw_leaf(const InstrumentFrame& frame, ImVec2 at, float width) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const render::Palette& colours = frame.colours;
    list.AddLine({at.x, at.y}, {at.x + width, at.y}, colour(colours.divider));
    const auto& found = frame.cells.found();
    float y = at.y + section_gap - 2;
    const auto text = [&](FontRole role, const render::Colour& ink, const std::string& left, const std::string& right) {
        draw_text(list, frame, role, {at.x, y}, ink, left);
        draw_text(list, frame, FontRole::body, {at.x + width, y}, colours.text, right, {1, 0});
        y += panel_line;
    };
    if (!found) {
        draw_text(list, frame, FontRole::small, {at.x, y}, colours.second_text, "no leaf under the mouse");
        return;
    }
    text(FontRole::bold, frame.cells.found_by_mouse() ? colours.text : colours.query_text,
        !frame.cells.found_by_mouse() ? "Query's leaf"
        : frame.cells.mouse_outside() ? "Nearest to the mouse"
                                      : "Under the mouse",
        text_of_count(found->leaf));
    text(FontRole::body, colours.second_text, "level " + std::to_string(found->level), text_of_amount(found->objects, "point", "points"));
    if (frame.view.tree->work) {
        const bool asked = found->queries > 0;
        text(FontRole::body, colours.second_text, text_of_amount(found->queries, "query", "queries"),
            asked ? text_of_amount(found->visited, "leaf", "leaves") + " each" : "");
        text(FontRole::body, colours.second_text, "", asked ? text_of_amount(found->distances, "distance", "distances") + " each" : "");
    }
    for (int axis = 0; axis < 3; ++axis) {
        if (frame.shown(axis) >= frame.view.tree->dimension) continue;
        // Reduces digits to the room.
        double extent = frame.extent;
        const auto range_of = [&] {
            const auto number = [&](float x) { return text_of_coordinate(frame.origin(axis) + double(x), extent); };
            return number(found->low[axis]) + " – " + number(found->high[axis]);
        };
        std::string range = range_of();
        const float room = width - 8 - std::min(40.0f, text_size(frame, FontRole::body, frame.axis_name(axis)).x);
        for (int fewer = 0; fewer < 4 && text_size(frame, FontRole::body, range).x > room; ++fewer) extent *= 10, range = range_of();
        text(FontRole::body, colours.second_text,
            elided(frame, FontRole::body, frame.axis_name(axis), width - text_size(frame, FontRole::body, range).x - 8), range);
    }
}

}  // namespace

static std::string title_fact(const TreeFacts& tree) { return text_of_amount(tree.leaves, "leaf", "leaves"); }

float index_width(const InstrumentFrame& frame) {
    float title = 0;  // with icon and gap
    if (const std::optional<TreeFacts>& tree = frame.view.tree)
        title = 48 + text_size(frame, FontRole::bold, tree->name()).x + text_size(frame, FontRole::bold, title_fact(*tree)).x;
    return std::max({208.0f, legend_width(frame), std::round(title)});
}

/// The effect of the last change on leaves, as wrapped lines; empty: none.
static std::vector<std::string> changes_lines(const InstrumentFrame& frame) {
    const ListChanges* changes = frame.view.listed_changes();
    if (!changes || !changes->leaves.any()) return {};
    std::string text = changes->leaves.text();
    text[0] = char(std::toupper(static_cast<unsigned char>(text[0])));
    return wrapped(frame, FontRole::small, text, index_width(frame) - 2 * panel_padding, 3);
}

float index_height(const InstrumentFrame& frame, bool folded, IndexParts parts) {
    if (folded) return title_height;
    return title_height + 6 + panel_line + panel_line * float(changes_lines(frame).size()) + section_gap +
           section_height() * float(parts.charts) + (parts.leaf ? leaf_height(frame) : 0) + 2;
}

IndexParts index_parts(const InstrumentFrame& frame, float top, float below) {
    IndexParts parts;
    parts.charts = int(panels::tree_charts(*frame.view.tree).size());
    const auto fits = [&] { return top + index_height(frame, false, parts) <= below; };
    while (parts.charts > 1 && !fits()) --parts.charts;
    if (!fits()) parts.leaf = false;
    if (!fits()) parts.open = false;
    return parts;
}

void draw_index(const InstrumentFrame& frame, float top, bool folded, IndexParts parts) {
    const TreeFacts& tree = *frame.view.tree;
    const float width = index_width(frame), inner = width - 2 * panel_padding;
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));  // else the scroll bar is cut
    open_card(frame, "index", {float(frame.width) - edge_gap - width, top}, {width, index_height(frame, folded, parts)});
    ImGui::PopStyleVar();
    if (instrument_title(frame, tree.name(), "", title_fact(tree), folded)) {
        ImDrawList& list = *ImGui::GetWindowDrawList();
        const ImVec2 at = ImGui::GetWindowPos();
        float y = at.y + title_height + 6;
        draw_text(list, frame, FontRole::small, {at.x + panel_padding, y}, frame.colours.second_text, index_facts(frame, tree, inner));
        y += panel_line;
        for (const std::string& line : changes_lines(frame)) {
            draw_text(list, frame, FontRole::small, {at.x + panel_padding, y}, frame.colours.text, line);
            y += panel_line;
        }
        y += section_gap;
        draw_charts(frame, {at.x, y}, {width, section_height() * float(parts.charts)});
        y += section_height() * float(parts.charts);
        if (parts.leaf) draw_leaf(frame, {at.x + panel_padding, y}, inner);
    }
    end_instrument();
}

}  // namespace neighborscope
