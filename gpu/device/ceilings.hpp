// What a device can do at most, measured on it: the lines of a roofline, and what turns a floor in bytes into one in milliseconds.
#pragma once
#include "gpu/device/device.hpp"

#include <string>

namespace neighborscope {

/// The best of a few short runs of two plain programs, nothing else running.
struct Ceilings {
    double read_bytes_per_second = 0;       ///< memory far larger than the caches, read once from end to end
    double fp32_operations_per_second = 0;  ///< float32 multiplications and additions in registers; a fused one counts as two
    std::string read_how, fp32_how;         ///< in few words: "streaming read of 1.1 GB", "AVX2 multiply-add, 8 threads"

    /// The least time that many bytes take, in milliseconds.
    double milliseconds_to_read(double bytes) const { return bytes / read_bytes_per_second * 1e3; }
};

/// Measured at the first call (a few ms on CUDA, about 0.1 s on the host), then known to this process. Callable from any thread.
/// On the host it is plain C++ on every core that is measured, not the executor's fibers: the ceiling is the machine's. Errors:
/// device (none of that kind), memory (not even 64 MB are free).
const Ceilings& ceilings(DeviceKind);
/// The same where it is known already, null where it was not measured: costs nothing.
const Ceilings* known_ceilings(DeviceKind);

}  // namespace neighborscope
