// The measured ceilings of a device: the lines of a roofline. They turn a lower bound in bytes into one in milliseconds.
#pragma once
#include "gpu/device/device.hpp"
#include "gpu/progress.hpp"

#include <optional>
#include <string>

namespace neighborscope {

/// The best of a few short runs of two simple programs, with nothing else running.
struct Ceilings {
    double read_bytes_per_second = 0;       ///< memory far larger than the caches, read once from end to end
    double fp32_operations_per_second = 0;  ///< float32 multiplications and additions in registers; a fused one counts as two
    std::string read_how, fp32_how;         ///< in few words: "streaming read of 1.1 GB", "AVX2 multiply-add, 8 threads"
    std::string date;                       ///< when this memory bandwidth was measured: "2026-11-28"
    int measured = 0;                       ///< number of measurements in this process
    double slowest_share = 1;               ///< bandwidth of the slowest measurement, as a share of the best

    /// True if a measurement was much slower than the best: other programs were using the machine.
    bool was_busy() const { return slowest_share < 0.8; }

    /// The least time that many bytes take, in milliseconds.
    double milliseconds_to_read(double bytes) const { return bytes / read_bytes_per_second * 1e3; }
};

/// The best ceilings measured so far, in this process or stored from an earlier one. If there are none, measures two to four times at short
/// intervals (on the host about half a second in all). Callable from any thread. The host is measured by plain C++ on every core, not by
/// the executor's fibers: the ceiling is that of the machine. Throws `Cancelled` some milliseconds after `progress` requests it. Ignores
/// requests to pause, because other threads may wait for the result. Errors: device (none of that kind), memory (not even 64 MB are free).
Ceilings ceilings(DeviceKind, const Progress& = {});
/// Measures once more. Call it some time after the last measurement: on a machine that is sometimes busy, the best of several counts.
Ceilings improve_ceilings(DeviceKind, const Progress& = {});
/// The best ceilings, if known. Measures nothing.
std::optional<Ceilings> known_ceilings(DeviceKind);

/// Stores the best ceilings from one start of the program to the next. Neither function may throw.
struct CeilingsStore {
    std::optional<Ceilings> (*load)(DeviceKind) = nullptr;  ///< called before the first measurement of a device
    void (*save)(DeviceKind, const Ceilings&) = nullptr;    ///< called when a measurement was better than all before
};
/// Sets the store. Forgets the ceilings of all devices if the store changes.
void set_ceilings_store(CeilingsStore);

}  // namespace neighborscope
