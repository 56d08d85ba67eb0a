#include "gpu/device/ceilings.hpp"

#include "gpu/device/backend.hpp"
#include "gpu/error.hpp"

#include <atomic>
#include <mutex>

namespace neighborscope {
namespace {

struct Known {
    std::mutex mutex;
    Ceilings measured;
    std::atomic<bool> is{false};
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

}  // namespace

const Ceilings& ceilings(DeviceKind kind) {
    Known& one = known(kind);
    const std::lock_guard lock(one.mutex);
    if (!one.is) {
        one.measured = measure(kind);
        one.is = true;
    }
    return one.measured;
}

const Ceilings* known_ceilings(DeviceKind kind) { return known(kind).is ? &known(kind).measured : nullptr; }

}  // namespace neighborscope
