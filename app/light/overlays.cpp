// What opens over the light window: the command palette, a line for a path, sheets.
#include "app/instruments/fonts.hpp"
#include "app/light/panels.hpp"
#include "app/instruments/words.hpp"

#include <imgui.h>

#include <algorithm>
#include <cstdio>

namespace neighborscope {

/// Dear ImGui needs a few frames before a line takes what is typed.
void LightPanels::open_line() {
    just_opened_ = true;
    line_opens_in_ = 8;
}

void LightPanels::ask_for_path(const PathQuestion& question, std::function<void(const std::string&)> accept) {
    overlay_ = Overlay::path;
    open_line();
    overlay_title_ = question.title;
    std::snprintf(typed_, sizeof typed_, "%s", (question.suggested.empty() ? question.before : question.suggested).c_str());
    accept_ = std::move(accept);
}

void LightPanels::show_palette() {
    overlay_ = Overlay::palette;
    open_line();
    typed_[0] = 0;
    chosen_ = 0;
}

void LightPanels::show_sheet(panels::Sheet sheet) {
    if (overlay_ != Overlay::none) return;  // opened while what the sheet is about was looked at
    sheet_ = std::move(sheet);
    overlay_ = Overlay::sheet;
    just_opened_ = true;
}

bool LightPanels::close_topmost() {
    line_opens_in_ = 0;
    return std::exchange(overlay_, Overlay::none) != Overlay::none;
}

void LightPanels::heading(const ImGuiLayer& layer, const std::string& text) {
    ImGui::PushFont(layer.font(FontRole::bold));
    ImGui::TextUnformatted(text.c_str());
    ImGui::PopFont();
    ImGui::Separator();
}

void LightPanels::overlay(const ImGuiLayer& layer, const LightLayout& layout, render::Theme theme) {
    if (line_opens_in_ > 0) line_opens_in_ = overlay_ == Overlay::none || layer.typing() ? 0 : line_opens_in_ - 1;
    if (overlay_ == Overlay::none) return;
    const float width = std::min(560.0f, float(layout.width) - 32);
    ImGui::SetNextWindowPos({(float(layout.width) - width) / 2, 64});
    ImGui::SetNextWindowSize({width, 0});
    ImGui::SetNextWindowSizeConstraints({width, 0}, {width, std::max(80.0f, float(layout.height) - 128)});
    if (just_opened_) ImGui::SetNextWindowFocus();
    constexpr ImGuiWindowFlags flags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                                       ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoNav;
    if (ImGui::Begin("##overlay", nullptr, flags)) {
        switch (overlay_) {
            case Overlay::palette: palette_overlay(); break;
            case Overlay::path:
                heading(layer, overlay_title_);
                path_overlay();
                break;
            case Overlay::sheet: sheet_overlay(layer, layout, theme); break;
            case Overlay::none: break;
        }
    }
    just_opened_ = false;
    ImGui::End();
}

void LightPanels::path_overlay() {
    if (just_opened_) ImGui::SetKeyboardFocusHere();
    ImGui::PushItemWidth(-1);
    const bool entered = ImGui::InputText("##path", typed_, sizeof typed_, ImGuiInputTextFlags_EnterReturnsTrue);
    ImGui::PopItemWidth();
    const bool pressed = ImGui::Button("Continue");
    ImGui::SameLine();
    const bool cancelled = ImGui::Button("Cancel");
    if ((entered || pressed) && typed_[0]) {
        overlay_ = Overlay::none;
        std::exchange(accept_, nullptr)(typed_);
    } else if (cancelled) {
        overlay_ = Overlay::none;
    }
}

/// Its last row are its buttons; Return presses the preferred one.
void LightPanels::sheet_overlay(const ImGuiLayer& layer, const LightLayout& layout, render::Theme theme) {
    const panels::Sheet describe = sheet_;  // a button may open another
    panels::Panel sheet = describe();
    heading(layer, sheet.title);
    const panels::Buttons ways = std::get<panels::Buttons>(sheet.rows.back().what);
    sheet.rows.pop_back();
    drawer_.begin(layer, theme, 320);
    const float room = std::min(420.0f, std::max(80.0f, float(layout.height) - 230));
    float& height = rest_[int(panels::Place::bottom)];  // of the sheet's rows, in the frame before
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
    const bool entered =
        ImGui::InputTextWithHint("##find", "Type a part of a command's name", typed_, sizeof typed_, ImGuiInputTextFlags_EnterReturnsTrue);
    if (ImGui::IsItemEdited()) chosen_ = 0;
    ImGui::PopItemWidth();
    const auto found = commands_.search(typed_);
    if (ImGui::IsKeyPressed(ImGuiKey_DownArrow)) ++chosen_;
    if (ImGui::IsKeyPressed(ImGuiKey_UpArrow)) --chosen_;
    chosen_ = std::clamp(chosen_, 0, std::max(0, int(found.size()) - 1));
    const Command* run = nullptr;
    const float rows = float(std::max<std::size_t>(1, found.size())) * ImGui::GetTextLineHeightWithSpacing();
    if (ImGui::BeginChild("found", {0, std::min(320.0f, rows)})) {
        for (int i = 0; i < int(found.size()); ++i) {
            const Command& command = *found[std::size_t(i)];
            const auto refusal = command.refuses ? command.refuses() : std::nullopt;
            ImGui::BeginDisabled(refusal.has_value());
            const std::string label = command.title +
                                      (refusal                   ? "  (" + *refusal + ")"
                                          : command.keys.empty() ? ""
                                                                 : "  " + command.keys) +
                                      "##" + command.id;
            if (ImGui::Selectable(label.c_str(), i == chosen_)) run = &command;
            if (i == chosen_ && (ImGui::IsKeyPressed(ImGuiKey_DownArrow) || ImGui::IsKeyPressed(ImGuiKey_UpArrow))) ImGui::SetScrollHereY();
            ImGui::EndDisabled();
        }
    }
    ImGui::EndChild();
    if (entered && !found.empty()) run = found[std::size_t(chosen_)];
    if (!run) return;
    overlay_ = Overlay::none;  // first: the command may open another
    commands_.run(run->id);
}

}  // namespace neighborscope
