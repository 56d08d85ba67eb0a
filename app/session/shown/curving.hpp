// Curves of the time and work of methods, as panels show them.
#pragma once
#include <memory>
#include <string>
#include <vector>

namespace neighborscope {

namespace measure {
struct Curve;  // app/measure/curve.hpp
}

/// Curves: what was measured so far, and what can be asked.
struct Curving {
    std::shared_ptr<const measure::Curve> curve;  ///< as far as it is measured; null: nothing is
    bool running = false, stopped = false;        ///< stopped: measuring can continue
    bool of_now = false;                          ///< it was measured with the present settings
    std::string refusal, remedy;                  ///< why the present settings cannot be measured, and what to do; "": they can
    std::vector<std::string> methods;             ///< of the document's curves, as typed
    std::string along;                            ///< and their range
};

}  // namespace neighborscope
