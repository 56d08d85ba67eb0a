// The bounds with which a search begins.
#pragma once
#include "gpu/kernels/extent.cuh"
#include "gpu/methods/leaf_warp/metric.cuh"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp {

/// The leaves that are scanned before the walk through the tree.
template <int Dimension>
__device__ __forceinline__ int first_leaves(int sought) {
    if constexpr (Dimension == 2) return sought <= 8 ? 1 : sought <= 16 ? 2 : 2 + (sought + 31) / 32;
    else return sought <= 16 ? 2 : 3 + (sought + 31) / 32;
}

/// How many points a ball is to hold on average, so that it seldom holds fewer than are sought: some deviations of their number more.
__device__ __forceinline__ float ample(int sought) {
    constexpr float deviations = 1.5f;
    return float(sought) + deviations * sqrtf(float(sought)) + deviations * deviations / 2;
}

/// The third root, rounded alike on every device: two steps of Newton's from a guess by the exponent, good to a ten thousandth.
__device__ __forceinline__ float third_root(float x) {
    float root = __uint_as_float(__float_as_uint(x) / 3 + 0x2a514067u);
    for (int step = 0; step < 2; ++step) root = (2 * root + x / (root * root)) / 3;
    return root;
}

/// What a ball of radius 1 holds.
template <class M, int Dimension>
constexpr float unit_ball = Dimension == 2 ? (std::is_same_v<M, Euclidean>      ? 3.14159265f
                                                 : std::is_same_v<M, Manhattan> ? 2.0f
                                                                                : 4.0f)
                                           : (std::is_same_v<M, Euclidean>      ? 4.18879020f
                                                 : std::is_same_v<M, Manhattan> ? 4.0f / 3
                                                                                : 8.0f);

/// A bound that is most often right: the joined terms of a radius within which there are enough neighbours, where each point takes up so
/// much of the plane or of space. Of a ball that the box of all points cuts, the part inside counts.
template <class M, int Dimension>
__device__ __forceinline__ float likely_bound(const TreeView<Dimension>& tree, const Place<Dimension>& query, int sought, float of_point) {
    const auto root = [](float x) { return Dimension == 2 ? sqrtf(x) : third_root(x); };
    const float radius = root(of_point * ample(sought) / unit_ball<M, Dimension>);
    float inside = 1;
#pragma unroll
    for (int d = 0; d < Dimension; ++d) {
        const float low = fmaxf(query.at[d] - radius, unordered(~__ldg(tree.extent + d)));
        const float high = fminf(query.at[d] + radius, unordered(__ldg(tree.extent + Dimension + d)));
        inside *= fmaxf(high - low, 0.0f) / (2 * radius);
    }
    const float longer = radius * root(1 / inside);
    return std::is_same_v<M, Euclidean> ? longer * longer : longer;
}

template <int Dimension>
__device__ __forceinline__ float volume_of(const Box<Dimension>& box) {
    float volume = 1;
#pragma unroll
    for (int d = 0; d < Dimension; ++d) volume *= box.high[d] - box.low[d];
    return volume;
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp
