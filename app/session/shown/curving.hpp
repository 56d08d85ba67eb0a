// Curves of the time and work of methods, as panels show them.
#pragma once
#include <memory>
#include <string>
#include <vector>

namespace neighborscope {

namespace measure {
struct Curve;  // app/measure/curve.hpp
}

/// The state of the measurement of curves.
struct Curving {
    std::shared_ptr<const measure::Curve> curve;  ///< what is measured so far; null: nothing
    bool running = false, stopped = false;        ///< stopped: measuring can continue
    std::string time_left;                        ///< "about 12 s left" while it runs; "": not known
    bool of_now = false;                          ///< `curve` was measured with the present settings
    std::string refusal, remedy;                  ///< why the present settings cannot be measured, and what to do; "": they can be
    std::vector<std::string> methods;             ///< of the document, as typed
    std::string along;                            ///< range of the horizontal axis, as typed
};

}  // namespace neighborscope
