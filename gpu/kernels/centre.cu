#include "gpu/kernels/centre.hpp"

namespace neighborscope::NEIGHBORSCOPE_DEVICE {

namespace {

constexpr int centre_threads = 1024;
constexpr int most_sampled = 1024;  ///< rows

/// A block for 32 dimensions, a lane each; its warps share the rows.
__global__ void __launch_bounds__(centre_threads) mean_of_sample(Points points, int sampled, float unit, float* centre) {
    constexpr int warps = centre_threads / 32;
    __shared__ double sums[warps][32];
    const int lane = int(threadIdx.x) % 32, warp = int(threadIdx.x) / 32, d = int(blockIdx.x) * 32 + lane;
    double sum = 0;
    if (d < points.dimension)
        for (int i = warp; i < sampled; i += warps)
            sum += double(__ldg(points.coordinates + points.count * i / sampled * points.dimension + d));
    sums[warp][lane] = sum;
    __syncthreads();
    if (warp > 0 || d >= points.dimension) return;
    for (int other = 1; other < warps; ++other) sum += sums[other][lane];
    const double mean = sum / sampled;
    centre[d] = float(unit > 0 ? rint(mean / double(unit)) * double(unit) : mean);
}

}  // namespace

void find_centre(Stream& stream, const Points& points, float unit, float* centre) {
    const int sampled = int(std::min<std::int64_t>(points.count, most_sampled));
    launch(stream, {unsigned((points.dimension + 31) / 32), centre_threads}, KERNEL(mean_of_sample), points, sampled, unit, centre);
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE
