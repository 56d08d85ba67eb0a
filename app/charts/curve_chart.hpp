// A measured curve as a chart, and what it says in words.
#pragma once
#include "app/charts/chart.hpp"
#include "app/measure/curve.hpp"
#include "app/session/document/session.hpp"

namespace neighborscope::charts {

/// Which point of a curve a mark of its chart stands for: of the chart's first panel.
struct CurveMark {
    std::size_t line = 0, place = 0;
};

/// Marks with 95 % intervals, dashed the least that each could take, and where two curves cross. Beside nothing measured: an empty chart
/// with its axes.
Chart curve_chart(const measure::Curve&, CurveQuantity);
/// Of the point with this number in the series with that one of curve_chart's first panel; none: it is no measured point.
std::optional<CurveMark> mark_of(const measure::Curve&, CurveQuantity, std::size_t series, std::size_t point);

/// "heap, threads = 64" for "heap:threads=64".
std::string line_name(const measure::CurveLine&);
/// The numbers of a point: "quadtree-cached at n = 10 000: 1.24 ms (95 % interval 1.22 to 1.27), median of 30 runs", its floor, distances and recall; or why there are none.
std::string curve_point_text(const measure::Curve&, CurveMark);
/// How each grows, where two cross, what cannot answer where, a sentence each.
std::vector<std::string> curve_sentences(const measure::Curve&, CurveQuantity);
/// Where these two lines cross, or which is less everywhere.
std::vector<std::string> crossing_sentences(const measure::Curve&, CurveQuantity, std::size_t line, std::size_t other);
/// That other programs worked meanwhile, as the runs of points and the measurements of the ceilings tell: of times. "": nothing tells so.
std::string busy_machine_sentence(const measure::Curve&);
/// How far the measuring is: "12 of 27 points".
std::string curve_progress_text(const measure::Curve&);

}  // namespace neighborscope::charts
