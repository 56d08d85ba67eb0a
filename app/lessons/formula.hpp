// Formulas of lessons: a small part of TeX as MathML, and as Unicode text.
#pragma once
#include <string>
#include <string_view>

namespace neighborscope::lessons {

struct Formula {
    std::string mathml;   ///< what stands inside <math>
    std::string unicode;  ///< "√(Σᵢ (xᵢ − yᵢ)²)"
};

/// Known are letters, numbers, operators, brackets, ^ and _, \frac{}{}, \sqrt{}, \text{}, \sum, \prod, \max, \min, \cos, \log, \|, Greek
/// letters and the signs of README.md. Input Error without a place for anything else.
Formula formula_in(std::string_view tex);

}  // namespace neighborscope::lessons
