#pragma once
#include "gpu/device/cuda_probe.hpp"

namespace neighborscope::cuda {

/// Looks for a device and launches an empty kernel on the first one, which makes the program's context there.
CudaProbe probe();

}  // namespace neighborscope::cuda
