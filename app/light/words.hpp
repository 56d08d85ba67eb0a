// Small words that the light window's panels are written with. Inside light only.
#pragma once
#include "app/instruments/fonts.hpp"
#include "app/instruments/imgui_layer.hpp"
#include "app/session/workbench.hpp"
#include "render/palette.hpp"

#include <imgui.h>

#include <string>
#include <vector>

namespace neighborscope {

inline constexpr ImGuiWindowFlags panel_flags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                                                ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoBringToFrontOnFocus |
                                                ImGuiWindowFlags_NoNav;

inline void title(const ImGuiLayer& layer, const char* text) {
    ImGui::Dummy({0, 4});
    ImGui::PushFont(layer.font(FontRole::bold));
    ImGui::TextUnformatted(text);
    ImGui::PopFont();
    ImGui::Separator();
}

inline void second_text(const std::string& text) {
    ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(text.c_str());
    ImGui::PopTextWrapPos();
    ImGui::PopStyleColor();
}

inline void warning_text(const std::string& text, const SessionState& session) {
    const render::Colour& warning = render::palette(session.theme.value_or(render::Theme::light)).warning;
    ImGui::PushStyleColor(ImGuiCol_Text, {warning.r, warning.g, warning.b, warning.a});
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(text.c_str());
    ImGui::PopTextWrapPos();
    ImGui::PopStyleColor();
}

inline void tooltip(const std::string& text) {
    if (!text.empty() && ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) {
        ImGui::BeginTooltip();
        ImGui::PushTextWrapPos(320);
        ImGui::TextUnformatted(text.c_str());
        ImGui::PopTextWrapPos();
        ImGui::EndTooltip();
    }
}

inline ImU32 colour(const render::Colour& c) { return ImGui::ColorConvertFloat4ToU32({c.r, c.g, c.b, c.a}); }

/// Of a position of all axes those of the picture.
inline std::vector<double> along_shown(const std::vector<double>& position, const ViewModel& view) {
    std::vector<double> shown;
    for (const int axis : view.shown)
        if (std::size_t(axis) < position.size()) shown.push_back(position[std::size_t(axis)]);
    return shown;
}

/// "lon = -118.250", "lat = 34.050", a line each: coordinates along the axes of the picture.
inline std::string coordinates_text(const std::vector<double>& coordinates, const ViewModel& view) {
    std::string text;
    for (std::size_t axis = 0; axis < coordinates.size() && axis < 3; ++axis) {
        const double extent = axis < view.data.low.size() ? view.data.high[axis] - view.data.low[axis] : 0;
        text +=
            (axis ? "\n" : "") + (axis < view.axes.size() ? view.axes[axis] + " = " : "") + text_of_coordinate(coordinates[axis], extent);
    }
    return view.data.dimension > 3 ? text + "\nand " + text_of_count(view.data.dimension - 3) + " more" : text;
}

}  // namespace neighborscope
