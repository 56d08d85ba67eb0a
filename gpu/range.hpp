// The range of float32 in which squared distances neither overflow nor lose digits to underflow, and how data outside it is
// brought inside: multiplied by a power of two, which changes no digit of any coordinate, difference or distance.
//
// Searcher does this for every method: methods never see coordinates above 2^56, and see the largest one at 2^56 when it would
// be below 2^-20. With |x| <= 2^56 and 4096 dimensions a squared distance is at most (2^57)^2 x 2^12 = 2^126, below float32's end.
#pragma once
#include <span>

namespace neighborscope {

/// The largest |coordinate|, 0 of nothing, +infinity when one is infinite or NaN.
float largest_magnitude(std::span<const float> coordinates);

/// e so that coordinates up to `largest`, multiplied by 2^e, can be searched in float32; 0 when they can as they are.
int scaling_exponent(float largest);

}  // namespace neighborscope
