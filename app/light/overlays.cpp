// Overlays of the light window: the command palette, a line for a path, sheets.
#include "app/instruments/imgui/fonts.hpp"
#include "app/instruments/imgui/text_helpers.hpp"
#include "app/light/panels.hpp"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>

namespace neighborscope {

/// In a low window, as at large text, an overlay takes nearly all of the height.
float LightPanels::overlay_margin(float height) { return height < 480 ? 8 : 64; }

/// Dear ImGui needs a few frames before a new line accepts text.
void LightPanels::open_line() {
    just_opened_ = true;
    frames_until_line_opens_ = 8;
}

void LightPanels::show_palette() {
    overlay_ = Overlay::palette;
    open_line();
    typed_[0] = 0;
    palette_.find({});
}

void LightPanels::show_sheet(panels::Sheet sheet) {
    if (overlay_ != Overlay::none) return;  // another overlay was opened meanwhile
    sheet_ = std::move(sheet);
    overlay_ = Overlay::sheet;
    just_opened_ = true;
}

bool LightPanels::close_topmost() {
    frames_until_line_opens_ = 0;
    if (ImGui::GetCurrentContext()->OpenPopupStack.Size > 0) return menus_close_ = true;
    if (overlay_ == Overlay::replace || overlay_ == Overlay::folder) {  // back to the line
        overlay_ = Overlay::path;
        continue_line();
        return true;
    }
    return std::exchange(overlay_, Overlay::none) != Overlay::none;
}

void LightPanels::heading(const ImGuiLayer& layer, const std::string& text) {
    ImGui::PushFont(layer.font(FontRole::bold));
    ImGui::TextWrapped("%s", text.c_str());
    ImGui::PopFont();
    ImGui::Separator();
}

void LightPanels::overlay(const ImGuiLayer& layer, const LightLayout& layout, render::Theme theme) {
    // A line that was just closed would go on with its cursor, and would seem to be open.
    if (just_opened_ && (overlay_ == Overlay::path || overlay_ == Overlay::folder || overlay_ == Overlay::palette)) ImGui::ClearActiveID();
    if (frames_until_line_opens_ > 0)
        frames_until_line_opens_ = overlay_ == Overlay::none || layer.is_typing() ? 0 : frames_until_line_opens_ - 1;
    if (overlay_ == Overlay::none) return;
    const float width = std::min(560.0f, float(layout.width) - 32), margin = overlay_margin(float(layout.height));
    ImGui::SetNextWindowPos({(float(layout.width) - width) / 2, margin});
    ImGui::SetNextWindowSize({width, 0});
    ImGui::SetNextWindowSizeConstraints({width, 0}, {width, std::max(80.0f, float(layout.height) - 2 * margin)});
    ImGui::SetNextWindowBgAlpha(1);
    if (just_opened_) ImGui::SetNextWindowFocus();
    constexpr ImGuiWindowFlags flags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                                       ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoNav;
    const Overlay shown = overlay_;
    if (ImGui::Begin("##overlay", nullptr, flags)) {
        switch (overlay_) {
            case Overlay::palette: palette_overlay(float(layout.height) - 2 * margin); break;
            case Overlay::path:
                heading(layer, path_.question().title);
                path_overlay(float(layout.height) - 2 * margin);
                break;
            case Overlay::replace:
                heading(layer, path_.question().title);
                replace_overlay();
                break;
            case Overlay::folder:
                heading(layer, path_.question().title);
                folder_overlay();
                break;
            case Overlay::sheet: sheet_overlay(layer, layout, theme); break;
            case Overlay::none: break;
        }
    }
    if (overlay_ == shown) just_opened_ = false;  // else a command of the palette has opened another
    const ImGuiWindow* const window = ImGui::GetCurrentWindow();
    ImGui::End();
    if (overlay_ == Overlay::none)  // takes no mouse events any more, also before the next frame
        for (ImGuiWindow* one : ImGui::GetCurrentContext()->Windows)
            if (one->RootWindow == window) one->Hidden = true;
}

/// The last row of a sheet has its buttons; Return presses the preferred one.
void LightPanels::sheet_overlay(const ImGuiLayer& layer, const LightLayout& layout, render::Theme theme) {
    const panels::Sheet describe = sheet_;  // a button may open another
    panels::Panel sheet = describe();
    heading(layer, sheet.title);
    const panels::Buttons ways = std::get<panels::Buttons>(sheet.rows.back().what);
    sheet.rows.pop_back();
    drawer_.begin(layer, theme, 320);
    if (just_opened_ && !sheet.rows.empty() && std::holds_alternative<panels::Number>(sheet.rows.front().what)) drawer_.focus_first_field();
    const float room = std::min(420.0f, std::max(80.0f, float(layout.height) - 2 * overlay_margin(float(layout.height)) - 102));
    float& height = other_rows_height_[int(Dock::bottom)];  // of the sheet's rows in the previous frame
    if (ImGui::BeginChild("sheet", {0, std::clamp(height, 40.0f, room)})) {
        const float begin = ImGui::GetCursorPosY();
        drawer_.draw_rows(sheet);
        height = ImGui::GetCursorPosY() - begin + 4;
    }
    ImGui::EndChild();
    scroll_sheet();
    ImGui::Separator();
    for (const panels::Button& way : ways.buttons) {
        panels::Button shown = way;
        shown.run = nullptr;
        bool pressed = drawer_.draw_button(shown);
        pressed = pressed || (way.preferred && !way.refusal && !just_opened_ && ImGui::IsKeyPressed(ImGuiKey_Enter));
        ImGui::SameLine();
        if (!pressed) continue;
        if (way.closes) overlay_ = Overlay::none;
        way.run();
    }
    ImGui::NewLine();
}

void LightPanels::palette_overlay(float room) {
    if (just_opened_) ImGui::SetKeyboardFocusHere();
    ImGui::PushItemWidth(-1);
    const bool entered = ImGui::InputTextWithHint("##find", Palette::hint, typed_, sizeof typed_, ImGuiInputTextFlags_EnterReturnsTrue);
    const bool edited = ImGui::IsItemEdited();
    if (edited) palette_.find(typed_);
    ImGui::PopItemWidth();
    constexpr std::pair<ImGuiKey_, int> steps[] = {
        {ImGuiKey_DownArrow, 1}, {ImGuiKey_UpArrow, -1}, {ImGuiKey_PageDown, 10}, {ImGuiKey_PageUp, -10}};
    const int before = palette_.chosen();
    for (const auto& [key, step] : steps)
        if (ImGui::IsKeyPressed(key)) palette_.move(step);
    const bool moved = edited || palette_.chosen() != before;
    bool run = entered;
    constexpr float row_height = 24, line_and_edges = 52;
    const auto& rows = palette_.rows();
    if (ImGui::BeginChild("found", {0, std::min({320.0f, room - line_and_edges, row_height * float(rows.size())})}))
        for (int i = 0; i < int(rows.size()); ++i) {
            const bool chosen = i == palette_.chosen();
            if (palette_row(rows[std::size_t(i)], chosen, row_height)) palette_.choose(i), run = true;
            if (chosen && moved) ImGui::SetScrollHereY();
        }
    ImGui::EndChild();
    if (!run || palette_.chosen() < 0) return;
    overlay_ = Overlay::none;  // first: the command may open another
    commands_.run(palette_.chosen_id());
}

/// The keys that scroll what is longer than the sheet: its rows, or a table among them.
void LightPanels::scroll_sheet() {
    constexpr std::pair<ImGuiKey_, float> steps[] = {
        {ImGuiKey_DownArrow, 1.0f}, {ImGuiKey_UpArrow, -1.0f}, {ImGuiKey_PageDown, 10.0f}, {ImGuiKey_PageUp, -10.0f}};
    float lines = 0;
    for (const auto& [key, step] : steps)
        if (ImGui::IsKeyPressed(key)) lines += step;
    if (lines == 0) return;
    const ImGuiWindow* const root = ImGui::GetCurrentWindow()->RootWindow;
    for (ImGuiWindow* one : ImGui::GetCurrentContext()->Windows)
        if (one->Active && one->RootWindow == root && one->ScrollMax.y > 0)
            ImGui::SetScrollY(one, std::clamp(one->Scroll.y + lines * ImGui::GetTextLineHeightWithSpacing(), 0.0f, one->ScrollMax.y));
}

/// Draws title, menu, and at the right end keys or refusal. Returns whether it was pressed.
bool LightPanels::palette_row(const Palette::Row& row, bool chosen, float height) {
    const float inset = 8, gap = 12;
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const float right = from.x + ImGui::GetContentRegionAvail().x - inset;
    ImGui::PushID(row.id.c_str());
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
    ImGui::BeginDisabled(row.refused);
    const bool pressed = ImGui::Selectable("##row", chosen, 0, {0, height});
    ImGui::EndDisabled();
    ImGui::PopStyleVar();
    ImGui::PopID();
    tooltip(row.help);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float y = from.y + 0.5f * (height - ImGui::GetTextLineHeight());
    const ImU32 first = ImGui::GetColorU32(ImGuiCol_Text), second = ImGui::GetColorU32(ImGuiCol_TextDisabled);
    if (chosen) list.AddRectFilled(from, {from.x + 3, from.y + height}, ImGui::GetColorU32(ImGuiCol_SliderGrab));
    float x = from.x + inset;
    for (const auto& [text, colour] : {std::pair{&row.title, row.refused ? second : first}, {&row.menu, second}}) {
        list.AddText({x, y}, colour, text->c_str());
        x += ImGui::CalcTextSize(text->c_str()).x + gap;
    }
    list.PushClipRect({x, from.y}, {right, from.y + height}, true);
    list.AddText({std::max(x, right - ImGui::CalcTextSize(row.right.c_str()).x), y}, second, row.right.c_str());
    list.PopClipRect();
    return pressed;
}

}  // namespace neighborscope
