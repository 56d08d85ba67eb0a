// Draws charts: axes, series with labels at their ends, bars, reference lines. Layout in logical pixels, y down.
#include "app/charts/canvas.hpp"

#include <algorithm>
#include <cmath>

namespace neighborscope::charts {
namespace {

constexpr float margin = 24, mark_radius = 4, label_gap = 9;

/// A whisker extends the axis to at most so many times its point's value. Longer ones are clipped.
double max_stretch(const Axis& axis) { return axis.logarithmic ? 4 : 2; }

double lowest(const Panel& panel, bool of_x) {
    double low = INFINITY;
    const auto of_y = [&](const PlotPoint& p) {
        if (!p.has_whisker()) return p.y;
        return std::min(p.y, std::max(p.low, panel.y.logarithmic ? p.y / max_stretch(panel.y) : std::min(0.0, p.y)));
    };
    const auto meet = [&](const PlotPoint& p) { low = std::min(low, of_x ? p.x : of_y(p)); };
    for (const Series& series : panel.series) std::for_each(series.points.begin(), series.points.end(), meet);
    for (const ReferenceLine& guide : panel.reference_lines) std::for_each(guide.points.begin(), guide.points.end(), meet);
    return low;
}
double highest(const Panel& panel, bool of_x) {
    double high = -INFINITY;
    const auto of_y = [&](const PlotPoint& p) {
        return p.has_whisker() ? std::max(p.y, std::min(p.high, max_stretch(panel.y) * std::abs(p.y))) : p.y;
    };
    const auto meet = [&](const PlotPoint& p) { high = std::max(high, of_x ? p.x : of_y(p)); };
    for (const Series& series : panel.series) std::for_each(series.points.begin(), series.points.end(), meet);
    for (const ReferenceLine& guide : panel.reference_lines) std::for_each(guide.points.begin(), guide.points.end(), meet);
    return high;
}

/// Maps numbers to pixels along one axis, and finds its ticks.
struct AxisScale {
    double from = 0, to = 1;
    bool logarithmic = false;
    float begin = 0, end = 1;  // pixels of `from` and `to`
    std::vector<double> ticks;
    double step = 1;
    bool even = true;  // ticks are equally spaced; false for 1, 2, 5, 10

    float operator()(double value) const {
        const double share = logarithmic ? std::log(std::max(value, 1e-300) / from) / std::log(to / from) : (value - from) / (to - from);
        return begin + float(share) * (end - begin);
    }
    /// The label of a tick; on a logarithmic axis each has as many decimals as it needs.
    std::string text(double tick) const {
        return tick_text(tick, even ? step : std::min(1.0, std::pow(10, std::floor(std::log10(tick) + 1e-9))));
    }
};

AxisScale make_axis_scale(const Axis& axis, double low, double high, float pixels, float pixels_per_tick) {
    AxisScale found;
    found.logarithmic = axis.logarithmic;
    const int wanted = std::max(2, int(pixels / pixels_per_tick));
    if (axis.range.size() == 2) low = std::min(low, axis.range[0]), high = std::max(high, axis.range[1]);
    const bool nothing = !std::isfinite(low) || !std::isfinite(high);  // draws no numbers then
    if (nothing) low = axis.logarithmic ? 0.1 : 0, high = axis.logarithmic ? 10 : 1;
    if (axis.logarithmic) {
        low = std::max(low, 1e-12), high = std::max(high, low);
        // Adds some room beyond the data, and extends it to the next tick if that is near.
        const double room = std::max(1.12, std::pow(high / low, 0.06));
        found.from = low / room, found.to = high * room;
        found.ticks = axis.ticks.empty() ? logarithmic_ticks(found.from, found.to, wanted) : axis.ticks;
        if (found.ticks.size() > 1) found.step = found.ticks[1] - found.ticks[0];
        found.even =
            axis.ticks.empty() && found.ticks.size() > 2 && std::abs(found.ticks[2] - found.ticks[1] - found.step) < 1e-6 * found.step;
        if (nothing) found.ticks.clear();
        return found;
    }
    if (axis.from_zero) low = std::min(low, 0.0);
    if (!(high > low)) high = low + 1;
    const double room = 0.04 * (high - low);
    found.from = axis.from_zero && low >= 0 ? 0 : low - room;
    found.to = high + room;
    found.ticks = axis.ticks.empty() ? linear_ticks(found.from, found.to, wanted) : axis.ticks;
    if (found.ticks.size() > 1) found.step = found.ticks[1] - found.ticks[0];
    std::erase_if(found.ticks, [&](double tick) { return nothing || tick > found.to * 1.0001; });
    return found;
}

/// One panel of a chart.
class PanelDrawing {
public:
    PanelDrawing(Canvas& canvas, const Panel& panel, const Box& box, bool named_above)
        : canvas_(canvas), panel_(panel), box_(box), bars_(!panel.categories.empty()), named_above_(named_above) {}

