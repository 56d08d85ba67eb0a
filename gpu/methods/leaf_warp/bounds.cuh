// The bounds with which a search begins: a certain one, from the boxes of the nearest leaves, and an estimated one, from the density of
// points there.
#pragma once
#include "gpu/kernels/extent.cuh"
#include "gpu/kernels/warp.cuh"
#include "gpu/methods/leaf_warp/curve.cuh"
#include "gpu/methods/leaf_warp/metric.cuh"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp {

/// The leaves that are scanned before the walk through the tree.
template <int Dimension>
__device__ __forceinline__ int first_leaf_count(int k) {
    if constexpr (Dimension == 2) return k <= 8 ? 1 : k <= 16 ? 2 : 2 + (k + 31) / 32;
    else return k <= 16 ? 2 : 3 + (k + 31) / 32;
}

/// The average number of points in a ball, so that it seldom holds fewer than k: k plus some standard deviations.
__device__ __forceinline__ float count_with_margin(int k) {
    constexpr float deviations = 1.5f;
    return float(k) + deviations * sqrtf(float(k)) + deviations * deviations / 2;
}

/// The cube root, rounded alike on every device: two Newton steps from a guess by the exponent, accurate to 1e-4.
__device__ __forceinline__ float third_root(float x) {
    float root = __uint_as_float(__float_as_uint(x) / 3 + 0x2a514067u);
    for (int step = 0; step < 2; ++step) root = (2 * root + x / (root * root)) / 3;
    return root;
}

/// The volume of a ball of radius 1.
template <class M, int Dimension>
constexpr float unit_ball = Dimension == 2 ? (std::is_same_v<M, Euclidean>      ? 3.14159265f
                                                 : std::is_same_v<M, Manhattan> ? 2.0f
                                                                                : 4.0f)
                                           : (std::is_same_v<M, Euclidean>      ? 4.18879020f
                                                 : std::is_same_v<M, Manhattan> ? 4.0f / 3
                                                                                : 8.0f);

/// A bound that is usually right: the reduced distance of a radius within which there are enough neighbours, if each point takes up
/// `volume_of_point`. If the box of all points cuts the ball, only the part inside counts.
template <class M, int Dimension>
__device__ __forceinline__ float estimated_bound(
    const TreeView<Dimension>& tree, const Point<Dimension>& query, int k, float volume_of_point) {
    const auto root = [](float x) { return Dimension == 2 ? sqrtf(x) : third_root(x); };
    const float radius = root(volume_of_point * count_with_margin(k) / unit_ball<M, Dimension>);
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

/// Where a packet's search begins: [count] leaves along the curve, the nearest ones; only its own leaf if the bound is estimated.
struct FirstBound {
    int leaf, count, first;
    float farthest;  ///< the reduced distance within which there are enough points, certainly or probably
    bool estimated;
    float volume_of_point = 0;  ///< for an estimate: area or volume per point
};
/// `estimated`: whether an estimated bound will do. Whole warp.
template <class Search>
__device__ __forceinline__ FirstBound first_bound(const Search& search, int packet, bool estimated) {
    constexpr bool estimates = Search::Size::estimates;
    constexpr int Dimension = Search::dimension;
    int own_packet = packet;
#if defined(__CUDACC__)
    asm volatile("" : "+r"(own_packet));  // makes both tries compute their start, which takes no registers in between
#endif
    FirstBound start{};
    start.leaf =
        search.batch.key ? leaf_at(search.tree, search.batch.key[min(own_packet * 32 + 16, search.batch.queries - 1)]) : own_packet;
    start.count = min(first_leaf_count<Dimension>(search.batch.k), search.tree.leaves());
    start.first = min(max(start.leaf - start.count / 2, 0), search.tree.leaves() - start.count);
    if (start.first + start.count == search.tree.leaves() && start.first > 0)
        --start.first, ++start.count;  // the last leaf may hold few points
    Box<Dimension> near = search.tree.box_of(0, start.first);
    [[maybe_unused]] float volume = volume_of(near);
    for (int i = 1; i < start.count; ++i) {
        const Box<Dimension> leaf = search.tree.box_of(0, start.first + i);
        near = box_union(near, leaf);
        if constexpr (estimates) volume += volume_of(leaf);
    }
    with_metric_here(search.metric, [&](auto m) {
        start.farthest = max_distance<decltype(m)>(near, search.query);
        if (search.batch.previous.of_row && search.active)
            start.farthest = fminf(start.farthest,
                search.batch.previous.reduced_bound(search.batch.metric, search.batch.query[own_packet * 32 + search.lane]));
        if constexpr (estimates) {
            if (estimated && search.tree.top > 0) {
                const int node = start.leaf / 32, points_of_node = min(32 * leaf_points, search.tree.points - node * 32 * leaf_points);
                const float here = volume / float(start.count * leaf_points),
                            in_node = volume_of(search.tree.box_of(1, node)) / float(points_of_node);
                start.volume_of_point = fmaxf(here, in_node);
                const float guess = estimated_bound<decltype(m)>(search.tree, search.query, search.batch.k, start.volume_of_point);
                // If points are farther apart here than in the node, density decreases, and the ball would hold too few.
                start.estimated = __all_sync(all_lanes, guess > 0 && guess < start.farthest && here <= 1.2f * in_node);
                if (start.estimated) start.farthest = guess, start.count = 1, start.first = start.leaf;
            }
        }
    });
    return start;
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp
