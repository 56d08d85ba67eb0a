// Overlays of the light window: the command palette, a line for a path, sheets.
#include "app/instruments/imgui/fonts.hpp"
#include "app/instruments/imgui/text_helpers.hpp"
#include "app/light/panels.hpp"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cstdio>

namespace neighborscope {

/// Dear ImGui needs a few frames before a new line accepts text.
void LightPanels::open_line() {
    just_opened_ = true;
    frames_until_line_opens_ = 8;
}

void LightPanels::ask_for_path(const PathQuestion& question, std::function<void(const std::string&)> accept) {
    overlay_ = Overlay::path;
    open_line();
    path_question_ = question;
    path_filter_ = 0, line_continues_ = false;
    listed_.clear();
    std::snprintf(typed_, sizeof typed_, "%s", (question.suggested.empty() ? question.before : question.suggested).c_str());
    accept_ = std::move(accept);
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
    return std::exchange(overlay_, Overlay::none) != Overlay::none;
}

void LightPanels::heading(const ImGuiLayer& layer, const std::string& text) {
    ImGui::PushFont(layer.font(FontRole::bold));
    ImGui::TextUnformatted(text.c_str());
    ImGui::PopFont();
    ImGui::Separator();
}

void LightPanels::overlay(const ImGuiLayer& layer, const LightLayout& layout, render::Theme theme) {
    if (frames_until_line_opens_ > 0)
        frames_until_line_opens_ = overlay_ == Overlay::none || layer.is_typing() ? 0 : frames_until_line_opens_ - 1;
    if (overlay_ == Overlay::none) return;
    const float width = std::min(560.0f, float(layout.width) - 32);
    ImGui::SetNextWindowPos({(float(layout.width) - width) / 2, 64});
    ImGui::SetNextWindowSize({width, 0});
    ImGui::SetNextWindowSizeConstraints({width, 0}, {width, std::max(80.0f, float(layout.height) - 128)});
    ImGui::SetNextWindowBgAlpha(1);
    if (just_opened_) ImGui::SetNextWindowFocus();
    constexpr ImGuiWindowFlags flags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                                       ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoNav;
    const Overlay shown = overlay_;
    if (ImGui::Begin("##overlay", nullptr, flags)) {
        switch (overlay_) {
            case Overlay::palette: palette_overlay(); break;
            case Overlay::path:
                heading(layer, path_question_.title);
                path_overlay(layer);
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

void LightPanels::accept_path() {
    overlay_ = Overlay::none;
    std::exchange(accept_, nullptr)(typed_);
}

/// A line for the path, and below it what its folder holds.
void LightPanels::path_overlay(const ImGuiLayer& layer) {
    if (just_opened_ || line_continues_) ImGui::SetKeyboardFocusHere();
    ImGui::PushItemWidth(-1);
    // Dear ImGui selects the whole text of a line that gets the keyboard; then a typed letter would replace the folder.
    const auto go_to_end = [](ImGuiInputTextCallbackData* text) {
        bool& continues = *static_cast<bool*>(text->UserData);
        if (!continues) return 0;
        text->ClearSelection();
        text->CursorPos = text->BufTextLen;
        continues = false;
        return 0;
    };
    const bool entered = ImGui::InputText("##path", typed_, sizeof typed_,
        ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_CallbackAlways, go_to_end, &line_continues_);
    ImGui::PopItemWidth();
    if (ImGui::BeginChild("folder", {0, 14 * ImGui::GetTextLineHeightWithSpacing()}, true)) folder_rows();
    ImGui::EndChild();
    const bool saves = !path_question_.suggested.empty();
    const bool pressed = ImGui::Button(path_question_.adds ? "Add" : saves ? "Save" : "Open");
    ImGui::SameLine();
    if (ImGui::Button("Cancel")) overlay_ = Overlay::none;
    if (const auto& filters = path_question_.filters; filters.size() > 1) {
        ImGui::SameLine();
        ImGui::SetNextItemWidth(-1);
        if (ImGui::BeginCombo("##filter", filters[path_filter_].name.c_str())) {
            for (std::size_t i = 0; i < filters.size(); ++i)
                if (ImGui::Selectable((filters[i].name + "##" + std::to_string(i)).c_str(), i == path_filter_)) path_filter_ = i;
            ImGui::EndCombo();
        }
    }
    if ((entered || pressed) && typed_[0] && overlay_ == Overlay::path) accept_path();
}

/// A click opens a folder or takes the name of a file; a second click on that file accepts it.
void LightPanels::folder_rows() {
    static const std::vector<std::string> any{"*"};
    const auto& filters = path_question_.filters;
    const std::vector<std::string>& patterns = filters.empty() ? any : filters[path_filter_].patterns;
    if (std::string now = std::to_string(path_filter_) + typed_; now != listed_ || just_opened_) {
        entries_ = entries_for(typed_, patterns);
        listed_ = std::move(now);
    }
    std::optional<std::string> chosen;
    if (ImGui::Selectable("../")) chosen = path_above(typed_);
    for (const FolderEntry& one : entries_) {
        const std::string path = path_with(typed_, one);
        const bool is_typed = path == typed_;
        if (path_question_.folder && !one.is_folder) continue;
        if (!ImGui::Selectable((one.name + (one.is_folder ? "/" : "")).c_str(), is_typed)) continue;
        if (is_typed) return accept_path();
        chosen = path;
    }
    if (entries_.empty()) ImGui::TextDisabled("Nothing here that can be chosen.");
    if (!chosen || chosen->size() >= sizeof typed_) return;
    std::snprintf(typed_, sizeof typed_, "%s", chosen->c_str());
    line_continues_ = true;
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
    const float room = std::min(420.0f, std::max(80.0f, float(layout.height) - 230));
    float& height = other_rows_height_[int(Dock::bottom)];  // of the sheet's rows in the previous frame
    if (ImGui::BeginChild("sheet", {0, std::clamp(height, 40.0f, room)})) {
        const float begin = ImGui::GetCursorPosY();
        drawer_.draw_rows(sheet);
        height = ImGui::GetCursorPosY() - begin + 4;
    }
    ImGui::EndChild();
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

void LightPanels::palette_overlay() {
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
    constexpr float row_height = 24;
    const auto& rows = palette_.rows();
    if (ImGui::BeginChild("found", {0, std::min(320.0f, row_height * float(rows.size()))}))
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
