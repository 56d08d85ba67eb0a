#include "app/light/panels.hpp"

#include "app/instruments/words.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>

namespace neighborscope {
namespace {

constexpr double wide_from = 1400;
constexpr float least_table = 120;

}  // namespace

LightLayout LightLayout::of(double width, double height, double tables) {
    LightLayout layout;
    layout.width = width;
    layout.height = height;
    layout.tables = std::min(tables, height * 0.45);
    if (width < wide_from) layout.right = 240;
    if (width < 640) layout.left = layout.right = layout.tables = 0;  // the picture is what matters
    return layout;
}

panels::Context LightPanels::context(const LightLayout& layout) {
    return {workbench_, commands_, state_, workbench_.view(), workbench_.session(), layout.width >= wide_from};
}

void LightPanels::draw(const ImGuiLayer& layer, const LightLayout& layout, render::Theme theme) {
    if (layout.left > 0) column(layer, layout, theme, panels::Place::left, 0, layout.left);
    if (layout.right > 0) column(layer, layout, theme, panels::Place::right, layout.width - layout.right, layout.right);
    if (layout.tables > 0) tables(layer, layout, theme);
    if (layout.bottom > 0) status(layout);
    overlay(layer, layout, theme);
    if (!ImGui::IsAnyMouseDown() && !layer.typing()) workbench_.end_drag();  // what is dragged or typed is one change
}

/// Panels below one another; a table gets the height that is left.
void LightPanels::column(
    const ImGuiLayer& layer, const LightLayout& layout, render::Theme theme, panels::Place place, double x, double width) {
    ImGui::SetNextWindowPos({float(x), 0});
    ImGui::SetNextWindowSize({float(width), float(layout.height - layout.bottom)});
    if (ImGui::Begin(place == panels::Place::left ? "Question" : "Answer", nullptr, panel_flags)) {
        const float begin = ImGui::GetCursorPosY(), room = ImGui::GetContentRegionAvail().y;
        float& rest = rest_[int(place)];
        drawer_.begin(layer, theme, std::max(least_table, room - rest));
        if (place == panels::Place::right && std::exchange(tab_wanted_, false)) drawer_.focus_first_field();
        float in_tables = 0;
        for (const panels::PanelInfo& info : panels::all_panels())
            if (info.place == place) in_tables += drawer_.draw(info.describe(context(layout)));
        rest = ImGui::GetCursorPosY() - begin - in_tables + 4;
    }
    ImGui::End();
}

/// Panels beside one another, below the view.
void LightPanels::tables(const ImGuiLayer& layer, const LightLayout& layout, render::Theme theme) {
    std::vector<std::pair<panels::Panel, int>> shown;
    int shares = 0;
    for (const panels::PanelInfo& info : panels::all_panels()) {
        if (info.place != panels::Place::bottom) continue;
        panels::Panel panel = info.describe(context(layout));
        if (!panel.shown) continue;
        shown.emplace_back(std::move(panel), info.share);
        shares += info.share;
    }
    ImGui::SetNextWindowPos({float(layout.left), float(layout.height - layout.bottom - layout.tables)});
    ImGui::SetNextWindowSize({float(layout.view_width()), float(layout.tables)});
    if (ImGui::Begin("Tables", nullptr, panel_flags)) {
        const float room = ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ItemSpacing.x * float(shown.size());
        for (std::size_t i = 0; i < shown.size(); ++i) {
            if (i > 0) ImGui::SameLine();
            const auto& [panel, share] = shown[i];
            if (ImGui::BeginChild(panel.id.c_str(), {room * float(share) / float(std::max(1, shares)), 0})) {
                const float begin = ImGui::GetCursorPosY(), high = ImGui::GetContentRegionAvail().y;
                float& rest = rest_of_panel_[panel.id];
                drawer_.begin(layer, theme, std::max(least_table, high - rest));
                const float in_tables = drawer_.draw(panel);
                rest = ImGui::GetCursorPosY() - begin - in_tables + 4;
            }
            ImGui::EndChild();
        }
    }
    ImGui::End();
}

void LightPanels::focus_first_field() { tab_wanted_ = true; }

void LightPanels::status(const LightLayout& layout) {
    const StatusLine& status = workbench_.view().status;
    ImGui::SetNextWindowPos({0, float(layout.height - layout.bottom)});
    ImGui::SetNextWindowSize({float(layout.width), float(layout.bottom)});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {8, 3});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {24, 24});
    if (ImGui::Begin("Status", nullptr, panel_flags | ImGuiWindowFlags_NoScrollbar)) {
        const auto at = [&](float x, const std::string& text) {
            ImGui::SameLine(x);
            ImGui::TextUnformatted(text.c_str());
        };
        ImGui::PushClipRect({0, 0}, {290, float(layout.height)}, true);  // the reason why a CUDA device is not used may be long
        ImGui::TextUnformatted(status.device.c_str());
        ImGui::PopClipRect();
        tooltip(status.device);
        const float right = float(layout.width);
        const std::string& said = workbench_.view().said;
        ImGui::PushClipRect({0, 0}, {right - 456, float(layout.height)}, true);  // a path may be long
        at(300, said.empty() ? status.buffer_path : said);
        if (!said.empty()) tooltip(said);
        ImGui::PopClipRect();
        at(right - 440, "to host " + text_of_bytes(status.bytes_to_host));
        at(right - 300,
            "search " + (workbench_.view().neighbours.empty() ? "\u2013" : text_of_milliseconds(status.search_milliseconds) + " ms"));
        at(right - 160, "frame " + text_of_milliseconds(status.frame_milliseconds) + " ms");
        const double rate = std::min(status.frames_per_second, 9999.0);  // none while the picture stands still
        at(right - 50, (rate > 0 ? std::to_string(int(std::lround(rate))) : "\u2013") + " fps");
    }
    ImGui::End();
    ImGui::PopStyleVar(2);
}

}  // namespace neighborscope
