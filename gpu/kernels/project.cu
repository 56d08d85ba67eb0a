#include "gpu/device/simt.hpp"
#include "gpu/kernels/project.hpp"
#include "gpu/kernels/warp.cuh"

namespace neighborscope::NEIGHBORSCOPE_DEVICE {

constexpr int project_threads = 128, project_warps = project_threads / 32;

/// One block per component: threads sum every project_threads-th pixel, warps join their lanes, and the first thread joins the warps.
__global__ void along_components(Projection all) {
    __shared__ float of_warp[project_warps];
    const int thread = int(threadIdx.x), lane = thread % 32;
    const float* const component = all.components + std::size_t(blockIdx.x) * std::size_t(all.pixels);
    float sum = 0;
    for (int i = thread; i < all.pixels; i += project_threads) sum = fmaf(all.picture[i] - all.mean[i], component[i], sum);
    for (int mask = 16; mask >= 1; mask /= 2) sum += __shfl_xor_sync(all_lanes, sum, mask);
    if (lane == 0) of_warp[thread / 32] = sum;
    __syncthreads();
    if (thread != 0) return;
    for (int warp = 1; warp < project_warps; ++warp) sum += of_warp[warp];
    all.vector[blockIdx.x] = sum;
}

double project_picture(const Projection& all) {
    if (all.count == 0) return 0;
    Stream stream;
    Event before, after;
    before.record(stream);
    launch(stream, {unsigned(all.count), unsigned(project_threads), 0, Start::in_order, sizeof(float) * project_warps},
        KERNEL(along_components), all);
    after.record(stream);
    stream.wait();
    return Event::milliseconds(before, after);
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE
