// Multiplying by a power of two, on either device: how data outside float32's comfortable range is searched (gpu/range.hpp).
#pragma once
#include <cstddef>

namespace neighborscope {

namespace host {
/// to[i] = from[i] x 2^exponent, i < count, and waits. `from` may be `to`. Infinity and NaN stay what they are.
void scale_values(const float* from, float* to, std::size_t count, int exponent);
}  // namespace host

namespace cuda {
void scale_values(const float* from, float* to, std::size_t count, int exponent);
}  // namespace cuda

}  // namespace neighborscope
