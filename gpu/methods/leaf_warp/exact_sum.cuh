// The values by which the rows of a list are ordered and written: the reduced distance of two positions in double precision, bit by bit
// that of the oracle, and its distance, rounded once. Conversions between float32 and double are expensive: a multiprocessor does 16 per
// cycle, but 128 other operations. So numbers are widened by moving their bits, and the root is computed in float32 and corrected by a
// residual in double precision.
#pragma once
#include "gpu/methods/leaf_warp/metric.cuh"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp {

constexpr double least_certain = 0x1p-80;  ///< the slow code computes smaller sums, except 0

/// x in double precision. On CUDA by its bits: subnormal numbers become other numbers below 2^-125, equal ones
/// equal, so that a sum is 0 only where it should be, and sums above `least_certain` are right.
__device__ __forceinline__ double widened(float x) {
#if defined(__CUDACC__)
    const int bits = __float_as_int(x);
    return __hiloint2double(((bits >> 3) & int(0x8fffffffu)) + 0x38000000, bits << 29);
#else
    return double(x);
#endif
}

/// The reduced distance of two positions: gpu/kernels/distance.cuh in double precision.
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

/// The distance for a reduced distance, rounded to float32 as by the oracle. False if that is uncertain. This and the following functions
/// have no branches.
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

/// Whether one neighbour certainly comes before the other by (distance, row): close sums may have the same distance.
__device__ __forceinline__ bool certainly_before(double a, int row_a, double b, int row_b) {
    constexpr long long apart = 4;  // units in the last place of double precision; the root halves them
    const long long steps = __double_as_longlong(b) - __double_as_longlong(a);
    return (steps > apart) | ((steps == 0) & (row_a < row_b));
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp
