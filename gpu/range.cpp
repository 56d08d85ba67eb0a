#include "gpu/range.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace neighborscope {

float largest_magnitude(std::span<const float> coordinates) {
    std::uint32_t largest = 0;  // bits of non-negative floats are ordered as the floats are, and this loop is vectorised
    for (float x : coordinates) largest = std::max(largest, std::bit_cast<std::uint32_t>(x) & 0x7fffffffu);
    return largest >= 0x7f800000u ? std::numeric_limits<float>::infinity() : std::bit_cast<float>(largest);
}

int scaling_exponent(float largest) {
    constexpr int top = 56, bottom = -20;
    if (largest == 0 || !std::isfinite(largest)) return 0;
    int exponent = 0;
    const float fraction = std::frexp(largest, &exponent);  // largest = fraction x 2^exponent, fraction in [1/2, 1)
    if (exponent >= bottom && (exponent <= top || (exponent == top + 1 && fraction == 0.5f))) return 0;
    return top - exponent;
}

}  // namespace neighborscope