    const Box& plot() const { return plot_; }
    const std::vector<DrawnChart::Mark>& marks() const { return marks_; }

    void draw() {
        lay_out();
        draw_axes();
        if (bars_) return draw_bars();
        draw_guides();
        for (const Series& series : panel_.series) draw_line(series);
        for (const Series& series : panel_.series) draw_marks(series);
        draw_point_labels();
        draw_guide_labels();
        draw_end_labels();
    }

private:
    /// A name at the right end of a line.
    struct EndLabel {
        const std::string* name;
        PlotPoint last;
        bool guide;
        render::Colour series_colour;
        float end_x = 0, end_y = 0, y = 0;
    };
    std::vector<EndLabel> end_labels() const {
        std::vector<EndLabel> labels;
        for (const Series& series : panel_.series)
            if (!named_above_ && series.line && !series.points.empty())
                labels.push_back({&series.name, series.points.back(), false, canvas_.series_colour(series.series_colour)});
        for (const ReferenceLine& guide : panel_.reference_lines)
            if (guide.named_at_end && !guide.label.empty() && !guide.points.empty())
                labels.push_back({&guide.label, guide.points.back(), true,
                    guide.series_colour >= 0 ? canvas_.series_colour(guide.series_colour) : canvas_.colours.second_text});
        return labels;
    }

    float line_height() const { return canvas_.size(TextStyle::small, "0").y; }

    void lay_out() {
        const float line = line_height();
        plot_.top = box_.top + (panel_.title.empty() ? 0 : line + 8) + line + 10;
        plot_.bottom = box_.bottom - 2 * line - 12;
        y_ = make_axis_scale(panel_.y, lowest(panel_, false), highest(panel_, false), plot_.height(), 44);
        if (bars_) y_.to = std::max(y_.to, highest(panel_, false) * 1.12);  // room for the numbers over the bars
        float widest = 0;
        for (const double tick : y_.ticks) widest = std::max(widest, canvas_.size(TextStyle::small, y_.text(tick)).x);
        plot_.left = box_.left + widest + 8;
        float labels = 0;
        for (const EndLabel& label : end_labels())
            if (!bars_) labels = std::max(labels, canvas_.size(TextStyle::small, *label.name).x + label_gap + 4);
        plot_.right = box_.right - labels;
        x_ = make_axis_scale(panel_.x, lowest(panel_, true), highest(panel_, true), plot_.width(), 56);
        x_.begin = plot_.left, x_.end = plot_.right;
        y_.begin = plot_.bottom, y_.end = plot_.top;
    }

