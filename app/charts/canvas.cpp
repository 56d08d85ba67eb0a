#include "app/charts/canvas.hpp"

#include <array>
#include <cmath>
#include <sstream>

namespace neighborscope::charts {

render::Colour Canvas::series_colour(int index) const {
    static constexpr std::array<std::uint32_t, series_colours> light{
        0x0072B2, 0xD55E00, 0x009E73, 0xA2417F, 0x3D8FC4, 0xC27C00, 0x535A65, 0x9A6200, 0x2F7FB5, 0x00745A, 0x8A3A6E};
    static constexpr std::array<std::uint32_t, series_colours> dark{
        0x56B4E9, 0xF08A45, 0x4CC9A0, 0xDB8ABE, 0x9AD0F2, 0xE69F00, 0xA9B0BA, 0xE8B040, 0x8CC8EE, 0x6AD6B4, 0xE3A0CB};
    return render::hex((theme_ == render::Theme::light ? light : dark)[std::size_t(index % series_colours)]);
}

int Canvas::paragraph(TextStyle role, PixelPosition at, float width, const render::Colour& colour, const std::string& words, bool draw) {
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

void Canvas::marker(int index, PixelPosition at, float r, bool faint) {
    faint = faint || index % series_colours >= first_library_colour;
    const render::Colour mark = series_colour(index);
    const auto draw = [&](std::vector<PixelPosition> corners) {
        for (PixelPosition& corner : corners) corner = {at.x + corner.x * r, at.y + corner.y * r};
        // An edge in the background colour separates overlapping marks.
        polygon(corners, faint ? colours.view : mark, colours.view, 3);
        if (faint) polyline(corners, mark, 1.5f, 1, true);
    };
    switch (const int shape = index % series_colours; shape < first_library_colour ? shape : shape - first_library_colour + 1) {
        case 0: {
            std::vector<PixelPosition> circle;
            for (int i = 0; i < 32; ++i) circle.push_back({std::cos(float(i) * 0.19634954f), std::sin(float(i) * 0.19634954f)});
            return draw(circle);
        }
        case 1: return draw({{-0.88f, -0.88f}, {0.88f, -0.88f}, {0.88f, 0.88f}, {-0.88f, 0.88f}});
        case 2: return draw({{0, -1.15f}, {1.1f, 0.8f}, {-1.1f, 0.8f}});
        case 3: return draw({{0, -1.25f}, {1.25f, 0}, {0, 1.25f}, {-1.25f, 0}});
        case 4: return draw({{0, 1.15f}, {-1.1f, -0.8f}, {1.1f, -0.8f}});
        case 5: return draw({{-1.2f, -0.5f}, {1.2f, -0.5f}, {1.2f, 0.5f}, {-1.2f, 0.5f}});
        default: return draw({{-0.5f, -1.2f}, {0.5f, -1.2f}, {0.5f, 1.2f}, {-0.5f, 1.2f}});
    }
}

const DrawnChart::Mark* DrawnChart::nearest(PixelPosition to, float within) const {
    const Mark* found = nullptr;
    for (const Mark& mark : marks)
        if (const float far = std::hypot(mark.at.x - to.x, mark.at.y - to.y); far <= within) within = far, found = &mark;
    return found;
}

}  // namespace neighborscope::charts
