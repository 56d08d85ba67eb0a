// The canvas that charts are drawn on: a draw list of Dear ImGui (app/instruments/imgui/chart_canvas.hpp) or an SVG file (svg.cpp). Logical
// pixels, y down.
#pragma once
#include "app/charts/chart.hpp"

#include <string>
#include <vector>

namespace neighborscope::charts {

/// 12 small, 13 body, 13 bold, 15 captions.
enum class TextStyle { small, body, bold, caption };

struct Box {
    float left = 0, top = 0, right = 0, bottom = 0;
    float width() const { return right - left; }
    float height() const { return bottom - top; }
    bool overlaps(const Box& other) const { return left < other.right && other.left < right && top < other.bottom && other.top < bottom; }
    bool contains(const Box& other) const {
        return other.left >= left && other.right <= right && other.top >= top && other.bottom <= bottom;
    }
};

class Canvas {
public:
    explicit Canvas(render::Theme theme) : colours(render::palette(theme)), theme_(theme) {}
    virtual ~Canvas() = default;

    const render::Palette& colours;
    /// The colour of a series: of the Okabe-Ito palette, adapted to the theme's background.
    render::Colour series_colour(int index) const;

    virtual PixelPosition size(TextStyle, const std::string&) const = 0;
    /// Draws text below `top`. `align`: 0 left, 0.5 centred, 1 right.
    virtual void text(TextStyle, PixelPosition top, const render::Colour&, const std::string&, float align = 0) = 0;
    virtual void polyline(
        const std::vector<PixelPosition>&, const render::Colour&, float thickness, float alpha = 1, bool closed = false) = 0;
    virtual void dashes(PixelPosition from, PixelPosition to, const render::Colour&, float thickness) = 0;
    virtual void rectangle(const Box&, const render::Colour&, float alpha = 1) = 0;
    /// Draws the edge, then the fill over its inner half.
    virtual void polygon(const std::vector<PixelPosition>&, const render::Colour& fill, const render::Colour& edge, float thickness) = 0;

    void line(PixelPosition from, PixelPosition to, const render::Colour& colour, float thickness, float alpha = 1) {
        polyline({from, to}, colour, thickness, alpha);
    }
    /// Wraps text to lines no wider than `width` and draws them, unless `draw` is false. Returns the number of lines.
    int paragraph(TextStyle, PixelPosition top_left, float width, const render::Colour&, const std::string&, bool draw = true);
    /// Draws the marker of a series: disc, square, triangle, diamond, triangle down, horizontal or vertical bar. `faint`: hollow.
    void marker(int series_colour, PixelPosition at, float radius, bool faint);

private:
    render::Theme theme_;
};

/// Positions of the marks in a drawn chart, for the mouse.
struct DrawnChart {
    struct Mark {
        PixelPosition at;
        std::size_t panel, series, point;
    };
    std::vector<Mark> marks;
    std::vector<Box> plots;  ///< [panels] area inside the axes
    const Mark* nearest(PixelPosition, float within) const;
};

/// Draws into the area from the origin to (width, height).
DrawnChart draw(Canvas&, const Chart&, float width, float height);

/// The series to name above the panels; empty if there is room for names at the ends of their lines.
std::vector<const Series*> names_above(const Chart&);
/// Draws rows of marks and names from `left` to `right`. Returns their height.
float draw_names(Canvas&, const std::vector<const Series*>&, float left, float right, float top);

}  // namespace neighborscope::charts
