// What opens over the light window: the command palette, a line for a path, shortcuts, about.
#include "app/instruments/fonts.hpp"
#include "app/light/panels.hpp"

#include <imgui.h>

#include <algorithm>
#include <cstdio>
#include <cstring>

namespace neighborscope {

/// Dear ImGui needs a few frames before a line takes what is typed.
void LightPanels::open_line() {
    just_opened_ = true;
    line_opens_in_ = 8;
}

void LightPanels::ask_for_path(const std::string& title, const std::string& preset, std::function<void(const std::string&)> accept) {
    overlay_ = Overlay::path;
    open_line();
    overlay_title_ = title;
    std::snprintf(typed_, sizeof typed_, "%s", preset.c_str());
    accept_ = std::move(accept);
}

void LightPanels::show_palette() {
    overlay_ = Overlay::palette;
    open_line();
    typed_[0] = 0;
    chosen_ = 0;
}

void LightPanels::show_shortcuts() { overlay_ = Overlay::shortcuts, just_opened_ = true; }
void LightPanels::show_about() { overlay_ = Overlay::about, just_opened_ = true; }

void LightPanels::show_columns(ColumnChoice choice) {
    if (overlay_ != Overlay::none) return;  // opened while the file was looked at
    columns_ = std::move(choice);
    overlay_ = Overlay::columns;
    just_opened_ = true;
    overlay_title_ = "Columns of " + workbench_.view().data.name;
}

bool LightPanels::close_topmost() {
    line_opens_in_ = 0;
    if (overlay_ == Overlay::none) return false;
    overlay_ = Overlay::none;
    return true;
}

void LightPanels::overlay(const ImGuiLayer& layer, const LightLayout& layout) {
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
        const auto heading = [&](const char* text) {
            ImGui::PushFont(layer.font(FontRole::bold));
            ImGui::TextUnformatted(text);
            ImGui::PopFont();
            ImGui::Separator();
        };
        switch (overlay_) {
            case Overlay::palette: palette_overlay(); break;
            case Overlay::columns:
                heading(overlay_title_.c_str());
                columns_overlay();
                break;
            case Overlay::path: {
                heading(overlay_title_.c_str());
                if (just_opened_) ImGui::SetKeyboardFocusHere();
                ImGui::PushItemWidth(-1);
                const bool entered = ImGui::InputText("##path", typed_, sizeof typed_, ImGuiInputTextFlags_EnterReturnsTrue);
                ImGui::PopItemWidth();
                const bool pressed = ImGui::Button("Continue");
                ImGui::SameLine();
                const bool cancelled = ImGui::Button("Cancel");
                if ((entered || pressed) && typed_[0]) {
                    overlay_ = Overlay::none;
                    const auto accept = std::exchange(accept_, nullptr);
                    accept(typed_);
                } else if (cancelled) {
                    overlay_ = Overlay::none;
                }
                break;
            }
            case Overlay::shortcuts:
                heading("Shortcuts");
                if (ImGui::BeginTable("keys", 2)) {
                    ImGui::TableSetupColumn("keys", ImGuiTableColumnFlags_WidthFixed, 160);
                    ImGui::TableSetupColumn("what");
                    for (const Command& command : commands_.all()) {
                        if (command.keys.empty()) continue;
                        ImGui::TableNextColumn();
                        ImGui::TextUnformatted(command.keys.c_str());
                        ImGui::TableNextColumn();
                        ImGui::TextUnformatted(command.title.c_str());
                    }
                    ImGui::EndTable();
                }
                ImGui::TextDisabled(
                    "Mouse: move = the query follows; click pins it; drag pans or turns; right drag pans; right click asks why; wheel "
                    "zooms");
                if (ImGui::Button("Close")) overlay_ = Overlay::none;
                break;
            case Overlay::about:
                heading("Neighborscope");
                ImGui::TextWrapped("See k-nearest-neighbour search happen. MIT licence.");
                ImGui::TextWrapped("Methods: %d. %s", int(methods().size()),
                    built_with_cuda() ? (why_no_cuda().empty() ? "CUDA is there." : why_no_cuda().c_str()) : "Built for CPU only.");
                for (const SampleInfo& sample : samples()) ImGui::TextWrapped("Sample %s: %s", sample.name.c_str(), sample.credit.c_str());
                if (ImGui::Button("Close")) overlay_ = Overlay::none;
                break;
            case Overlay::none: break;
        }
    }
    just_opened_ = false;
    ImGui::End();
}

/// What each column is, with examples, and what will be loaded then.
void LightPanels::columns_overlay() {
    ColumnChoice& choice = *columns_;
    const TablePreview& preview = choice.table();
    const float rows = float(preview.columns.size() + 1) * (ImGui::GetFrameHeight() + 2 * ImGui::GetStyle().CellPadding.y);
    constexpr ImGuiTableFlags flags = ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollY;
    if (ImGui::BeginTable("columns", 3, flags, {0, std::min(360.0f, rows)})) {
        ImGui::TableSetupScrollFreeze(0, 1);
        ImGui::TableSetupColumn("column", ImGuiTableColumnFlags_WidthStretch, 2);
        ImGui::TableSetupColumn("is", ImGuiTableColumnFlags_WidthFixed, 150);
        ImGui::TableSetupColumn("examples", ImGuiTableColumnFlags_WidthStretch, 3);
        ImGui::TableHeadersRow();
        for (int i = 0; i < int(preview.columns.size()); ++i) {
            const ColumnPreview& column = preview.columns[std::size_t(i)];
            ImGui::PushID(i);
            ImGui::TableNextColumn();
            ImGui::AlignTextToFramePadding();
            ImGui::TextUnformatted(column.name.c_str());
            ImGui::TableNextColumn();
            ImGui::SetNextItemWidth(-1);
            const ColumnChoice::Use now = choice.use(i);
            if (ImGui::BeginCombo("##use", now.text.c_str())) {
                for (const ColumnChoice::Use& one : choice.uses(i))
                    if (ImGui::Selectable(one.text.c_str(), one == now)) choice.set(i, one);
                ImGui::EndCombo();
            }
            ImGui::TableNextColumn();
            std::string examples;
            for (std::size_t e = 0; e < column.examples.size() && e < 4; ++e)
                examples += (e ? "   " : "") + (column.examples[e].empty() ? "\u2013" : column.examples[e]);
            ImGui::TextUnformatted(examples.c_str());
            ImGui::PopID();
        }
        ImGui::EndTable();
    }
    ImGui::TextWrapped("%s", choice.sentence().c_str());
    ImGui::BeginDisabled(choice.refusal().has_value());
    const bool load = ImGui::Button("Load") || (!choice.refusal() && !just_opened_ && ImGui::IsKeyPressed(ImGuiKey_Enter));
    ImGui::EndDisabled();
    ImGui::SameLine();
    const bool cancelled = ImGui::Button("Cancel");
    ImGui::SameLine();
    if (ImGui::Button("As guessed")) choice.back_to_guess();
    if (!load && !cancelled) return;
    overlay_ = Overlay::none;
    if (load) workbench_.choose_columns(choice);
    columns_.reset();
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
