// Describes curves: their growth, and where two curves cross.
#pragma once
#include <optional>
#include <span>
#include <vector>

namespace neighborscope::measure {

/// A place and a value of a curve, both above 0, and the ends of the value's interval.
struct CurvePlace {
    double x = 0, y = 0, low = 0, high = 0;
};

/// y = factor x^exponent: the least-squares line through logarithms, with the 95 % interval of the exponent (Student's t with n - 2 degrees
/// of freedom; Draper & Smith, "Applied Regression Analysis", 1998, section 1.4).
struct PowerLaw {
    double exponent = 0, low = 0, high = 0, factor = 0;
    double from = 0, to = 0;  ///< the part of the axis for which it holds
};
/// Fits the longest upper part of the curve that is within a factor 1.2 of a power law: at least four places, a factor of 4, and half of
/// the curve's range in logarithms. None if there is no such part. Places ascend.
std::optional<PowerLaw> power_law(std::span<const CurvePlace>);

inline constexpr double least_range_of_power = 4;

/// The least-squares power law for all places, and the largest deviation as a factor above 1. None for values without a logarithm.
struct NearestPower {
    double exponent = 0, off = 1;
};
std::optional<NearestPower> nearest_power(std::span<const CurvePlace>);

/// Returns the exponent between the last two places if a power below 1 is misleading: the curve bends upwards in logarithms, as with a
/// fixed cost, by more than the intervals of these two.
std::optional<double> steeper_end(std::span<const CurvePlace>, const PowerLaw&);

/// A crossing of two curves: `first` is the smaller below it, or above it.
struct Crossing {
    double x = 0;
    bool first_below = false;
    bool significant = false;         ///< on both sides there is a place with disjoint intervals
    double from = 0, to = 0;          ///< the nearest such places if significant; else the places on both sides of x
    bool neighbouring_places = true;  ///< there is no place between `from` and `to`
};
/// Finds crossings over common places, with straight lines between them in logarithms. Ascending.
std::vector<Crossing> crossings(std::span<const CurvePlace> first, std::span<const CurvePlace> second);

/// Where two curves that do not cross would meet if both went on as they do at an end of their common places: with the least-squares slope
/// of the ratio over the half of the places at that end, in logarithms. The nearer of both ends, not below `least`. None if there are fewer
/// than four common places, if the curves cross, if the 95 % interval of the slope (Student's t) holds 0, so that they may not come closer,
/// or if they would meet a factor of 1000 beyond that end.
struct Meeting {
    double x = 0;
    double end = 0;  ///< the place from which the slopes go on: x is above it, or below
    bool above() const { return x > end; }
};
std::optional<Meeting> meeting(std::span<const CurvePlace> first, std::span<const CurvePlace> second, double least = 0);

}  // namespace neighborscope::measure
