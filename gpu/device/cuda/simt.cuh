// CUDA's side of the portable kernel words.
#pragma once
#include <cuda_runtime.h>

#define NEIGHBORSCOPE_DYNAMIC_SHARED(T, name)                                    \
    extern __shared__ __align__(16) unsigned char neighborscope_dynamic_shared[]; \
    T* name = reinterpret_cast<T*>(neighborscope_dynamic_shared)

namespace neighborscope::cuda {
/// The device's clock for time stamps inside a kernel, in nanoseconds.
__device__ inline unsigned long long global_nanoseconds() {
    unsigned long long t;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t));
    return t;
}
}  // namespace neighborscope::cuda
