// What it was measured on, as far as this machine tells.
#pragma once
#include "gpu/device/ceilings.hpp"
#include "gpu/device/device.hpp"

#include <string>
#include <utility>
#include <vector>

namespace neighborscope::experiments {

struct Machine {
    DeviceInfo device;
    std::string driver;     ///< of NVIDIA's kernel module, "580.65.06"; "" without one
    std::string processor;  ///< "AMD EPYC 9334 32-Core Processor"
    unsigned cores = 0;     ///< threads the system runs at once
    std::uint64_t memory_bytes = 0;
    std::string system;           ///< "Debian GNU/Linux 12 (bookworm), Linux 6.1.0"
    std::string date;             ///< "2026-11-21 14:03:07 UTC"
    std::string version, commit;  ///< commit "" when it was not built from a checkout
    Ceilings most;

    /// Label and text, in order, for the report.
    std::vector<std::pair<std::string, std::string>> lines() const;
};

/// Of NVIDIA's kernel module, "580.65.06"; "" where it is not loaded.
std::string nvidia_driver_version();
/// All but `most`: nothing is measured.
Machine machine_without_rates(DeviceKind);
/// Measures the device's ceilings when they are not known yet.
Machine this_machine(DeviceKind);

}  // namespace neighborscope::experiments
