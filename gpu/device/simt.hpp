// What a portable kernel file includes. It is compiled twice: by nvcc (NEIGHBORSCOPE_DEVICE = cuda) and by the C++ compiler against the
// host executor (NEIGHBORSCOPE_DEVICE = host). Everything in such a file (kernels, host side, device classes) is in `namespace
// neighborscope::NEIGHBORSCOPE_DEVICE`: the linker would otherwise merge equal names of the two builds.
#pragma once
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#if defined(__CUDACC__)
#define NEIGHBORSCOPE_DEVICE cuda
#include "gpu/device/cuda/simt.cuh"
#else
#define NEIGHBORSCOPE_DEVICE host
#include "gpu/device/host/simt.hpp"
#endif
#include "gpu/device/launch.hpp"
