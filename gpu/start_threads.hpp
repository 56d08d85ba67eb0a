// Threads that share work with the one that starts them.
#pragma once
#include <exception>
#include <thread>
#include <vector>

namespace neighborscope {

/// Starts threads that each do `work()` until there are `count`. Fewer where the system gives no more (memory, ulimit -u): those there are,
/// and the calling thread, do the rest.
template <class Work>
void start_threads(std::vector<std::thread>& threads, std::size_t count, const Work& work) {
    try {
        while (threads.size() < count) threads.emplace_back(work);
    } catch (const std::exception&) {}  // system_error or bad_alloc
}

}  // namespace neighborscope
