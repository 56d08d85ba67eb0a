// The GPU and its driver, as far as the system tells without CUDA, and as CUDA sees them.
#include "app/command_line/doctor/facts.hpp"
#include "app/experiments/machine.hpp"
#include "gpu/knn.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace neighborscope::shell::doctor {
namespace {

namespace fs = std::filesystem;

std::string first_line(const fs::path& file) {
    std::ifstream in(file);
    std::string line;
    std::getline(in, line);
    return line;
}

/// Addresses of display controllers on the PCI bus whose vendor is NVIDIA.
std::vector<std::string> nvidia_controllers() {
    std::vector<std::string> found;
    std::error_code error;
    for (const fs::directory_entry& device : fs::directory_iterator("/sys/bus/pci/devices", error))
        if (first_line(device.path() / "vendor") == "0x10de" && first_line(device.path() / "class").starts_with("0x03"))
            found.push_back(device.path().filename().string());
    std::sort(found.begin(), found.end());
    return found;
}

}  // namespace

GpuFacts gpu_here() {
    GpuFacts gpu;
    gpu.built = built_with_cuda();
    gpu.toolkit = NEIGHBORSCOPE_CUDA_TOOLKIT;
    gpu.on_bus = nvidia_controllers();
    gpu.driver = experiments::nvidia_driver_version();
    gpu.why_none = why_no_cuda();
    gpu.usable = cuda_devices();
    if (!gpu.usable.empty()) gpu.cublas = find_method("flat").info.supports.missing_on_cuda().empty();
    return gpu;
}

}  // namespace neighborscope::shell::doctor
