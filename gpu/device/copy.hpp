// Copies that stay on their device.
#pragma once
#include "gpu/device/device.hpp"

namespace neighborscope {

/// `bytes` from one place in a device's memory to another of the same device. Blocking. Nothing crosses, so nothing is counted.
void copy_on_device(DeviceKind, void* to, const void* from, std::size_t bytes);

}  // namespace neighborscope
