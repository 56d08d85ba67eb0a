// Writes a chart as an SVG file with lines, polygons and text, without a library. https://www.w3.org/TR/SVG2/
#include "app/charts/canvas.hpp"

#include <array>
#include <cmath>
#include <cstdio>

namespace neighborscope::charts {
namespace {

constexpr std::array<float, 4> heights{12, 13, 13, 15};  // [TextStyle]
constexpr const char* family = "Noto Sans, DejaVu Sans, Verdana, sans-serif";

/// Widths of the characters from space to ~ in Noto Sans, in thousandths of the font size, since fonts cannot be measured here. Other fonts
/// are about as wide; centred and right-aligned texts are anchored accordingly.
constexpr std::array<int, 95> widths{260, 269, 408, 646, 572, 831, 730, 225, 300, 300, 551, 572, 268, 322, 268, 372, 572, 572, 572, 572,
    572, 572, 572, 572, 572, 572, 268, 268, 572, 572, 572, 434, 899, 639, 650, 632, 730, 556, 519, 728, 741, 339, 273, 619, 524, 907, 760,
    781, 605, 781, 622, 549, 556, 731, 600, 930, 586, 566, 572, 329, 372, 329, 572, 444, 281, 561, 615, 480, 615, 564, 344, 615, 618, 258,
    258, 534, 258, 935, 618, 605, 615, 615, 413, 479, 361, 618, 508, 786, 529, 510, 470, 380, 551, 380, 572};

std::string number(float value) {
    char text[24];
    std::snprintf(text, sizeof text, "%.2f", double(value));
    std::string short_one = text;
    while (short_one.back() == '0') short_one.pop_back();
    if (short_one.back() == '.') short_one.pop_back();
    return short_one == "-0" ? "0" : short_one;
}

std::string escaped(const std::string& text) {
    std::string safe;
    for (const char c : text) {
        if (c == '&') safe += "&amp;";
        else if (c == '<') safe += "&lt;";
        else if (c == '>') safe += "&gt;";
        else if (static_cast<unsigned char>(c) >= 0x20 || c == '\t') safe += c;  // XML permits no other control characters
    }
    return safe;
}

class SvgCanvas : public Canvas {
public:
    using Canvas::Canvas;
    std::string body;

    PixelPosition size(TextStyle role, const std::string& text) const override {
        int width = 0;
        for (const char c : text) {
            const auto byte = static_cast<unsigned char>(c);
            if (byte >= 0xC0) width += byte == 0xE2 ? 300 : 600;  // thin spaces and signs; accented letters
            else if (byte >= 0x20 && byte < 0x7F) width += widths[byte - 0x20u];
        }
        const float height = heights[std::size_t(role)];
        return {float(width) * height / 1000 * (role == TextStyle::bold || role == TextStyle::caption ? 1.07f : 1), 1.36f * height};
    }
    void text(TextStyle role, PixelPosition at, const render::Colour& colour, const std::string& words, float align) override {
        const float height = heights[std::size_t(role)];
        body += "<text x=\"" + number(at.x) + "\" y=\"" + number(at.y + 1.07f * height) + "\" font-size=\"" + number(height) + "\"";
        if (role == TextStyle::bold || role == TextStyle::caption) body += " font-weight=\"600\"";
        if (align > 0) body += align < 1 ? " text-anchor=\"middle\"" : " text-anchor=\"end\"";
        body += paint("fill", colour) + ">" + escaped(words) + "</text>\n";
    }
    void polyline(
        const std::vector<PixelPosition>& points, const render::Colour& colour, float thickness, float alpha, bool closed) override {
        body += std::string(closed ? "<polygon" : "<polyline") + " points=\"" + places(points) + "\" fill=\"none\" stroke-width=\"" +
                number(thickness) + "\"" + paint("stroke", colour, alpha) + "/>\n";
    }
    void dashes(PixelPosition from, PixelPosition to, const render::Colour& colour, float thickness) override {
        body += "<polyline points=\"" + places({from, to}) + "\" fill=\"none\" stroke-dasharray=\"4 3\" stroke-width=\"" +
                number(thickness) + "\"" + paint("stroke", colour) + "/>\n";
    }
    void rectangle(const Box& box, const render::Colour& colour, float alpha) override {
        body += "<rect x=\"" + number(box.left) + "\" y=\"" + number(box.top) + "\" width=\"" + number(box.width()) + "\" height=\"" +
                number(box.height()) + "\"" + paint("fill", colour, alpha) + "/>\n";
    }
    void polygon(
        const std::vector<PixelPosition>& corners, const render::Colour& fill, const render::Colour& edge, float thickness) override {
        body += "<polygon points=\"" + places(corners) + "\" paint-order=\"stroke\" stroke-width=\"" + number(thickness) + "\"" +
                paint("fill", fill) + paint("stroke", edge) + "/>\n";
    }

private:
    static std::string places(const std::vector<PixelPosition>& points) {
        std::string text;
        for (const PixelPosition& point : points) text += (text.empty() ? "" : " ") + number(point.x) + "," + number(point.y);
        return text;
    }
    static std::string paint(const char* what, const render::Colour& colour, float alpha = 1) {
        char text[64];
        const auto part = [](float value) { return int(std::lround(255 * value)); };
        std::snprintf(text, sizeof text, " %s=\"#%02x%02x%02x\"", what, part(colour.r), part(colour.g), part(colour.b));
        const float seen = alpha * colour.a;
        return text + (seen < 1 ? std::string(" ") + what + "-opacity=\"" + number(seen) + "\"" : "");
    }
};

}  // namespace

std::string svg_of(const Chart& chart, render::Theme theme, int width, int height) {
    SvgCanvas canvas(theme);
    draw(canvas, chart, float(width), float(height));
    const std::string wide = std::to_string(width), high = std::to_string(height);
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + wide + "\" height=\"" + high +
           "\" viewBox=\"0 0 " + wide + " " + high + "\" font-family=\"" + family + "\" stroke-linejoin=\"round\">\n<title>" +
           escaped(chart.title) + "</title>\n" + canvas.body + "</svg>\n";
}

}  // namespace neighborscope::charts
