// Small words that the light window's panels are written with. Inside light only.
#pragma once
#include "render/palette.hpp"

#include <imgui.h>

#include <string>

namespace neighborscope {

inline constexpr ImGuiWindowFlags panel_flags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                                                ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoBringToFrontOnFocus |
                                                ImGuiWindowFlags_NoNavFocus;  // Tab goes from field to field

inline void wrapped_text(const std::string& text, const render::Colour& c) {
    ImGui::PushStyleColor(ImGuiCol_Text, {c.r, c.g, c.b, c.a});
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(text.c_str());
    ImGui::PopTextWrapPos();
    ImGui::PopStyleColor();
}

inline void tooltip(const std::string& text) {
    if (!text.empty() && ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled) && !ImGui::IsAnyItemActive()) {
        ImGui::BeginTooltip();
        ImGui::PushTextWrapPos(320);
        ImGui::TextUnformatted(text.c_str());
        ImGui::PopTextWrapPos();
        ImGui::EndTooltip();
    }
}

inline ImU32 ink(const render::Colour& c) { return ImGui::ColorConvertFloat4ToU32({c.r, c.g, c.b, c.a}); }

}  // namespace neighborscope
