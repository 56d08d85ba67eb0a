// Values changed one by one, on either device: multiplied by a power of two, as data outside float32's comfortable range are searched
// (gpu/range.hpp), or distances of unit rows made cosine distances.
#pragma once
#include <cstddef>

namespace neighborscope {

namespace host {
/// to[i] = from[i] x 2^exponent, i < count, and waits. `from` may be `to`. Infinity and NaN stay what they are.
void scale_values(const float* from, float* to, std::size_t count, int exponent);
/// values[i] = cosine_of(values[i]), i < count, and waits.
void cosine_distances(float* values, std::size_t count);
}  // namespace host

namespace cuda {
void scale_values(const float* from, float* to, std::size_t count, int exponent);
void cosine_distances(float* values, std::size_t count);
}  // namespace cuda

}  // namespace neighborscope
