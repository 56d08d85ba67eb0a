// Progress of long work, and requests to cancel or pause it.
#pragma once
#include "gpu/error.hpp"

#include <atomic>
#include <chrono>
#include <functional>
#include <thread>

namespace neighborscope {

/// Passed to long work. Copyable; all members may be empty.
struct Progress {
    std::function<void(double done, double total)> report;  ///< called from the working thread; any unit, total 0 = unknown
    const std::atomic<bool>* stop = nullptr;                ///< set by another thread to cancel
    const std::atomic<bool>* pause = nullptr;               ///< while true, the work waits for more urgent work

    /// Call once per tile of work. Throws `Cancelled` if cancellation was requested; waits while a pause is requested.
    void step(double done, double total) const {
        while (!is_set(stop) && is_set(pause)) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        if (is_set(stop)) throw Cancelled{};
        if (report) report(done, total);
    }
    /// For threads that do not report.
    Progress without_report() const { return {{}, stop, pause}; }

    /// The progress of a part of the work, from `first` to `first + size` of `total`. Must not outlive this object.
    Progress part(double first, double size, double total) const {
        Progress inner = without_report();
        if (report)
            inner.report = [this, first, size, total](double done, double of) {
                if (of > 0) report(first + done / of * size, total);
                else report(0, 0);  // total unknown: keeps the progress of the whole
            };
        return inner;
    }

private:
    static bool is_set(const std::atomic<bool>* flag) { return flag && flag->load(std::memory_order_relaxed); }
};

}  // namespace neighborscope
