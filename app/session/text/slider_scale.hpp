// The scale of a slider, the same in every window.
#pragma once
#include "gpu/options.hpp"

#include <optional>

namespace neighborscope {

/// Maps values to positions on a slider of `steps` steps, and back. Long ranges of positive numbers are logarithmic; in very long ones
/// whole numbers are rounded to two digits.
class SliderScale {
public:
    static constexpr int steps = 200;
    SliderScale(double from, double to, bool integer, bool powers_of_two = false);
    /// The scale of a numeric option with a slider: over OptionSpec::slider, else over its whole domain.
    static std::optional<SliderScale> of(const OptionSpec&);
    int position(double value) const;  ///< clamped to the ends
    double value(int position) const;

private:
    double from_, to_;
    bool integer_, powers_, logarithmic_;
};

}  // namespace neighborscope
