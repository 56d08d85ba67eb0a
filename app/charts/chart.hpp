// A chart as data: line charts, grouped bars, rooflines, one or several panels side by side. `bench`, the window and the files that either
// writes draw it in the same way (canvas.hpp).
#pragma once
#include "render/palette.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace neighborscope::charts {

/// A place in a picture, logical pixels, y down.
struct PixelPosition {
    float x = 0, y = 0;
};

struct Axis {
    std::string label;  ///< with its unit: "time, ms"
    bool logarithmic = false;
    bool from_zero = false;          ///< linear axes only: begins at 0 whatever the data
    std::vector<double> ticks = {};  ///< empty: round numbers are found
    std::vector<double> range = {};  ///< {from, to} that it covers whatever is there; empty: what there is
};

struct PlotPoint {
    double x = 0, y = 0;
    /// Whisker; both 0: none. Ends may lie beyond the axis: they are drawn clipped, with an arrow head. −∞ and ∞ are beyond any.
    double low = 0, high = 0;
    bool has_whisker() const { return low != 0 || high != 0; }
    std::string label = {};  ///< beside the point; "" none
};

/// Colour and marker belong together and are chosen by `ink`, so that a method looks alike in every chart and never by colour alone.
struct Series {
    std::string name;
    std::vector<PlotPoint> points;
    int series_colour = 0;
    bool line = true, faint = false;
};

/// A thin line without markers: a ceiling, an ideal.
struct ReferenceLine {
    std::vector<PlotPoint> points;
    std::string label;
    bool dashed = false;
    int series_colour = -1;     ///< of the series that it belongs to; -1: of the text
    bool named_at_end = false;  ///< beside the names of series, where no line passes; else along it
};

struct Panel {
    std::string title = {};
    Axis x = {}, y = {};
    std::vector<Series> series = {};
    std::vector<ReferenceLine> reference_lines = {};
    std::vector<std::string> categories = {};  ///< not empty: grouped bars; points' x is the place in it
    int bar_decimals = 2;                      ///< of the numbers over the bars; on a logarithmic axis each has two significant digits
};

struct Chart {
    std::string title, subtitle;
    std::string note;  ///< small, at the bottom
    std::vector<Panel> panels;
    bool names_above = false;  ///< of all series, of those too that are marks without a line
};

/// From `first_library_colour` on marks are hollow and lines thin: libraries that others wrote.
inline constexpr int series_colours = 11, first_library_colour = 7;
/// How a method is drawn wherever it appears alone or with those that its paper compares it with.
int colour_of_method(std::string_view method);
/// The same, but no two alike where any methods may meet: who comes later takes one that is left.
std::vector<int> distinct_colours(const std::vector<std::string_view>& methods);

/// What is drawn of a whisker on an axis from `from` to `to`: its ends, and which of them are the axis' own, arrow heads.
struct ClippedWhisker {
    double low = 0, high = 0;
    bool open_low = false, open_high = false;
    bool operator==(const ClippedWhisker&) const = default;
};
/// Nothing of a point that has none, or whose whisker lies wholly beyond the axis.
std::optional<ClippedWhisker> clipped_whisker(const PlotPoint&, double from, double to);

/// Round numbers that cover [from, to]: steps of 1, 2 or 5 times a power of ten, about `wanted` of them.
std::vector<double> linear_ticks(double from, double to, int wanted);
/// Powers of ten, with 2 and 5 between them where there are few, round numbers where there are none.
std::vector<double> logarithmic_ticks(double from, double to, int wanted);
/// Three significant digits, no exponent: "0.0791", "12.4", "1650".
std::string digits(double value, int significant = 3);
/// A tick's number: thousands apart, as many decimals as the step needs.
std::string tick_text(double value, double step);

/// An SVG file: the same chart with real text.
std::string svg_of(const Chart&, render::Theme, int width = 800, int height = 500);

}  // namespace neighborscope::charts
