// Prefix sums over the threads of a block.
#pragma once
#include "gpu/kernels/warp.cuh"

namespace neighborscope::NEIGHBORSCOPE_DEVICE {

/// Returns the sum of `value` over the threads before this one; `all` becomes the sum over all. Called by every thread of a block of whole
/// warps; `sums` is [32] in shared memory, and may be reused at once.
template <class T>
__device__ __forceinline__ T block_sum_before(T value, T* sums, T& all) {
    const int lane = int(threadIdx.x) % 32, warp = int(threadIdx.x) / 32, warps = int(blockDim.x) / 32;
    T upto = value;
#pragma unroll
    for (int m = 1; m < 32; m *= 2) {
        const T before = __shfl_up_sync(all_lanes, upto, m);
        if (lane >= m) upto += before;
    }
    if (lane == 31) sums[warp] = upto;
    __syncthreads();
    T before = upto - value;
    all = 0;
    for (int w = 0; w < warps; ++w) {
        if (w < warp) before += sums[w];
        all += sums[w];
    }
    __syncthreads();  // all have read
    return before;
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE
