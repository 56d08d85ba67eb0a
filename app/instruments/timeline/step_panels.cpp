// The instruments beside the timeline: the paper's pseudo-code with executed lines marked, and the heap or list that the step changed.
#include "app/instruments/timeline/bound_chart.hpp"
#include "app/session/stepping/narrate.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace neighborscope {
namespace {

constexpr float code_padding = 10, pill = 18;
constexpr int max_tree_entries = 32;  // entries; more are drawn as a strip

// ---- The acting heap or list ----------------------------------------------------------------------------------------------

const ActingStructure& acting_of(const InstrumentFrame& frame) { return frame.view.stepping.acting; }

bool is_tree(const ActingStructure& acting) { return acting.heap && acting.capacity <= max_tree_entries; }
int levels_of(int entries) { return int(std::bit_width(unsigned(std::max(entries, 1)))); }

/// A heap is always drawn with k places, so that nothing moves while it fills.
constexpr float tree_level = 25;

struct Strip {
    int columns = 1, rows = 1;
    float cell = 20;
};
constexpr float max_body = 132, height_around_body = title_height + 8 + 8 + 16 + 6;
/// `height`: available height.
Strip strip_of(const ActingStructure& acting, float width, float height = max_body) {
    Strip strip;
    const float inner = width - 2 * code_padding;
    const int capacity = std::clamp(std::max(acting.capacity, int(acting.entries.size())), 1, 4096);
    while (strip.cell > 5 && std::ceil(float(capacity) / std::floor(inner / strip.cell)) * strip.cell > height) strip.cell -= 1;
    strip.columns = std::max(1, int(inner / strip.cell));
    const int round_columns = strip.columns / 8 * 8;  // a multiple of 8 is easier to count
    if (capacity > 16 && strip.columns >= 16 && std::ceil(float(capacity) / float(round_columns)) * strip.cell <= height)
        strip.columns = round_columns;
    strip.rows = (capacity + strip.columns - 1) / strip.columns;
    return strip;
}

std::string bound_text(const InstrumentFrame& frame) {
    const Stepping& stepping = frame.view.stepping;
    return stepping.bound > 0 ? ", bound " + frame.distance_text(stepping.bound, true) : "";
}

/// The colour of an entry: of its rank if it is among the k nearest so far, else of a point.
render::Colour entry_colour(const InstrumentFrame& frame, const HeldNeighbour& entry) {
    if (entry.rank < 1) return frame.colours.point;
    return render::rank_colour(frame.theme, entry.rank - 1, std::max<int>(1, int(frame.view.neighbours.size())));
}

void show_entry_tooltip(const InstrumentFrame& frame, const ActingStructure& acting, int place) {
    const HeldNeighbour& entry = acting.entries[std::size_t(place)];
    std::string text = "row " + text_of_count(entry.file_row) + ", distance " + frame.distance_text(entry.distance);
    if (entry.rank > 0) text += "\nrank " + text_of_count(entry.rank) + " so far";
    if (place == acting.farthest) text += acting.heap ? "\non top: the next to be removed" : "\nthe farthest: the next to be removed";
    if (place == acting.entered) text += "\nadded in this step";
    ImGui::SetTooltip("%s", text.c_str());
}

bool under_mouse(ImVec2 from, ImVec2 to) { return ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(from, to); }

void draw_tree(ImDrawList& list, const InstrumentFrame& frame, ImVec2 at, float width) {
    const ActingStructure& acting = acting_of(frame);
    const render::Palette& colours = frame.colours;
    const int capacity = std::max(acting.capacity, int(acting.entries.size()));
    const float inner = width - 2 * code_padding, down = tree_level;
    std::string widest = "0";
    for (const HeldNeighbour& entry : acting.entries) {
        const std::string text = frame.distance_text(entry.distance, true);
        if (text.size() > widest.size()) widest = text;
    }
    const float text_width = std::max(text_size(frame, FontRole::small, widest).x, text_size(frame, FontRole::small, "00.0").x);
    const float pill_width = text_width + 24;
    // An entry alone on its level has its number at the level's beginning.
    const auto is_roomy = [&](int level) { return capacity - ((1 << level) - 1) == 1 || inner / float(1 << level) >= pill_width + 2; };
    const auto middle = [&](int i) {
        const int level = levels_of(i + 1) - 1, first = (1 << level) - 1;
        const float along = inner * (float(i - first) + 0.5f) / float(1 << level);
        return ImVec2{
            at.x + code_padding + (is_roomy(level) ? std::max(along, 0.5f * pill_width) : along), at.y + down * (float(level) + 0.5f)};
    };
    for (int i = 1; i < int(acting.entries.size()); ++i)
        list.AddLine(
            middle(i), middle((i - 1) / 2), colour(i == acting.entered ? colours.text : colours.edge), i == acting.entered ? 2.0f : 1.0f);
    for (int i = 0; i < capacity; ++i) {
        const ImVec2 c = middle(i);
        const int level = levels_of(i + 1) - 1;
        const float slot = inner / float(1 << level);
        const bool roomy = is_roomy(level);
        const float half = roomy ? 0.5f * pill_width : std::min(0.5f * slot - 1, i == acting.entered ? 7.0f : 5.5f);
        if (i >= int(acting.entries.size())) {  // empty
            list.AddCircle(c, 2, colour(colours.divider), 8, 1);
            continue;
        }
        const HeldNeighbour& entry = acting.entries[std::size_t(i)];
        const bool entered = i == acting.entered, top = i == acting.farthest;
        const render::Colour fill = entry_colour(frame, entry);
        if (roomy) {
            const ImVec2 from{std::round(c.x - half), std::round(c.y - 0.5f * pill)},
                to{std::round(c.x + half), std::round(c.y + 0.5f * pill)};
            list.AddRectFilled(from, to, colour(entered ? colours.soft : colours.base), 3);
            list.AddRect(from, to,
                colour(entered ? colours.accent
                       : top   ? colours.text
                               : colours.edge),
                3, 0, entered || top ? 2.0f : 1.0f);
            list.AddCircleFilled({from.x + 9, c.y}, 3.5f, colour(fill), 12);
            const std::string text = frame.distance_text(entry.distance, true);
            const ImVec2 size = text_size(frame, FontRole::small, text);
            draw_text(list, frame, FontRole::small, {to.x - 7 - size.x, c.y - 0.5f * size.y}, colours.text, text);
            if (under_mouse(from, to)) show_entry_tooltip(frame, acting, i);
        } else {
            list.AddCircleFilled(c, half, colour(fill), 20);
            list.AddCircle(c, half, colour(colours.dock), 20, 1);
            if (entered) list.AddCircle(c, half + 1.5f, colour(colours.accent), 20, 2);
            else if (top) list.AddCircle(c, half + 1.5f, colour(colours.text), 20, 2);
            if (under_mouse({c.x - half, c.y - half}, {c.x + half, c.y + half})) show_entry_tooltip(frame, acting, i);
        }
    }
}

void draw_strip(ImDrawList& list, const InstrumentFrame& frame, ImVec2 at, float width, float height) {
    const ActingStructure& acting = acting_of(frame);
    const render::Palette& colours = frame.colours;
    const Strip strip = strip_of(acting, width, height);
    const int capacity = std::min(std::max(acting.capacity, int(acting.entries.size())), 4096);
    const float gap = strip.cell >= 8 ? 2.0f : 1.0f;
    const auto corner = [&](int entry) {
        const int row = entry / strip.columns, column = entry % strip.columns;
        return ImVec2{at.x + code_padding + strip.cell * float(column), at.y + strip.cell * float(row)};
    };
    for (int i = 0; i < capacity; ++i) {
        const ImVec2 from = corner(i);
        const ImVec2 to{from.x + strip.cell - gap, from.y + strip.cell - gap};
        if (i >= int(acting.entries.size())) {
            list.AddRect(from, to, colour(colours.divider), 2);
            continue;
        }
        list.AddRectFilled(from, to, colour(entry_colour(frame, acting.entries[std::size_t(i)])), 2);
        if (under_mouse(from, to)) show_entry_tooltip(frame, acting, i);
    }
    for (const int marked : {acting.farthest, acting.entered}) {
        if (marked < 0 || marked >= capacity) continue;
        const ImVec2 from = corner(marked);
        list.AddRect({from.x - 2, from.y - 2}, {from.x + strip.cell - gap + 2, from.y + strip.cell - gap + 2},
            colour(marked == acting.entered ? colours.accent : colours.text), 3, 0, 2);
    }
}

}  // namespace

