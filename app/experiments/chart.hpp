// A chart as data, and its picture: line charts, grouped bars, rooflines, one or several panels side by side.
#pragma once
#include "render/offscreen.hpp"
#include "render/palette.hpp"

#include <optional>
#include <string>
#include <vector>

namespace neighborscope::experiments {

struct Axis {
    std::string label;  ///< with its unit: "time, ms"
    bool logarithmic = false;
    bool from_zero = false;          ///< linear axes only: begins at 0 whatever the data
    std::vector<double> ticks = {};  ///< empty: round numbers are found
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
    int ink = 0;
    bool line = true, faint = false;
};

/// A thin line without markers: a ceiling, an ideal.
struct Guide {
    std::vector<PlotPoint> points;
    std::string label;
    bool dashed = false;
};

struct Panel {
    std::string title = {};
    Axis x = {}, y = {};
    std::vector<Series> series = {};
    std::vector<Guide> guides = {};
    std::vector<std::string> categories = {};  ///< not empty: grouped bars; points' x is the place in it
    int bar_decimals = 2;                      ///< of the numbers over the bars
};

struct Chart {
    std::string title, subtitle;
    std::string note;  ///< small, at the bottom
    std::vector<Panel> panels;
};

/// From `library_inks` on marks are hollow and lines thin: libraries that others wrote.
inline constexpr int inks = 11, library_inks = 7;

/// What is drawn of a whisker on an axis from `from` to `to`: its ends, and which of them are the axis' own, arrow heads.
struct WhiskerDrawn {
    double low = 0, high = 0;
    bool open_low = false, open_high = false;
    bool operator==(const WhiskerDrawn&) const = default;
};
/// Nothing of a point that has none, or whose whisker lies wholly beyond the axis.
std::optional<WhiskerDrawn> clipped_whisker(const PlotPoint&, double from, double to);

/// Round numbers that cover [from, to]: steps of 1, 2 or 5 times a power of ten, about `wanted` of them.
std::vector<double> linear_ticks(double from, double to, int wanted);
/// Powers of ten, with 2 and 5 between them where there are few, round numbers where there are none.
std::vector<double> logarithmic_ticks(double from, double to, int wanted);
/// A tick's number: thousands apart, as many decimals as the step needs.
std::string tick_text(double value, double step);

/// Draws into an image of width x height logical pixels at `scale`. Needs an OffscreenContext current on this thread.
render::Image draw_chart(const Chart&, render::Theme, int width = 800, int height = 500, double scale = 2);

}  // namespace neighborscope::experiments
