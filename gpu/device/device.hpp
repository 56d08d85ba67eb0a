// The devices of this machine, their memory, and the only place where bytes are copied between host and device.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace neighborscope {

enum class DeviceKind { host, cuda };
std::string_view name(DeviceKind);  ///< "host", "cuda"

struct DeviceInfo {
    DeviceKind kind = DeviceKind::host;
    std::string name;            ///< "NVIDIA H200", "host, 2 threads"
    std::size_t free_bytes = 0;  ///< at present; on the host: what the system calls available
    std::size_t total_bytes = 0;
    int units = 0;             ///< multiprocessors; on the host worker threads
    std::string architecture;  ///< "sm_90"; on the host ""
    std::string driver;        ///< "12.4", the CUDA version that the driver supports; on the host ""
    int number = 0;            ///< index among several CUDA devices: cuda:1
};

bool built_with_cuda();                  ///< whether this build contains the CUDA device
std::string why_no_cuda();               ///< "" if a CUDA device runs kernels; else the reason, for users
void pretend_no_cuda(std::string why);   ///< for tests: sets the result of why_no_cuda; "": the real one again
std::vector<DeviceInfo> devices();       ///< the CUDA device in use first, if any; then the host
std::vector<DeviceInfo> cuda_devices();  ///< all, by number; none if why_no_cuda() has a reason
DeviceInfo device_info(DeviceKind);      ///< device Error when there is none
DeviceKind default_device();             ///< cuda when there is one, else host
/// "cuda" or "host"; "cuda:1" also makes that device the one of this program, if none was used before. "cuda:0,1", "cuda:all" and "host,host"
/// make several devices share the points of each search from now on (gpu/shards); the first of them is the one of this program. Usage Error
/// when unknown. Device Error when absent, which lists those present; there is no fallback.
DeviceKind device_named(std::string_view);
/// The numbers of the devices that share the points of a search; one if points are not divided. The host's parts are numbered from 0.
std::vector<int> sharing_devices(DeviceKind);
/// Makes these devices share the points of each Searcher that is prepared from now on. One or none: points are not divided.
void share_points(DeviceKind, std::vector<int> numbers);
/// "cuda:1"; parts of the host are "host:0", "host:1".
std::string name_of_device(DeviceKind, int number);

/// Bytes copied between host and device since the program started, counted in the only copy function there is. Zero on the host device.
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

    /// Blocking copies, counted. `offset + bytes` must not exceed the block.
    void from_host(const void* source, std::size_t bytes, std::size_t offset = 0);
    void to_host(void* destination, std::size_t bytes, std::size_t offset = 0) const;

private:
    void* data_ = nullptr;
    std::size_t bytes_ = 0;
    DeviceKind device_ = DeviceKind::host;
};

/// Host memory from which copying to a device is fastest, freed with the last pointer. Allocate rarely: it takes long. Memory Error if the system
/// does not give it.
std::shared_ptr<void> pinned_memory(DeviceKind, std::size_t bytes, std::string_view what_for);

/// Lowers the memory that this program takes of each device of a kind to `bytes`; 0: all there is.
void limit_device_memory(DeviceKind, std::size_t bytes);
/// Free memory of the calling thread's device, within that limit.
std::size_t free_device_memory(DeviceKind);

}  // namespace neighborscope