    void draw_axes() {
        const float line = line_height();
        float top = box_.top;
        if (!panel_.title.empty()) {
            canvas_.text(TextStyle::bold, {box_.left, top}, canvas_.colours.text, panel_.title);
            top += line + 8;
        }
        canvas_.text(TextStyle::small, {box_.left, top}, canvas_.colours.second_text, panel_.y.label);
        for (const double tick : y_.ticks) {
            const float y = y_(tick);
            if (y < plot_.top - 1 || y > plot_.bottom + 1) continue;
            canvas_.line({plot_.left, y}, {plot_.right, y}, canvas_.colours.divider, 0.5f);
            canvas_.text(TextStyle::small, {plot_.left - 6, y - 0.5f * line}, canvas_.colours.second_text, y_.text(tick), 1);
        }
        canvas_.line({plot_.left, plot_.bottom}, {plot_.right, plot_.bottom}, canvas_.colours.edge, 1);
        if (!bars_) {
            float last = -1e9f;
            for (const double tick : x_.ticks) {
                const float x = x_(tick), half = 0.5f * canvas_.size(TextStyle::small, x_.text(tick)).x;
                if (x < plot_.left - 1 || x > plot_.right + 1) continue;
                canvas_.line({x, plot_.bottom}, {x, plot_.bottom + 4}, canvas_.colours.edge, 1);
                if (x - half < last + 4) continue;  // numbers must not overlap
                canvas_.text(TextStyle::small, {x, plot_.bottom + 6}, canvas_.colours.second_text, x_.text(tick), 0.5f);
                last = x + half;
            }
        }
        canvas_.text(TextStyle::small, {0.5f * (plot_.left + plot_.right), plot_.bottom + line + 10}, canvas_.colours.second_text,
            panel_.x.label, 0.5f);
    }

    void draw_guides() {
        for (const ReferenceLine& guide : panel_.reference_lines) {
            std::vector<PixelPosition> points;
            for (const PlotPoint& p : guide.points) points.push_back({x_(p.x), y_(p.y)});
            for (std::size_t i = 1; i < points.size(); ++i) {
                const bool own = guide.series_colour >= 0;
                if (guide.dashed)
                    canvas_.dashes(points[i - 1], points[i], own ? canvas_.series_colour(guide.series_colour) : canvas_.colours.second_text,
                        own ? 1.2f : 1);
                else canvas_.line(points[i - 1], points[i], own ? canvas_.series_colour(guide.series_colour) : canvas_.colours.text, 1.5f);
                if (!guide.dashed || !guide.label.empty())
                    reserve_line(points[i - 1], points[i], occupied_);  // vertical lines may run behind labels
            }
        }
    }

    /// Covers a line with small boxes, which labels must not overlap.
    static void reserve_line(PixelPosition from, PixelPosition to, std::vector<Box>& occupied) {
        const int pieces = std::max(1, int(std::hypot(to.x - from.x, to.y - from.y) / 6));
        for (int i = 0; i <= pieces; ++i) {
            const float t = float(i) / float(pieces), x = from.x + t * (to.x - from.x), y = from.y + t * (to.y - from.y);
            occupied.push_back({x - 2, y - 2, x + 2, y + 2});
        }
    }

    void draw_line(const Series& series) {
        if (!series.line || series.points.size() < 2) return;
        std::vector<PixelPosition> points;
        for (const PlotPoint& p : series.points) points.push_back({x_(p.x), y_(p.y)});
        for (std::size_t i = 1; i < points.size(); ++i) reserve_line(points[i - 1], points[i], crossed_);
        canvas_.polyline(points, canvas_.series_colour(series.series_colour),
            series.series_colour % series_colours >= first_library_colour ? 1.2f : 2, series.faint ? 0.6f : 1);
    }

    void draw_marks(const Series& series) {
        for (std::size_t i = 0; i < series.points.size(); ++i) {
            const PlotPoint& p = series.points[i];
            const PixelPosition at{x_(p.x), y_(p.y)};
            marks_.push_back({at, 0, std::size_t(&series - panel_.series.data()), i});
            draw_whisker(p, at.x, canvas_.series_colour(series.series_colour));
            const float radius = series.line ? mark_radius : 1.4f * mark_radius;
            canvas_.marker(series.series_colour, at, radius, series.faint);
            occupied_.push_back({at.x - radius - 2, at.y - radius - 2, at.x + radius + 2, at.y + radius + 2});
        }
    }

