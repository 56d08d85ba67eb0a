// Relaxed access to single words that several blocks read and write. Own code, because CUDA's <cuda/atomic> takes seconds to compile.
#pragma once
#include "gpu/device/simt.hpp"

#if defined(__CUDACC__)
#include <cuda/atomic>
#else
#include <atomic>
#endif

namespace neighborscope::NEIGHBORSCOPE_DEVICE {

#if defined(__CUDACC__)
template <class T>
using WordOfDevice = ::cuda::atomic_ref<T, ::cuda::thread_scope_device>;
template <class T>
using WordOfSystem = ::cuda::atomic_ref<T, ::cuda::thread_scope_system>;
constexpr auto relaxed = ::cuda::memory_order_relaxed;
#else
template <class T>
using WordOfDevice = std::atomic_ref<T>;
template <class T>
using WordOfSystem = std::atomic_ref<T>;
constexpr auto relaxed = std::memory_order_relaxed;
#endif

/// Reads a word that other blocks change by atomics: one of its values, without any ordering.
template <class T>
__device__ __forceinline__ T load_relaxed(const T* p) {
    return WordOfDevice<T>(*const_cast<T*>(p)).load(relaxed);
}

/// Writes a word to which all blocks write the same value, readable by the host (Flag).
template <class T>
__device__ __forceinline__ void store_relaxed(T* p, T value) {
    WordOfSystem<T>(*p).store(value, relaxed);
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE
