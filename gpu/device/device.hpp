// The devices of this machine, memory on them, and the one place where bytes cross between host and device.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace neighborscope {

enum class DeviceKind { host, cuda };
std::string_view name(DeviceKind);  ///< "host", "cuda"

struct DeviceInfo {
    DeviceKind kind = DeviceKind::host;
    std::string name;            ///< "NVIDIA H200", "host, 2 threads"
    std::size_t free_bytes = 0;  ///< now; on the host what the system calls available
    std::size_t total_bytes = 0;
    int units = 0;             ///< multiprocessors; on the host worker threads
    std::string architecture;  ///< "sm_90"; on the host ""
    std::string driver;        ///< "12.4", the CUDA that its driver knows; on the host ""
    int number = 0;            ///< of several CUDA devices: cuda:1
};

bool built_with_cuda();                  ///< whether this build holds the CUDA device at all
std::string why_no_cuda();               ///< "" when there is a CUDA device that runs kernels; else the reason, for people
void pretend_no_cuda(std::string why);   ///< for tests: what why_no_cuda says from here on; "": the truth again
std::vector<DeviceInfo> devices();       ///< cuda first when there is one, that in use; host always
std::vector<DeviceInfo> cuda_devices();  ///< all, by number; none where why_no_cuda() has a reason
DeviceInfo device_info(DeviceKind);      ///< device Error when there is none
DeviceKind default_device();             ///< cuda when there is one, else host
/// "cuda" or "host"; "cuda:1" makes that one the CUDA device of this program, before anything has used another. Usage Error when unknown,
/// device Error when absent, with those that there are: no fallback.
DeviceKind device_named(std::string_view);

/// Bytes that crossed since the program started, counted in the only copy function there is. Zero on the host device.
struct Transferred {
    std::uint64_t to_device = 0, to_host = 0;
};
Transferred transferred();

/// Copies `bytes` from anywhere in a device's memory, blocking, counted.
void copy_to_host(DeviceKind, void* to, const void* from, std::size_t bytes);
/// Copies `bytes` to anywhere in a device's memory, blocking, counted.
void copy_to_device(DeviceKind, void* to, const void* from, std::size_t bytes);

/// An owned block of a device's memory, 256-byte aligned, not initialised. Move only.
class DeviceMemory {
public:
    DeviceMemory() = default;
    /// Memory Error with the numbers (what for, needed, free) when it does not fit. bytes = 0 is legal: data() is null.
    DeviceMemory(DeviceKind device, std::size_t bytes, std::string_view what_for);
    DeviceMemory(DeviceMemory&&) noexcept;
    DeviceMemory& operator=(DeviceMemory&&) noexcept;
    ~DeviceMemory();

    void* data() const { return data_; }
    std::size_t bytes() const { return bytes_; }
    DeviceKind device() const { return device_; }

    /// Blocking copies, counted. `offset + bytes` must lie inside.
    void from_host(const void* source, std::size_t bytes, std::size_t offset = 0);
    void to_host(void* destination, std::size_t bytes, std::size_t offset = 0) const;

private:
    void* data_ = nullptr;
    std::size_t bytes_ = 0;
    DeviceKind device_ = DeviceKind::host;
};

}  // namespace neighborscope
