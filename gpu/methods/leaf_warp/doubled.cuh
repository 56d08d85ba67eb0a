// Distances to twice the digits of float32, as an unevaluated sum of two floats: enough to know the correctly rounded distance and the
// order of two neighbours in all but a few rows, without the conversions to double, of which a multiprocessor does 16 a cycle. The
// error-free sums and products are those of Knuth and Dekker (T. J. Dekker: A floating-point technique for extending the available
// precision, 1971).
#pragma once
#include "gpu/methods/leaf_warp/metric.cuh"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp {

/// high + low, where high is the sum rounded to float32. It is off by a share of 2^-43 at most, or by nothing where it is `exact`: then
/// double precision gives the very same.
struct Doubled {
    float high, low;
    bool exact;
};

/// a + b = high + low, exactly.
__device__ __forceinline__ Doubled exact_sum(float a, float b) {
    const float high = a + b, of_b = high - a;
    return {high, (a - (high - of_b)) + (b - of_b), true};
}

/// The terms of a metric and how they join, as in gpu/kernels/distance.cuh.
__device__ __forceinline__ Doubled doubled_term(Euclidean, float a, float b) {
    const Doubled difference = exact_sum(a, -b);
    const float high = difference.high * difference.high, rest = __fmaf_rn(difference.high, difference.high, -high);
    return {high, __fmaf_rn(2 * difference.high, difference.low, rest), bool((difference.low == 0) & (rest == 0))};
}
template <class Metric>
__device__ __forceinline__ Doubled doubled_term(Metric, float a, float b) {
    const Doubled difference = exact_sum(a, -b);
    const bool negative = difference.high < 0;
    return {fabsf(difference.high), negative ? -difference.low : difference.low, difference.low == 0};
}
template <class Metric>
__device__ __forceinline__ Doubled doubled_join(Metric, const Doubled& a, const Doubled& b) {
    const Doubled high = exact_sum(a.high, b.high);
    const float low = high.low + (a.low + b.low), sum = high.high + low;
    return {sum, low - (sum - high.high), bool(a.exact & b.exact & (high.low == 0))};
}
__device__ __forceinline__ Doubled doubled_join(Chebyshev, const Doubled& a, const Doubled& b) {
    const bool second = b.high > a.high || (b.high == a.high && b.low > a.low);
    return second ? b : a;
}

/// The joined terms of two places.
template <class Metric, int Dimension>
__device__ __forceinline__ Doubled doubled_sum(const Place<Dimension>& a, const Place<Dimension>& b) {
    Doubled sum = doubled_term(Metric{}, a.at[0], b.at[0]);
#pragma unroll
    for (int d = 1; d < Dimension; ++d) sum = doubled_join(Metric{}, sum, doubled_term(Metric{}, a.at[d], b.at[d]));
    return sum;
}

constexpr float least_doubled = 0x1p-80f;  ///< below it the rests of squares lose digits

/// The distance that joined terms mean, rounded to float32 once. False where that is not sure. Without branches, as all that follows.
__device__ __forceinline__ bool rounded_distance(Euclidean, const Doubled& sum, float& distance) {
    const float inverse = rsqrtf(sum.high), root = sum.high * inverse;  // nearly: the rest corrects it
    const float rest = __fmaf_rn(-root, root, sum.high) + sum.low, correction = 0.5f * rest * inverse, rounded = root + correction;
    const float low = correction - (rounded - root);
    const bool is_zero = (sum.high == 0) & sum.exact;
    distance = is_zero ? 0.0f : rounded;
    return is_zero | ((sum.high >= least_doubled) & (__fmaf_rn(low, 1 + 0x1p-16f, rounded) == rounded));
}
template <class Metric>
__device__ __forceinline__ bool rounded_distance(Metric, const Doubled& sum, float& distance) {
    distance = sum.high + sum.low;
    const float low = sum.low - (distance - sum.high);
    return sum.exact | ((sum.high >= least_doubled) & (__fmaf_rn(low, 1 + 0x1p-16f, distance) == distance));
}

/// Whether one neighbour surely comes before the other, by (distance, row).
__device__ __forceinline__ bool surely_before(const Doubled& a, int row_a, const Doubled& b, int row_b) {
    const float apart = (b.high - a.high) + (b.low - a.low);
    return (apart > b.high * 0x1p-40f) | ((apart == 0) & a.exact & b.exact & (row_a < row_b));
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp
