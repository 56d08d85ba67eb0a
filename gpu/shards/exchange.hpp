// How the devices that share a search exchange queries and lists: the first one has both.
#pragma once
#include "gpu/device/device.hpp"

#include <memory>
#include <mutex>
#include <span>
#include <string>

namespace neighborscope::shards {

/// Bytes from the memory of one device to that of another.
struct Transfer {
    const void* from = nullptr;
    void* to = nullptr;
    std::size_t bytes = 0;
};

/// Every rank calls the same function at the same time, each from its own thread with the same transfers; it returns when this rank's are done.
class Exchange {
public:
    virtual ~Exchange() = default;
    /// "NCCL 2.27.3", "copies between devices", "copies through the host", "copies in memory"
    virtual std::string name() const = 0;
    /// Held while ranks exchange something. Searches of several threads would else start transfers in another order on each device, and
    /// wait for each other without end.
    virtual std::unique_lock<std::mutex> turn() { return {}; }
    /// transfers[rank] goes from the first rank's memory to that of `rank`.
    virtual void distribute(int rank, std::span<const Transfer> transfers) = 0;
    /// transfers[rank] goes from the memory of `rank` to the first rank's.
    virtual void collect(int rank, std::span<const Transfer> transfers) = 0;
};

/// For these devices, in the order of ranks. CUDA devices use NCCL if libnccl.so.2 is found and no device is named twice; else they copy from
/// each other's memory, or through the host where the links do not allow that. NEIGHBORSCOPE_EXCHANGE=nccl, peer or host chooses one.
std::unique_ptr<Exchange> make_exchange(DeviceKind, std::span<const int> numbers);

}  // namespace neighborscope::shards
