// The CUDA versions of functions for portable kernels.
#pragma once
#include <cuda_runtime.h>

#define NEIGHBORSCOPE_DYNAMIC_SHARED(T, name)                                     \
    extern __shared__ __align__(16) unsigned char neighborscope_dynamic_shared[]; \
    T* name = reinterpret_cast<T*>(neighborscope_dynamic_shared)

namespace neighborscope::cuda {
/// The device's clock for time stamps inside a kernel, in nanoseconds.
__device__ inline unsigned long long global_nanoseconds() {
    unsigned long long t;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t));
    return t;
}

/// See Start::early. Both do nothing below compute capability 9.0 and in kernels launched in order.
__device__ inline void let_next_launch_start() {
#if __CUDA_ARCH__ >= 900
    cudaTriggerProgrammaticLaunchCompletion();
#endif
}
__device__ inline void wait_for_previous_launch() {
#if __CUDA_ARCH__ >= 900
    cudaGridDependencySynchronize();
#endif
}

/// The greatest or least value over all lanes of a full warp; every lane gets it.
__device__ __forceinline__ unsigned greatest_of_warp(unsigned value) {
#if __CUDA_ARCH__ >= 800
    return __reduce_max_sync(~0u, value);
#else
    for (int m = 16; m >= 1; m /= 2) value = max(value, __shfl_xor_sync(~0u, value, m));
    return value;
#endif
}
__device__ __forceinline__ unsigned least_of_warp(unsigned value) { return ~greatest_of_warp(~value); }

}  // namespace neighborscope::cuda
