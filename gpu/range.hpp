// The range of float32 in which squared distances neither overflow nor lose digits to underflow, and how data outside it is
// brought inside: multiplied by a power of two, which changes no digit of any coordinate, difference or distance that stays in range.
//
// Searcher does this for every method: methods never see coordinates above 2^56. With |x| <= 2^56 and 4096 dimensions a squared
// distance is at most (2^57)^2 x 2^12 = 2^126, below float32's end. What is too small beside the largest coordinate is found out
// after the search, by the distances that came out (smallest_reliable_distance).
#pragma once
#include <limits>
#include <span>

namespace neighborscope {

/// How large and how small coordinates are.
struct Magnitudes {
    float largest = 0;                                        ///< of all |coordinates|; +infinity when one is infinite or NaN
    float smallest = std::numeric_limits<float>::infinity();  ///< of those that are not 0; +infinity when there are none

    void include(const Magnitudes&);
};
Magnitudes magnitudes_of(std::span<const float> coordinates);

/// e so that coordinates up to `largest`, multiplied by 2^e, can be searched in float32; 0 when they can as they are. Else one of few
/// values, so that queries of different sizes share one; never greater for a greater `largest`.
int scaling_exponent(float largest);

/// Searched in float32, multiplied by 2^exponent, a list is right within rounding_bound (gpu/oracle/oracle.hpp) when the true distance
/// of its last neighbour is 0 or at least this: squares below it, and coordinates that were scaled down, may have lost their digits.
double smallest_reliable_distance(int dimension, int exponent);

/// The same of inner products, whatever they come out as, by the largest coordinates of the query and of all points before they are
/// multiplied: of smaller ones terms below float32's range may have lost digits.
bool are_products_reliable(double query, double points, int exponent);

/// No distance but 0 of rows whose coordinates have such a smallest magnitude is below this, in any metric.
double smallest_nonzero_distance(float smallest);

}  // namespace neighborscope
