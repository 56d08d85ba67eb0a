// What the rows of a list are ordered and written by: the reduced distance of two places in double precision, to the very bits of the
// oracle, and the distance they mean, rounded once. Conversions between float32 and double are what costs: a multiprocessor does 16 a
// cycle of 128 other operations. So numbers are widened by moving their bits, and the root is found in float32 and corrected by a rest
// in double precision.
#pragma once
#include "gpu/methods/leaf_warp/metric.cuh"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp {

constexpr double least_certain = 0x1p-80;  ///< sums below it, but 0, are left to the slow way

/// x in double precision. On CUDA by its bits: what is not a normal number becomes another one of less than 2^-125, alike for equal
/// ones, so that a sum is 0 only where it is, and what exceeds `least_certain` is right.
__device__ __forceinline__ double widened(float x) {
#if defined(__CUDACC__)
    const int bits = __float_as_int(x);
    return __hiloint2double(((bits >> 3) & int(0x8fffffffu)) + 0x38000000, bits << 29);
#else
    return double(x);
#endif
}

/// The reduced distance of two places: gpu/kernels/distance.cuh in double precision.
template <class Metric, int Dimension>
__device__ __forceinline__ double exact_sum(const Point<Dimension>& a, const Point<Dimension>& b) {
    double sum = 0;
#pragma unroll
    for (int d = 0; d < Dimension; ++d) {
        const double term = Metric::term(widened(a.at[d]), widened(b.at[d]));
        sum = d == 0 ? term : Metric::join(sum, term);
    }
    return sum;
}

/// The distance that a reduced distance means, as the oracle rounds it to float32. False where that is not sure. Without branches, as all that
/// follows.
__device__ __forceinline__ bool rounded_distance(Euclidean, double sum, float& distance) {
    const float nearly = float(sum), inverse = rsqrtf(nearly), root = nearly * inverse;
    const float rest = float(__fma_rn(-widened(root), widened(root), sum)), correction = 0.5f * rest * inverse, rounded = root + correction;
    const float low = correction - (rounded - root);
    distance = sum == 0 ? 0.0f : rounded;
    return (sum == 0) | ((sum >= least_certain) & (__fmaf_rn(low, 1 + 0x1p-16f, rounded) == rounded));
}
template <class Metric>
__device__ __forceinline__ bool rounded_distance(Metric, double sum, float& distance) {
    distance = float(sum);
    return (sum == 0) | (sum >= least_certain);
}

/// Whether one neighbour surely comes before the other, by (distance, row): sums so near each other may mean the same distance.
__device__ __forceinline__ bool certainly_before(double a, int row_a, double b, int row_b) {
    constexpr long long apart = 4;  // steps of double precision; the root halves them
    const long long steps = __double_as_longlong(b) - __double_as_longlong(a);
    return (steps > apart) | ((steps == 0) & (row_a < row_b));
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp
