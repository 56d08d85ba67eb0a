// Whether the CUDA device can be used, and why not. Uses no CUDA header, so that tests can try every result on any machine.
#pragma once
#include <string>
#include <string_view>

namespace neighborscope {

/// The result of looking for a CUDA device and launching an empty kernel on it.
struct CudaProbe {
    bool driver = true;
    int devices = 0;
    std::string count_error;   ///< CUDA's error message if counting devices failed
    std::string name;          ///< of the first device: "Tesla K80"
    std::string architecture;  ///< "sm_37"
    bool no_code = false;      ///< this program contains no code that the device can run
    std::string launch_error;  ///< CUDA's error message if the kernel did not run
    std::string built_for;     ///< "75-real 80-real 90-real 120"
};

/// The beginning of the reason if a device exists that this program cannot use.
inline constexpr std::string_view unusable_cuda = "no usable CUDA device: ";

/// True if a CUDA device exists that cannot run this program; why_no_cuda says why.
bool has_unusable_cuda();

/// "" if kernels run on the device; else the reason, for users.
inline std::string why_unusable(const CudaProbe& probe) {
    if (!probe.driver) return "no CUDA device: no NVIDIA driver is installed";
    if (probe.devices < 1) return "no CUDA device: " + (probe.count_error.empty() ? "there is none" : probe.count_error);
    if (probe.launch_error.empty()) return {};
    const std::string device = std::string(unusable_cuda) + probe.name + " (" + probe.architecture + ") ";
    if (probe.no_code)
        return device + "cannot run the code of this program, which was built for (" + probe.built_for + "): " + probe.launch_error;
    return device + "runs no kernel: " + probe.launch_error;
}

}  // namespace neighborscope
