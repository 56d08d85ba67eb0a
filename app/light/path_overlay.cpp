// The overlay of the light window that asks for a path: a line, and below it what its folder holds.
#include "app/instruments/imgui/text_helpers.hpp"
#include "app/light/panels.hpp"

#include <imgui.h>

#include <algorithm>
#include <cstdio>
#include <utility>

namespace neighborscope {
namespace {

/// Control characters of a name would break its line.
std::string printable(std::string name) {
    std::replace_if(
        name.begin(), name.end(), [](unsigned char c) { return c < ' ' || c == 127; }, '?');
    return name;
}

bool pressed(ImGuiKey key, bool repeats = true) { return ImGui::IsKeyPressed(key, repeats); }

}  // namespace

void LightPanels::ask_for_path(const PathQuestion& question, std::function<void(const std::string&)> accept) {
    overlay_ = Overlay::path;
    open_line();
    path_.ask(question);
    line_continues_ = line_changes_ = line_active_ = false;
    line_selects_ = true;
    shown_row_ = -1;
    std::snprintf(typed_, sizeof typed_, "%s", path_.line().c_str());
    accept_ = std::move(accept);
}

/// Letters wait until the line has the keyboard again.
void LightPanels::continue_line() {
    line_continues_ = true;
    frames_until_line_opens_ = 8;
}

void LightPanels::accept_path() {
    overlay_ = Overlay::none;
    std::exchange(accept_, nullptr)(path_.line());
}

void LightPanels::take(PathChooser::Answer answer) {
    switch (answer) {
        case PathChooser::Answer::none: return continue_line();
        case PathChooser::Answer::path: return accept_path();
        case PathChooser::Answer::replaces:
            overlay_ = Overlay::replace;
            just_opened_ = true;
            return;
    }
}

void LightPanels::path_overlay(float room) {
    path_keys();
    path_line();
    const bool entered = line_active_ && (pressed(ImGuiKey_Enter, false) || pressed(ImGuiKey_KeyPadEnter, false));
    const ImGuiStyle& style = ImGui::GetStyle();
    const float line = ImGui::GetTextLineHeightWithSpacing();
    const bool remark = !path_.list().entries.empty() && !path_.list().remark.empty();
    const float below = style.ItemSpacing.y + (remark ? line : 0) + ImGui::GetFrameHeight() + style.WindowPadding.y,
                free = room - ImGui::GetCursorPosY() - below;
    if (ImGui::BeginChild("folder", {0, std::clamp(free, 3 * line, 14 * line)}, true)) folder_rows();
    ImGui::EndChild();
    if (remark) ImGui::TextUnformatted(path_.list().remark.c_str());
    const bool opens = ImGui::Button(path_.question().adds ? "Add" : path_.saves() ? "Save" : "Open");
    ImGui::SameLine();
    if (ImGui::Button("Cancel")) overlay_ = Overlay::none;
    if (path_.saves()) {
        ImGui::SameLine();
        if (ImGui::Button("New folder")) ask_for_folder();
        tooltip("Make a folder in the listed one (Ctrl+Shift+N)");
    }
    path_filters();
    if ((entered || opens) && overlay_ == Overlay::path) take(path_.enter());
}

/// The keys that go through the rows while the line has the keyboard.
void LightPanels::path_keys() {
    if (!line_active_) return;
    constexpr std::pair<ImGuiKey_, int> steps[] = {
        {ImGuiKey_DownArrow, 1}, {ImGuiKey_UpArrow, -1}, {ImGuiKey_PageDown, 10}, {ImGuiKey_PageUp, -10}};
    for (const auto& [key, step] : steps)
        if (pressed(key)) path_.move(step);
    if (!pressed(ImGuiKey_Tab)) return;
    if (ImGui::GetIO().KeyShift) path_.move(-1);
    else path_.complete();
}

void LightPanels::path_line() {
    // Whoever clicked beside the line goes on in it.
    const bool nowhere = !ImGui::IsAnyItemActive() && !ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup) && !ImGui::IsAnyMouseDown();
    if (frames_until_line_opens_ == 0 && !line_active_ && nowhere) line_continues_ = true;
    if (path_.line() != typed_) {
        std::snprintf(typed_, sizeof typed_, "%s", path_.line().c_str());
        line_changes_ = true;
    }
    if (just_opened_ || line_continues_) ImGui::SetKeyboardFocusHere();
    // While it is edited, Dear ImGui keeps the text itself. It selects the whole text of a line that gets the keyboard for the first time
    // only; when one goes on in it, a typed letter must not replace the folder.
    const auto change = [](ImGuiInputTextCallbackData* text) {
        LightPanels& self = *static_cast<LightPanels*>(text->UserData);
        if (std::exchange(self.line_selects_, false)) text->SelectAll();
        if (!self.line_changes_ && !self.line_continues_) return 0;
        if (self.line_changes_) {
            text->DeleteChars(0, text->BufTextLen);
            text->InsertChars(0, self.path_.line().c_str());
        }
        text->ClearSelection();
        text->CursorPos = text->BufTextLen;
        self.line_changes_ = self.line_continues_ = false;
        return 0;
    };
    ImGui::PushItemWidth(-1);
    ImGui::InputText(
        "##path", typed_, sizeof typed_, ImGuiInputTextFlags_CallbackAlways | ImGuiInputTextFlags_CallbackCompletion, change, this);
    ImGui::PopItemWidth();
    line_active_ = ImGui::IsItemActive() || ImGui::IsItemDeactivated();
    path_.type(typed_);
}

