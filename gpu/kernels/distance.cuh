// Metrics as template arguments, in the difference form, and keys, which all methods compare.
//
// A metric defines a term per dimension, how terms are joined, and the distance that a joined value stands for; `accumulate` joins one more
// term in the fewest instructions, for Euclid with one rounding less (a fused multiply-add, the same on both devices). Methods compare
// joined values, the reduced distances (the square for Euclid). A float32 value depends on the order of joining, which is therefore part of
// each algorithm. It is the same on both devices: neither contracts a multiplication and an addition into one rounding.
//
// Selection compares the bits of joined values as unsigned numbers. Only inner products join to negative values. So a joined value becomes
// a key by `in_key`, which puts the bits of inner products in order and leaves others unchanged; `of_key` is its inverse. A value from
// `in_key` is copied, never compared or computed with as a float: its bits may be no number.
#pragma once
#include "gpu/device/simt.hpp"
#include "gpu/kernels/ordered.cuh"
#include "gpu/knn.hpp"

namespace neighborscope::NEIGHBORSCOPE_DEVICE {

__device__ __forceinline__ float magnitude(float x) { return fabsf(x); }
__device__ __forceinline__ double magnitude(double x) { return fabs(x); }

/// For joined values that are never negative: their bits are already in order.
struct NonNegative {
    __device__ static __forceinline__ float in_key(float s) { return s; }
    __device__ static __forceinline__ float of_key(float in_key) { return in_key; }
};

struct Euclidean : NonNegative {
    template <class T>
    __device__ static __forceinline__ T term(T a, T b) {
        const T d = a - b;
        return d * d;
    }
    template <class T>
    __device__ static __forceinline__ T join(T s, T t) {
        return s + t;
    }
    __device__ static __forceinline__ float accumulate(float s, float a, float b) {
        const float d = a - b;
        return __fmaf_rn(d, d, s);
    }
    __device__ static __forceinline__ double distance(double s) { return sqrt(s); }
};
struct Manhattan : NonNegative {
    template <class T>
    __device__ static __forceinline__ T term(T a, T b) {
        return magnitude(a - b);
    }
    template <class T>
    __device__ static __forceinline__ T join(T s, T t) {
        return s + t;
    }
    __device__ static __forceinline__ float accumulate(float s, float a, float b) { return join(s, term(a, b)); }
    __device__ static __forceinline__ double distance(double s) { return s; }
};
struct Chebyshev : NonNegative {
    template <class T>
    __device__ static __forceinline__ T term(T a, T b) {
        return magnitude(a - b);
    }
    template <class T>
    __device__ static __forceinline__ T join(T s, T t) {
        return s < t ? t : s;
    }
    __device__ static __forceinline__ float accumulate(float s, float a, float b) { return join(s, term(a, b)); }
    __device__ static __forceinline__ double distance(double s) { return s; }
};

/// The inner product with its sign changed, so that the smaller value is nearer, as for other metrics.
struct InnerProduct {
    template <class T>
    __device__ static __forceinline__ T term(T a, T b) {
        return -(a * b);
    }
    template <class T>
    __device__ static __forceinline__ T join(T s, T t) {
        return s + t;
    }
    __device__ static __forceinline__ float accumulate(float s, float a, float b) { return __fmaf_rn(-a, b, s); }
    __device__ static __forceinline__ double distance(double s) { return s; }
    /// Makes -0 equal to 0: a term below float's range may leave -0.
    __device__ static __forceinline__ float in_key(float s) { return __uint_as_float(ordered(s + 0.0f)); }
    __device__ static __forceinline__ float of_key(float in_key) { return unordered(__float_as_uint(in_key)); }
};

/// Calls `f(metric type)`.
template <class F>
void with_distance(Metric metric, F f) {  // for methods that refuse inner products
    if (metric == Metric::euclidean) f(Euclidean{});
    else if (metric == Metric::manhattan) f(Manhattan{});
    else f(Chebyshev{});
}
template <class F>
void with_metric(Metric metric, F f) {
    if (metric == Metric::inner_product) f(InnerProduct{});
    else with_distance(metric, f);
}

/// Distance bits (in_key of the joined value) over index: as unsigned numbers, keys are ordered by (distance, index), and no two points
/// have the same key.
using Key = unsigned long long;
constexpr Key no_key = ~Key(0);  ///< after every key: no neighbour

__device__ __forceinline__ Key make_key(float distance, unsigned index) { return Key(__float_as_uint(distance)) << 32 | index; }
__device__ __forceinline__ std::int32_t index_of(Key key) { return key == no_key ? -1 : std::int32_t(unsigned(key)); }

template <class Metric>
__device__ __forceinline__ float join_four(float s, float4 a, float4 b) {
    s = Metric::join(s, Metric::term(a.x, b.x));
    s = Metric::join(s, Metric::term(a.y, b.y));
    s = Metric::join(s, Metric::term(a.z, b.z));
    return Metric::join(s, Metric::term(a.w, b.w));
}

/// Joins the terms of two rows, by one thread in ascending dimension.
template <class Metric>
__device__ __forceinline__ float thread_distance(const float* a, const float* b, int dimension) {
    float s = 0;
    int d = 0;
    if (dimension % 4 == 0) {  // then every row starts at a multiple of 16 bytes
        const float4 *a4 = reinterpret_cast<const float4*>(a), *b4 = reinterpret_cast<const float4*>(b);
        for (; d < dimension; d += 4) s = join_four<Metric>(s, __ldg(a4 + d / 4), __ldg(b4 + d / 4));
    }
    for (; d < dimension; ++d) s = Metric::join(s, Metric::term(__ldg(a + d), __ldg(b + d)));
    return s;
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE
