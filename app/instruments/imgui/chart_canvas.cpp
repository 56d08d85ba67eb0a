#include "app/instruments/imgui/chart_canvas.hpp"

#include "app/instruments/imgui/instrument_frame.hpp"
#include "app/instruments/imgui/text_helpers.hpp"

#include <epoxy/gl.h>

#include <algorithm>
#include <cmath>

namespace neighborscope {
namespace {

constexpr FontRole chart_roles[] = {FontRole::small, FontRole::body, FontRole::bold, FontRole::caption};
constexpr float chart_dash = 4, chart_gap = 3;

}  // namespace

ImGuiCanvas::ImGuiCanvas(ImDrawList& list, const ImGuiLayer& gui, render::Theme theme, double scale, ImVec2 origin)
    : Canvas(theme), list_(list), gui_(gui), scale_(float(scale)), origin_(origin) {
    list_._FringeScale = 1 / scale_;
}

charts::PixelPosition ImGuiCanvas::size(charts::TextStyle role, const std::string& text) const {
    ImFont* const font = gui_.font(chart_roles[int(role)]);
    const ImVec2 size = font->CalcTextSizeA(font->FontSize / scale_, 1e9f, 0, text.c_str(), text.c_str() + text.size());
    return {size.x, size.y};
}

void ImGuiCanvas::text(
    charts::TextStyle role, charts::PixelPosition at, const render::Colour& colour, const std::string& text, float align) {
    ImFont* const font = gui_.font(chart_roles[int(role)]);
    const auto whole = [this](float x) { return std::round(x * scale_) / scale_; };  // glyphs on device pixels
    const float left = at.x - (align > 0 ? align * size(role, text).x : 0);
    const bool name = role == charts::TextStyle::small || role == charts::TextStyle::bold;
    const charts::PixelPosition extent = size(role, text);
    const ImVec2 low{origin_.x + left, origin_.y + at.y};
    explain_drawn_text(low, {low.x + extent.x, low.y + extent.y}, text, name ? TextKind::name : TextKind::sentence);
    list_.AddText(font, font->FontSize / scale_, {whole(origin_.x + left), whole(origin_.y + at.y)}, neighborscope::colour(colour),
        text.c_str(), text.c_str() + text.size());
}

std::vector<ImVec2> ImGuiCanvas::placed(const std::vector<charts::PixelPosition>& points) const {
    std::vector<ImVec2> found;
    for (const charts::PixelPosition& point : points) found.push_back({origin_.x + point.x, origin_.y + point.y});
    return found;
}

void ImGuiCanvas::polyline(
    const std::vector<charts::PixelPosition>& points, const render::Colour& colour, float thickness, float alpha, bool closed) {
    // Lines on pixel boundaries are sharp; the draw list antialiases slanted ones.
    const std::vector<ImVec2> at = placed(points);
    list_.AddPolyline(at.data(), int(at.size()), neighborscope::colour(colour, alpha), closed ? ImDrawFlags_Closed : 0, thickness);
}

void ImGuiCanvas::dashes(charts::PixelPosition from, charts::PixelPosition to, const render::Colour& colour, float thickness) {
    const float length = std::hypot(to.x - from.x, to.y - from.y);
    const auto at = [&](float along) {
        return charts::PixelPosition{from.x + (to.x - from.x) * along / length, from.y + (to.y - from.y) * along / length};
    };
    for (float along = 0; along < length; along += chart_dash + chart_gap)
        line(at(along), at(std::min(along + chart_dash, length)), colour, thickness);
}

void ImGuiCanvas::rectangle(const charts::Box& box, const render::Colour& colour, float alpha) {
    list_.AddRectFilled(
        {origin_.x + box.left, origin_.y + box.top}, {origin_.x + box.right, origin_.y + box.bottom}, neighborscope::colour(colour, alpha));
}

void ImGuiCanvas::polygon(
    const std::vector<charts::PixelPosition>& corners, const render::Colour& fill, const render::Colour& edge, float thickness) {
    polyline(corners, edge, thickness, 1, true);
    const std::vector<ImVec2> at = placed(corners);
    list_.AddConvexPolyFilled(at.data(), int(at.size()), neighborscope::colour(fill));
}

render::Image draw_chart(const charts::Chart& chart, render::Theme theme, int width, int height, double scale) {
    render::Framebuffer framebuffer(int(std::lround(width * scale)), int(std::lround(height * scale)));
    ImGuiLayer gui;
    framebuffer.bind();
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    gui.begin_frame(width, height, scale, theme);
    ImGuiCanvas canvas(*ImGui::GetBackgroundDrawList(), gui, theme, scale);
    charts::draw(canvas, chart, float(width), float(height));
    gui.end_frame();
    return framebuffer.read();
}

}  // namespace neighborscope
