// Starts threads that share work with the calling thread.
#pragma once
#include <exception>
#include <pthread.h>
#include <thread>
#include <vector>

namespace neighborscope {

/// Gives all threads started from now on at least 2 MiB of stack, whatever `ulimit -s` says: it sets the default stack size, and 256 KiB
/// are too small for shared memory of kernels, which is thread-local.
inline void set_minimum_thread_stack() {
    constexpr std::size_t least = 2 << 20;
    pthread_attr_t attributes;
    std::size_t bytes = 0;
    if (pthread_getattr_default_np(&attributes) != 0) return;
    if (pthread_attr_getstacksize(&attributes, &bytes) == 0 && bytes < least && pthread_attr_setstacksize(&attributes, least) == 0)
        pthread_setattr_default_np(&attributes);
    pthread_attr_destroy(&attributes);
}

/// Starts threads that each call `work()`, until there are `count`. Starts fewer if the system allows no more (memory, ulimit -u); those
/// started and the calling thread then do all work.
template <class Work>
void start_threads(std::vector<std::thread>& threads, std::size_t count, const Work& work) {
    try {
        while (threads.size() < count) threads.emplace_back(work);
    } catch (const std::exception&) {}  // system_error or bad_alloc
}

}  // namespace neighborscope
