// The few words charts are drawn with. What stands behind them is a draw list of Dear ImGui (app/instruments/imgui/chart_canvas.hpp) or the text
// of an SVG file (svg.cpp): the same chart in a window, in a picture and in a paper. Logical pixels, y down.
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
    /// Of marks and lines: Okabe-Ito, on the background of the theme.
    render::Colour series_colour(int index) const;

    virtual PixelPosition size(TextStyle, const std::string&) const = 0;
    /// Of which the part `align` of the width is at `top`: 0 its left end, 0.5 its middle, 1 its right end.
    virtual void text(TextStyle, PixelPosition top, const render::Colour&, const std::string&, float align = 0) = 0;
    virtual void polyline(
        const std::vector<PixelPosition>&, const render::Colour&, float thickness, float alpha = 1, bool closed = false) = 0;
    virtual void dashes(PixelPosition from, PixelPosition to, const render::Colour&, float thickness) = 0;
    virtual void rectangle(const Box&, const render::Colour&, float alpha = 1) = 0;
    /// Filled, over an edge all round of which the outer half is seen.
    virtual void polygon(const std::vector<PixelPosition>&, const render::Colour& fill, const render::Colour& edge, float thickness) = 0;

    void line(PixelPosition from, PixelPosition to, const render::Colour& colour, float thickness, float alpha = 1) {
        polyline({from, to}, colour, thickness, alpha);
    }
    /// Lines of text no wider than `width`; returns how many. Counted only when `draw` is false.
    int paragraph(TextStyle, PixelPosition top_left, float width, const render::Colour&, const std::string&, bool draw = true);
    /// The mark of an ink: disc, square, triangle, diamond, triangle down, bar across, bar upright. `faint`: hollow.
    void marker(int series_colour, PixelPosition at, float radius, bool faint);

private:
    render::Theme theme_;
};

/// Where the marks of a chart came to lie, for those who point at them.
struct DrawnChart {
    struct Mark {
        PixelPosition at;
        std::size_t panel, series, point;
    };
    std::vector<Mark> marks;
    std::vector<Box> plots;  ///< a panel each: inside its axes
    const Mark* nearest(PixelPosition, float within) const;
};

/// Draws into the area from the origin to (width, height).
DrawnChart draw(Canvas&, const Chart&, float width, float height);

/// Panels side by side have no room for many names at the ends of their lines: the lines to name above them, none where there is room.
std::vector<const Series*> names_above(const Chart&);
/// Rows of marks and names from `left` to `right`; returns the rows' height.
float draw_names(Canvas&, const std::vector<const Series*>&, float left, float right, float top);

}  // namespace neighborscope::charts
