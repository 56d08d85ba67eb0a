#include "app/session/workbench/workbench_state.hpp"

#include <algorithm>

namespace neighborscope {

void CurveControls::measure(std::optional<measure::ExpectedCrossing> expected) {
    state_.curves.refresh(state_.asking.device());
    state_.curves.start(std::move(expected));
}

void CurveControls::measure_along_k(std::vector<std::string> methods) {
    constexpr std::int64_t most_neighbours = 512, all_ask_up_to = 100000;
    const std::int64_t count = state_.common.view.data.count;
    state_.change([&](SessionState& next) {
        next.chart = ChartShown::curves;
        next.curve_methods = std::move(methods);
        next.curve_along = "k=1:" + std::to_string(std::clamp<std::int64_t>(count, 2, most_neighbours));
        next.curve_quantity = CurveQuantity::time;
        next.curve_queries = count <= all_ask_up_to ? 0 : all_ask_up_to;
    });
    measure();
}

void CurveControls::stop() { state_.curves.stop(); }

void CurveControls::forget() { state_.curves.forget(); }

void CurveControls::apply_curve_point(std::size_t line, std::size_t place) {
    const std::shared_ptr<const measure::Curve> curve = state_.common.view.curves.curve;
    if (curve && line < curve->points.size() && place < curve->places.size())
        state_.change([&](SessionState& next) { neighborscope::apply_curve_point(next, *curve, line, place); });
}

}  // namespace neighborscope