/// The same for all heaps and lists of a recording, so that nothing moves from step to step.
float structure_height(const InstrumentFrame& frame, float width) {
    const Stepping& stepping = frame.view.stepping;
    float body = 40;
    if (stepping.record) {
        ActingStructure any;
        any.capacity = std::min<int>(stepping.record->k, int(std::max<std::int64_t>(1, frame.view.data.count)));
        body = float(strip_of(any, width).rows) * strip_of(any, width).cell;
        for (const std::string_view name : stepping.record->method->info.structures)
            any.heap = any.heap || name.find("heap") != std::string_view::npos;
        if (is_tree(any)) body = std::max(body, tree_level * float(levels_of(any.capacity)));
    }
    return std::ceil(body) + height_around_body;
}

void draw_structure(const InstrumentFrame& frame, const render::Rectangle& place, StepFolds folds) {
    const ActingStructure& acting = acting_of(frame);
    const render::Palette& colours = frame.colours;
    const float width = float(place.width);
    open_card(frame, "structure", {float(place.x), float(place.y)}, {width, float(place.height)}, frame.presenter);
    std::string title = acting.title.empty() ? "Heap or list" : acting.title;
    title[0] = char(std::toupper(static_cast<unsigned char>(title[0])));
    const std::string filled = acting.title.empty() ? ""
                               : int(acting.entries.size()) > acting.capacity
                                   ? text_of_count(std::int64_t(acting.entries.size())) + " held, k = " + text_of_count(acting.capacity)
                                   : text_of_count(std::int64_t(acting.entries.size())) + " of " + text_of_count(acting.capacity);
    if (instrument_title(frame, title, "", filled, folds.structure)) {
        ImDrawList& list = *ImGui::GetWindowDrawList();
        const ImVec2 at = ImGui::GetWindowPos();
        const ImVec2 body{at.x, at.y + title_height + 8};
        if (acting.title.empty()) {
            draw_text(list, frame, FontRole::body, {body.x + code_padding, body.y}, colours.second_text,
                frame.view.stepping.sort.places > 0   ? "The timeline shows what is sorted."
                : frame.view.stepping.why_not.empty() ? "It is still empty."
                                                      : "Nothing to show.");
        } else {
            if (is_tree(acting)) draw_tree(list, frame, body, width);
            else draw_strip(list, frame, body, width, std::max(float(place.height) - height_around_body, 10.0f));
            // Explains the two marks.
            const float y = at.y + float(place.height) - 20, line = text_size(frame, FontRole::small, "0").y;
            float x = at.x + code_padding;
            const auto key = [&](const render::Colour& ink, const std::string& text) {
                list.AddRect({x, y + 0.5f * line - 4}, {x + 9, y + 0.5f * line + 5}, colour(ink), 2, 0, 2);
                draw_text(list, frame, FontRole::small, {x + 14, y}, colours.second_text, text);
                x += 14 + text_size(frame, FontRole::small, text).x + 14;
            };
            key(colours.text, std::string(acting.heap ? "top" : "farthest") + bound_text(frame));
            if (acting.entered >= 0) key(colours.accent, "added");
        }
    }
    end_instrument();
}

