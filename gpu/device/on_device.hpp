// Calls a function on the device that is chosen at run time: ON_DEVICE(device, name(arguments)) is cuda::name or host::name. Only in sources
// outside of kernels.
#pragma once
#include "gpu/device/device.hpp"

#if defined(NEIGHBORSCOPE_WITH_CUDA)
#define ON_DEVICE(device, call) ((device) == DeviceKind::cuda ? cuda::call : host::call)
#else
#define ON_DEVICE(device, call) ((void)(device), host::call)
#endif
