#include "gpu/range.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace neighborscope {

void Magnitudes::include(const Magnitudes& other) {
    largest = std::max(largest, other.largest);
    smallest = std::min(smallest, other.smallest);
}

// Bits of non-negative floats are ordered like the floats. Sixteen lanes, which the compiler vectorises.
Magnitudes magnitudes_of(std::span<const float> coordinates) {
    constexpr std::int32_t infinite = 0x7f800000;
    constexpr std::size_t lanes = 16;
    std::int32_t largest[lanes] = {}, smallest[lanes];
    std::fill_n(smallest, lanes, infinite);
    const auto take = [&](const float* x, std::size_t lane) {
        const std::int32_t bits = std::bit_cast<std::int32_t>(x[lane]) & 0x7fffffff, unless_zero = bits == 0 ? infinite : bits;
        largest[lane] = largest[lane] < bits ? bits : largest[lane];
        smallest[lane] = smallest[lane] < unless_zero ? smallest[lane] : unless_zero;
    };
    const std::size_t whole = coordinates.size() / lanes * lanes;
    for (const float* x = coordinates.data(); x != coordinates.data() + whole; x += lanes)
        for (std::size_t lane = 0; lane < lanes; ++lane) take(x, lane);
    for (std::size_t lane = 0; lane < coordinates.size() - whole; ++lane) take(coordinates.data() + whole, lane);
    return {std::bit_cast<float>(std::min(*std::max_element(largest, largest + lanes), infinite)),
        std::bit_cast<float>(*std::min_element(smallest, smallest + lanes))};
}

int scaling_exponent(float largest) {
    constexpr int top = 56, bottom = -20, step = 32;
    if (largest == 0 || !std::isfinite(largest)) return 0;
    int exponent = 0;
    if (std::frexp(largest, &exponent) == 0.5f) --exponent;  // largest is at most 2^exponent, and above 2^(exponent - 1)
    if (exponent > bottom - 1 && exponent <= top) return 0;
    const int steps = exponent > 0 ? (exponent + step - 1) / step : -(-exponent / step);  // rounded up
    return top - step * steps;
}

// A computed square has an error of at most 2^-150 for each of D dimensions. D x 2^-150 is below 2^-26 of the square if this is at least
// D x 2^-124: a quarter of a rounding. Coordinates that became subnormal have an error of 2^-150 each,
// distances of sqrt(D) x 2^-149 (sums of differences of D x 2^-149), which is even less.
double smallest_reliable_distance(int dimension, int exponent) { return std::ldexp(std::sqrt(double(dimension)), -62 - exponent); }

// A term loses at most 2^-150 below float32's range. The order of two points depends on two sums of D <= 4096 terms, which lose at most
// 2^-137 together. If the product of the largest coordinates is at least 2^-100, that is less than 2^-36 of it. This is much less than one
// rounding of the product of the lengths, which is no smaller. Coordinates that scaling down moves below float32's range lose at most
// 2^-150 each, which is compared with the largest coordinate in the same way.
bool are_products_reliable(double query, double points, int exponent) {
    const double largest_query = std::ldexp(query, exponent), largest_point = std::ldexp(points, exponent);
    return largest_query * largest_point >= 0x1p-100 && (exponent >= 0 || std::min(largest_query, largest_point) >= 0x1p-100);
}

// Coordinates and their differences are multiples of the unit in the last place of the smallest coordinate.
double smallest_nonzero_distance(float smallest) {
    if (!std::isfinite(smallest)) return std::numeric_limits<double>::infinity();
    if (smallest == 0) return std::ldexp(1.0, -149);
    return std::ldexp(1.0, std::max(std::ilogb(smallest) - 23, -149));
}

}  // namespace neighborscope
