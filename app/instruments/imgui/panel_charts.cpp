// Rows for pictures side by side, and for small charts.
#include "app/instruments/imgui/panel_rows.hpp"
#include "app/instruments/imgui/text_helpers.hpp"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

namespace neighborscope {
void PanelDrawer::draw_what(const panels::Row& row, const panels::Pictures& shown) {
    const float room = ImGui::GetContentRegionAvail().x, height = float(shown.height), between = ImGui::GetStyle().ItemSpacing.x;
    float used = 0;
    for (std::size_t i = 0; i < shown.pictures.size(); ++i) {
        const panels::Pictures::Item& one = shown.pictures[i];
        const float width = one.picture ? height * float(one.picture->width) / float(one.picture->height) : height;
        const float whole = std::min(room, std::max(width, ImGui::CalcTextSize(one.caption.c_str()).x));  // at least as wide as its caption
        if (used > 0 && used + whole <= room) ImGui::SameLine();
        else used = 0;
        used += whole + between;
        ImGui::BeginGroup();
        const ImVec2 from = ImGui::GetCursorScreenPos();
        if (one.picture) ImGui::Image(layer_->texture_of(*one.picture), {width, height});
        else ImGui::Dummy({width, height});
        if (one.marked)
            ImGui::GetWindowDrawList()->AddRect(
                from, {from.x + width, from.y + height}, imgui_colour(render::palette(theme_).query), 0, 0, 2);
        if (ImGui::IsItemClicked() && one.press) one.press();
        tooltip(one.help.empty() ? row.help : one.help);
        const ImVec2 text = ImGui::GetCursorScreenPos();
        ImGui::GetWindowDrawList()->AddText(text, imgui_colour(render::palette(theme_).second_text), elided(one.caption, whole).c_str());
        ImGui::Dummy({whole, ImGui::GetTextLineHeight()});
        ImGui::EndGroup();
    }
}

void PanelDrawer::draw_what(const panels::Row& row, const panels::CropEditor& shown) {
    const float width = std::min(float(shown.width), ImGui::GetContentRegionAvail().x);
    const float height = width * float(shown.whole->height) / float(shown.whole->width);
    const double larger = double(width) / (shown.scale * shown.whole->width);  // logical pixels per pixel of the file
    const ImVec2 from = ImGui::GetCursorScreenPos(), mouse = ImGui::GetIO().MousePos;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    ImGui::InvisibleButton("##crop", {width, height});
    list.AddImage(layer_->texture_of(*shown.whole), from, {from.x + width, from.y + height});
    const std::array<double, 2> at{(mouse.x - from.x) / larger, (mouse.y - from.y) / larger};
    const ImVec2 moved = ImGui::GetIO().MouseDelta, pressed = ImGui::GetIO().MouseClickedPos[0];
    const bool taken = pressed.x >= from.x && pressed.x < from.x + width && pressed.y >= from.y && pressed.y < from.y + height;
    if (taken) ImGui::SetItemUsingMouseWheel();  // else the user scrolls the panel
    if (ImGui::IsItemActivated()) frame_dragged_ = false;
    if (ImGui::IsItemActive() && (frame_dragged_ || shown.is_inside((pressed.x - from.x) / larger, (pressed.y - from.y) / larger)) &&
        ImGui::IsMouseDragging(0) && (moved.x != 0 || moved.y != 0)) {
        frame_dragged_ = true;
        shown.change(shown.moved(moved.x / larger, moved.y / larger));
    }
    if (ImGui::IsItemDeactivated() && !frame_dragged_) {
        if (!eye_) eye_ = at;
        else shown.eyes(*std::exchange(eye_, std::nullopt), at);
    }
    if (const float turns = ImGui::GetIO().MouseWheel; taken && ImGui::IsItemHovered() && turns != 0)
        shown.change(shown.sized(std::pow(1.08, -turns)));
    tooltip(row.help);
    const ImU32 colour = imgui_colour(render::palette(theme_).query);
    std::array<ImVec2, 4> corners;
    for (std::size_t i = 0; i < 4; ++i)
        corners[i] = {from.x + float(shown.corners()[i][0] * larger), from.y + float(shown.corners()[i][1] * larger)};
    list.PushClipRect(from, {from.x + width, from.y + height}, true);
    list.AddPolyline(corners.data(), 4, colour, ImDrawFlags_Closed, 2);
    if (eye_) list.AddCircle({from.x + float((*eye_)[0] * larger), from.y + float((*eye_)[1] * larger)}, 4, colour, 0, 2);
    list.PopClipRect();
}

void PanelDrawer::draw_what(const panels::Row& row, const panels::Chart& chart) {
    const render::Palette& colours = render::palette(theme_);
    const float line = ImGui::GetTextLineHeight(), left = chart.up.empty() ? 0 : ImGui::CalcTextSize(chart.up.back().second.c_str()).x + 6;
    if (!chart.caption.empty()) wrapped_text(chart.caption, colours.second_text);
    const ImVec2 at = ImGui::GetCursorScreenPos(), size{ImGui::GetContentRegionAvail().x, float(chart.height) + line - 14};
    const ImVec2 low{at.x + left, at.y + size.y - line - 2}, high{at.x + size.x - 4, at.y + 4};
    ImGui::InvisibleButton("##chart", size);
    if (const auto& move = chart.move_limit ? chart.move_limit : chart.move_value; ImGui::IsItemActive() && move)
        move(chart.from + double((ImGui::GetIO().MousePos.x - low.x) / (high.x - low.x)) * (chart.to - chart.from));
    tooltip(row.help);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const auto x_of = [&](double value) {
        return low.x + float(std::clamp((value - chart.from) / (chart.to - chart.from), 0.0, 1.0)) * (high.x - low.x);
    };
    const auto y_of = [&](double height) {
        return low.y - float(std::clamp((height - chart.low) / (chart.high - chart.low), 0.0, 1.0)) * (low.y - high.y);
    };
    const ImU32 grid = imgui_colour(colours.divider), words = imgui_colour(colours.second_text);
    for (const auto& [height, name] : chart.up) {
        list.AddLine({low.x, y_of(height)}, {high.x, y_of(height)}, grid);
        list.AddText({low.x - 4 - ImGui::CalcTextSize(name.c_str()).x, y_of(height) - line / 2}, words, name.c_str());
    }
    list.AddLine(low, {high.x, low.y}, grid);
    float right = -1e9f;
    for (const auto& [place, name] : chart.across) {
        const float width = ImGui::CalcTextSize(name.c_str()).x;
        const float x = std::clamp(x_of(place) - width / 2, at.x, std::max(at.x, at.x + size.x - width));
        if (x < right + 4) continue;  // no room
        list.AddText({x, low.y + 2}, words, name.c_str());
        right = x + width;
    }
    for (const panels::Chart::Box& box : chart.boxes) {
        using enum panels::Chart::Box::Shade;
        render::Colour fill = box.shade == faint ? colours.divider : box.shade == warning ? colours.error : colours.accent;
        if (box.shade == pale) fill.a = 0.4f;
        list.AddRectFilled({x_of(box.from), y_of(box.high)}, {x_of(box.to), y_of(box.low)}, imgui_colour(fill));
    }
    for (std::size_t i = 0; i < chart.bars.size(); ++i) {
        const float part = (high.x - low.x) / float(chart.bars.size());
        list.AddRectFilled({low.x + part * float(i), y_of(chart.bars[i])}, {low.x + part * float(i + 1) - 1, low.y}, words);
    }
    for (std::size_t i = 0; i < chart.lines.size(); ++i) {
        const panels::Chart::Line& one = chart.lines[i];
        const ImU32 colour = imgui_colour(i == 0 ? colours.accent : colours.warning);
        for (std::size_t p = 1; p < one.points.size(); ++p)
            list.AddLine(
                {x_of(one.points[p - 1][0]), y_of(one.points[p - 1][1])}, {x_of(one.points[p][0]), y_of(one.points[p][1])}, colour, 2);
    }
    std::vector<ImVec2> names;  // positions of names
    for (std::size_t i = 0; i < chart.lines.size(); ++i) {
        const panels::Chart::Line& one = chart.lines[i];
        if (one.name.empty() || one.points.empty()) continue;
        const auto highest = one.highest();
        const auto x = highest[0], y = highest[1];
        const float width = ImGui::CalcTextSize(one.name.c_str()).x;
        const bool first = chart.lines.size() > 1 && std::all_of(chart.lines.begin(), chart.lines.end(), [&](const auto& other) {
            return other.points.empty() || x <= other.highest()[0];
        });
        ImVec2 place{first ? x_of(x) - 7 - width : x_of(x) + 7, y_of(y)};
        place.x = std::clamp(place.x, low.x, std::max(low.x, high.x - width));
        for (const ImVec2& other : names)
            if (std::abs(place.x - other.x) < width + 2 && std::abs(place.y - other.y) < line) place.y = other.y + line;
        list.AddText(place, imgui_colour(i == 0 ? colours.accent : colours.warning), one.name.c_str());
        names.push_back(place);
    }
    float free_from = -1e9f;
    for (const panels::Chart::Dot& dot : chart.dots) {
        const ImVec2 middle{x_of(dot.at), y_of(dot.height) - 5};
        const ImU32 ink = imgui_colour(colour_of(dot.tone));
        list.AddCircleFilled(middle, 3, ink, 12);
        const float width = ImGui::CalcTextSize(dot.text.c_str()).x;
        if (middle.x - width / 2 < free_from) continue;
        list.AddText({middle.x - width / 2, middle.y - 4 - line}, ink, dot.text.c_str());
        free_from = middle.x + width / 2 + 3;
    }
    if (chart.limit) list.AddLine({x_of(*chart.limit), high.y}, {x_of(*chart.limit), low.y}, imgui_colour(colours.error), 2);
    if (chart.value) {
        list.AddLine({x_of(*chart.value), high.y}, {x_of(*chart.value), low.y}, imgui_colour(colours.query), 2);
        list.AddCircleFilled({x_of(*chart.value), high.y + 3}, 3.5f, imgui_colour(colours.query));
    }
}

}  // namespace neighborscope
