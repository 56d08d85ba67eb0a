// What a device can do at most, measured on it: the lines of a roofline, and what turns a floor in bytes into one in milliseconds.
#pragma once
#include "gpu/device/device.hpp"
#include "gpu/progress.hpp"

#include <optional>
#include <string>

namespace neighborscope {

/// The best of a few short runs of two plain programs, nothing else running.
struct Ceilings {
    double read_bytes_per_second = 0;       ///< memory far larger than the caches, read once from end to end
    double fp32_operations_per_second = 0;  ///< float32 multiplications and additions in registers; a fused one counts as two
    std::string read_how, fp32_how;         ///< in few words: "streaming read of 1.1 GB", "AVX2 multiply-add, 8 threads"
    std::string date;                       ///< when memory was read so fast: "2026-11-28"
    int measured = 0;                       ///< how often, in this process
    double slowest_share = 1;               ///< the slowest of these measurements of the memory, of the best one

    /// A measurement is far below the best, farther than on a quiet machine: others worked beside it.
    bool was_busy() const { return slowest_share < 0.8; }

    /// The least time that many bytes take, in milliseconds.
    double milliseconds_to_read(double bytes) const { return bytes / read_bytes_per_second * 1e3; }
};

/// The best seen so far, in this process or as it was kept; where none is known it is measured, two to four times with pauses (on the host
/// about half a second). Callable from any thread. On the host it is plain C++ on every core that is measured, not the executor's fibers:
/// the ceiling is the machine's. `Cancelled` some milliseconds after the progress says so; it makes no pause, which would make others wait.
/// Errors: device (none of that kind), memory (not even 64 MB are free).
Ceilings ceilings(DeviceKind, const Progress& = {});
/// Measures once more, some time after the last: on a machine that is busy now and then the best of several is the machine's.
Ceilings improve_ceilings(DeviceKind, const Progress& = {});
/// The best seen where it is known already, none where it is not: costs nothing.
std::optional<Ceilings> known_ceilings(DeviceKind);

/// Where the best is kept from one start to the next. Neither throws.
struct CeilingsStore {
    std::optional<Ceilings> (*load)(DeviceKind) = nullptr;  ///< called before the first measurement of a device
    void (*save)(DeviceKind, const Ceilings&) = nullptr;    ///< called when a measurement has brought a better one
};
/// From here on; where it is another than before, what is known of all devices is forgotten.
void set_ceilings_store(CeilingsStore);

}  // namespace neighborscope
