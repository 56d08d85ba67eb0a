#include "gpu/libraries/in_parallel.hpp"

#include "gpu/start_threads.hpp"

#include <algorithm>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace neighborscope::host::libraries {

unsigned threads_of(std::int64_t typed) { return typed > 0 ? unsigned(typed) : std::max(1u, std::thread::hardware_concurrency()); }

void in_parallel(std::int64_t count, std::int64_t piece, unsigned threads, const std::atomic<bool>* stop,
    const std::function<void(std::int64_t first, std::int64_t last)>& body) {
    std::atomic<std::int64_t> next{0};
    std::atomic<bool> stop_all{false};
    std::mutex mutex;
    std::exception_ptr failure;
    const auto work = [&] {
        try {
            for (std::int64_t first; !stop_all && (first = next.fetch_add(piece)) < count;) {
                if (stop && stop->load(std::memory_order_relaxed)) throw Cancelled{};
                body(first, std::min(first + piece, count));
            }
        } catch (...) {
            const std::lock_guard lock(mutex);
            if (!failure) failure = std::current_exception();
            stop_all = true;
        }
    };
    const std::int64_t pieces = (count + piece - 1) / piece;
    std::vector<std::thread> helpers;
    start_threads(helpers, std::size_t(std::clamp<std::int64_t>(pieces, 1, threads) - 1), work);
    work();
    for (std::thread& helper : helpers) helper.join();
    if (failure) std::rethrow_exception(failure);
}

}  // namespace neighborscope::host::libraries
