#pragma once
#include "gpu/device/cuda_probe.hpp"

namespace neighborscope::cuda {

/// The number of CUDA devices; starts none.
int device_count();
/// The device that this program uses: the first, unless another is chosen before first use.
int chosen_device();
/// False if another device is already in use.
bool choose_device(int number);
/// Makes the chosen device current on the calling thread, which starts with the first device. Call before any CUDA call that uses a device.
void use_chosen_device();

/// Looks for devices and launches an empty kernel on the chosen one, which creates the program's context there.
CudaProbe probe();

}  // namespace neighborscope::cuda
