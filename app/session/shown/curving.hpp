// Curves of what methods take, as panels show them.
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
    bool running = false, stopped = false;        ///< stopped: it can be gone on with
    bool of_now = false;                          ///< it is what the document asks now
    std::string refusal, remedy;                  ///< why what the document asks cannot be measured, and what to do; "" it can
    std::vector<std::string> methods;             ///< of the document's curves, as typed
    std::string along;                            ///< and their range
};

}  // namespace neighborscope
