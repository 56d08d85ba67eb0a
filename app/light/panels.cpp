#include "app/light/panels.hpp"

#include "app/instruments/imgui/text_helpers.hpp"
#include "app/instruments/picture/picture.hpp"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

namespace neighborscope {
namespace {

constexpr float min_table = 120;
constexpr double min_message_width = 320;  // for the message in the status line

}  // namespace

LightLayout LightLayout::of(double width, double height, double tables, bool lesson, bool presenting) {
    LightLayout layout;
    layout.shared = WindowLayout::of(width, height, lesson, presenting);
    layout.width = width;
    layout.height = height;
    layout.lesson = layout.shared.lesson;
    layout.tables = std::min(tables, height * 0.45);
    switch (layout.shared.places) {
        case DockPlaces::sides:
            layout.left = WindowLayout::left_width, layout.right = WindowLayout::right_width;
            layout.at_left = {Dock::left}, layout.at_right = {Dock::right};
            break;
        case DockPlaces::stacked:
            layout.left = WindowLayout::stacked_width;
            layout.at_left = {Dock::right, Dock::left};
            break;
        case DockPlaces::in_turn:
            layout.right = layout.shared.column;
            layout.at_right = {Dock::left, Dock::right};
            break;
    }
    return layout;
}

double LightLayout::magnification(double width, double height) { return presenter_magnification(width, height); }

void LightLayout::show(const DockTurns& turns, bool presenting) {
    const auto hidden = [&](Dock dock) { return presenting || !turns.shows(dock); };
    std::erase_if(at_left, hidden);
    std::erase_if(at_right, hidden);
    if (at_left.empty()) left = 0;
    if (at_right.empty()) right = 0;
    if (hidden(Dock::bottom)) tables = 0;
    if (presenting) top = bottom = 0;
    else if (hidden(Dock::lesson)) lesson = 0;
}

panels::Context LightPanels::context(const LightLayout& layout) {
    return {workbench_, commands_, state_, workbench_.view(), workbench_.session(), layout.shared.wide};
}

void LightPanels::draw(const ImGuiLayer& layer, const LightLayout& layout, render::Theme theme) {
    if (std::exchange(menus_close_, false) && ImGui::GetCurrentContext()->OpenPopupStack.Size > 0) ImGui::ClosePopupToLevel(0, true);
    if (layout.top > 0) menus(layout);
    if (layout.left > 0) column(layer, layout, theme, layout.at_left, 0, layout.left);
    if (layout.right > 0) column(layer, layout, theme, layout.at_right, layout.width - layout.lesson - layout.right, layout.right);
    if (layout.lesson > 0) lesson(layer, layout, theme);
    if (layout.tables > 0) tables(layer, layout, theme);
    else state_.clear_leaf_selection();  // no table explains the highlight
    if (layout.bottom > 0) status(layout);
    overlay(layer, layout, theme);
    frames_of_opening_ = drawer_.is_opening_field() ? frames_of_opening_ + 1 : 0;
    // Ends a change by dragging or typing. Dragging a point in the view ends there.
    if (!ImGui::IsAnyMouseDown() && !layer.is_typing() && workbench_.view().manual_edits.dragged < 0) workbench_.end_drag();
}

/// Draws panels in a column; a table gets the remaining height.
void LightPanels::column(const ImGuiLayer& layer, const LightLayout& layout, render::Theme theme,
    const std::vector<Dock>& below_one_another, double x, double width) {
    ImGui::SetNextWindowPos({float(x), float(layout.top)});
    ImGui::SetNextWindowSize({float(width), float(layout.height - layout.top - layout.bottom)});
    const Dock first = below_one_another.front();
    if (ImGui::Begin(docks[int(first)].title, nullptr, panel_flags)) {
        turn_buttons(first, false);
        const float begin = ImGui::GetCursorPosY(), room = ImGui::GetContentRegionAvail().y;
        float& rest = other_rows_height_[int(first)];
        drawer_.begin(layer, theme, std::max(min_table, room - rest));
        if (first == Dock::right && std::exchange(focus_first_requested_, false)) drawer_.focus_first_field();
        float in_tables = 0;
        const auto all = panels::all_panels();
        for (const Dock dock : below_one_another)
            for (std::size_t i = 0; i < all.size(); ++i) {
                if (all[i].dock != dock) continue;
                described_.refresh(i, context(layout));
                in_tables += drawer_.draw(described_.of(i));
            }
        rest = ImGui::GetCursorPosY() - begin - in_tables + 4;
    }
    ImGui::End();
}

/// While docks take turns: a button for each of them, and one that closes this one.
void LightPanels::turn_buttons(Dock of, bool presenting) {
    if (!turns_.are_taken() || presenting) return;
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {4, ImGui::GetStyle().FramePadding.y});
    for (const DockInfo& info : docks) {
        if (!turns_.offers(info.dock)) continue;
        panels::Button button;
        button.label = info.short_title;
        button.help = info.keys ? std::string(info.title) + " (" + info.keys + ")" : info.title;
        button.checked = info.dock == of;
        if (drawer_.draw_button(button) && info.dock != of) turns_.toggle(info.dock);
        ImGui::SameLine(0, 3);
    }
    panels::Button close;
    close.label = "×";
    close.help = "Close this part of the window";
    if (drawer_.draw_button(close)) turns_.toggle(of);
    ImGui::PopStyleVar();
    ImGui::Separator();
}

