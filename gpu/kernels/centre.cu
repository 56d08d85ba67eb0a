#include "gpu/kernels/centre.hpp"
#include "gpu/kernels/extent.cuh"
#include "gpu/kernels/warp.cuh"

namespace neighborscope::NEIGHBORSCOPE_DEVICE {

namespace {

constexpr int most_sampled = 1024;  ///< rows
/// A block serves so many consecutive dimensions, with so many threads each, which share the rows. On the host executor synchronising
/// costs more than one thread working alone.
#if defined(__CUDACC__)
constexpr int dimensions = 8, threads_of_dimension = 128;
#else
constexpr int dimensions = 1, threads_of_dimension = 1;
#endif
constexpr int centre_threads = dimensions * threads_of_dimension;

/// Replaces both values by their sums over the threads of the dimension.
__device__ void sum_over_threads(double& first, double& second) {
    if constexpr (threads_of_dimension > 1) {
        constexpr int warps = centre_threads / 32;
        __shared__ double sums[2][warps][dimensions];
        const int of = int(threadIdx.x) % dimensions, warp = int(threadIdx.x) / 32, part = int(threadIdx.x) % 32 / dimensions;
        const auto over_lanes = [&] {
#pragma unroll
            for (int m = 16; m >= dimensions; m /= 2)
                first += __shfl_xor_sync(all_lanes, first, m), second += __shfl_xor_sync(all_lanes, second, m);
        };
        over_lanes();
        if (part == 0) sums[0][warp][of] = first, sums[1][warp][of] = second;
        __syncthreads();
        first = second = 0;
        for (int other = part; other < warps; other += 32 / dimensions) first += sums[0][other][of], second += sums[1][other][of];
        over_lanes();
        __syncthreads();  // all have read
    }
}

__global__ void __launch_bounds__(centre_threads) mean_of_sample(Points points, float* centre, float* spread) {
    constexpr int rows_of_thread = most_sampled / threads_of_dimension;
    const int part = int(threadIdx.x) / dimensions, d = int(blockIdx.x) * dimensions + int(threadIdx.x) % dimensions;
    // Reads all at once; missing rows are treated as outside every interval.
    float own[rows_of_thread];
#pragma unroll
    for (int i = 0; i < rows_of_thread; ++i) {
        const int row = part + i * threads_of_dimension;
        const std::int64_t at = points.count <= most_sampled ? row : points.count * row / most_sampled;
        own[i] = d < points.dimension && at < points.count ? __ldg(points.coordinates + at * points.dimension + d)
                                                           : std::numeric_limits<float>::quiet_NaN();
    }
    // The mean of the values within `most` of `from`, and their mean square deviation from it.
    const auto mean_within = [&](double from, double most, double& deviation) {
        double mean = 0;
        for (int power = 1; power <= 2; ++power) {
            double sum = 0, count = 0;
#pragma unroll
            for (const float one : own) {
                const double x = one;
                if (!(fabs(x - from) <= most)) continue;
                sum += power == 1 ? x : (x - mean) * (x - mean);
                ++count;
            }
            sum_over_threads(sum, count);
            if (count > 0 && power == 1) mean = sum / count;
            if (power == 2) deviation = count > 0 ? sqrt(sum / count) : 0;
            if (!spread) break;
        }
        return mean;
    };
    double deviation = 0;
    double mean = mean_within(0, std::numeric_limits<double>::infinity(), deviation);
    if (spread) mean = mean_within(mean, 8 * deviation, deviation);
    if (part > 0 || d >= points.dimension) return;
    centre[d] = float(mean);
    if (spread) raise_to(spread, float(deviation));
}

}  // namespace

void find_centre(Stream& stream, const Points& points, float* centre, float* spread) {
    launch(stream, {unsigned((points.dimension + dimensions - 1) / dimensions), centre_threads}, KERNEL(mean_of_sample), points, centre,
        spread);
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE
