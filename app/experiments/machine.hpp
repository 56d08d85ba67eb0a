// The machine of a measurement, as far as it can be identified.
#pragma once
#include "gpu/device/ceilings.hpp"
#include "gpu/device/device.hpp"

#include <string>
#include <utility>
#include <vector>

namespace neighborscope::experiments {

struct Machine {
    DeviceInfo device;
    std::string driver;     ///< of NVIDIA's kernel module, "580.65.06"; "" if there is none
    std::string processor;  ///< "AMD EPYC 9334 32-Core Processor"
    unsigned cores = 0;     ///< threads that the system runs at once
    std::uint64_t memory_bytes = 0;
    std::string system;           ///< "Debian GNU/Linux 12 (bookworm), Linux 6.1.0"
    std::string date;             ///< "2026-11-21 14:03:07 UTC"
    std::string version, commit;  ///< commit is "" if not built from a checkout
    Ceilings most;

    /// Label and text of each line, for the report.
    std::vector<std::pair<std::string, std::string>> lines() const;
};

/// Returns the version of NVIDIA's kernel module, "580.65.06"; "" if it is not loaded.
std::string nvidia_driver_version();
/// Describes the machine without measuring: all but `most`.
Machine machine_without_rates(DeviceKind);
/// Measures the device's ceilings if they are unknown.
Machine this_machine(DeviceKind);

}  // namespace neighborscope::experiments
