// Settings of the host executor for one scope, and a simulated clock for one test.
#pragma once
#include "gpu/device/host/executor.hpp"

namespace neighborscope::host {

struct ExecutorSettings {
    ExecutorSettings(unsigned workers, std::uint64_t order_seed) : before(executor_options()) {
        executor_options().workers = workers;
        executor_options().order_seed = order_seed;
    }
    ~ExecutorSettings() { executor_options() = before; }
    ExecutorSettings(const ExecutorSettings&) = delete;
    ExecutorSettings& operator=(const ExecutorSettings&) = delete;

    ExecutorOptions before;
};

/// While one exists, each reading of the host device's clock is a microsecond after the previous one, by any thread. Waiting by the clock
/// takes its time, everything else takes none: the same in every run, however busy the machine is.
class CountedTime {
public:
    CountedTime() : before_(executor_options().clock) {
        stop_ = nullptr;
        executor_options().clock = look;
    }
    ~CountedTime() { executor_options().clock = before_; }
    CountedTime(const CountedTime&) = delete;
    CountedTime& operator=(const CountedTime&) = delete;

    static constexpr double milliseconds_a_look = 1e-3;
    /// Sets the flag as soon as so many milliseconds have passed from now on.
    void stop_in(double milliseconds, std::atomic<bool>& flag) {
        stop_at_ = now_ + std::uint64_t(milliseconds * 1e6);
        stop_ = &flag;
    }
    /// Milliseconds since then.
    double since_stop() const { return (double(now_) - double(stop_at_)) * 1e-6; }

private:
    static std::uint64_t look() {
        const std::uint64_t now = now_ += 1000;
        if (std::atomic<bool>* const flag = stop_; flag && now >= stop_at_) *flag = true;
        return now;
    }
    static inline std::atomic<std::uint64_t> now_{1000000}, stop_at_{0};
    static inline std::atomic<std::atomic<bool>*> stop_{nullptr};
    std::uint64_t (*before_)();
};

}  // namespace neighborscope::host
