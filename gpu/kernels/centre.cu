#include "gpu/kernels/centre.hpp"

namespace neighborscope::NEIGHBORSCOPE_DEVICE {

namespace {

constexpr int centre_threads = 1024;
constexpr int most_sampled = 1024;  ///< rows

/// A block for 32 dimensions, a lane each; its warps share the rows.
__global__ void __launch_bounds__(centre_threads) mean_of_sample(Points points, int sampled, float* centre, float* spread) {
    constexpr int warps = centre_threads / 32;
    __shared__ double sums[2][warps][32];
    const int lane = int(threadIdx.x) % 32, warp = int(threadIdx.x) / 32, d = int(blockIdx.x) * 32 + lane;
    // All reads at once; what there is not lies within nothing.
    float own[most_sampled / warps];
#pragma unroll
    for (int i = 0; i < most_sampled / warps; ++i) {
        const int row = warp + i * warps;
        own[i] = d < points.dimension && row < sampled ? __ldg(points.coordinates + points.count * row / sampled * points.dimension + d)
                                                       : std::numeric_limits<float>::quiet_NaN();
    }
    // The mean of what lies within `most` of `from`, and then the mean square of that from the mean.
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
            sums[0][warp][lane] = sum;
            sums[1][warp][lane] = count;
            __syncthreads();
            sum = count = 0;
            for (int other = 0; other < warps; ++other) sum += sums[0][other][lane], count += sums[1][other][lane];
            __syncthreads();
            if (count > 0 && power == 1) mean = sum / count;
            if (power == 2) deviation = count > 0 ? sqrt(sum / count) : 0;
            if (!spread) break;
        }
        return mean;
    };
    double deviation = 0;
    double mean = mean_within(0, std::numeric_limits<double>::infinity(), deviation);
    if (spread) mean = mean_within(mean, 8 * deviation, deviation);
    if (warp > 0 || d >= points.dimension) return;
    centre[d] = float(mean);
    if (spread) spread[d] = float(deviation);
}

}  // namespace

void find_centre(Stream& stream, const Points& points, float* centre, float* spread) {
    const int sampled = int(std::min<std::int64_t>(points.count, most_sampled));
    launch(stream, {unsigned((points.dimension + 31) / 32), centre_threads}, KERNEL(mean_of_sample), points, sampled, centre, spread);
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE
