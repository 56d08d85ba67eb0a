// Work divided over threads, for methods that are plain loops on the host.
#pragma once
#include "gpu/progress.hpp"

#include <chrono>
#include <cstdint>
#include <functional>

namespace neighborscope::host::libraries {

/// The number of threads: `typed`, at least 1; 0: the number of cores.
unsigned threads_of(std::int64_t typed);

/// Calls body(first, last) for pieces of [0, count) on up to `threads` threads, including the calling one; starts none for a single
/// piece. Throws Cancelled between two pieces when cancellation was requested, else what the first failing piece threw.
void in_parallel(std::int64_t count, std::int64_t piece, unsigned threads, const std::atomic<bool>* stop,
    const std::function<void(std::int64_t first, std::int64_t last)>& body);

inline double milliseconds_since(std::chrono::steady_clock::time_point then) {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - then).count();
}

}  // namespace neighborscope::host::libraries
