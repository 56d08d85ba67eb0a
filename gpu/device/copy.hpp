// Copies within a device's memory.
#pragma once
#include "gpu/device/device.hpp"

namespace neighborscope {

/// Copies `bytes` within the memory of one device. Blocking. Not counted as a transfer.
void copy_on_device(DeviceKind, void* to, const void* from, std::size_t bytes);

}  // namespace neighborscope