    /// Draws a clipped end as an arrow head, any other as a cap.
    void draw_whisker(const PlotPoint& p, float x, const render::Colour& colour) {
        const auto whisker = clipped_whisker(p, y_.from, y_.to);
        if (!whisker) return;
        const float low = y_(whisker->low), high = y_(whisker->high);
        if (low - high <= 2 * mark_radius && !whisker->open_low && !whisker->open_high) return;  // hidden by the mark
        canvas_.line({x, low}, {x, high}, colour, 1);
        const auto end = [&](float y, bool open, float inwards) {
            if (!open) return canvas_.line({x - 3, y}, {x + 3, y}, colour, 1);
            for (const float side : {-4.0f, 4.0f}) canvas_.line({x + side, y + 6 * inwards}, {x, y}, colour, 1.5f);
        };
        end(low, whisker->open_low, -1), end(high, whisker->open_high, 1);
    }

    /// Finds the first free place; the last one, with false, if all are occupied.
    bool place(PixelPosition size, const std::vector<PixelPosition>& places, Box& found, const std::vector<Box>& too = {}) const {
        const Box room{plot_.left, plot_.top - line_height(), plot_.right, plot_.bottom};
        for (const PixelPosition& top_left : places) {
            found = {top_left.x, top_left.y, top_left.x + size.x, top_left.y + size.y};
            if (!room.contains(found)) continue;
            const auto overlaps = [&](const Box& other) { return other.overlaps(found); };
            if (std::none_of(occupied_.begin(), occupied_.end(), overlaps) && std::none_of(too.begin(), too.end(), overlaps)) return true;
        }
        return false;
    }

    void draw_point_labels() {
        for (const Series& series : panel_.series)
            for (const PlotPoint& p : series.points) {
                if (p.label.empty()) continue;
                const PixelPosition at{x_(p.x), y_(p.y)}, size = canvas_.size(series.faint ? TextStyle::small : TextStyle::bold, p.label);
                const float off = 1.4f * mark_radius + 6;
                std::vector<PixelPosition> places;
                for (const float down : {0.0f, 14.0f, -14.0f, 28.0f, -28.0f, 42.0f, -42.0f}) {
                    places.push_back({at.x + off, at.y - 0.5f * size.y + down});
                    places.push_back({at.x - off - size.x, at.y - 0.5f * size.y + down});
                }
                Box box;
                if (!place(size, places, box)) continue;  // no label rather than an overlapping one
                const float middle = 0.5f * (box.top + box.bottom);
                if (std::abs(middle - at.y) > 8) {
                    const bool right = box.left > at.x;
                    canvas_.line({at.x + (right ? 6.0f : -6.0f), at.y + (middle > at.y ? 4.0f : -4.0f)},
                        {right ? box.left - 2 : box.right + 2, middle}, canvas_.colours.edge, 0.75f);
                }
                canvas_.rectangle({box.left - 2, box.top, box.right + 2, box.bottom}, canvas_.colours.view, 0.85f);
                canvas_.text(series.faint ? TextStyle::small : TextStyle::bold, {box.left, box.top},
                    series.faint ? canvas_.colours.second_text : canvas_.colours.text, p.label);
                occupied_.push_back(box);
            }
    }

