// The range of float32 in which squared distances neither overflow nor lose digits to underflow. Data outside it are multiplied by a power
// of two, which changes no digit of a coordinate, difference or distance that stays in range.
//
// Searcher does this for every method: methods never see coordinates above 2^56. With |x| <= 2^56 and 4096 dimensions a squared
// distance is at most (2^57)^2 x 2^12 = 2^126, below float32's maximum. Distances that are too small beside the largest coordinate are
// detected after the search (smallest_reliable_distance).
#pragma once
#include <limits>
#include <span>

namespace neighborscope {

/// The magnitudes of coordinates.
struct Magnitudes {
    float largest = 0;                                        ///< of all |coordinates|; +infinity when one is infinite or NaN
    float smallest = std::numeric_limits<float>::infinity();  ///< of those that are not 0; +infinity when there are none

    void include(const Magnitudes&);
};
Magnitudes magnitudes_of(std::span<const float> coordinates);

/// The exponent e so that coordinates up to `largest`, multiplied by 2^e, can be searched in float32; 0 if they can be as they are. Else
/// one of few values, so that queries of different magnitudes share one; never greater for a greater `largest`.
int scaling_exponent(float largest);

/// A list searched in float32, multiplied by 2^exponent, is right within rounding_bound (gpu/oracle/oracle.hpp) if the true distance of its
/// last neighbour is 0 or at least this. Squares below it, and coordinates that were scaled down, may have lost digits.
double smallest_reliable_distance(int dimension, int exponent);

/// Whether float32 keeps enough digits of inner products. `query` and `points` are the largest coordinates of the query and of all points
/// before they are scaled. If these are smaller, terms below float32's range may have lost digits.
bool are_products_reliable(double query, double points, int exponent);

/// A lower bound of all distances but 0 between rows whose coordinates have this smallest magnitude, in any metric.
double smallest_nonzero_distance(float smallest);

}  // namespace neighborscope
