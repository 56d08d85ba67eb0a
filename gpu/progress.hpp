// How long work reports how far it is, and learns that it should stop.
#pragma once
#include "gpu/error.hpp"

#include <atomic>
#include <functional>

namespace neighborscope {

/// Handed down to long work. Copyable; both members may be empty.
struct Progress {
    std::function<void(double done, double total)> report;  ///< called from the working thread; any unit, total 0 = unknown
    const std::atomic<bool>* stop = nullptr;                ///< set by somebody else to cancel

    /// Call once per tile of work. Throws `Cancelled` when somebody asked to stop.
    void step(double done, double total) const {
        if (stop && stop->load(std::memory_order_relaxed)) throw Cancelled{};
        if (report) report(done, total);
    }

    /// For a part of the work, from `first` to `first + size` of `total`; must not outlive this.
    Progress part(double first, double size, double total) const {
        Progress inner{{}, stop};
        if (report)
            inner.report = [this, first, size, total](double done, double of) { report(first + (of > 0 ? done / of : 0) * size, total); };
        return inner;
    }
};

}  // namespace neighborscope
