// The functions that device.cpp needs from each device, as a table. So the engine's plain C++ part needs no CUDA header and no #if per
// call.
#pragma once
#include "gpu/device/ceilings.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace neighborscope {

struct Backend {
    std::string (*why_absent)();                                       ///< "" when kernels run on the device; called once
    DeviceInfo (*info)();                                              ///< name, memory, units
    void* (*allocate)(std::size_t bytes, std::string_view what_for);   ///< 256-byte aligned; memory Error with the numbers
    void (*release)(void*, std::size_t bytes) noexcept;                ///< waits until nothing on the device uses the memory
    void (*from_host)(void* to, const void* from, std::size_t bytes);  ///< blocking
    void (*to_host)(void* to, const void* from, std::size_t bytes);    ///< blocking
    void (*copy)(void* to, const void* from, std::size_t bytes);       ///< inside the device, blocking
    Transferred (*transferred)();
    void (*limit)(std::size_t bytes);                                        ///< the most that this program takes of each device; 0: all
    std::size_t (*free)();                                                   ///< of the calling thread's device, within that limit
    void* (*allocate_pinned)(std::size_t bytes, std::string_view what_for);  ///< in host memory, from where copying is fastest
    void (*release_pinned)(void*, std::size_t bytes) noexcept;

    // CUDA only: which of several devices this program uses. Null on the host.
    int (*count)() = nullptr;              ///< the number of devices; starts none
    bool (*choose)(int number) = nullptr;  ///< false if another one is already in use
    DeviceInfo (*info_of)(int) = nullptr;  ///< of the device with this number
    void (*bind_thread)(int) = nullptr;    ///< all work of the calling thread is for this device from now on
};

const Backend& host_backend();
const Backend& cuda_backend();  ///< only in builds with CUDA

namespace host {
Ceilings measure_ceilings(const Progress&);
}
namespace cuda {
Ceilings measure_ceilings();  ///< only in builds with CUDA
}

/// Throws "row: needs 12.4 GB, 8.0 GB are free" as a memory Error, for both devices. The message leaves out `free` if it is at least
/// `needed`: memory was freed meanwhile, or the system did not give all that it reported.
[[noreturn]] void throw_out_of_memory(std::string_view device, std::string_view what_for, std::size_t needed, std::size_t free);
/// Throws "kernel scan needs 66736 bytes of shared memory a block (65536 dynamic, 1200 declared), at most 65536" as a device Error.
[[noreturn]] void throw_too_much_shared_memory(const std::string& kernel, std::size_t dynamic, std::size_t declared, std::size_t most);
/// Throws "sort_pairs needs 1200 bytes of scratch memory, it was given 1199" as a memory Error.
[[noreturn]] void throw_too_little_scratch(const std::string& primitive, std::size_t needed, std::size_t given);
/// NEIGHBORSCOPE_SHARED_KB in bytes; 0 if it is not set or not a number above 0.
std::size_t shared_bytes_of_environment();
/// Shared memory of a multiprocessor, from the most that one of its blocks can have. Compute capability 8.0 and later reserve 1 KB a block.
inline std::size_t shared_bytes_of_multiprocessor(std::size_t of_block) { return of_block > 64 * 1024 ? of_block + 1024 : of_block; }
/// The short name of a kernel: "scan" of "scan<float, 2>".
inline std::string_view kernel_name(std::string_view kernel) { return kernel.substr(0, kernel.find('<')); }
/// "phase distances"; "phase 1" if the name contains the word already.
std::string describe_phase(std::string_view phase);
/// "12.4 GB", "3 KB": powers of 1000, one decimal from MB up.
std::string format_bytes(std::size_t bytes);

}  // namespace neighborscope
