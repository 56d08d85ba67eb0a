#include "gpu/shards/rank_workers.hpp"

#include "gpu/device/backend.hpp"
#include "gpu/error.hpp"
#include "gpu/start_threads.hpp"

namespace neighborscope::shards {

RankWorkers::RankWorkers(DeviceKind kind, std::vector<int> numbers) : waiting_(numbers.size(), 0), thrown_(numbers.size()) {
    set_minimum_thread_stack();
    try {
        for (std::size_t rank = 0; rank < numbers.size(); ++rank)
            threads_.emplace_back([this, kind, rank, number = numbers[rank]] { serve(kind, int(rank), number); });
    } catch (const std::exception&) {  // no more threads
        {
            const std::lock_guard lock(mutex_);
            stop_ = true;
        }
        changed_.notify_all();
        for (std::thread& one : threads_) one.join();
        throw Error(Failure::memory, "the system starts no thread for each of " + std::to_string(numbers.size()) + " devices",
            "name fewer devices");
    }
}

RankWorkers::~RankWorkers() {
    {
        const std::lock_guard lock(mutex_);
        stop_ = true;
    }
    changed_.notify_all();
    for (std::thread& one : threads_) one.join();
}

void RankWorkers::serve([[maybe_unused]] DeviceKind kind, int rank, [[maybe_unused]] int number) {
#ifdef NEIGHBORSCOPE_WITH_CUDA
    if (kind == DeviceKind::cuda) cuda_backend().bind_thread(number);
#endif
    const auto own = std::size_t(rank);
    std::unique_lock lock(mutex_);
    for (;;) {
        changed_.wait(lock, [&] { return stop_ || waiting_[own] != 0; });
        if (waiting_[own] == 0) return;
        waiting_[own] = 0;
        const std::function<void(int)>* const work = work_;
        lock.unlock();
        std::exception_ptr thrown;
        try {
            (*work)(rank);
        } catch (...) { thrown = std::current_exception(); }
        lock.lock();
        thrown_[own] = thrown;
        if (--busy_ == 0) changed_.notify_all();
    }
}

void RankWorkers::run(const std::function<void(int)>& work, int first, int end) {
    std::unique_lock lock(mutex_);
    work_ = &work;
    busy_ = end - first;
    for (int rank = first; rank < end; ++rank) waiting_[std::size_t(rank)] = 1;
    changed_.notify_all();
    changed_.wait(lock, [&] { return busy_ == 0; });
    std::exception_ptr cancelled;
    for (int rank = first; rank < end; ++rank) {
        const std::exception_ptr thrown = std::exchange(thrown_[std::size_t(rank)], nullptr);
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
