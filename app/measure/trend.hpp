// What a curve says in words: how it grows, and where it meets another.
#pragma once
#include <optional>
#include <span>
#include <vector>

namespace neighborscope::measure {

/// A place of a curve, both above 0, and the ends of the value's interval.
struct CurvePlace {
    double x = 0, y = 0, low = 0, high = 0;
};

/// y = factor x^exponent, the straight line through logarithms by least squares, with the 95 % interval of the exponent (Student's t with
/// n - 2 degrees of freedom; Draper & Smith, "Applied Regression Analysis", 1998, section 1.4).
struct PowerLaw {
    double exponent = 0, low = 0, high = 0, factor = 0;
    double from = 0, to = 0;  ///< the part of the axis that it holds for
};
/// Of the longest upper part of the curve that lies within a factor 1.2 of a power law: four places at least, over a factor of 4 at least,
/// and half of the curve's range in logarithms. None where there is no such part. Places ascend.
std::optional<PowerLaw> power_law(std::span<const CurvePlace>);

inline constexpr double least_range_of_power = 4;

/// The power law nearest to all places, by least squares in logarithms, and how far the farthest place is off it: a factor above 1. None of
/// values that have no logarithm.
struct NearestPower {
    double exponent = 0, off = 1;
};
std::optional<NearestPower> nearest_power(std::span<const CurvePlace>);

/// The exponent between the last two places, where a power below 1 says too little: the curve bends upwards in its logarithms, as one with a
/// fixed cost does, by more than the intervals of these two.
std::optional<double> steeper_end(std::span<const CurvePlace>, const PowerLaw&);

/// Where two curves cross: `first` is less below it, or above it.
struct Crossing {
    double x = 0;
    bool first_below = false;
    bool significant = false;         ///< on both sides there is a place at which the intervals are apart
    double from = 0, to = 0;          ///< the nearest such places where it is sure; else those on both sides of x
    bool neighbouring_places = true;  ///< no place between `from` and `to`: the intervals are apart on both sides of x
};
/// Over places that both have, straight between these in logarithms. Ascending.
std::vector<Crossing> crossings(std::span<const CurvePlace> first, std::span<const CurvePlace> second);

}  // namespace neighborscope::measure
