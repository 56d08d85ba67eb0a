// What the sanitizers must know about fibers; empty functions in other builds. The executor's own files are compiled without
// -fsanitize=thread even in that build: ThreadSanitizer then sees kernels only, and these functions tell it what orders their threads.
#pragma once
#include <cstddef>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define NEIGHBORSCOPE_ASAN
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define NEIGHBORSCOPE_ASAN
#endif

#ifdef NEIGHBORSCOPE_ASAN
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif
#ifdef NEIGHBORSCOPE_TSAN
#include <sanitizer/tsan_interface.h>
#endif

namespace neighborscope::host::sanitizers {

#ifdef NEIGHBORSCOPE_ASAN
inline constexpr bool address = true;
inline void before_switch(void** fake_stack, const void* bottom, std::size_t size) {
    __sanitizer_start_switch_fiber(fake_stack, bottom, size);
}
inline void after_switch(void* fake_stack, const void** bottom, std::size_t* size) {
    __sanitizer_finish_switch_fiber(fake_stack, bottom, size);
}
inline void poison(const void* from, std::size_t bytes) { ASAN_POISON_MEMORY_REGION(from, bytes); }
inline void unpoison(const void* from, std::size_t bytes) { ASAN_UNPOISON_MEMORY_REGION(from, bytes); }
#else
inline constexpr bool address = false;
inline void before_switch(void**, const void*, std::size_t) {}
inline void after_switch(void*, const void**, std::size_t*) {}
inline void poison(const void*, std::size_t) {}
inline void unpoison(const void*, std::size_t) {}
#endif

// A "strand" is ThreadSanitizer's fiber object for one CUDA thread. Switching between strands orders nothing; only release and acquire of
// the same address do: at __syncthreads, __syncwarp and __threadfence, and where a block begins and ends.
#ifdef NEIGHBORSCOPE_TSAN
inline constexpr bool thread = true;
inline void* make_strand() { return __tsan_create_fiber(0); }
inline void drop_strand(void* strand) { __tsan_destroy_fiber(strand); }
inline void* current_strand() { return __tsan_get_current_fiber(); }
inline void switch_strand(void* strand) { __tsan_switch_to_fiber(strand, __tsan_switch_to_fiber_no_sync); }
inline void release(void* address) { __tsan_release(address); }
inline void acquire(void* address) { __tsan_acquire(address); }
#else
inline constexpr bool thread = false;
inline void* make_strand() { return nullptr; }
inline void drop_strand(void*) {}
inline void* current_strand() { return nullptr; }
inline void switch_strand(void*) {}
inline void release(void*) {}
inline void acquire(void*) {}
#endif

}  // namespace neighborscope::host::sanitizers
