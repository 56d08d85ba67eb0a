#include "gpu/shards/rank_workers.hpp"

#include "gpu/device/backend.hpp"
#include "gpu/error.hpp"
#include "gpu/start_threads.hpp"

#include <chrono>
#include <utility>

namespace neighborscope::shards {

namespace {
thread_local bool of_rank = false;
}

bool is_thread_of_rank() { return of_rank; }

namespace {

/// A search takes several calls, and a sleeping thread wakes up in some 50 microseconds: it goes on looking for work for so long.
constexpr std::chrono::microseconds looking_time{10'000};

}  // namespace

RankWorkers::RankWorkers(DeviceKind kind, std::vector<int> numbers)
    : looks_often_(kind == DeviceKind::cuda), ranks_(std::make_unique<Rank[]>(numbers.size())) {  // parts of the host need its cores
    set_minimum_thread_stack();
    try {
        for (std::size_t rank = 0; rank < numbers.size(); ++rank)
            threads_.emplace_back([this, kind, rank, number = numbers[rank]] { serve(kind, int(rank), number); });
    } catch (const std::exception&) {  // no more threads
        stop();
        throw Error(Failure::memory, "the system starts no thread for each of " + std::to_string(numbers.size()) + " devices",
            "name fewer devices");
    }
}

RankWorkers::~RankWorkers() { stop(); }

void RankWorkers::stop() {
    stop_ = true;
    for (std::size_t rank = 0; rank < threads_.size(); ++rank) {
        ++ranks_[rank].calls;
        ranks_[rank].calls.notify_one();
    }
    for (std::thread& one : threads_) one.join();
}

template <class T>
T RankWorkers::wait_until_not(const std::atomic<T>& value, T old) const {
    if (looks_often_) {
        const auto end = std::chrono::steady_clock::now() + looking_time;
        do {
            for (int i = 0; i < 64; ++i)
                if (const T now = value.load(std::memory_order_acquire); now != old) return now;
            std::this_thread::yield();
        } while (std::chrono::steady_clock::now() < end);
    }
    for (;;) {
        value.wait(old, std::memory_order_acquire);
        if (const T now = value.load(std::memory_order_acquire); now != old) return now;
    }
}

void RankWorkers::serve([[maybe_unused]] DeviceKind kind, int rank, [[maybe_unused]] int number) {
    of_rank = true;
#ifdef NEIGHBORSCOPE_WITH_CUDA
    if (kind == DeviceKind::cuda) cuda_backend().bind_thread(number);
#endif
    Rank& own = ranks_[std::size_t(rank)];
    for (unsigned done = 0;;) {
        done = wait_until_not(own.calls, done);
        if (stop_) return;
        try {
            (*work_)(rank);
        } catch (...) { own.thrown = std::current_exception(); }
        if (busy_.fetch_sub(1, std::memory_order_acq_rel) == 1) busy_.notify_one();
    }
}

void RankWorkers::run(const std::function<void(int)>& work, int first, int end) {
    work_ = &work;
    for (int rank = first; rank < end; ++rank) ranks_[std::size_t(rank)].thrown = nullptr;
    busy_.store(end - first, std::memory_order_relaxed);
    for (int rank = first; rank < end; ++rank) {
        ranks_[std::size_t(rank)].calls.fetch_add(1, std::memory_order_release);
        ranks_[std::size_t(rank)].calls.notify_one();
    }
    for (int busy = busy_.load(std::memory_order_acquire); busy != 0;) busy = wait_until_not(busy_, busy);
    std::exception_ptr cancelled;
    for (int rank = first; rank < end; ++rank) {
        const std::exception_ptr thrown = std::exchange(ranks_[std::size_t(rank)].thrown, nullptr);
        if (!thrown) continue;
        try {
            std::rethrow_exception(thrown);
        } catch (const Cancelled&) { cancelled = thrown; }
    }
    if (cancelled) std::rethrow_exception(cancelled);
}

void RankWorkers::each(const std::function<void(int)>& work) { run(work, 0, ranks()); }

void RankWorkers::on(int rank, const std::function<void()>& work) {
    run([&](int) { work(); }, rank, rank + 1);
}

}  // namespace neighborscope::shards
