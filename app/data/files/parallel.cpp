// Not oneTBB: ThreadSanitizer cannot see into it, and it does not guarantee a thread for a piece for which another piece waits.
#include "app/data/files/parallel.hpp"

#include "gpu/start_threads.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace neighborscope {

namespace {

std::size_t cores() { return std::max(1u, std::thread::hardware_concurrency()); }

/// Runs parallel_stream on `threads` threads.
void stream_on(std::size_t threads, const Progress& progress, const std::function<std::function<void()>(std::size_t piece)>& next,
    const std::function<void()>& report) {
    std::mutex mutex;  // protects `next` and all variables here
    std::size_t begun = 0, failed_piece = ~std::size_t(0);
    std::atomic<bool> over{false};
    std::exception_ptr failure;
    // Pieces start in ascending order, so all pieces before a failing one have begun and may report an earlier failure.
    const auto fail = [&](std::size_t piece) {  // called with the mutex
        over = true;
        if (piece < failed_piece) failed_piece = piece, failure = std::current_exception();
    };
    const auto work_until_done = [&](bool reports) {
        while (!over && !(progress.stop && progress.stop->load(std::memory_order_relaxed))) {
            std::function<void()> work;
            std::size_t piece = 0;
            {
                const std::lock_guard lock(mutex);
                if (over) return;
                piece = begun++;
                try {
                    work = next(piece);
                } catch (...) { return fail(piece); }
                if (!work) over = true;
            }
            if (!work) return;
            try {
                work();
            } catch (...) {
                const std::lock_guard lock(mutex);
                return fail(piece);
            }
            if (reports) report();
        }
    };

    std::vector<std::thread> workers;
    std::exception_ptr stopped;
    try {
        report();
        start_threads(workers, threads - 1, [&] { work_until_done(false); });
        work_until_done(true);
    } catch (...) {  // cancelled
        over = true;
        stopped = std::current_exception();
    }
    for (std::thread& worker : workers) worker.join();
    if (stopped) std::rethrow_exception(stopped);
    if (failure) std::rethrow_exception(failure);
    report();
}

}  // namespace

void parallel_pieces(std::size_t count, double unit, const Progress& progress, const std::function<void(std::size_t)>& work) {
    std::atomic<std::size_t> done{0};
    const auto next = [&](std::size_t piece) -> std::function<void()> {
        if (piece >= count) return {};
        return [&, piece] {
            work(piece);
            ++done;
        };
    };
    stream_on(
        std::clamp<std::size_t>(count, 1, cores()), progress, next, [&] { progress.step(unit * double(done), unit * double(count)); });
}

void parallel_stream(
    const Progress& progress, const std::function<std::function<void()>(std::size_t piece)>& next, const std::function<void()>& report) {
    stream_on(cores(), progress, next, report);
}

void PieceSequencer::restart() {
    next_ = 0;
    failed_ = false;
}

void PieceSequencer::take(std::size_t piece, const std::function<void()>& work) {
    std::unique_lock lock(mutex_);
    while (next_ != piece) {
        // After cancellation an earlier piece may never run its part.
        if (failed_ || (stop_ && stop_->load(std::memory_order_relaxed))) throw Cancelled{};
        next_changed_.wait_for(lock, std::chrono::milliseconds(20));
    }
    if (failed_) throw Cancelled{};
    try {
        work();
    } catch (...) {
        failed_ = true;
        next_changed_.notify_all();
        throw;
    }
    ++next_;
    next_changed_.notify_all();
}

BufferPool::Buffer BufferPool::take() {
    std::unique_ptr<char[]> memory;
    {
        const std::lock_guard lock(mutex_);
        if (!free_.empty()) {
            memory = std::move(free_.back());
            free_.pop_back();
        }
    }
    if (!memory) memory.reset(new char[bytes_]);
    return {memory.release(), [this](char* done) {
                std::unique_ptr<char[]> owner(done);
                const std::lock_guard lock(mutex_);
                free_.push_back(std::move(owner));
            }};
}

}  // namespace neighborscope
