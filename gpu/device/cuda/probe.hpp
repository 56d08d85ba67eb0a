#pragma once
#include "gpu/device/cuda_probe.hpp"

namespace neighborscope::cuda {

/// How many devices there are; starts none.
int device_count();
/// The one that this program uses: the first, unless another is chosen before anything uses one.
int chosen_device();
/// False where another is in use already.
bool choose_device(int number);
/// Every thread begins with the first device: makes the chosen one its own. Before any call that is about a device.
void use_chosen_device();

/// Looks for a device and launches an empty kernel on the chosen one, which makes the program's context there.
CudaProbe probe();

}  // namespace neighborscope::cuda
