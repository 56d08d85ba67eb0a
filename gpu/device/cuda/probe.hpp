#pragma once
#include "gpu/device/cuda_probe.hpp"

namespace neighborscope::cuda {

/// The number of CUDA devices; starts none.
int device_count();
/// The device of the calling thread: the one that bind_thread named, else the one that this program uses, which is the first unless another
/// is chosen before first use.
int chosen_device();
/// All work of the calling thread is for this device from now on.
void bind_thread(int number);
/// False if another device is already in use.
bool choose_device(int number);
/// Makes the device of the calling thread current on it; a thread starts with the first one. Call before any CUDA call that uses a device.
void use_chosen_device();

/// Looks for devices and launches an empty kernel on the chosen one, which creates the program's context there.
CudaProbe probe();

}  // namespace neighborscope::cuda