// ---- Pseudo-code ----------------------------------------------------------------------------------------------------------

void draw_pseudo_code(const InstrumentFrame& frame, const render::Rectangle& place, StepFolds folds) {
    const float width = float(place.width), height = float(place.height);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));  // marked lines span the whole width
    open_card(frame, "pseudo-code", {float(place.x), float(place.y)}, {width, height}, frame.presenter);
    ImGui::PopStyleVar();
    if (instrument_title(frame, "Pseudo-code", frame.session.method, "", folds.code)) {
        ImGui::PushStyleVar(ImGuiStyleVar_ScrollbarSize, 8);
        ImGui::SetCursorPos({1, title_height + 1});
        const int flags = frame.controls ? 0 : ImGuiWindowFlags_NoScrollbar;
        if (ImGui::BeginChild("lines", {width - 2, height - title_height - 2}, false, flags)) {
            ImGui::SetCursorPos({code_padding - 1, 4});
            frame.rows.begin(frame.gui, frame.theme, 0);
            frame.rows.draw_row({"code", {}, {}, panels::code_of(frame.view, frame.session)});
        }
        ImGui::EndChild();
        ImGui::PopStyleVar();
    }
    end_instrument();
}

// ---- Layout ---------------------------------------------------------------------------------------------------------------

std::vector<render::Rectangle> StepLayout::docked() const {
    std::vector<render::Rectangle> all;
    for (const auto& [one, is_pinned] :
        {std::pair{timeline, false}, std::pair{code, code_pinned}, std::pair{structure, structure_pinned}, std::pair{chart, chart_pinned}})
        if (one.width > 0 && !is_pinned) all.push_back(one);
    return all;
}

