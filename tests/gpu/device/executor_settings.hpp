// Settings of the host executor for one scope.
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

}  // namespace neighborscope::host
