// Distances of one search. Most kernels serve all metrics and test the metric at each step, where all threads agree; the fastest one
// is compiled once more for the Euclidean distance, so that its loop is short.
#pragma once
#include "gpu/methods/leaf_warp/tree.hpp"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp {

/// Calls f(the metric as a type). `metric` is a Metric, or already such a type.
template <class F>
__device__ __forceinline__ void with_metric_here(Metric metric, F f) {
    if (metric == Metric::euclidean) f(Euclidean{});
    else if (metric == Metric::manhattan) f(Manhattan{});
    else f(Chebyshev{});
}
template <class F>
__device__ __forceinline__ void with_metric_here(Euclidean metric, F f) {
    f(metric);
}

/// The reduced distance of two positions. leaf-warp compares only values of `reduced_distance`: rounding never makes the
/// reduced distance of a greater difference smaller, so that a box is never farther than a point in it.
template <class M, int Dimension>
__device__ __forceinline__ float reduced_distance(const Point<Dimension>& a, const Point<Dimension>& b) {
    float sum = 0;
#pragma unroll
    for (int d = 0; d < Dimension; ++d) sum = M::accumulate(sum, a.at[d], b.at[d]);
    return sum;
}

/// From a position to the nearest and to the farthest position in a box.
template <class M, int Dimension>
__device__ __forceinline__ float min_distance(const Box<Dimension>& box, const Point<Dimension>& place) {
    float sum = 0;
#pragma unroll
    for (int d = 0; d < Dimension; ++d)
        sum = M::accumulate(sum, fmaxf(fmaxf(box.low[d] - place.at[d], place.at[d] - box.high[d]), 0.0f), 0.0f);
    return sum;
}
template <class M, int Dimension>
__device__ __forceinline__ float max_distance(const Box<Dimension>& box, const Point<Dimension>& place) {
    float sum = 0;
#pragma unroll
    for (int d = 0; d < Dimension; ++d)
        sum = M::accumulate(sum, fmaxf(fabsf(place.at[d] - box.low[d]), fabsf(box.high[d] - place.at[d])), 0.0f);
    return sum;
}
/// Between two boxes.
template <class M, int Dimension>
__device__ __forceinline__ float min_distance(const Box<Dimension>& box, const Box<Dimension>& other) {
    float sum = 0;
#pragma unroll
    for (int d = 0; d < Dimension; ++d)
        sum = M::accumulate(sum, fmaxf(fmaxf(box.low[d] - other.high[d], other.low[d] - box.high[d]), 0.0f), 0.0f);
    return sum;
}

template <int Dimension, class Where, class AnyMetric>
__device__ __forceinline__ float min_distance(AnyMetric metric, const Box<Dimension>& box, const Where& from) {
    float found = 0;
    with_metric_here(metric, [&](auto m) { found = min_distance<decltype(m)>(box, from); });
    return found;
}

template <int Dimension>
__device__ __forceinline__ Box<Dimension> box_union(const Box<Dimension>& a, const Box<Dimension>& b) {
    Box<Dimension> box;
#pragma unroll
    for (int d = 0; d < Dimension; ++d) {
        box.low[d] = fminf(a.low[d], b.low[d]);
        box.high[d] = fmaxf(a.high[d], b.high[d]);
    }
    return box;
}

/// The true distance in double precision, as the oracle computes it.
template <int Dimension, class AnyMetric>
__device__ __forceinline__ double exact_distance_here(AnyMetric metric, const Point<Dimension>& a, const Point<Dimension>& b) {
    double distance = 0;
    with_metric_here(metric, [&](auto m) {
        using M = decltype(m);
        double sum = 0;
#pragma unroll
        for (int d = 0; d < Dimension; ++d) sum = M::join(sum, M::term(double(a.at[d]), double(b.at[d])));
        distance = M::distance(sum);
    });
    return distance;
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp
