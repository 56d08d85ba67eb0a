#include "app/experiments/chart_canvas.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>

namespace neighborscope::experiments {
namespace {

ImU32 packed(const render::Colour& c, float alpha = 1) { return ImGui::ColorConvertFloat4ToU32({c.r, c.g, c.b, c.a * alpha}); }

constexpr float dash = 4, gap = 3;

}  // namespace

Canvas::Canvas(ImDrawList& list, const ImGuiLayer& gui, render::Theme theme, double scale)
    : colours(render::palette(theme)), list_(list), gui_(gui), theme_(theme), scale_(float(scale)) {
    list_._FringeScale = 1 / scale_;  // soft edges one device pixel wide
}

render::Colour Canvas::ink(int index) const {
    static constexpr std::array<std::uint32_t, inks> light{
        0x0072B2, 0xD55E00, 0x009E73, 0xA2417F, 0x3D8FC4, 0xC27C00, 0x535A65, 0x9A6200, 0x2F7FB5, 0x00745A, 0x8A3A6E};
    static constexpr std::array<std::uint32_t, inks> dark{
        0x56B4E9, 0xF08A45, 0x4CC9A0, 0xDB8ABE, 0x9AD0F2, 0xE69F00, 0xA9B0BA, 0xE8B040, 0x8CC8EE, 0x6AD6B4, 0xE3A0CB};
    return render::hex((theme_ == render::Theme::light ? light : dark)[std::size_t(index % inks)]);
}

ImVec2 Canvas::size(FontRole role, const std::string& text) const {
    ImFont* const font = gui_.font(role);
    return font->CalcTextSizeA(font->FontSize / scale_, 1e9f, 0, text.c_str(), text.c_str() + text.size());
}

void Canvas::text(FontRole role, ImVec2 at, const render::Colour& colour, const std::string& text) {
    ImFont* const font = gui_.font(role);
    const auto whole = [this](float x) { return std::round(x * scale_) / scale_; };  // glyphs on device pixels
    list_.AddText(font, font->FontSize / scale_, {whole(at.x), whole(at.y)}, packed(colour), text.c_str(), text.c_str() + text.size());
}
void Canvas::text_right(FontRole role, ImVec2 at, const render::Colour& colour, const std::string& words) {
    text(role, {at.x - size(role, words).x, at.y}, colour, words);
}
void Canvas::text_centred(FontRole role, ImVec2 at, const render::Colour& colour, const std::string& words) {
    text(role, {at.x - 0.5f * size(role, words).x, at.y}, colour, words);
}

int Canvas::paragraph(FontRole role, ImVec2 at, float width, const render::Colour& colour, const std::string& words, bool draw) {
    std::istringstream in(words);
    std::string line;
    int lines = 0;
    const auto end_line = [&] {
        if (draw) text(role, {at.x, at.y + float(lines) * size(role, "x").y}, colour, line);
        ++lines;
        line.clear();
    };
    for (std::string word; in >> word;) {
        if (!line.empty() && size(role, line + " " + word).x > width) end_line();
        line += (line.empty() ? "" : " ") + word;
    }
    if (!line.empty()) end_line();
    return lines;
}

void Canvas::line(ImVec2 from, ImVec2 to, const render::Colour& colour, float thickness, float alpha) {
    polyline({from, to}, colour, thickness, alpha);
}

void Canvas::polyline(const std::vector<ImVec2>& points, const render::Colour& colour, float thickness, float alpha) {
    // Lines on pixel boundaries are sharp; slanted ones get their soft edge from the draw list.
    list_.AddPolyline(points.data(), int(points.size()), packed(colour, alpha), 0, thickness);
}

void Canvas::dashes(ImVec2 from, ImVec2 to, const render::Colour& colour, float thickness) {
    const float length = std::hypot(to.x - from.x, to.y - from.y);
    const auto at = [&](float along) {
        return ImVec2{from.x + (to.x - from.x) * along / length, from.y + (to.y - from.y) * along / length};
    };
    for (float along = 0; along < length; along += dash + gap) line(at(along), at(std::min(along + dash, length)), colour, thickness);
}

void Canvas::rectangle(const Box& box, const render::Colour& colour, float alpha) {
    list_.AddRectFilled({box.left, box.top}, {box.right, box.bottom}, packed(colour, alpha));
}

void Canvas::marker(int index, ImVec2 at, float r, bool faint) {
    faint = faint || index % inks >= library_inks;
    const render::Colour mark = ink(index);
    const auto polygon = [&](std::vector<ImVec2> corners) {
        for (ImVec2& corner : corners) corner = {at.x + corner.x * r, at.y + corner.y * r};
        // The background's colour round each mark keeps those that overlap apart.
        list_.AddPolyline(corners.data(), int(corners.size()), packed(colours.view), ImDrawFlags_Closed, 3);
        list_.AddConvexPolyFilled(corners.data(), int(corners.size()), packed(faint ? colours.view : mark));
        if (faint) list_.AddPolyline(corners.data(), int(corners.size()), packed(mark), ImDrawFlags_Closed, 1.5f);
    };
    switch (const int shape = index % inks; shape < library_inks ? shape : shape - library_inks + 1) {
        case 0: {
            std::vector<ImVec2> circle;
            for (int i = 0; i < 32; ++i) circle.push_back({std::cos(float(i) * 0.19634954f), std::sin(float(i) * 0.19634954f)});
            return polygon(circle);
        }
        case 1: return polygon({{-0.88f, -0.88f}, {0.88f, -0.88f}, {0.88f, 0.88f}, {-0.88f, 0.88f}});
        case 2: return polygon({{0, -1.15f}, {1.1f, 0.8f}, {-1.1f, 0.8f}});
        case 3: return polygon({{0, -1.25f}, {1.25f, 0}, {0, 1.25f}, {-1.25f, 0}});
        case 4: return polygon({{0, 1.15f}, {-1.1f, -0.8f}, {1.1f, -0.8f}});
        case 5: return polygon({{-1.2f, -0.5f}, {1.2f, -0.5f}, {1.2f, 0.5f}, {-1.2f, 0.5f}});
        default: return polygon({{-0.5f, -1.2f}, {0.5f, -1.2f}, {0.5f, 1.2f}, {-0.5f, 1.2f}});
    }
}

}  // namespace neighborscope::experiments
