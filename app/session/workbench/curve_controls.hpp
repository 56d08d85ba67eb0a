// Controls of curves: time and work of methods along n, k, queries, dimensions or an option.
#pragma once
#include "app/measure/curve.hpp"
#include "app/session/workbench/controls.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace neighborscope {

/// The document specifies the curves, which are measured in the background. Results are in view().curves.
class CurveControls : public Controls {
public:
    using Controls::Controls;

    /// Continues a stopped measurement, else starts one, whose sentences compare it with what is `expected`. No effect if it is refused.
    void measure(std::optional<measure::ExpectedCrossing> expected = {});
    /// Measures these methods by time, from small k to large k, with every point as a query, as long as they are not too many.
    void measure_along_k(std::vector<std::string> methods);
    void stop();  ///< keeps what is measured
    void forget();
    /// Applies the settings of one point of the curve shown to the document: method, and k, n or option. One undoable step.
    void apply_curve_point(std::size_t line, std::size_t place);
};

}  // namespace neighborscope