StepLayout step_layout(const InstrumentFrame& frame, const StepFolds& folds) {
    constexpr float wide_from = 1180;
    StepLayout layout;
    const float width = float(frame.width), height = float(frame.height);
    const bool small = starts_folded(frame);
    const auto pinned = [&](const char* card) { return !frame.presenter && frame.is_pinned(card); };
    const bool code_pinned = layout.code_pinned = pinned("pseudo-code"), structure_pinned = layout.structure_pinned = pinned("structure"),
               chart_pinned = layout.chart_pinned = pinned("bound-chart");
    const bool in_strip = width >= wide_from;
    layout.structure_in_strip = in_strip || structure_pinned;
    const panels::Code lines = panels::code_of(frame.view, frame.session);
    constexpr float around = 2 * code_padding + 2;
    const float wanted = std::round(code_size(frame, lines, width).x) + around;
    const float code = small || lines.lines.empty() ? 0 : folds.code ? 150 : std::clamp(wanted, 200.0f, std::max(220.0f, 0.33f * width));
    // The chart and the table of neighbours show the list of a walk, too.
    const bool structure = !small && (layout.structure_in_strip || !has_walk_in_low_view(frame));
    const auto card = frame.session.cards.find("structure");
    const bool asked_for = card != frame.session.cards.end() && card->second.open.value_or(false);  // it is what the picture is about
    const float structure_width = in_strip    ? std::clamp(0.22f * width, 300.0f, 420.0f)
                                  : asked_for ? std::clamp(0.5f * width, 264.0f, 420.0f)
                                              : std::max(legend_width(frame), 264.0f);
    const float left = edge_gap + (code > 0 && !code_pinned ? code + edge_gap : 0);
    const float right = width - edge_gap - (structure && in_strip && !structure_pinned ? structure_width + edge_gap : 0);
    const float timeline = right - left;
    const float own = timeline_height(frame, timeline);
    const float whole = title_height + 12 + code_size(frame, lines, code - around).y;
    const float tallest = is_low_view(frame) ? own : std::max(own, 0.32f * height);  // a low view has its room for the picture
    const float code_high = code > 0 ? std::clamp(whole, own, tallest) : 0;
    const auto from_bottom = [&](float x, float its_width, float its_height) {
        return render::Rectangle{x, height - edge_gap - its_height, its_width, its_height};
    };
    const float timeline_high = folds.timeline ? title_height : own;
    layout.timeline = from_bottom(left, timeline, timeline_high);
    if (code > 0) layout.code = from_bottom(edge_gap, code, folds.code ? title_height : code_high);
    layout.top = std::min(layout.timeline.y, code > 0 && !code_pinned ? layout.code.y : layout.timeline.y);
    if (structure && layout.structure_in_strip) {
        const float its = std::max(own, std::min(structure_height(frame, structure_width), tallest));
        layout.structure = from_bottom(right + edge_gap, structure_width, folds.structure ? title_height : its);
        if (!structure_pinned) layout.top = std::min(layout.top, layout.structure.y);
    } else if (structure) {
        const float room = float(layout.timeline.y) - 2 * edge_gap;
        const float its = folds.structure ? title_height : std::min(structure_height(frame, structure_width), room);
        layout.structure = {double(width - edge_gap - structure_width), layout.timeline.y - edge_gap - its, double(structure_width), its};
    }
    if (has_bound_chart(frame)) {
        const double chart_right = structure && !layout.structure_in_strip ? layout.structure.x : double(width);
        // What stays free above. A walk has its chart open in a low view, where its picture needs more.
        const double of_picture = has_walk_in_low_view(frame) ? 0.6 * height + tools_height + 2 * edge_gap : 0.45 * height;
        const double lowest = height < 700 ? 100 : 150;  // pixels
        const double room = layout.top - edge_gap - of_picture;
        const double its = folds.chart ? double(title_height) : std::max(lowest, std::min(room, double(bound_chart_height(frame))));
        layout.chart = {edge_gap, layout.top - edge_gap - its, chart_right - 2 * edge_gap, its};
        if (!chart_pinned) layout.top = layout.chart.y;
        if (has_walk_in_low_view(frame) && !folds.chart && !chart_pinned && code > 0 && !folds.code && !code_pinned) {
            // The timeline of a walk is too low for the pseudo-code beside it, which continues beside the chart.
            layout.chart.x = double(left), layout.chart.width -= double(left - edge_gap);
            layout.code.height += layout.code.y - layout.chart.y, layout.code.y = layout.chart.y;
        }
    }
    return layout;
}

}  // namespace neighborscope