    void draw_guide_labels() {
        for (const ReferenceLine& guide : panel_.reference_lines) {
            if (guide.named_at_end || guide.label.empty() || guide.points.size() < 2) continue;
            const PixelPosition from{x_(guide.points.front().x), y_(guide.points.front().y)},
                to{x_(guide.points.back().x), y_(guide.points.back().y)};
            const PixelPosition size = canvas_.size(TextStyle::small, guide.label);
            std::vector<PixelPosition> places;
            for (const float t : {0.5f, 0.6f, 0.4f, 0.7f, 0.3f, 0.8f, 0.2f, 0.1f}) {
                const float x = from.x + t * (to.x - from.x);
                float y = from.y + t * (to.y - from.y);
                for (std::size_t i = 1; i < guide.points.size(); ++i) {  // the segment of the line at this place
                    const PixelPosition low{x_(guide.points[i - 1].x), y_(guide.points[i - 1].y)},
                        high{x_(guide.points[i].x), y_(guide.points[i].y)};
                    if (low.x <= x && x <= high.x && high.x > low.x) y = low.y + (high.y - low.y) * (x - low.x) / (high.x - low.x);
                }
                if (std::abs(to.y - from.y) < 2) places.push_back({x - 0.5f * size.x, y - size.y - 5});  // above a horizontal line
                else places.push_back({x - size.x - 12, y - size.y - 3});  // at the upper left of a rising line
            }
            Box box;
            if (!place(size, places, box, crossed_)) continue;
            canvas_.rectangle({box.left - 2, box.top, box.right + 2, box.bottom}, canvas_.colours.view, 0.85f);  // covers the grid
            canvas_.text(TextStyle::small, {box.left, box.top}, canvas_.colours.text, guide.label);
            occupied_.push_back(box);
        }
    }

    /// Draws names at the right ends of lines, moved apart where they would overlap.
    void draw_end_labels() {
        std::vector<EndLabel> labels = end_labels();
        for (EndLabel& label : labels) {
            label.end_x = x_(label.last.x);
            label.y = label.end_y = y_(label.last.y);
        }
        std::sort(labels.begin(), labels.end(), [](const EndLabel& a, const EndLabel& b) { return a.y < b.y; });
        const float height = line_height() + 1;
        // Each pass moves overlapping names apart by equal amounts, so that a group stays centred at its lines' ends.
        for (int pass = 0; pass < 100; ++pass)
            for (std::size_t i = 1; i < labels.size(); ++i)
                if (const float overlap = labels[i - 1].y + height - labels[i].y; overlap > 0.01f)
                    labels[i - 1].y -= 0.5f * overlap, labels[i].y += 0.5f * overlap;
        for (std::size_t i = labels.size(); i-- > 0;) {
            const float bottom = (i + 1 < labels.size() ? labels[i + 1].y - height : plot_.bottom - 0.3f * height);
            labels[i].y = std::min(labels[i].y, bottom);
        }
        for (const EndLabel& label : labels) {
            const float x = plot_.right + label_gap;
            if (std::abs(label.y - label.end_y) > 3 || x - label.end_x > 3 * label_gap)
                canvas_.line({label.end_x + mark_radius + 2, label.end_y}, {x - 2, label.y}, label.series_colour, 0.75f, 0.7f);
            canvas_.text(TextStyle::small, {x, label.y - 0.5f * line_height()},
                label.guide ? canvas_.colours.second_text : canvas_.colours.text, *label.name);
        }
    }

    void draw_bars() {
        const float group = plot_.width() / float(panel_.categories.size()), line = line_height();
        const float count = float(std::max<std::size_t>(panel_.series.size(), 1));
        const float width = std::min(0.8f * group / count, 34.0f);
        for (std::size_t i = 0; i < panel_.categories.size(); ++i) {
            const float middle = plot_.left + (float(i) + 0.5f) * group;
            canvas_.text(TextStyle::small, {middle, plot_.bottom + 6}, canvas_.colours.second_text, panel_.categories[i], 0.5f);
            for (std::size_t s = 0; s < panel_.series.size(); ++s)
                for (const PlotPoint& p : panel_.series[s].points) {
                    if (p.x != double(i)) continue;
                    const float x = middle + (float(s) - 0.5f * count) * width, top = y_(p.y);
                    canvas_.rectangle(
                        {x + 1, top, x + width - 1, plot_.bottom}, canvas_.series_colour(panel_.series[s].series_colour), 0.9f);
                    const float centre = x + 0.5f * width;
                    const std::string number = panel_.y.logarithmic ? digits(p.y, 2) : tick_text(p.y, std::pow(10, -panel_.bar_decimals));
                    const bool room = canvas_.size(TextStyle::small, number).x < width + 2;
                    if (room) canvas_.text(TextStyle::small, {centre, top - line - 9}, canvas_.colours.text, number, 0.5f);
                    canvas_.marker(panel_.series[s].series_colour, {centre, top - 5}, 0.75f * mark_radius, false);
                }
        }
    }