/// Draws the page, which scrolls, and below it what turns the pages.
void LightPanels::lesson(const ImGuiLayer& layer, const LightLayout& layout, render::Theme theme) {
    ImGui::SetNextWindowPos({float(layout.width - layout.lesson), float(layout.top)});
    ImGui::SetNextWindowSize({float(layout.lesson), float(layout.height - layout.top - layout.bottom)});
    if (ImGui::Begin(docks[int(Dock::lesson)].title, nullptr, panel_flags | ImGuiWindowFlags_NoScrollbar)) {
        turn_buttons(Dock::lesson, layout.top == 0);
        const auto all = panels::all_panels();
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (all[i].dock != Dock::lesson) continue;
            described_.refresh(i, context(layout));
            const panels::Panel panel = described_.of(i);  // a copy: a button may close the lesson
            if (!panel.shown) continue;
            const float begin = ImGui::GetCursorPosY(), room = ImGui::GetContentRegionAvail().y;
            if (all[i].share == 0) {
                drawer_.begin(layer, theme, min_table);
                drawer_.draw(panel);
                pages_height_ = ImGui::GetCursorPosY() - begin + 2;
                continue;
            }
            if (ImGui::BeginChild(panel.id.c_str(), {0, std::max(min_table, room - pages_height_)})) {
                if (std::exchange(lesson_page_, state_.guesses_of) != state_.guesses_of) ImGui::SetScrollY(0);
                drawer_.begin(layer, theme, min_table);
                drawer_.draw(panel);
            }
            ImGui::EndChild();
        }
    }
    ImGui::End();
}

/// Draws panels side by side below the view.
void LightPanels::tables(const ImGuiLayer& layer, const LightLayout& layout, render::Theme theme) {
    struct Shown {
        const panels::Panel* panel;
        float width;
    };
    std::vector<Shown> shown;
    float shares = 0;
    const auto all = panels::all_panels();
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (all[i].dock != Dock::bottom) continue;
        described_.refresh(i, context(layout));
        const panels::Panel& panel = described_.of(i);
        if (!panel.shown) continue;
        shown.push_back({&panel, float(all[i].share)});
        shares += float(all[i].share);
    }
    ImGui::SetNextWindowPos({float(layout.left), float(layout.height - layout.bottom - layout.tables)});
    ImGui::SetNextWindowSize({float(layout.view_width()), float(layout.tables)});
    if (ImGui::Begin("Tables", nullptr, panel_flags)) {
        turn_buttons(Dock::bottom, false);
        const float gaps = ImGui::GetStyle().ItemSpacing.x * float(shown.size());
        const float room = ImGui::GetContentRegionAvail().x - gaps, part = 0.5f * room;
        for (Shown& one : shown) one.width *= room / std::max(1.0f, shares);
        // If a share is too narrow for a table, the widest other panel becomes narrower.
        for (Shown& one : shown) {
            Shown& widest = *std::max_element(shown.begin(), shown.end(), [](const Shown& a, const Shown& b) { return a.width < b.width; });
            const float moved = std::min(PanelDrawer::width_of_tables(*one.panel) - one.width, widest.width - part);
            if (moved > 0 && &one != &widest) one.width += moved, widest.width -= moved;
        }
        for (std::size_t i = 0; i < shown.size(); ++i) {
            if (i > 0) ImGui::SameLine();
            const auto& [panel, width] = shown[i];
            if (ImGui::BeginChild(panel->id.c_str(), {width, 0})) {
                const float begin = ImGui::GetCursorPosY(), high = ImGui::GetContentRegionAvail().y;
                float& rest = other_rows_height_of_panel_[panel->id];
                drawer_.begin(layer, theme, std::max(min_table, high - rest));
                const float in_tables = drawer_.draw(*panel);
                rest = ImGui::GetCursorPosY() - begin - in_tables + 4;
            }
            ImGui::EndChild();
        }
    }
    ImGui::End();
}

