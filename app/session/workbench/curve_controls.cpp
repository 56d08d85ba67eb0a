#include "app/session/workbench/workbench_state.hpp"

namespace neighborscope {

void CurveControls::measure() {
    state_.curves.refresh(state_.asking.device());
    state_.curves.start();
}

void CurveControls::stop() { state_.curves.stop(); }

void CurveControls::forget() { state_.curves.forget(); }

void CurveControls::apply_curve_point(std::size_t line, std::size_t place) {
    const std::shared_ptr<const measure::Curve> curve = state_.common.view.curves.curve;
    if (curve && line < curve->points.size() && place < curve->places.size())
        state_.change([&](SessionState& next) { neighborscope::apply_curve_point(next, *curve, line, place); });
}

}  // namespace neighborscope
