// The limits of the host device for a kernel.
#include "gpu/device/backend.hpp"
#include "gpu/device/host/executor.hpp"
#include "gpu/device/simt.hpp"

#include <thread>

namespace neighborscope::host {

std::size_t shared_bytes_of_block() {
    static const std::size_t of_environment = shared_bytes_of_environment();
    if (executor_options().shared_bytes) return executor_options().shared_bytes;
    return of_environment ? std::min(of_environment, most_shared_bytes) : most_shared_bytes;
}

Limits limits() {
    static const int multiprocessors =
        int(executor_options().workers ? executor_options().workers : std::max(1u, std::thread::hardware_concurrency()));
    const std::size_t shared = shared_bytes_of_block();
    return {.multiprocessors = multiprocessors,
        .shared_bytes_block = shared,
        .shared_bytes_multiprocessor = shared_bytes_of_multiprocessor(shared),
        .compute_capability = 90};
}

}  // namespace neighborscope::host
