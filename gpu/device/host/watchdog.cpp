// Detects blocks without progress: a thread that spins on a flag without __nanosleep occupies its OS thread, so that the thread it waits
// for never runs. Such a thread cannot be stopped, only reported. A sleeping one can be stopped.
#include "gpu/device/host/worker.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <system_error>
#include <thread>

namespace neighborscope::host {
namespace {

using Clock = std::chrono::steady_clock;

class Watchdog {
public:
    ~Watchdog() {
        {
            const std::lock_guard lock(mutex_);
            stop_ = true;
        }
        wake_.notify_one();
        if (thread_.joinable()) thread_.join();
    }

    void add(Worker& worker) {
        const std::lock_guard lock(mutex_);
        workers_.push_back({&worker, worker.activity.beats.load(), worker.activity.block.load(), Clock::now(), false});
        active_ = true;
        if (!thread_.joinable()) start();
        if (asleep_) wake_.notify_one();
    }

    void remove(Worker& worker) {
        const std::lock_guard lock(mutex_);
        std::erase_if(workers_, [&](const WatchedWorker& one) { return one.worker == &worker; });
    }

private:
    void start() {
        try {
            thread_ = std::thread([this] { loop(); });
        } catch (const std::system_error&) {}  // no memory for a thread: no watchdog
    }

    struct WatchedWorker {
        Worker* worker;
        std::uint64_t beats, block;
        Clock::time_point since;
        bool reported;
    };

    /// Checks a few times per deadline while launches run; sleeps when there are none.
    void loop() {
        std::unique_lock lock(mutex_);
        while (!stop_) {
            if (!active_) {
                asleep_ = true;
                wake_.wait(lock, [this] { return stop_ || active_; });
                asleep_ = false;
            }
            active_ = false;
            const double period = std::clamp(executor_options().watchdog_seconds / 4, 0.02, 0.5);
            wake_.wait_for(lock, std::chrono::duration<double>(period), [this] { return stop_; });
            for (WatchedWorker& one : workers_) check_worker(one);
            active_ = active_ || !workers_.empty();
        }
    }

    static void check_worker(WatchedWorker& one) {
        WorkerActivity& activity = one.worker->activity;
        const std::uint64_t beats = activity.beats.load(std::memory_order_relaxed), block = activity.block.load(std::memory_order_relaxed);
        if (beats != one.beats || block != one.block) {
            one.beats = beats;
            one.block = block;
            one.since = Clock::now();
            one.reported = false;
            return;
        }
        const double limit = executor_options().watchdog_seconds;
        if (one.reported || std::chrono::duration<double>(Clock::now() - one.since).count() < limit) return;
        one.reported = true;
        activity.is_stalled = true;
        const Launch& launch = activity.job.load()->launch;
        const uint3 index{unsigned(block % launch.grid.x), unsigned(block / launch.grid.x % launch.grid.y),
            unsigned(block / launch.grid.x / launch.grid.y)};
        std::fprintf(stderr,
            "neighborscope: %s, block %s: nothing has happened for %g s; a loop that waits for other threads needs __nanosleep\n",
            describe_kernel(launch).c_str(), to_text(index).c_str(), limit);
    }

    std::mutex mutex_;
    std::condition_variable wake_;
    std::vector<WatchedWorker> workers_;
    std::thread thread_;
    bool active_ = false, asleep_ = false, stop_ = false;
};

Watchdog& watchdog() {
    static Watchdog one;
    return one;
}

}  // namespace

void watch(Worker& w, const Job& job) {
    w.activity.is_stalled = false;
    w.activity.job = &job;
    if (executor_options().watchdog_seconds > 0) watchdog().add(w);
}

void unwatch(Worker& w) {
    if (executor_options().watchdog_seconds > 0) watchdog().remove(w);
    w.activity.job = nullptr;
}

}  // namespace neighborscope::host