void LightPanels::menus(const LightLayout& layout) {
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {6, std::floor(0.5f * (float(layout.top) - ImGui::GetFontSize()))});
    const bool open = ImGui::BeginMainMenuBar();
    ImGui::PopStyleVar();
    if (!open) return;
    const std::vector<MenuEntry> all = menu_bar(commands_);
    constexpr const char* rest = "More";  // menus without room
    const auto width_of = [](const char* title) { return ImGui::CalcTextSize(title).x + 2 * ImGui::GetStyle().ItemSpacing.x; };
    float room = ImGui::GetContentRegionAvail().x, whole = 0;
    for (const MenuEntry& menu : all) whole += width_of(menu.title.c_str());
    if (whole > room) room -= width_of(rest);
    std::size_t shown = 0;
    for (; shown < all.size() && (room -= width_of(all[shown].title.c_str())) >= 0; ++shown)
        if (ImGui::BeginMenu(all[shown].title.c_str())) {
            menu_entries(all[shown]);
            ImGui::EndMenu();
        }
    if (shown < all.size() && ImGui::BeginMenu(rest)) {
        menu_entries({nullptr, rest, false, {all.begin() + std::ptrdiff_t(shown), all.end()}});
        ImGui::EndMenu();
    }
    ImGui::EndMainMenuBar();
}

void LightPanels::menu_entries(const MenuEntry& menu) {
    for (const MenuEntry& entry : menu.entries) {
        if (entry.separated) ImGui::Separator();
        if (!entry.command) {
            if (!ImGui::BeginMenu(entry.title.c_str())) continue;
            menu_entries(entry);
            ImGui::EndMenu();
            continue;
        }
        const Command& command = *entry.command;
        if (entry.title.empty()) continue;
        const auto refusal = command.refuses ? command.refuses() : std::nullopt;
        const std::string keys = split_keys(command.keys + ", ").front();
        ImGui::PushID(command.id.c_str());
        const bool pressed = ImGui::MenuItem(entry.title.c_str(), keys.c_str(), command.checked && command.checked(), !refusal);
        tooltip(refusal ? *refusal : command.help);
        ImGui::PopID();
        if (pressed) commands_.run(command.id);
    }
}

void LightPanels::focus_first_field() { focus_first_requested_ = true; }

void LightPanels::status(const LightLayout& layout) {
    const StatusTexts texts = status_texts(workbench_.view());
    ImGui::SetNextWindowPos({0, float(layout.height - layout.bottom)});
    ImGui::SetNextWindowSize({float(layout.width), float(layout.bottom)});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {8, 3});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {24, 24});
    if (ImGui::Begin("Status", nullptr, panel_flags | ImGuiWindowFlags_NoScrollbar)) {
        // Numbers are on the right at fixed positions; texts share the remaining width and are cut.
        const std::pair<float, std::string> numbers[] = {{50, texts.rate}, {160, texts.frame}, {330, texts.search}, {470, texts.to_host}};
        float end = float(layout.width);
        const auto put = [&](float from, float room, const std::string& text) {  // the tooltip has all of a text that is cut, and its terms
            const std::string shown = elided(text, room - text_gap);
            ImGui::SameLine(from);
            ImGui::TextUnformatted(shown.c_str());
            tooltip(help_with_terms(shown == text ? "" : text, text, TextKind::sentence));
            return ImGui::CalcTextSize(shown.c_str()).x + text_gap;
        };
        for (const auto& [from_right, text] : numbers) {
            if (layout.width - from_right < min_message_width) break;
            const float to = std::exchange(end, float(layout.width) - from_right);
            put(end, to - end, text);
        }
        float from = 8;
        if (end >= 2 * min_message_width)  // the message has priority over other texts
            for (const std::string& text : {texts.device, texts.buffer}) from += put(from, std::min(300.0f, end - from), text);
        put(from, end - from, texts.message);
    }
    ImGui::End();
    ImGui::PopStyleVar(2);
}

}  // namespace neighborscope