void LightPanels::path_filters() {
    const auto& filters = path_.question().filters;
    if (filters.size() < 2) return;
    ImGui::SameLine();
    ImGui::SetNextItemWidth(-1);
    if (!ImGui::BeginCombo("##filter", filters[path_.filter()].name.c_str())) return;
    for (std::size_t i = 0; i < filters.size(); ++i) {
        ImGui::PushID(int(i));
        if (ImGui::Selectable(filters[i].name.c_str(), i == path_.filter())) path_.set_filter(i), continue_line();
        ImGui::PopID();
    }
    ImGui::EndCombo();
}

void LightPanels::folder_rows() {
    const float line = ImGui::GetTextLineHeightWithSpacing();
    const int chosen = path_.chosen();
    if (std::exchange(shown_row_, chosen) != chosen && chosen >= 0) {
        const float top = line * float(chosen), lowest = top + line - (ImGui::GetWindowHeight() - 2 * ImGui::GetStyle().WindowPadding.y);
        ImGui::SetScrollY(std::clamp(ImGui::GetScrollY(), std::max(0.0f, lowest), std::max(top, std::max(0.0f, lowest))));
    }
    int clicked = -1;
    ImGuiListClipper clipper;
    clipper.Begin(path_.rows(), line);
    while (clipper.Step())
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
            const std::string name = printable(path_.row(i)), shown = elided(name, ImGui::GetContentRegionAvail().x);
            const ImVec2 at = ImGui::GetCursorScreenPos();
            ImGui::PushID(i);
            if (ImGui::Selectable("##row", i == chosen)) clicked = i;  // a name may contain the signs of Dear ImGui's ids
            ImGui::PopID();
            if (shown != name) tooltip(name);
            ImDrawList& list = *ImGui::GetWindowDrawList();
            if (i == chosen) list.AddRectFilled({at.x - 4, at.y}, {at.x - 1, at.y + line}, ImGui::GetColorU32(ImGuiCol_SliderGrab));
            list.AddText(at, ImGui::GetColorU32(ImGuiCol_Text), shown.c_str());
        }
    clipper.End();
    if (path_.list().entries.empty()) ImGui::TextWrapped("%s", printable(path_.list().remark).c_str());
    if (clicked >= 0) take(path_.click(clicked));
}

bool LightPanels::ask_for_folder() {
    if (overlay_ != Overlay::path || !path_.saves()) return false;
    overlay_ = Overlay::folder;
    folder_[0] = 0;
    folder_error_.clear();
    open_line();
    return true;
}

/// Return makes the folder, Escape leads back to the line.
void LightPanels::folder_overlay() {
    const std::string in = path_.folder().empty() ? "the working folder" : path_.folder();
    ImGui::TextWrapped("%s", ("Name of the new folder in " + printable(in)).c_str());
    if (just_opened_) ImGui::SetKeyboardFocusHere();
    ImGui::PushItemWidth(-1);
    const bool entered = ImGui::InputText("##folder", folder_, sizeof folder_, ImGuiInputTextFlags_EnterReturnsTrue);
    ImGui::PopItemWidth();
    if (ImGui::IsItemEdited()) folder_error_.clear();
    if (!folder_error_.empty()) ImGui::TextWrapped("%s", printable(folder_error_).c_str());
    const bool makes = ImGui::Button("Make (Enter)");
    ImGui::SameLine();
    if (ImGui::Button("Back (Esc)")) close_topmost();
    else if (entered || makes) {
        folder_error_ = path_.make_folder(folder_);
        folder_error_.empty() ? void(close_topmost()) : open_line();
    }
}

/// Return replaces the file, Escape leads back to the line.
void LightPanels::replace_overlay() {
    ImGui::TextWrapped("%s", (printable(path_.file_written()) + " exists already. Do you want to replace it?").c_str());
    ImGui::Spacing();
    const bool answered = !just_opened_ && (pressed(ImGuiKey_Enter, false) || pressed(ImGuiKey_KeyPadEnter, false));
    const bool replaces = ImGui::Button("Replace (Enter)");
    ImGui::SameLine();
    if (ImGui::Button("Choose another name (Esc)")) close_topmost();
    else if (answered || replaces) accept_path();
}

}  // namespace neighborscope
