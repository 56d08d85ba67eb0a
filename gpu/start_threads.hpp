// Threads that share work with the one that starts them.
#pragma once
#include <exception>
#include <pthread.h>
#include <thread>
#include <vector>

namespace neighborscope {

/// All threads started from now on have at least 2 MiB of stack, for any `ulimit -s`: that limit sets their default size,
/// and 256 KiB are too small for the shared memory of kernels, which is local to a thread.
inline void set_minimum_thread_stack() {
    constexpr std::size_t least = 2 << 20;
    pthread_attr_t attributes;
    std::size_t bytes = 0;
    if (pthread_getattr_default_np(&attributes) != 0) return;
    if (pthread_attr_getstacksize(&attributes, &bytes) == 0 && bytes < least && pthread_attr_setstacksize(&attributes, least) == 0)
        pthread_setattr_default_np(&attributes);
    pthread_attr_destroy(&attributes);
}

/// Starts threads that each do `work()` until there are `count`. Fewer where the system gives no more (memory, ulimit -u): those there are,
/// and the calling thread, do the rest.
template <class Work>
void start_threads(std::vector<std::thread>& threads, std::size_t count, const Work& work) {
    try {
        while (threads.size() < count) threads.emplace_back(work);
    } catch (const std::exception&) {}  // system_error or bad_alloc
}

}  // namespace neighborscope
