// Moving points: a bound of the distance of a point's last neighbour, from the answer before they moved.
//
// No distance between two points grows by more than the paths of both. So the k points that were the nearest are now at most
// d_k + 2 v_max away, where v_max is the longest path of any point, and so is the k-th neighbour. This bounds the search before it
// visits any leaf. The lists do not change.
#pragma once
#include "gpu/kernels/tile.hpp"
#include "gpu/methods/leaf_warp/metric.cuh"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp {

constexpr unsigned threads_of_movement = 256;

/// Sets *greatest, as the bits of a float, to the longest path between two positions of a point; it must be 0 or more before.
template <int Dimension>
__global__ void __launch_bounds__(threads_of_movement)
    find_longest_path(const float* now, const float* before, std::int64_t count, Metric metric, unsigned* greatest) {
    float longest = 0;
    for (std::int64_t row = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x; row < count; row += std::int64_t(gridDim.x) * blockDim.x) {
        Point<Dimension> from, to;
        for (int d = 0; d < Dimension; ++d) from.at[d] = before[row * Dimension + d], to.at[d] = now[row * Dimension + d];
        float path = 0;
        with_metric_here(metric, [&](auto m) { path = float(decltype(m)::distance(reduced_distance<decltype(m)>(from, to))); });
        longest = path >= 0 ? fmaxf(longest, path) : std::numeric_limits<float>::infinity();
    }
    const unsigned of_warp = greatest_of_warp(__float_as_uint(longest));
    if (threadIdx.x % 32 == 0) atomicMax(greatest, of_warp);
}

/// Stores for the next answer each point's last distance, infinity if its list is not full.
__global__ inline void keep_radius(const float* distance, int k, std::int64_t count, float* radius) {
    const std::int64_t row = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (row >= count) return;
    const float last = distance[row * k + k - 1];
    radius[row] = last >= 0 ? last : std::numeric_limits<float>::infinity();
}

/// The previous answer, valid while the same search is repeated after points moved.
template <int Dimension>
class Movement {
public:
    /// The previous radii, if a self-join repeats the last one; measures how far points moved.
    PreviousRadius known(Stream& stream, const Points& points, const Problem& problem) {
        if (!kept_ || kept_->k != problem.k || kept_->metric != problem.metric || kept_->exclude_self != problem.exclude_self) return {};
        longest_.at_least(stream, 1, "leaf-warp: movement");
        longest_.fill_bytes(stream, 0);
        const std::int64_t wanted = (points.count + threads_of_movement - 1) / threads_of_movement;
        const unsigned blocks = unsigned(std::min<std::int64_t>(wanted, 8 * std::int64_t(limits().multiprocessors)));
        launch(stream, {blocks, threads_of_movement}, KERNEL(find_longest_path<Dimension>), points.coordinates, before_.data(),
            points.count, problem.metric, longest_.data());
        kept_.reset();  // until this answer is complete
        return {radius_.data(), longest_.data()};
    }
    /// Stores the radii of this answer.
    void keep(Stream& stream, const Points& points, const Lists& lists, const Problem& problem) {
        const std::size_t n = std::size_t(points.count);
        before_.at_least(stream, n * Dimension, "leaf-warp: positions before");
        radius_.at_least(stream, n, "leaf-warp: distances before");
        before_.from_device(stream, points.coordinates, n * Dimension * sizeof(float));
        launch(stream, {unsigned((points.count + threads_of_movement - 1) / threads_of_movement), threads_of_movement}, KERNEL(keep_radius),
            lists.distance, problem.k, points.count, radius_.data());
        kept_ = problem;
    }
    std::size_t more_for(std::int64_t points) const {
        return before_.more_for(std::size_t(points) * Dimension) + radius_.more_for(std::size_t(points)) + longest_.more_for(1);
    }

private:
    std::optional<Problem> kept_;
    Scratch<float> before_, radius_;
    Scratch<unsigned> longest_;
};

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp
