// A chart as data: line charts, grouped bars and rooflines, in one or several panels side by side. canvas.hpp draws it in the window, in
// `bench` and in files.
#pragma once
#include "render/palette.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace neighborscope::charts {

/// A position in a picture in logical pixels, y down.
struct PixelPosition {
    float x = 0, y = 0;
};

struct Axis {
    std::string label;  ///< with its unit: "time, ms"
    bool logarithmic = false;
    bool from_zero = false;          ///< linear axes only: always begins at 0
    std::vector<double> ticks = {};  ///< empty: round numbers
    std::vector<double> range = {};  ///< {from, to}; empty: the range of the data
};

struct PlotPoint {
    double x = 0, y = 0;
    /// Ends of a whisker; both 0: none. An end beyond the axis, such as ±∞, is clipped and drawn as an arrow head.
    double low = 0, high = 0;
    bool has_whisker() const { return low != 0 || high != 0; }
    std::string label = {};  ///< drawn beside the point; "": none
};

/// A series. `series_colour` determines colour and marker, so that a method looks the same in every chart, and not only by colour.
struct Series {
    std::string name;
    std::vector<PlotPoint> points;
    int series_colour = 0;
    bool line = true, faint = false;
};

/// A thin line without markers, such as a peak rate.
struct ReferenceLine {
    std::vector<PlotPoint> points;
    std::string label;
    bool dashed = false;
    int series_colour = -1;     ///< colour of the series that it belongs to; -1: the text colour
    bool named_at_end = false;  ///< the label is among the names of series; else along the line
};

struct Panel {
    std::string title = {};
    Axis x = {}, y = {};
    std::vector<Series> series = {};
    std::vector<ReferenceLine> reference_lines = {};
    std::vector<std::string> categories = {};  ///< not empty: grouped bars; x of a point is the index of its category
    int bar_decimals = 2;                      ///< of numbers over bars; on a logarithmic axis they have two significant digits
};

struct Chart {
    std::string title, subtitle;
    std::string note;  ///< small, at the bottom
    std::vector<Panel> panels;
    bool names_above = false;  ///< names all series above the panels, also those without a line
};

/// Number of colours. From `first_library_colour` on, markers are hollow and lines thin: for third-party libraries.
inline constexpr int series_colours = 11, first_library_colour = 7;
/// The colour of a method. Methods that a paper compares with each other have different colours.
int colour_of_method(std::string_view method);
/// The same for any set of methods, without duplicates: a later method gets an unused colour.
std::vector<int> distinct_colours(const std::vector<std::string_view>& methods);

/// A whisker clipped to an axis: its ends, and which of them are clipped (arrow heads).
struct ClippedWhisker {
    double low = 0, high = 0;
    bool open_low = false, open_high = false;
    bool operator==(const ClippedWhisker&) const = default;
};
/// Clips a whisker to [from, to]. Nothing if the point has none, or if it lies completely beyond the axis.
std::optional<ClippedWhisker> clipped_whisker(const PlotPoint&, double from, double to);

/// About `wanted` round numbers that cover [from, to], in steps of 1, 2 or 5 times a power of ten.
std::vector<double> linear_ticks(double from, double to, int wanted);
/// Powers of ten; with 2 and 5 times these if there are few; round numbers if there are none.
std::vector<double> logarithmic_ticks(double from, double to, int wanted);
/// Three significant digits, no exponent: "0.0791", "12.4", "1650".
std::string digits(double value, int significant = 3);
/// The number of a tick, with separated thousands and as many decimals as the step needs.
std::string tick_text(double value, double step);

/// The chart as an SVG file, with text as text.
std::string svg_of(const Chart&, render::Theme, int width = 800, int height = 500);

}  // namespace neighborscope::charts
