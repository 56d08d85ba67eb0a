// Floats as unsigned numbers in the same order, also negative floats.
#pragma once
#include "gpu/device/simt.hpp"

namespace neighborscope::NEIGHBORSCOPE_DEVICE {

__host__ __device__ __forceinline__ unsigned ordered(float value) {
    const unsigned bits = std::bit_cast<unsigned>(value);
    return bits & 0x80000000u ? ~bits : bits | 0x80000000u;
}
__host__ __device__ __forceinline__ float unordered(unsigned bits) {
    return std::bit_cast<float>(bits & 0x80000000u ? bits ^ 0x80000000u : ~bits);
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE
