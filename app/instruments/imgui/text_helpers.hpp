// Helpers to draw text in instruments and in the panels of the light window.
#pragma once
#include "app/glossary/glossary.hpp"
#include "app/session/sentences/search_texts.hpp"
#include "render/palette.hpp"

#include <imgui.h>

#include <algorithm>
#include <string>

namespace neighborscope {

inline constexpr ImGuiWindowFlags panel_flags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                                                ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoBringToFrontOnFocus |
                                                ImGuiWindowFlags_NoNavFocus;  // Tab goes from field to field

/// Wraps text to `width` at spaces only. ImGui itself would also break at the point of a number.
std::string broken_at_spaces(const std::string& text, float width);

inline constexpr float text_gap = 10;  ///< minimum distance of texts in a row
/// The text, cut with an ellipsis to fit into `room` in the current font.
std::string elided(std::string text, float room);

inline void wrapped_text(const std::string& text, const render::Colour& c) {
    ImGui::PushStyleColor(ImGuiCol_Text, {c.r, c.g, c.b, c.a});
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(broken_at_spaces(text, ImGui::GetContentRegionAvail().x).c_str());
    ImGui::PopTextWrapPos();
    ImGui::PopStyleColor();
}

inline constexpr float tooltip_width = 320;

inline std::string lines_of_tooltip(const std::string& text) {
    const std::string hint = term_explained(text) ? "\n" + std::string(glossary_hint) : "";
    return broken_at_spaces(text + hint, std::min(tooltip_width, ImGui::GetIO().DisplaySize.x - 24));
}

inline void show_tooltip(const std::string& text) {
    if (auto* shown = static_cast<std::string*>(ImGui::GetIO().UserData)) *shown = text;  // ImGuiLayer::shown_help
    ImGui::BeginTooltip();
    // The text is wrapped already. This breaks only words that are longer than a line.
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + std::min(tooltip_width, ImGui::GetIO().DisplaySize.x - 24) + 1);
    ImGui::TextUnformatted(lines_of_tooltip(text).c_str());
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
}

/// Rectangles in the picture that tags and tooltips must not cover.
using OccupiedAreas = std::vector<std::pair<ImVec2, ImVec2>>;
/// A place for a box of this size near the mouse, on the screen, where it covers these areas least; the nearest of equal ones.
ImVec2 place_clear_of(const OccupiedAreas&, ImVec2 mouse, ImVec2 size, ImVec2 screen);
/// Shows a tooltip near the mouse, clear of these areas.
void show_tooltip_clear_of(const OccupiedAreas&, ImVec2 mouse, const std::string& text);

/// Shows a tooltip below a rectangle, or above it if there is no room.
inline void show_tooltip_below(ImVec2 low, ImVec2 high, const std::string& text) {
    constexpr float gap = 4;
    const ImVec2 size = ImGui::CalcTextSize(lines_of_tooltip(text).c_str(), nullptr, false, tooltip_width),
                 inset = ImGui::GetStyle().WindowPadding, screen = ImGui::GetIO().DisplaySize;
    const float height = size.y + 2 * inset.y, width = size.x + 2 * inset.x;
    const float y = high.y + gap + height <= screen.y || low.y - gap - height < 0 ? high.y + gap : low.y - gap - height;
    ImGui::SetNextWindowPos({std::max(0.0f, std::min(low.x, screen.x - width)), y});
    show_tooltip(text);
}

/// Shows the tooltip of the previous item if the mouse is on it.
inline void tooltip(const std::string& text) {
    if (text.empty() || !ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled) || ImGui::IsAnyItemActive()) return;
    show_tooltip_below(ImGui::GetItemRectMin(), ImGui::GetItemRectMax(), text);
}

/// Explains the terms of a text that was drawn here, if the mouse is on it and the current window is in front there.
void explain_drawn_text(ImVec2 low, ImVec2 high, const std::string& text, TextKind = TextKind::name);

/// The same beside the instrument, so that the tooltip does not cover the related lines below.
inline void tooltip_beside(const std::string& text) {
    if (text.empty() || !ImGui::IsItemHovered()) return;
    constexpr float gap = 6;
    const ImVec2 at = ImGui::GetWindowPos(), screen = ImGui::GetIO().DisplaySize;
    const float width =
        ImGui::CalcTextSize(lines_of_tooltip(text).c_str(), nullptr, false, tooltip_width).x + 2 * ImGui::GetStyle().WindowPadding.x;
    const float right = at.x + ImGui::GetWindowWidth() + gap;
    ImGui::SetNextWindowPos({right + width <= screen.x ? right : std::max(0.0f, at.x - gap - width), ImGui::GetItemRectMin().y});
    show_tooltip(text);
}

/// A check box as high as its text.
inline bool check_box(const std::string& label, bool& on) {
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {4, 1});
    const bool pressed = ImGui::Checkbox(label.c_str(), &on);
    ImGui::PopStyleVar();
    return pressed;
}

inline ImU32 imgui_colour(const render::Colour& c) { return ImGui::ColorConvertFloat4ToU32({c.r, c.g, c.b, c.a}); }

inline render::Colour colour_of(const render::Palette& colours, Tone tone) {
    switch (tone) {
        case Tone::normal: break;
        case Tone::second: return colours.second_text;
        case Tone::exact: return colours.exact;
        case Tone::warning: return colours.warning;
        case Tone::error: return colours.error;
    }
    return colours.text;
}

/// Draws a tick in the text line at the cursor.
inline void draw_tick(ImU32 colour) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float x = at.x + 8, y = at.y + 0.5f * ImGui::GetTextLineHeight();
    const ImVec2 tick[] = {{x - 4, y}, {x - 1, y + 3}, {x + 5, y - 4}};
    ImGui::GetWindowDrawList()->AddPolyline(tick, 3, colour, 0, 1.5f);
}

}  // namespace neighborscope
