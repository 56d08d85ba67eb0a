// Where a number lies on a slider, the same in every window.
#pragma once
#include "gpu/options.hpp"

#include <optional>

namespace neighborscope {

/// Where a value lies on a slider of `steps` steps, and back. Long ranges of positive numbers are logarithmic; whole numbers of very long
/// ones are rounded to two digits.
class SliderScale {
public:
    static constexpr int steps = 200;
    SliderScale(double from, double to, bool integer, bool powers_of_two = false);
    /// Of an option that is a number and has a slider: over OptionSpec::slider, else over all of its domain.
    static std::optional<SliderScale> of(const OptionSpec&);
    int position(double value) const;  ///< values beyond the ends lie at the ends
    double value(int position) const;

private:
    double from_, to_;
    bool integer_, powers_, logarithmic_;
};

}  // namespace neighborscope
