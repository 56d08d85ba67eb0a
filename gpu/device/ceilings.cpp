#include "gpu/device/ceilings.hpp"

#include "gpu/device/backend.hpp"
#include "gpu/error.hpp"

#include <algorithm>
#include <chrono>
#include <mutex>
#include <thread>

namespace neighborscope {
namespace {

struct Known {
    std::mutex mutex;
    Ceilings best;
    double slowest = 0;  ///< bytes a second, of all measurements in this process
};

Known& known(DeviceKind kind) {
    static Known host, cuda;
    return kind == DeviceKind::cuda ? cuda : host;
}

Ceilings measure(DeviceKind kind) {
    if (kind == DeviceKind::host) return host::measure_ceilings();
    if (const std::string reason = why_no_cuda(); !reason.empty()) throw Error(Failure::device, reason, "use --device host");
#ifdef NEIGHBORSCOPE_WITH_CUDA
    return cuda::measure_ceilings();
#else
    return {};
#endif
}

/// Takes what is better of another measurement.
void keep_best(Ceilings& best, const Ceilings& other) {
    if (other.read_bytes_per_second > best.read_bytes_per_second)
        best.read_bytes_per_second = other.read_bytes_per_second, best.read_how = other.read_how;
    if (other.fp32_operations_per_second > best.fp32_operations_per_second)
        best.fp32_operations_per_second = other.fp32_operations_per_second, best.fp32_how = other.fp32_how;
}

/// With the mutex.
void measure_into(Known& one, DeviceKind kind) {
    const Ceilings now = measure(kind);
    one.slowest = one.best.measured == 0 ? now.read_bytes_per_second : std::min(one.slowest, now.read_bytes_per_second);
    keep_best(one.best, now);
    ++one.best.measured;
    one.best.slowest_share = one.slowest / one.best.read_bytes_per_second;
}

}  // namespace

Ceilings ceilings(DeviceKind kind) {
    Known& one = known(kind);
    const std::lock_guard lock(one.mutex);
    if (one.best.measured > 0) return one.best;
    // Until one more brings no more: on a busy machine the first may be far below what it can do.
    constexpr int most = 4;
    constexpr double same = 1.05;
    constexpr auto pause = std::chrono::milliseconds(40);
    for (double before = 0; one.best.measured < most && one.best.read_bytes_per_second >= same * before;) {
        if (one.best.measured > 0) std::this_thread::sleep_for(pause);
        before = one.best.read_bytes_per_second;
        measure_into(one, kind);
    }
    return one.best;
}

Ceilings improve_ceilings(DeviceKind kind) {
    Known& one = known(kind);
    const std::lock_guard lock(one.mutex);
    measure_into(one, kind);
    return one.best;
}

void remember_ceilings(DeviceKind kind, const Ceilings& before) {
    Known& one = known(kind);
    const std::lock_guard lock(one.mutex);
    keep_best(one.best, before);
    if (one.best.measured > 0) one.best.slowest_share = one.slowest / one.best.read_bytes_per_second;
}

std::optional<Ceilings> known_ceilings(DeviceKind kind) {
    Known& one = known(kind);
    const std::unique_lock lock(one.mutex, std::try_to_lock);  // while it is measured it is not known
    if (!lock || one.best.measured == 0) return std::nullopt;
    return one.best;
}

}  // namespace neighborscope