    Canvas& canvas_;
    const Panel& panel_;
    Box box_, plot_;
    bool bars_, named_above_;
    AxisScale x_, y_;
    std::vector<Box> occupied_, crossed_;  // areas without labels; additional ones for labels of reference lines
    std::vector<DrawnChart::Mark> marks_;
};

/// A legend of marks for charts with bars, which have no line ends for names.
void draw_series_legend(Canvas& canvas, const Chart& chart, float right, float y) {
    std::vector<const Series*> named;
    for (const Panel& panel : chart.panels) {
        if (panel.categories.empty()) continue;
        for (const Series& series : panel.series)
            if (std::none_of(named.begin(), named.end(), [&](const Series* other) { return other->name == series.name; }))
                named.push_back(&series);
    }
    for (std::size_t i = named.size(); i-- > 0;) {
        const PixelPosition size = canvas.size(TextStyle::body, named[i]->name);
        canvas.text(TextStyle::body, {right - size.x, y}, canvas.colours.text, named[i]->name);
        right -= size.x + 12;
        canvas.marker(named[i]->series_colour, {right + 2, y + 0.5f * size.y}, mark_radius, false);
        right -= 20;
    }
}

}  // namespace

std::optional<ClippedWhisker> clipped_whisker(const PlotPoint& p, double from, double to) {
    if (!p.has_whisker() || !(p.low < to) || !(p.high > from)) return std::nullopt;
    return ClippedWhisker{std::max(p.low, from), std::min(p.high, to), p.low<from, p.high> to};
}

DrawnChart draw(Canvas& canvas, const Chart& chart, float width, float height) {
    const float right = width - margin;
    canvas.rectangle({0, 0, width, height}, canvas.colours.view);
    float top = 20;
    canvas.text(TextStyle::caption, {margin, top}, canvas.colours.text, chart.title);
    top += canvas.size(TextStyle::caption, "x").y + 3;
    if (!chart.subtitle.empty()) canvas.text(TextStyle::body, {margin, top}, canvas.colours.second_text, chart.subtitle);
    draw_series_legend(canvas, chart, right, top);
    top += canvas.size(TextStyle::body, "x").y;
    const std::vector<const Series*> named = names_above(chart);
    if (!named.empty()) top += 10 + draw_names(canvas, named, margin, right, top + 10);
    top += 18;
    float bottom = height - 16;
    if (!chart.note.empty()) {
        const int lines = canvas.paragraph(TextStyle::small, {}, right - margin, canvas.colours.second_text, chart.note, false);
        bottom -= float(lines) * canvas.size(TextStyle::small, "x").y;
        canvas.paragraph(TextStyle::small, {margin, bottom}, right - margin, canvas.colours.second_text, chart.note);
        bottom -= 8;
    }
    const float count = float(std::max<std::size_t>(chart.panels.size(), 1)), between = 28;
    const float each = (right - margin - between * (count - 1)) / count;
    DrawnChart drawn;
    for (std::size_t i = 0; i < chart.panels.size(); ++i) {
        const float left = margin + float(i) * (each + between);
        PanelDrawing one(canvas, chart.panels[i], {left, top, left + each, bottom}, !named.empty());
        one.draw();
        drawn.plots.push_back(one.plot());
        for (DrawnChart::Mark mark : one.marks()) {
            mark.panel = i;
            drawn.marks.push_back(mark);
        }
    }
    return drawn;
}

}  // namespace neighborscope::charts
