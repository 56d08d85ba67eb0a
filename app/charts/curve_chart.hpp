// A measured curve as a chart and as sentences.
#pragma once
#include "app/charts/chart.hpp"
#include "app/measure/curve.hpp"
#include "app/session/document/session.hpp"

namespace neighborscope::charts {

/// A point of a curve, by its line and its place on that line.
struct CurveMark {
    std::size_t line = 0, place = 0;
};

/// Makes a chart of points with 95 % intervals, dashed lower bounds, and crossings of curves. Only axes if nothing is measured.
Chart curve_chart(const measure::Curve&, CurveQuantity);
/// The point of the curve that is point `point` of series `series` in the first panel of curve_chart(); none: it is no measured point.
std::optional<CurveMark> mark_of(const measure::Curve&, CurveQuantity, std::size_t series, std::size_t point);

/// "heap, threads = 64" for "heap:threads=64".
std::string line_name(const measure::CurveLine&);
/// The numbers of a point: "quadtree-cached at n = 10 000: 1.24 ms (95 % interval 1.22 to 1.27), median of 30 runs", its lower bound,
/// distances and recall; or why there are none.
std::string curve_point_text(const measure::Curve&, CurveMark);
/// Sentences: how each line grows, where two cross, and what could not be measured.
std::vector<std::string> curve_sentences(const measure::Curve&, CurveQuantity);
/// Where these two lines cross; or which one is lower everywhere, and where their slopes would meet.
std::vector<std::string> crossing_sentences(const measure::Curve&, CurveQuantity, std::size_t line, std::size_t other);
/// "expected near n = 1 000 by the phases of one run; measured: nowhere from n = 100 to 500"; "": nothing was expected, or it is confirmed.
std::string refuted_expectation(const measure::Curve&);
std::string queries_text(const measure::Curve&);  ///< "100 queries", "one random query", "every point as a query"
/// The crossings of all lines by time, short, the lines by letters: "measured: A and B take the same time near n = 41 000"; or that there
/// are none in the range; before it what was expected, unless it is confirmed; "": nothing is measured.
std::string brief_crossings(const measure::Curve&);
/// Ranges in which lines that do not cross here would meet, by their slopes: one for each pair that would meet where it can be measured.
std::vector<measure::Along> meeting_ranges(const measure::Curve&, CurveQuantity);
/// "n = 5 000 to 200 000".
std::string range_text(const measure::Along&);
/// A warning that the machine was busy during measurements of times or peak rates; "": it was not.
std::string busy_machine_sentence(const measure::Curve&);
/// The progress of measuring: "12 of 27 points".
std::string curve_progress_text(const measure::Curve&);

}  // namespace neighborscope::charts
